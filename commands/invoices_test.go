package commands_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/invoicing/invoicingtest"
	"github.com/tallystick/tallystick/domain/settings"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/packaging/soak"
)

// flakyLog is a log in memory that fails now and then: before an append, or after
// it, so that its writer does not know whether it stands.
type flakyLog struct {
	mu      sync.Mutex
	streams map[string][]event.Recorded
	commit  uint64
	random  *rand.Rand
	failing bool
}

var errFlaky = fmt.Errorf("%w: the connection was cut", eventstore.ErrUnavailable)

func (l *flakyLog) Load(_ context.Context, stream string) ([]event.Recorded, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]event.Recorded(nil), l.streams[stream]...), nil
}

func (l *flakyLog) Write(ctx context.Context, stream string, expected eventstore.Expected, meta event.Metadata,
	payloads []event.Payload) (eventstore.Appended, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return eventstore.Appended{}, err
	}
	fate := 9
	if l.failing {
		fate = l.random.IntN(20)
	}
	if fate == 0 {
		return eventstore.Appended{}, errFlaky
	}
	has := l.streams[stream]
	if len(has) > 0 && expected != eventstore.Exactly(uint64(len(has)-1)) || len(has) == 0 && expected != eventstore.NoStream {
		return eventstore.Appended{}, eventstore.ErrWrongRevision
	}
	for i, p := range payloads {
		l.commit++
		has = append(has, event.Recorded{Stream: stream, Revision: uint64(len(has)), Position: event.Position{Commit: l.commit,
			Prepare: l.commit},
			ID: eventstore.EventID(meta.CommandID, stream, i), Type: p.EventType(), Payload: p, Meta: meta})
	}
	l.streams[stream] = has
	if fate == 1 {
		return eventstore.Appended{}, errFlaky
	}
	last := has[len(has)-1]
	return eventstore.Appended{Revision: last.Revision, Position: last.Position}, nil
}

type issuing struct {
	log    *flakyLog
	orders map[string]invoicing.Order
	nodes  [2]*commands.Invoices
}

func newIssuing(seed uint64, orders int) *issuing {
	w := &issuing{log: &flakyLog{streams: map[string][]event.Recorded{}, random: rand.New(rand.NewPCG(seed, seed))},
		orders: map[string]invoicing.Order{}}
	random := rand.New(rand.NewPCG(seed, 7))
	var held settings.Values
	for n := range orders {
		m := invoicingtest.Making(random, 0, civil.MustParse("2026-11-22")) // plain supplies
		m.Order.ID, m.Order.Site = fmt.Sprintf("%032x", n+1), 1
		w.orders[m.Order.ID], held = m.Order, m.Held.Values
	}
	for i := range w.nodes {
		w.restart(i)
	}
	w.log.streams["settings-t-0"] = []event.Recorded{{Stream: "settings-t-0",
		Payload: settings.Replaced{EffectiveFrom: civil.MustParse("2020-01-01"), Values: held}}}
	return w
}

// restart is a node that knows nothing yet.
func (w *issuing) restart(i int) {
	x := &commands.Executor{Log: w.log, Now: time.Now}
	w.nodes[i] = &commands.Invoices{Executor: x, Settings: &commands.Settings{Executor: x}, Numbers: &commands.Numberer{Log: w.log,
		Now: time.Now},
		Orders: []commands.OrderSource{func(_ context.Context, _ commands.Caller, id string) (invoicing.Order, bool, error) {
			o, ok := w.orders[id]
			return o, ok, nil
		}}}
}

func issuer(key string) commands.Caller {
	return commands.Caller{Tenant: "t", Principal: "p", Role: access.Owner, Sites: tenancy.Grant{All: true}, IdempotencyKey: key}
}

// 64 issuers on one series, on two nodes that are restarted again and again over a
// log that fails: no gap, no number twice, no order on two invoices, days in order,
// and every number has its document. Seeds from 1.
func TestNumbersHaveNoGapWhateverFails(t *testing.T) {
	for seed := uint64(1); seed <= uint64(soak.Of(1, 20)); seed++ {
		const orders = 1500 // more than a part holds
		w := newIssuing(seed, orders)
		w.log.failing = true
		day := civil.MustParse("2026-11-22")
		var mu sync.Mutex
		pick := rand.New(rand.NewPCG(seed, 3))
		var group sync.WaitGroup
		work := make(chan string)
		for i := range 64 {
			group.Go(func() {
				for id := range work {
					mu.Lock()
					node, today := w.nodes[(i+pick.IntN(2))%2], day.AddDays(-pick.IntN(2)) // a clock that goes back
					mu.Unlock()
					_, err := node.Issue(context.Background(), issuer(fmt.Sprintf("%s-%d", id, pick2(&mu, pick))), invoicing.IssueInvoice{OrderID: id},
						func(int64) civil.Date { return today })
					if f := fault.As(err); err != nil && (f == nil || f.Code != fault.Blocked && f.Code != fault.StoreUnavailable &&
						f.Code != fault.Contended) && !errors.Is(err, eventstore.ErrUnavailable) {
						t.Errorf("%s: %v", id, err)
					}
				}
			})
		}
		for n := range orders * 3 { // each order is asked for three times
			if n%100 == 50 {
				mu.Lock()
				w.restart(n / 100 % 2)
				mu.Unlock()
			}
			work <- fmt.Sprintf("%032x", n%orders+1)
		}
		close(work)
		group.Wait()
		w.log.failing = false
		w.finish(t)
		w.check(t)
	}
}

func pick2(mu *sync.Mutex, r *rand.Rand) int {
	mu.Lock()
	defer mu.Unlock()
	return r.IntN(2)
}

// finish carries on what was left between two steps.
func (w *issuing) finish(t *testing.T) {
	t.Helper()
	w.restart(0)
	for stream := range w.log.streams {
		if s, _ := event.ParseStream(stream); s.Category == invoicing.Documents.Name {
			if _, _, err := w.nodes[0].Complete(context.Background(), "t", s.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func (w *issuing) check(t *testing.T) {
	t.Helper()
	book := invoicing.Book{Site: 1, Year: 2026, Series: "INV", Part: 1}
	var tail invoicing.Tail
	numbers := map[string]string{}
	for ; ; book = book.Next() {
		events := w.log.streams["invoicebook-t-"+book.StreamID()]
		if len(events) == 0 {
			break
		}
		for _, e := range events {
			switch p := e.Payload.(type) {
			case invoicing.BookContinued:
				if p.Tail != tail {
					t.Fatalf("part %d begins at %+v, not %+v", book.Part, p.Tail, tail)
				}
			case invoicing.Numbered:
				if !p.Chained(tail) {
					t.Fatalf("%+v does not follow %+v", p, tail)
				}
				tail = invoicing.Tail{Sequence: p.Sequence, IssuedOn: p.IssuedOn, SHA256: p.SHA256}
				if numbers[p.DocumentID] != "" {
					t.Fatalf("%s has two numbers", p.DocumentID)
				}
				numbers[p.DocumentID] = p.Number
			}
		}
	}
	if book.Part < 3 { // the part after the last
		t.Errorf("only %d parts were begun", book.Part-1)
	}
	orders := map[string]int{}
	for stream, events := range w.log.streams {
		if s, _ := event.ParseStream(stream); s.Category != invoicing.Documents.Name {
			continue
		}
		var s invoicing.State
		for _, e := range events {
			s = s.Evolve(e)
		}
		switch {
		case s.Issued != nil && s.Issued.Number == numbers[s.DocumentID] && s.Issued.Number != "":
			orders[s.OrderID]++
		case s.Abandoned != nil && numbers[s.DocumentID] == "":
		default:
			t.Fatalf("%s stands at %s with number %q in the book", s.DocumentID, s.Status(), numbers[s.DocumentID])
		}
	}
	for id, n := range orders {
		if n != 1 {
			t.Fatalf("order %s stands on %d invoices", id, n)
		}
	}
	if len(orders) != len(numbers) || int64(len(numbers)) != tail.Sequence || len(numbers) < invoicing.PartMax {
		t.Fatalf("%d orders, %d numbers, the last %d", len(orders), len(numbers), tail.Sequence)
	}
}

// After a full credit the order takes a new invoice, which names the old one; a
// repeated key issues nothing.
func TestACreditedOrderTakesANewInvoice(t *testing.T) {
	w := newIssuing(9, 1)
	x, ctx, day := w.nodes[0], context.Background(), civil.MustParse("2026-11-22")
	today := func(int64) civil.Date { return day }
	id := fmt.Sprintf("%032x", 1)
	first, err := x.Issue(ctx, issuer("a"), invoicing.IssueInvoice{OrderID: id}, today)
	if err != nil {
		t.Fatal(err)
	}
	again, err := x.Issue(ctx, issuer("a"), invoicing.IssueInvoice{OrderID: id}, today)
	if err != nil || again.ID != first.ID || again.State.Issued.Number != "INV-1-2026-00001" {
		t.Fatalf("%+v, %v", again, err)
	}
	if _, err := x.Issue(ctx, issuer("b"), invoicing.IssueInvoice{OrderID: id}, today); fault.As(err) == nil ||
		fault.As(err).Blockers[0].Code != "order_already_invoiced" {
		t.Fatal(err)
	}
	credit := invoicing.CreditRequest{InvoiceID: first.ID, Reason: "returned"}
	note, err := x.Credit(ctx, issuer("c"), credit, today)
	if err != nil || note.State.Issued.Number != "CN-1-2026-00001" || !note.State.Gross.Equal(first.State.Gross) {
		t.Fatalf("%+v, %v", note.State.Issued, err)
	}
	if _, err := x.Credit(ctx, issuer("d"), credit, today); fault.As(err) == nil ||
		fault.As(err).Blockers[0].Code != "credit_exceeds_invoice" {
		t.Fatal(err)
	}
	second, err := x.Issue(ctx, issuer("e"), invoicing.IssueInvoice{OrderID: id}, today)
	if err != nil {
		t.Fatal(err)
	}
	d, _ := second.State.Document()
	if d.Number != "INV-1-2026-00002" || d.Replaces == nil || d.Replaces.Number != "INV-1-2026-00001" {
		t.Errorf("%+v", d.Replaces)
	}
	if _, err := x.Issue(ctx, issuer("f"), invoicing.IssueInvoice{OrderID: "0"}, today); fault.As(err) == nil ||
		fault.As(err).Blockers[0].Code != "order_unknown" {
		t.Error(err)
	}
	regenerated, err := x.Regenerate(ctx, issuer("g"), second.ID, invoicing.RegenerateBody{}, day)
	if err != nil || len(regenerated.State.Bodies) != 2 {
		t.Fatalf("%+v, %v", regenerated.State.Bodies, err)
	}
}
