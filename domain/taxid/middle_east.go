package taxid

// The Gulf, Israel and Egypt.

var gulf = described("GCC VAT registration numbers: structure", "https://tax.gov.ae/en/trn.verification.aspx")

var middleEast = []spec{
	summed("IL", "hp", Company, "מספר תאגיד (company number)", oecd("Israel", "Israel-TIN.pdf"),
		"9 digits, the first 5; check digit by Luhn", "5########").also("vat").with(luhn),
	summed("IL", "id", Personal, "מספר זהות (identity number)", oecd("Israel", "Israel-TIN.pdf"),
		"9 digits (8 get a 0); check digit by Luhn", "#########").padded(9).with(notAllZero, luhn),
	plain("AE", "trn", VAT, "Tax Registration Number",
		official("TRN verification (Federal Tax Authority)", "https://tax.gov.ae/en/trn.verification.aspx"),
		"15 digits that begin with 100; no check digit is published", "100############").also("vat"),
	plain("SA", "vat", VAT, "رقم التسجيل الضريبي (VAT registration number)",
		official("E-invoicing XML implementation standard: BR-KSA-39 and BR-KSA-40 (ZATCA)", "https://zatca.gov.sa/en/E-Invoicing/SystemsDevelopers/Pages/default.aspx"),
		"15 digits, the first and last 3; no check digit is published", "3#############3"),
	plain("BH", "vat", VAT, "VAT account number", gulf, "15 digits; no check digit is published", "###############"),
	plain("OM", "vat", VAT, "VATIN",
		official("VATIN validation (Oman Tax Authority)", "https://tms.taxoman.gov.om/portal/vatin-validation"),
		"OM and 10 digits, the last may be X; no check digit is published", "##########", "#########X").prefix("OM"),
	plain("EG", "tin", Tax, "رقم التسجيل الضريبي",
		official("Tax registration number (Egyptian Tax Authority)", "https://www.eta.gov.eg/"),
		"9 digits; no check digit is published", "#########").also("vat").separators(" -/").with(notAllZero),
}
