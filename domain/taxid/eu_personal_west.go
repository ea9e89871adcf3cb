package taxid

// Tax and personal numbers of Germany, Austria, France and Benelux.

var (
	germanIdNr = told("Steuer-Identifikationsnummer: check digit, as described with an example",
		"https://kryptografie.de/kryptografie/chiffre/steuer-id.htm")
	frenchSIRET = told("SIREN et SIRET: règles de validation, as described with an example",
		"https://portal.hardis-group.com/pages/viewpage.action?pageId=120357227")
	belgianNN = official("Informatietype 000: Rijksregisternummer (IBZ)",
		"https://www.ibz.rrn.fgov.be/fileadmin/user_upload/nl/rr/instructies/IT-lijst/IT000_Rijksregisternummer.pdf")
)

var euPersonalWest = []spec{
	summed("AT", "tin", Tax, "Abgabenkontonummer", euTIN,
		"2 digits of the tax office, 6 digits and a check digit by Luhn", "#########").
		separators(" -/").with(notAllZero, luhn),
	summed("DE", "idnr", Personal, "Steuerliche Identifikationsnummer", germanIdNr,
		"11 digits, the first not 0; among the first ten one digit stands twice or three times, the others once; check digit ISO 7064 MOD 11,10",
		"###########").with(noLeadingZero, germanRepeats, iso11_10),
	plain("DE", "stnr", Tax, "Steuernummer (bundeseinheitliches ELSTER-Format, or as a Land writes it)",
		told("ELSTER-Steuernummer: structure, as described", "https://gt.docs.rechtlogisch.de/api/elster-steuernummer"),
		"13 digits: code of the Land, 0 in place five; or the 10 or 11 digits of a Land, which only the kind of that Land (stnr-by) turns "+
			"into the 13; the check digit differs by Land and is not calculated",
		"####0########", "##########", "###########").separators(" -./").with(germanLand),
	summed("LU", "tin", Personal, "Matricule / numéro d'identification national", euTIN,
		"13 digits that begin with a date; check digits by Luhn and by Verhoeff over the first eleven", "#############").
		with(luxembourgPerson),
	summed("NL", "bsn", Personal, "Burgerservicenummer", euTIN,
		"9 digits (8 get a 0); eleven-test: weights 9 to 2 and -1", "#########").
		padded(9).with(notAllZero, func(b []byte) verdict { return holds(elevenTest(b)) }),
	summed("BE", "nn", Personal, "Rijksregisternummer / numéro de registre national (and BIS number)", belgianNN,
		"11 digits that begin with a date or its placeholder; 97 less the remainder by 97, a 2 in front for births since 2000",
		"###########").with(notAllZero, belgianPerson),
}

var franceBenelux = []spec{
	summed("FR", "nif", Personal, "Numéro fiscal de référence (SPI)", euTIN,
		"13 digits, the first from 0 to 3; the last three are the remainder of the first ten by 511", "#############").
		with(oneOf(0, "0123", "the first digit is from 0 to 3"),
			func(b []byte) verdict { return holds(number(b[:10])%511 == number(b[10:])) }),
	summed("FR", "siren", Company, "SIREN", frenchSIRET, "9 digits; check digit by Luhn", "#########").
		with(notAllZero, luhn),
	summed("FR", "siret", Company, "SIRET", frenchSIRET,
		"14 digits; the SIREN and the whole by Luhn; establishments of La Poste: digit sum a multiple of 5", "##############").
		with(notAllZero, frenchEstablishment),
}

// germanRepeats: numbers issued since 2016 may hold one digit three times, but
// not three times in a row.
func germanRepeats(b []byte) verdict {
	var count [10]int
	repeated := 0
	for i, c := range b[:10] {
		d := c - '0'
		count[d]++
		if count[d] == 2 {
			repeated++
		}
		if count[d] > 3 || (i >= 2 && b[i-1] == c && b[i-2] == c) {
			repeated = 2
			break
		}
	}
	if repeated != 1 {
		return bad(FaultComponent, "among the first ten digits exactly one stands twice or three times, never three in a row")
	}
	return verdict{}
}

// germanLand knows the code of each Land's tax offices in the federal form;
// Bavaria (9) and North Rhine-Westphalia (5) have one digit.
func germanLand(b []byte) verdict {
	if len(b) < 13 {
		return verdict{}
	}
	if b[0] == '9' || b[0] == '5' {
		return verdict{}
	}
	switch two(b) {
	case 10, 11, 21, 22, 23, 24, 26, 27, 28, 30, 31, 32, 40, 41:
		return verdict{}
	}
	return bad(FaultComponent, "the first digits are not the code of a Land")
}

func luxembourgPerson(b []byte) verdict {
	born := on(int(number(b[:4])), two(b[4:]), two(b[6:]))
	if born.fault != "" {
		return born
	}
	if v := luhn(b[:12]); v.fault != "" {
		return v
	}
	var w [12]byte
	copy(w[:], b[:11])
	w[11] = b[12]
	return verhoeff(w[:]).of(born)
}

// belgianPerson accepts month and day 00 (not known when the number was
// issued) and months raised by 20 or 40 (BIS numbers).
func belgianPerson(b []byte) verdict {
	n, check := number(b[:9]), number(b[9:])
	since1900, since2000 := 97-n%97 == check, 97-(2_000_000_000+n)%97 == check
	if !since1900 && !since2000 {
		return holds(false)
	}
	month, day := two(b[2:])%20, two(b[4:])
	if two(b[2:]) > 52 || month > 12 || day > 31 {
		return dated(false)
	}
	if month != 0 && day != 0 && !isShortDate(two(b), month, day) {
		return dated(false)
	}
	if born := on(2000+two(b), max(month, 1), max(day, 1)); since2000 && !since1900 && born.fault == "" {
		return born // what is not known of the date is taken at its earliest
	}
	return verdict{}
}

func frenchEstablishment(b []byte) verdict {
	if luhnSum(b[:9])%10 != 0 {
		return bad(FaultCheckDigit, "the first 9 digits are not a SIREN: their check digit is wrong")
	}
	if string(b[:9]) == "356000000" && luhnSum(b)%10 != 0 {
		sum := 0
		for _, c := range b {
			sum += int(c - '0')
		}
		return holds(sum%5 == 0)
	}
	return luhn(b)
}
