package form1040

// lineState is how far a line is. A known line also says what it depends on,
// directly or through the lines that it uses, so that another evaluation can
// take over the lines that would come out the same.
type lineState uint8

const (
	unknown lineState = iota
	underway
	known
	byMethod lineState = 4 // on Return.Method: it was rounded, or took another way
	byIncome lineState = 8 // on an income of readIncomes
)

// readIncomes are the lines whose formulas themselves read the wages or
// self-employment profit of a Person, or the Interest, OrdinaryDividends,
// Pensions, LongTermGain, RentalAndPassthrough, PassiveBusinessIncome or
// OtherIncome of a Return.
var readIncomes = []ID{F1a, F2b, F3b, F5b, A1_3, A1_5, A1_9, D15, SE2, SE9, SE2 + seLines, SE9 + seLines, N8, C25, E3, K6}

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
	s.begin(Nothing)
	if s != of {
		s.value, s.state = of.value, of.state
	}
	s.forget(byMethod)
}

// Earn prepares s for a return that differs from its last one in the incomes
// of readIncomes alone. Lines on which those have no effect are kept.
func (s *Sheet) Earn(in *Return) {
	s.in = in
	s.forget(byIncome)
	s.leaveOut(byIncome)
}

func (s *Sheet) forget(what lineState) {
	for id := range s.state {
		if s.state[id]&what != 0 {
			s.state[id] = unknown
		}
	}
}
