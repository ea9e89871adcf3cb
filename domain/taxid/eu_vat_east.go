package taxid

// VAT numbers of the Union: the east.

var euVATEast = []spec{
	summed("BG", "vat", VAT, "Идентификационен номер по ДДС", viesRules,
		"9 digits: weights 1 to 8, then 3 to 10, modulus 11; 10 digits: check digit of a citizen, a foreigner or another registration",
		"#########", "##########").prefix("BG").with(notAllZero, bulgarianVAT),
	summed("CZ", "vat", VAT, "Daňové identifikační číslo (DIČ)", viesRules,
		"8 digits: weights 8 to 2, modulus 11; 9 digits that begin with 6: modulus 11; 10 digits: birth number, modulus 11; other 9 digits: "+
			"birth number before 1954, format only",
		"########", "#########", "##########").prefix("CZ").with(czechVAT),
	summed("EE", "vat", VAT, "Käibemaksukohustuslase number (KMKR)", viesRules,
		"9 digits; check digit: weights 3 7 1, modulus 10", "#########").
		prefix("EE").with(notAllZero, tail(10, minus10, 3, 7, 1, 3, 7, 1, 3, 7)),
	summed("HR", "vat", VAT, "PDV identifikacijski broj (OIB)", viesRules,
		"11 digits; check digit ISO 7064 MOD 11,10", "###########").prefix("HR").with(iso11_10),
	summed("HU", "vat", VAT, "Közösségi adószám", viesRules,
		"8 digits; check digit: weights 9 7 3 1, modulus 10", "########").
		prefix("HU").with(notAllZero, tail(10, minus10, 9, 7, 3, 1, 9, 7, 3)),
	summed("LT", "vat", VAT, "PVM mokėtojo kodas", viesRules,
		"9 digits with 1 in place 8, or 12 with 1 in place 11; check digit: weights 1 to 9 in turn, then 3 to 9 and 1, 2, modulus 11",
		"#######1#", "##########1#").prefix("LT").with(lithuanianVAT),
	summed("LV", "vat", VAT, "PVN reģistrācijas numurs", viesRules,
		"11 digits; legal persons (first digit over 3): weights 9 1 4 8 3 10 2 5 7 6, modulus 11; natural persons: as the personal code",
		"###########").prefix("LV").with(latvianVAT),
	summed("PL", "vat", VAT, "Numer identyfikacji podatkowej (NIP)", viesRules,
		polishChecked, "##########").
		prefix("PL").with(polishNIP),
	summed("RO", "vat", VAT, "Cod de înregistrare în scopuri de TVA", viesRules,
		"2 to 10 digits, the first not 0; check digit: weights 7 5 3 2 1 7 5 3 2 times 10, modulus 11",
		"##", "###", "####", "#####", "######", "#######", "########", "#########", "##########").
		prefix("RO").with(noLeadingZero, romanianCUI),
	summed("SI", "vat", VAT, "Identifikacijska številka za DDV", viesRules,
		"8 digits, the first not 0; check digit: weights 8 to 2, modulus 11", "########").
		prefix("SI").with(noLeadingZero, slovenianTIN),
	summed("SK", "vat", VAT, "Identifikačné číslo pre DPH (IČ DPH)", viesRules,
		"10 digits, the first not 0, the third 2, 3, 4, 7, 8 or 9; the whole is a multiple of 11", "##########").
		prefix("SK").with(noLeadingZero,
		oneOf(2, "234789", "the third digit is 2, 3, 4, 7, 8 or 9"),
		func(b []byte) verdict { return holds(number(b)%11 == 0) }),
}

var (
	polishSum    = tail(11, direct11, 6, 5, 7, 2, 3, 4, 5, 6, 7)
	slovenianTIN = tail(11, noZero11, 8, 7, 6, 5, 4, 3, 2)
	czechLegal   = tail(11, "10987654321", 8, 7, 6, 5, 4, 3, 2)
	czechSpecial = tail(11, "89012345678", 8, 7, 6, 5, 4, 3, 2)
	bulgarEGN    = tail(11, direct11or0, 2, 4, 8, 5, 10, 9, 7, 3, 6)
	bulgarPNF    = tail(10, straight10, 21, 19, 17, 13, 11, 9, 7, 3, 1)
	bulgarOther  = tail(11, minus11, 4, 3, 2, 7, 6, 5, 4, 3, 2)
	bulgarLegal  = twoPass([]int{1, 2, 3, 4, 5, 6, 7, 8}, []int{3, 4, 5, 6, 7, 8, 9, 10})
	latvianLegal = tail(11, latvianTable, 9, 1, 4, 8, 3, 10, 2, 5, 7, 6)
)

const polishChecked = "10 digits, the first not 0, the second and third not both 0; check digit: weights 6 5 7 2 3 4 5 6 7, modulus 11"

func polishNIP(b []byte) verdict {
	if b[0] == '0' || b[1] == '0' && b[2] == '0' {
		return bad(FaultComponent, "the first three digits are no tax office: the first is not 0, nor are the next two both 0")
	}
	return polishSum(b)
}

// latvianTable: the weighted sum with the check digit leaves 3.
const latvianTable = "3210!987654"

// romanianCUI multiplies by 10 modulo 11, which is what a change of sign does.
func romanianCUI(b []byte) verdict {
	n := len(b) - 1
	w := []int{7, 5, 3, 2, 1, 7, 5, 3, 2}
	return holds(int(b[n]-'0') == weighted(b[:n], w)*10%11%10)
}

func bulgarianVAT(b []byte) verdict {
	if len(b) == 9 {
		return bulgarLegal(b)
	}
	if bulgarPNF(b).fault == "" || bulgarOther(b).fault == "" {
		return verdict{}
	}
	born := bulgarianDate(b)
	return holds(bulgarEGN(b).fault == "" && born.fault == "").of(born)
}

func czechVAT(b []byte) verdict {
	switch {
	case len(b) == 8 && b[0] == '9':
		return bad(FaultComponent, "8 digits never begin with 9")
	case len(b) == 8:
		return czechLegal(b)
	case len(b) == 9 && b[0] == '6':
		return czechSpecial(b[1:])
	}
	return birthNumber(b)
}

func lithuanianVAT(b []byte) verdict {
	if len(b) == 9 {
		return twoPass([]int{1, 2, 3, 4, 5, 6, 7, 8}, []int{3, 4, 5, 6, 7, 8, 9, 1})(b)
	}
	return twoPass([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2}, []int{3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4})(b)
}

func latvianVAT(b []byte) verdict {
	if b[0] > '3' {
		return latvianLegal(b)
	}
	return latvianPerson(b)
}
