package books

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Category is the kind of stream that a set of books is. Its id is the site's
// number, 0 for the tenant as a whole.
var Category = event.Category{Name: "books", Types: []event.Type{
	event.Of[Opened](), event.Of[Changed](), event.Of[WaiverGranted](),
	event.Of[PeriodClosing](), event.Of[PeriodClosed](), event.Of[PeriodReopened](), event.Of[Used](),
}}

// Opened begins a set of books.
type Opened struct {
	Settings Settings `json:"settings"`
}

// Changed replaces the settings.
type Changed struct {
	Settings Settings `json:"settings"`
}

// Used says that entries are posted to the books from here on: what they are kept by
// stands. It comes before the first of them, in the stream in which the settings change,
// so that of both at once the log takes one.
type Used struct{}

// WaiverGranted lets one person alone do both steps.
type WaiverGranted struct {
	WaiverID  string      `json:"waiver_id"`
	Scope     string      `json:"scope"`
	Reason    sealed.Text `json:"reason"`
	ExpiresOn civil.Date  `json:"expires_on"`
}

// PeriodClosing draws the line: what the log holds of the period after it counts
// in the next one.
type PeriodClosing struct {
	Period Month `json:"period"`
}

// PeriodClosed says what stood before the line.
type PeriodClosed struct {
	Period  Month   `json:"period"`
	Totals  []Total `json:"totals"`  // of the entries of the period, by currency
	Entries int64   `json:"entries"` // how many
	SHA256  string  `json:"trial_balance_sha256"`
}

// PeriodReopened lets entries into the period again.
type PeriodReopened struct {
	Period Month       `json:"period"`
	Reason sealed.Text `json:"reason"`
}

// Total is what was debited and credited in one currency; the two are equal.
type Total struct {
	Currency string    `json:"currency"`
	Debit    money.Dec `json:"debit"`
	Credit   money.Dec `json:"credit"`
}

// PendingJob books the orders that came before there were books, or that the
// books could not take as they were.
const PendingJob job.Kind = "books.pending"

// OpensJobs has waiting orders booked.
func (Opened) OpensJobs() []job.Opening { return []job.Opening{{Kind: PendingJob}} }

// OpensJobs has waiting orders booked.
func (Changed) OpensJobs() []job.Opening { return []job.Opening{{Kind: PendingJob}} }

func (Opened) EventType() string         { return "books.opened.v1" }
func (Changed) EventType() string        { return "books.changed.v1" }
func (Used) EventType() string           { return "books.used.v1" }
func (WaiverGranted) EventType() string  { return "books.waiver_granted.v1" }
func (PeriodClosing) EventType() string  { return "period.closing.v1" }
func (PeriodClosed) EventType() string   { return "period.closed.v1" }
func (PeriodReopened) EventType() string { return "period.reopened.v1" }
