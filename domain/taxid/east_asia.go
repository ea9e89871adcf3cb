package taxid

// Japan, Korea, China, Taiwan, Hong Kong.

var (
	japanCorporate = opened("About Corporate Numbers: 13 digits (National Tax Agency)",
		"https://www.houjin-bangou.nta.go.jp/en/setsumei/index.html")
	japanMyNumber = official("個人番号の検査用数字を算出する算式 (Ministerial Ordinance No. 85 of 2014, art. 5)",
		"https://laws.e-gov.go.jp/document?lawid=426M60000008085")
	japanInvoice = opened("適格請求書発行事業者公表サイト: 登録番号の構成 (National Tax Agency)",
		"https://www.invoice-kohyo.nta.go.jp/about-toroku/")
	taiwanUBN = read("營利事業統一編號檢查碼邏輯修正說明 (Ministry of Finance, Fiscal Information Agency)",
		"https://www.fia.gov.tw/singlehtml/3?cntId=c4d9cff38c8642ef8872774ee9987283")
)

var eastAsia = []spec{
	summed("JP", "cn", Company, "法人番号 (Corporate Number)", japanCorporate,
		"13 digits; the first is the check digit (as described): weights 1 and 2 from the right, modulus 9", "#############").
		with(japaneseCorporate),
	summed("JP", "invoice", VAT, "適格請求書発行事業者登録番号 (qualified invoice issuer)", japanInvoice,
		"T and 13 digits; corporations: the Corporate Number with its check digit (see jp.cn); other issuers have no published check digit, so "+
			"a failed check digit is format only",
		"#############").also("vat").prefix("T").with(japaneseInvoice),
	summed("JP", "mynumber", Personal, "個人番号 (My Number)", japanMyNumber,
		"12 digits; check digit: weights 6 5 4 3 2 7 6 5 4 3 2, modulus 11", "############").
		with(tail(11, minus11or0, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)),
	summed("KR", "brn", Company, "사업자등록번호 (business registration number)",
		described("Business registration number: check digit as described, with a worked example", "https://hongpage.kr/96"),
		"10 digits; check digit: weights 1 3 7 1 3 7 1 3 5 and the tens of the last product, modulus 10", "##########").
		also("vat").with(notAllZero, koreanBusiness),
	summed("CN", "uscc", Company, "统一社会信用代码 (unified social credit identifier)",
		stdnum("Unified social credit identifier (GB 32100-2015)", "cn/uscc.py"),
		"18 digits and letters without I, O, S, V, Z; check character: powers of 3, modulus 31", "??######??????????").
		also("vat").with(chineseCredit),
	summed("CN", "ric", Personal, "居民身份证号码 (resident identity number)",
		stdnum("Resident identity number (GB 11643-1999)", "cn/ric.py"),
		"17 digits with a date in places 7 to 14 (the area is not looked up) and a check character ISO 7064 MOD 11-2", "#################?").
		with(chinesePerson),
	summed("TW", "ubn", Company, "統一編號 (unified business number)", taiwanUBN,
		"8 digits; digits of the products with weights 1 2 1 2 1 2 4 1 add up to a multiple of 5 (since April 2023; 10 before)", "########").
		also("vat").with(notAllZero, taiwanese),
	plain("HK", "br", Company, "商業登記號碼 (business registration number)",
		listed("Hong Kong"),
		"8 digits, optionally the branch (3 digits) and the rest of a certificate number (5 digits); no check digit is published",
		"########", "###########", "################"),
}

func japaneseCorporate(b []byte) verdict {
	sum := 0
	for i := range 12 {
		sum += int(b[12-i]-'0') * (1 + i%2)
	}
	return holds(int(b[0]-'0') == 9-sum%9)
}

// japaneseInvoice: sole traders get numbers outside the Corporate Number's
// range of check digits, without a published rule of their own.
func japaneseInvoice(b []byte) verdict {
	if v := notAllZero(b); v.fault != "" {
		return v
	}
	if japaneseCorporate(b).fault != "" {
		return formatOnly("T and 13 digits; not a Corporate Number, so only an issuer without one can hold it: format only")
	}
	return verdict{}
}

func koreanBusiness(b []byte) verdict {
	if number(b[:3]) < 101 || two(b[3:]) == 0 || number(b[5:9]) == 0 {
		return bad(FaultComponent, "the office is at least 101, and neither kind nor serial is all zeros")
	}
	sum := weighted(b[:9], []int{1, 3, 7, 1, 3, 7, 1, 3, 5}) + int(b[8]-'0')*5/10
	return holds(int(b[9]-'0') == (10-sum%10)%10)
}

const chineseLetters = "0123456789ABCDEFGHJKLMNPQRTUWXY"

func chineseCredit(b []byte) verdict {
	sum, weight := 0, 1
	check := 0
	for i, c := range b {
		v := -1
		for j := 0; j < len(chineseLetters); j++ {
			if chineseLetters[j] == c {
				v = j
				break
			}
		}
		if v < 0 {
			return bad(FaultComponent, "the letters I, O, S, V and Z are not used")
		}
		if i == 17 {
			check = v
			break
		}
		sum += v * weight
		weight = weight * 3 % 31
	}
	return holds((sum+check)%31 == 0)
}

func chinesePerson(b []byte) verdict {
	if c := b[17]; !isDigit(c) && c != 'X' {
		return bad(FaultComponent, "the last character is a digit or X")
	}
	born := on(int(number(b[6:10])), two(b[10:]), two(b[12:]))
	if born.fault != "" {
		return born
	}
	return iso11_2(b).of(born)
}

func taiwanese(b []byte) verdict {
	sum := 0
	for i, w := range [8]int{1, 2, 1, 2, 1, 2, 4, 1} {
		p := int(b[i]-'0') * w
		sum += p/10 + p%10
	}
	// A 7 in place seven gives 28, whose digits 10 may count as 1 or as 0.
	return holds(sum%5 == 0 || b[6] == '7' && (sum+1)%5 == 0)
}
