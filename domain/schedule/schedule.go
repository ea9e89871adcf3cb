// Package schedule is work that recurs: each month at six in the morning where the
// firm is.
//
// # Vocabulary
//
// A schedule has a Rule, from which the times at which it is due follow, and the
// kind of job that each of them opens. A firing is one due time that was seen to:
// its stream is named by the schedule and the time, so that two nodes, or one that
// catches up after a stop, make one of it. Missed says what becomes of due times
// that pass while no node runs: each is seen to, or the last of them.
//
// # Rules
//
// Times are those of the rule's zone. One that a change of the clocks skips comes
// as much later as the clock jumps; one that comes twice counts once, the first
// time. A day that a month does not have is its last. Who set a schedule is whom its
// work acts as; once they are disabled it stops.
package schedule

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/job"
)

// Plan is what a schedule is to do, as whoever makes one says it.
type Plan struct {
	Kind   job.Kind `json:"kind"`   // of the job that each due time opens
	Record string   `json:"record"` // stream of the record that it works for
	Rule   Rule     `json:"rule"`
	Missed string   `json:"missed"` // each | last; "" = each
}

// Set makes a schedule, or says the whole of it anew.
type Set struct {
	Plan
	Next time.Time `json:"next"` // first due time
}

// Why a schedule is stopped.
const (
	StoppedByHand     = "stopped"
	PrincipalDisabled = "principal_disabled"
)

// Stopped ends a schedule; it can be set again.
type Stopped struct {
	Code string `json:"code"` // stopped | principal_disabled
}

// Fired is a due time that was seen to.
type Fired struct {
	ScheduleID string    `json:"schedule_id"`
	Kind       job.Kind  `json:"kind"`
	Record     string    `json:"record"`
	Due        time.Time `json:"due"`
	Next       time.Time `json:"next"`    // due time after it
	Skipped    int       `json:"skipped"` // due times before it that were missed and let go
}

func (Set) EventType() string     { return "schedule.set.v1" }
func (Stopped) EventType() string { return "schedule.stopped.v1" }
func (Fired) EventType() string   { return "firing.fired.v1" }

// OpensJobs has a node do the work; the job's record is the firing.
func (f Fired) OpensJobs() []job.Opening { return []job.Opening{{Kind: f.Kind}} }

// Category of the streams schedule-<tenant>-<id>, and Firings of those named by
// FiringID.
var (
	Category = event.Category{Name: "schedule", Types: []event.Type{event.Of[Set](), event.Of[Stopped]()}}
	Firings  = event.Category{Name: "firing", Types: []event.Type{event.Of[Fired]()}}
)

// FiringCommand is the id of the command that sees to a due time.
func FiringCommand(tenant, id string, due time.Time) uuid.UUID {
	return uuid.NewSHA1(firingSpace, []byte(tenant+"/"+id+"/"+due.UTC().Format(time.RFC3339)))
}

// firingSpace is the UUIDv5 namespace of firings.
var firingSpace = uuid.MustParse("0d7a3f52-2a86-5d0e-8f53-0b9b4bd2a7c6")

// FiringID is the id of a firing's stream.
func FiringID(tenant, id string, due time.Time) string {
	return act.Compact(FiringCommand(tenant, id, due))
}

// State is one schedule.
type State struct {
	Exists  bool
	ID      string
	Site    int64
	By      string // whom its work acts as
	Set     Set
	SetAt   time.Time
	Stopped string // code; "" = it runs
	Changes int
}

// Evolve applies one event.
func (s State) Evolve(e event.Recorded) State {
	s.Changes++
	switch p := e.Payload.(type) {
	case Set:
		name, _ := event.ParseStream(e.Stream)
		s.Exists, s.ID, s.Site, s.By, s.Set, s.SetAt, s.Stopped = true, name.ID, e.Meta.Site, e.Meta.Principal, p, e.Meta.Time, ""
	case Stopped:
		s.Stopped = p.Code
	}
	return s
}

// Validate reports every malformed field.
func (p Plan) Validate() error {
	var f fault.Fields
	p.Rule.Check(&f, "rule.")
	if p.Missed != "" && p.Missed != Each && p.Missed != Last {
		f.Add("missed", "each or last")
	}
	return f.Err()
}

// What becomes of due times that passed while nothing ran.
const (
	Each = "each"
	Last = "last"
)

// changesMax keeps a schedule's stream short.
const changesMax = 900

// Decide sets the schedule; the same plan again, while it runs, changes nothing.
//
// Blockers: too_many_changes.
func (p Plan) Decide(s State, a act.Context) ([]event.Payload, error) {
	if p.Missed == "" {
		p.Missed = Each
	}
	if s.Exists && s.Stopped == "" && s.Set.Plan == p && s.By == a.Principal {
		return nil, nil
	}
	if s.Changes >= changesMax {
		var b fault.Blockers
		b.Add("too_many_changes", "a schedule changes at most %d times", changesMax)
		return nil, b.Err()
	}
	next, err := p.Rule.Next(a.Now)
	if err != nil {
		return nil, err
	}
	return []event.Payload{Set{Plan: p, Next: next}}, nil
}

// Stop ends a schedule that runs.
func (s State) Stop(code string) []event.Payload {
	if !s.Exists || s.Stopped != "" {
		return nil
	}
	return []event.Payload{Stopped{Code: code}}
}

// Fire sees to a due time that has come; skipped ones are counted.
func (s State) Fire(due, now time.Time) (Fired, error) {
	f := Fired{ScheduleID: s.ID, Kind: s.Set.Kind, Record: s.Set.Record, Due: due}
	for {
		next, err := s.Set.Rule.Next(f.Due)
		if err != nil {
			return f, err
		}
		if f.Next = next; s.Set.Missed != Last || next.After(now) {
			return f, nil
		}
		f.Due = next
		f.Skipped++
	}
}

// Rule says when something is due.
type Rule struct {
	Every   string `json:"every" enum:"day,week,month,quarter,year"`
	Weekday string `json:"weekday,omitempty" enum:"mon,tue,wed,thu,fri,sat,sun" doc:"Of a week; mon when left out."`
	Day     int    `json:"day,omitempty" minimum:"0" maximum:"31" doc:"Of a month; 31 is its last; 1 when left out."`
	Month   int    `json:"month,omitempty" minimum:"0" maximum:"12" doc:"Of a year, or 1 to 3 of a quarter; 1 when left out."`
	At      string `json:"at,omitempty" pattern:"^([01][0-9]|2[0-3]):[0-5][0-9]$" doc:"Time of day, 06:00 when left out."`
	Zone    string `json:"time_zone" maxLength:"60" doc:"IANA, such as Europe/Berlin."`
}

var weekdays = []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// Check reports every malformed field, its name after prefix.
func (r Rule) Check(f *fault.Fields, prefix string) {
	if !slices.Contains([]string{"day", "week", "month", "quarter", "year"}, r.Every) {
		f.Add(prefix+"every", "day, week, month, quarter or year")
	}
	if r.Weekday != "" && (r.Every != "week" || !slices.Contains(weekdays, r.Weekday)) {
		f.Add(prefix+"weekday", "mon to sun, of every week alone")
	}
	if r.Day != 0 && (r.Day < 0 || r.Day > 31 || r.Every == "day" || r.Every == "week") {
		f.Add(prefix+"day", "1 to 31, of every month, quarter or year alone")
	}
	most := map[string]int{"quarter": 3, "year": 12}[r.Every]
	if r.Month < 0 || r.Month > most {
		f.Add(prefix+"month", "1 to 12 of every year, 1 to 3 of every quarter")
	}
	if _, err := r.minutes(); err != nil {
		f.Add(prefix+"at", "a time such as 06:00")
	}
	if _, err := r.location(); err != nil {
		f.Add(prefix+"time_zone", "a zone such as Europe/Berlin")
	}
}

func (r Rule) location() (*time.Location, error) {
	if r.Zone == "" || strings.EqualFold(r.Zone, "local") {
		return nil, fmt.Errorf("schedule: no zone")
	}
	return time.LoadLocation(r.Zone)
}

func (r Rule) minutes() (int, error) {
	at := r.At
	if at == "" {
		at = "06:00"
	}
	t, err := time.Parse("15:04", at)
	return t.Hour()*60 + t.Minute(), err
}

// Next is the first due time after a moment, in UTC.
func (r Rule) Next(after time.Time) (time.Time, error) {
	zone, err := r.location()
	if err != nil {
		return time.Time{}, err
	}
	minutes, err := r.minutes()
	if err != nil {
		return time.Time{}, err
	}
	local := after.In(zone)
	for n := -1; ; n++ {
		year, month, day := r.civil(local, n)
		due := civil.Of(year, int(month), day).At(minutes, zone)
		if due.After(after) {
			return due, nil
		}
	}
}

// civil is the day of the n-th period from the one that holds t.
func (r Rule) civil(t time.Time, n int) (int, time.Month, int) {
	day, month := max(r.Day, 1), max(r.Month, 1)
	var first time.Time
	switch r.Every {
	case "day":
		return time.Date(t.Year(), t.Month(), t.Day()+n, 0, 0, 0, 0, time.UTC).Date()
	case "week":
		want := max(slices.Index(weekdays, r.Weekday), 0)
		if r.Weekday == "" {
			want = 1
		}
		return time.Date(t.Year(), t.Month(), t.Day()-int(t.Weekday())+want+7*n, 0, 0, 0, 0, time.UTC).Date()
	case "month":
		first = time.Date(t.Year(), t.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	case "quarter":
		quarter := (t.Month() - 1) / 3
		first = time.Date(t.Year(), quarter*3+time.Month(month+3*n), 1, 0, 0, 0, 0, time.UTC)
	default:
		first = time.Date(t.Year()+n, time.Month(month), 1, 0, 0, 0, 0, time.UTC)
	}
	last := first.AddDate(0, 1, -1).Day()
	return first.Year(), first.Month(), min(day, last)
}
