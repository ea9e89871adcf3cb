package books

import (
	"slices"
	"strconv"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Basis says when income and cost count for the tax on profits.
type Basis string

// The bases.
const (
	Accrual Basis = "accrual"
	Cash    Basis = "cash"
)

// Settings is what the books are kept by.
type Settings struct {
	Country         string `json:"country"`           // ISO 3166-1 alpha-2
	BaseCurrency    string `json:"base_currency"`     // ISO 4217
	FiscalYearStart string `json:"fiscal_year_start"` // MM-DD; the first day of a month
	Chart           string `json:"chart"`             // id of a built-in chart: de-skr03
	Basis           Basis  `json:"basis"`
	// AutoApprove says which entries an owner lets through without an approver.
	AutoApprove []PostingRule `json:"posting_rules"`
}

// PostingRule is an owner's dated rule that approves entries of one origin, to
// an amount of the base currency.
type PostingRule struct {
	Origin  string     `json:"origin"`
	Journal string     `json:"journal" required:"false"` // "" = any
	UpTo    string     `json:"up_to" required:"false"`   // gross in base currency; "" = any
	From    civil.Date `json:"from"`
	To      civil.Date `json:"to" required:"false"` // zero = open
}

// State is a set of books as its events leave it.
type State struct {
	Settings
	Exists        bool
	Used          bool // something was posted, or is about to be
	Tenant        string
	Site          int64
	OpenedAt      time.Time
	OpenedBy      string
	UpdatedAt     time.Time
	ClosedThrough Month // the last period that is closing or closed; zero = none
	Closings      []Closing
	Waivers       []Waiver
	Events        int
}

// Closing is one closing of a period, the latest of it last.
type Closing struct {
	Period     Month          `json:"period"`
	ClosingAt  time.Time      `json:"closing_at"`
	ClosedAt   time.Time      `json:"closed_at"` // zero = not yet
	ClosedBy   string         `json:"closed_by"`
	Totals     []Total        `json:"totals"`
	SHA256     string         `json:"trial_balance_sha256"`
	Entries    int64          `json:"entries"`
	ReopenedAt time.Time      `json:"reopened_at"` // zero = stands
	Position   event.Position `json:"-"`           // of the line in the log
}

// Waiver is an owner's leave to do without a second person.
type Waiver struct {
	ID        string      `json:"id"`
	Scope     string      `json:"scope"`
	Reason    sealed.Text `json:"reason"`
	ExpiresOn civil.Date  `json:"expires_on"`
	GrantedBy string      `json:"granted_by"`
	GrantedAt time.Time   `json:"granted_at"`
}

// StreamID names the stream of a site's books.
func StreamID(site int64) string { return strconv.FormatInt(site, 10) }

// StartMonth is the month of the calendar year in which fiscal years begin, 1
// to 12.
func (s Settings) StartMonth() int {
	if len(s.FiscalYearStart) != 5 {
		return 1
	}
	n, err := strconv.Atoi(s.FiscalYearStart[:2])
	if err != nil || n < 1 || n > 12 {
		return 1
	}
	return n
}

// Year is the fiscal year of a day.
func (s Settings) Year(d civil.Date) Year { return YearOf(MonthOf(d), s.StartMonth()) }

// Closed reports whether the period of a day takes no more entries.
func (s State) Closed(d civil.Date) bool {
	return !s.ClosedThrough.IsZero() && !MonthOf(d).After(s.ClosedThrough)
}

// Placed is the period in which an entry of a day counts when it is posted now:
// its own, or the first open one.
func (s State) Placed(d civil.Date) Month {
	if s.Closed(d) {
		return s.ClosedThrough.Next()
	}
	return MonthOf(d)
}

// Fold is the state that a whole history leaves.
func Fold(history []event.Recorded) State {
	var s State
	for _, e := range history {
		s = s.Evolve(e)
	}
	return s
}

// Evolve is the state after e; the one before stays as it was.
func (s State) Evolve(e event.Recorded) State {
	s.Events++
	s.UpdatedAt = e.Meta.Time
	switch p := e.Payload.(type) {
	case Opened:
		stream, _ := event.ParseStream(e.Stream)
		s.Exists, s.Tenant, s.Settings = true, stream.Tenant, p.Settings
		s.Site, _ = strconv.ParseInt(stream.ID, 10, 64)
		s.OpenedAt, s.OpenedBy = e.Meta.Time, e.Meta.Principal
	case Changed:
		s.Settings = p.Settings
	case Used:
		s.Used = true
	case WaiverGranted:
		s.Waivers = append(slices.Clone(s.Waivers), Waiver{p.WaiverID, p.Scope, p.Reason, p.ExpiresOn, e.Meta.Principal, e.Meta.Time})
	case PeriodClosing:
		s.ClosedThrough = p.Period
		s.Closings = append(slices.Clone(s.Closings), Closing{Period: p.Period, ClosingAt: e.Meta.Time, Position: e.Position})
	case PeriodClosed:
		s.Closings = slices.Clone(s.Closings)
		c := &s.Closings[len(s.Closings)-1]
		c.ClosedAt, c.ClosedBy, c.Totals, c.SHA256, c.Entries = e.Meta.Time, e.Meta.Principal, p.Totals, p.SHA256, p.Entries
	case PeriodReopened:
		s.ClosedThrough = p.Period.Previous()
		s.Closings = slices.Clone(s.Closings)
		for i := range s.Closings {
			if c := &s.Closings[i]; c.Period == p.Period && c.ReopenedAt.IsZero() {
				c.ReopenedAt = e.Meta.Time
			}
		}
	}
	return s
}

// standing is the index of the latest closing that was not undone, or -1.
func (s State) standing() int {
	for i := len(s.Closings) - 1; i >= 0; i-- {
		if s.Closings[i].ReopenedAt.IsZero() {
			return i
		}
	}
	return -1
}

// Pending is the closing that has drawn its line and not said its totals.
func (s State) Pending() (Closing, bool) {
	if i := s.standing(); i >= 0 && s.Closings[i].ClosedAt.IsZero() {
		return s.Closings[i], true
	}
	return Closing{}, false
}

// Waived returns the waiver of a scope that is in force on a day.
func (s State) Waived(scope string, on civil.Date) (Waiver, bool) {
	for _, w := range s.Waivers {
		if (w.Scope == scope || w.Scope == ScopeAll) && !on.After(w.ExpiresOn) {
			return w, true
		}
	}
	return Waiver{}, false
}
