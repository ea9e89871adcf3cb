package books

import (
	"reflect"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/chart"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// The scopes of a waiver: which second person it stands for.
const (
	ScopeAll       = "all"
	ScopeJournal   = "journal"   // approving and posting journal entries
	ScopeAnomalies = "anomalies" // closing a critical anomaly
)

// waiverDaysMax is how long a waiver may last.
const waiverDaysMax = 366

// WaiverRequest asks for leave to do without a second person.
type WaiverRequest struct {
	Scope     string     `json:"scope" enum:"all,journal,anomalies"`
	Reason    string     `json:"reason" minLength:"1" maxLength:"2000"`
	ExpiresOn civil.Date `json:"expires_on" format:"date" doc:"Its last day, within a year."`
}

// Put opens a set of books, or changes it. What is left out stays, and for new
// books comes from the country.
type Put struct {
	Country         string         `json:"country" pattern:"^[A-Z]{2}$" patternDescription:"ISO 3166-1 alpha-2" example:"DE"`
	BaseCurrency    string         `json:"base_currency,omitempty" pattern:"^[A-Z]{3}$" patternDescription:"ISO 4217" example:"EUR" doc:"Left out: the chart's."`
	FiscalYearStart string         `json:"fiscal_year_start,omitempty" pattern:"^[0-9]{2}-01$" patternDescription:"the first day of a month, MM-01" example:"01-01" doc:"Left out: 01-01."`
	Chart           string         `json:"chart,omitempty" maxLength:"40" example:"de-skr03" doc:"A built-in chart; left out: the country's first, else int."`
	Basis           Basis          `json:"basis,omitempty" enum:"accrual,cash" doc:"Left out: accrual."`
	PostingRules    []PostingRule  `json:"posting_rules,omitempty" maxItems:"50" doc:"Owners only: entries that need no approver."`
	Waiver          *WaiverRequest `json:"waiver,omitempty" doc:"Owners only: leave to do without a second person."`
}

// Facts is what a decision on books is told of the rest.
type Facts struct {
	Today  civil.Date // in the books' time zone
	Posted bool       // something was posted to them
	// First is the period of the oldest entry, zero while there is none.
	First Month
}

// resolve fills what was left out.
func (c Put) resolve(s State) Settings {
	n := Settings{c.Country, c.BaseCurrency, c.FiscalYearStart, c.Chart, c.Basis, c.PostingRules}
	if s.Exists {
		keep := func(field *string, old string) {
			if *field == "" {
				*field = old
			}
		}
		keep(&n.BaseCurrency, s.BaseCurrency)
		keep(&n.FiscalYearStart, s.FiscalYearStart)
		keep(&n.Chart, s.Chart)
		if n.Basis == "" {
			n.Basis = s.Basis
		}
		if c.PostingRules == nil {
			n.AutoApprove = s.AutoApprove
		}
	}
	if n.Chart == "" {
		n.Chart = chart.For(n.Country).ID
	}
	if n.BaseCurrency == "" {
		if ch, ok := chart.Find(n.Chart); ok {
			n.BaseCurrency = ch.Currency
		}
	}
	if n.FiscalYearStart == "" {
		n.FiscalYearStart = "01-01"
	}
	if n.Basis == "" {
		n.Basis = Accrual
	}
	return n
}

// Faults names what is malformed in the settings that c comes to.
func (c Put) faults(n Settings, a act.Context, f Facts) error {
	var bad fault.Fields
	if len(n.Country) != 2 || strings.ToUpper(n.Country) != n.Country {
		bad.Add("country", "an ISO 3166-1 alpha-2 code such as DE")
	}
	switch ch, ok := chart.Find(n.Chart); {
	case !ok:
		bad.Add("chart", "one of %s", strings.Join(chart.IDs(), ", "))
	case ch.Country != "" && ch.Country != n.Country:
		bad.Add("chart", "%s is a chart of %s, not of %s", n.Chart, ch.Country, n.Country)
	}
	if _, ok := money.MinorUnits(n.BaseCurrency); !ok {
		bad.Add("base_currency", "the ISO 4217 code of a currency in use; this chart has no default")
	}
	if len(n.FiscalYearStart) != 5 || n.FiscalYearStart[2:] != "-01" || n.FiscalYearStart < "01" || n.FiscalYearStart > "12-01" {
		bad.Add("fiscal_year_start", "the first day of a month, such as 01-01 or 04-01")
	}
	if n.Basis != Accrual && n.Basis != Cash {
		bad.Add("basis", "accrual or cash")
	}
	for i, r := range c.PostingRules {
		at := "posting_rules[" + itoa(i) + "]."
		if !slices.Contains([]string{"order", "recurring"}, r.Origin) {
			bad.Add(at+"origin", "order or recurring")
		}
		if r.From.IsZero() {
			bad.Add(at+"from", "a date, YYYY-MM-DD")
		}
		if _, err := money.Parse(r.UpTo); r.UpTo != "" && err != nil {
			bad.Add(at+"up_to", "a decimal string such as 500.00")
		}
	}
	if w := c.Waiver; w != nil {
		if !slices.Contains([]string{ScopeAll, ScopeJournal, ScopeAnomalies}, w.Scope) {
			bad.Add("waiver.scope", "all, journal or anomalies")
		}
		if strings.TrimSpace(w.Reason) == "" {
			bad.Add("waiver.reason", "why nobody else can do it")
		}
		if w.ExpiresOn.Before(f.Today) || f.Today.DaysUntil(w.ExpiresOn) > waiverDaysMax {
			bad.Add("waiver.expires_on", "from today, at most a year ahead")
		}
	}
	return bad.Err()
}

// differs names the first of what stands for good once something is posted in which two
// settings differ, as s has it; "" = none.
func (s Settings) differs(n Settings) (name, old string) {
	for _, x := range []struct{ name, old, new string }{
		{"base_currency", s.BaseCurrency, n.BaseCurrency}, {"fiscal_year_start", s.FiscalYearStart, n.FiscalYearStart},
		{"country", s.Country, n.Country}, {"chart", s.Chart, n.Chart},
	} {
		if x.old != x.new {
			return x.name, x.old
		}
	}
	return "", ""
}

// Use notes that something is about to be posted.
type Use struct {
	// Settings are those on which the posting was decided.
	Settings Settings
}

// Decide gives Used; none where it was said. current is false where the books are kept by
// something else by now, so that the posting is to be decided anew. Errors: fault.NotFound.
func (c Use) Decide(s State) (out []event.Payload, current bool, err error) {
	if err := s.missing(); err != nil {
		return nil, false, err
	}
	if name, _ := s.Settings.differs(c.Settings); name != "" {
		return nil, false, nil
	}
	if s.Used {
		return nil, true, nil
	}
	return []event.Payload{Used{}}, true, nil
}

// Decide gives Opened, Changed and WaiverGranted, as far as there is news.
// Errors: fault.RoleForbidden for a waiver or posting rule of anybody but an
// owner; fault.Immutable for a change of base currency, fiscal year, country or
// chart once something is posted; fault.InvalidInput.
func (c Put) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	if (c.Waiver != nil || c.PostingRules != nil) && a.Role != "owner" {
		return nil, fault.New(fault.RoleForbidden, "waivers and posting rules are an owner's")
	}
	n := c.resolve(s)
	if err := c.faults(n, a, f); err != nil {
		return nil, err
	}
	if name, old := s.Settings.differs(n); name != "" && s.Exists && (s.Used || f.Posted) {
		return nil, fault.New(fault.Immutable, "%s is %s for good: entries were posted", name, old)
	}
	var out []event.Payload
	switch {
	case !s.Exists:
		out = append(out, Opened{n})
	case !reflect.DeepEqual(s.Settings, n):
		out = append(out, Changed{n})
	}
	if w := c.Waiver; w != nil {
		out = append(out, WaiverGranted{a.NewID(9), w.Scope, sealed.Of("tenant-"+a.Tenant, w.Reason), w.ExpiresOn})
	}
	return out, nil
}
