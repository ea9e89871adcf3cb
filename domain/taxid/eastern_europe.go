package taxid

import "github.com/tallystick/tallystick/domain/civil"

// Russia, Ukraine, Belarus, Moldova and the Caucasus.

var (
	russianINN = stdnum("ИНН: structure and check digits", "ru/inn.py")
	ukrainian  = described("ЄДРПОУ and РНОКПП: check digits as described by register users", "https://uk.wikipedia.org/wiki/Код_ЄДРПОУ")
)

var easternEurope = []spec{
	summed("RU", "inn", Tax, "Идентификационный номер налогоплательщика (ИНН)", russianINN,
		"10 digits (organisations): weights 2 4 10 3 5 9 4 6 8; 12 digits (persons): two check digits; modulus 11 modulus 10",
		"##########", "############").also("vat").with(notAllZero, russianTax),
	summed("RU", "ogrn", Company, "Основной государственный регистрационный номер (ОГРН)",
		stdnum("ОГРН: structure and check digit", "ru/ogrn.py"),
		"13 digits: remainder of the first 12 by 11; 15 digits, beginning with 3 or 4: remainder of the first 14 by 13; last digit of it",
		"#############", "###############").with(russianRegister),
	plain("RU", "kpp", Company, "Код причины постановки на учёт (КПП)",
		named("КПП: structure (Федеральная налоговая служба)", "https://www.nalog.gov.ru/"),
		"4 digits, 2 digits or capital letters, 3 digits; the code has no check digit", "####??###"),
	summed("UA", "edrpou", Company, "Код ЄДРПОУ", ukrainian,
		"8 digits; check digit: weights 1 to 7 (7 1 2 3 4 5 6 from 30000000 to 60000000), then each 2 more, modulus 11",
		"########").with(notAllZero, ukrainianCompany),
	summed("UA", "rnokpp", Personal, "Реєстраційний номер облікової картки платника податків (РНОКПП)", ukrainian,
		"10 digits; check digit: weights -1 5 7 9 4 6 10 5 7, modulus 11", "##########").
		with(notAllZero, ukrainianDate, tail(11, direct11or0, -1, 5, 7, 9, 4, 6, 10, 5, 7)),
	plain("UA", "vat", VAT, "Індивідуальний податковий номер платника ПДВ",
		described("VAT payer's number: structure", "https://uk.wikipedia.org/wiki/Індивідуальний_податковий_номер"),
		"12 digits (companies) or 10 (entrepreneurs); no check digit is published", "############", "##########"),
	summed("BY", "unp", Tax, "Учетный номер плательщика (УНП)",
		described("УНП: check digit as described", "https://be.wikipedia.org/wiki/Уліковы_нумар_плацельшчыка"),
		"9 digits, or 2 letters and 7 digits; check digit: weights 29 23 19 17 13 7 5 3, modulus 11", "#########", "@@#######").
		also("vat").with(notAllZero, belarusian),
	summed("MD", "idno", Company, "Număr de identificare de stat (IDNO)",
		stdnum("IDNO: check digit", "md/idno.py"),
		"13 digits; check digit: weights 7 3 1, modulus 10", "#############").
		with(notAllZero, tail(10, straight10, 7, 3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1)),
	summed("AZ", "voen", Tax, "VÖEN", oecd("Azerbaijan", "Azerbaijan-TIN.pdf"),
		"10 digits, the last 1 (legal) or 2 (natural); ninth digit: weights 4 1 8 6 2 7 5 3, modulus 11", "##########").
		also("vat").padded(10).with(oneOf(9, "12", "the last digit is 1 or 2"), func(b []byte) verdict { return azeriSum(b[:9]) }),
	plain("GE", "tin", Tax, "საიდენტიფიკაციო ნომერი", listed("Georgia"),
		"9 digits (companies) or 11 (persons); no check digit is published", "#########", "###########").also("vat"),
	plain("AM", "tin", Tax, "ՀՎՀՀ", listed("Armenia"),
		"8 digits; no check digit is published", "########").also("vat"),
}

var (
	azeriSum     = tail(11, direct11, 4, 1, 8, 6, 2, 7, 5, 3)
	russianLegal = tail(11, direct11or0, 2, 4, 10, 3, 5, 9, 4, 6, 8)
	russianP1    = tail(11, direct11or0, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8)
	russianP2    = tail(11, direct11or0, 3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8)

	ukrainianLow  = twoPass([]int{1, 2, 3, 4, 5, 6, 7}, []int{3, 4, 5, 6, 7, 8, 9})
	ukrainianHigh = twoPass([]int{7, 1, 2, 3, 4, 5, 6}, []int{9, 3, 4, 5, 6, 7, 8})
	belarusSum    = tail(11, direct11, 29, 23, 19, 17, 13, 7, 5, 3)
)

// ukrainianDate: the first five digits count the days from 31 December 1899 to the birth.
func ukrainianDate(b []byte) verdict { return dayAfter(civil.Of(1899, 12, 31), number(b[:5])) }

func russianTax(b []byte) verdict {
	if len(b) == 10 {
		return russianLegal(b)
	}
	if v := russianP1(b[:11]); v.fault != "" {
		return v
	}
	return russianP2(b)
}

func russianRegister(b []byte) verdict {
	if len(b) == 13 {
		if b[0] == '0' {
			return noLeadingZero(b)
		}
		return holds(number(b[:12])%11%10 == int64(b[12]-'0'))
	}
	if b[0] != '3' && b[0] != '4' {
		return bad(FaultComponent, "15 digits begin with 3 or 4")
	}
	return holds(number(b[:14])%13%10 == int64(b[14]-'0'))
}

func ukrainianCompany(b []byte) verdict {
	if b[0] >= '3' && b[0] <= '5' {
		return ukrainianHigh(b)
	}
	return ukrainianLow(b)
}

const belarusLetters = "ABCEHKMOPT"

// belarusian: of two letters the second counts as its place among the ten
// letters in use.
func belarusian(b []byte) verdict {
	if !has("1234567ABCEHKM", b[0]) {
		return bad(FaultComponent, "the first character, for the region, is 1 to 7 or A B C E H K M")
	}
	if isDigit(b[0]) {
		return belarusSum(b)
	}
	for i := 0; i < len(belarusLetters); i++ {
		if belarusLetters[i] == b[1] {
			var d [9]byte
			copy(d[:], b)
			d[1] = byte('0' + i)
			return belarusSum(d[:])
		}
	}
	return bad(FaultComponent, "the letters are among A B C E H K M O P T")
}
