package taxid

// Australia and New Zealand.

var (
	australianABN = read("Format of the ABN (Australian Business Register)", "https://abr.business.gov.au/Help/AbnFormat")
	australianACN = opened("Australian Company Number digit check (ASIC)",
		"https://asic.gov.au/for-business/registering-a-company/steps-to-register-a-company/australian-company-numbers/australian-company-number-digit-check")
	australianTFN = described("TFN: weights as widely described; the Australian Taxation Office does not publish them",
		"https://en.wikipedia.org/wiki/Tax_file_number")
	newZealandIRD = read("Resident and non-resident withholding tax specification: IRD number validation (Inland Revenue)",
		"https://www.ird.govt.nz/-/media/Project/IR/PDF/2020RWTNRWTSpecificationDocumentv10.pdf")
)

var oceania = []spec{
	summed("AU", "abn", Company, "Australian Business Number", australianABN,
		"11 digits; 1 taken from the first, weights 10 1 3 5 7 9 11 13 15 17 19, modulus 89", "###########").
		also("gst", "vat").with(australianBusiness),
	summed("AU", "acn", Company, "Australian Company Number", australianACN,
		"9 digits; check digit: weights 8 to 1, modulus 10", "#########").
		with(notAllZero, tail(10, minus10, 8, 7, 6, 5, 4, 3, 2, 1)),
	summed("AU", "tfn", Tax, "Tax File Number", australianTFN,
		"9 digits: weights 1 4 3 7 5 8 6 9 10, modulus 11; 8 digits of old numbers are format only", "#########", "########").
		with(notAllZero, australianTax),
	summed("NZ", "ird", Tax, "IRD / GST number", newZealandIRD,
		"8 or 9 digits from 10000000 to 150000000; check digit: weights 3 2 7 6 5 4 3 2, then 7 4 3 2 5 2 7 6, modulus 11",
		"########", "#########").also("gst", "vat").with(newZealand),
	summed("NZ", "nzbn", Company, "New Zealand Business Number",
		named("NZBN: a GS1 global location number (Companies Office)", "https://www.nzbn.govt.nz/"),
		"13 digits that begin with 9429; check digit as in EAN-13", "9429#########").with(ean13),
}

func australianBusiness(b []byte) verdict {
	if two(b) < 11 {
		return bad(FaultComponent, "the two leading check digits are from 11 to 99")
	}
	return holds((weighted(b, []int{10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19})-10)%89 == 0)
}

func australianTax(b []byte) verdict {
	if len(b) == 8 {
		return formatOnly("8 digits of an old number: descriptions of its weights disagree, so they are not applied")
	}
	return holds(weighted(b, []int{1, 4, 3, 7, 5, 8, 6, 9, 10})%11 == 0)
}

func newZealand(b []byte) verdict {
	if n := number(b); n < 10_000_000 || n > 150_000_000 {
		return bad(FaultComponent, "the number is outside 10000000 to 150000000")
	}
	n := len(b) - 1
	r := mod(-weighted(b[:n], []int{3, 2, 7, 6, 5, 4, 3, 2}), 11)
	if r == 10 {
		r = mod(-weighted(b[:n], []int{7, 4, 3, 2, 5, 2, 7, 6}), 11)
	}
	return holds(r == int(b[n]-'0'))
}
