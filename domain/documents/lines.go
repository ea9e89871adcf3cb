package documents

import (
	"slices"

	"github.com/tallystick/tallystick/domain/fault"
)

// LineAt names a line of a statement of a document; both count from 1.
type LineAt struct {
	Statement int `json:"statement"`
	Line      int `json:"line"`
}

func (at LineAt) String() string { return itoa(int64(at.Statement)) + "/" + itoa(int64(at.Line)) }

// LineMatch says which journal entry a line is.
type LineMatch struct {
	LineAt
	EntryID  string `json:"entry_id"`           // "" = none any longer
	Proposed bool   `json:"proposed,omitempty"` // the entry was made for the line
}

// LinesMatched says which journal entries lines of statements are.
type LinesMatched struct {
	Lines []LineMatch `json:"lines"`
}

// EventType is the type of the event.
func (LinesMatched) EventType() string { return "document.lines_matched.v1" }

// How often lines of a document are matched: its events are read whole.
const lineChangesMax = 3000

// LineEntry is the entry that a line was said to be.
func (s State) LineEntry(at LineAt) (LineMatch, bool) {
	i := slices.IndexFunc(s.Matches, func(m LineMatch) bool { return m.LineAt == at })
	if i < 0 || s.Matches[i].EntryID == "" {
		return LineMatch{}, false
	}
	return s.Matches[i], true
}

// withLines replaces what lines were said to be.
func (s State) withLines(said []LineMatch) State {
	s.Matches, s.LineChanges = slices.Clone(s.Matches), s.LineChanges+1
	for _, m := range said {
		if i := slices.IndexFunc(s.Matches, func(x LineMatch) bool { return x.LineAt == m.LineAt }); i >= 0 {
			s.Matches[i] = m
		} else {
			s.Matches = append(s.Matches, m)
		}
	}
	return s
}

// HasLine reports whether a statement of the document has such a line.
func (s State) HasLine(at LineAt) bool {
	return at.Statement >= 1 && at.Statement <= len(s.Statements) && at.Line >= 1 && at.Line <= s.Statements[at.Statement-1].Count
}

// ClaimLine gives LinesMatched of an entry that is proposed for a line.
func (s State) ClaimLine(at LineAt, entry string) (LinesMatched, error) {
	if s.LineChanges >= lineChangesMax {
		return LinesMatched{}, fault.New(fault.Immutable, "lines of the document were matched %d times", s.LineChanges)
	}
	return LinesMatched{[]LineMatch{{at, entry, true}}}, nil
}

// LineDecision is a person's word on which journal entry a line of a statement is.
type LineDecision struct {
	Statement int       `json:"statement,omitempty" minimum:"1" doc:"Of the file, from 1; left out: the first."`
	Line      int       `json:"line" minimum:"1"`
	Match     LineIsOne `json:"match"`
}

// LineIsOne says which entry it is.
type LineIsOne struct {
	Kind string `json:"kind" enum:"journal_entry,none" doc:"none: it is no entry that is there."`
	ID   string `json:"id,omitempty" maxLength:"32"`
}

// At is the line that is decided.
func (d LineDecision) At() LineAt { return LineAt{max(d.Statement, 1), d.Line} }

// Movement is what is known of a line, and of the entry that a person says it is.
type Movement struct {
	HeldBy string   // the entry that the line is, unless that was rejected or reversed; "" = none
	Own    bool     // that one was proposed for the line
	Entry  *MovedBy // nil = there is no such entry of the site
}

// MovedBy is an entry beside the line that it is said to be.
type MovedBy struct {
	Ended  string // rejected, returned, reversed, or booked to reverse another; "" = it stands
	Moves  bool   // it moves the line's amount, in its currency, on an account for money
	HeldBy string // <document>/<statement>/<line> of another line that it is; "" = none
	Coming bool   // that one is about to be said to be the entry, or was cut off at it
}

// faults names the decisions that are malformed.
func lineFaults(f *fault.Fields, lines []LineDecision) {
	seen := map[LineAt]bool{}
	for i, d := range lines {
		at := "lines[" + itoa(int64(i)) + "]"
		if seen[d.At()] {
			f.Add(at+".line", "%s stands twice", d.At())
		}
		seen[d.At()] = true
		switch {
		case d.Match.Kind == "journal_entry" && d.Match.ID == "":
			f.Add(at+".match.id", "the entry that it is")
		case d.Match.Kind == "none" && d.Match.ID != "":
			f.Add(at+".match.id", "goes with journal_entry alone")
		}
	}
}

// matchLines gives LinesMatched, or nil where nothing changes; lines that are not there
// are added to f. Errors: fault.Blocked with match_not_possible; fault.Immutable.
func (s State) matchLines(lines []LineDecision, known map[LineAt]Movement, f *fault.Fields) (*LinesMatched, error) {
	var b fault.Blockers
	var out LinesMatched
	for i, d := range lines {
		at := d.At()
		if !s.HasLine(at) {
			f.Add("lines["+itoa(int64(i))+"].line", "the document has no line %s", at)
			continue
		}
		m := known[at]
		before, _ := s.LineEntry(at)
		if d.Match.Kind == "none" {
			if m.Own && m.HeldBy != "" {
				b.On("line/"+at.String(), "match_not_possible", "entry %s was proposed for line %s: reject or reverse it", m.HeldBy, at)
			} else if before.EntryID != "" {
				out.Lines = append(out.Lines, LineMatch{LineAt: at})
			}
			continue
		}
		if before.EntryID == d.Match.ID && m.HeldBy == d.Match.ID {
			continue // said before
		}
		if why := m.refuses(d.Match.ID); why != "" {
			b.On("line/"+at.String(), "match_not_possible", "line %s is not entry %s: %s", at, d.Match.ID, why)
		}
		for j, other := range lines[:i] {
			if other.Match.Kind == "journal_entry" && other.Match.ID == d.Match.ID {
				f.Add("lines["+itoa(int64(i))+"].match.id", "lines[%d] is that entry", j)
			}
		}
		out.Lines = append(out.Lines, LineMatch{LineAt: at, EntryID: d.Match.ID})
	}
	switch {
	case b.Err() != nil:
		return nil, b.Err()
	case len(out.Lines) == 0:
		return nil, nil
	case s.LineChanges >= lineChangesMax:
		return nil, fault.New(fault.Immutable, "lines of the document were matched %d times", s.LineChanges)
	}
	return &out, nil
}

// refuses says why a line cannot be an entry; "" = it can.
func (m Movement) refuses(entry string) string {
	switch e := m.Entry; {
	case m.HeldBy != "" && m.HeldBy != entry:
		return "it is entry " + m.HeldBy + " already"
	case e == nil:
		return "there is no such entry of this site"
	case e.Ended != "":
		return "the entry was " + e.Ended
	case !e.Moves:
		return "the entry does not move that amount on an account for money"
	case e.Coming:
		return "line " + e.HeldBy + " is being matched with it: say that once more, or something else of that document"
	case e.HeldBy != "":
		return "the entry is line " + e.HeldBy + " already"
	}
	return ""
}
