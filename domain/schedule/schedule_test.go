package schedule_test

import (
	"flag"
	"testing"
	"time"
	_ "time/tzdata"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/schedule"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestEvents(t *testing.T) {
	at := time.Date(2026, 12, 1, 5, 0, 0, 0, time.UTC)
	rule := schedule.Rule{Every: "quarter", Day: 10, Month: 1, At: "06:00", Zone: "Europe/Berlin"}
	eventtest.Golden(t, *update, []event.Payload{
		schedule.Set{Plan: schedule.Plan{Kind: "exports.scheduled", Record: "feed-a-1", Rule: rule, Missed: schedule.Last}, Next: at},
		schedule.Stopped{Code: "stopped"},
	}, schedule.Category)
	eventtest.Golden(t, *update, []event.Payload{
		schedule.Fired{ScheduleID: "1", Kind: "exports.scheduled", Record: "feed-a-1", Due: at, Next: at.AddDate(0, 3, 0), Skipped: 2},
	}, schedule.Firings)
}

func TestNext(t *testing.T) {
	for _, c := range []struct {
		rule        schedule.Rule
		after, want string
	}{
		{schedule.Rule{Every: "day", Zone: "Europe/Berlin"}, "2026-11-22T04:59:59Z", "2026-11-22T05:00:00Z"},
		{schedule.Rule{Every: "day", Zone: "Europe/Berlin"}, "2026-11-22T05:00:00Z", "2026-11-23T05:00:00Z"},
		{schedule.Rule{Every: "week", Weekday: "fri", At: "23:30", Zone: "America/New_York"}, "2026-11-22T12:00:00Z", "2026-11-28T04:30:00Z"},
		{schedule.Rule{Every: "week", Zone: "UTC"}, "2026-11-22T12:00:00Z", "2026-11-23T06:00:00Z"},
		{schedule.Rule{Every: "month", Day: 31, Zone: "UTC"}, "2027-01-31T06:00:00Z", "2027-02-28T06:00:00Z"},
		{schedule.Rule{Every: "month", Zone: "Asia/Tokyo"}, "2026-11-30T21:00:00Z", "2026-12-31T21:00:00Z"},
		{schedule.Rule{Every: "quarter", Day: 10, Zone: "UTC"}, "2026-11-22T00:00:00Z", "2027-01-10T06:00:00Z"},
		{schedule.Rule{Every: "quarter", Month: 3, Day: 31, Zone: "UTC"}, "2026-11-22T00:00:00Z", "2026-12-31T06:00:00Z"},
		{schedule.Rule{Every: "year", Month: 2, Day: 29, Zone: "UTC"}, "2026-11-22T00:00:00Z", "2027-02-28T06:00:00Z"},
		{schedule.Rule{Every: "day", At: "02:30", Zone: "Europe/Berlin"}, "2027-03-27T12:00:00Z", "2027-03-28T01:30:00Z"},    // skipped: 03:30
		{schedule.Rule{Every: "day", At: "02:30", Zone: "America/New_York"}, "2027-03-14T01:00:00Z", "2027-03-14T07:30:00Z"}, // skipped: 03:30
		{schedule.Rule{Every: "day", At: "02:30", Zone: "Europe/Berlin"}, "2026-10-24T12:00:00Z", "2026-10-25T00:30:00Z"},    // twice: the first
		{schedule.Rule{Every: "day", At: "02:30", Zone: "Europe/Berlin"}, "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"},    // and not again
	} {
		after, _ := time.Parse(time.RFC3339, c.after)
		got, err := c.rule.Next(after)
		if err != nil || got.Format(time.RFC3339) != c.want {
			t.Errorf("%+v after %s: %s, want %s (%v)", c.rule, c.after, got.Format(time.RFC3339), c.want, err)
		}
	}
}

// Over three years, in any zone, a daily rule is due once on each day. Seeds are
// rapid's.
func TestEachDayOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "America/Sao_Paulo",
			"Pacific/Auckland", "UTC"}).Draw(t, "zone")
		zone, _ := time.LoadLocation(name)
		minutes := rapid.IntRange(0, 24*60-1).Draw(t, "minutes")
		at := time.Date(2026, 1, 1, 0, minutes, 0, 0, time.UTC).Format("15:04")
		r := schedule.Rule{Every: "day", At: at, Zone: name}
		now := time.Date(2026, 1, 1, 0, 0, 0, 0, zone).Add(-time.Second)
		for day := range 3 * 365 {
			due, err := r.Next(now)
			if err != nil {
				t.Fatal(err)
			}
			want := time.Date(2026, 1, 1+day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
			if got := due.In(zone).Format(time.DateOnly); got != want || !due.After(now) {
				t.Fatalf("due on %s, want %s", due.In(zone), want)
			}
			now = due
		}
	})
}

// On the days about each change of a clock, at midnight, by half an hour, by two or by a
// whole day as well, every time comes when the clock shows it first, and one that is
// skipped as much later as it jumps: never on the day before.
func TestClocksThatChange(t *testing.T) {
	const step = 15 * time.Minute
	for _, name := range []string{"America/Santiago", "America/Havana", "America/Asuncion", "America/Sao_Paulo", "America/St_Johns", "Atlantic/Azores",
		"Asia/Beirut", "Africa/Cairo", "Africa/Casablanca", "Asia/Gaza", "Asia/Pyongyang", "Australia/Lord_Howe", "Pacific/Apia", "Antarctica/Troll",
		"Asia/Tehran", "Europe/Berlin", "America/New_York", "Asia/Tokyo"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		shows := func(at time.Time) time.Time { // by the clock, as if it were of UTC
			_, offset := at.In(zone).Zone()
			return at.UTC().Add(time.Duration(offset) * time.Second)
		}
		due := func(shown time.Time) time.Time {
			for at := shown.Add(-28 * time.Hour); ; at = at.Add(step) {
				switch reads := shows(at); {
				case reads.Equal(shown):
					return at
				case reads.After(shown): // jumped over
					return at.Add(-step).Add(shown.Sub(shows(at.Add(-step))))
				}
			}
		}
		for change := time.Date(2010, 1, 1, 0, 0, 0, 0, time.UTC); ; {
			if _, change = change.In(zone).ZoneBounds(); change.IsZero() || change.Year() > 2018 {
				break
			}
			day := shows(change).Truncate(24 * time.Hour)
			for shown := day.AddDate(0, 0, -1); shown.Before(day.AddDate(0, 0, 2)); shown = shown.Add(step) {
				want := due(shown)
				rule := schedule.Rule{Every: "year", Month: int(shown.Month()), Day: shown.Day(), At: shown.Format("15:04"), Zone: name}
				if got, err := rule.Next(want.Add(-100 * time.Hour)); err != nil || !got.Equal(want) {
					t.Fatalf("%s %s: %s, not %s (%v)", name, shown.Format("2006-01-02 15:04"), got.In(zone), want.In(zone), err)
				}
			}
		}
	}
}

func TestCheck(t *testing.T) {
	bad := schedule.Plan{Rule: schedule.Rule{Every: "hour", Weekday: "mon", Day: 40, Month: 2, At: "6", Zone: "Mars/Olympus"}, Missed: "some"}
	f := fault.As(bad.Validate())
	if f == nil || len(f.Fields) != 7 {
		t.Errorf("%v", f)
	}
	if f := fault.As((schedule.Plan{Rule: schedule.Rule{Every: "day", Zone: "Local"}}).Validate()); f == nil {
		t.Error("the machine's own zone is taken")
	}
}

// A plan that is set again changes nothing; missed times are seen to one by one, or
// the last of them.
func TestSetAndFire(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	p := schedule.Plan{Kind: "k", Record: "feed-a-1", Rule: schedule.Rule{Every: "day", Zone: "UTC"}}
	payloads, err := p.Decide(schedule.State{}, act.Context{Now: now, Principal: "p"})
	if err != nil {
		t.Fatal(err)
	}
	s := schedule.State{}.Evolve(event.Recorded{Stream: "schedule-a-1", Payload: payloads[0], Meta: event.Metadata{Principal: "p", Time: now}})
	p.Missed = schedule.Each
	if again, err := p.Decide(s, act.Context{Now: now.Add(time.Hour), Principal: "p"}); again != nil || err != nil {
		t.Errorf("%v, %v", again, err)
	}
	due, late := s.Set.Next, s.Set.Next.AddDate(0, 0, 3).Add(time.Hour)
	if f, _ := s.Fire(due, late); f.Skipped != 0 || !f.Due.Equal(due) || !f.Next.Equal(due.AddDate(0, 0, 1)) {
		t.Errorf("%+v", f)
	}
	s.Set.Missed = schedule.Last
	if f, _ := s.Fire(due, late); f.Skipped != 3 || !f.Due.Equal(due.AddDate(0, 0, 3)) || !f.Next.After(late) {
		t.Errorf("%+v", f)
	}
	s = s.Evolve(event.Recorded{Payload: s.Stop("stopped")[0]})
	if s.Stop("stopped") != nil || schedule.FiringID("a", "1", due) == schedule.FiringID("a", "1", due.Add(time.Minute)) {
		t.Error("stopped twice, or two times are one firing")
	}
}
