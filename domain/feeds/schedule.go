package feeds

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/schedule"
)

// Schedules is the kind of stream that an export schedule is.
var Schedules = event.Category{Name: "exportschedule", Types: []event.Type{event.Of[ScheduleSet](), event.Of[ScheduleRemoved]()}}

// ScheduledJob is the work that a due time of a schedule opens.
const ScheduledJob job.Kind = "exports.scheduled"

// The statuses of a schedule. One is stopped when whom it works as was disabled.
const (
	ScheduleActive  = "active"
	SchedulePaused  = "paused"
	ScheduleStopped = "stopped"
)

// ScheduleSet says the whole of an export schedule anew.
type ScheduleSet struct {
	ExportPlan
}

// ScheduleRemoved ends it for good.
type ScheduleRemoved struct {
	Code string `json:"code"` // removed
}

func (ScheduleSet) EventType() string     { return "exportschedule.set.v1" }
func (ScheduleRemoved) EventType() string { return "exportschedule.removed.v1" }

// ExportPlan is what is exported, and when: at each due time the last whole period
// of the rule's length before it.
type ExportPlan struct {
	Format      string        `json:"format" enum:"csv,xlsx,datev,fec,hledger,beancount,ofx,gobd,saft,e_invoices"`
	Rule        schedule.Rule `json:"rule"`
	Provisional bool          `json:"provisional" required:"false" doc:"Take what there is when something can still change; else such a due time makes no export."`
	Paused      bool          `json:"paused" required:"false"`
	ConnectorID string        `json:"connector_id,omitempty" pattern:"^([0-9a-f]{32})?$" patternDescription:"the id of a connector" doc:"Which connector sends each export once it is written; whoever sets or runs the schedule needs connectors:sync. Empty: none."`
}

// Validate reports every malformed field.
func (p ExportPlan) Validate() error {
	var f fault.Fields
	if !slices.Contains(ExportFormats, p.Format) {
		f.Add("format", "one of %s", strings.Join(ExportFormats, ", "))
	}
	p.Rule.Check(&f, "rule.")
	if p.ConnectorID != "" && (RequestSync{ConnectorID: p.ConnectorID}).Validate() != nil {
		f.Add("connector_id", "the id of a connector")
	}
	if p.Rule.Every == "day" || p.Rule.Every == "week" {
		if p.Format == "fec" {
			f.Add("rule.every", "the FEC is of a year")
		}
	}
	return f.Err()
}

// ExportSchedule is an export schedule as its events leave it.
type ExportSchedule struct{ Planned[ExportPlan] }

// Evolve is the state after e.
func (s ExportSchedule) Evolve(e event.Recorded) ExportSchedule {
	switch p := e.Payload.(type) {
	case ScheduleSet:
		s.Planned = s.set(e, p.ExportPlan)
	case ScheduleRemoved:
		s.Planned = s.remove(e)
	}
	return s
}

// Decide sets the schedule; the same plan again changes nothing.
func (p ExportPlan) Decide(s ExportSchedule, _ act.Context) ([]event.Payload, error) {
	if changes, err := s.changes(p, "schedule"); err != nil || !changes {
		return nil, err
	}
	return []event.Payload{ScheduleSet{p}}, nil
}

// Remove ends the schedule.
func (s ExportSchedule) Remove() []event.Payload {
	if s.Removed {
		return nil
	}
	return []event.Payload{ScheduleRemoved{"removed"}}
}

// Before is the range of an export that is due on a day: the last whole period of
// the rule's length before it.
func (p ExportPlan) Before(day civil.Date) (from, to civil.Date) {
	first := civil.Of(day.Year(), day.Month(), 1)
	back := func(months int) civil.Date {
		n := first.Year()*12 + first.Month() - 1 - months
		return civil.Of(n/12, n%12+1, 1)
	}
	switch p.Rule.Every {
	case "day":
		return day.AddDays(-1), day.AddDays(-1)
	case "week":
		monday := day.AddDays(-(int(day.Weekday()) + 6) % 7)
		return monday.AddDays(-7), monday.AddDays(-1)
	case "month":
		return back(1), first.AddDays(-1)
	case "quarter":
		into := (first.Month() - 1) % 3
		return back(into + 3), back(into).AddDays(-1)
	}
	return civil.Of(day.Year()-1, 1, 1), civil.Of(day.Year()-1, 12, 31)
}
