package corporate

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Facts of Canada's business limit.
const (
	factLimit   = "business_limit"
	factCapital = "taxable_capital"
	factPassive = "passive_income"
)

// businessLimit says how the limit of the small business deduction shrinks: by
// a part of itself for the taxable capital within a range, or for each dollar of
// passive income above an amount; the greater of the two (Income Tax Act
// s. 125(5.1)).
type businessLimit struct {
	limit                      law.Num
	capitalFrom, capitalRange  money.Dec
	passiveFrom, passiveFactor money.Dec
	cite                       []law.Citation
}

func readLimit(r *law.Reader) *businessLimit {
	name := "corporate_business_limit"
	if !r.Has(name) {
		return nil
	}
	return &businessLimit{
		limit:       r.Entry(name, "limit"),
		capitalFrom: r.Entry(name, "capital_from").Dec, capitalRange: r.Entry(name, "capital_range").Dec,
		passiveFrom: r.Entry(name, "passive_from").Dec, passiveFactor: r.Entry(name, "passive_factor").Dec,
		cite: r.Entry(name, "capital_from").Cite,
	}
}

// reduced is the limit that a corporation has for its period: what it was
// allocated of the year's, for its share of the year, less the reduction.
func (l *businessLimit) reduced(w *tax.Work, req *tax.Request, share money.Dec) money.Dec {
	own := req.Num(factLimit).Mul(share)
	byCapital := own.Mul(req.Num(factCapital).Sub(l.capitalFrom).Positive()).Quo(l.capitalRange)
	byPassive := own.Quo(l.limit.Dec).Mul(l.passiveFactor).Mul(req.Num(factPassive).Sub(l.passiveFrom).Positive())
	reduction := money.Max(byCapital, byPassive)
	left := own.Sub(reduction).Positive()
	if reduction.Sign() > 0 {
		w.Cite(l.cite)
		w.Step("business_limit", "Business limit, reduced for taxable capital or passive income", left, l.cite,
			"max(0, {} − max({}, {}))", own, byCapital, byPassive)
	}
	return left
}
