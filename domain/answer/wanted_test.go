package answer_test

import (
	"fmt"
	"testing"
)

// wanted are ways to ask for another figure than the tax of a year, and to speak of it
// without asking for it. Each stands behind a question without its last clause.
var wanted = []struct {
	whole  string   // what is said of the person
	asked  string   // what then asks for the tax of the year
	others []string // what asks for something else
	beside []string // sentences that change nothing
}{
	{"England 2025-26, £62,000 salary", "How much income tax?",
		[]string{"How much is left to pay?", "What do I still owe?", "What is my refund?", "How much tax do I get back?", "Balance due?",
			"How much tax do I pay at the basic rate?", "How much of it is taxed at 40%?", "How much falls in the higher rate band?",
			"How much income tax a month?", "What is the tax per week?", "Income tax each month?"},
		[]string{"I am a higher rate taxpayer.", "My wages come every month.", "Last time I got a refund.", "I owe nobody anything."}},
	{"Ledig, Berlin, 50.000 € brutto 2025, keine Kirche", "Wie hoch ist die Einkommensteuer?",
		[]string{"Wie hoch ist die Nachzahlung?", "Was muss ich noch zahlen?", "Wie viel bekomme ich zurück?",
			"Wie viel wird mit 42 % besteuert?", "Wie viel Steuer im Monat?", "Was zahle ich im Spitzensteuersatz?"},
		[]string{"Die Erstattung kam letztes Mal spät."}},
	{"Célibataire, Lyon, revenu net imposable 45 000 € en 2024", "Combien d'impôt sur le revenu ?",
		[]string{"Reste à payer ?", "Quel solde à payer ?", "Quel remboursement ?", "Combien d'impôt par mois ?",
			"Combien est imposé à 30 % ?"}, []string{"Le remboursement était tardif."}},
	{"Lisboa, solteiro, rendimento coletável de 30.000 € em 2024", "Quanto de IRS?",
		[]string{"Quanto vou receber de reembolso?", "Quanto de IRS por mês?", "Quanto falta pagar?"}, nil},
	{"Utrecht 2026, loon 50.000 euro bruto", "Hoeveel inkomstenbelasting?",
		[]string{"Hoeveel krijg ik terug?", "Hoeveel moet ik nog betalen?", "Hoeveel belasting per maand?"}, nil},
	{"Oslo, lønn 600 000 kr 2025", "Hvor mye skatt?", []string{"Hvor mye restskatt?", "Hvor mye får jeg igjen?", "Hvor mye skatt i måneden?"}, nil},
	{"Madrid, soltero, base liquidable 40.000 € 2024", "¿Cuánto IRPF?", []string{"¿Cuánto me devuelven?", "¿Cuánto IRPF al mes?"}, nil},
	{"Milano, reddito imponibile 35.000 € nel 2025", "Quanta IRPEF?", []string{"Quanto rimborso?", "Quanta IRPEF al mese?"}, nil},
}

// What is asked for is computed or refused: the tax of a year is never given for what
// is left of it, for a band or for a month.
func TestAnotherFigureIsNotGiven(t *testing.T) {
	p, e := everywhere()
	for _, c := range wanted {
		whole := c.whole + ". " + c.asked
		out := put(t, p, whole, e)
		before := figure(&out)
		if before == "" {
			t.Errorf("%q is %s (%s)", whole, out.Contract.VerificationStatus, out.Code)
		}
		for _, other := range c.others {
			for _, q := range []string{c.whole + ". " + other, c.whole + ": " + other} {
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

// reliefsAside are reliefs that a question leaves out: the figure is that without them,
// or there is none. frames hold what leaves them out.
var reliefsAside = []struct {
	whole, tax string
	frames     []string
	reliefs    map[string]string // relief → figure; "" = none
}{
	{"Hong Kong 2024-25, HK$600,000, single", "Salaries tax", []string{"%[2]s before the %[1]s?", "%[2]s ignoring the %[1]s?",
		"%[2]s, %[1]s excluded?"}, map[string]string{"one-off reduction": "61560.00", "one-off rebate": "61560.00", "dragon relief rebate": "",
		"marginal relief": ""}},
	{"Hong Kong company, assessable profits HK$3,000,000, 2024-25", "Profits tax", []string{"%[2]s before the %[1]s?", "%[2]s without the %[1]s?"},
		map[string]string{"one-off reduction": "330000.00", "tax rebate": "330000.00", "marginal relief": ""}},
	{"Singapore YA 2025, resident, chargeable income S$120,000", "Income tax", []string{"%[2]s before the %[1]s?", "%[2]s without %[1]s?"},
		map[string]string{"tax rebate": "7950.00", "personal income tax rebate": "7950.00", "earned income credit": ""}},
	{"Australia 2024-25, resident, taxable income A$40,000", "Income tax", []string{"%[2]s before %[1]s?", "%[2]s excluding %[1]s?"},
		map[string]string{"LITO": "4288.00", "the low income tax offset": "4288.00", "the zone tax offset": "", "SAPTO": ""}},
	{"Célibataire, Lyon, revenu net imposable 18 000 € en 2024", "Impôt sur le revenu", []string{"%[2]s avant %[1]s ?", "%[2]s sans la %[1]s ?"},
		map[string]string{"décote": "715.00", "réduction d'impôt Pinel": "", "plafonnement": ""}},
	{"Österreich, 42.000 € brutto 2024", "Einkommensteuer", []string{"%[2]s vor %[1]s?", "%[2]s ohne %[1]s?"},
		map[string]string{"Verkehrsabsetzbetrag": "4425.19", "Pendlerabsetzbetrag": "", "Steuerermäßigung": ""}},
	{"Malmö, lön 480 000 kr 2025, kommunalskatt 32,42 %, 40 år", "Inkomstskatt", []string{"%[2]s före %[1]s?", "%[2]s utan %[1]s?"},
		map[string]string{"jobbskatteavdraget": "", "grundavdrag": "", "skattereduktioner": ""}},
	{"Polska 2025, dochód do opodatkowania 100 000 zł, samotny", "Podatek dochodowy", []string{"%[2]s bez %[1]s?", "%[2]s przed %[1]s?"},
		map[string]string{"kwoty wolnej": "", "ulg": "", "kwoty zmniejszającej": ""}},
	{"香港，2024/25年度，单身，年薪60万港元", "薪俸税", []string{"未计%[1]s前%[2]s多少？", "%[2]s多少？不计%[1]s"},
		map[string]string{"一次性宽减": "61560.00", "宽减": "61560.00", "免税额": ""}},
	{"South Africa, 2025-26, salary R400,000, I am 70", "Income tax", []string{"%[2]s before the %[1]s?", "%[2]s ignoring the %[1]s?"},
		map[string]string{"rebates": "86507.00", "primary rebate": "", "secondary rebate": "", "tertiary rebate": ""}},
	{"Texas, single, W-2 wages $60,000 2024", "Federal income tax", []string{"%[2]s before the %[1]s?", "%[2]s without the %[1]s?"},
		map[string]string{"child tax credit": "", "foreign tax credit": "", "earned income credit": ""}},
}

func TestReliefsLeftOut(t *testing.T) {
	p, e := everywhere()
	for _, c := range reliefsAside {
		for relief, want := range c.reliefs {
			for _, frame := range c.frames {
				q := c.whole + ": " + fmt.Sprintf(frame, relief, c.tax)
				if out := put(t, p, q, e); figure(&out) != want {
					t.Errorf("%q is %q (%s), want %q", q, figure(&out), out.Code, want)
				}
			}
		}
	}
	for question, want := range map[string]string{ // a relief that is only spoken of, or not had
		"Texas, single, W-2 wages $60,000 2024, no credits: federal income tax?":                           "5219.00",
		"Australia 2024-25, resident, taxable income A$40,000. Income tax after LITO?":                     "3713.00",
		"Célibataire, Lyon, revenu net imposable 18 000 € en 2024. Impôt sur le revenu, décote comprise ?": "150.00",
		"England 2025-26: £60,000 before tax. Income tax?":                                                 "11432.00",
	} {
		if out := put(t, p, question, e); figure(&out) != want {
			t.Errorf("%q is %q (%s), want %q", question, figure(&out), out.Code, want)
		}
	}
}

// A company's taxes together are not one of them; the one is still given by its name, and
// without its surcharge.
func TestCompanyTaxesTogether(t *testing.T) {
	p, e := everywhere()
	for _, c := range []struct {
		whole, one string
		together   []string
	}{
		{"GmbH in Köln, zu versteuerndes Einkommen 80.000 € 2024", "Körperschaftsteuer?", []string{"Steuern insgesamt?", "Gesamte Steuerbelastung?",
			"KSt und Gewerbesteuer?", "Alle Steuern zusammen?"}},
		{"US C corporation in Texas, $400,000 taxable income 2024", "Federal corporate income tax?", []string{"Federal and state corporate tax?",
			"Total tax, federal and state?", "Combined corporate tax?", "State corporate tax?", "All taxes together?"}},
	} {
		q := c.whole + ": " + c.one
		if out := put(t, p, q, e); figure(&out) == "" {
			t.Errorf("%q is %s (%s)", q, out.Contract.VerificationStatus, out.Code)
		}
		for _, ask := range c.together {
			q := c.whole + ": " + ask
			if out := put(t, p, q, e); figure(&out) != "" {
				t.Errorf("%q is %s", q, figure(&out))
			}
		}
	}
	q := "GmbH in Köln, zu versteuerndes Einkommen 80.000 € 2024: Körperschaftsteuer ohne Soli?"
	if out := put(t, p, q, e); figure(&out) != "12000.00" { // § 23 (1) KStG: 15 %
		t.Errorf("%q is %q (%s)", q, figure(&out), out.Code)
	}
}
