package service_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/packaging/soak"
	"github.com/tallystick/tallystick/readmodels"
)

const (
	issuersOfOneSeries = 64
	killedInvoiceSeed  = 20261124
)

// told is a document that a caller was told of: what the answer said, and what the list
// says of it later.
type toldDocument struct {
	ID         string `json:"id"`
	Number     string `json:"number"`
	OrderID    string `json:"order_id"`
	OriginalID string `json:"original_id"`
	Status     string `json:"status"`
	IssuedOn   string `json:"issued_on"`
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// aheadBy is how far a clock that a test winds is ahead of the machine's.
func aheadBy(clock string) time.Duration {
	text, _ := os.ReadFile(clock)
	ahead, _ := time.ParseDuration(string(text))
	return ahead
}

// wind sets such a clock, at once and whole.
func wind(t *testing.T, clock string, ahead time.Duration) {
	t.Helper()
	next := clock + ".next"
	if err := errors.Join(os.WriteFile(next, []byte(ahead.String()), 0o600), os.Rename(next, clock)); err != nil {
		t.Error(err)
	}
}

// TestInvoicesKilled has 64 callers invoice orders in one series, some of them the same
// order at once, some with a credit note and an invoice anew, while the year turns and
// the clock goes back to the old one, and kills the process as they do. Then each book
// of numbers has neither gap nor twin, whatever was acknowledged stands where it was said
// to, and no order stands on two invoices that were not credited.
func TestInvoicesKilled(t *testing.T) {
	t.Parallel()
	t.Logf("seed %d", killedInvoiceSeed)
	random := rand.New(rand.NewPCG(killedInvoiceSeed, 1))
	dir := openDir(t)
	clock := filepath.Join(dir, "clock")
	wind(t, clock, 0)
	acks := map[string]toldDocument{}
	kills := soak.Rounds(3)
	for round := range kills {
		cmd, w := spawn(t, dir)
		if round == 0 {
			w.must(t, 200, "owner", http.MethodPut, "/api/settings/?site=1", invoiceSettings)
		}
		// A part of a book takes 900 numbers: together the rounds of the old year begin another.
		before := max(invoicing.PartMax*23/20/kills, issuersOfOneSeries) + random.IntN(40)
		maps.Copy(acks, w.issueUntilKilled(t, cmd, round, clock, before, 30+random.IntN(30), 1+random.IntN(40)))
		wind(t, clock, 0)
	}
	s, err := startService(testConfig(filepath.Join(dir, "data")))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	w := &world{Service: s, base: "http://" + s.Addr("api")}
	text, err := os.ReadFile(filepath.Join(dir, "world.json"))
	if err != nil || json.Unmarshal(text, &w.keys) != nil {
		t.Fatal(err)
	}
	w.checkInvoiced(t, acks)
	t.Logf("killed %d times", kills)
}

// issueUntilKilled pushes orders and has them invoiced: so many in the year that it is,
// then so many while it is the next, then, the clock being wrong again, so many more. It
// returns what was acknowledged.
func (w *world) issueUntilKilled(t *testing.T, cmd *exec.Cmd, round int, clock string, before, within, after int) map[string]toldDocument {
	t.Helper()
	orders := w.pushMany(t, round, min(before+within+after+issuersOfOneSeries/2, 500))
	var work sync.WaitGroup
	var mu sync.Mutex
	acks, next, toKill := map[string]toldDocument{}, 0, make(chan struct{})
	const year = 366 * 24 * time.Hour
	take := func(d toldDocument) {
		mu.Lock()
		defer mu.Unlock()
		if acks[d.ID] = d; next >= 20*len(orders) {
			return
		}
		switch len(acks) {
		case before:
			wind(t, clock, year)
		case before + within:
			wind(t, clock, 0)
		case before + within + after:
			close(toKill)
		}
	}
	order := func() string { // each fourth is handed out twice in a row
		mu.Lock()
		defer mu.Unlock()
		n := next
		if next++; next == 20*len(orders) {
			t.Errorf("only %d documents could be issued", len(acks))
			close(toKill)
		}
		return orders[(n-n/5)%len(orders)]
	}
	for i := range issuersOfOneSeries {
		work.Add(1)
		go func() {
			defer work.Done()
			for n := 0; w.issueOne(order(), fmt.Sprintf("%d-%d-%d", round, i, n), n%8 == i%8, take); n++ {
			}
		}()
	}
	<-toKill
	cmd.Process.Signal(syscall.SIGKILL)
	cmd.Wait()
	work.Wait()
	return acks
}

// pushMany pushes orders of one line and returns their ids.
func (w *world) pushMany(t *testing.T, round, n int) (ids []string) {
	t.Helper()
	var list []map[string]any
	for i := range n {
		o := order(fmt.Sprintf("%d-%d", round, i), "100.00", "19.00", "119.00")
		o["lines"] = []map[string]any{{"id": "1", "description": "Lamp", "quantity": "1", "unit_price": "100.00", "net": "100.00", "rate": "0.19"}}
		list = append(list, o)
	}
	pushed := read[struct {
		Entries []struct{ ID string }
	}](t, w.must(t, 200, "bookkeeper", http.MethodPost, "/api/ledger/orders/?site=1", map[string]any{"source": "shop", "orders": list}))
	for _, e := range pushed.Entries {
		ids = append(ids, e.ID)
	}
	return ids
}

// issueOne invoices an order, and where asked takes the invoice back and invoices the
// order anew; false = nobody answers any more.
func (w *world) issueOne(order, key string, again bool, take func(toldDocument)) (alive bool) {
	send := func(path, body, key string) (d toldDocument, ok, alive bool) {
		r, err := w.try("owner", http.MethodPost, path, body, "Idempotency-Key", key)
		if err != nil {
			return d, false, false
		}
		if ok = r.status == http.StatusCreated && json.Unmarshal(r.body, &d) == nil; ok {
			take(d)
		}
		return d, ok, true
	}
	const invoices = "/api/invoicing/invoices/?site=1"
	ask := fmt.Sprintf(`{"order_id":%q,"accept_draft":true,%s}`, order, invoiceBuyer)
	d, ok, alive := send(invoices, ask, key)
	if !ok || !again {
		return alive
	}
	if _, ok, alive = send("/api/invoicing/credit-notes/", fmt.Sprintf(`{"invoice_id":%q,"reason":"returned"}`, d.ID), key+"c"); ok {
		_, _, alive = send(invoices, ask, key+"n")
	}
	return alive
}

// checkInvoiced waits until what was cut off is carried on, and holds the lists and the
// log to each other and to what was acknowledged.
func (w *world) checkInvoiced(t *testing.T, acks map[string]toldDocument) {
	t.Helper()
	eventually(t, "every document to take its number", func() bool {
		head := awaitHead(t, t.Context(), w.Service)
		var pending int
		err := w.DB.Writer.QueryRow(t.Context(), `select count(*) from `+readmodels.SchemaOf("invoices", 1)+`.invoices where status = 'pending'`).
			Scan(&pending)
		now, _, headErr := w.Store.Head(t.Context())
		return err == nil && headErr == nil && pending == 0 && now == head
	})
	listed := w.everyDocument(t)
	issued, books := w.numbersInTheLog(t)
	t.Logf("%d documents were acknowledged, %d are listed, in %d parts of books", len(acks), len(listed), len(books))
	for id, d := range acks {
		if l, ok := listed[id]; !ok || l.Number != d.Number || l.OrderID != d.OrderID || l.IssuedOn != d.IssuedOn {
			t.Errorf("%s was acknowledged as %+v and is listed as %+v", id, d, l)
		}
	}
	if len(listed) != len(issued) {
		t.Errorf("%d documents are listed, the log has issued %d", len(listed), len(issued))
	}
	open := map[string]string{}
	for id, l := range listed {
		if issued[id] != l.Number {
			t.Errorf("%s is listed as %s and was issued as %s", id, l.Number, issued[id])
		}
		if l.OriginalID == "" && l.Status != "credited" {
			if by := open[l.OrderID]; by != "" {
				t.Errorf("the order %s stands on %s and %s", l.OrderID, by, l.Number)
			}
			open[l.OrderID] = l.Number
		}
	}
	if counted := w.checkBooks(t, issued, books); counted != len(issued) {
		t.Errorf("the books have %d numbers, %d documents were issued", counted, len(issued))
	}
}

// everyDocument reads both lists page by page.
func (w *world) everyDocument(t *testing.T) map[string]toldDocument {
	t.Helper()
	all := map[string]toldDocument{}
	for _, kind := range []string{"invoices", "credit-notes"} {
		for cursor := ""; ; {
			page := read[struct {
				Invoices    []toldDocument `json:"invoices"`
				CreditNotes []toldDocument `json:"credit_notes"`
				Count       int            `json:"count"`
				Next        *string        `json:"next_cursor"`
			}](t, w.must(t, 200, "auditor", http.MethodGet, "/api/invoicing/"+kind+"/?limit=200&order=number&cursor="+cursor, nil))
			for _, d := range append(page.Invoices, page.CreditNotes...) {
				if _, twice := all[d.ID]; twice {
					t.Errorf("%s is listed twice", d.Number)
				}
				all[d.ID] = d
			}
			if page.Next == nil {
				break
			}
			cursor = *page.Next
		}
	}
	return all
}

// numbersInTheLog reads what was issued, and each part of each book in the log's order.
func (w *world) numbersInTheLog(t *testing.T) (issued map[string]string, books map[string][]event.Payload) {
	t.Helper()
	issued, books = map[string]string{}, map[string][]event.Payload{}
	done := errors.New("done")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := w.Log.Subscribe(ctx, event.Position{}, []string{invoicing.Documents.Name + "-", invoicing.Books.Name + "-"},
		func(d eventstore.Delivery) error {
			if d.Event != nil {
				e, _, err := w.Log.Codec.Decode(ctx, *d.Event)
				if err != nil {
					return err
				}
				stream, _ := event.ParseStream(e.Stream)
				switch p := e.Payload.(type) {
				case invoicing.Issued:
					if issued[stream.ID] != "" {
						t.Errorf("%s was issued twice", p.Number)
					}
					issued[stream.ID] = p.Number
				case invoicing.Numbered, invoicing.BookContinued:
					books[stream.ID] = append(books[stream.ID], p)
				}
			}
			if d.CaughtUp {
				return done
			}
			return nil
		})
	if !errors.Is(err, done) {
		t.Fatal(err)
	}
	return issued, books
}

// checkBooks follows each book from its first number through its parts, and returns how
// many numbers there are.
func (w *world) checkBooks(t *testing.T, issued map[string]string, books map[string][]event.Payload) (numbers int) {
	t.Helper()
	continued, ended, years := 0, map[string]int64{}, map[string]bool{}
	for part := range books {
		if !strings.HasSuffix(part, "_1") {
			continue
		}
		name := strings.TrimSuffix(part, "1")
		years[strings.Split(part, "_")[1]] = true
		var tail invoicing.Tail
		for n := 1; books[fmt.Sprint(name, n)] != nil; n++ {
			for at, p := range books[fmt.Sprint(name, n)] {
				switch x := p.(type) {
				case invoicing.BookContinued:
					if continued++; at != 0 || x.Tail != tail {
						t.Errorf("part %d of %s continues %+v, and %+v was the end", n, name, x.Tail, tail)
					}
				case invoicing.Numbered:
					if numbers++; !x.Chained(tail) || issued[x.DocumentID] != x.Number {
						t.Errorf("%s of %s after %+v; the document was issued as %s", x.Number, x.IssuedOn, tail, issued[x.DocumentID])
					}
					tail = invoicing.Tail{Sequence: x.Sequence, IssuedOn: x.IssuedOn, SHA256: x.SHA256}
				}
			}
		}
		ended[strings.TrimSuffix(name, "_")] = tail.Sequence
	}
	counters := read[struct {
		Counters []struct {
			ID   string `json:"id"`
			Last int64  `json:"last_sequence"`
		} `json:"counters"`
	}](t, w.must(t, 200, "auditor", http.MethodGet, "/api/invoicing/counters/?limit=200", nil))
	for _, c := range counters.Counters {
		if ended[c.ID] != c.Last {
			t.Errorf("the counter of %s says %d, the log %d", c.ID, c.Last, ended[c.ID])
		}
	}
	if len(counters.Counters) != len(ended) || continued == 0 || len(years) < 2 {
		t.Errorf("%d counters of %v, %d further parts, years %v", len(counters.Counters), ended, continued, slices.Sorted(maps.Keys(years)))
	}
	return numbers
}
