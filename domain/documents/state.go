package documents

import (
	"slices"
	"time"

	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/sealed"
)

// State is a document as its events leave it; the zero State is "no such
// document". Evolve leaves the state it is called on as it was.
type State struct {
	Revision   uint64 // of the last event
	ID         string
	Site       int64
	Status     Status
	Code       string // why it was rejected or failed
	Type       Type
	Said       Type // as its sender or a person says; "" = its content tells
	ClientRef  sealed.Text
	Filename   sealed.Text
	Language   string
	Media      string
	Blob       blob.Ref
	Batch      string
	Text       bool // the bytes are text that was read elsewhere
	Extraction string
	Pages      int
	Fields     []Field
	Statements []Statement
	Matches    []LineMatch // what lines of statements were said to be, one a line
	Checks     []Check
	Duplicates []Duplicate
	JobID      string // of the latest extraction
	CreatedAt  time.Time
	CreatedBy  string
	UpdatedAt  time.Time
	Editors    []string // who corrected or confirmed
	Accept     int      // how sure a value must be, in thousandths; 0 = AcceptScore
	Review     []string // why a person should look at what was read; empty = none should
	Reviewed   string   // what they said: "", accept or dismiss
	ClaimedBy  string   // the receipt that brings it into the books, unless that was discarded; "" = none
	// ClaimedEntry is the journal entry that rests on the document straight, unless a
	// receipt claimed it since; "" = none.
	ClaimedEntry string
	Duplicate    string // what they said of duplicates: "", Same or Different
	LineChanges  int    // events of Matches
	Source       string // of orders, as the sender says; "" = not said
	Orders       *FiledOrders
	Invoice      blob.Ref // business terms of an electronic invoice; zero = it is none
}

// Fold is the state that a whole history leaves.
func Fold(history []event.Recorded) State {
	var s State
	for _, e := range history {
		s = s.Evolve(e)
	}
	return s
}

// Evolve is the state after e.
func (s State) Evolve(e event.Recorded) State {
	s.UpdatedAt, s.Revision = e.Meta.Time, e.Revision
	var opened string
	if o, opens := e.Payload.(job.Opener); opens && len(o.OpensJobs()) > 0 {
		opened = job.ID(e.Meta.CommandID, 0)
	}
	switch p := e.Payload.(type) {
	case Received:
		s.ID, s.Site, s.Status, s.Type, s.Language, s.Batch = p.DocumentID, e.Meta.Site, StatusReceived, p.Type, p.Language, p.Batch
		s.ClientRef, s.Filename, s.Media, s.Blob, s.Text = p.ClientRef, p.Filename, p.Media, p.Blob, p.Text
		s.CreatedAt, s.CreatedBy, s.Source = e.Meta.Time, e.Meta.Principal, p.Source
		s.JobID, s.Said = opened, p.Type
	case ExtractionRequested:
		s.Status, s.Code, s.JobID = StatusExtracting, "", opened
		if p.Language != "" {
			s.Language = p.Language
		}
	case TypeCorrected:
		s.Type, s.Said = p.Type, p.Type
		if opened != "" {
			s.Status, s.Code, s.JobID = StatusExtracting, "", opened
		}
		s = s.editedBy(e.Meta.Principal)
	case Extracted:
		s.Status, s.Code, s.Type, s.Language, s.Extraction, s.Pages = StatusExtracted, "", p.Type, p.Language, p.Extraction, p.Pages
		s.Fields, s.Statements, s.Checks, s.Duplicates = p.Fields, p.Statements, p.Checks, p.Duplicates
		s.Accept, s.Review, s.Reviewed = p.Accept, p.Review, ""
		s.Invoice = p.Invoice
		if s.Orders = nil; p.Orders != nil {
			s.Orders = &FiledOrders{OrdersFile: *p.Orders, JobID: opened}
		}
	case OrdersTaken:
		if s.Orders != nil {
			filed := *s.Orders
			filed.Taken, s.Orders = &p, &filed
		}
	case Rejected:
		s.Status, s.Code = StatusRejected, p.Code
	case Failed:
		s.Status, s.Code = StatusFailed, p.Code
	case Validated:
		s.Checks, s.Duplicates, s.Review = p.Checks, p.Duplicates, p.Review
	case ReviewDecided:
		switch {
		case p.Kind == ReviewExtraction:
			s.Reviewed, s.Review = p.Decision, nil
		case p.Decision == "accept":
			s.Duplicate = Same
		default:
			s.Duplicate = Different
		}
	case Claimed:
		if s.ClaimedEntry = p.EntryID; p.EntryID == "" {
			s.ClaimedBy = p.ReceiptID
		}
	case LinesMatched:
		s = s.withLines(p.Lines)
	case FieldsChanged:
		s.Fields, s.Checks, s.Review = s.merged(p.Fields), p.Checks, p.Review
		s = s.editedBy(e.Meta.Principal)
	}
	return s
}

func (s State) editedBy(principal string) State {
	if !slices.Contains(s.Editors, principal) {
		s.Editors = append(slices.Clone(s.Editors), principal)
	}
	return s
}

// merged replaces fields by name, and adds those that are new.
func (s State) merged(changed []Field) []Field {
	fields := slices.Clone(s.Fields)
	for _, f := range changed {
		if i := slices.IndexFunc(fields, func(x Field) bool { return x.Name == f.Name }); i >= 0 {
			fields[i] = f
		} else {
			fields = append(fields, f)
		}
	}
	return fields
}

// Field returns a field by name.
func (s State) Field(name string) (Field, bool) { return fieldOf(s.Fields, name) }

func fieldOf(fields []Field, name string) (Field, bool) {
	for _, f := range fields {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

// Subject is whose personal data the document's texts are.
func (s State) Subject() string { return s.Blob.Subject }

// Validation is what the checks say together.
func (s State) Validation() string {
	if s.Status != StatusExtracted {
		return Pending
	}
	return Verdict(s.Checks)
}
