package gb

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// person is what the formula needs of a request: income by kind, and claims.
type person struct {
	basis               tax.Basis
	employment, trading money.Dec
	otherNonSavings     money.Dec // pension, property, other
	interest, dividends money.Dec
	employed, trades    bool // whether the kind was named, though it be zero

	netPay, gross         money.Dec // contributions before tax; gross amounts that raise the limits
	blind, overAge        bool
	received, transferred bool // the marriage allowance
	childBenefit          money.Dec
	loan                  string
	postgraduate          bool
}

func newPerson(req *tax.Request, p *params) (in person) {
	in.basis = req.IncomeBasis
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
		in.trading, in.trades = in.trading.Add(amount), true
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
	return stack{in.employment.Sub(in.netPay).Positive().Add(in.trading).Add(in.otherNonSavings), in.interest, in.dividends}
}
