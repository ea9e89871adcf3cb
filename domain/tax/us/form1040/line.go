package form1040

import (
	"strings"

	"github.com/tallystick/tallystick/domain/money"
)

// mainForm is the form that every return has.
const mainForm = "1040"

// ID names a line; see ids.go.
type ID uint16

// Line is one line of a form.
type Line struct {
	ID   ID
	Form string // "1040", "Schedule SE (you)"
	// No is the line's number; "11|11a" is 11 on the forms of 2022 to 2024 and
	// 11a on those from 2025.
	No    string
	Label string
	Law   string // Internal Revenue Code section
	How   string // the formula, in words of the form's own lines
	Calc  func(*Sheet) money.Dec
	// Ratio marks what is no amount of money: it is never rounded.
	Ratio bool
}

// Number returns the line's number on the form of a year.
func (l *Line) Number(year int) string {
	before, after, split := strings.Cut(l.No, "|")
	if split && year >= 2025 {
		return after
	}
	return before
}

// Sheet is one evaluation of a Return. It is not safe for concurrent use.
type Sheet struct {
	in    *Return
	p     *Params
	whole bool // lines are rounded to whole dollars
	steps bool // a step of law was rounded: see Smooth
	// ofAnyAge: see EarnedOfAnyAge.
	ofAnyAge bool

	state [lineCount]lineState
	value [lineCount]money.Dec
	rests lineState // what the line underway depends on so far
	blanks
	// ready is the state from which a line needs no more than its value: known,
	// or none while lines are noted.
	ready lineState

	trail
}

// formula is what evaluation needs of a Line, kept apart since a Line is wide.
type formula struct {
	calc  func(*Sheet) money.Dec
	ratio bool
	reads lineState // known, with what the formula itself depends on
}

// NewSheet begins an evaluation.
func NewSheet(p *Params, in *Return, notes Notes) *Sheet {
	s := &Sheet{}
	s.Begin(p, in, notes)
	return s
}

// Reset prepares s for another return, to keep values alone.
func (s *Sheet) Reset(p *Params, in *Return) { s.Begin(p, in, Nothing) }

// Begin prepares s for another return; it keeps nothing of the last one, and
// nothing that was taken from s changes.
func (s *Sheet) Begin(p *Params, in *Return, notes Notes) {
	s.in, s.p = in, p
	s.whole, s.steps, s.ofAnyAge = in.Method == AsForm, false, false
	s.blank()
	s.beginNotes(notes)
}

// Smooth reports that no step of law was rounded in the lines evaluated so
// far: method Slope would have found the same as method Schedule.
func (s *Sheet) Smooth() bool { return !s.steps }

// At returns the value of a line. It is short so that it is inlined.
func (s *Sheet) At(id ID) money.Dec {
	if s.state[id] < s.ready {
		s.find(id)
	}
	s.rests |= s.state[id]
	return s.value[id]
}

// find makes a line known, and notes its use while lines are noted.
func (s *Sheet) find(id ID) {
	if s.notes == LineNotes && !s.enter(id) {
		return
	}
	if s.state[id] == underway {
		panic("form1040: " + table[id].Form + " line " + table[id].No + " depends on itself")
	}
	s.state[id] = underway
	f := &formulas[id]
	outer := s.rests
	s.rests = f.reads
	v := f.calc(s)
	if s.whole && v.Places() > 0 && !f.ratio {
		exact := v
		if v = exact.Whole(money.HalfUp); !exact.Equal(v) {
			s.rests |= byMethod
		}
	}
	s.value[id], s.state[id] = v, s.rests
	s.rests = outer
	if s.notes == LineNotes {
		s.leave(id)
	}
}

// sum adds lines.
func (s *Sheet) sum(ids ...ID) money.Dec {
	z := money.Zero
	for _, id := range ids {
		z = z.Add(s.At(id))
	}
	return z
}

// less subtracts line b from line a, and excess stops at 0.
func (s *Sheet) less(a, b ID) money.Dec   { return s.At(a).Sub(s.At(b)) }
func (s *Sheet) excess(a, b ID) money.Dec { return s.less(a, b).Positive() }

// smaller returns the lesser of two lines.
func (s *Sheet) smaller(a, b ID) money.Dec { return money.Min(s.At(a), s.At(b)) }

// num uses a number of law.
func (s *Sheet) num(n number) money.Dec {
	s.cite(n.cite)
	return n.Dec
}

func (s *Sheet) by(b *byStatus) money.Dec { return s.num(b[s.in.Status]) }

func (s *Sheet) pair(p *pair) money.Dec {
	if s.in.Status == Joint {
		return s.num(p.joint)
	}
	return s.num(p.other)
}

// stepsUp returns how many units x holds, a part counting whole; stepsDown
// how many whole ones. Method Slope counts parts as parts.
func (s *Sheet) stepsUp(x, unit money.Dec) money.Dec   { return s.stepped(x, unit, money.Ceiling) }
func (s *Sheet) stepsDown(x, unit money.Dec) money.Dec { return s.stepped(x, unit, money.Floor) }

func (s *Sheet) stepped(x, unit money.Dec, how money.Rounding) money.Dec {
	if x.IsZero() {
		return x
	}
	if s.method() == Slope {
		return x.Quo(unit)
	}
	s.steps = true
	return x.QuoRound(unit, 0, how)
}

// table holds every line at its ID, formulas its formula. They are filled when
// the program starts: what lines refer to cannot be an initial value made of
// them.
var (
	table    [lineCount]Line
	formulas [lineCount]formula
)

func init() {
	for _, form := range [][]Line{
		form1040Lines, schedule1Lines, schedule1ALines, schedule2Lines, schedule3Lines, scheduleALines,
		scheduleDLines, gainsWorksheetLines, scheduleDTaxLines, scheduleSELines(0), scheduleSELines(1),
		form8959Lines, form8960Lines, form8995Lines, form6251Lines, schedule8812Lines, eicLines,
		form8863Lines, form2441Lines, form8880Lines, scheduleRLines, benefitsLines, studentLoanLines,
		form8962Lines, form2555Lines, foreignTaxLines, form8615Lines,
	} {
		for _, l := range form {
			if table[l.ID].Calc != nil {
				panic("form1040: two lines with the ID of " + l.Form + " " + l.No)
			}
			table[l.ID] = l
		}
	}
	for id := range table {
		if table[id].Calc == nil {
			panic("form1040: a line ID has no line")
		}
		formulas[id] = formula{table[id].Calc, table[id].Ratio, known}
	}
	for income, ids := range readIncomes {
		for _, id := range ids {
			formulas[id].reads |= lineState(income)
		}
	}
}
