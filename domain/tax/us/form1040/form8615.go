package form1040

import "github.com/tallystick/tallystick/domain/money"

const formY = "8615"

// Parent is the parent of a child whose unearned income is taxed at the
// parent's rate (§ 1(g)). Neither the child nor another child of the parent
// has qualified dividends or capital gains.
type Parent struct {
	Applies       bool // the child must file Form 8615
	Status        Status
	TaxableIncome money.Dec // Form 8615 line 6
	Preferential  money.Dec // of it qualified dividends and net capital gain
	OtherChildren money.Dec // net unearned income of the parent's other children, line 7
}

// sharePlaces is how many places line 12b has.
const sharePlaces = 3

var form8615Lines = []Line{
	{ID: Y1, Form: formY, No: "1", Label: "Unearned income", Law: "IRC § 1(g)(4)(A)(i)",
		How: "adjusted gross income − earned income, not below 0", Calc: func(s *Sheet) money.Dec {
			if !s.in.Parent.Applies {
				return money.Zero
			}
			return s.At(F11).Sub(s.At(E1)).Positive()
		}},
	{ID: Y2, Form: formY, No: "2", Label: "Unearned income not taxed at the parent's rate", Law: "IRC § 1(g)(4)(A)(ii)",
		How: "twice the least standard deduction of a dependent", Calc: func(s *Sheet) money.Dec {
			floor := s.num(s.p.dependentFloor)
			return floor.Add(floor)
		}},
	{ID: Y5, Form: formY, No: "5", Label: "Net unearned income", Law: "IRC § 1(g)(4)",
		How: "smaller of line 1 − line 2 and Form 1040 line 15, not below 0", Calc: func(s *Sheet) money.Dec {
			if s.At(Y1).IsZero() {
				return money.Zero
			}
			return money.Min(s.excess(Y1, Y2), s.At(F15))
		}},
	{ID: Y8, Form: formY, No: "8", Label: "Parent's taxable income with net unearned income", Law: "IRC § 1(g)(3)(A)(i)",
		How: "line 5 + parent's taxable income + net unearned income of other children", Calc: func(s *Sheet) money.Dec {
			return s.At(Y5).Add(s.in.Parent.TaxableIncome).Add(s.in.Parent.OtherChildren)
		}},
	{ID: Y9, Form: formY, No: "9", Label: "Tax on line 8 at the parent's rates", Law: "IRC § 1(g)(3)(A)(i)",
		How: "Tax Table, rate schedule or capital gain worksheet", Calc: func(s *Sheet) money.Dec { return s.parentTax(s.At(Y8)) }},
	{ID: Y10, Form: formY, No: "10", Label: "Parent's tax", Law: "IRC § 1(g)(3)(A)(ii)", How: "tax on the parent's taxable income",
		Calc: func(s *Sheet) money.Dec { return s.parentTax(s.in.Parent.TaxableIncome) }},
	{ID: Y13, Form: formY, No: "13", Label: "Child's share of the tax at the parent's rates", Law: "IRC § 1(g)(3)(B)",
		How: "(line 9 − line 10) × line 5 ÷ (line 5 + other children's)", Calc: func(s *Sheet) money.Dec {
			tax := s.less(Y9, Y10)
			if s.in.Parent.OtherChildren.IsZero() {
				return tax
			}
			share := s.At(Y5).Quo(s.At(Y5).Add(s.in.Parent.OtherChildren))
			if s.method() == AsForm {
				share = share.Round(sharePlaces, money.HalfUp)
			}
			return tax.Mul(share)
		}},
	{ID: Y15, Form: formY, No: "15", Label: "Tax on the rest at the child's rates", Law: "IRC § 1(g)(1)(B)(i)",
		How: "Tax Table or rate schedule on Form 1040 line 15 − line 5", Calc: func(s *Sheet) money.Dec { return s.taxOn(s.less(F15, Y5)) }},
	{ID: Y16, Form: formY, No: "16", Label: "Tax with the parent's rates", Law: "IRC § 1(g)(1)(B)", How: "13 + 15",
		Calc: func(s *Sheet) money.Dec { return s.sum(Y13, Y15) }},
	{ID: Y18, Form: formY, No: "18", Label: "Tax of the child", Law: "IRC § 1(g)(1)",
		How: "larger of line 16 and the tax on Form 1040 line 15 at the child's rates", Calc: func(s *Sheet) money.Dec {
			return money.Max(s.At(Y16), s.taxOn(s.At(F15)))
		}},
}

// parentTax is the parent's tax on an amount that holds the parent's gains.
func (s *Sheet) parentTax(amount money.Dec) money.Dec {
	status := s.in.Parent.Status
	all := s.taxAs(status, amount)
	gains := money.Min(s.in.Parent.Preferential, amount)
	if gains.IsZero() {
		return all
	}
	rest := amount.Sub(gains)
	zero := money.Min(amount, s.num(s.p.gainsZeroMax[status])).Sub(rest).Positive()
	room := money.Min(amount, s.num(s.p.gains15Max[status])).Sub(rest).Sub(zero).Positive()
	middle := money.Min(gains.Sub(zero), room)
	high := gains.Sub(zero).Sub(middle)
	with := s.taxAs(status, rest).Add(middle.Mul(s.num(s.p.gainsMiddle))).Add(high.Mul(s.num(s.p.gainsHigh)))
	return money.Min(all, with)
}

// taxedByParent reports whether Form 8615 decides the tax.
func (s *Sheet) taxedByParent() bool { return s.in.Parent.Applies && !s.At(Y5).IsZero() }
