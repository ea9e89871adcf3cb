package taxid

// United States and Canada.

var (
	irsEIN = official("How EINs are assigned and valid EIN prefixes (IRS)",
		"https://www.irs.gov/businesses/small-businesses-self-employed/how-eins-are-assigned-and-valid-ein-prefixes")
	irsITIN = official("Publication 4757 and IRM 3.21.263: ITIN ranges (IRS)", "https://www.irs.gov/irm/part3/irm_03-021-263r")
	ssaSSN  = opened("Social Security number randomization, frequently asked questions (SSA)",
		"https://www.ssa.gov/employer/randomizationfaqs.html")
	craSIN = official("Validation of the Social Insurance Number (Employment and Social Development Canada)",
		"https://www.canada.ca/en/employment-social-development/services/sin.html")
	craBN = opened("When you need a business number or Canada Revenue Agency program accounts: program account numbers (CRA)",
		"https://www.canada.ca/en/revenue-agency/services/tax/businesses/topics/registering-your-business/you-need-a-business-number-a-program-account.html")
	quebec = read("Validate a QST registration number: required information (Revenu Québec)",
		"https://www.revenuquebec.ca/en/online-services/tools/application-programming-interface-api-used-to-validate-a-qst-registration-number")
)

var northAmerica = []spec{
	plain("US", "ein", Company, "Employer Identification Number", irsEIN,
		"9 digits with an assigned prefix; the number has no check digit", "#########").with(americanEIN),
	plain("US", "ssn", Personal, "Social Security number", ssaSSN,
		"9 digits; not 000, 666 or 900 to 999 in front, no group 00, no serial 0000, nor one of two that were printed in advertisements (as "+
			"described); the number has no check digit", "#########").
		with(americanSSN),
	plain("US", "itin", Personal, "Individual Taxpayer Identification Number", irsITIN,
		"9 digits: 9 in front; group 50 to 65, 70 to 88, 90 to 92 or 94 to 99; the number has no check digit", "9########").
		with(func(b []byte) verdict {
			switch g := two(b[3:]); {
			case g >= 50 && g <= 65, g >= 70 && g <= 88, g >= 90 && g <= 92, g >= 94:
				return verdict{}
			}
			return bad(FaultComponent, "digits 4 and 5 are outside the ranges of an ITIN")
		}),
	plain("US", "atin", Personal, "Adoption Taxpayer Identification Number", irsITIN,
		"9 digits: 9 in front, 93 in places 4 and 5; the number has no check digit", "9##93####"),
	plain("US", "ptin", Personal, "Preparer Tax Identification Number",
		told("PTIN: eight digits after the letter P, as described",
			"http://topics.law.cornell.edu/wex/preparer_taxpayer_identification_number_%28ptin%29"),
		"P and 8 digits; the number has no check digit", "P########"),
	summed("CA", "sin", Personal, "Social Insurance Number", craSIN,
		"9 digits, the first not 0 or 8; check digit by Luhn", "#########").
		with(oneOf(0, "1234567"+"9", "no number begins with 0 or 8"), luhn),
	summed("CA", "bn", Company, "Business Number", craBN,
		"9 digits, by Luhn (as described), optionally program RC, RM, RP, RR, RT, RZ and 4 digits", "#########", "#########R@####").
		with(notAllZero, canadianBusiness),
	summed("CA", "gst", VAT, "GST/HST account number", craBN,
		"9 digits, by Luhn (as described), RT and 4 digits", "#########RT####").also("vat", "hst").
		with(func(b []byte) verdict { return luhn(b[:9]) }),
	plain("CA", "qst", VAT, "QST registration number", quebec,
		"10 digits, TQ and 4 digits; no check digit is published (9 digits and RT are a financial institution's GST number)",
		"##########TQ####"),
}

// einUnassigned are the two-digit prefixes that no campus assigns.
var einUnassigned = [100]bool{0: true, 7: true, 8: true, 9: true, 17: true, 18: true, 19: true, 28: true, 29: true,
	49: true, 69: true, 70: true, 78: true, 79: true, 89: true, 96: true, 97: true}

func americanEIN(b []byte) verdict {
	if einUnassigned[two(b)] {
		return bad(FaultComponent, "the prefix is not one the IRS assigns")
	}
	return verdict{}
}

func americanSSN(b []byte) verdict {
	switch area := number(b[:3]); {
	case area == 0, area == 666, area >= 900:
		return bad(FaultComponent, "the first three digits are not issued: 000, 666 and 900 to 999")
	}
	if two(b[3:]) == 0 || number(b[5:]) == 0 {
		return bad(FaultComponent, "group 00 and serial 0000 are not issued")
	}
	switch string(b) {
	case "078051120", "219099999":
		return bad(FaultComponent, "this number was printed in advertisements and is void")
	}
	return verdict{}
}

func canadianBusiness(b []byte) verdict {
	if len(b) == 15 && !has("CMPRTZ", b[10]) {
		return bad(FaultComponent, "the program is RC, RM, RP, RR, RT or RZ")
	}
	return luhn(b[:9])
}
