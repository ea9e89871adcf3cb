package taxid

// The Atlantic side of South America, and Chile.

var brazilCNPJ = read("Cálculo dos dígitos verificadores de CNPJ alfanumérico (SERPRO); Nota Técnica COCAD/SUARA/RFB nº 49/2024",
	"https://www.gov.br/receitafederal/pt-br/centrais-de-conteudo/publicacoes/documentos-tecnicos/cnpj")

var southAmerica = []spec{
	summed("BR", "cnpj", Company, "Cadastro Nacional da Pessoa Jurídica (CNPJ)", brazilCNPJ,
		"12 digits or, since July 2026, letters, and two check digits: weights 5 4 3 2 9 to 2 and 6 5 4 3 2 9 to 2, letters by their ASCII "+
			"code less 48, modulus 11",
		"????????????##").also("vat").separators(" -./").with(notAllZero, brazilCompany),
	summed("BR", "cpf", Personal, "Cadastro de Pessoas Físicas (CPF)",
		stdnum("CPF: check digits", "br/cpf.py"),
		"11 digits; two check digits: weights 10 to 2 and 11 to 2, modulus 11; eleven equal digits are refused", "###########").
		with(brazilPerson),
	summed("AR", "cuit", Tax, "Clave Única de Identificación Tributaria (CUIT, CUIL)",
		described("CUIT: weights and types as described", "https://docs.oracle.com/en/cloud/saas/financials/24b/faitx/argentina.html"),
		"11 digits with a known type; check digit: weights 5 4 3 2 7 6 5 4 3 2, modulus 11", "###########").
		also("vat").with(argentine),
	summed("CL", "rut", Tax, "Rol Único Tributario (RUT)", stdnum("RUT: check digit", "cl/rut.py"),
		"6 to 8 digits and a check digit or K: weights 2 to 7 from the right, modulus 11",
		"######?", "#######?", "########?").also("vat").drops("CL").with(notAllZero, chilean),
	summed("UY", "rut", Tax, "Registro Único Tributario (RUT)",
		official("Modelo de datos: RUT (AGESIC)", "https://www.agesic.gub.uy/innovaportal/file/1634/1/modelo_de_datos.pdf"),
		"12 digits: 01 to 22, serial, 001 and check digit: weights 4 3 2 9 8 7 6 5 4 3 2, modulus 11", "########001#").
		also("vat").drops("UY").with(uruguayan),
	summed("PY", "ruc", Tax, "Registro Único del Contribuyente (RUC)",
		stdnum("RUC: check digit", "py/ruc.py"),
		"4 to 8 digits and a check digit: weights from 2 upwards from the right, modulus 11",
		numeric(5, 9)...).also("vat").with(notAllZero, tail(11, minus11or0, 9, 8, 7, 6, 5, 4, 3, 2)),
	summed("VE", "rif", Tax, "Registro de Información Fiscal (RIF)",
		described("RIF: check digit as described", "https://es.wikipedia.org/wiki/Registro_de_Informaci%C3%B3n_Fiscal"),
		"V, E, J, P or G, 8 digits and a check digit: weights 3 2 7 6 5 4 3 2 with a value of the letter, modulus 11; C (communes) format only",
		"@#########").also("vat").with(venezuelan),
}

// brazilSum reads a character as its ASCII code less 48: A is 17.
func brazilSum(b []byte, w []int) byte {
	sum := 0
	for i, c := range b {
		sum += int(c-'0') * w[i]
	}
	return "00987654321"[sum%11]
}

var (
	brazilW1 = []int{5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2}
	brazilW2 = []int{6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2}
	brazilP1 = tail(11, minus11or0, 10, 9, 8, 7, 6, 5, 4, 3, 2)
	brazilP2 = tail(11, minus11or0, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)
)

func brazilCompany(b []byte) verdict {
	return holds(b[12] == brazilSum(b[:12], brazilW1) && b[13] == brazilSum(b[:13], brazilW2))
}

func brazilPerson(b []byte) verdict {
	same := true
	for _, c := range b[1:] {
		same = same && c == b[0]
	}
	if same {
		return bad(FaultComponent, "eleven equal digits are not issued, though their check digits fit")
	}
	if v := brazilP1(b[:10]); v.fault != "" {
		return v
	}
	return brazilP2(b)
}

var argentineSum = tail(11, nineForTen11, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)

func argentine(b []byte) verdict {
	switch two(b) {
	case 20, 23, 24, 25, 26, 27, 30, 33, 34, 50, 51, 55:
		return argentineSum(b)
	}
	return bad(FaultComponent, "the first two digits are not a known type: 20, 23 to 27, 30, 33, 34, 50, 51, 55")
}

var chileanSum = tail(11, "0K987654321", 3, 2, 7, 6, 5, 4, 3, 2)

func chilean(b []byte) verdict {
	if c := b[len(b)-1]; !isDigit(c) && c != 'K' {
		return bad(FaultComponent, "the check digit is 0 to 9 or K")
	}
	return chileanSum(b)
}

var uruguayanSum = tail(11, minus11, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)

func uruguayan(b []byte) verdict {
	if n := two(b); n < 1 || n > 22 {
		return bad(FaultComponent, "the first two digits are from 01 to 22")
	}
	if string(b[2:8]) == "000000" {
		return bad(FaultComponent, "the serial is not all zeros")
	}
	return uruguayanSum(b)
}

var venezuelanSum = []int{3, 2, 7, 6, 5, 4, 3, 2}

func venezuelan(b []byte) verdict {
	base := 0
	switch b[0] {
	case 'V':
		base = 4
	case 'E':
		base = 8
	case 'J':
		base = 12
	case 'P':
		base = 16
	case 'G':
		base = 20
	case 'C':
		return formatOnly("C and 9 digits: a commune, format only")
	default:
		return bad(FaultComponent, "the letter is V, E, J, P, G or C")
	}
	return holds(b[9] == minus11or0[(base+weighted(b[1:9], venezuelanSum))%11])
}
