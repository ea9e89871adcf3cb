package taxid

// United Kingdom, Northern Ireland under its own prefix, and Ireland.

var (
	hmrcVAT = described("VAT registration number: moduli 97 and 97-55 as HMRC gives them out on request, GD and HA ranges",
		"https://www.pcreview.co.uk/threads/validation-of-uk-vat-number.3997310/page-2")
	hmrcNINO = opened("National Insurance Manual NIM39110: what a NINO looks like (HMRC)",
		"https://www.gov.uk/hmrc-internal-manuals/national-insurance-manual/nim39110")
)

const britishChecked = "9 or 12 digits: weights 8 to 2, modulus 97, or since 2009 the 97-55 series; GD000-GD499 and HA500-HA999, short " +
	"form by range only"

var ukSchemes = []spec{
	summed("GB", "vat", VAT, "VAT registration number", hmrcVAT, britishChecked,
		"#########", "############", "GD###", "HA###", "GD8888#####", "HA8888#####").
		prefix("GB").with(britishVAT),
	summed("GB", "vat", VAT, "VAT registration number (Northern Ireland)", hmrcVAT, britishChecked,
		"#########", "############", "GD###", "HA###", "GD8888#####", "HA8888#####").
		prefix("XI").in("XI").with(britishVAT),
	summed("GB", "utr", Tax, "Unique Taxpayer Reference",
		opened("United Kingdom: information on tax identification numbers (OECD, Common Reporting Standard; text at dokumen.tips)",
			"https://dokumen.tips/documents/united-kingdom-information-on-tax-identification-numbers.html"),
		"10 digits; the first is the check digit (as described): weights 6 7 8 9 10 5 4 3 2, modulus 11",
		"##########").drops("K").with(britishUTR),
	plain("GB", "nino", Personal, "National Insurance number", hmrcNINO,
		"two letters from the issued set, 6 digits, suffix A to D; the number has no check digit", "@@######@").
		with(britishNINO),
}

func britishVAT(b []byte) verdict {
	if isLetter(b[0]) {
		return britishGovernment(b)
	}
	if notAllZero(b[:7]).fault != "" {
		return bad(FaultComponent, "the first seven digits are not all zeros")
	}
	r := (weighted(b[:7], []int{8, 7, 6, 5, 4, 3, 2}) + int(number(b[7:9]))) % 97
	// The 97-55 series adds 55 before the remainder is taken; it began at 100 0000.
	return holds(r == 0 || r == 42 && b[0] != '0')
}

func britishGovernment(b []byte) verdict {
	n := number(b[2:5])
	if len(b) == 11 {
		n = number(b[6:9])
	}
	if b[0] == 'G' && n > 499 {
		return bad(FaultComponent, "government departments have GD000 to GD499")
	}
	if b[0] == 'H' && n < 500 {
		return bad(FaultComponent, "health authorities have HA500 to HA999")
	}
	if len(b) == 5 {
		return formatOnly("GD000 to GD499 or HA500 to HA999: range only, this form has no check digit")
	}
	return holds(n%97 == number(b[9:]))
}

func britishUTR(b []byte) verdict {
	b = b[:10]
	if v := notAllZero(b); v.fault != "" {
		return v
	}
	return holds(b[0] == "21987654321"[weighted(b[1:], []int{6, 7, 8, 9, 10, 5, 4, 3, 2})%11])
}

func britishNINO(b []byte) verdict {
	if has("DFIQUV", b[0]) || has("DFIOQUV", b[1]) {
		return bad(FaultComponent, "the prefix holds a letter that is not issued: D, F, I, Q, U, V, or O in second place")
	}
	switch string(b[:2]) {
	case "BG", "GB", "KN", "NK", "NT", "TN", "ZZ":
		return bad(FaultComponent, "the prefix is one that is not issued")
	}
	if !has("ABCD", b[8]) {
		return bad(FaultComponent, "the suffix is A, B, C or D")
	}
	return verdict{}
}

const irishLetters = "WABCDEFGHIJKLMNOPQRSTUV"

var irelandSchemes = []spec{
	summed("IE", "vat", VAT, "Value added tax registration number", viesRules,
		"7 digits and 1 or 2 letters, or the old form with a letter, + or * in second place; check letter: weights 8 to 2, modulus 23",
		"#######@", "#######@@", "#~#####@").
		prefix("IE").letters("+*").with(irishVAT),
	summed("IE", "ppsn", Personal, "Personal Public Service Number", euTIN,
		"7 digits, check letter, and since 2013 a letter A, B or H (or an old W, T, X that does not count); weights 8 to 2, modulus 23",
		"#######@", "#######@@").with(irishPPSN),
}

func irishVAT(b []byte) verdict {
	if isDigit(b[1]) {
		if len(b) == 9 && !has(irishLetters, b[8]) {
			return bad(FaultComponent, "the last letter is from A to W")
		}
		return irishSum(b[:7], b[7:])
	}
	var turned [7]byte
	turned[0] = '0'
	copy(turned[1:], b[2:7])
	turned[6] = b[0]
	return irishSum(turned[:], b[7:])
}

func irishPPSN(b []byte) verdict {
	if len(b) == 8 || has("WTX", b[8]) {
		return irishSum(b[:7], b[7:8])
	}
	if !has("ABH", b[8]) {
		return bad(FaultComponent, "the second letter is A, B, H, or an old W, T, X")
	}
	return irishSum(b[:7], b[7:])
}

// irishSum: letters[0] is the check letter; a second one counts nine times
// its place in the alphabet, W as 0.
func irishSum(digits, letters []byte) verdict {
	sum := weighted(digits, []int{8, 7, 6, 5, 4, 3, 2})
	if len(letters) == 2 && letters[1] != 'W' {
		sum += 9 * int(letters[1]-'A'+1)
	}
	return holds(letters[0] == irishLetters[sum%23])
}
