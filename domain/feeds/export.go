package feeds

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/job"
)

// ExportStatus is how far an export is.
type ExportStatus string

// The statuses.
const (
	ExportQueued    ExportStatus = "queued"
	ExportFinished  ExportStatus = "completed"
	ExportGivenUp   ExportStatus = "failed"
	EInvoicesFormat              = "e_invoices"
)

// ExportFormats are what can be asked for: the books in a format of their own, and
// the electronic invoices of a range.
var ExportFormats = []string{"csv", "xlsx", "datev", "fec", "hledger", "beancount", "ofx", "gobd", "saft", EInvoicesFormat}

// Export is an export as its events leave it.
type Export struct {
	ID          string
	Exists      bool
	Site        int64
	Request     ExportRequested
	JobID       string
	Status      ExportStatus
	Done        *ExportCompleted
	Failure     *ExportFailed
	RequestedAt time.Time
	RequestedBy string
	UpdatedAt   time.Time
}

// Evolve is the state after e.
func (s Export) Evolve(e event.Recorded) Export {
	s.UpdatedAt = e.Meta.Time
	switch p := e.Payload.(type) {
	case ExportRequested:
		s.ID, s.Exists, s.Site, s.Request, s.Status = p.ExportID, true, e.Meta.Site, p, ExportQueued
		s.JobID, s.RequestedAt, s.RequestedBy = job.ID(e.Meta.CommandID, 0), e.Meta.Time, e.Meta.Principal
	case ExportCompleted:
		s.Status, s.Done = ExportFinished, &p
	case ExportFailed:
		s.Status, s.Failure = ExportGivenUp, &p
	}
	return s
}

// Subject is whose key an export's file is kept under. What is known of one subject
// goes when that is forgotten.
func (s Export) Subject() string {
	if s.Request.Subject != "" {
		return s.Request.Subject
	}
	return "export-" + s.ID
}

// RequestExport asks for an export of a site's books.
type RequestExport struct {
	Format      string `json:"format" enum:"csv,xlsx,datev,fec,hledger,beancount,ofx,gobd,saft,e_invoices"`
	From        string `json:"from" format:"date" doc:"First booking date; of e_invoices the first day of issue."`
	To          string `json:"to" format:"date" doc:"The last."`
	Provisional bool   `json:"provisional,omitempty" doc:"Take a range in which something can still change."`
	ScheduleID  string `json:"-"`
	ConnectorID string `json:"-"` // that sends it once it is written
}

// Validate reports every malformed field.
func (c RequestExport) Validate() error {
	var f fault.Fields
	if !slices.Contains(ExportFormats, c.Format) {
		f.Add("format", "one of %s", strings.Join(ExportFormats, ", "))
	}
	from, fromErr := civil.Parse(c.From)
	if fromErr != nil {
		f.Add("from", "%v", fromErr)
	}
	to, toErr := civil.Parse(c.To)
	if toErr != nil {
		f.Add("to", "%v", toErr)
	}
	if fromErr == nil && toErr == nil && to.Before(from) {
		f.Add("to", "is before from")
	}
	return f.Err()
}

// ExportFacts is what a request is decided with.
type ExportFacts struct {
	Today    civil.Date
	Books    bool            // the site has books
	Unposted int64           // entries dated in the range that wait to be posted
	Open     bool            // a period of the range is not closed
	Unfit    []fault.Blocker // what stands against the format, or a file at all
}

// Decide asks for the file, or lists every blocker.
func (c RequestExport) Decide(s Export, a act.Context, f ExportFacts) ([]event.Payload, error) {
	if s.Exists {
		return nil, nil
	}
	var b fault.Blockers
	from, to := civil.MustParse(c.From), civil.MustParse(c.To)
	if !f.Books && c.Format != EInvoicesFormat {
		b.Add("books_missing", "there are no books for this site; PUT /api/ledger/books/ opens them")
	}
	b = append(b, f.Unfit...)
	if !c.Provisional {
		if !to.Before(f.Today) {
			b.Add("period_not_ended", "%s is not over; provisional takes what there is", to)
		}
		if f.Unposted > 0 && c.Format != EInvoicesFormat {
			b.Add("unposted_entries", "%d entries of the range wait to be posted; provisional leaves them out", f.Unposted)
		}
	}
	if c.Format == "fec" && f.Open {
		b.Add("period_open", "the FEC is of a closed fiscal year; close its periods")
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	return []event.Payload{ExportRequested{ExportID: a.NewID(0), Format: c.Format, From: from, To: to, Provisional: c.Provisional,
		KnownAt: a.Now, ScheduleID: c.ScheduleID, ConnectorID: c.ConnectorID}}, nil
}

// Complete records the file; one that another node has written is left alone.
func (s Export) Complete(c ExportCompleted) ([]event.Payload, error) {
	if !s.Exists {
		return nil, fmt.Errorf("feeds: there is no export")
	}
	if s.Status != ExportQueued {
		return nil, nil
	}
	return []event.Payload{c}, nil
}

// Fail records that there will be no file.
func (s Export) Fail(code, detail string) ([]event.Payload, error) {
	if !s.Exists || s.Status != ExportQueued {
		return nil, nil
	}
	return []event.Payload{ExportFailed{code, detail}}, nil
}
