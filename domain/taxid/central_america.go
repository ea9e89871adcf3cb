package taxid

// Central America and the Dominican Republic.

var centralAmerica = []spec{
	summed("DO", "rnc", Company, "Registro Nacional del Contribuyente (RNC)",
		named("RNC: check digit as described (the DGII looks numbers up online)", "https://dgii.gov.do/"),
		"9 digits; check digit: weights 7 9 8 6 5 4 3 2, modulus 11; a few old numbers that the DGII issued do not fit", "#########").
		also("vat").with(notAllZero, dominican),
	summed("DO", "cedula", Personal, "Cédula de identidad y electoral",
		named("Cédula: Luhn as described", "https://dgii.gov.do/"),
		"11 digits; check digit by Luhn; a few old numbers that were issued do not fit", "###########").with(notAllZero, luhn),
	summed("GT", "nit", Tax, "Número de Identificación Tributaria (NIT)",
		official("FEL: reglas y validaciones (SAT)",
			"https://portal.sat.gob.gt/portal/descarga/6524/factura-electronica-fel/25542/fel-reglas-y-validaciones.pdf"),
		"1 to 11 digits and a check digit or K: weights from 2 upwards from the right, modulus 11",
		"#?", "##?", "###?", "####?", "#####?", "######?", "#######?", "########?", "#########?", "##########?", "###########?").
		also("vat").with(notAllZero, guatemalan),
	plain("CR", "cpf", Personal, "Cédula de persona física", costaRica,
		"9 digits, or 10 with a leading 0; the number has no check digit", "#########", "0#########").with(notAllZero),
	plain("CR", "cpj", Company, "Cédula de persona jurídica", costaRica,
		"10 digits: class 2 to 5, type, serial; the number has no check digit", "##########").
		also("vat").with(oneOf(0, "2345", "the first digit, for the class, is from 2 to 5")),
	plain("CR", "dimex", Personal, "Documento de identidad migratorio (DIMEX)", costaRica,
		"11 or 12 digits, the first 1; the number has no check digit", "1##########", "1###########"),
	summed("SV", "nit", Tax, "Número de Identificación Tributaria (NIT)",
		described("NIT: check digit as described", "https://www.listasal.info/articulos/nit-el-salvador.shtml"),
		"14 digits, the first 0, 1 or 9; check digit: weights 14 to 2 (old series) or 2 7 6 5 4 3 2 7 6 5 4 3 2, modulus 11", "##############").
		also("vat").drops("SV").with(notAllZero, oneOf(0, "019", "the first digit is 0, 1 or 9"), salvadoran),
	plain("HN", "rtn", Tax, "Registro Tributario Nacional (RTN)",
		named("RTN: structure", "https://www.sar.gob.hn/"),
		"14 digits; no check digit is published", "##############").also("vat").with(notAllZero),
}

var costaRica = official("Consulta de situación tributaria: formato de cédulas (Ministerio de Hacienda)",
	"https://www.hacienda.go.cr/consultapagos/ayuda_cedulas.htm")

// dominican: remainders 0 and 1 give 2 and 1, so that no digit is 0.
var dominican = tail(11, "21987654321", 7, 9, 8, 6, 5, 4, 3, 2)

var guatemalanSum = tail(11, "0K987654321", 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)

func guatemalan(b []byte) verdict {
	if c := b[len(b)-1]; !isDigit(c) && c != 'K' {
		return bad(FaultComponent, "the check digit is 0 to 9 or K")
	}
	return guatemalanSum(b)
}

var (
	salvadoranOld = tail(11, direct11or0, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)
	salvadoranNew = tail(11, minus11or0, 2, 7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)
)

func salvadoran(b []byte) verdict {
	if number(b[10:13]) <= 100 {
		return salvadoranOld(b)
	}
	return salvadoranNew(b)
}
