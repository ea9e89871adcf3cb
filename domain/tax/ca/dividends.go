package ca

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// otherDividends names the part of the dividends that is not of eligible ones.
const otherDividends = "other_than_eligible_dividends"

const canadian = "canadian_corporations"

var dividendFacts = []tax.Fact{tax.AssumedHome(tax.WhoPaidDividends("Canada", canadian,
	"Dividends of foreign corporations are not grossed up, have no dividend tax credit, and may carry foreign tax.",
	"canadian dividends", "canadian dividend"), "Dividends, where there are any, are of taxable Canadian corporations."), {
	Name: otherDividends, Type: "decimal", Section: "Your income",
	Prompt:  "How much of the dividends was other than eligible, as dividends of small private corporations mostly are?",
	Reason:  "Eligible dividends are grossed up more, and credited more, than others.",
	Assumed: "0", Assumption: "Dividends, where there are any, are eligible dividends.",
	Hints: []string{"non-eligible dividends", "ineligible dividends", "other than eligible", "small business dividends"},
}}

// dividends are the gross-up of dividends by kind and the credits of the
// taxable amount; a province's are held for some provinces and years alone.
type dividends struct {
	eligible, other           money.Dec // what a dollar received is taxed as
	federal, provincial       creditRates
	federalCite, provinceCite []law.Citation
}

type creditRates struct{ eligible, other money.Dec }

// of is the credit of taxable amounts.
func (c *creditRates) of(eligible, other money.Dec) money.Dec {
	return eligible.Mul(c.eligible).Add(other.Mul(c.other))
}

func readDividends(r *law.Reader, code string) *dividends {
	name := "income_" + code + "_dividend_credit"
	if !r.Has(name) {
		return nil
	}
	entry := func(name, key string) money.Dec { return r.Entry(name, key).Dec }
	return &dividends{
		eligible: entry("income_dividends", "eligible"), other: entry("income_dividends", "other"),
		federal:     creditRates{entry("income_dividends", "eligible_credit"), entry("income_dividends", "other_credit")},
		provincial:  creditRates{entry(name, "eligible"), entry(name, "other")},
		federalCite: r.Entry("income_dividends", "eligible").Cite, provinceCite: r.Entry(name, "eligible").Cite,
	}
}

// received are dividends as they were paid.
type received struct{ eligible, other money.Dec }

func (d received) none() bool { return d.eligible.IsZero() && d.other.IsZero() }

// grossUp notes the taxable amounts of dividends received.
func (t *taxed) grossUp(w *tax.Work, p *dividends, d received) {
	if d.none() {
		return
	}
	w.Cite(p.federalCite)
	w.Cite(p.provinceCite)
	t.eligible, t.ordinary = d.eligible.Mul(p.eligible), d.other.Mul(p.other)
	w.Step("taxable_dividends", "Taxable amount of dividends, grossed up", t.eligible.Add(t.ordinary), p.federalCite,
		"{} × {} + {} × {}", d.eligible, p.eligible, d.other, p.other)
}

// creditDividends is the provincial credit, and what it leaves of the tax.
func (t *taxed) creditDividends(w *tax.Work, d *dividends, left money.Dec, label string) money.Dec {
	if t.eligible.IsZero() && t.ordinary.IsZero() {
		return left
	}
	left, t.dividendCredits[1] = block.NonRefundable(left, d.provincial.of(t.eligible, t.ordinary))
	w.Step("provincial_dividend_credit", label, t.dividendCredits[1], d.provinceCite,
		"{} × {} + {} × {}", t.eligible, d.provincial.eligible, t.ordinary, d.provincial.other)
	return left
}

// checkDividends refuses a part that exceeds the whole, and dividends within an
// income that is taxable already.
func checkDividends(req *tax.Request, faults *tax.InputError) {
	sum := money.Zero
	for i := range req.Components {
		if req.Components[i].Kind == tax.Dividends {
			sum = sum.Add(req.Components[i].Amount)
		}
	}
	tax.CheckDividendsFrom(req, faults)
	if req.Num(otherDividends).Greater(sum) {
		faults.Add("facts."+otherDividends, "exceeds the dividends of %s", sum)
	}
	if req.IncomeBasis == tax.Taxable && sum.Sign() > 0 {
		faults.Add("components", "dividends are grossed up; a taxable income was given, which holds them already")
	}
}
