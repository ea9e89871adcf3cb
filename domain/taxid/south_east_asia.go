package taxid

// South-east Asia.

var (
	singaporeTIN = read("Singapore: information on tax identification numbers (OECD, Common Reporting Standard)",
		"https://www.oecd.org/content/dam/oecd/en/topics/policy-issue-focus/aeoi/singapore-tin.pdf")
	singaporeUEN = described("UEN check letters, described by independent implementations that agree",
		"https://www.uen.gov.sg/ueninternet/faces/pages/admin/aboutUEN.jspx")
	singaporeNRIC = described("NRIC and FIN check letters, as widely described",
		"https://en.wikipedia.org/wiki/National_Registration_Identity_Card")
	malaysiaTIN  = listed("Malaysia")
	indonesiaTIN = oecd("Indonesia", "Indonesia-TIN.pdf")
)

var southEastAsia = []spec{
	summed("SG", "uen", Company, "Unique Entity Number", singaporeUEN,
		"8 digits and letter (businesses), year, 5 digits and letter (companies), or R/S/T, year, type (any two characters), 4 digits and "+
			"letter; check letter modulus 11",
		"########@", "#########@", "@##@@####@", "@##?@####@").with(singaporeEntity),
	summed("SG", "gst", VAT, "GST registration number", singaporeUEN,
		"a UEN with its check letter, or M, digit or letter, 7 digits and letter: format only",
		"########@", "#########@", "@##@@####@", "@##?@####@", "M########@", "M@#######@").
		also("vat").with(singaporeGST),
	summed("SG", "nric", Personal, "NRIC / FIN", singaporeNRIC,
		"letter, 7 digits, check letter: weights 2 7 6 5 4 3 2, modulus 11 (S, T, F, G); M series format only", "@#######@").
		with(singaporePerson),
	plain("SG", "itr", Tax, "Income Tax Reference Number (ITR)", singaporeTIN,
		"4, 8 digits and a check letter whose rule is not published", "4########@"),
	plain("MY", "tin", Tax, "Nombor Pengenalan Cukai (TIN)", malaysiaTIN,
		"prefix of the kind of holder and 9 to 11 digits; the number has no check digit",
		"IG#########", "IG##########", "IG###########", "SG#########", "SG##########", "SG###########",
		"OG#########", "OG##########", "OG###########",
		"C##########", "D##########", "E##########", "F##########", "J##########",
		"CS##########", "FA##########", "PT##########", "TA##########", "TC##########", "TN##########",
		"TR##########", "TP##########", "LE##########"),
	plain("MY", "sst", VAT, "SST registration number",
		named("MySST: structure of the registration number (Royal Malaysian Customs Department)", "https://mysst.customs.gov.my/"),
		"letter, 2 digits of the station, 4 digits of month and year, 8 digits; no check digit is published", "@##############").also("vat"),
	plain("MY", "nric", Personal, "MyKad number",
		described("MyKad: structure", "https://en.wikipedia.org/wiki/Malaysian_identity_card"),
		"12 digits that begin with a date; the number has no check digit", "############").with(yymmdd(0)),
	summed("TH", "tin", Tax, "เลขประจำตัวผู้เสียภาษีอากร", stdnum("TIN: check digit", "th/tin.py"),
		"13 digits; check digit: weights 13 to 2, modulus 11, last digit of 11 less the remainder", "#############").
		also("vat").with(notAllZero, tail(11, thaiTable, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)),
	summed("ID", "npwp", Tax, "Nomor Pokok Wajib Pajak (NPWP)", indonesiaTIN,
		"15 digits, or 16 with a leading 0: first nine by Luhn; 16 digits of a resident (NIK): area and date, format only",
		"###############", "################").also("vat").with(indonesian),
	plain("PH", "tin", Tax, "Taxpayer Identification Number",
		named("TIN and branch code: structure (Bureau of Internal Revenue)", "https://www.bir.gov.ph/"),
		"9 digits and an optional branch code of 3 or 5; no check digit is published", "#########", "############", "##############").
		also("vat").with(notAllZero),
	summed("VN", "mst", Tax, "Mã số thuế (MST)",
		described("MST: check digit as described by invoice providers; structure by Circular 105/2020/TT-BTC",
			"https://easyinvoice.vn/ma-so-thue/"),
		"10 digits and an optional unit of 3; check digit: weights 31 29 23 19 17 13 7 5 3, modulus 11", "##########", "#############").
		also("vat").with(vietnamese),
}

const thaiTable = "10987654321"

func singaporeEntity(b []byte) verdict {
	switch {
	case len(b) == 9:
		return holds(b[8] == "XMKECAWLJDB"[weighted(b[:8], []int{10, 4, 9, 3, 8, 2, 7, 1})%11])
	case isDigit(b[0]) && (two(b) < 18 || two(b) > 20):
		return bad(FaultComponent, "the first four digits of a company's number are the year of its registration")
	case isDigit(b[0]):
		return holds(b[9] == "ZKCMDNERGWH"[weighted(b[:9], []int{10, 8, 6, 4, 9, 7, 5, 3, 1})%11])
	case !has("RST", b[0]):
		return bad(FaultComponent, "the first letter is R, S or T")
	}
	const alphabet = "ABCDEFGHJKLMNPQRSTUVWX0123456789"
	sum := -5
	for i, w := range [9]int{4, 3, 5, 3, 10, 2, 2, 5, 7} {
		at := -1
		for j := 0; j < len(alphabet); j++ {
			if alphabet[j] == b[i] {
				at = j
			}
		}
		if at < 0 {
			return bad(FaultComponent, "the letters I, O, Y and Z are not used")
		}
		sum += at * w
	}
	return holds(b[9] == alphabet[mod(sum, 11)])
}

func singaporeGST(b []byte) verdict {
	if b[0] == 'M' {
		return formatOnly("M, digit or letter, 7 digits and a letter: the rule of the last letter is not published")
	}
	return singaporeEntity(b)
}

func singaporePerson(b []byte) verdict {
	sum := weighted(b[1:8], []int{2, 7, 6, 5, 4, 3, 2})
	switch b[0] {
	case 'S', 'F':
	case 'T', 'G':
		sum += 4
	case 'M':
		return formatOnly("M, 7 digits and a letter: the series of 2022, format only")
	default:
		return bad(FaultComponent, "the first letter is S, T, F, G or M")
	}
	table := "JZIHGFEDCBA"
	if b[0] == 'F' || b[0] == 'G' {
		table = "XWUTRQPNMLK"
	}
	return holds(b[8] == table[sum%11])
}

func indonesian(b []byte) verdict {
	if v := notAllZero(b); v.fault != "" {
		return v
	}
	switch {
	case len(b) == 15:
		return luhn(b[:9])
	case b[0] == '0':
		return luhn(b[:10])
	}
	day := two(b[6:])
	if day > 40 {
		day -= 40
	}
	if !isShortDate(two(b[10:]), two(b[8:]), day) {
		return dated(false)
	}
	return formatOnly("16 digits with a date (NIK): the number has no check digit")
}

var vietnameseSum = []int{31, 29, 23, 19, 17, 13, 7, 5, 3}

func vietnamese(b []byte) verdict {
	if string(b[2:9]) == "0000000" || len(b) == 13 && string(b[10:]) == "000" {
		return bad(FaultComponent, "the serial and the unit are not all zeros")
	}
	return holds(int(b[9]-'0') == 10-weighted(b[:9], vietnameseSum)%11)
}
