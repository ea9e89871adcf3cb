package cases

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
)

// The people of the tests.
var (
	owner    = strings.Repeat("0", 32)
	preparer = strings.Repeat("1", 32)
	reviewer = strings.Repeat("2", 32)
	manager  = strings.Repeat("3", 32)
	clerk    = strings.Repeat("4", 32) // does not review
	robot    = strings.Repeat("5", 32)
)

var roles = map[string]string{owner: "owner", preparer: "preparer", reviewer: "tax_manager", manager: "tax_manager", clerk: "preparer",
	robot: "preparer"}

var (
	sum1 = strings.Repeat("a", 64)
	sum2 = strings.Repeat("b", 64)
)

const noID = "ffffffffffffffffffffffffffffffff"

// world is one case with what surrounds it.
type world struct {
	history []event.Recorded
	s       State
	facts   Facts
	now     time.Time
	n       byte
}

func newWorld() *world {
	return &world{
		now: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC),
		facts: Facts{
			Principals: map[string]Principal{owner: {true}, preparer: {true}, reviewer: {true}, manager: {true}, clerk: {false}},
			Records: map[Ref]Record{
				{KindAnswer, "answer1"}:      {SHA256: sum1, Coverage: "covered"},
				{KindDocument, "doc1"}:       {SHA256: sum1},
				{KindRecord, "invoice/inv1"}: {SHA256: sum1},
			},
		},
	}
}

func (w *world) context(by string) act.Context {
	w.n++
	w.now = w.now.Add(time.Minute)
	return act.Context{
		CommandID: uuid.UUID{15: w.n, 14: byte(len(w.history))}, Now: w.now, Tenant: "tenant", Site: 7,
		Principal: by, Role: roles[by],
	}
}

// do decides c and records its events.
func (w *world) do(by string, c Command) ([]event.Payload, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	a := w.context(by)
	events, err := c.Decide(w.s, a, w.known(c.Needs(w.s)))
	for i, p := range events {
		w.record(a, i, p)
	}
	return events, err
}

// known narrows the facts to what a command asked for, as a caller would.
func (w *world) known(needs []Ref) Facts {
	f := Facts{Principals: map[string]Principal{}, Records: map[Ref]Record{}, Names: w.facts.Names}
	for _, r := range needs {
		if p, ok := w.facts.Principals[r.ID]; ok && r.Kind == KindPrincipal {
			f.Principals[r.ID] = p
		}
		if x, ok := w.facts.Records[r]; ok {
			f.Records[r] = x
		}
	}
	return f
}

func (w *world) record(a act.Context, i int, p event.Payload) {
	stream := "case-tenant-" + w.s.ID
	if o, ok := p.(Opened); ok {
		stream += o.CaseID
	}
	e := event.Recorded{
		Stream: stream, Revision: uint64(len(w.history)), Type: p.EventType(),
		ID: uuid.NewSHA1(a.CommandID, []byte{byte(i)}), Payload: throughLog(p),
		Meta: event.Metadata{CommandID: a.CommandID, Tenant: a.Tenant, Site: a.Site, Principal: a.Principal, Role: a.Role, Time: a.Now,
			Schema: 1},
	}
	w.history = append(w.history, e)
	w.s = w.s.Evolve(e)
}

// must is do for what has to succeed.
func (w *world) must(t testing.TB, by string, c Command) *world {
	t.Helper()
	if _, err := w.do(by, c); err != nil {
		t.Fatalf("%T by %s: %v", c, by[:1], err)
	}
	return w
}

// throughLog is what a reader of the log gets of a written payload.
func throughLog(p event.Payload) event.Payload {
	flip := func(b []byte) []byte {
		out := make([]byte, len(b))
		for i := range b {
			out[i] = b[i] ^ 0x55
		}
		return out
	}
	seal := func(t *sealed.Text) error { t.Cipher, t.Plain = flip([]byte(t.Plain)), ""; return nil }
	unseal := func(t *sealed.Text) error { t.Plain, t.Cipher = string(flip(t.Cipher)), nil; return nil }
	pointer := func(p event.Payload) reflect.Value {
		v := reflect.New(reflect.TypeOf(p))
		v.Elem().Set(reflect.ValueOf(p))
		return v
	}
	given := pointer(p)
	check(sealed.Walk(given.Interface(), seal))
	data, err := json.Marshal(given.Interface())
	check(err)
	check(sealed.Walk(given.Interface(), unseal))
	for _, t := range Category.Types {
		if t.Name == p.EventType() {
			q, err := t.Decode(data)
			check(err)
			back := pointer(q)
			check(sealed.Walk(back.Interface(), unseal))
			return back.Elem().Interface().(event.Payload)
		}
	}
	panic(p.EventType() + " is not registered")
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// outcome writes what a command came to: event names, or the refusal with its
// fields or blockers.
func outcome(events []event.Payload, err error) string {
	var words []string
	var e *fault.Error
	if err != nil && !errors.As(err, &e) {
		return "not a fault: " + err.Error()
	}
	if e != nil {
		words = append(words, e.Code.Name())
		for _, f := range e.Fields {
			words = append(words, f.Field)
		}
		for _, b := range e.Blockers {
			words = append(words, b.Code)
		}
		if len(events) > 0 {
			words = append(words, "AND EVENTS")
		}
		return strings.Join(words, " ")
	}
	for _, p := range events {
		words = append(words, strings.TrimSuffix(strings.TrimPrefix(p.EventType(), "case."), ".v1"))
	}
	return strings.Join(words, " ")
}

// row is one line of a table test: a command on a case, and its outcome.
type row struct {
	name  string
	given func(testing.TB) *world
	by    string
	does  func(*world) Command
	want  string
}

func run(t *testing.T, rows []row) {
	t.Helper()
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			w := r.given(t)
			if got := outcome(w.do(r.by, r.does(w))); got != r.want {
				t.Errorf("got  %s\nwant %s", got, r.want)
			}
			if again := Fold(w.history); !reflect.DeepEqual(again, w.s) {
				t.Errorf("the history folds to another state")
			}
		})
	}
}

func is(c Command) func(*world) Command { return func(*world) Command { return c } }

func ptr[T any](v T) *T { return &v }

func day(s string) civil.Date { return civil.MustParse(s) }

var year = civil.Period{From: day("2025-04-06"), To: day("2026-04-05")}

var (
	full = Open{Title: "Return of the year", Client: "Ada Client", Period: &year, Jurisdiction: "GB", Scope: "The return",
		Exclusions: "Gains"}
	paper = WriteWorkpaper{Title: "Income", Body: "Added up",
		Evidence: []EvidenceLink{{Kind: KindAnswer, Ref: "answer1", Title: "The answer"}}}
	passed = Update{Engagement: &EngagementCheck{Outcome: Passed, On: day("2026-11-01")}}
	agreed = Update{Approval: &ClientApproval{ApprovedBy: "Ada Client", On: day("2026-11-20"), Method: "email"}}
)

func to(stage Stage) Update               { return Update{Stage: &stage} }
func back(stage Stage, why string) Update { return Update{Stage: &stage, Reason: why} }
func assign(id string) Update             { return Update{Reviewer: &id} }
func waive(code string, until string) Update {
	return Update{Waivers: []Waive{{Code: code, Reason: "sole practitioner", ExpiresOn: day(until)}}}
}

func (w *world) signAll() Update {
	var u Update
	for _, p := range w.s.Workpapers {
		u.SignOffs = append(u.SignOffs, SignOffWorkpaper{WorkpaperID: p.ID, Revision: p.Revision})
	}
	return u
}

// Worlds that many tests start from.

func empty(testing.TB) *world { return newWorld() }

func opened(t testing.TB) *world { return newWorld().must(t, preparer, full) }

// inReview has a workpaper, a reviewer, an open issue and stands in review.
func inReview(t testing.TB) *world {
	w := opened(t).must(t, preparer, passed).must(t, preparer, paper).must(t, manager, assign(reviewer))
	w.must(t, preparer, AddIssue{Title: "Payslip is missing"})
	return w.must(t, preparer, to(Preparation)).must(t, preparer, to(Review))
}

// ready has nothing in the way of being finalised by the manager.
func ready(t testing.TB) *world {
	w := inReview(t)
	w.must(t, reviewer, w.signAll()).must(t, reviewer, ResolveIssue{IssueID: w.s.Issues[0].ID, Resolution: "It came"})
	return w.must(t, reviewer, to(Approval)).must(t, preparer, agreed)
}

func final(t testing.TB) *world { return ready(t).must(t, manager, Finalise{}) }

// addressable is a pointer to a copy of p.
func addressable(p event.Payload) any {
	v := reflect.New(reflect.TypeOf(p))
	v.Elem().Set(reflect.ValueOf(p))
	return v.Interface()
}

// redacted is p as the log would hold it, without any of its texts.
func redacted(p event.Payload) any {
	v := addressable(throughLog(p))
	check(sealed.Walk(v, func(t *sealed.Text) error { t.Plain = ""; return nil }))
	return v
}

// sealedSize is how many bytes p takes in the log.
func sealedSize(p event.Payload) int {
	v := addressable(throughLog(p))
	check(sealed.Walk(v, func(t *sealed.Text) error {
		if t.Plain != "" {
			t.Cipher, t.Plain = make([]byte, len(t.Plain)+28), ""
		}
		return nil
	}))
	data, err := json.Marshal(v)
	check(err)
	return len(data)
}
