// Package corporate computes the federal income tax of a domestic C
// corporation.
//
// # Rules
//
// Taxable income before the deductions for charitable contributions and net
// operating losses is what the caller gives. Contributions are deducted up to
// 10 % of taxable income after the losses carried forward (only carrybacks are
// disregarded, § 170(b)(2)(D)), from 2026 only above 1 % of it. Losses of years
// after 2017 are deducted up to 80 % of taxable income after contributions
// (§ 172(a)(2)(B)). Both limits hold at once. The rest is taxed at the rate of
// § 11(b). What of a loss or gift is left is carried on and not reported.
//
// # Legal sources
//
// IRC §§ 11, 170, 172; P.L. 119-21 § 70426. The corporate alternative minimum
// tax of § 55(b)(2) is out of scope.
package corporate

import (
	"fmt"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Company holds the facts of a corporation's year. Amounts are dollars.
type Company struct {
	Income  money.Dec // taxable income before contributions and losses
	Charity money.Dec // contributions of the year
	Losses  money.Dec // net operating losses carried forward
	Credits money.Dec
}

type params struct {
	rate, lossLimit, giftLimit, giftFloor law.Num
	hasFloor                              bool
	giftCite                              []law.Citation
}

// Law is what the covered years are read by, each on its last day.
var Law = tax.ByYear("us", tax.Calendar, func() []tax.CoverageRow { return tax.CoverageOf("us", tax.CorporateIncome) }, read)

func read(book *law.Book, first civil.Date) (*params, error) {
	year := first.Year()
	r := book.On(civil.Of(year, 12, 31))
	p := &params{rate: r.Num("corporate_rate"), lossLimit: r.Num("corporate_loss_limit"), giftLimit: r.Num("corporate_gift_limit")}
	if p.hasFloor = r.Has("corporate_gift_floor"); p.hasFloor {
		p.giftFloor = r.Num("corporate_gift_floor")
	}
	if err := r.Err(); err != nil {
		return nil, fmt.Errorf("corporate income tax %d: %w", year, err)
	}
	p.giftCite = append(append(p.giftCite, p.giftLimit.Cite...), p.giftFloor.Cite...)
	return p, nil
}

var cent = block.Minor(2, money.HalfUp)

// Compute returns the tax of a corporation for a covered tax year, under the law as
// a tenant reads it.
func Compute(o *law.Overlay, taxYear string, c Company, explain bool) (tax.Result, error) {
	p := Law.In(o)[taxYear]
	if p == nil {
		return tax.Result{}, fmt.Errorf("corporate income tax %s: the year is not held", taxYear)
	}
	w := tax.NewWork(explain)
	taxable := p.taxable(&w, &c)
	w.Cite(p.rate.Cite)
	before := w.Round(taxable.Mul(p.rate.Dec), cent)
	w.Step("tax_before_credits", "Tax on taxable income", before, p.rate.Cite, "{} × {}", taxable, p.rate.Dec)
	credits := money.Min(c.Credits, before)
	out := tax.Result{
		TaxableIncome: taxable, TotalTax: before.Sub(credits), StatutoryRate: p.rate.Dec,
		Bands:      []tax.BandResult{{Label: "Corporate rate", Amount: taxable, Rate: p.rate.Dec, Tax: before}},
		Components: []tax.Levy{{Code: "income_tax", Kind: tax.LevyTax, Amount: before, InTotal: true}},
	}
	if !credits.IsZero() {
		w.Step("credits", "Credits, at most the tax", credits, nil, "min({}, {})", c.Credits, before)
		out.Components = append(out.Components, tax.Levy{Code: "credits", Kind: tax.LevyCredit, Amount: credits, InTotal: true})
	}
	out.MarginalRate, _ = tax.Slope(c.Income, func(x money.Dec) money.Dec {
		at, exact := c, tax.ExactWork()
		at.Income = x
		full := p.taxable(&exact, &at).Mul(p.rate.Dec)
		return full.Sub(money.Min(c.Credits, full))
	})
	out.Citations, out.Steps = w.Citations(), w.Steps()
	return out, nil
}

// taxable deducts contributions and losses.
func (p *params) taxable(w *tax.Work, c *Company) money.Dec {
	gifts, _ := p.deductions(c)
	if !c.Charity.IsZero() {
		w.Cite(p.giftCite)
		gifts = w.Round(gifts, cent)
		w.Step("contributions", "Charitable contributions deducted", gifts, p.giftCite,
			"max(0, min({}, {} × B) − {} × B), B = {} − losses deducted", c.Charity, p.giftLimit.Dec, p.giftFloor.Dec, c.Income)
	}
	income := c.Income.Sub(gifts)
	if !c.Losses.IsZero() {
		w.Cite(p.lossLimit.Cite)
		losses := w.Round(money.Min(c.Losses, income.Mul(p.lossLimit.Dec)), cent)
		w.Step("net_operating_loss", "Net operating loss deducted", losses, p.lossLimit.Cite,
			"min({}, {} × {})", c.Losses, income, p.lossLimit.Dec)
		income = income.Sub(losses)
	}
	w.Step("taxable_income", "Taxable income", income, p.rate.Cite, "{} − deductions", c.Income)
	return income
}

// deductions solves the two limits, each of which is measured after the other
// deduction: contributions on income less losses, losses on income less
// contributions.
func (p *params) deductions(c *Company) (gifts, losses money.Dec) {
	losses = money.Min(c.Losses, c.Income)
	gifts = p.gifts(c, c.Income.Sub(losses))
	if !c.Losses.Greater(c.Income.Sub(gifts).Mul(p.lossLimit.Dec)) {
		return gifts, losses
	}
	// Losses are limited to l of what gifts leave, so the base of the gifts is
	// B = (1 − l) × income + l × gifts; with gifts = (g − f) × B, or the gifts
	// made − f × B where the limit g does not bind.
	l, f := p.lossLimit.Dec, p.giftFloor.Dec
	kept := c.Income.Mul(money.One.Sub(l))
	part := p.giftLimit.Dec.Sub(f)
	gifts = part.Mul(kept).Quo(money.One.Sub(part.Mul(l)))
	if base := kept.Add(l.Mul(gifts)); base.Mul(p.giftLimit.Dec).Greater(c.Charity) {
		gifts = c.Charity.Sub(f.Mul(kept)).Quo(money.One.Add(f.Mul(l))).Positive()
	}
	return gifts, c.Income.Sub(gifts).Mul(l)
}

// gifts are the contributions deductible on a base.
func (p *params) gifts(c *Company, base money.Dec) money.Dec {
	return money.Min(c.Charity, base.Mul(p.giftLimit.Dec)).Sub(base.Mul(p.giftFloor.Dec)).Positive()
}
