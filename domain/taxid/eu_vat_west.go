package taxid

// VAT numbers of the Union: Austria, Benelux, Germany, France, the north.

var euVATWest = []spec{
	summed("AT", "vat", VAT, "Umsatzsteuer-Identifikationsnummer", viesRules,
		"U and 8 digits; check digit: Luhn with 4 added", "U########").
		prefix("AT").with(austrianVAT),
	summed("BE", "vat", VAT, "Numéro de TVA / btw-nummer", viesRules,
		"10 digits, the first 0 or 1 (9 digits of the old form get a 0); two check digits: 97 less the remainder by 97",
		"##########").prefix("BE").padded(10).
		with(oneOf(0, "01", "the first of 10 digits is 0 or 1"), notAllZero, belgianVAT),
	summed("DE", "vat", VAT, "Umsatzsteuer-Identifikationsnummer",
		opened("Zusammenfassende-Meldungen-Datenübermittlungs-Verordnung, Anlage 3: Aufbau und Prüfziffer (BGBl. 1993 I S. 736)",
			"http://archiv.jura.uni-saarland.de/BGBl/TEIL1/1993/19930736.1.HTML"),
		"9 digits, the first not 0 (as described); check digit ISO 7064 MOD 11,10", "#########").
		prefix("DE").separators(" -./").with(noLeadingZero, iso11_10),
	summed("DK", "vat", VAT, "Momsregistreringsnummer (CVR/SE)", viesRules,
		"8 digits, the first not 0; check digit: weights 2 7 6 5 4 3 2 1, modulus 11", "########").
		prefix("DK").with(noLeadingZero, zero(11, 2, 7, 6, 5, 4, 3, 2, 1)),
	summed("FI", "vat", VAT, "Arvonlisäveronumero (ALV)", viesRules,
		"8 digits; check digit: weights 7 9 10 5 8 4 2, modulus 11", "########").
		prefix("FI").with(notAllZero, tail(11, minus11, 7, 9, 10, 5, 8, 4, 2)),
	summed("FR", "vat", VAT, "Numéro d'identification à la TVA", viesRules,
		"key of 2 characters and 9 digits; SIREN by Luhn (not for Monaco, 000); key by modulus 97, or modulus 11 where it holds a letter",
		"??#########").prefix("FR").with(notAllZero, frenchVAT),
	summed("MC", "vat", VAT, "Numéro d'identification à la TVA (Monaco)", viesRules,
		"French form whose last 9 digits begin with 000; key by modulus 97 or 11", "??000######").
		prefix("FR").with(frenchVAT),
	summed("LU", "vat", VAT, "Numéro d'identification TVA", viesRules,
		"8 digits; the last two are the remainder of the first six by 89", "########").
		prefix("LU").with(notAllZero, func(b []byte) verdict { return holds(number(b[:6])%89 == number(b[6:])) }),
	summed("NL", "vat", VAT, "Btw-identificatienummer", viesRules,
		"9 digits, B and 2 digits; either the eleven-test of the first 9 digits, or (sole traders, since 2020) ISO 7064 MOD 97-10 of the whole "+
			"with NL",
		"#########B##").prefix("NL").with(dutchVAT),
	summed("SE", "vat", VAT, "Momsregistreringsnummer", viesRules,
		"10 digits by Luhn and a suffix from 01 to 94", "############").
		prefix("SE").with(swedishVAT),
}

func austrianVAT(b []byte) verdict {
	sum := 4
	for i, c := range b[1:8] {
		d := int(c - '0')
		if i%2 == 1 {
			d = d/5 + d*2%10
		}
		sum += d
	}
	return holds((sum+int(b[8]-'0'))%10 == 0)
}

func belgianVAT(b []byte) verdict { return holds(97-number(b[:8])%97 == number(b[8:])) }

// The letters of a French key leave out I and O.
var frenchKey = [36]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
	10, 11, 12, 13, 14, 15, 16, 17, -1, 18, 19, 20, 21, 22, -1, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33}

func frenchVAT(b []byte) verdict {
	siren := b[2:]
	if string(siren[:3]) != "000" && luhnSum(siren)%10 != 0 {
		return bad(FaultCheckDigit, "the 9 digits after the key are not a SIREN: their check digit is wrong")
	}
	k0, k1 := frenchKey[value(b[0])], frenchKey[value(b[1])]
	if k0 < 0 || k1 < 0 {
		return bad(FaultComponent, "the key holds the letter I or O, which are not used")
	}
	n := number(siren)
	if k0 < 10 && k1 < 10 {
		return holds(int64(k0*10+k1) == (12+3*(n%97))%97)
	}
	key := int64(k0*34 + k1 - 100)
	if k0 < 10 {
		key = int64(k0*24 + k1 - 10)
	}
	return holds((n+1+key/11)%11 == key%11)
}

func dutchVAT(b []byte) verdict {
	if notAllZero(b[:9]).fault != "" || string(b[10:]) == "00" {
		return bad(FaultComponent, "neither the 9 digits nor the 2 digits after B are all zeros")
	}
	if elevenTest(b[:9]) {
		return verdict{}
	}
	var whole [14]byte
	copy(whole[:], "NL")
	copy(whole[2:], b)
	return holds(iso97(whole[:]) == 1)
}

// elevenTest is the Dutch elfproef of a citizen or registration number.
func elevenTest(b []byte) bool {
	return mod(weighted(b, []int{9, 8, 7, 6, 5, 4, 3, 2, -1}), 11) == 0
}

func swedishVAT(b []byte) verdict {
	if n := number(b[10:]); n < 1 || n > 94 {
		return bad(FaultComponent, "the last two digits are from 01 to 94")
	}
	return luhn(b[:10])
}
