package ch

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// cent is the presentation of contributions and of cantonal taxes.
var cent = block.Minor(2, money.HalfUp)

// knownFrom and knownTo bound the years whose contributions and cantonal taxes
// are known.
var (
	knownFrom = civil.MustParse("2024-01-01")
	knownTo   = civil.MustParse("2025-12-31")
)

func known(day civil.Date) bool { return !day.Before(knownFrom) && !day.After(knownTo) }

// wages turn a single employee's gross wage into taxable incomes.
type wages struct {
	first, unemployment law.Num
	insured             money.Dec // wage up to which unemployment insurance is due
	lump                lump
	federal, zurich     law.Num // most that is deducted for premiums
	cite                []law.Citation
}

// lump is the lump sum for professional expenses.
type lump struct{ rate, least, most law.Num }

func readWages(r *law.Reader) (*wages, error) {
	expense := func(key string) law.Num { return r.Entry("wages_expenses_lump", key) }
	v := &wages{
		first: r.Num("wages_first_pillar"), unemployment: r.Entry("wages_unemployment", "rate"),
		insured: r.Entry("wages_unemployment", "most").Dec,
		lump:    lump{expense("rate"), expense("least"), expense("most")},
		federal: r.Entry("wages_premiums", "federal"), zurich: r.Entry("wages_premiums", "zurich"),
	}
	v.cite = r.Citations()
	return v, r.Err()
}

// incomes are what the Confederation and the canton tax, and the contributions
// that a gross wage bore.
type incomes struct{ federal, canton, contributions money.Dec }

// of takes contributions, lump sums and other deductions off a gross wage.
func (v *wages) of(w *tax.Work, gross, pension, other money.Dec) incomes {
	w.Cite(v.cite)
	contributions := w.Round(gross.Mul(v.first.Dec).Add(money.Min(gross, v.insured).Mul(v.unemployment.Dec)), cent)
	w.Step("contributions", "Contributions to AHV, IV, EO and unemployment insurance", contributions, v.first.Cite,
		"{} × {} + min({}, {}) × {}", gross, v.first.Dec, gross, v.insured, v.unemployment.Dec)
	net := gross.Sub(contributions).Sub(pension).Positive()
	w.Step("net_wage", "Net wage", net, v.first.Cite, "max(0, {} − {} − {})", gross, contributions, pension)
	expenses := money.Min(w.Round(net.Mul(v.lump.rate.Dec), cent).Clamp(v.lump.least.Dec, v.lump.most.Dec), net)
	w.Step("expenses_lump", "Lump sum for professional expenses", expenses, v.lump.rate.Cite, "{} × {}, from {} to {}", v.lump.rate.Dec, net,
		v.lump.least.Dec, v.lump.most.Dec)
	left := net.Sub(expenses).Sub(other)
	out := incomes{left.Sub(v.federal.Dec).Positive(), left.Sub(v.zurich.Dec).Positive(), contributions}
	w.Step("federal_income", "Taxable income of the Confederation, before rounding", out.federal, v.federal.Cite, "max(0, {} − {} − {} − {})",
		net, expenses, other, v.federal.Dec)
	return out
}

var wageFacts = []tax.Fact{
	{
		Name: "pension_contributions", Type: "decimal", Section: "Your wages",
		Prompt:     "How much did you pay to your occupational pension (BVG, second pillar) in the year, as the wage statement shows it?",
		Reason:     "It is deducted from gross wages, and each pension fund has contributions of its own.",
		Needed:     &tax.Need{When: "income_basis is gross and status is single", Of: "status", Is: []string{single}, Basis: tax.Gross},
		Assumption: "The income is given after contributions to the occupational pension.",
		Example:    "4800.00",
		Hints:      []string{"second pillar", "pillar 2", "bvg", "pensionskasse", "lpp", "zweite säule"},
	},
	{
		Name: "other_deductions", Type: "decimal", Section: "Your wages",
		Prompt:  "What else is deducted from your wages, such as accident insurance, travel to work, meals or pillar 3a?",
		Reason:  "Deductions reduce the taxable income.",
		Assumed: "0", Assumption: "Of gross wages, nothing is deducted beside contributions, the lump sum for expenses and insurance premiums.",
		Hints: []string{"3a", "third pillar", "pillar 3a", "säule 3a", "commuting", "fahrkosten"},
	},
}

var grossScope = []string{
	"Income is the gross annual wage of one single employee without children, with an occupational pension, for the whole year.",
	"Insurance premiums are deducted to the most that the law allows, which the basic health insurance of an adult exceeds.",
}
