package taxid

// VAT numbers of the Union: the south, and Greece with its own prefix.

var euVATSouth = []spec{
	summed("CY", "vat", VAT, "Αριθμός Εγγραφής ΦΠΑ", viesRules,
		"8 digits, not beginning with 12, and a check letter: table of odd places, modulus 26", "########@").
		prefix("CY").with(cypriot),
	summed("ES", "vat", VAT, "Número de identificación fiscal (NIF-IVA)", viesRules,
		"letter or digit, 7 digits, letter or digit; check character: modulus 23 for persons, Luhn for entities",
		"########@", "@#######?").prefix("ES").with(spanishNIF),
	summed("GR", "vat", VAT, "Αριθμός Φορολογικού Μητρώου (ΑΦΜ)", viesRules,
		"9 digits (8 of the old form get a 0) after EL; check digit: powers of 2, modulus 11", "#########").
		prefix("EL", "GR").padded(9).with(notAllZero, greekAFM),
	summed("IT", "vat", VAT, "Numero di partita IVA", viesRules,
		"11 digits; office 001 to 100, 120, 121, 888 or 999; check digit by Luhn", "###########").
		prefix("IT").with(italianVAT),
	summed("MT", "vat", VAT, "Vat number (VAT Reg. No.)", viesRules,
		"8 digits, the first not 0; the last two: weights 3 4 6 7 8 9, modulus 37", "########").
		prefix("MT").with(noLeadingZero, maltese),
	summed("PT", "vat", VAT, "Número de identificação fiscal (NIF/NIPC)", viesRules,
		"9 digits, the first not 0; check digit: weights 9 to 2, modulus 11", "#########").
		prefix("PT").with(noLeadingZero, portugueseNIF),
}

var (
	greekAFM      = tail(11, direct11or0, 256, 128, 64, 32, 16, 8, 4, 2)
	portugueseNIF = tail(11, minus11or0, 9, 8, 7, 6, 5, 4, 3, 2)
	malteseSum    = []int{3, 4, 6, 7, 8, 9}
)

func maltese(b []byte) verdict {
	return holds(int64(37-weighted(b[:6], malteseSum)%37) == number(b[6:]))
}

var cypriotOdd = [10]int{1, 0, 5, 7, 9, 13, 15, 17, 19, 21}

func cypriot(b []byte) verdict {
	if string(b[:2]) == "12" {
		return bad(FaultComponent, "no number begins with 12")
	}
	sum := 0
	for i, c := range b[:8] {
		d := int(c - '0')
		if i%2 == 0 {
			d = cypriotOdd[d]
		}
		sum += d
	}
	return holds(b[8] == byte('A'+sum%26))
}

func italianVAT(b []byte) verdict {
	if string(b[:7]) == "0000000" {
		return bad(FaultComponent, "the first seven digits are not all zeros")
	}
	switch office := number(b[7:10]); {
	case office >= 1 && office <= 100, office == 120, office == 121, office == 888, office == 999:
		return luhn(b)
	}
	return bad(FaultComponent, "digits 8 to 10 are not a tax office: 001 to 100, 120, 121, 888 or 999")
}

const spanishLetters = "TRWAGMYFPDXBNJZSQVHLCKE"

// spanishNIF covers citizens (8 digits), foreigners (X, Y, Z), other persons
// (K, L, M) and entities, whose check character is a digit or a letter; which
// of the two an entity bears is not checked, since published lists differ.
func spanishNIF(b []byte) verdict {
	first, last := b[0], b[8]
	switch {
	case isDigit(first):
		return holds(last == spanishLetters[number(b[:8])%23])
	case first >= 'X':
		n := int64(first-'X')*10_000_000 + number(b[1:8])
		return holds(last == spanishLetters[n%23])
	case first == 'K' || first == 'L' || first == 'M':
		return holds(last == spanishLetters[number(b[1:8])%23])
	case !has("ABCDEFGHJNPQRSUVW", first):
		return bad(FaultComponent, "the first letter names no kind of holder")
	}
	var whole [8]byte
	copy(whole[:], b[1:8])
	whole[7] = '0'
	d := byte(10-luhnSum(whole[:])%10) % 10
	return holds(last == '0'+d || last == "JABCDEFGHI"[d])
}
