package orders

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Category is the kind of stream that an entry is.
var Category = event.Category{Name: "ledgerentry", Types: []event.Type{
	event.Of[EntryRecorded](), event.Of[EntryRevised](), event.Of[DifferenceFound](), event.Of[EntryVoided](),
	event.Of[MissingAtSource](), event.Of[SeenAgain](), event.Of[DifferenceDecided](), event.Of[Superseded](), event.Of[Held](),
	event.Of[DifferenceWithdrawn](),
}}

// TaxCheck says whether the charged tax is what the law asks for.
type TaxCheck string

// The outcomes.
const (
	Agrees        TaxCheck = "agrees"
	Differs       TaxCheck = "differs"
	NotComputable TaxCheck = "not_computable"
)

// CheckOf reads the check from the reasons to look at a proposal.
func CheckOf(reasons []string) TaxCheck {
	check := Agrees
	for _, r := range reasons {
		switch r {
		case "tax_mismatch", "tax_charged_without_duty", "rate_not_in_force":
			return Differs
		case booking.EvidenceReported:
			check = NotComputable // what decides it is the source's word
		}
	}
	return check
}

// Figures are what a version says in figures.
type Figures struct {
	SHA256     string        `json:"sha256"` // of the order's canonical form
	PlacedAt   time.Time     `json:"placed_at"`
	SuppliedOn civil.Date    `json:"supplied_on"`
	Currency   string        `json:"currency"`
	Net        money.Dec     `json:"net"`
	Taxes      []booking.Tax `json:"taxes"`
	Gross      money.Dec     `json:"gross"`
	Country    string        `json:"country"` // of the buyer
	SnapshotID string        `json:"snapshot_id"`
	RefundOf   string        `json:"refund_of,omitempty"` // source_ref of the order
	TaxCheck   TaxCheck      `json:"tax_check"`
	Content    sealed.Text   `json:"content"`               // the whole order, as JSON
	DocumentID string        `json:"document_id,omitempty"` // in which it stands; "" = in none
}

// EntryRecorded is the first that was heard of an order.
type EntryRecorded struct {
	EntryID   string `json:"entry_id"`
	Source    string `json:"source"`
	SourceRef string `json:"source_ref"`
	Kind      Kind   `json:"kind"`
	InvoiceID string `json:"invoice_id,omitempty"` // that its checkout had by then
	Figures
}

// EntryRevised is another version, taken since nothing rested on the one before.
type EntryRevised struct{ Figures }

// DifferenceFound is what the source says otherwise of a final entry.
type DifferenceFound struct {
	Fields []string `json:"fields"` // that differ
	Figures
}

// EntryVoided says that the source cancelled it before it was booked.
type EntryVoided struct {
	SHA256 string `json:"sha256"`
}

func (EntryRecorded) EventType() string   { return "ledgerentry.recorded.v1" }
func (EntryRevised) EventType() string    { return "ledgerentry.revised.v1" }
func (DifferenceFound) EventType() string { return "ledgerentry.difference_found.v1" }
func (EntryVoided) EventType() string     { return "ledgerentry.voided.v1" }

// Version is what the source said once.
type Version struct {
	Figures
	At time.Time
	By string
}

// State is an entry as its events leave it.
type State struct {
	ID, Tenant        string
	Site              int64
	Source, SourceRef string
	Kind              Kind
	Versions          []Version // the last is in force
	Differences       []Version // that the source says since the entry is final
	DifferentFields   [][]string
	DifferenceOpen    bool // the last one waits for a person
	Withdrawn         bool // the source says again what stands here
	Decisions         []Decision
	Voided            bool
	SupersededBy      string // id of the entry that stands for this one
	Missing           bool   // at the source
	Holds             []Held // of what is about to rest on it
	CreatedAt         time.Time
	CreatedBy         string
	UpdatedAt         time.Time
	Events            int
}

// Evolve is the state after e; the one before stays as it was.
func (s State) Evolve(e event.Recorded) State {
	s.Events++
	s.UpdatedAt = e.Meta.Time
	switch p := e.Payload.(type) {
	case EntryRecorded:
		s.ID, s.Tenant, s.Site, s.Source, s.SourceRef, s.Kind = p.EntryID, e.Meta.Tenant, e.Meta.Site, p.Source, p.SourceRef, p.Kind
		s.CreatedAt, s.CreatedBy = e.Meta.Time, e.Meta.Principal
		s.Versions = []Version{{p.Figures, e.Meta.Time, e.Meta.Principal}}
	case EntryRevised:
		s.Versions = append(slices.Clone(s.Versions), Version{p.Figures, e.Meta.Time, e.Meta.Principal})
		s.Voided = false
	case DifferenceFound:
		s.Differences = append(slices.Clone(s.Differences), Version{p.Figures, e.Meta.Time, e.Meta.Principal})
		s.DifferentFields, s.DifferenceOpen, s.Withdrawn = append(slices.Clone(s.DifferentFields), p.Fields), true, false
	case DifferenceDecided:
		s.Decisions = append(slices.Clone(s.Decisions), Decision{len(s.Differences) - 1, p, e.Meta.Principal})
		s.DifferenceOpen = false
	case DifferenceWithdrawn:
		s.DifferenceOpen, s.Withdrawn = false, true
	case Held:
		s.Holds = s.holding(p)
	case Superseded:
		s.Tenant, s.Site, s.SupersededBy = e.Meta.Tenant, e.Meta.Site, p.By
	case EntryVoided:
		s.Voided = true
	case MissingAtSource:
		s.Missing = true
	case SeenAgain:
		s.Missing = false
	}
	return s
}

// JournalID is the id of the journal entry that the order becomes: another one each
// time that a posted one was replaced.
func (s State) JournalID() string {
	id := JournalID(s.ID)
	for _, d := range s.Decisions {
		if d.Reverses != "" {
			id = journalAfter(d.Reverses)
		}
	}
	return id
}

// Replaces is the posted journal entry that another one, which the order became since,
// stands in for; "" = none.
func (s State) Replaces(entry string) string {
	for _, d := range s.Decisions {
		if d.Reverses != "" && journalAfter(d.Reverses) == entry {
			return d.Reverses
		}
	}
	return ""
}

// InvoicedAs is the id under which lines of the order stand on invoices: a checkout's
// own, also where the order stands for the checkout that it names.
func (s State) InvoicedAs() string {
	switch {
	case s.Source == Checkouts:
		return s.SourceRef
	case s.Kind == Sale && len(s.Versions) > 0 && s.Latest().SnapshotID != "":
		return s.Latest().SnapshotID
	}
	return s.ID
}

// Latest is the version in force.
func (s State) Latest() Version { return s.Versions[len(s.Versions)-1] }

// Order is the version in force whole; ok is false when it was forgotten.
func (v Version) Order() (o Order, ok bool) {
	return o, v.Content.Plain != "" && json.Unmarshal([]byte(v.Content.Plain), &o) == nil
}

// Subject is whose personal data an entry's content is.
func Subject(entryID string) string { return "order-" + entryID }

// Record takes what a source says.
type Record struct {
	EntryID   string
	Source    string
	Order     Order
	TaxCheck  TaxCheck
	InvoiceID string // of a checkout, which may be invoiced before it is here
	Document  string // the file in which it stands; "" = none
	Subject   string // whose personal data it is; "" = the entry's own
}

// orderEventsMax bounds an entry's stream.
const orderEventsMax = 400

// Decide gives EntryRecorded; EntryRevised; DifferenceFound where final says
// that something rests on the entry, and DifferenceWithdrawn where an open one is none
// any more; EntryVoided; none where it is said again, or another entry stands for this
// one.
func (c Record) Decide(s State, final bool) ([]event.Payload, error) {
	if s.SupersededBy != "" {
		return nil, nil
	}
	if s.Events >= orderEventsMax {
		return nil, fault.New(fault.Immutable, "the source has changed the entry %d times", s.Events)
	}
	figures, err := c.figures()
	if err != nil {
		return nil, err
	}
	out, err := c.decide(s, final, figures)
	if s.Missing && err == nil {
		out = append([]event.Payload{SeenAgain{figures.SHA256}}, out...)
	}
	return out, err
}

func (c Record) decide(s State, final bool, figures Figures) ([]event.Payload, error) {
	gone := c.Order.Gone()
	switch {
	case s.ID == "":
		out := []event.Payload{EntryRecorded{c.EntryID, c.Source, c.Order.SourceRef, c.Order.Kind, c.InvoiceID, figures}}
		if gone {
			out = append(out, EntryVoided{figures.SHA256})
		}
		return out, nil
	case s.Latest().SHA256 == figures.SHA256 && s.DifferenceOpen:
		return []event.Payload{DifferenceWithdrawn{figures.SHA256}}, nil
	case s.Latest().SHA256 == figures.SHA256:
		return nil, nil
	case !final && gone:
		return []event.Payload{EntryRevised{figures}, EntryVoided{figures.SHA256}}, nil
	case !final:
		return []event.Payload{EntryRevised{figures}}, nil
	}
	if n := len(s.Differences); n > 0 && s.Differences[n-1].SHA256 == figures.SHA256 && !s.Withdrawn {
		return nil, nil
	}
	return []event.Payload{DifferenceFound{differing(s.Latest().Figures, figures), figures}}, nil
}

func (c Record) figures() (Figures, error) {
	o := c.Order
	digest, err := o.Digest()
	if err != nil {
		return Figures{}, err
	}
	content, err := json.Marshal(o)
	if err != nil {
		return Figures{}, err
	}
	taxes := o.Taxes
	if taxes == nil {
		taxes = []booking.Tax{}
	}
	return Figures{digest, o.PlacedAt.UTC(), o.SuppliedOn, o.Currency, o.Net, taxes, o.Gross, o.Transaction().Counterparty.Country,
		o.SnapshotID, o.RefundOf, c.TaxCheck,
		sealed.Of(cmp.Or(c.Subject, Subject(c.EntryID)), string(content)), c.Document}, nil
}

// differing names the figures that two versions say otherwise.
func differing(a, b Figures) []string {
	var out []string
	add := func(name string, same bool) {
		if !same {
			out = append(out, name)
		}
	}
	add("placed_at", a.PlacedAt.Equal(b.PlacedAt))
	add("supplied_on", a.SuppliedOn == b.SuppliedOn)
	add("currency", a.Currency == b.Currency)
	add("net", a.Net.Equal(b.Net))
	add("taxes", slices.EqualFunc(a.Taxes, b.Taxes, func(x, y booking.Tax) bool {
		return x.Rate.Equal(y.Rate) && x.Base.Equal(y.Base) && x.Tax.Equal(y.Tax)
	}))
	add("gross", a.Gross.Equal(b.Gross))
	add("country", a.Country == b.Country)
	if len(out) == 0 {
		out = []string{"content"}
	}
	return out
}
