package taxid

// Africa beyond Egypt.

var (
	sarsModulus = told("Tax reference number: first digit and the modulus test of SARS, as described",
		"https://support.payspace.com/portal/en/kb/articles/tax-ref-number-logic-and-validation")
	nigerianID = described("Tax ID of 13 digits under sections 6 to 8 of the Nigeria Tax Administration Act, 2025, beside older TINs",
		"https://regfollower.com/?p=82498")
)

var africa = []spec{
	summed("ZA", "tin", Tax, "Income tax reference number", sarsModulus,
		"10 digits, the first 0, 1, 2, 3 or 9; check digit by Luhn (modulus 10)", "##########").
		separators(" -/").with(notAllZero, oneOf(0, "01239", "the first digit is 0, 1, 2, 3 or 9"), luhn),
	summed("ZA", "vat", VAT, "VAT vendor number",
		described("VAT number: 4 in front and modulus 10, as described", "https://tools.gera.services/south-africa-vat-number-validator"),
		"10 digits, the first 4; check digit by Luhn (modulus 10)", "4#########").with(luhn),
	summed("ZA", "id", Personal, "Identity number",
		described("South African identity number: structure and Luhn", "https://en.wikipedia.org/wiki/South_African_identity_card"),
		"13 digits that begin with a date, citizenship 0 to 2; check digit by Luhn", "#############").
		with(yymmdd(0), oneOf(10, "012", "the eleventh digit, for citizenship, is 0, 1 or 2"), luhn),
	plain("NG", "tin", Tax, "Tax ID / Tax Identification Number", nigerianID,
		"13 digits (since 2026), or 10 or 12 digits of older series; no check digit is published",
		"#############", "############", "##########").also("vat").with(notAllZero),
	plain("KE", "pin", Tax, "KRA Personal Identification Number",
		official("About PIN (Kenya Revenue Authority)", "https://www.kra.go.ke/individual/individual-pin-registration/learn-about-pin/about-pin"),
		"A (persons) or P (others), 9 digits, letter; the rule of the letter is not published", "A#########@", "P#########@").
		also("vat"),
	plain("GH", "tin", Tax, "Taxpayer Identification Number / Ghana Card PIN", oecd("Ghana", "Ghana-TIN.pdf"),
		"P, C, G, Q or V, 00 and 8 characters, or a Ghana Card number (GHA and 10 digits); no check digit is published",
		"P00????????", "C00????????", "G00????????", "Q00????????", "V00????????", "GHA##########").also("vat"),
	summed("MA", "ice", Company, "Identifiant commun de l'entreprise (ICE)",
		official("Guide de l'ICE", "https://www.ice.gov.ma/ICE/Guide_ICE.pdf"),
		"15 digits; ISO 7064 MOD 97-10", "###############").with(notAllZero, func(b []byte) verdict { return holds(number(b)%97 == 0) }),
	plain("MA", "if", Tax, "Identifiant fiscal", named("Identifiant fiscal: structure", "https://www.tax.gov.ma/"),
		"7 or 8 digits; no check digit is published", "#######", "########").also("vat"),
	plain("TN", "mf", Tax, "Matricule fiscal",
		described("Matricule fiscal: structure", "https://futurexpert.tn/2019/10/22/structure-et-utilite-du-matricule-fiscal/"),
		"7 digits and a key letter (not I, O, U), optionally code, category and establishment; the key letter is not calculated",
		"#######@", "#######@@@###").also("vat").separators(" -./").with(tunisian),
	plain("DZ", "nif", Tax, "Numéro d'identification fiscale", stdnum("NIF: structure", "dz/nif.py"),
		"15 digits, or 20 with an establishment; no check digit is published", "###############", "####################").also("vat"),
	summed("SN", "ninea", Company, "NINEA", described("NINEA: check digit as described", "https://e-ninea.ansd.sn/search_annuaire"),
		"7 or 9 digits, optionally 3 characters of the COFI; weights 1 and 2, modulus 10", "#######", "#########", "########@#", "##########@#").
		with(notAllZero, senegalese),
	plain("RW", "tin", Tax, "TIN", named("TIN: structure (Rwanda Revenue Authority)", "https://www.rra.gov.rw/"),
		"9 digits; no check digit is published", "#########").also("vat"),
	plain("UG", "tin", Tax, "TIN", named("TIN: structure (Uganda Revenue Authority)", "https://ura.go.ug/"),
		"10 digits; no check digit is published", "##########").also("vat"),
	plain("TZ", "tin", Tax, "TIN", named("TIN: structure (Tanzania Revenue Authority)", "https://www.tra.go.tz/"),
		"9 digits; no check digit is published", "#########"),
}

func tunisian(b []byte) verdict {
	if has("IOU", b[7]) {
		return bad(FaultComponent, "the key letter is never I, O or U")
	}
	if len(b) == 8 {
		return verdict{}
	}
	if !has("APBDN", b[8]) || !has("MPCNE", b[9]) {
		return bad(FaultComponent, "the tax code is A, P, B, D or N and the category M, P, C, N or E")
	}
	if string(b[10:]) != "000" && b[9] != 'E' {
		return bad(FaultComponent, "an establishment other than 000 has the category E")
	}
	return verdict{}
}

func senegalese(b []byte) verdict {
	n := len(b)
	if !isDigit(b[n-2]) {
		n -= 3
	}
	return holds(weighted(b[:n], []int{1, 2, 1, 2, 1, 2, 1, 2, 1})%10 == 0)
}
