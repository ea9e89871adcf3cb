package pl

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// wages turn the gross wages of one employment into the tax base.
type wages struct {
	local, commuter                       law.Num
	pension, disability, sickness, health law.Num
	ceiling                               law.Num
	cite                                  []law.Citation
}

// wagesFrom is the first day on which the contributions are known.
var wagesFrom = civil.MustParse("2024-01-01")

func readWages(book *law.Book, day civil.Date) (*wages, error) {
	if day.Before(wagesFrom) {
		return nil, nil
	}
	r := book.On(day)
	rate := func(key string) law.Num { return r.Entry("wages_contributions", key) }
	v := &wages{
		local: r.Entry("wages_costs", "local"), commuter: r.Entry("wages_costs", "commuter"),
		pension: rate("pension"), disability: rate("disability"), sickness: rate("sickness"),
		health: r.Num("wages_health_rate"), ceiling: r.Num("wages_contribution_ceiling"),
	}
	v.cite = r.Citations()
	return v, r.Err()
}

// contributed is what an employee pays beside the tax.
type contributed struct{ social, health money.Dec }

// base is what is left of gross wages after social insurance and costs.
func (v *wages) base(w *tax.Work, commuter bool, gross money.Dec) (money.Dec, contributed) {
	w.Cite(v.cite)
	capped := money.Min(gross, v.ceiling.Dec)
	social := w.Round(capped.Mul(v.pension.Dec), cent).Add(w.Round(capped.Mul(v.disability.Dec), cent)).Add(w.Round(gross.Mul(v.sickness.Dec),
		cent))
	w.Step("social_contributions", "Contributions to pension, disability and sickness insurance", social, v.pension.Cite,
		"{} × ({} + {}) + {} × {}", capped, v.pension.Dec, v.disability.Dec, gross, v.sickness.Dec)
	costs := &v.local
	if commuter {
		costs = &v.commuter
	}
	left := gross.Sub(social)
	base := left.Sub(costs.Dec).Positive()
	w.Step("tax_base", "Tax base before rounding", base, costs.Cite, "max(0, {} − {} − {})", gross, social, costs.Dec)
	health := w.Round(left.Mul(v.health.Dec), cent)
	w.Step("health_contribution", "Health insurance contribution", health, v.health.Cite, "{} × {}", left, v.health.Dec)
	return base, contributed{social, health}
}

var facts = []tax.Fact{{
	Name: "commuter", Type: "boolean", Section: "Your wages",
	Prompt:  "Do you live outside the town in which you work, without an allowance for separation?",
	Reason:  "The flat costs of an employee who commutes are higher.",
	Assumed: "false", Assumption: "Of gross wages, the flat costs of an employee who lives where the workplace is are deducted.",
	Hints: []string{"commute", "commuter", "dojazd", "dojazdy"},
}}

var grossScope = []string{
	"Income is the gross wage of one employment (umowa o pracę) for the whole year; social insurance is computed on the year's wage, and " +
		"the flat costs are those of twelve months.",
	"The health insurance contribution stands beside the tax and does not reduce it.",
	"Contributions of the year rest on secondary sources that agree, the ceiling of 2026 on one.",
}
