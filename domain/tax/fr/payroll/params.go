package payroll

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// params are the rates on a pay date, for the residence of the employee.
type params struct {
	ceiling                            money.Dec // of social security, a month's
	top, abated, executiveTop          money.Dec // multiples of the ceiling
	whole, capped, lower, upper        money.Dec // of pension, and complementary pension with its equilibrium contribution
	technical, executive               money.Dec
	abatement, deductible, other, debt money.Dec // of CSG and CRDS
	local                              money.Dec
	grid                               []law.Band
	cite                               []law.Citation
}

var grids = map[string]string{metropole: "payroll_neutral_metropole", antilles: "payroll_neutral_antilles",
	guyane: "payroll_neutral_guyane"}

// resolved holds the rates of each residence.
var resolved = payroll.ByDay("fr", tax.Calendar, func(book *law.Book, day civil.Date) (map[string]*params, error) {
	out := map[string]*params{}
	for region, grid := range grids {
		p, err := resolve(book, day, grid)
		if err != nil {
			return nil, err
		}
		out[region] = p
	}
	return out, nil
})

func resolve(book *law.Book, day civil.Date, grid string) (*params, error) {
	r := book.On(day)
	prefix := "wages_"
	if r.Has("payroll_ceiling") {
		prefix = "payroll_"
	}
	entry := func(name, k string) money.Dec { return r.Entry(prefix+name, k).Dec }
	p := &params{
		ceiling: r.Num(prefix + "ceiling").Dec,
		top:     entry("ceiling_multiples", "complementary"), abated: entry("ceiling_multiples", "abatement"),
		executiveTop: entry("ceiling_multiples", "executive"),
		whole:        entry("pension_rates", "whole"), capped: entry("pension_rates", "capped"),
		lower:     entry("complementary_rates", "lower").Add(entry("complementary_rates", "general_lower")),
		upper:     entry("complementary_rates", "upper").Add(entry("complementary_rates", "general_upper")),
		technical: r.Num(prefix + "technical_rate").Dec, executive: r.Num(prefix + "executive_rate").Dec,
		abatement: r.Num(prefix + "social_abatement").Dec, deductible: entry("social_rates", "deductible"),
		other: entry("social_rates", "other"), debt: entry("social_rates", "debt"),
		local: r.Num("payroll_local_rate").Dec, grid: r.Schedule(grid).Bands,
	}
	if prefix == "wages_" {
		p.ceiling = p.ceiling.Quo(money.FromInt(12))
	}
	p.cite = r.Citations()
	return p, r.Err()
}

// charged is what pay bears; base is that of CSG and CRDS.
type charged struct{ pension, complementary, executive, base money.Dec }

func (c charged) less(b charged) charged {
	return charged{c.pension.Sub(b.pension), c.complementary.Sub(b.complementary), c.executive.Sub(b.executive), c.base.Sub(b.base)}
}

// contributions are those of pay under a ceiling, of some months of the year.
func (p *params) contributions(pay, ceiling money.Dec, executive bool) (c charged) {
	lower, within := money.Min(pay, ceiling), money.Min(pay, ceiling.Mul(p.top))
	c.pension = cent(pay.Mul(p.whole)).Add(cent(lower.Mul(p.capped)))
	c.complementary = cent(lower.Mul(p.lower)).Add(cent(within.Sub(lower).Mul(p.upper)))
	if pay.Greater(ceiling) {
		c.complementary = c.complementary.Add(cent(within.Mul(p.technical)))
	}
	if executive {
		c.executive = cent(money.Min(pay, ceiling.Mul(p.executiveTop)).Mul(p.executive))
	}
	c.base = pay.Sub(cent(money.Min(pay, ceiling.Mul(p.abated)).Mul(p.abatement)))
	return c
}

// neutralRate is the rate of the grid: from an edge on that of the band above.
func (p *params) neutralRate(taxable money.Dec) money.Dec {
	for _, b := range p.grid {
		if b.To == nil || taxable.Less(*b.To) {
			return b.Rate
		}
	}
	return money.Zero
}

func cent(x money.Dec) money.Dec { return x.Round(2, money.HalfUp) }
