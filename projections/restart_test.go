package projections_test

import (
	"testing"

	"github.com/tallystick/tallystick/eventstore"
)

// A version that is restarted is read as it stands until it has been built anew,
// twice in a row too, and the rows are those of the log.
func TestRestartBesideTheLiveVersion(t *testing.T) {
	w := newWorld(t)
	_, stop := w.runner(t, w.db, casesAt(1))
	var last eventstore.Appended
	for range 10 {
		last = w.openCase(t)
	}
	w.reach(t, last.Position)
	for range 2 {
		if err := w.db.Restart(t.Context(), "cases", 1); err != nil {
			t.Fatal(err)
		}
		w.wantCases(t, 10)
	}
	eventually(t, "the flip", func() bool { return w.versions(t) == "1 live" })
	last = w.openCase(t)
	w.reach(t, last.Position)
	w.wantCases(t, 11)

	stop()
	if err := w.db.Restart(t.Context(), "cases", 1); err != nil {
		t.Fatal(err)
	}
	if n := w.versions(t); n != "0 live" {
		t.Errorf("versions %s", n)
	}
	w.wantCases(t, 11) // with nobody to rebuild it
	if _, err := w.db.Owner.Exec(t.Context(), `update cases_v0.cases set title = 'tampered'`); err != nil {
		t.Fatal(err)
	}
	w.runner(t, w.db, casesAt(1))
	eventually(t, "the flip", func() bool { return w.versions(t) == "1 live" })
	w.wantCases(t, 11)
}
