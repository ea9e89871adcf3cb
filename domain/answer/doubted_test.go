package answer_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// unsure is a question in which %s is the filing status, how people of the language say
// one, and how they say that they are not sure.
type unsure struct {
	question string // %s is the status as a sentence or clause of its own
	status   []string
	doubts   []string
}

var unsureQuestions = []unsure{
	{"Nevada, W-2 wages of $61,000 in 2025. %s Federal income tax?", []string{"Single", "Head of household"},
		[]string{"I'm not sure.", "Not sure though.", "I don't know.", "No idea.", "Unsure."}},
	{"Deutschland, zu versteuerndes Einkommen 48.000 € in 2025. %s Wie hoch ist die Einkommensteuer?", []string{"Ledig", "Ich bin ledig"},
		[]string{"Bin mir nicht sicher.", "Ich weiß es nicht.", "Keine Ahnung."}},
	{"Revenu net imposable 41 000 € en 2025, France. %s Combien d'impôt sur le revenu ?", []string{"Célibataire", "Je suis célibataire"},
		[]string{"Je ne suis pas sûr.", "Je ne sais pas.", "Aucune idée."}},
	{"Rendimento coletável de 26.000 € em 2025, Portugal continental. %s Quanto é o IRS?", []string{"Solteiro", "Sou solteira"},
		[]string{"Não tenho a certeza.", "Não sei."}},
	{"Dochód do opodatkowania 80 000 zł w 2025, Polska. %s Ile podatku dochodowego?", []string{"Rozliczam się sam", "Singiel"},
		[]string{"Nie jestem pewien.", "Nie wiem."}},
}

// A status that the asker doubts, or only asks, is asked back; said plainly it counts, and
// a doubt about the tax itself takes nothing away.
func TestDoubtedStatus(t *testing.T) {
	p, e := everywhere()
	for _, c := range unsureQuestions {
		for _, status := range c.status {
			plain := fmt.Sprintf(c.question, status+".")
			out := put(t, p, plain, e)
			if figure(&out) == "" {
				t.Errorf("%q is %s (%s)", plain, out.Contract.VerificationStatus, out.Code)
			}
			for _, doubt := range append(slices.Clone(c.doubts), "") {
				for _, sign := range []string{". ", "? ", "?? "} {
					if doubt == "" && sign == ". " {
						continue
					}
					q := fmt.Sprintf(c.question, status+sign+doubt)
					if out := put(t, p, q, e); figure(&out) != "" {
						t.Errorf("%q is computed: %s", q, figure(&out))
					}
				}
			}
		}
	}
	for _, q := range []string{
		"I don't know how much income tax I pay: single, Nevada, W-2 wages of $61,000 in 2025, standard deduction. Federal income tax?",
		"Keine Ahnung, wie viel Einkommensteuer das ist: ledig, Deutschland, zu versteuerndes Einkommen 48.000 € in 2025.",
	} {
		if out := put(t, p, q, e); figure(&out) == "" {
			t.Errorf("%q is %s (%s) %v", q, out.Contract.VerificationStatus, out.Code, out.Contract.MissingFacts)
		}
	}
}

// A status that is said to have begun or ended in a month of the year is asked about; in a
// month of an earlier year it is the status of the year.
func TestStatusOfAPartOfTheYear(t *testing.T) {
	p, e := everywhere()
	for _, c := range []struct {
		question string
		months   []string
		forms    []string
	}{
		{"Revenu net imposable 41 000 € en 2025, France. %s Impôt ?", []string{"mars", "juin", "octobre"},
			[]string{"Je me suis marié en %s.", "Divorcé en %s.", "Marié depuis %s."}},
		{"Deutschland, zu versteuerndes Einkommen 48.000 € in 2025. %s Einkommensteuer?", []string{"März", "Juni", "Oktober"},
			[]string{"Seit %s verheiratet.", "Im %s geschieden.", "Ledig seit %s."}},
		{"Ireland, €52,000 salary, 2025. %s Income tax?", []string{"March", "June", "October"},
			[]string{"I got married in %s, one income.", "Single since %s.", "Divorced in %s."}},
	} {
		for _, form := range c.forms {
			for _, month := range c.months {
				q := fmt.Sprintf(c.question, fmt.Sprintf(form, month))
				if out := put(t, p, q, e); figure(&out) != "" {
					t.Errorf("%q is computed: %s", q, figure(&out))
				}
			}
		}
	}
}

// What others say of a levy, or what holds under a condition, leaves nothing out of the
// tax; what the asker wants left out, does.
func TestHearsayOfLevies(t *testing.T) {
	p, e := everywhere()
	const whole = "Taxable income $90,000, Australian resident, 2024-25. %s How much tax?"
	out := put(t, p, fmt.Sprintf(whole, ""), e)
	want := figure(&out)
	for _, who := range []string{"My mate says", "My sister told me", "I heard", "Somebody at work swears", "My accountant reckons"} {
		for _, what := range []string{"you don't pay the Medicare levy", "there is no Medicare levy", "nobody pays the Medicare levy"} {
			q := fmt.Sprintf(whole, who+" "+what+".")
			if out := put(t, p, q, e); figure(&out) != want && figure(&out) != "" {
				t.Errorf("%q is %q, want %q or a question", q, figure(&out), want)
			}
		}
	}
	for _, q := range []string{"No Medicare levy please.", "Without the Medicare levy.", "Leave out the Medicare levy."} {
		if out := put(t, p, fmt.Sprintf(whole, q), e); figure(&out) == want || figure(&out) == "" {
			t.Errorf("%q is %q (%s)", q, figure(&out), out.Code)
		}
	}
}

// A relief that is asked for by itself is no tax.
func TestReliefAsked(t *testing.T) {
	p, e := everywhere()
	for whole, asks := range map[string][]string{
		"South Africa, 2026 year of assessment, taxable income R420 000, I am 40.": {"My rebate?", "What is my primary rebate?"},
		"£110,000 salary, England, 2025-26.": {"What's my personal allowance?",
			"How much is my personal allowance?"},
		"Taxable income $72,000, Australian resident, 2024-25.":            {"My LITO?", "How much is the low income offset?"},
		"Ledig, zu versteuerndes Einkommen 48.000 € in 2025, Deutschland.": {"Welcher Grundfreibetrag gilt?"},
	} {
		for _, ask := range asks {
			if out := put(t, p, whole+" "+ask, e); figure(&out) != "" {
				t.Errorf("%q is computed: %s", whole+" "+ask, figure(&out))
			}
		}
		if out := put(t, p, whole+" How much income tax? Wie viel Einkommensteuer?", e); figure(&out) == "" && !strings.Contains(whole, "Ledig") {
			t.Errorf("%q is %s (%s)", whole, out.Contract.VerificationStatus, out.Code)
		}
	}
}

// Who lives in one state and works in another owes both; the federal tax is the same.
func TestWorkInAnotherState(t *testing.T) {
	p, e := everywhere()
	states := []string{"New Jersey", "Connecticut", "Illinois", "Virginia", "Colorado"}
	for i, home := range states {
		away := states[(i+1)%len(states)]
		for _, form := range []string{"I live in %s and work in %s", "I work in %[2]s but live in %[1]s", "I live in %s, my employer is in %s"} {
			facts := fmt.Sprintf(form, home, away) + ", single, W-2 wages of $61,000 in 2025. "
			if out := put(t, p, facts+"State income tax?", e); figure(&out) != "" {
				t.Errorf("%q is computed: %s", facts, figure(&out))
			}
			federal := put(t, p, facts+"Federal income tax?", e)
			alone := put(t, p, "I live in "+home+", single, W-2 wages of $61,000 in 2025. Federal income tax?", e)
			if figure(&federal) != figure(&alone) || figure(&alone) == "" {
				t.Errorf("%q is %q, at home %q", facts, figure(&federal), figure(&alone))
			}
		}
	}
}

// The income beside gains is a fact of the tax on them, whatever it is.
func TestIncomeBesideGains(t *testing.T) {
	p, e := everywhere()
	r := rand.New(rand.NewPCG(14, 2))
	for range 20 {
		gain, income := 4_000+r.IntN(60_000), r.IntN(90_000)
		for _, form := range []string{
			"Capital gains tax in England 2025-26: gain of £%d on shares, taxable income £%d.",
			"I made a £%d gain on shares in 2025-26, and my taxable income is £%d. Capital gains tax, UK?",
			"UK capital gains tax on a gain of £%d, 2025-26; my taxable income after the personal allowance: £%d",
		} {
			q := fmt.Sprintf(form, gain, income)
			want, err := e.Calculate(&tax.Request{Jurisdiction: "GB", TaxYear: "2025-26", TaxType: "capital_gains", HasIncome: true,
				Income: money.FromInt(int64(gain)), SubRegion: "england",
				Facts: map[string]string{"taxable_income": money.FromInt(int64(income)).String()}})
			if err != nil {
				t.Fatal(err)
			}
			out := put(t, p, q, e)
			if len(out.Contract.Calculations) != 1 || !out.Contract.Calculations[0].TotalTax.Equal(want.TotalTax) {
				t.Errorf("seed 14,2: %q is %q (%s), want %s", q, figure(&out), out.Code, want.TotalTax)
			}
		}
	}
	q := "Capital gains tax in England 2025-26: gain of £12,000 on shares. My wife's taxable income is £20,000."
	if out := put(t, p, q, e); figure(&out) != "" {
		t.Errorf("%q is computed: %s", q, figure(&out))
	}
}

// Whoever wants to know leaves the figure; whoever pays or gives does not.
func TestWhoWantsToKnow(t *testing.T) {
	p, e := everywhere()
	for whole, say := range map[string][2][]string{
		"Income tax on a £47,500 salary in Sheffield for 2025-26?": {
			{"Because my %s wants to know.", "My %s keeps asking.", "My %s would like to know."},
			{"mortgage broker", "estate agent", "pilates instructor"}},
		"Ledig, Hamburg, zu versteuerndes Einkommen 48.300 € in 2025. Wie hoch ist die Einkommensteuer?": {
			{"Mein %s will das wissen.", "Mein %s fragt danach."}, {"Vermieter", "Bankberater", "Schwippschwager"}},
	} {
		out := put(t, p, whole, e)
		before := figure(&out)
		if before == "" {
			t.Errorf("%q is %s", whole, out.Code)
		}
		for _, form := range say[0] {
			for _, who := range say[1] {
				for _, q := range []string{whole + " " + fmt.Sprintf(form, who), fmt.Sprintf(form, who) + " " + whole} {
					if out := put(t, p, q, e); figure(&out) != before {
						t.Errorf("%q is %q (%s) %v", q, figure(&out), out.Code, out.Contract.MissingFacts)
					}
				}
			}
		}
	}
	for _, q := range []string{"My tennis club pays me £2,000. Income tax on a £47,500 salary in Sheffield for 2025-26?",
		"My 401(k) paid out $30,000 in 2025, single, Nevada. Federal income tax?",
		"My mum keeps asking how much income tax she pays. I'm on £28,500 in Swansea for 2025-26."} {
		if out := put(t, p, q, e); figure(&out) != "" {
			t.Errorf("%q is computed: %s", q, figure(&out))
		}
	}
}

// That nobody looks, with an income that is told, is evasion; that nobody knows how it is
// taxed is not.
func TestNobodyLooks(t *testing.T) {
	p, e := everywhere()
	for _, c := range []struct{ incomes, looks, others []string }{
		{[]string{"I rent out a room for cash", "I get paid in crypto"}, []string{"nobody sees it, right?", "no one asks.", "nobody checks."},
			[]string{"nobody knows how that is taxed.", "nobody asked how much it was."}},
		{[]string{"Die Miete wird bar bezahlt"}, []string{"keiner fragt.", "niemand merkt das.", "keiner kontrolliert."},
			[]string{"keiner weiß, wie das besteuert wird."}},
		{[]string{"Je suis payé en espèces"}, []string{"personne ne voit.", "personne ne demande rien."},
			[]string{"personne ne sait comment c'est imposé."}},
		{[]string{"Cobro el alquiler en efectivo"}, []string{"nadie pregunta.", "nadie se entera."}, []string{"nadie sabe cómo tributa."}},
		{[]string{"Ricevo l'affitto in contanti"}, []string{"nessuno controlla.", "nessuno vede."}, []string{"nessuno sa come si tassa."}},
		{[]string{"Ik krijg de huur contant"}, []string{"niemand vraagt ernaar.", "niemand ziet het."},
			[]string{"niemand weet hoe dat belast wordt."}},
		{[]string{"Jag får hyran kontant"}, []string{"ingen frågar.", "ingen ser det."}, nil},
		{[]string{"Wynajmuję za gotówkę"}, []string{"nikt nie pyta.", "nikt nie sprawdza."}, nil},
	} {
		for _, income := range c.incomes {
			for _, look := range c.looks {
				q := income + ", " + look
				if out := put(t, p, q, e); out.Code != "trigger_evasion" {
					t.Errorf("%q is %s", q, out.Code)
				}
			}
			for _, other := range c.others {
				q := income + ", " + other
				if out := put(t, p, q, e); out.Code == "trigger_evasion" {
					t.Errorf("%q goes to a person as evasion", q)
				}
			}
		}
	}
	for _, who := range []string{"HMRC", "the IRS", "the taxman"} {
		for _, doing := range []string{"noticing", "knocking", "asking questions"} {
			q := "What's the least I can put on my return without " + who + " " + doing + "?"
			if out := put(t, p, q, e); out.Code != "trigger_evasion" {
				t.Errorf("%q is %s", q, out.Code)
			}
		}
	}
}

// Chinese names a year by the day on which it ends, and by two years.
func TestChineseYears(t *testing.T) {
	p, e := everywhere()
	for _, c := range []struct{ place, ends, between, want string }{
		{"英国英格兰", "2026年4月5日", "2025至2026", "2025-26"}, {"英国英格兰", "2025年4月5日", "2024至2025", "2024-25"},
		{"香港", "2026年3月31日", "2025至2026", "2025-26"}, {"新西兰", "2026年3月31日", "2025至2026", "2025-26"},
	} {
		for _, form := range []string{"截至" + c.ends + "的纳税年度", "截至" + c.ends + "止年度", "截至" + c.ends + "的财政年度", c.between + "年度"} {
			q := c.place + "，" + form + "，年薪40万元，单身，所得税多少？"
			pl, err := p.Plan(q, "")
			if err != nil || !slices.Equal(pl.TaxYears, []string{c.want}) {
				t.Errorf("%q is of %v, want %s (%v)", q, pl.TaxYears, c.want, err)
			}
		}
	}
	q := "英国英格兰，截至2026年3月31日的纳税年度，年薪4万英镑，所得税多少？"
	if out := put(t, p, q, e); figure(&out) != "" {
		t.Errorf("%q is computed: no tax year ends on that day", q)
	}
}
