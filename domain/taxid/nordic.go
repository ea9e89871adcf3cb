package taxid

// Nordic countries beyond their VAT numbers, with the Faroes.

var (
	norwegianNumber = told("Fødselsnummer: kontrollsiffer, as described with an example",
		"http://www.fnrinfo.no/Teknisk/KontrollsifferBeregning.aspx")
	brreg = opened("The organization number: construction and check digit (Brønnøysundregistrene)",
		"http://www.brreg.no/english/coordination/number.html")
	hetu = told("Henkilötunnus: form and control character under decree 128/2010, as described",
		"http://www.kysy.fi/kysymys/sosiaaliturvatunnus")
	skvGuide = opened("Rättslig vägledning: personnummer, kontrollsiffra enligt modulus 10 (Skatteverket)",
		"https://www4.skatteverket.se/rattsligvagledning/edition/2020.9/330245.html")
	swedishOrgnr = stdnum("Organisationsnummer: check digit", "se/orgnr.py")
	kennitala    = told("Kennitala: structure and check digit, as described", "https://en.wikipedia.org/wiki/Icelandic_identification_number")
)

var nordicSchemes = []spec{
	plain("DK", "cpr", Personal, "CPR-nummer",
		opened("Opbygning af CPR-nummeret; personnumre uden kontrolciffer (CPR-kontoret)",
			"https://www.cpr.dk/cpr-systemet/opbygning-af-cpr-nummeret/"),
		"10 digits that begin with a date, its century by the seventh digit (table as described); the modulus 11 check no longer holds for all "+
			"numbers issued since 2007 and is not applied",
		"##########").with(danishPerson),
	summed("DK", "cvr", Company, "CVR-nummer", viesRules,
		"8 digits, the first not 0; check digit: weights 2 7 6 5 4 3 2 1, modulus 11", "########").
		drops("DK").with(noLeadingZero, zero(11, 2, 7, 6, 5, 4, 3, 2, 1)),
	summed("FI", "hetu", Personal, "Henkilötunnus", hetu,
		"date, century sign, serial from 002 to 899 and a check character, modulus 31", "######~###?").
		separators(" ").letters("+-").with(finnishPerson),
	summed("FI", "ytunnus", Company, "Y-tunnus", viesRules,
		"8 digits; check digit: weights 7 9 10 5 8 4 2, modulus 11", "########").
		drops("FI").with(notAllZero, tail(11, minus11, 7, 9, 10, 5, 8, 4, 2)),
	summed("SE", "pnr", Personal, "Personnummer / samordningsnummer", skvGuide,
		"date (day raised by 60 for a coordination number, as described), serial and a check digit by Luhn over the last ten; + marks an age "+
			"of 100",
		"##########", "############", "######~####", "########~####").
		separators(" ").letters("+-").with(swedishPerson),
	summed("SE", "orgnr", Company, "Organisationsnummer", swedishOrgnr,
		"10 digits, the third at least 2; check digit by Luhn", "##########").
		with(notAllZero, oneOf(2, "23456789", "the third digit is at least 2, so that it is no date"), luhn),
	summed("NO", "vat", VAT, "Organisasjonsnummer with MVA", brreg,
		"9 digits and MVA (as described); check digit: weights 3 2 7 6 5 4 3 2, modulus 11", "#########MVA").drops("NO").
		with(func(b []byte) verdict { return norwegianOrg(b[:9]) }),
	summed("NO", "orgnr", Company, "Organisasjonsnummer", brreg,
		"9 digits; check digit: weights 3 2 7 6 5 4 3 2, modulus 11", "#########").
		with(norwegianOrg),
	summed("NO", "fnr", Personal, "Fødselsnummer / D-nummer", norwegianNumber,
		"11 digits that begin with a date (day raised by 40 for a D number); two check digits: weights 3 7 6 1 8 9 4 5 2 and 5 4 3 2 7 6 5 4 3 "+
			"2, modulus 11",
		"###########").with(norwegianPerson),
	summed("IS", "kt", Tax, "Kennitala", kennitala,
		"10 digits that begin with a date (day raised by 40 for a legal person) and end with the century; check digit: weights 3 2 7 6 5 4 3 "+
			"2, modulus 11",
		"##########").with(icelandic),
	plain("IS", "vat", VAT, "Virðisaukaskattsnúmer (VSK)",
		stdnum("VSK number: structure", "is_/vsk.py"),
		"5 or 6 digits; the number has no known check digit", "#####", "######").prefix("IS"),
	plain("FO", "vat", VAT, "V-tal (Faroe Islands)", oecd("Faroe Islands", "Faroe-islands-TIN.pdf"),
		"6 digits; no check digit is published", "######").prefix("FO"),
}

// danishPerson: the seventh digit with the year tells the century.
func danishPerson(b []byte) verdict {
	year := two(b[4:])
	century := 1900
	switch c := b[6]; {
	case c >= '5' && c <= '8' && year >= 58:
		century = 1800
	case c >= '5' && c <= '8', (c == '4' || c == '9') && year < 37:
		century = 2000
	}
	return on(century+year, two(b[2:]), two(b))
}

const finnishCheck = "0123456789ABCDEFHJKLMNPRSTUVWXY"

func finnishPerson(b []byte) verdict {
	century := 0
	switch {
	case b[6] == '+':
		century = 1800
	case has("-UVWXY", b[6]):
		century = 1900
	case b[6] >= 'A' && b[6] <= 'F':
		century = 2000
	default:
		return bad(FaultComponent, "the century sign is +, -, U to Y, or A to F")
	}
	born := on(century+two(b[4:]), two(b[2:]), two(b))
	if born.fault != "" {
		return born
	}
	serial := number(b[7:10])
	if serial < 2 || serial > 899 {
		return bad(FaultComponent, "the serial is from 002 to 899; 900 and over are temporary")
	}
	return holds(b[10] == finnishCheck[(number(b[:6])*1000+serial)%31]).of(born)
}

func swedishPerson(b []byte) verdict {
	var d [12]byte
	n := 0
	for i, c := range b {
		if isDigit(c) {
			d[n] = c
			n++
			continue
		}
		if i != len(b)-5 || isLetter(c) {
			return bad(FaultComponent, "the sign + or - stands before the last four digits")
		}
	}
	short := d[n-10 : n]
	day := two(short[4:])
	if day > 60 {
		day -= 60
	}
	born := dated(isShortDate(two(short), two(short[2:]), day))
	if n == 12 {
		if born = on(int(number(d[:4])), two(short[2:]), day); d[0] < '1' || d[0] > '2' {
			born = dated(false)
		}
	}
	if born.fault != "" {
		return born
	}
	return luhn(short).of(born)
}

var norwegianSum = tail(11, minus11, 3, 2, 7, 6, 5, 4, 3, 2)

func norwegianOrg(b []byte) verdict {
	if v := notAllZero(b); v.fault != "" {
		return v
	}
	return norwegianSum(b)
}

var (
	norwegianFirst  = tail(11, minus11, 3, 7, 6, 1, 8, 9, 4, 5, 2)
	norwegianSecond = tail(11, minus11, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)
)

func norwegianPerson(b []byte) verdict {
	day, month := two(b), two(b[2:])
	if day > 40 {
		day -= 40
	}
	century := norwegianCentury(two(b[4:]), int(number(b[6:9])))
	if century == 0 {
		return bad(FaultComponent, "the year and the individual number belong to no series")
	}
	born := on(century+two(b[4:]), month, day)
	if born.fault != "" {
		return born
	}
	if v := norwegianFirst(b[:10]); v.fault != "" {
		return v
	}
	return norwegianSecond(b).of(born)
}

// norwegianCentury reads the series of individual numbers, 0 for none.
func norwegianCentury(year, individual int) int {
	switch {
	case individual < 500, individual >= 900 && year >= 40:
		return 1900
	case individual < 750 && year >= 54:
		return 1800
	case year < 40:
		return 2000
	}
	return 0
}

var icelandicSum = tail(11, minus11, 3, 2, 7, 6, 5, 4, 3, 2)

func icelandic(b []byte) verdict {
	day := two(b)
	if day > 40 {
		day -= 40
	}
	century := 2000
	switch b[9] {
	case '8', '9':
		century = 1000 + int(b[9]-'0')*100
	case '0':
	default:
		return bad(FaultComponent, "the last digit, for the century, is 8, 9 or 0")
	}
	begun := on(century+two(b[4:]), two(b[2:]), day)
	if begun.fault != "" {
		return begun
	}
	return icelandicSum(b[:9]).of(begun)
}
