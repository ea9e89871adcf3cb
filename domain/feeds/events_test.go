package feeds

import (
	"flag"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/schedule"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestEvents(t *testing.T) {
	at := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	eventtest.Golden(t, *update, []event.Payload{
		ExportRequested{"0192aa00000000000000000000000001", "csv", civil.Of(2026, 1, 1), civil.Of(2026, 1, 31), true, at,
			"0192aa00000000000000000000000002", "0192aa00000000000000000000000004",
			"customer-0192aa00000000000000000000000003", []access.Permission{"returns:write"}},
		ExportCompleted{blob.Ref{Subject: "export-0192aa00000000000000000000000001", SHA256: "ab", Bytes: 12}, "journal.csv", 2, 5,
			[]ExportTotal{{"EUR", money.MustParse("10.00"), money.MustParse("10.00")}}, 77},
		ExportFailed{"format_not_available", "a sentence"},
	}, Exports)
	eventtest.Golden(t, *update, []event.Payload{
		ScheduleSet{ExportPlan{Format: "csv", Rule: schedule.Rule{Every: "month", Day: 3, At: "06:00", Zone: "Europe/Berlin"}, Provisional: true,
			Paused: true, ConnectorID: "0192aa00000000000000000000000004"}},
		ScheduleRemoved{"removed"},
	}, Schedules)
	eventtest.Golden(t, *update, []event.Payload{
		ConnectorSet{ConnectorPlan{Kind: SFTP, Direction: "out", URL: "sftp://files.example.com", SecretRef: "files", Disabled: true,
			Settings: ConnectorSettings{Bucket: "b", Region: "eu-1", Folder: "in", HostKey: "SHA256:n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg"}}},
		ConnectorRemoved{"removed"},
	}, Connectors)
	const one, two = "0192aa00000000000000000000000001", "0192aa00000000000000000000000002"
	eventtest.Golden(t, *update, []event.Payload{
		SyncRequested{one, two, 1}, SyncAttempted{one, two, 2, SFTP, "files.example.com", true}, SyncDeferred{2, "unreachable", 503, at},
		SyncDelivered{3, 200}, SyncFailed{3, "answer_refused", 404},
	}, Syncs)
}

// A due time takes the last whole period before it.
func TestBefore(t *testing.T) {
	for _, c := range []struct{ every, day, from, to string }{
		{"day", "2026-03-01", "2026-02-28", "2026-02-28"}, {"week", "2026-11-22", "2026-11-09", "2026-11-15"},
		{"week", "2026-11-23", "2026-11-16", "2026-11-22"}, {"month", "2026-01-05", "2025-12-01", "2025-12-31"},
		{"quarter", "2026-02-10", "2025-10-01", "2025-12-31"}, {"quarter", "2026-07-01", "2026-04-01", "2026-06-30"},
		{"year", "2026-06-30", "2025-01-01", "2025-12-31"},
	} {
		from, to := ExportPlan{Rule: schedule.Rule{Every: c.every}}.Before(civil.MustParse(c.day))
		if from.String() != c.from || to.String() != c.to {
			t.Errorf("%s on %s: %s to %s", c.every, c.day, from, to)
		}
	}
}

// A request names all that stands against it at once; provisional takes what can
// still change, and nothing lets a file be of books that are not there.
func TestRequestExport(t *testing.T) {
	today := civil.Of(2026, 11, 22)
	codes := func(c RequestExport, f ExportFacts) map[string]bool {
		f.Today = today
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		_, err := c.Decide(Export{}, actAt(), f)
		return blockersOf(err)
	}
	open := RequestExport{Format: "csv", From: "2026-11-01", To: "2026-11-30"}
	if got := codes(open, ExportFacts{Unposted: 2}); !got["books_missing"] || !got["period_not_ended"] || !got["unposted_entries"] ||
		len(got) != 3 {
		t.Errorf("%v", got)
	}
	open.Provisional = true
	if got := codes(open, ExportFacts{Books: true, Unposted: 2, Open: true}); len(got) != 0 {
		t.Errorf("%v", got)
	}
	open.Format = "fec"
	if got := codes(open, ExportFacts{Books: true, Open: true}); !got["period_open"] {
		t.Errorf("a FEC of open periods: %v", got)
	}
	for _, bad := range []RequestExport{{Format: "exe", From: "2026-01-01", To: "2026-01-31"}, {Format: "csv", From: "2026-02-01",
		To: "2026-01-31"},
		{Format: "csv", From: "x", To: "2026-01-31"}} {
		if bad.Validate() == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

// What ended is never written again.
func TestAnExportEndsOnce(t *testing.T) {
	s := Export{}.Evolve(event.Recorded{Payload: ExportRequested{ExportID: "x"}})
	done, err := s.Complete(ExportCompleted{Name: "a"})
	if err != nil || len(done) != 1 {
		t.Fatal(done, err)
	}
	s = s.Evolve(event.Recorded{Payload: done[0]})
	if again, err := s.Complete(ExportCompleted{Name: "b"}); err != nil || len(again) != 0 {
		t.Error(again, err)
	}
	if failed, err := s.Fail("internal", ""); err != nil || len(failed) != 0 {
		t.Error(failed, err)
	}
}
