package taxid

// Colombia, Ecuador, Peru, Bolivia.

var andes = []spec{
	summed("CO", "nit", Tax, "Número de Identificación Tributaria (NIT)",
		told("NIT: check digit of Orden administrativa 4 de 1989 (DIAN), as described",
			"https://es.wikipedia.org/wiki/N%C3%BAmero_de_Identificaci%C3%B3n_Tributaria"),
		"7 to 15 digits and a check digit: weights 3 7 13 17 19 23 29 37 41 43 47 53 59 67 71 from the right, modulus 11",
		numeric(8, 16)...).also("vat").with(notAllZero, colombian),
	summed("EC", "ruc", Tax, "Registro Único de Contribuyentes (RUC)",
		described("RUC and cédula: check digits as described", "https://es.wikipedia.org/wiki/Registro_%C3%9Anico_de_Contribuyentes_(Ecuador)"),
		"13 digits with province and kind; modulus 10 or 11; companies whose number fails modulus 11 are format only, since numbers without it "+
			"are issued",
		"#############").also("vat").with(ecuadorRUC),
	summed("EC", "ci", Personal, "Cédula de identidad",
		described("RUC and cédula: check digits as described", "https://es.wikipedia.org/wiki/C%C3%A9dula_de_identidad"),
		"10 digits with province; check digit: weights 2 and 1, modulus 10", "##########").
		with(ecuadorProvince, ecuadorPerson),
	summed("PE", "ruc", Tax, "Registro Único de Contribuyentes (RUC)",
		described("RUC: check digit as described; the authority is SUNAT", "https://www.sunat.gob.pe/legislacion/ruc/"),
		"11 digits that begin with 10, 15, 16, 17 or 20; check digit: weights 5 4 3 2 7 6 5 4 3 2, modulus 11", "###########").
		also("vat").with(peruvian),
	plain("BO", "nit", Tax, "Número de Identificación Tributaria (NIT)",
		named("NIT: structure", "https://www.impuestos.gob.bo/"),
		"7 to 12 digits; no check digit is published", numeric(7, 12)...).also("vat").with(notAllZero),
}

var colombian = tail(11, "01987654321", 71, 67, 59, 53, 47, 43, 41, 37, 29, 23, 19, 17, 13, 7, 3)

func ecuadorProvince(b []byte) verdict {
	if p := two(b); p >= 1 && p <= 24 || p == 30 || p == 50 {
		return verdict{}
	}
	return bad(FaultComponent, "the first two digits are not a province: 01 to 24, 30 or 50")
}

func ecuadorPerson(b []byte) verdict {
	if b[2] > '6' {
		return bad(FaultComponent, "the third digit of a person is at most 6")
	}
	return luhn(b[:10])
}

var (
	ecuadorPublic  = zero(11, 3, 2, 7, 6, 5, 4, 3, 2, 1)
	ecuadorPrivate = zero(11, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1)
)

func ecuadorRUC(b []byte) verdict {
	if v := ecuadorProvince(b); v.fault != "" {
		return v
	}
	if number(b[9:]) == 0 || b[2] != '6' && number(b[10:]) == 0 {
		return bad(FaultComponent, "the establishment is not all zeros")
	}
	switch b[2] {
	case '7', '8':
		return bad(FaultComponent, "the third digit is 0 to 6 or 9")
	case '9':
		if ecuadorPrivate(b[:10]).fault == "" || ecuadorPublic(b[:9]).fault == "" {
			return verdict{}
		}
		return formatOnly("13 digits with province and kind of a company: modulus 11 does not fit, which alone proves nothing")
	case '6':
		if ecuadorPublic(b[:9]).fault == "" {
			return verdict{}
		}
		if number(b[10:]) == 0 {
			return holds(false)
		}
	}
	return ecuadorPerson(b)
}

var peruvianSum = tail(11, "10987654321", 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)

func peruvian(b []byte) verdict {
	switch two(b) {
	case 10, 15, 16, 17, 20:
		return peruvianSum(b)
	}
	return bad(FaultComponent, "the first two digits are 10, 15, 16, 17 or 20")
}
