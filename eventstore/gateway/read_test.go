package gateway_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/storetest"
)

func TestStreamReads(t *testing.T) {
	w := newWorld(t)
	own := stream("case", mine, "1")
	w.append(t, own, "case.opened.v1", 0, 150) // more than two pages
	c := w.client(t, "auditor's key")
	ctx := storetest.Context(t)
	for _, x := range []struct {
		name  string
		opts  esdb.ReadStreamOptions
		count uint64
		want  []string
	}{
		{"whole", esdb.ReadStreamOptions{}, 1000, places(own, 0, 149)},
		{"exactly a page", esdb.ReadStreamOptions{}, 64, places(own, 0, 63)},
		{"from the middle", esdb.ReadStreamOptions{From: esdb.Revision(140)}, 5, places(own, 140, 144)},
		{"beyond the end", esdb.ReadStreamOptions{From: esdb.Revision(150)}, 5, nil},
		{"backwards", esdb.ReadStreamOptions{From: esdb.End{}, Direction: esdb.Backwards}, 1000, places(own, 149, 0)},
		{"backwards from the middle", esdb.ReadStreamOptions{From: esdb.Revision(3), Direction: esdb.Backwards}, 10, places(own, 3, 0)},
		{"last", esdb.ReadStreamOptions{From: esdb.End{}, Direction: esdb.Backwards}, 1, places(own, 149, 149)},
	} {
		s, err := c.ReadStream(ctx, own, x.opts, x.count)
		if got, _, err := drained(t, s, err); err != nil || !slices.Equal(got, x.want) {
			t.Errorf("%s: %v, %v, want %v", x.name, got, err, x.want)
		}
	}
}

// What arrives is what stands in the log, byte for byte: sealed texts stay sealed.
func TestEventsArriveUnchanged(t *testing.T) {
	w := newWorld(t)
	own := stream("case", mine, "1")
	w.append(t, own, "case.opened.v1", 0, 1)
	ctx := storetest.Context(t)
	there, err := w.store.ReadStream(ctx, own, 0, 1)
	if err != nil || len(there) != 1 {
		t.Fatal(there, err)
	}
	s, err := w.client(t, "auditor's key").ReadStream(ctx, own, esdb.ReadStreamOptions{}, 1)
	_, events, err := drained(t, s, err)
	if err != nil || len(events) != 1 {
		t.Fatal(events, err)
	}
	e, raw := events[0], there[0]
	if !bytes.Equal(e.Data, raw.Data) || !bytes.Equal(e.UserMetadata, raw.Metadata) || e.EventID != raw.ID || e.EventType != raw.Type ||
		e.ContentType != raw.ContentType || !e.CreatedDate.Equal(raw.Created) ||
		e.Position.Commit != raw.Position.Commit || e.Position.Prepare != raw.Position.Prepare {
		t.Errorf("%+v arrived, %+v stands there", e, raw)
	}
}

// Another tenant's streams cannot be told from missing ones, whatever their names.
func TestAnotherTenantIsInvisible(t *testing.T) {
	w := newWorld(t)
	w.append(t, stream("case", theirs, "1"), "case.opened.v1", 0, 3)
	w.append(t, "unregistered-"+mine+"-1", "x", 0, 1)
	w.append(t, "case-"+mine+"-1-more", "x", 0, 1) // not a name of ours
	w.append(t, stream("case", mine, "1"), "case.opened.v1", 0, 2)
	c := w.client(t, "auditor's key")
	ctx := storetest.Context(t)
	for _, name := range []string{stream("case", theirs, "1"), stream("case", mine, "none"), "unregistered-" + mine + "-1",
		"case-" + mine + "-1-more"} {
		for _, d := range []esdb.Direction{esdb.Forwards, esdb.Backwards} {
			s, err := c.ReadStream(ctx, name, esdb.ReadStreamOptions{Direction: d,
				From: map[esdb.Direction]esdb.StreamPosition{esdb.Forwards: esdb.Start{}, esdb.Backwards: esdb.End{}}[d]}, 10)
			if got, _, err := drained(t, s, err); codeOf(err) != esdb.ErrorCodeResourceNotFound || got != nil {
				t.Errorf("%s: %v, %v", name, got, err)
			}
		}
	}
	for _, name := range []string{"$$" + stream("case", mine, "1"), "$settings", "$ce-case"} {
		s, err := c.ReadStream(ctx, name, esdb.ReadStreamOptions{}, 10)
		if got, _, err := drained(t, s, err); codeOf(err) != esdb.ErrorCodeAccessDenied || got != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	s, err := c.ReadAll(ctx, esdb.ReadAllOptions{}, 100)
	if got, _, err := drained(t, s, err); err != nil || !slices.Equal(got, places(stream("case", mine, "1"), 0, 1)) {
		t.Errorf("$all: %v, %v", got, err)
	}
}

func TestAllReads(t *testing.T) {
	w := newWorld(t)
	own := stream("case", mine, "1")
	for range 100 {
		w.append(t, stream("case", theirs, "1"), "case.opened.v1", 0, 2)
		w.append(t, own, "case.opened.v1", 0, 1)
		w.append(t, stream("audit", mine, "20261120"), "call.recorded.v1", 0, 1)
	}
	c := w.client(t, "auditor's key")
	ctx := storetest.Context(t)
	all := func(name string, opts esdb.ReadAllOptions, count uint64, want []string) []*esdb.RecordedEvent {
		t.Helper()
		s, err := c.ReadAll(ctx, opts, count)
		got, events, err := drained(t, s, err)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v, want %v", name, got, err, want)
		}
		return events
	}
	events := all("whole", esdb.ReadAllOptions{}, 1000, places(own, 0, 99))
	all("some", esdb.ReadAllOptions{}, 7, places(own, 0, 6))
	all("backwards", esdb.ReadAllOptions{From: esdb.End{}, Direction: esdb.Backwards}, 1000, places(own, 99, 0))
	all("last", esdb.ReadAllOptions{From: esdb.End{}, Direction: esdb.Backwards}, 1, places(own, 99, 99))
	all("forwards from the end", esdb.ReadAllOptions{From: esdb.End{}}, 10, nil)
	all("backwards from the start", esdb.ReadAllOptions{From: esdb.Start{}, Direction: esdb.Backwards}, 10, nil)
	if len(events) == 100 {
		at := events[50].Position
		all("forwards with the event at the position", esdb.ReadAllOptions{From: at}, 3, places(own, 50, 52))
		all("that event alone", esdb.ReadAllOptions{From: at}, 1, places(own, 50, 50))
		all("backwards without it", esdb.ReadAllOptions{From: at, Direction: esdb.Backwards}, 3, places(own, 49, 47))
	}
}

// A principal of one site sees that site's records and the tenant-wide ones; a
// stream without any does not exist for it.
func TestSites(t *testing.T) {
	w := newWorld(t)
	one, two, wide, mixed := stream("case", mine, "1"), stream("case", mine, "2"), stream("case", mine, "3"), stream("case", mine, "4")
	w.append(t, one, "case.opened.v1", 1, 3)
	w.append(t, two, "case.opened.v1", 2, 3)
	w.append(t, wide, "case.opened.v1", 0, 1)
	w.append(t, mixed, "case.opened.v1", 2, 1)
	w.append(t, mixed, "case.opened.v1", 1, 2)
	if _, err := w.store.Append(storetest.Context(t), stream("case", mine, "5"), eventstore.Any, unsited()); err != nil {
		t.Fatal(err)
	}
	c := w.client(t, "site 2's key")
	ctx := storetest.Context(t)
	read := func(name string, from uint64) ([]string, error) {
		s, err := c.ReadStream(ctx, name, esdb.ReadStreamOptions{From: esdb.Revision(from)}, 10)
		got, _, err := drained(t, s, err)
		return got, err
	}
	for _, hidden := range []string{one, stream("case", mine, "5")} {
		if got, err := read(hidden, 0); codeOf(err) != esdb.ErrorCodeResourceNotFound {
			t.Errorf("%s: %v, %v", hidden, got, err)
		}
	}
	for _, x := range []struct {
		name string
		from uint64
		want []string
	}{{two, 0, places(two, 0, 2)}, {wide, 0, places(wide, 0, 0)}, {mixed, 0, places(mixed, 0, 0)}, {mixed, 1, nil}} {
		if got, err := read(x.name, x.from); err != nil || !slices.Equal(got, x.want) {
			t.Errorf("%s from %d: %v, %v", x.name, x.from, got, err)
		}
	}
	for _, d := range []esdb.ReadAllOptions{{}, {From: esdb.End{}, Direction: esdb.Backwards}} {
		s, err := c.ReadAll(ctx, d, 100)
		got, _, err := drained(t, s, err)
		want := append(append(places(two, 0, 2), places(wide, 0, 0)...), places(mixed, 0, 0)...)
		if d.Direction == esdb.Backwards {
			slices.Reverse(want)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("$all %v: %v, %v", d.Direction, got, err)
		}
	}
}

// Clients that look for a cluster find a cluster of one.
func TestDiscovery(t *testing.T) {
	w := newWorld(t)
	own := stream("case", mine, "1")
	w.append(t, own, "case.opened.v1", 0, 1)
	s, err := w.clientBy(t, "auditor's key", "esdb+discover").ReadStream(storetest.Context(t), own, esdb.ReadStreamOptions{}, 1)
	if got, _, err := drained(t, s, err); err != nil || fmt.Sprint(got) != fmt.Sprint(places(own, 0, 0)) {
		t.Errorf("%v, %v", got, err)
	}
}
