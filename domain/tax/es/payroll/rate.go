package payroll

import (
	"fmt"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

var hundred, two = money.FromInt(100), money.FromInt(2)

// rate is the rate of withholding, in percent with two decimals. It keeps to the
// order and the roundings of the algorithm: to the cent where it says REDONDEAR,
// cut where it says TRUNCAR, exact elsewhere.
func (p *params) rate(w *tax.Work, req *tax.Request, year int) money.Dec {
	pay := req.Num("annual_pay")
	limit := p.exempt[fmt.Sprintf("%s_%d", req.Choice("family"), min(req.Int("children"), 2))]
	if !pay.Greater(limit) {
		w.Step("rate", "Rate in percent: none up to the limit of the situation", money.Zero, p.cite, "{} ≤ {}", pay, limit)
		return p.atLeast(w, req, money.Zero)
	}
	base := p.base(w, req, pay)
	minimum := p.minimum(w, req, year)
	before, off := p.scale.Tax(base), p.scale.Tax(minimum)
	if support := req.Num("child_support"); support.Sign() > 0 && base.Greater(support) {
		before = p.scale.Tax(base.Sub(support)).Add(p.scale.Tax(support))
		off = p.scale.Tax(minimum.Add(p.family["child_support"]))
	}
	due := before.Sub(off).Positive()
	w.Step("quota", "Quota of the year: scale on the base less scale on the minimum", due, p.cite, "max(0, {} − {})", before, off)
	if !pay.Greater(p.limit["pay"]) {
		most := pay.Sub(limit).Mul(p.limit["share"])
		due = money.Min(due, most)
		w.Step("quota_limited", "Quota, at most a share of the pay above the limit", due, p.cite, "min(quota, {} × ({} − {}))",
			p.limit["share"], pay, limit)
	}
	if req.Bool("home_loan") && pay.Less(p.limit["home_pay"]) {
		loan := pay.Mul(p.limit["home_rate"]).Round(2, money.Down)
		due = due.Sub(loan).Positive()
		w.Step("home_loan", "Quota less the part for a home loan", due, p.cite, "max(0, quota − {})", loan)
	}
	rate := due.Mul(hundred).QuoRound(pay, 2, money.Down)
	w.Step("rate", "Rate in percent, cut to two decimals", rate, p.cite, "{} ÷ {} × 100", due, pay)
	return p.atLeast(w, req, rate)
}

// atLeast raises a rate to the least one of the contract, for pay up to the limit
// of art. 81 too (its paragraph 3). That of special relationships does not hold for
// the disabled.
func (p *params) atLeast(w *tax.Work, req *tax.Request, rate money.Dec) money.Dec {
	contract := req.Choice("contract")
	least := p.least[contract]
	if !rate.Less(least) || contract == special && req.Choice("disability") != none {
		return rate
	}
	w.Step("least_rate", "Least rate of the contract", least, p.cite, "{}", least)
	return least
}

// base is the year's pay less contributions, expenses and reductions.
func (p *params) base(w *tax.Work, req *tax.Request, pay money.Dec) money.Dec {
	net := pay.Sub(req.Num("annual_contributions"))
	expenses := p.expenses["general"]
	if req.Bool("moved_for_work") {
		expenses = expenses.Add(p.expenses["moved"])
	}
	switch degree := req.Choice("disability"); {
	case degree == from65 || degree == from33 && req.Bool("needs_help"):
		expenses = expenses.Add(p.expenses["disabled_more"])
	case degree == from33:
		expenses = expenses.Add(p.expenses["disabled"])
	}
	earned := p.earnedReduction(net)
	other := req.Num("spousal_support")
	if req.Int("children") > 2 {
		other = other.Add(p.expenses["many_children"])
	}
	base := net.Sub(expenses).Sub(earned).Positive().Sub(other).Positive()
	w.Step("base", "Base of the year", base, p.cite, "max(0, max(0, {} − {} − {}) − {})", net, expenses, earned, other)
	return base
}

// earnedReduction is that of LIRPF art. 20.
func (p *params) earnedReduction(net money.Dec) (off money.Dec) {
	e := p.earned
	switch {
	case !net.Greater(e["full_to"]):
		off = e["full"]
	case !net.Greater(e["steep_to"]):
		off = e["full"].Sub(e["steep"].Mul(net.Sub(e["full_to"])))
	case net.Less(e["end"]):
		off = e["flat_from"].Sub(e["flat"].Mul(net.Sub(e["steep_to"])))
	}
	return off.Round(2, money.HalfUp)
}

// minimum is the personal and family minimum.
func (p *params) minimum(w *tax.Work, req *tax.Request, year int) money.Dec {
	m, age := p.family, year-req.Int("birth_year")
	own := m["own"]
	const older, oldest = 64, 74 // completed years that must be passed
	if age > older {
		own = own.Add(m["over_65"])
	}
	if age > oldest {
		own = own.Add(m["over_75"])
	}
	count := func(of string, n int) money.Dec { return m[of].Mul(money.FromInt(int64(n))) }
	children := count("young_child", req.Int("children_under_3"))
	for i := range req.Int("children") {
		children = children.Add(m[fmt.Sprintf("child_%d", min(i+1, 4))])
	}
	if req.Bool("children_shared") {
		children = children.Quo(two)
	}
	older65 := count("over_65", req.Int("ascendants")).Add(count("over_75", req.Int("ascendants_over_75")))
	disabled, degree := money.Zero, req.Choice("disability")
	if degree != none {
		disabled = m["disabled_"+degree]
		if degree == from65 || req.Bool("needs_help") {
			disabled = disabled.Add(m["help"])
		}
	}
	sum := money.Sum(own, children, older65, disabled)
	w.Step("minimum", "Personal and family minimum", sum, p.cite, "{} + {} + {} + {}", own, children, older65, disabled)
	return sum
}
