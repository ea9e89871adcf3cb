package gb

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// person is what the formula needs of a request: income by kind, and claims.
type person struct {
	basis               tax.Basis
	employment, trading money.Dec
	renting             money.Dec
	otherNonSavings     money.Dec // pension, other
	interest, dividends money.Dec
	employed, trades    bool // whether the kind was named, though it be zero
	trade, rental       business

	netPay, gross         money.Dec // contributions before tax; gross amounts that raise the limits
	blind, overAge        bool
	received, transferred bool // the marriage allowance
	childBenefit          money.Dec
	loan                  string
	postgraduate          bool
}

func newPerson(req *tax.Request, p *params) (in person) {
	in.basis = req.IncomeBasis
	in.trade, in.rental = businessOf(req, tradingReceipts, p.trading.Dec), businessOf(req, propertyReceipts, p.property.Dec)
	if len(req.Components) == 0 {
		in.add(tax.Employment, req.Income)
	}
	for i := range req.Components {
		in.add(req.Components[i].Kind, req.Components[i].Amount)
	}
	if !req.HasFacts() {
		return in
	}
	in.netPay = req.Num("pension_net_pay")
	if given := req.Num("gift_aid").Add(req.Num("pension_relief_at_source")); given.Sign() > 0 {
		in.gross = p.grossUp.into(given)
	}
	in.blind = req.Given("blind_person") && req.Bool("blind_person")
	in.overAge = req.Bool("over_state_pension_age")
	claim := req.Choice("marriage_allowance")
	in.received, in.transferred = claim == "received", claim == "transferred"
	in.childBenefit = req.Num("child_benefit")
	in.loan = req.Choice("student_loan")
	in.postgraduate = req.Bool("postgraduate_loan")
	return in
}

// add puts an amount of a kind to the person's income.
func (in *person) add(kind tax.Kind, amount money.Dec) {
	switch kind {
	case tax.Employment:
		in.employment, in.employed = in.employment.Add(amount), true
	case tax.SelfEmployment:
		in.trade.add(amount)
		in.trading, in.trades = in.trade.taxed(), true
	case tax.Property:
		in.rental.add(amount)
		in.renting = in.rental.taxed()
	case tax.Interest:
		in.interest = in.interest.Add(amount)
	case tax.Dividends:
		in.dividends = in.dividends.Add(amount)
	default:
		in.otherNonSavings = in.otherNonSavings.Add(amount)
	}
}

// stack is income by the order in which it is taxed.
type stack struct{ nonSavings, savings, dividends money.Dec }

func (s *stack) sum() money.Dec { return s.nonSavings.Add(s.savings).Add(s.dividends) }

func (s *stack) same(o *stack) bool {
	return s.nonSavings.Equal(o.nonSavings) && s.savings.Equal(o.savings) && s.dividends.Equal(o.dividends)
}

// net is net income (s. 23 Step 2).
func (in *person) net() stack {
	return stack{in.employment.Sub(in.netPay).Positive().Add(in.trading).Add(in.renting).Add(in.otherNonSavings), in.interest, in.dividends}
}

// business is a trade or a property business, of which an allowance may be
// taken from the receipts in place of the expenses (ITTOIA 2005 Part 6A).
type business struct {
	profit, receipts, allowance money.Dec // profit after expenses
	told                        bool      // whether receipts were given
}

func businessOf(req *tax.Request, fact string, allowance money.Dec) business {
	if !req.Given(fact) {
		return business{}
	}
	return business{receipts: req.Num(fact), allowance: allowance, told: true}
}

func (b *business) add(profit money.Dec) { b.profit = b.profit.Add(profit) }

// taxed is the profit, or the receipts less the allowance where that is less:
// nothing up to the allowance (s. 783AF, 783BF), an election beyond (s. 783AH,
// 783BG).
func (b *business) taxed() money.Dec {
	if !b.told {
		return b.profit
	}
	return money.Min(b.profit, b.receipts.Sub(b.allowance).Positive())
}

// earn is a further amount of a kind, of which a business receives as much.
func (in *person) earn(kind tax.Kind, more money.Dec) {
	switch kind {
	case tax.SelfEmployment:
		in.trade.receipts = in.trade.receipts.Add(more)
	case tax.Property:
		in.rental.receipts = in.rental.receipts.Add(more)
	}
	in.add(kind, more)
}
