package taxid

import "github.com/tallystick/tallystick/domain/civil"

// Tax and personal numbers of the eastern member states, Cyprus, Greece and
// Malta.

var euPersonalEast = []spec{
	summed("BG", "egn", Personal, "Единен граждански номер (ЕГН)", graoEGN,
		"10 digits that begin with a date (month raised by 20 or 40 outside the 1900s); check digit: weights 2 4 8 5 10 9 7 3 6, modulus 11",
		"##########").with(bulgarianDate, bulgarEGN),
	summed("BG", "eik", Company, "Единен идентификационен код (ЕИК)", viesRules,
		"9 digits; check digit: weights 1 to 8, then 3 to 10, modulus 11", "#########").with(notAllZero, bulgarLegal),
	summed("CY", "tic", Tax, "Tax Identification Code", euTIN,
		"8 digits, not beginning with 12, and a check letter, modulus 26", "########@").with(cypriot),
	summed("CZ", "rc", Personal, "Rodné číslo", euTIN,
		"10 digits that begin with a date, a multiple of 11 (or remainder 10 with a last 0, until 1985); 9 digits before 1954, format only",
		"#########", "##########").separators(" /").with(birthNumber),
	summed("CZ", "ico", Company, "Identifikační číslo osoby (IČO)", viesRules,
		"8 digits; check digit: weights 8 to 2, modulus 11", "########").with(notAllZero, czechLegal),
	summed("SK", "rc", Personal, "Rodné číslo", euTIN,
		"10 digits that begin with a date, a multiple of 11 (or remainder 10 with a last 0, until 1985); 9 digits before 1954, format only",
		"#########", "##########").separators(" /").with(birthNumber),
	summed("EE", "ik", Personal, "Isikukood", euTIN,
		"11 digits: century and sex, date, serial; check digit: weights 1 to 9 and 1, then 3 to 9 and 1 to 3, modulus 11",
		"###########").with(balticDate, balticPerson),
	summed("LT", "ak", Personal, "Asmens kodas", euTIN,
		"11 digits: century and sex, date, serial (9 in front: no date); check digit: weights 1 to 9 and 1, then 3 to 9 and 1 to 3, modulus 11",
		"###########").with(lithuanianDate, balticPerson),
	summed("LV", "pk", Personal, "Personas kods", euTIN,
		"11 digits: date, century, serial; check digit: weights 10 5 8 4 2 1 6 3 7 9, modulus 11; codes that begin with 32 (since 2017) format "+
			"only",
		"###########").with(latvianPerson),
	summed("GR", "afm", Tax, "Αριθμός Φορολογικού Μητρώου (ΑΦΜ)", euTIN,
		"9 digits; check digit: powers of 2, modulus 11", "#########").drops("EL", "GR").with(notAllZero, greekAFM),
	summed("HR", "oib", Tax, "Osobni identifikacijski broj (OIB)", euTIN,
		"11 digits; check digit ISO 7064 MOD 11,10", "###########").with(iso11_10),
	summed("HU", "tin", Personal, "Adóazonosító jel", euTIN,
		"10 digits that begin with 8; check digit: weights 1 to 9, modulus 11", "8#########").
		with(hungarianDate, tail(11, direct11, 1, 2, 3, 4, 5, 6, 7, 8, 9)),
	plain("MT", "tin", Personal, "Tax Identification Number", euTIN,
		"identity card number (7 digits and M, G, A, P, L, H, B or Z) or 9 digits", "#######@", "#########").
		with(func(b []byte) verdict {
			if len(b) == 8 && !has("MGAPLHBZ", b[7]) {
				return bad(FaultComponent, "the letter is M, G, A, P, L, H, B or Z")
			}
			return verdict{}
		}),
	summed("PL", "pesel", Personal, "Numer PESEL", euTIN,
		"11 digits that begin with a date (month raised by 20, 40, 60 or 80 outside the 1900s); check digit: weights 1 3 7 9, modulus 10",
		"###########").with(polishDate, tail(10, minus10, 1, 3, 7, 9, 1, 3, 7, 9, 1, 3)),
	summed("PL", "nip", Tax, "Numer identyfikacji podatkowej (NIP)", euTIN,
		polishChecked, "##########").
		drops("PL").with(polishNIP),
	summed("RO", "cnp", Personal, "Cod numeric personal (CNP)", euTIN,
		"13 digits: sex and century, date, county, serial; check digit: weights 2 7 9 1 4 6 3 5 8 2 7 9, modulus 11",
		"#############").with(romanianPerson, tail(11, "0123456789"+"1", 2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9)),
	summed("RO", "cui", Company, "Cod unic de înregistrare (CUI/CIF)", viesRules,
		"2 to 10 digits, the first not 0; check digit: weights 7 5 3 2 1 7 5 3 2 times 10, modulus 11",
		"##", "###", "####", "#####", "######", "#######", "########", "#########", "##########").
		drops("RO").with(noLeadingZero, romanianCUI),
	summed("SI", "tin", Tax, "Davčna številka", euTIN,
		"8 digits, the first not 0; check digit: weights 8 to 2, modulus 11", "########").
		drops("SI").with(noLeadingZero, slovenianTIN),
}

// hungarianDate: digits 2 to 6 count the days from 1 January 1867 to the birth.
func hungarianDate(b []byte) verdict { return dayAfter(civil.Of(1867, 1, 1), number(b[1:6])) }

func bulgarianDate(b []byte) verdict {
	year, month, day := 1900+two(b), two(b[2:]), two(b[4:])
	switch {
	case month > 40:
		year, month = year+100, month-40
	case month > 20:
		year, month = year-100, month-20
	}
	return on(year, month, day)
}

// birthNumber is the Czech and Slovak rodné číslo: months raised by 50 for
// women, by 20 where a day's serials ran out (since 2004).
func birthNumber(b []byte) verdict {
	yy, month, day := two(b), two(b[2:]), two(b[4:])
	if month > 50 {
		month -= 50
	}
	year := 1900 + yy
	if len(b) == 10 && yy < 54 {
		year += 100
	}
	if month > 20 && year >= 2004 {
		month -= 20
	}
	if len(b) == 9 {
		if yy > 53 && yy < 80 {
			return bad(FaultLength, "9 digits were given to births before 1954 only; later ones have 10")
		}
		if v := dated(isDate(year, month, day) || isDate(year-100, month, day)); v.fault != "" {
			return v
		}
		return formatOnly("9 digits that begin with a date before 1954: no check digit existed")
	}
	born := on(year, month, day)
	if born.fault != "" {
		return born
	}
	return holds(int64(b[9]-'0') == number(b[:9])%11%10).of(born)
}

var balticPerson = twoPass([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 1}, []int{3, 4, 5, 6, 7, 8, 9, 1, 2, 3})

// balticDate: the first digit tells century and sex, 1 and 2 for the 1800s.
func balticDate(b []byte) verdict {
	if b[0] < '1' || b[0] > '8' {
		return bad(FaultComponent, "the first digit, for century and sex, is from 1 to 8")
	}
	century := 1800 + int(b[0]-'1')/2*100
	return on(century+two(b[1:]), two(b[3:]), two(b[5:]))
}

func lithuanianDate(b []byte) verdict {
	if b[0] == '9' {
		return verdict{}
	}
	return balticDate(b)
}

var latvianWeights = []int{10, 5, 8, 4, 2, 1, 6, 3, 7, 9}

func latvianPerson(b []byte) verdict {
	if b[0] == '3' && b[1] >= '2' {
		return formatOnly("11 digits that begin with 32 to 39: a code without date, for which no check digit is published")
	}
	born := on(1800+int(b[6]-'0')*100+two(b[4:]), two(b[2:]), two(b))
	if b[6] > '2' || born.fault != "" {
		return dated(false)
	}
	return holds(int(b[10]-'0') == (1+weighted(b[:10], latvianWeights))%11%10).of(born)
}

func polishDate(b []byte) verdict {
	century := [5]int{1900, 2000, 2100, 2200, 1800}[two(b[2:])/20]
	return on(century+two(b), two(b[2:])%20, two(b[4:]))
}

func romanianPerson(b []byte) verdict {
	year, month, day := two(b[1:]), two(b[3:]), two(b[5:])
	var born verdict
	switch b[0] {
	case '0':
		return bad(FaultComponent, "the first digit, for sex and century, is not 0")
	case '1', '2':
		born = on(1900+year, month, day)
	case '3', '4':
		born = on(1800+year, month, day)
	case '5', '6':
		born = on(2000+year, month, day)
	default:
		born = dated(isShortDate(year, month, day))
	}
	if born.fault != "" {
		return born
	}
	switch county := two(b[7:]); {
	case county >= 1 && county <= 48, county == 51, county == 52, county == 70, county >= 80 && county <= 83:
		return born
	}
	return bad(FaultComponent, "digits 8 and 9 are not a county")
}
