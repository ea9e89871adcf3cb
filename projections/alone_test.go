package projections_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/projections"
	"github.com/tallystick/tallystick/readmodels"
)

// A projection that fails, in its own code or in the database, is put alone and
// named; the others go on, and it goes on where it was once it can.
func TestFailingProjectionIsPutAlone(t *testing.T) {
	w := newWorld(t)
	var broken atomic.Int64
	audit := projections.Audit(eventstore.Registry.Categories())
	handle := audit.Handle
	audit.Handle = func(e event.Recorded, b *readmodels.Batch) error {
		switch broken.Load() {
		case 1:
			return errors.New("out of cheese")
		case 2: // the database refuses it: the row is there twice
			if err := handle(e, b); err != nil {
				return err
			}
		}
		return handle(e, b)
	}
	r, _ := w.runner(t, w.db, audit, casesAt(1))
	last := w.openCase(t)
	w.reach(t, last.Position)
	for kind, reason := range map[int64]string{1: "out of cheese", 2: "duplicate key"} {
		broken.Store(kind)
		for range 5 {
			last = w.openCase(t)
		}
		eventually(t, "cases to go on alone", func() bool {
			at, err := w.db.Reached(context.Background(), "cases")
			return err == nil && at.Commit >= last.Position.Commit
		})
		eventually(t, "the failing one to be named", func() bool {
			failing := r.Failing()
			return len(failing) == 1 && strings.HasPrefix(failing[0], "audit_v") && strings.Contains(failing[0], reason)
		})
		if at, err := w.db.Reached(t.Context(), "audit"); err != nil || at.Commit >= last.Position.Commit {
			t.Errorf("%s: the failing one is at %v (%v)", reason, at, err)
		}
		broken.Store(0)
		eventually(t, "the failing one to go on", func() bool {
			at, err := w.db.Reached(context.Background())
			return err == nil && at.Commit >= last.Position.Commit && len(r.Failing()) == 0
		})
	}
	found, err := readmodels.Audit.List(t.Context(), w.db, everything, readmodels.Page{Limit: 1, Order: "happened_at"})
	if err != nil || found.Count != 11 {
		t.Errorf("%d rows (%v): events were lost or repeated", found.Count, err)
	}
	w.wantCases(t, 11)
}

// wideRow is a case with a column that the version before lacks.
type wideRow struct {
	readmodels.CaseRow
	Colour string `db:"colour"`
}

var wideCases = readmodels.Define[wideRow]("cases", "cases")

// While a version with another column is built, whoever asks for that column is
// told to come again; nobody gets an error of ours, and what both versions hold is
// read throughout.
func TestRebuildWithAnotherColumn(t *testing.T) {
	w := newWorld(t)
	first := casesAt(1)
	_, stop := w.runner(t, w.db, first)
	last := w.openCase(t)
	w.reach(t, last.Position)
	wide := func() error {
		found, err := wideCases.List(t.Context(), w.db, everything, readmodels.Page{Limit: 10, Order: "title"})
		if err == nil && (len(found.Rows) != 1 || found.Rows[0].Colour != "red") {
			t.Errorf("rows %+v", found.Rows)
		}
		return err
	}
	if f := fault.As(wide()); f == nil || f.Code != fault.StoreUnavailable {
		t.Errorf("before: %v", f)
	}
	w.wantCases(t, 1)
	second := projections.Projection{Name: "cases", Version: 2, Tables: []readmodels.Table{wideCases.Table}, Categories: first.Categories,
		Handle: func(e event.Recorded, b *readmodels.Batch) error {
			s, _ := event.ParseStream(e.Stream)
			wideCases.Add(b, wideRow{readmodels.CaseRow{Tenant: s.Tenant, ID: s.ID, Title: "case 0", OpenedAt: e.Meta.Time, UpdatedAt: e.Meta.Time},
				"red"})
			return nil
		}}
	stop()
	w.runner(t, w.db, first, second)
	eventually(t, "the flip", func() bool {
		w.wantCases(t, 1) // by the columns that both have
		err := wide()
		if f := fault.As(err); err != nil && (f == nil || f.Code != fault.StoreUnavailable) {
			t.Fatal(err)
		}
		return err == nil
	})
}
