package nl

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// wealth is box 3: deemed returns on what the assets are on 1 January.
type wealth struct {
	rate                law.Num
	bank, other, debts  money.Dec // deemed returns
	free                law.Num
	threshold           money.Dec // debts that do not count
	returnsCite, figure []law.Citation
}

// other is what the facts say beside the wage.
type other struct {
	substantial         money.Dec // income of box 2
	bank, assets, debts money.Dec // of box 3
	persons             money.Dec // whose exemption and threshold count: 1, or 2
	child               bool      // the combination credit is due
}

func readOther(req *tax.Request) other {
	o := other{
		substantial: req.Num("substantial_interest_income"),
		bank:        req.Num("box3_bank_balances"), assets: req.Num("box3_other_assets"), debts: req.Num("box3_debts"),
		persons: money.One, child: req.Bool("combination_credit"),
	}
	if req.Bool("box3_of_partners") {
		o.persons = money.FromInt(2)
	}
	return o
}

// box3Income is art. 5.2: the deemed return of all assets less debts, in the
// proportion of what exceeds the exemption to the whole.
func (p *params) box3Income(w *tax.Work, o *other) money.Dec {
	assets := o.bank.Add(o.assets)
	if assets.IsZero() {
		return money.Zero
	}
	v := &p.wealth
	w.Cite(v.figure)
	debts := o.debts.Sub(v.threshold.Mul(o.persons)).Positive()
	net := assets.Sub(debts).Positive()
	above := block.Above(net, v.free.Mul(o.persons))
	if above.IsZero() {
		w.Step("box3_income", "Income of box 3: the assets do not exceed the exemption", money.Zero, v.free.Cite, "max(0, {} − {} × {})", net,
			v.free.Dec, o.persons)
		return money.Zero
	}
	returns := o.bank.Mul(v.bank).Add(o.assets.Mul(v.other)).Sub(debts.Mul(v.debts)).Positive()
	w.Step("box3_return", "Deemed return of box 3", returns, v.returnsCite, "{} × {} + {} × {} − {} × {}", o.bank, v.bank, o.assets, v.other,
		debts, v.debts)
	income := returns.Mul(above).QuoRound(net, 10, money.HalfUp)
	w.Step("box3_income", "Income of box 3", income, v.free.Cite, "{} × {} ÷ {}", returns, above, net)
	return income
}

// combinationCredit is art. 8.14a.
func (p *params) combinationCredit(w *tax.Work, wage money.Dec) money.Dec {
	c := &p.combination
	w.Cite(c.cite)
	credit := money.Min(block.Above(wage, c.above).Mul(c.rate), c.most)
	w.Step("combination_credit", "Income-dependent combination credit", credit, c.cite, "min({} × max(0, {} − {}), {})", c.rate, wage, c.above,
		c.most)
	return credit
}

// combination is the income-dependent combination credit.
type combination struct {
	above, rate, most money.Dec
	cite              []law.Citation
}

var otherFacts = []tax.Fact{
	{
		Name: "substantial_interest_income", Type: "decimal", Section: "Your income",
		Prompt: "What dividends and gains did you have in the year from a company in which you have a substantial " +
			"interest (at least 5 %, box 2)?",
		Reason:  "Income from a substantial interest is taxed in box 2.",
		Assumed: "0", Assumption: "There is no income from a substantial interest (box 2).",
		Hints: []string{"box 2", "substantial interest", "aanmerkelijk belang", "dga"},
	},
	{
		Name: "box3_bank_balances", Type: "decimal", Section: "Your wealth",
		Prompt:  "What did you have in bank and savings accounts on 1 January (box 3)?",
		Reason:  "Wealth above the exemption bears a deemed return that is taxed in box 3.",
		Assumed: "0", Assumption: "There are no bank balances of box 3.",
		Hints: []string{"box 3", "savings", "spaargeld", "vermogen"},
	},
	{
		Name: "box3_other_assets", Type: "decimal", Section: "Your wealth",
		Prompt:  "What were your investments, second home and other assets worth on 1 January (box 3)?",
		Reason:  "Other assets bear a higher deemed return than bank balances.",
		Assumed: "0", Assumption: "There are no investments or other assets of box 3.",
		Hints: []string{"box 3", "investments", "beleggingen", "second home", "crypto"},
	},
	{
		Name: "box3_debts", Type: "decimal", Section: "Your wealth",
		Prompt:  "What debts of box 3 (not those of your own home) did you have on 1 January?",
		Reason:  "Debts above a threshold lower the deemed return.",
		Assumed: "0", Assumption: "There are no debts of box 3.",
		Hints: []string{"debts", "schulden"},
	},
	{
		Name: "box3_of_partners", Type: "boolean", Section: "Your wealth",
		Prompt:  "Are these the assets of yourself and a tax partner together, all attributed to you?",
		Reason:  "Partners have two exemptions and two thresholds for their joint wealth.",
		Assumed: "false", Assumption: "The wealth of box 3 is one person's, with one exemption.",
	},
	{
		Name: "combination_credit", Type: "boolean", Section: "You",
		Prompt: "Does a child under 12 live with you for at least six months of the year, and have you no tax partner or a lower income from " +
			"work than your partner?",
		Reason:  "Then the income-dependent combination credit is due.",
		Assumed: "false", Assumption: "The income-dependent combination credit is not due.",
		Hints: []string{"child", "children", "kind", "kinderen", "combinatiekorting", "iack"},
	},
}
