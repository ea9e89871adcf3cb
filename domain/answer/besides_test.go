package answer

import (
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
)

// besideQuestions ask for calculations side by side; the figures are those of the
// requests, one by one.
var besideQuestions = []struct {
	question string
	requests []tax.Request
}{
	{"I earn £50,000 in England in 2025-26. How much more tax would I pay if I earn £5,000 more?",
		wages("GB", "2025-26", "england", nil, 50_000, 55_000)},
	{"Extra income tax on a £10,000 bonus on top of £60,000 in England in 2025-26", wages("GB", "2025-26", "england", nil, 60_000, 70_000)},
	{"If I got a £6,000 pay rise on top of £60,000, how much extra income tax? Derby, 2025-26",
		wages("GB", "2025-26", "england", nil, 60_000, 66_000)},
	{"Toronto, Canada, 2025: salary 80,000, how much more tax would I owe with a raise of 10,000?",
		wages("CA", "2025", "ontario", nil, 80_000, 90_000)},
	{"Ile więcej podatku zapłacę, jeśli zarobię 10 000 zł więcej? Polska 2025, umowa o pracę 100 000 zł brutto, samotny",
		wages("PL", "2025", "", map[string]string{"assessment": "alone"}, 100_000, 110_000)},
	{"60.000 € zvE, ledig, Deutschland 2025. Wie viel mehr Steuern zahle ich, wenn ich 5.000 € mehr verdiene?",
		taxable(wages("DE", "2025", "", map[string]string{"status": "single"}, 60_000, 65_000))},
	{"France 2025, célibataire, revenu net imposable 40 000 €. Combien d'impôt en plus si je gagne 5 000 € de plus ?",
		taxable(wages("FR", "2025", "", map[string]string{"status": "single"}, 40_000, 45_000))},
	{"Hoeveel meer belasting betaal ik als ik €5.000 meer verdien? Nederland 2025, bruto loon €50.000",
		wages("NL", "2025", "", nil, 50_000, 55_000)},
	{"What is the difference in income tax between England and Scotland on a £60,000 salary in 2025-26?",
		append(wages("GB", "2025-26", "england", nil, 60_000), wages("GB", "2025-26", "scotland", nil, 60_000)...)},
	{"Compare married filing jointly and single: US federal income tax 2025 on wages $100,000, age 35, no kids, no dependents",
		append(wages("US", "2025", "federal_only", map[string]string{"filing_status": "married_joint", "age": "35", "spouse_age": "35", "children": "0",
			"other_dependents": "0"}, 100_000),
			wages("US", "2025", "federal_only", map[string]string{"filing_status": "single", "age": "35", "children": "0", "other_dependents": "0"},
				100_000)...)},
}

// versusQuestions set two incomes, years or statuses against each other.
var versusQuestions = []struct {
	question string
	requests []tax.Request
}{
	{"How much more income tax would I pay in England in 2025-26 on £60,000 than on £50,000?", wages("GB", "2025-26", "england", nil, 50_000, 60_000)},
	{"What's the difference in income tax between a salary of £50,000 and one of £60,000 in England in 2025-26?",
		wages("GB", "2025-26", "england", nil, 50_000, 60_000)},
	{"How much more income tax would I pay if my salary went from £45,000 to £50,000? England, 2025-26.",
		wages("GB", "2025-26", "england", nil, 45_000, 50_000)},
	{"Um wie viel steigt meine Einkommensteuer, wenn mein zvE von 48.000 € auf 52.000 € steigt? Ledig, 2025, Deutschland",
		taxable(wages("DE", "2025", "", map[string]string{"status": "single"}, 48_000, 52_000))},
	{"England 2025-26: income tax on £40,000 versus £45,000 salary", wages("GB", "2025-26", "england", nil, 40_000, 45_000)},
	{"Australia 2025-26: how much extra tax if my salary rises from A$90,000 to A$100,000?", wages("AU", "2025-26", "", nil, 90_000, 100_000)},
	{"Wie viel mehr Einkommensteuer zahle ich 2025 in Deutschland, ledig, bei 60.000 € statt 50.000 € zu versteuerndem Einkommen?",
		taxable(wages("DE", "2025", "", map[string]string{"status": "single"}, 50_000, 60_000))},
	{"France 2024, célibataire : combien d'impôt de plus avec 45 000 € de revenu imposable au lieu de 40 000 € ?",
		taxable(wages("FR", "2024", "", map[string]string{"status": "single"}, 40_000, 45_000))},
	{"¿Cuánto más IRPF pago en Madrid en 2025 con 45.000 € de base liquidable que con 40.000 €?",
		taxable(wages("ES", "2025", "madrid", nil, 40_000, 45_000))},
	{"Hoeveel meer belasting in 2025 in Nederland bij €60.000 loon in plaats van €50.000?", wages("NL", "2025", "", nil, 50_000, 60_000)},
	{"How much more tax do I pay in 2025-26 than in 2023-24 on a salary of £150,000 in England?",
		append(wages("GB", "2025-26", "england", nil, 150_000), wages("GB", "2023-24", "england", nil, 150_000)...)},
	{"How much more income tax on £70,000 than £60,000 in England in 2025-26", wages("GB", "2025-26", "england", nil, 60_000, 70_000)},
	{"Income tax on £60k vs £70k in England in 2025-26", wages("GB", "2025-26", "england", nil, 60_000, 70_000)},
}

func wages(code, year, region string, facts map[string]string, incomes ...int64) (out []tax.Request) {
	for _, x := range incomes {
		out = append(out, tax.Request{Jurisdiction: code, TaxYear: year, SubRegion: region, Facts: facts, Income: money.FromInt(x), HasIncome: true})
		if code == "PL" {
			out[len(out)-1].IncomeBasis = tax.Gross
		}
	}
	return out
}

func taxable(list []tax.Request) []tax.Request {
	for i := range list {
		list[i].IncomeBasis = tax.Taxable
	}
	return list
}

func realEnv() (*plan.Planner, Env) {
	return plan.New(all.Jurisdictions()), Env{AskedOn: civil.MustParse("2026-11-23"), Release: "r", Calculate: all.Registry().Calculate}
}

func TestCalculationsSideBySide(t *testing.T) {
	p, env := realEnv()
	for _, c := range slices.Concat(besideQuestions, versusQuestions) {
		o, err := Answer(p, c.question, env)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(o.Contract.Calculations); got != len(c.requests) || o.Contract.VerificationStatus != contract.StatusVerified {
			t.Errorf("%s: %s, %d calculations, %v", c.question, o.Contract.VerificationStatus, got, o.Contract.MissingFacts)
			continue
		}
		if faults := contract.Check(o.Contract); len(faults) > 0 {
			t.Errorf("%s: %v", c.question, faults)
		}
		for i := range c.requests {
			want, err := all.Registry().Calculate(&c.requests[i])
			if err != nil {
				t.Fatalf("%s: %v", c.question, err)
			}
			if got := o.Contract.Calculations[i].TotalTax; !got.Equal(want.TotalTax) {
				t.Errorf("%s: calculation %d is %s, want %s", c.question, i, got, want.TotalTax)
			}
			first := o.Contract.Calculations[0]
			if d := o.Contract.Calculations[i].Difference; (d == nil) != (i == 0 || first.Currency != want.Currency) ||
				d != nil && !d.Equal(want.TotalTax.Sub(first.TotalTax)) {
				t.Errorf("%s: calculation %d differs by %v", c.question, i, d)
			}
		}
	}
}

// A question for more tax whose increase cannot be told gets no figure.
func TestMoreTaxIsNeverTheWholeTax(t *testing.T) {
	p, env := realEnv()
	for _, q := range []string{
		"I earn £50,000 in England in 2025-26. How much more tax would I pay next?",
		"60.000 € zvE, ledig, Deutschland 2025. Wie viel mehr Steuern zahle ich?",
		"France 2025, célibataire, revenu net imposable 40 000 €. Combien d'impôt en plus ?",
		"Salary £50,000 in England, 2025-26, raise of £400 a month: how much more tax do I pay?",
		"Salary £50,000 in England, 2025-26, £1,000 more here and £2,000 more there: how much more tax do I pay?",
		"My brother earns £50,000 in England in 2025-26. How much more tax would he pay if I earn £5,000 more?",
		"I earn 60,000. My brother earns 50,000. England 2025-26. How much more tax do I pay?",
		"England 2025-26: how much more tax on £60,000 than on £50,000 or £40,000?",
		"How much more tax do I pay on £60,000 in England than on €50,000 in Ireland in 2025-26?",
		"What's the difference in tax on £60,000 salary vs £60,000 dividends in England 2025-26?",
		"How much more tax did I pay since my salary went up from £50,000 to £60,000 in October, England 2025-26?",
		"How much more tax if my salary goes up from £50,000 to £60,000 in October, England 2025-26?",
		"My salary is £60,000 rather than £50,000. England 2025-26. Income tax?",
		"How much extra tax on a bonus of £5,000 versus £6,000 in England 2025-26?",
		"How much more tax do I pay on £60,000 than on €50,000 in England 2025-26?",
		"How much more tax on £3,000 a month than £2,000 a month, England 2025-26?",
		"England 2025-26: difference in income tax between my salary of £60,000 and my wife's £50,000",
		"I get a bonus of £5,000 and rent of £6,000 in England 2025-26, how much more tax?",
		"Married or single? Germany 2025, taxable income €80,000, income tax?",
		"My boss earns £5,000 more than me. I earn £50,000 in England 2025-26; how much extra tax does he pay?",
	} {
		o, err := Answer(p, q, env)
		if err != nil {
			t.Fatal(err)
		}
		if o.Contract.Outcome() == contract.Answered {
			t.Errorf("%s: answered %s", q, o.Contract.Calculations[0].TotalTax)
		}
	}
}

// What is left of a wage is told where all is computed that is taken from it, and
// asked for elsewhere.
func TestTakeHome(t *testing.T) {
	p, env := realEnv()
	for q, told := range map[string]bool{
		"What is my take-home pay on £50,000 in England, tax year 2025-26?":                   true,
		"Take-home on a £52,000 salary in England for 2024/25 after income tax and NI?":       true,
		"Irish salary of €60,000 in 2025, single, what is my net pay?":                        true,
		"Australia 2025-26 salary $90,000 resident, how much will I keep?":                    true,
		"I take home £52,000 in England 2024/25, what income tax?":                            false,
		"Hoeveel houd ik over van €50.000 bruto in Nederland 2025?":                           false,
		"Combien me reste-t-il sur un salaire brut de 50 000 € en France 2025, célibataire ?": false,
		"Wie viel Netto bleibt mir von 60.000 € brutto in Deutschland 2025, ledig?":           false,
		"Take-home pay in England 2025-26 on £20,000 of dividends and a salary of £30,000?":   false,
		"US 2025 federal only, single, age 40, no dependents, wages $90,000: take home pay?":  false,
		"I end up with £40,000 in England 2025-26. How much income tax?":                      false,
		"I take home £2,000 a month from a salary of £30,000 in England 2025-26. What is it?": false,
	} {
		o, err := Answer(p, q, env)
		if err != nil {
			t.Fatal(err)
		}
		c := &o.Contract
		if !told {
			if c.Outcome() == contract.Answered {
				t.Errorf("%s: %v", q, c.Claims)
			}
			continue
		}
		if c.Outcome() != contract.Answered {
			t.Errorf("%s: %s %v", q, c.VerificationStatus, c.MissingFacts)
			continue
		}
		r := &c.Calculations[0]
		left := o.Requests[0].Income.Sub(r.TotalTax)
		for _, l := range r.Components {
			if !l.InTotal && l.Kind == tax.LevySocial {
				left = left.Sub(l.Amount)
			}
		}
		if r.TakeHome == nil || !r.TakeHome.Equal(left) || !strings.Contains(c.Claims[1].Text, left.String()) {
			t.Errorf("%s: take-home %v, want %s; %s", q, r.TakeHome, left, c.Claims[1].Text)
		}
		if faults := contract.Check(*c); len(faults) > 0 {
			t.Errorf("%s: %v", q, faults)
		}
	}
}

// Years of companies, towns in their cases, the tax that is in a price, and
// residents for tax are heard.
func TestHeardInTheirForms(t *testing.T) {
	p, env := realEnv()
	for q, want := range map[string]contract.Outcome{
		"UK company corporation tax, year ended 31 March 2026, profits £200,000, no associated companies": contract.Answered,
		"UK company corporation tax, year ended 30 April 2026, profits £200,000, no associated companies": contract.Asked,
		"Jestem z Warszawy, 2025, umowa o pracę 96 000 zł brutto, rozliczam się sam. Ile podatku?":        contract.Answered,
		"Jestem z Krakowa, 2025, umowa o pracę 96 000 zł brutto, rozliczam się sam. Ile podatku?":         contract.Answered,
		"Mieszkam w Gdyni, 2025, umowa o pracę 96 000 zł brutto, rozliczam się sam. Ile podatku?":         contract.Answered,
		"我不是香港税务居民,2025-26年度薪金60万港元,薪俸税多少?":                                                               contract.Escalated,
		"我是否新加坡税务居民?":        contract.Escalated,
		"我算香港稅務居民嗎,薪金60萬港元?": contract.Escalated,
	} {
		o, err := Answer(p, q, env)
		if err != nil {
			t.Fatal(err)
		}
		if got := o.Contract.Outcome(); got != want {
			t.Errorf("%s: %s, want %s: %v", q, got, want, o.Contract.MissingFacts)
		}
	}
	for _, q := range []string{
		"What VAT is included in a restaurant bill of £120 in the UK on 5 May 2025, standard rate?",
		"Wie viel MwSt ist in 120 € enthalten, Deutschland, verkauft am 3. März 2025, Regelsteuersatz?",
	} {
		pl, err := p.Plan(q, "")
		if err != nil || len(pl.Cases) != 1 || pl.Cases[0].Supply == nil || !pl.Cases[0].Supply.Gross {
			t.Errorf("%s: %+v, %v", q, pl.MissingFacts, err)
		}
	}
}
