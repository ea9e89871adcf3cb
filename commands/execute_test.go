package commands_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
)

// memory is the plainest log. before is called ahead of each write, and after
// may answer with an error though the write was done.
type memory struct {
	mu      sync.Mutex
	streams map[string][]event.Recorded
	commit  uint64
	before  func(stream string)
	after   func() error
	writes  int
}

func (m *memory) Load(_ context.Context, stream string) ([]event.Recorded, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.streams[stream]), nil
}

func (m *memory) Write(_ context.Context, stream string, expected eventstore.Expected, meta event.Metadata,
	payloads []event.Payload) (eventstore.Appended, error) {
	if m.before != nil {
		m.before(stream)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.writes++
	if m.streams == nil {
		m.streams = map[string][]event.Recorded{}
	}
	history := m.streams[stream]
	for i, e := range history { // a retry, which the log recognises first
		if e.ID == eventstore.EventID(meta.Proposer(), stream, 0) {
			last := history[i+len(payloads)-1]
			return eventstore.Appended{Revision: last.Revision, Position: last.Position}, nil
		}
	}
	want := eventstore.NoStream
	if len(history) > 0 {
		want = eventstore.Exactly(uint64(len(history) - 1))
	}
	if expected != want {
		return eventstore.Appended{}, fmt.Errorf("%w: %v", eventstore.ErrWrongRevision, expected)
	}
	for i, p := range payloads {
		m.commit++
		history = append(history, event.Recorded{
			Stream: stream, Revision: uint64(len(history)), Position: event.Position{Commit: m.commit, Prepare: m.commit},
			ID: eventstore.EventID(meta.Proposer(), stream, i), Type: p.EventType(), Payload: p, Meta: meta,
		})
	}
	m.streams[stream] = history
	if m.after != nil {
		if err := m.after(); err != nil {
			return eventstore.Appended{}, err
		}
	}
	last := history[len(history)-1]
	return eventstore.Appended{Revision: last.Revision, Position: last.Position}, nil
}

// counted is the one event of the tests' aggregate.
type counted struct{ N, By int }

func (counted) EventType() string { return "counter.counted.v1" }

type counter struct {
	Total int
	Times int
	Site  int64
}

var counters = commands.Aggregate[counter]{
	Category: "counter",
	Evolve: func(c counter, e event.Recorded) counter {
		p := e.Payload.(counted)
		return counter{c.Total + p.By, c.Times + 1, e.Meta.Site}
	},
	SiteOf: func(c counter) int64 { return c.Site },
}

// count adds to the counter; its decision sees the total it adds to.
func count(id string, by int) commands.Order[counter] {
	return commands.Order[counter]{
		Operation: "counters.count", Permission: "cases:write", ID: id, Request: struct{ By int }{by},
		Decide: func(c counter, _ act.Context) ([]event.Payload, error) {
			if by == 0 {
				return nil, nil
			}
			return []event.Payload{counted{c.Total, by}}, nil
		},
	}
}

var caller = commands.Caller{Tenant: "firm", Principal: "ada", Role: access.Preparer, Sites: tenancy.Grant{All: true}, Request: "r1",
	Key: "k1"}

func keyed(key string) commands.Caller {
	c := caller
	c.IdempotencyKey = key
	return c
}

func newExecutor() (*commands.Executor, *memory) {
	m := &memory{}
	return &commands.Executor{Log: m, Now: func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 123456789, time.UTC) }}, m
}

func do(t *testing.T, x *commands.Executor, c commands.Caller, o commands.Order[counter]) commands.Done[counter] {
	t.Helper()
	done, err := commands.Execute(t.Context(), x, c, counters, o)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func wantFault(t *testing.T, err error, code fault.Code) {
	t.Helper()
	if f := fault.As(err); f == nil || f.Code != code {
		t.Errorf("error %v, want %s", err, code.Name())
	}
}

func TestExecuteAppends(t *testing.T) {
	x, m := newExecutor()
	first := do(t, x, caller, count("c", 5))
	second := do(t, x, caller, count("c", 7))
	if first.State.Total != 5 || second.State.Total != 12 || second.Revision != 1 || !first.Position.Less(second.Position) {
		t.Errorf("%+v then %+v", first, second)
	}
	e := m.streams["counter-firm-c"][1]
	want := event.Metadata{
		CommandID: e.Meta.CommandID, RequestHash: e.Meta.RequestHash, Operation: "counters.count", Tenant: "firm", Principal: "ada",
		Role: "preparer", Key: "k1", Request: "r1", CorrelationID: "r1", CausationID: e.Meta.CommandID.String(), Schema: 1,
		Time: time.Date(2026, 11, 20, 12, 0, 0, 123456000, time.UTC),
	}
	if fmt.Sprint(e.Meta) != fmt.Sprint(want) || len(e.Meta.RequestHash) != 64 {
		t.Errorf("metadata %+v", e.Meta)
	}
}

// A command that creates takes its id from the command: the same key, the same
// record.
func TestCreatedIDs(t *testing.T) {
	x, _ := newExecutor()
	a, b := do(t, x, keyed("once"), count("", 1)), do(t, x, keyed("once"), count("", 1))
	other := do(t, x, keyed("twice"), count("", 1))
	if a.ID != b.ID || !b.Replayed || a.Replayed || len(a.ID) != 32 || other.ID == a.ID {
		t.Errorf("%+v, %+v, %+v", a, b, other)
	}
	if c := keyed("once"); commands.CommandID(c, "a") == commands.CommandID(c, "b") {
		t.Error("two operations are one command")
	}
	for _, change := range []func(*commands.Caller){
		func(c *commands.Caller) { c.Tenant = "other" }, func(c *commands.Caller) { c.Principal = "bob" },
		func(c *commands.Caller) { c.IdempotencyKey = "other" },
	} {
		c := keyed("once")
		change(&c)
		if commands.CommandID(c, "a") == commands.CommandID(keyed("once"), "a") {
			t.Errorf("%+v is the same command", c)
		}
	}
	again := keyed("once")
	again.Key, again.Request, again.Site = "another key", "another request", 3
	if commands.CommandID(again, "a") != commands.CommandID(keyed("once"), "a") {
		t.Error("a rotated key makes another command")
	}
}

func TestIfMatch(t *testing.T) {
	x, _ := newExecutor()
	do(t, x, caller, count("c", 1))
	match := func(n uint64) commands.Caller {
		c := caller
		c.IfMatch = &n
		return c
	}
	if done := do(t, x, match(0), count("c", 1)); done.Revision != 1 {
		t.Errorf("%+v", done)
	}
	_, err := commands.Execute(t.Context(), x, match(0), counters, count("c", 1))
	wantFault(t, err, fault.RevisionMismatch)
}

// Refusals come in the documented order: each case breaks the rule it names and
// all that follow it.
func TestOrderOfRefusals(t *testing.T) {
	refuse := func(id string) commands.Order[counter] {
		o := count(id, 1)
		o.Decide = func(counter, act.Context) ([]event.Payload, error) {
			var b fault.Blockers
			b.Add("unmet", "unmet")
			return nil, b.Err()
		}
		return o
	}
	x, m := newExecutor()
	sited := keyed("used")
	sited.Site = 1
	do(t, x, sited, count("c", 1))
	stale := func(c commands.Caller) commands.Caller {
		c.IfMatch = new(uint64)
		*c.IfMatch = 9
		return c
	}
	blind := stale(keyed("used"))
	blind.Sites = tenancy.Grant{Numbers: []int64{2}}
	roleless := blind
	roleless.Role = access.Viewer
	writes := m.writes
	for _, c := range []struct {
		name string
		by   commands.Caller
		id   string
		want fault.Code
	}{
		{"role before all", roleless, "c", fault.RoleForbidden},
		{"bad id", stale(caller), "../c", fault.NotFound},
		{"another site before replay", blind, "c", fault.NotFound},
		{"reused key before If-Match", stale(keyed("used")), "c", fault.IdempotencyKeyReused},
		{"If-Match before the decision", stale(caller), "c", fault.RevisionMismatch},
		{"the decision", caller, "c", fault.Blocked},
	} {
		o := refuse(c.id)
		o.Request = "another request"
		_, err := commands.Execute(t.Context(), x, c.by, counters, o)
		t.Run(c.name, func(t *testing.T) { wantFault(t, err, c.want) })
	}
	if m.writes != writes {
		t.Error("a refusal wrote")
	}
}

// Ids that are no part of a stream's name cannot reach another stream.
func TestBadIDs(t *testing.T) {
	x, m := newExecutor()
	for _, id := range []string{"a-b", "A", "a b", "x\n", "$all", "é", "a/b", "%00"} {
		_, err := commands.Execute(t.Context(), x, caller, counters, count(id, 1))
		wantFault(t, err, fault.NotFound)
	}
	if m.writes != 0 {
		t.Error("something was written")
	}
}

// What is hidden is refused in the words of what is not there.
func TestHiddenIsAsAbsent(t *testing.T) {
	x, m := newExecutor()
	sited := caller
	sited.Site = 1
	do(t, x, sited, count("hidden", 1))
	blind := caller
	blind.Sites = tenancy.Grant{Numbers: []int64{2}}
	decide := count("", 1).Decide
	for what, refuse := range map[string]error{"a rule that knows": fault.New(fault.NotFound, "there is no such counter"),
		"a rule that does not": nil} {
		said := map[string]string{}
		for _, id := range []string{"hidden", "absent", "No Id"} {
			o := count(id, 1)
			o.Decide = func(s counter, a act.Context) ([]event.Payload, error) {
				if s == (counter{}) && refuse != nil {
					return nil, refuse
				}
				return decide(s, a)
			}
			if refuse == nil && id == "absent" {
				continue // it is counted
			}
			_, err := commands.Execute(t.Context(), x, blind, counters, o)
			wantFault(t, err, fault.NotFound)
			said[err.Error()] = id
		}
		if len(said) != 1 {
			t.Errorf("%s: %v", what, said)
		}
	}
	if m.writes != 1 {
		t.Error("a refusal wrote")
	}
}

// A record of a site is fenced from callers without it, and its events carry
// the record's site, not the caller's.
func TestSiteFence(t *testing.T) {
	x, m := newExecutor()
	at := func(site int64, grant ...int64) commands.Caller {
		c := caller
		c.Site, c.Sites = site, tenancy.Grant{Numbers: grant}
		return c
	}
	do(t, x, at(1, 1, 2), count("c", 1))
	for name, c := range map[string]commands.Caller{"no grant": at(0, 2), "narrowed to another": at(2, 1, 2)} {
		_, err := commands.Execute(t.Context(), x, c, counters, count("c", 1))
		t.Run(name, func(t *testing.T) { wantFault(t, err, fault.NotFound) })
	}
	do(t, x, at(0, 1), count("c", 1))
	if site := m.streams["counter-firm-c"][1].Meta.Site; site != 1 {
		t.Errorf("the second event stands in site %d", site)
	}
}

// A conflict is decided again on what the other writer left; after five the
// command gives up.
func TestConflict(t *testing.T) {
	for _, c := range []struct {
		conflicts int
		contended bool
	}{{1, false}, {4, false}, {5, true}} {
		x, m := newExecutor()
		do(t, x, caller, count("c", 1))
		left, busy := c.conflicts, false
		m.before = func(string) {
			if left == 0 || busy {
				return
			}
			left--
			busy = true
			do(t, x, caller, count("c", 10))
			busy = false
		}
		var outcomes []string
		x.Observe = func(_, outcome string) { outcomes = append(outcomes, outcome) }
		done, err := commands.Execute(t.Context(), x, caller, counters, count("c", 1))
		total := 1 + 10*c.conflicts
		if c.contended {
			wantFault(t, err, fault.Contended)
			if f := fault.As(err); f == nil || f.Retry <= 0 {
				t.Errorf("no advice when to come back: %v", err)
			}
		} else if total++; err != nil || done.State.Total != total {
			t.Errorf("after %d conflicts: %+v, %v", c.conflicts, done.State, err)
		}
		sum := 0
		for _, e := range m.streams["counter-firm-c"] {
			if e.Payload.(counted).N != sum {
				t.Errorf("decided on %d, the total was %d", e.Payload.(counted).N, sum)
			}
			sum += e.Payload.(counted).By
		}
		if sum != total {
			t.Errorf("total %d, want %d", sum, total)
		}
		n := 0
		for _, o := range outcomes {
			if o == "conflict" {
				n++
			}
		}
		if n != c.conflicts {
			t.Errorf("%d conflicts were observed of %d", n, c.conflicts)
		}
	}
}

// A key that was used for another request is no replay.
func TestReplaysAreCounted(t *testing.T) {
	x, _ := newExecutor()
	var outcomes []string
	x.Observe = func(_, outcome string) { outcomes = append(outcomes, outcome) }
	do(t, x, keyed("k"), count("c", 1))
	do(t, x, keyed("k"), count("c", 1))
	_, err := commands.Execute(t.Context(), x, keyed("k"), counters, count("c", 2))
	wantFault(t, err, fault.IdempotencyKeyReused)
	if want := []string{"appended", "replayed", "refused"}; !slices.Equal(outcomes, want) {
		t.Errorf("%v, want %v", outcomes, want)
	}
}

// A decision without events changes nothing and says so.
func TestNothingToDo(t *testing.T) {
	x, m := newExecutor()
	do(t, x, caller, count("c", 3))
	writes := m.writes
	if done := do(t, x, caller, count("c", 0)); !done.Nothing || done.State.Total != 3 || m.writes != writes {
		t.Errorf("%+v", done)
	}
}

// A store that is out of reach is a fault that says when to come back.
func TestStoreFaults(t *testing.T) {
	for cause, want := range map[error]fault.Code{eventstore.ErrUnavailable: fault.StoreUnavailable,
		eventstore.ErrTooLarge: fault.BodyTooLarge} {
		x, m := newExecutor()
		m.after = func() error { return fmt.Errorf("%w: test", cause) }
		_, err := commands.Execute(t.Context(), x, caller, counters, count("c", 1))
		wantFault(t, err, want)
		if !errors.Is(err, cause) {
			t.Errorf("%v hides its cause", err)
		}
	}
}

// Random interleavings of two writers, with appends whose acknowledgement is
// lost and clients that repeat: nothing is lost and nothing doubled.
func TestInterleavings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, m := newExecutor()
		queue := [2][]string{}
		for w := range queue {
			for i := range rapid.IntRange(1, 5).Draw(t, "commands") {
				queue[w] = append(queue[w], fmt.Sprintf("writer %d command %d", w, i))
			}
		}
		depth := 0
		var step func(w int) bool
		m.before = func(string) {
			if depth < 3 && rapid.IntRange(0, 2).Draw(t, "overtake") == 0 {
				step(rapid.IntRange(0, 1).Draw(t, "by"))
			}
		}
		m.after = func() error {
			if rapid.IntRange(0, 3).Draw(t, "lost") == 0 {
				return fmt.Errorf("%w: the answer was lost", eventstore.ErrUnavailable)
			}
			return nil
		}
		// step takes a writer's next command and repeats it until it is answered.
		step = func(w int) bool {
			if len(queue[w]) == 0 {
				return false
			}
			key := queue[w][0]
			queue[w] = queue[w][1:]
			depth++
			defer func() { depth-- }()
			for {
				done, err := commands.Execute(context.Background(), x, keyed(key), counters, count("c", 1))
				if err == nil {
					if done.State.Total != done.State.Times {
						t.Fatalf("%s left %+v", key, done.State)
					}
					return true
				}
				if f := fault.As(err); f == nil || f.Code != fault.StoreUnavailable && f.Code != fault.Contended {
					t.Fatalf("%s: %v", key, err)
				}
			}
		}
		all := append(slices.Clone(queue[0]), queue[1]...)
		for len(queue[0])+len(queue[1]) > 0 {
			step(rapid.IntRange(0, 1).Draw(t, "next"))
		}
		seen := map[string]int{}
		for i, e := range m.streams["counter-firm-c"] {
			seen[e.Meta.CommandID.String()]++
			if e.Payload.(counted).N != i {
				t.Fatalf("event %d was decided on %d", i, e.Payload.(counted).N)
			}
		}
		for _, key := range all {
			if id := commands.CommandID(keyed(key), "counters.count"); seen[id.String()] != 1 {
				t.Fatalf("%s stands %d times", key, seen[id.String()])
			}
		}
		if len(seen) != len(all) {
			t.Fatalf("%d commands in the log of %d", len(seen), len(all))
		}
	})
}
