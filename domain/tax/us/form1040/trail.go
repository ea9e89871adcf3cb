package form1040

import (
	"sync"

	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Notes says what an evaluation keeps besides values.
type Notes int

const (
	Nothing   Notes = iota
	Sources         // the citations used, for Citations
	LineNotes       // and what each line cites, for Steps
)

// A group numbers the citations of one parameter among those of its year; no
// citation is in two groups. Group 0 is empty.
type group = uint8

const groupsMax = 256

// groupSet is a set of groups.
type groupSet [groupsMax / 64]uint64

// add reports whether g is new to the set.
func (s *groupSet) add(g group) bool {
	word, bit := &s[g/64], uint64(1)<<(g%64)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}

// trail notes what the lines evaluated used.
type trail struct {
	notes Notes
	seen  groupSet
	used  [groupsMax]group // in the order of their first use
	uses  int
	lines *lineTrail // nil unless LineNotes
}

// lineTrail notes what each line used.
type lineTrail struct {
	cites [lineCount][]group
	of    []ID            // the lines underway, innermost last
	read  map[string]bool // forms of which another form read more than 0
}

func (s *Sheet) beginNotes(notes Notes) {
	s.ready, s.notes, s.seen, s.uses, s.lines = known, notes, groupSet{}, 0, nil
	if notes == LineNotes {
		s.ready, s.lines = ^lineState(0), &lineTrail{read: map[string]bool{}}
	}
}

// EndNotes leaves what is evaluated from here on out of the notes.
func (s *Sheet) EndNotes() { s.notes, s.ready = Nothing, known }

// cite notes the use of a group.
func (t *trail) cite(g group) {
	if t.notes != Nothing {
		t.note(g)
	}
}

func (t *trail) note(g group) {
	if g == 0 {
		return
	}
	if t.lines != nil && len(t.lines.of) > 0 {
		id := t.lines.of[len(t.lines.of)-1]
		t.lines.cites[id] = append(t.lines.cites[id], g)
	}
	if t.seen.add(g) {
		t.used[t.uses] = g
		t.uses++
	}
}

// enter notes that a line is underway, or that a known one is used; it reports
// whether the line is yet to be worked out. leave notes the end and the use.
func (s *Sheet) enter(id ID) bool {
	if s.state[id] < known {
		s.lines.of = append(s.lines.of, id)
		return true
	}
	s.noteUse(id)
	return false
}

func (s *Sheet) leave(id ID) {
	s.lines.of = s.lines.of[:len(s.lines.of)-1]
	s.noteUse(id)
}

// noteUse notes the form of a line that is not 0 and that a line of another
// form uses.
func (s *Sheet) noteUse(id ID) {
	t := s.lines
	if len(t.of) == 0 || s.value[id].IsZero() {
		return
	}
	if form := table[id].Form; form != table[t.of[len(t.of)-1]].Form {
		t.read[form] = true
	}
}

// Citations returns what the lines noted used, once each in the order of their
// first use. Returns that used the same share the slice: it must not be
// changed.
func (s *Sheet) Citations() []law.Citation {
	key := s.used[:s.uses]
	if all := s.p.cited.find(key); all != nil {
		return all
	}
	n := 0
	for _, g := range key {
		n += len(s.p.groups[g])
	}
	out := make([]law.Citation, 0, n)
	for _, g := range key {
		out = append(out, s.p.groups[g]...)
	}
	s.p.cited.keep(key, out)
	return out
}

// citedMax is how many lists of citations a year keeps.
const citedMax = 512

// cited keeps the lists of citations that returns of a year had, by the groups
// in the order of their use: most returns have one of few.
type cited struct {
	sync.RWMutex
	lists map[string][]law.Citation
}

func (c *cited) find(key []byte) []law.Citation {
	c.RLock()
	defer c.RUnlock()
	return c.lists[string(key)]
}

func (c *cited) keep(key []byte, list []law.Citation) {
	c.Lock()
	defer c.Unlock()
	if c.lists == nil {
		c.lists = map[string][]law.Citation{}
	}
	if len(c.lists) < citedMax {
		c.lists[string(key)] = list
	}
}

// Steps writes the lines evaluated so far as steps, in the order of the forms;
// lines that are 0 and cite nothing are left out but for total tax, and forms
// from which no other form takes anything but 0.
func (s *Sheet) Steps() []tax.Step {
	if s.lines == nil {
		return nil
	}
	var out []tax.Step
	for id := range table {
		l := &table[id]
		if s.state[id] < known || (s.value[id].IsZero() && len(s.lines.cites[id]) == 0 && ID(id) != F24) {
			continue
		}
		if l.Form != mainForm && !s.lines.read[l.Form] {
			continue
		}
		if l.Form == formW && lacksForm2555(s.in) {
			continue // its line 3 is line 15 then, from which every tax is worked out
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
	var seen groupSet
	for _, g := range s.lines.cites[id] {
		if seen.add(g) {
			for i := range s.p.groups[g] {
				cites = append(cites, s.p.groups[g][i].ID)
			}
		}
	}
	return tax.Step{Code: l.Form + "/" + number, Label: "Form " + l.Form + ", " + label, Formula: l.How, Amount: s.value[id],
		CitationIDs: cites}
}
