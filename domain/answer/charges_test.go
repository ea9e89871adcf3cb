package answer_test

import (
	"testing"
)

// charged is a question that lacks nothing, and charges of its place that no
// calculator has, in its language.
var charged = []struct {
	whole   string   // without what is asked for
	tax     string   // what is asked for, where it is the income tax
	and     string   // counts a charge up with it
	much    string   // "how much"
	charges []string // unknown to every list
	beside  []string // sentences about charges that are not asked for
}{
	{"England 2025-26, I earn £60,000", "income tax", "and", "how much", []string{"apprenticeship levy", "bedroom tax", "graphene levy", "XQZ",
		"health premium"},
		[]string{"My union takes a strike levy.", "The XQZ is somebody else's business."}},
	{"Single, Texas, W-2 wages of $80,000 in 2025", "federal income tax", "plus", "how much", []string{"FUTA", "SDI", "unemployment insurance",
		"jock tax", "XQZ"}, []string{"I like the XQZ."}},
	{"Australia 2024-25, $90,000 salary", "income tax", "and", "how much", []string{"super", "XQZ", "fire services levy"},
		[]string{"My fund is XQZ."}},
	{"South Africa, R500,000 salary, 2026 year of assessment", "income tax", "and", "how much", []string{"UIF", "SDL"}, nil},
	{"Ledig, Deutschland 2025, zvE 60.000 €", "Einkommensteuer", "und", "wie viel", []string{"Gewerbesteuer", "Krankenversicherungsbeitrag",
		"Rentenversicherungsbeitrag", "Zwergsteuer", "Insolvenzgeldumlage"},
		[]string{"Mein Verein erhebt einen Zwergbeitrag."}},
	{"Utrecht 2026, loon 50.000 euro bruto", "inkomstenbelasting", "en", "hoeveel", []string{"Zvw-bijdrage", "zorgtoeslag",
		"waterschapsheffing", "Zvw"}, nil},
	{"Célibataire, Lyon, revenu net imposable 45 000 € en 2024", "impôt sur le revenu", "et", "combien de", []string{"prélèvements sociaux",
		"IFI", "taxe zorglub", "impôt sur la fortune"}, nil},
	{"Madrid, soltero, base liquidable 40.000 € 2024", "IRPF", "y", "cuánto", []string{"impuesto sobre el patrimonio", "IMSERSO",
		"cuota zorglub"}, nil},
	{"Milano, reddito imponibile 35.000 € nel 2025", "IRPEF", "e", "quanto", []string{"IVAFE", "contributo zorglub"}, nil},
	{"Lisboa, solteiro, rendimento coletável de 30.000 € em 2024", "IRS", "e", "quanto", []string{"taxa zorglub", "AIMI"}, nil},
	{"Malmö, lön 480 000 kr 2025, kommunalskatt 32,42 %", "inkomstskatt", "och", "hur mycket", []string{"begravningsskatt", "egenavgift"},
		nil},
	{"Oslo, lønn 600 000 kr 2025", "inntektsskatt", "og", "hvor mye", []string{"zorglubskatt", "minstefradrag"}, nil},
	{"Danmark, kommuneskat 25 %, løn 500.000 kr i 2025", "indkomstskat", "og", "hvor meget", []string{"topskat", "kommuneskat", "ATP-bidrag"},
		nil},
}

// What is asked for and is no tax here gets no figure, whatever it is called; what
// is only spoken of does not stand in the way.
func TestChargesByName(t *testing.T) {
	p, e := everywhere()
	for _, c := range charged {
		whole := c.whole + ": " + c.tax + "?"
		out := put(t, p, whole, e)
		before := figure(&out)
		if before == "" {
			t.Errorf("%q is %s (%s)", whole, out.Contract.VerificationStatus, out.Code)
		}
		for _, charge := range c.charges {
			for _, q := range []string{c.whole + ": " + charge + "?", c.whole + ": " + c.much + " " + charge + "?",
				c.whole + ". " + capital(c.much) + " " + charge + "?",
				c.whole + ": " + c.tax + " " + c.and + " " + charge + "?"} {
				if out := put(t, p, q, e); figure(&out) != "" {
					t.Errorf("%q is %s", q, figure(&out))
				}
			}
		}
		for _, sentence := range c.beside {
			q := sentence + " " + whole
			if out := put(t, p, q, e); figure(&out) != before && !unread(&out) {
				t.Errorf("%q is %q (%s), %s without the sentence", q, figure(&out), out.Code, before)
			}
		}
	}
}

// What is asked for together is computed together, or not at all.
func TestScopesInFull(t *testing.T) {
	p, e := everywhere()
	for question, want := range map[string]string{
		"England 2025-26 £60,000: total of income tax plus NI?":                                                      "14642.60",
		"England 2025-26 £60,000: total income tax and national insurance?":                                          "14642.60",
		"Self-employed in England £60,000 profit 2025-26: total tax and NI bill?":                                    "13888.60",
		"I earn £30,000 in England 2025-26 with a plan 2 student loan. How much income tax and NI and student loan?": "5018.10",
		"England 2025-26 £60,000: income tax, NI and pension?":                                                       "",
		"New Jersey, single, W-2 $80,000 2025: how much SUI?":                                                        "",
		"England 2025-26, £60,000: how much tax credit do I get?":                                                    "",
		"How much Class 1A NIC on £60,000 in England in 2025-26?":                                                    "",
		"I have two jobs paying £40,000 and £30,000, how much National Insurance in 2025-26?":                        "",
		"How much EI on $60,000 in Ontario in 2025?":                                                                 "984.00",
		"How much CPP and EI on $60,000 in Ontario in 2025?":                                                         "4345.75",
		"How much income tax plus CPP and EI on $60,000 in Ontario in 2025?":                                         "13022.54",
		"How much QPP on $60,000 in Quebec in 2025?":                                                                 "3616.00",
		"I live in Toronto, salary $90,000, 2025: Ontario health premium?":                                           "750.00",
		"Single, Illinois, W-2 $80,000 2024: state and federal tax combined?":                                        "13270.00",
		"Single, California, $80,000 wages in 2024. Federal and state income tax?":                                   "12769.00",
		"Single, live in New York City, $80,000 wages 2024. State and city income tax?":                              "6462.00",
		"Single, New York City, W-2 $80,000 2024: federal, state and city tax?":                                      "15909.00",
		"Single, Detroit Michigan, W-2 $80,000 2024: city income tax?":                                               "",
		"Single, live in Philadelphia, $80,000 wages 2024. State and local income tax?":                              "",
		"Single, St. Louis Missouri, W-2 $80,000 2024: all income taxes?":                                            "",
		"How much FICA on $250,000 wages in 2025, single?":                                                           "14993.20",
		"How much FICA on $250,000 wages in 2025?":                                                                   "",
		"India FY 2025-26 new regime salary 12 lakh: tax before the 87A rebate?":                                     "52500.00",
		"Hong Kong 2024-25 HK$600,000 single, before the one-off reduction. Salaries tax?":                           "61560.00",
		"Ik woon in Utrecht, verdien 50.000 euro in 2026, vóór arbeidskorting. Inkomstenbelasting?":                  "16257.71",
		"Quebec, $90,000 salary 2025, without the Quebec abatement?":                                                 "22878.65",
		"Australia 2025-26, $125,000 salary with HECS debt. Income tax and HECS?":                                    "39488.00",
		"Jag bor i Sverige, kommunalskatt 32 %, lön 900 000 kr 2025: hur mycket statlig inkomstskatt?":               "51380.00",
		"Zürich, ledig, steuerbares Einkommen 100'000 2025: Kantonssteuer?":                                          "13493.19",
	} {
		if out := put(t, p, question, e); figure(&out) != want {
			t.Errorf("%q is %q (%s), want %q", question, figure(&out), out.Code, want)
		}
	}
}
