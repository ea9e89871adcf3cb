package form1040

import "github.com/tallystick/tallystick/domain/money"

// lineState is how far a line is. A known line also says what it depends on,
// directly or through the lines that it uses, so that another evaluation can
// take over the lines that would come out the same.
type lineState uint16

const (
	unknown lineState = iota
	underway
	known
	byMethod lineState = 4 // on Return.Method: it was rounded, or took another way
)

// Income is an income that Add and Earn know; the lines that depend on it have
// it in their state.
type Income lineState

const (
	Wages Income = 8 << iota
	Profit
	Interest
	Dividends
	Pensions
	Rents
	Gains
	Other
)

// Add adds an amount to an income of the return, of the spouse where it is a
// person's own.
func (r *Return) Add(what Income, ofSpouse bool, x money.Dec) {
	who := &r.You
	if ofSpouse {
		who = &r.Spouse
	}
	add := func(to *money.Dec) { *to = to.Add(x) }
	switch {
	case !ofSpouse || what == Wages || what == Profit:
	case what == Interest || what == Dividends:
		add(&r.SpouseInvested)
	default:
		add(&r.SpouseUnearned)
	}
	switch what {
	case Wages:
		add(&who.Wages)
	case Profit:
		add(&who.SelfEmployment)
	case Interest:
		add(&r.Interest)
	case Dividends:
		add(&r.OrdinaryDividends)
	case Pensions:
		add(&r.Pensions)
		if ofSpouse {
			add(&r.SpousePensions)
		}
	case Rents:
		add(&r.RentalAndPassthrough)
		add(&r.PassiveBusinessIncome)
		if ofSpouse {
			add(&r.SpouseRents)
		}
	case Gains:
		add(&r.LongTermGain)
	default:
		add(&r.OtherIncome)
	}
}

// readIncomes are the lines whose formulas themselves read what Add adds to.
var readIncomes = map[Income][]ID{
	Wages:     {F1a, SE9, SE9 + seLines, C25, K6},
	Profit:    {A1_3, SE2, SE2 + seLines, K6},
	Interest:  {F2b},
	Dividends: {F3b},
	Pensions:  {F5b},
	Rents:     {A1_5, N8, E3},
	Gains:     {D15},
	Other:     {A1_9},
}

// method is Return.Method, for a formula that depends on it.
func (s *Sheet) method() Method {
	s.rests |= byMethod
	return s.in.Method
}

// BeginSlope prepares s for the return of a sheet, which may be s itself, by
// method Slope; in differs from that return in Method alone. Lines on which the
// method has no effect are taken over.
func (s *Sheet) BeginSlope(of *Sheet, in *Return) {
	s.in, s.p, s.whole, s.steps = in, of.p, false, false
	s.beginNotes(Nothing)
	if s != of {
		s.value, s.state, s.zero = of.value, of.state, of.zero
	}
	s.forget(byMethod)
}

// Earn prepares s for a return that differs from its last one in one income
// alone. Lines on which it has no effect are kept.
func (s *Sheet) Earn(in *Return, what Income) {
	s.in = in
	s.forget(lineState(what))
	s.leaveOut(what)
}

// forget makes lines unknown. It has no branch that could be foretold badly.
func (s *Sheet) forget(what lineState) {
	for id, state := range &s.state {
		next := state
		if state&what != 0 {
			next = unknown
		}
		s.state[id] = next
	}
}
