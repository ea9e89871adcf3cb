package taxid

// Tax and personal numbers of Spain, Portugal, Italy and Andorra.

var iberiaItaly = []spec{
	summed("ES", "nif", Tax, "Número de identificación fiscal (NIF, NIE)",
		opened("Cálculo del dígito de control del NIF/NIE (Dirección General de Ordenación del Juego)",
			"https://ordenacionjuego.es/ca/calculo-digito-control"),
		"citizens: 8 digits and a letter, X, Y, Z for foreigners: modulus 23; K, L, M for other persons, other letters for entities and their "+
			"check character (as described): modulus 23 or Luhn",
		"########@", "@#######?").with(spanishNIF),
	summed("PT", "nif", Tax, "Número de identificação fiscal", euTIN,
		"9 digits, the first not 0; check digit: weights 9 to 2, modulus 11", "#########").
		drops("PT").with(noLeadingZero, portugueseNIF),
	summed("IT", "cf", Tax, "Codice fiscale",
		told("Codice fiscale: rules of the Decreto ministeriale 23 dicembre 1976, n. 13813, as described",
			"http://www.asinformatica.net/codice-fiscale-calcolo.html"),
		"16 characters: name, date, municipality and check letter by the tables of odd and even places, modulus 26; or 11 digits of an entity "+
			"by Luhn",
		"@@@@@@??@??@???@", "###########").with(italianCode).unmistakable(),
	plain("AD", "nrt", Tax, "Número de Registre Tributari", oecd("Andorra", "Andorra-TIN.pdf"),
		"letter of the kind of holder, 6 digits, letter; the rule of the last letter is not published", "@######@").
		with(oneOf(0, "ACDEFGLOPU", "the first letter is A, C, D, E, F, G, L, O, P or U")),
}

var italianOdd = [36]int{1, 0, 5, 7, 9, 13, 15, 17, 19, 21,
	1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23}

// Letters that replace digits where two persons would share a code.
const italianTwins = "LMNPQRSTUV"

const italianMonths = "ABCDEHLMPRST"

func italianDigit(c byte) int {
	if isDigit(c) {
		return int(c - '0')
	}
	for i := 0; i < len(italianTwins); i++ {
		if italianTwins[i] == c {
			return i
		}
	}
	return -1
}

func italianCode(b []byte) verdict {
	if len(b) == 11 {
		return luhn(b)
	}
	for _, i := range [...]int{6, 7, 9, 10, 12, 13, 14} {
		if italianDigit(b[i]) < 0 {
			return bad(FaultComponent, "a place for a digit holds a letter other than L M N P Q R S T U V")
		}
	}
	month := 0
	for i := 0; i < len(italianMonths); i++ {
		if italianMonths[i] == b[8] {
			month = i + 1
		}
	}
	day := italianDigit(b[9])*10 + italianDigit(b[10])
	if day > 40 {
		day -= 40
	}
	if !isShortDate(italianDigit(b[6])*10+italianDigit(b[7]), month, day) {
		return dated(false)
	}
	sum := 0
	for i, c := range b[:15] {
		switch {
		case i%2 == 0:
			sum += italianOdd[value(c)]
		case isDigit(c):
			sum += int(c - '0')
		default:
			sum += int(c - 'A')
		}
	}
	return holds(b[15] == byte('A'+sum%26))
}
