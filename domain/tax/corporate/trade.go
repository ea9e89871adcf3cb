package corporate

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Facts of Germany's trade tax.
const (
	factMultiplier  = "trade_tax_multiplier"
	factTradeIncome = "trade_income"
)

// trade is the tax on trade income: a base amount, which is a share of the
// income, times the municipality's multiplier in percent (Gewerbesteuergesetz
// §§ 11, 16). Companies have no allowance.
type trade struct {
	rate         law.Num
	income, base block.Rounding
	cite         []law.Citation
}

func readTrade(r *law.Reader) (*trade, error) {
	if !r.Has("corporate_trade_rate") {
		return nil, nil
	}
	t := &trade{rate: r.Num("corporate_trade_rate"), income: rounding(r, "corporate_trade_income_rounding"),
		base: rounding(r, "corporate_trade_base_rounding")}
	t.cite = r.Citations()
	return t, r.Err()
}

// rounding reads a rule of rounding, and uses its citation.
func rounding(r *law.Reader, name string) block.Rounding {
	text, _ := r.Text(name)
	return block.MustRounding(text)
}

// readTrade takes what a request says of the trade tax.
func (c *company) readTrade(req *tax.Request) {
	c.multiplier = req.Num(factMultiplier)
	if req.Given(factTradeIncome) {
		income := req.Num(factTradeIncome)
		c.tradeIncome = &income
	}
}

// on is the trade tax of a company with a profit.
func (t *trade) on(w *tax.Work, c *company, profit money.Dec) money.Dec {
	income := profit
	if c.tradeIncome != nil {
		income = *c.tradeIncome
	}
	income = w.Round(income, t.income)
	base := w.Round(income.Mul(t.rate.Dec), t.base)
	due := w.Round(base.Mul(c.multiplier).Quo(money.FromInt(100)), c.round)
	w.Cite(t.cite)
	w.Step("trade_tax_base", "Base amount of the trade tax", base, t.cite, "{} × {}", income, t.rate.Dec)
	w.Step("trade_tax", "Trade tax at the municipality's multiplier in percent", due, t.rate.Cite, "{} × {} ÷ 100", base, c.multiplier)
	return due
}

// tradeFacts are what the trade tax asks for.
var tradeFacts = []tax.Fact{
	{
		Name: factMultiplier, Type: "number", Min: "200", Max: "1000",
		Prompt:     "What is the municipality's multiplier of the trade tax (Hebesatz), in percent?",
		Reason:     "Trade tax is the base amount times the multiplier.",
		Assumption: "Trade tax is not computed, unless the municipality's multiplier is given.",
		Hints:      []string{"hebesatz"},
	},
	{
		Name: factTradeIncome, Type: "decimal",
		Prompt:     "What is the trade income (Gewerbeertrag), after additions, reductions and losses?",
		Reason:     "Trade tax is on the trade income, which may differ from the taxable profit.",
		Assumption: "The trade income is the taxable profit.",
	},
}
