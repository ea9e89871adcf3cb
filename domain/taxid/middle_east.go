package taxid

// The Gulf, Israel and Egypt.

var gulf = named("VAT account number: structure (National Bureau for Revenue)", "https://www.nbr.gov.bh/")

var middleEast = []spec{
	summed("IL", "hp", Company, "מספר תאגיד (company number)", oecd("Israel", "Israel-TIN.pdf"),
		"9 digits, the first 5; check digit by Luhn", "5########").also("vat").with(luhn),
	summed("IL", "id", Personal, "מספר זהות (identity number)", oecd("Israel", "Israel-TIN.pdf"),
		"9 digits (8 get a 0); check digit by Luhn", "#########").padded(9).with(notAllZero, luhn),
	plain("AE", "trn", VAT, "Tax Registration Number",
		told("TRN: 15 digits that begin with 100, as described", "https://bcl.ae/blogs/trn-verification-uae/"),
		"15 digits that begin with 100; no check digit is published", "100############").also("vat"),
	plain("SA", "vat", VAT, "رقم التسجيل الضريبي (VAT registration number)",
		official("Electronic Invoice XML Implementation Standard: BR-KSA-39 and BR-KSA-40 (ZATCA; text at Scribd)",
			"https://scribd.com/document/682119330/20210528-ZATCA-Electronic-Invoice-XML-Implementation-Standard-VShared"),
		"15 digits, the first and last 3; no check digit is published", "3#############3"),
	plain("BH", "vat", VAT, "VAT account number", gulf, "15 digits; no check digit is published", "###############"),
	plain("OM", "vat", VAT, "VATIN",
		official("VATIN validation (Oman Tax Authority)", "https://tms.taxoman.gov.om/portal/vatin-validation"),
		"OM and 10 digits, the last may be X; no check digit is published", "##########", "#########X").prefix("OM"),
	plain("EG", "tin", Tax, "رقم التسجيل الضريبي",
		stdnum("Tax registration number: structure", "eg/tn.py"),
		"9 digits; no check digit is published", "#########").also("vat").separators(" -/").with(notAllZero),
}
