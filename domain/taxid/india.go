package taxid

// India.

var (
	indianGST = described("GSTIN: Luhn over 36 characters, as implemented alike by independent libraries; structure by rule 10 of the CGST "+
		"Rules, 2017",
		"https://en.wikipedia.org/wiki/Goods_and_Services_Tax_(India)")
	indianPAN = official("Permanent Account Number: structure (Income Tax Department)",
		"https://incometaxindia.gov.in/tutorials/1.permanent%20account%20number%20(pan).pdf")
	indianTAN = named("Tax Deduction Account Number: structure (Income Tax Department)",
		"https://incometaxindia.gov.in/")
)

var indiaSchemes = []spec{
	summed("IN", "gstin", VAT, "Goods and Services Tax Identification Number", indianGST,
		"state code, PAN (of any holder), entity character, Z, check character: Luhn over 36 characters",
		"##@@@@@####@?Z?").also("gst", "vat").with(indianState, indianEntity, luhn36).unmistakable(),
	plain("IN", "pan", Tax, "Permanent Account Number", indianPAN,
		"5 letters of which the fourth names the holder, 4 digits, letter; the rule of the last letter is not published",
		"@@@@@####@").with(indianHolder),
	plain("IN", "tan", Tax, "Tax Deduction and Collection Account Number", indianTAN,
		"4 letters, 5 digits, letter; the rule of the last letter is not published", "@@@@#####@"),
}

// indianState: 01 to 38 are states and territories (25 merged into 26 in
// 2020, 28 old Andhra Pradesh), 97 other territory, 99 centre jurisdiction.
func indianState(b []byte) verdict {
	if n := two(b); n >= 1 && n <= 38 || n == 97 || n == 99 {
		return verdict{}
	}
	return bad(FaultComponent, "the first two digits are not a state code: 01 to 38, 97 or 99")
}

func indianEntity(b []byte) verdict {
	if b[12] == '0' {
		return bad(FaultComponent, "the thirteenth character, for the registration in the state, is not 0")
	}
	return indianHolder(b[2:12])
}

func indianHolder(b []byte) verdict {
	if !has("ABCFGHJLPT", b[3]) && b[3] != 'K' && b[3] != 'E' {
		return bad(FaultComponent, "the fourth letter of the PAN names no kind of holder")
	}
	if string(b[5:9]) == "0000" {
		return bad(FaultComponent, "the four digits of the PAN are from 0001 to 9999")
	}
	return verdict{}
}
