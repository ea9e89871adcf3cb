package obligation

import (
	"slices"
	"strconv"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Category has one stream an obligation that was filed: obligation-<tenant>-<id>.
var Category = event.Category{Name: "obligation", Types: []event.Type{event.Of[Filed]()}}

// Filed is a return as it was filed, with its figures frozen.
type Filed struct {
	Form        string      `json:"form"`
	Period      string      `json:"period"`
	On          civil.Date  `json:"filed_on"`
	Reference   sealed.Text `json:"reference"`
	KnownAt     time.Time   `json:"known_at"`     // the books as they were known then
	LogPosition int64       `json:"log_position"` // leaves of the tenant's tree that were read
	Return      sealed.Text `json:"return"`       // as /api/exports/filing/ gives it
	SHA256      string      `json:"sha256"`       // of it
}

func (Filed) EventType() string { return "obligation.filed.v1" }

// State is an obligation as its events leave it.
type State struct {
	ID   string
	Site int64
	Filed
	By string
	At time.Time
}

// Evolve applies an event.
func (s State) Evolve(e event.Recorded) State {
	if p, ok := e.Payload.(Filed); ok {
		stream, _ := event.ParseStream(e.Stream)
		s.ID, s.Site, s.Filed, s.By, s.At = stream.ID, e.Meta.Site, p, e.Meta.Principal, e.Meta.Time
	}
	return s
}

// Filing is what the calendar shows of it.
func (s State) Filing() Filing {
	return Filing{On: s.On, Reference: s.Reference.String(), KnownAt: s.KnownAt, LogPosition: s.LogPosition, SHA256: s.SHA256, By: s.By,
		At: s.At}
}

// Site is that of a subject's id, such as 3; 0 = it is none.
func Site(id string) int64 {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// File says that a return was filed. Form and period repeat the obligation's, so that
// nobody files one for another.
type File struct {
	Form      string     `json:"form" maxLength:"20" doc:"As the obligation says."`
	Period    string     `json:"period" maxLength:"11" doc:"As the obligation says."`
	On        civil.Date `json:"filed_on" format:"date" doc:"The day on which it was filed."`
	Reference string     `json:"reference" minLength:"1" maxLength:"200" doc:"What the authority answered: a receipt or transfer number."`
	// LogPosition is that of the export that was filed.
	LogPosition int64 `json:"log_position,omitempty" minimum:"0" doc:"That of the export that was filed: the return is frozen as the books knew it then. Left out: as they know it now."`
	Draft       bool  `json:"draft,omitempty" doc:"It was filed although something stood against it; the frozen return says what."`
}

// Validate reports every malformed field.
func (c File) Validate() error {
	var f fault.Fields
	if fault.Blank(c.Reference) {
		f.Add("reference", "says nothing")
	}
	if c.On.IsZero() {
		f.Add("filed_on", "is required")
	}
	f.Day("filed_on", c.On)
	return f.Err()
}

// Facts are the obligation, and the return at this moment.
type Facts struct {
	Obligation Obligation
	Today      civil.Date
	KnownAt    time.Time
	Position   int64
	Return     string // its bytes
	SHA256     string
	Against    fault.Blockers // what stands against filing
	Never      fault.Blockers // those against which no draft helps
}

// returnMax bounds a frozen return, which stands in one event.
const returnMax = 45 << 10

// Decide gives Filed.
func (c File) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	o := f.Obligation
	var wrong fault.Fields
	if c.Form != o.Form {
		wrong.Add("form", "the obligation is of %s", o.Form)
	}
	if c.Period != o.Period {
		wrong.Add("period", "the obligation is of %s", o.Period)
	}
	if c.On.After(f.Today) {
		wrong.Add("filed_on", "is in the future")
	}
	if c.On.Before(o.StartOn) {
		wrong.Add("filed_on", "the period began on %s", o.StartOn)
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	if s.ID != "" {
		return nil, fault.New(fault.Immutable, "the return was filed on %s, with the reference %s", s.On, s.Reference)
	}
	var b fault.Blockers
	if c.Draft {
		b = append(b, f.Never...)
	} else {
		b = append(b, f.Against...)
		for _, never := range f.Never {
			if !slices.ContainsFunc(f.Against, func(x fault.Blocker) bool { return x.Code == never.Code }) {
				b = append(b, never)
			}
		}
	}
	if o.Site == 0 && !o.Outside {
		b.Add("books_missing", "no site has books of %s: there is no return to freeze", o.Country)
	}
	if len(f.Return) > returnMax {
		b.Add("return_too_large", "the return has %d KiB; at most %d can be frozen", len(f.Return)>>10, returnMax>>10)
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	subject := journal.Subject(o.Site)
	filed := Filed{Form: o.Form, Period: o.Period, On: c.On, Reference: sealed.Of(subject, c.Reference), KnownAt: f.KnownAt,
		LogPosition: f.Position, SHA256: f.SHA256}
	if !o.Outside {
		filed.Return = sealed.Of(subject, f.Return)
	}
	return []event.Payload{filed}, nil
}
