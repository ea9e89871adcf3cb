package books

import (
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
)

func itoa(n int) string { return strconv.Itoa(n) }

// missing refuses what books that were never opened cannot do.
func (s State) missing() error {
	if !s.Exists {
		return fault.New(fault.NotFound, "there are no books here; PUT /api/ledger/books/ opens them")
	}
	return nil
}

// Close draws the line under a period.
type Close struct {
	Period Month `json:"period"`
}

// Decide gives PeriodClosing; none when the period's closing is under way.
// Errors: fault.NotFound; fault.Immutable for a closed period; fault.Blocked
// with period_not_ended, earlier_period_open.
func (c Close) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	if err := s.missing(); err != nil {
		return nil, err
	}
	pending, under := s.Pending()
	if under && pending.Period == c.Period {
		return nil, nil
	}
	if !s.ClosedThrough.IsZero() && !c.Period.After(s.ClosedThrough) {
		return nil, fault.New(fault.Immutable, "the period %s is closed", c.Period)
	}
	var b fault.Blockers
	if !c.Period.Last().Before(f.Today) {
		b.Add("period_not_ended", "the period %s ends on %s", c.Period, c.Period.Last())
	}
	if under {
		b.On("period/"+pending.Period.String(), "earlier_period_open", "the closing of %s is not finished; close it again", pending.Period)
	}
	open := s.ClosedThrough.Next()
	if s.ClosedThrough.IsZero() {
		open = f.First
	}
	if !open.IsZero() && open.Before(c.Period) {
		b.On("period/"+open.String(), "earlier_period_open", "periods close in their order; %s is open", open)
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	return []event.Payload{PeriodClosing(c)}, nil
}

// Complete says what stood before the line.
type Complete struct {
	Period  Month
	Totals  []Total
	Entries int64
	SHA256  string
}

// Decide gives PeriodClosed; none when it was said.
func (c Complete) Decide(s State) ([]event.Payload, error) {
	pending, ok := s.Pending()
	if !ok || pending.Period != c.Period {
		return nil, nil
	}
	return []event.Payload{PeriodClosed(c)}, nil
}

// Reopen lets entries into the last closed period again.
type Reopen struct {
	Period Month  `json:"period"`
	Reason string `json:"reason" minLength:"1" maxLength:"2000"`
}

// Decide gives PeriodReopened. Errors: fault.NotFound; fault.InvalidInput;
// fault.Blocked with period_not_closed, later_period_closed.
func (c Reopen) Decide(s State, a act.Context) ([]event.Payload, error) {
	if err := s.missing(); err != nil {
		return nil, err
	}
	if strings.TrimSpace(c.Reason) == "" {
		return nil, fault.Invalid("reason", "why the period is reopened")
	}
	var b fault.Blockers
	switch {
	case s.ClosedThrough.IsZero() || c.Period.After(s.ClosedThrough):
		b.On("period/"+c.Period.String(), "period_not_closed", "the period %s is open", c.Period)
	case c.Period.Before(s.ClosedThrough):
		b.On("period/"+s.ClosedThrough.String(), "later_period_closed", "periods reopen from the last; %s is closed", s.ClosedThrough)
	}
	if pending, under := s.Pending(); under {
		b.On("period/"+pending.Period.String(), "period_closing", "the closing of %s is not finished; close it again", pending.Period)
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	return []event.Payload{PeriodReopened{c.Period, sealed.Of("tenant-"+a.Tenant, c.Reason)}}, nil
}
