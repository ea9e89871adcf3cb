package gb

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// gainRates are the pairs of rates of a year: within and above the unused
// basic rate band. Late is for other assets from 30 October 2024, in the one
// year that has both.
type gainRates struct {
	residential, other, late rates
	cite                     []law.Citation
}

type rates struct {
	lower, upper money.Dec
	label        string
}

func (p *params) resolveGains(group grouper) {
	group(&p.gains.cite, func(r *law.Reader) {
		p.gainsExempt = r.Num("cgt_exempt_amount")
		r.Schedule("savings_bands") // the basic rate limit
		pair := func(name, label string) rates {
			return rates{r.Entry(name, "lower").Dec, r.Entry(name, "upper").Dec, label}
		}
		p.gains.residential = pair("cgt_rates_residential", "Residential property")
		p.gains.other = pair("cgt_rates", "Other gains")
		if r.Has("cgt_rates_late") {
			p.gains.other.label = "Other gains before 30 October 2024"
			p.gains.late = pair("cgt_rates_late", "Other gains from 30 October 2024")
		}
	})
}

// earlyGains are the other gains of 2024-25 that keep the rates of before 30
// October 2024; no other year knows the fact.
func earlyGains(req *tax.Request) money.Dec {
	if req.Given("gains_before_30_october_2024") {
		return req.Num("gains_before_30_october_2024")
	}
	return money.Zero
}

// pool is the gains that share a pair of rates, and how they were covered.
type pool struct {
	rates
	gains, exempt, inBand money.Dec
}

func (g *pool) tax() money.Dec {
	return g.inBand.Mul(g.lower).Add(g.gains.Sub(g.exempt).Sub(g.inBand).Mul(g.upper))
}

func (p *params) pools(req *tax.Request, total money.Dec) [3]pool {
	residential, early := req.Num("residential_gains"), earlyGains(req)
	rest := total.Sub(residential).Sub(early)
	if p.gains.late.label == "" {
		return [3]pool{{rates: p.gains.residential, gains: residential}, {rates: p.gains.other, gains: rest}}
	}
	return [3]pool{{rates: p.gains.residential, gains: residential}, {rates: p.gains.other, gains: early}, {rates: p.gains.late, gains: rest}}
}

// cover sets the exempt amount and the unused basic rate band against the
// pools in the way that leaves the least tax. Every order of both, and either
// first, is tried: among them lies the least, because each pound of gains goes
// to one of three prices.
func cover(pools [3]pool, exempt, band money.Dec) (best [3]pool, least money.Dec) {
	first := true
	for _, a := range orders {
		for _, b := range orders {
			for _, exemptFirst := range []bool{true, false} {
				next := pools
				if exemptFirst {
					spend(&next, a, exempt, func(g *pool) *money.Dec { return &g.exempt })
				}
				spend(&next, b, band, func(g *pool) *money.Dec { return &g.inBand })
				if !exemptFirst {
					spend(&next, a, exempt, func(g *pool) *money.Dec { return &g.exempt })
				}
				sum := next[0].tax().Add(next[1].tax()).Add(next[2].tax())
				if first || sum.Less(least) {
					best, least, first = next, sum, false
				}
			}
		}
	}
	return best, least
}

var orders = [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

func spend(pools *[3]pool, order [3]int, amount money.Dec, to func(*pool) *money.Dec) {
	for _, i := range order {
		g := &pools[i]
		use := money.Min(amount, g.gains.Sub(g.exempt).Sub(g.inBand))
		*to(g) = use
		amount = amount.Sub(use)
	}
}

// computeGains is capital gains tax on the year's gains after losses.
func (p *params) computeGains(req *tax.Request) tax.Result {
	w := tax.NewWork(req.Explain)
	w.Cite(p.gains.cite)
	band := p.scales.savings.Bands[0].To.Sub(req.Num("taxable_income")).Positive()
	best, least := cover(p.pools(req, req.Income), p.gainsExempt.Dec, band)
	slope, _ := tax.Slope(req.Income, func(x money.Dec) money.Dec {
		_, sum := cover(p.pools(req, x), p.gainsExempt.Dec, band)
		return sum
	})
	out := tax.Result{MarginalRate: slope, StatutoryRate: slope}
	w.Step("exempt_amount", "Annual exempt amount", p.gainsExempt.Dec, p.gainsExempt.Cite, "{}", p.gainsExempt.Dec)
	w.Step("unused_band", "Unused basic rate band", band, p.gains.cite, "max(0, {} − {})", p.scales.savings.Bands[0].To,
		req.Num("taxable_income"))
	total := money.Zero
	for i := range best {
		g := &best[i]
		out.TaxableIncome = out.TaxableIncome.Add(g.gains.Sub(g.exempt))
		total = p.gainBands(&w, g, &out, total)
	}
	out.TotalTax = penny.Apply(least)
	w.Step("total_tax", "Capital gains tax", out.TotalTax, p.gains.cite, "sum of the parts")
	out.Components = []tax.Levy{{Code: "capital_gains_tax", Kind: tax.LevyTax, Amount: out.TotalTax, InTotal: true}}
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out
}

// gainBands appends the two bands of a pool; taxes add up to the rounded whole.
func (p *params) gainBands(w *tax.Work, g *pool, out *tax.Result, total money.Dec) money.Dec {
	part := func(label string, amount, rate money.Dec) {
		if amount.Sign() <= 0 {
			return
		}
		next := total.Add(amount.Mul(rate))
		share := penny.Apply(next).Sub(penny.Apply(total))
		total = next
		out.Bands = append(out.Bands, tax.BandResult{Label: label, Amount: amount, Rate: rate, Tax: share})
		w.Step("capital_gains_tax", label, share, p.gains.cite, "{} × {}", amount, rate)
	}
	part(g.label+", within the basic rate band", g.inBand, g.lower)
	part(g.label+", above the basic rate band", g.gains.Sub(g.exempt).Sub(g.inBand), g.upper)
	return total
}
