package form1040

import (
	"strings"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
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
	trail *trail
	whole bool // lines are rounded to whole dollars
	steps bool // a step of law was rounded: see Smooth

	state [lineCount]lineState
	value [lineCount]money.Dec
}

// formula is what evaluation needs of a Line, kept apart since a Line is wide.
type formula struct {
	calc  func(*Sheet) money.Dec
	ratio bool
}

type lineState uint8

const (
	unknown lineState = iota
	underway
	known
)

// Notes says what an evaluation keeps besides values.
type Notes int

const (
	Nothing   Notes = iota
	Sources         // the citations used, for Citations
	LineNotes       // and what each line cites, for Steps
)

// trail notes which lines were evaluated and what they cited.
type trail struct {
	lines bool
	cites [][][]law.Citation // by line, the groups it used; nil unless lines
	of    []ID               // the lines underway, innermost last
	read  map[string]bool    // forms of which another form read more than 0
	seen  map[*law.Citation]bool
	known map[string]bool
	all   []law.Citation
}

// NewSheet begins an evaluation.
func NewSheet(p *Params, in *Return, notes Notes) *Sheet {
	s := &Sheet{}
	s.Reset(p, in)
	if notes == Nothing {
		return s
	}
	const many = 64
	s.trail = &trail{seen: make(map[*law.Citation]bool, many), known: make(map[string]bool, many), all: make([]law.Citation, 0, many)}
	if notes == LineNotes {
		s.trail.lines, s.trail.cites, s.trail.read = true, make([][][]law.Citation, lineCount), map[string]bool{}
	}
	return s
}

// Reset prepares s for another return; it keeps nothing of the last one.
func (s *Sheet) Reset(p *Params, in *Return) {
	s.in, s.p, s.trail = in, p, nil
	s.whole, s.steps = in.Method == AsForm, false
	s.state = [lineCount]lineState{}
}

// Smooth reports that no step of law was rounded in the lines evaluated so
// far: method Slope would have found the same as method Schedule.
func (s *Sheet) Smooth() bool { return !s.steps }

// At returns the value of a line.
func (s *Sheet) At(id ID) money.Dec {
	if s.trail != nil {
		return s.noted(id)
	}
	if s.state[id] != known {
		s.evaluate(id)
	}
	return s.value[id]
}

// evaluate fills the value of a line that is not known.
func (s *Sheet) evaluate(id ID) {
	if s.state[id] == underway {
		panic("form1040: " + table[id].Form + " line " + table[id].No + " depends on itself")
	}
	s.state[id] = underway
	f := &formulas[id]
	v := f.calc(s)
	if s.whole && !f.ratio {
		v = v.Whole(money.HalfUp)
	}
	s.value[id], s.state[id] = v, known
}

// noted is At while notes are kept: which line is underway, and which lines of
// other forms it uses that are not 0.
func (s *Sheet) noted(id ID) money.Dec {
	t := s.trail
	if s.state[id] != known {
		if t.lines {
			t.of = append(t.of, id)
		}
		s.evaluate(id)
		if t.lines {
			t.of = t.of[:len(t.of)-1]
		}
	}
	v := s.value[id]
	if len(t.of) == 0 || v.IsZero() {
		return v
	}
	if form := table[id].Form; form != table[t.of[len(t.of)-1]].Form {
		t.read[form] = true
	}
	return v
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
func (s *Sheet) num(n law.Num) money.Dec {
	s.cite(n.Cite)
	return n.Dec
}

func (s *Sheet) by(b *byStatus) money.Dec { return s.num(b[s.in.Status]) }

func (s *Sheet) pair(p *pair) money.Dec {
	if s.in.Status == Joint {
		return s.num(p.joint)
	}
	return s.num(p.other)
}

func (s *Sheet) cite(cs []law.Citation) {
	t := s.trail
	if t == nil || len(cs) == 0 {
		return
	}
	if len(t.of) > 0 {
		id := t.of[len(t.of)-1]
		t.cites[id] = append(t.cites[id], cs)
	}
	if t.seen[&cs[0]] {
		return
	}
	t.seen[&cs[0]] = true
	for i := range cs {
		if !t.known[cs[i].ID] {
			t.known[cs[i].ID] = true
			t.all = append(t.all, cs[i])
		}
	}
}

// stepsUp returns how many units x holds, a part counting whole; stepsDown
// how many whole ones. Method Slope counts parts as parts.
func (s *Sheet) stepsUp(x, unit money.Dec) money.Dec   { return s.stepped(x, unit, money.Ceiling) }
func (s *Sheet) stepsDown(x, unit money.Dec) money.Dec { return s.stepped(x, unit, money.Floor) }

func (s *Sheet) stepped(x, unit money.Dec, how money.Rounding) money.Dec {
	if x.IsZero() {
		return x
	}
	n := x.Quo(unit)
	if s.in.Method == Slope {
		return n
	}
	s.steps = true
	return n.Whole(how)
}

// Citations returns what the lines evaluated so far used, once each.
func (s *Sheet) Citations() []law.Citation {
	if s.trail == nil {
		return nil
	}
	return s.trail.all
}

// Steps writes the lines evaluated so far as steps, in the order of the forms;
// lines that are 0 and cite nothing are left out but for total tax, and forms from which no other
// form takes anything but 0.
func (s *Sheet) Steps() []tax.Step {
	if s.trail == nil || !s.trail.lines {
		return nil
	}
	var out []tax.Step
	for id := range table {
		l := &table[id]
		if s.state[id] != known || (s.value[id].IsZero() && len(s.trail.cites[id]) == 0 && ID(id) != F24) {
			continue
		}
		if l.Form != mainForm && !s.trail.read[l.Form] {
			continue
		}
		out = append(out, s.step(ID(id), l))
	}
	return out
}

func (s *Sheet) step(id ID, l *Line) tax.Step {
	number := l.Number(s.p.Year)
	label := l.Label + " (" + l.Law + ")"
	if number != "—" {
		label = "line " + number + ": " + label
	}
	var cites []string
	seen := map[string]bool{}
	for _, group := range s.trail.cites[id] {
		for i := range group {
			if !seen[group[i].ID] {
				seen[group[i].ID] = true
				cites = append(cites, group[i].ID)
			}
		}
	}
	return tax.Step{Code: l.Form + "/" + number, Label: "Form " + l.Form + ", " + label, Formula: l.How, Amount: s.value[id], CitationIDs: cites}
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
		form8863Lines, form2441Lines, form8880Lines, benefitsLines, studentLoanLines,
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
		formulas[id] = formula{table[id].Calc, table[id].Ratio}
	}
}
