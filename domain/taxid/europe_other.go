package taxid

// Switzerland, Liechtenstein, Türkiye and the western Balkans.

var (
	swissUID = opened("Unternehmens-Identifikationsnummer: Aufbau und Berechnung der Prüfziffer (Bundesamt für Statistik)",
		"http://www.bfs.admin.ch/bfs/portal/de/index/themen/00/05/blank/03/02.html")
	swissAHV = stdnum("AHV-Nummer: structure and check digit", "ch/ssn.py")
)

var europeOther = []spec{
	summed("CH", "uid", Company, "Unternehmens-Identifikationsnummer", swissUID,
		"CHE and 9 digits; check digit: weights 5 4 3 2 7 6 5 4, modulus 11", "#########").
		prefix("CHE").with(swissSum),
	summed("CH", "vat", VAT, "MWST-Nummer / numéro TVA / numero IVA", swissUID,
		"CHE, 9 digits and MWST, or TVA, IVA, TPV (as described); check digit: weights 5 4 3 2 7 6 5 4, modulus 11",
		"#########MWST", "#########TVA", "#########IVA", "#########TPV").
		prefix("CHE").with(func(b []byte) verdict { return swissSum(b[:9]) }),
	summed("CH", "ahv", Personal, "AHV-Nummer", swissAHV,
		"13 digits that begin with 756; check digit as in EAN-13", "756##########").with(ean13),
	plain("LI", "vat", VAT, "Mehrwertsteuernummer", listed("Liechtenstein"),
		"5 digits; no check digit is published (a Swiss UID is checked under CH)", "#####").prefix("LI").drops("LI", "FL"),
	plain("LI", "peid", Tax, "PEID-Nummer", stdnum("PEID-Nummer: structure", "li/peid.py"),
		"up to 12 digits; no check digit is published", numeric(4, 12)...),
	summed("TR", "vkn", Tax, "Vergi Kimlik Numarası",
		described("VKN: check digit described and offered as a service (Gelir İdaresi Başkanlığı verifies online)",
			"https://www.turkiye.gov.tr/gib-intvrg-vergi-kimlik-numarasi-dogrulama"),
		"10 digits; check digit: place added modulo 10, powers of 2 modulo 9", "##########").
		also("vat").with(notAllZero, turkishTax),
	summed("TR", "tckn", Personal, "Türkiye Cumhuriyeti Kimlik Numarası",
		described("T.C. Kimlik No: check digits as widely described", "https://en.wikipedia.org/wiki/Turkish_Identification_Number"),
		"11 digits, the first not 0; two check digits modulus 10", "###########").
		with(noLeadingZero, turkishPerson),
	summed("RS", "pib", Company, "Poreski identifikacioni broj (PIB)",
		stdnum("PIB: check digit", "rs/pib.py"),
		"9 digits; check digit ISO 7064 MOD 11,10", "#########").also("vat").drops("RS").with(notAllZero, iso11_10),
	summed("ME", "pib", Company, "Poreski identifikacioni broj (PIB)",
		described("PIB: check digit described by register users", "https://www.vatify.eu/montenegro-vat-number.html"),
		"8 digits; check digit: weights 8 to 2, modulus 11", "########").also("vat").
		with(notAllZero, tail(11, minus11or0, 8, 7, 6, 5, 4, 3, 2)),
	summed("MK", "edb", Company, "Единствен даночен број (ЕДБ)",
		described("EDB: check digit described by register users", "http://www.ujp.gov.mk/en"),
		"13 digits; check digit: weights 7 6 5 4 3 2 twice, modulus 11", "#############").also("vat").drops("MK").
		with(notAllZero, tail(11, minus11or0, 7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)),
	plain("AL", "nipt", Company, "Numri i Identifikimit (NIPT/NUIS)",
		official("Business lifecycle: NIPT (Drejtoria e Përgjithshme e Tatimeve)", "https://www.tatime.gov.al/eng/c/4/103/business-lifecycle"),
		"letter of the decade, 8 digits, letter; the rule of the last letter is not published", "@########@").
		also("vat").drops("AL").with(oneOf(0, "ABCDEFGHIJKLM", "the first letter is from A to M")),
	plain("SM", "coe", Company, "Codice operatore economico (COE)", stdnum("COE: structure", "sm/coe.py"),
		"up to 5 digits; the number has no check digit", numeric(1, 5)...).also("vat").prefix("SM"),
}

var swissSum = tail(11, minus11, 5, 4, 3, 2, 7, 6, 5, 4)

// numeric is the shapes of numbers from one length to another.
func numeric(from, to int) []string {
	var shapes []string
	for n := from; n <= to; n++ {
		shapes = append(shapes, "##############################"[:n])
	}
	return shapes
}

var ean13 = tail(10, minus10, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3)

func turkishTax(b []byte) verdict {
	sum := 0
	for i, c := range b[:9] {
		place := 9 - i
		d := (int(c-'0') + place) % 10
		if d == 0 {
			continue
		}
		p := d * (1 << place) % 9
		if p == 0 {
			p = 9
		}
		sum += p
	}
	return holds(int(b[9]-'0') == (10-sum%10)%10)
}

func turkishPerson(b []byte) verdict {
	odd, even := 0, 0
	for i, c := range b[:9] {
		if i%2 == 0 {
			odd += int(c - '0')
		} else {
			even += int(c - '0')
		}
	}
	first := mod(odd*7-even, 10)
	second := (odd + even + first) % 10
	return holds(int(b[9]-'0') == first && int(b[10]-'0') == second)
}
