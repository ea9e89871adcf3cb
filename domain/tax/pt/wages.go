package pt

import (
	"strconv"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

const spouse = "spouse"

// wages turn gross wages into the taxable income.
type wages struct {
	deduction law.Num // of each earner
	rate      law.Num // contribution to social security
	cite      []law.Citation
}

// wagesUntil is the last day on which the specific deduction is known.
var wagesUntil = civil.MustParse("2025-12-31")

func readWages(book *law.Book, day civil.Date) (*wages, error) {
	if day.After(wagesUntil) {
		return nil, nil
	}
	r := book.On(day)
	v := &wages{deduction: r.Num("wages_specific_deduction"), rate: r.Num("wages_contribution_rate")}
	v.cite = r.Citations()
	return v, r.Err()
}

// taxable is art. 25: of each earner's wages the specific deduction or the
// contributions, whichever is more, and no more than the wages.
func (v *wages) taxable(w *tax.Work, gross, ofSpouse money.Dec) (taxable, social money.Dec) {
	w.Cite(v.cite)
	first, paid := v.net(w, "", gross.Sub(ofSpouse).Positive())
	if ofSpouse.IsZero() {
		return first, paid
	}
	second, more := v.net(w, "spouse_", ofSpouse)
	return first.Add(second), paid.Add(more)
}

func (v *wages) net(w *tax.Work, prefix string, wage money.Dec) (net, social money.Dec) {
	social = w.Round(wage.Mul(v.rate.Dec), cent)
	net = wage.Sub(money.Max(v.deduction.Dec, social)).Positive()
	w.Step(prefix+"social_contributions", "Contributions to social security", social, v.rate.Cite, "{} × {}", wage, v.rate.Dec)
	w.Step(prefix+"specific_deduction", "Wages after the specific deduction", net, v.deduction.Cite, "max(0, {} − max({}, {}))", wage,
		v.deduction.Dec, social)
	return net, social
}

// lowWages bounds what this model computes, not the law: the subsistence
// minimum (art. 70), which is not modelled, relieves wages well below it.
var lowWages = money.FromInt(20_000)

// relieved reports whether the subsistence minimum may relieve a wage.
func (v *wages) relieved(wage money.Dec) bool {
	return wage.Greater(v.deduction.Dec) && wage.Less(lowWages)
}

// refusal says why gross wages are not computed, "" where they are.
func (p *params) refusal(gross, ofSpouse money.Dec) string {
	switch {
	case p.wages == nil:
		return "the specific deduction of this year was not confirmed; give the taxable income"
	case p.wages.relieved(gross.Sub(ofSpouse)) || p.wages.relieved(ofSpouse):
		return "wages below 20,000 may be relieved by the subsistence minimum (mínimo de existência), which is not modelled; give the taxable " +
			"income"
	}
	return ""
}

// ofSpouse is the part of the wages that the spouse earned.
func ofSpouse(req *tax.Request) money.Dec {
	sum := money.Zero
	for _, c := range req.Components {
		if c.Person == spouse {
			sum = sum.Add(c.Amount)
		}
	}
	return sum
}

func check(req *tax.Request, faults *tax.InputError) {
	for i, c := range req.Components {
		switch {
		case c.Person != "" && c.Person != spouse:
			faults.Add("components["+strconv.Itoa(i)+"].person", `must be absent for the taxpayer, or "spouse"`)
		case c.Person == spouse && req.Choice("assessment") != joint:
			faults.Add("components["+strconv.Itoa(i)+"].person", "a spouse's wages belong to a joint assessment only")
		}
	}
}

var grossScope = []string{
	"Income is gross wages under the general social security regime; of a couple, a spouse's wages are given as a component of the person " +
		"spouse, and else the whole is one person's.",
}
