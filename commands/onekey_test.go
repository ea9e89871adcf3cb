package commands_test

import (
	"fmt"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/tenancy"
)

// Several requests with one key, each cut in by another at every write: one
// carries the command out, every other with the same request answers what that
// one answered, and says that it repeats it; another request is refused.
func TestManyAtOnceUnderOneKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, m := newExecutor()
		id := rapid.SampledFrom([]string{"", "c"}).Draw(t, "record")
		least := 1 // a command that creates a record has something to do
		if id != "" {
			least = 0
			do2(t, x, caller, count(id, rapid.IntRange(1, 3).Draw(t, "before")))
		}
		waiting := rapid.SliceOfN(rapid.IntRange(least, 2), 2, 5).Draw(t, "requests")
		type outcome struct {
			by   int
			done commands.Done[counter]
			err  error
		}
		var outcomes []outcome
		next := func() {
			if len(waiting) == 0 {
				return
			}
			by := waiting[0]
			waiting = waiting[1:]
			done, err := commands.Execute(t.Context(), x, keyed("k"), counters, count(id, by))
			outcomes = append(outcomes, outcome{by, done, err})
		}
		m.before = func(string) {
			if rapid.Bool().Draw(t, "cut in") {
				next()
			}
		}
		for len(waiting) > 0 {
			next()
		}
		var first *outcome
		for i, o := range outcomes {
			if o.err == nil && !o.done.Replayed {
				if first != nil {
					t.Fatalf("two carried it out: %+v and %+v", *first, o)
				}
				first = &outcomes[i]
			}
		}
		if first == nil {
			t.Fatalf("nobody carried it out: %+v", outcomes)
		}
		for _, o := range outcomes {
			switch f := fault.As(o.err); {
			case o.by != first.by && (f == nil || f.Code != fault.IdempotencyKeyReused):
				t.Fatalf("another request: %+v, %v", o.done, o.err)
			case o.by == first.by && (o.err != nil || o.done.State != first.done.State || o.done.Revision != first.done.Revision ||
				o.done.ID != first.done.ID):
				t.Fatalf("the same request: %+v, %v; the first %+v", o.done, o.err, first.done)
			}
		}
	})
}

// do2 is do for rapid.
func do2(t *rapid.T, x *commands.Executor, c commands.Caller, o commands.Order[counter]) {
	if _, err := commands.Execute(t.Context(), x, c, counters, o); err != nil {
		t.Fatal(err)
	}
}

// The same with threads, for the race detector.
func TestThreadsUnderOneKey(t *testing.T) {
	for n := range 50 {
		x, m := newExecutor()
		var work sync.WaitGroup
		carried := make([]int, 8)
		for i := range carried {
			work.Go(func() {
				done, err := commands.Execute(t.Context(), x, keyed("k"), counters, count("", 1+n%2*i))
				if err == nil && !done.Replayed {
					carried[i] = 1
				}
			})
		}
		work.Wait()
		sum := 0
		for _, c := range carried {
			sum += c
		}
		if sum != 1 || m.commit != 1 {
			t.Fatalf("%d carried it out, %d events", sum, m.commit)
		}
	}
}

// A command that found nothing to change is bound to its key like any other: a
// retry changes nothing either, whatever has happened since.
func TestNothingUnderAKey(t *testing.T) {
	set := func(to int) commands.Order[counter] {
		o := count("c", to)
		o.Decide = func(c counter, _ act.Context) ([]event.Payload, error) {
			if c.Total == to {
				return nil, nil
			}
			return []event.Payload{counted{c.Total, to - c.Total}}, nil
		}
		return o
	}
	x, m := newExecutor()
	do(t, x, caller, set(20))
	first := do(t, x, keyed("k"), set(20))
	do(t, x, caller, set(10))
	writes := m.writes
	old := keyed("k")
	old.IfMatch = new(uint64)
	for range 2 {
		again := do(t, x, old, set(20))
		if !again.Replayed || !again.Nothing || again.State != first.State || again.Revision != first.Revision {
			t.Errorf("repeated: %+v, first %+v", again, first)
		}
	}
	if m.writes != writes {
		t.Error("a repetition wrote")
	}
	_, err := commands.Execute(t.Context(), x, keyed("k"), counters, set(10))
	wantFault(t, err, fault.IdempotencyKeyReused)
}

// What makes two requests the same is all that was said: path, query, site and
// body.
func TestKeyCoversTheWholeRequest(t *testing.T) {
	for name, change := range map[string]func(*commands.Caller){
		"target": func(c *commands.Caller) { c.Target = "/api/counters?explain=true" },
		"site":   func(c *commands.Caller) { c.Site = 1 },
	} {
		for _, id := range []string{"", "c"} {
			t.Run(fmt.Sprintf("%s of %q", name, id), func(t *testing.T) {
				x, _ := newExecutor()
				do(t, x, keyed("k"), count(id, 1))
				c := keyed("k")
				change(&c)
				_, err := commands.Execute(t.Context(), x, c, counters, count(id, 1))
				if name == "site" && id != "" { // of a tenant-wide record
					wantFault(t, err, fault.NotFound)
				} else {
					wantFault(t, err, fault.IdempotencyKeyReused)
				}
			})
		}
	}
}

// Who has lost the site since does not get the answer again, be it of a change or of
// nothing to change: the very same request is refused as if the record were not there.
func TestReplayAfterTheSiteWasLost(t *testing.T) {
	for _, by := range []int{1, 0} {
		x, _ := newExecutor()
		at := caller
		at.Site = 1
		do(t, x, at, count("c", 1))
		c := keyed("k")
		c.Sites = tenancy.Grant{Numbers: []int64{1}}
		first := do(t, x, c, count("c", by))
		if again := do(t, x, c, count("c", by)); !again.Replayed || again.State != first.State {
			t.Fatalf("%d: %+v is not repeated by %+v", by, first, again)
		}
		c.Sites = tenancy.Grant{Numbers: []int64{2}}
		_, err := commands.Execute(t.Context(), x, c, counters, count("c", by))
		wantFault(t, err, fault.NotFound)
	}
	// A record that the key created, in a site that another request named.
	x, _ := newExecutor()
	c := keyed("k")
	c.Site, c.Sites = 1, tenancy.Grant{Numbers: []int64{1}}
	do(t, x, c, count("", 1))
	c.Site, c.Sites = 0, tenancy.Grant{Numbers: []int64{2}}
	if _, err := commands.Execute(t.Context(), x, c, counters, count("", 1)); fault.As(err) == nil {
		t.Errorf("answered: %v", err)
	}
}

// What a key is bound to stands in the record's site, so that another site's
// auditor does not learn of it.
func TestBindingsStandInTheRecordsSite(t *testing.T) {
	x, m := newExecutor()
	at := caller
	at.Site = 1
	do(t, x, at, count("c", 1))
	do(t, x, keyed("k"), count("c", 1))
	do(t, x, keyed("nothing"), count("c", 0))
	n := 0
	for stream, history := range m.streams {
		for _, e := range history {
			if stream != "counter-firm-c" {
				n++
			}
			if e.Meta.Site != 1 {
				t.Errorf("%s of %s stands in site %d", e.Type, stream, e.Meta.Site)
			}
		}
	}
	if n != 3 {
		t.Errorf("%d events of bindings", n)
	}
}
