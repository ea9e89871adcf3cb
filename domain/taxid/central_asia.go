package taxid

// Central and south Asia beyond India.

var centralAsia = []spec{
	summed("KZ", "bin", Company, "Бизнес-сәйкестендіру нөмірі (БИН)", kazakh, kazakhChecked, "############").
		also("vat").with(notAllZero, kazakhSum),
	summed("KZ", "iin", Personal, "Жеке сәйкестендіру нөмірі (ИИН)", kazakh, kazakhChecked, "############").
		with(yymmdd(0), kazakhSum),
	plain("UZ", "tin", Tax, "STIR (ИНН)", named("STIR: structure", "https://soliq.uz/"),
		"9 digits; no check digit is published", "#########").also("vat").with(notAllZero),
	plain("PK", "ntn", Tax, "National Tax Number", listed("Pakistan"),
		"7 digits and a check digit whose rule is not published, or 13 digits of an identity card", "########", "#############").also("vat"),
	plain("BD", "bin", VAT, "Business Identification Number",
		named("BIN: structure (National Board of Revenue)", "https://vat.gov.bd/"),
		"13 digits; no check digit is published", "#############").also("vat"),
}

var kazakh = described("ИИН and БИН: check digit as described; structure by Law of 12 January 2007 No. 223",
	"https://ru.wikipedia.org/wiki/Индивидуальный_идентификационный_номер")

const kazakhChecked = "12 digits; check digit: weights 1 to 11, then 3 to 11 and 1, 2, modulus 11"

// kazakhSum differs from the Baltic rule at the end: where both rows leave 10
// the number is not issued.
func kazakhSum(b []byte) verdict {
	r := weighted(b[:11], []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}) % 11
	if r == 10 {
		r = weighted(b[:11], []int{3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2}) % 11
	}
	return holds(r == int(b[11]-'0'))
}
