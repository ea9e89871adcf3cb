package service_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tallystick/tallystick/eventstore/storetest"
	"github.com/tallystick/tallystick/readmodels/pgtest"
)

// TestBooksWhileLeadersChange has 64 callers post over two nodes while a period closes, the
// cluster of the log elects another leader, and the leader of the read models loses its
// place. Every entry that was acknowledged is there, numbers have neither gap nor twin, and
// the closing holds.
func TestBooksWhileLeadersChange(t *testing.T) {
	t.Parallel()
	cluster := storetest.NewStrict(t, 3)
	database := pgtest.Cluster(t)
	if err := database.CreateDatabase(t.Context(), "leaders"); err != nil {
		t.Fatal(err)
	}
	f := &fleet{log: cluster.Config().URL, database: database.URL("leaders")}
	nodes := []*world{f.start(t, nil), f.start(t, nil)}
	awaitHead(t, t.Context(), nodes[0].Service)
	nodes[0].openBooks(t, 1)
	eventually(t, "the other node to know of the books", func() bool {
		return nodes[1].call(t, "owner", "GET", "/api/ledger/books/?site=1", nil).status == 200
	})
	const month, wanted = "2020-01", 150
	var acks []string
	var mu sync.Mutex
	var work sync.WaitGroup
	var stop, few atomic.Bool
	half, enough := make(chan struct{}), make(chan struct{})
	for i := range postersOfBooks {
		work.Go(func() {
			for n := 0; !stop.Load() && (i < 4 || !few.Load()); n++ {
				id, ok, _ := nodes[i%2].postOne(fmt.Sprintf("caller %d entry %d", i, n), month, 1+(i+n)%28)
				if !ok {
					continue
				}
				mu.Lock()
				acks = append(acks, id)
				switch len(acks) {
				case wanted / 2:
					close(half)
				case wanted:
					close(enough)
				}
				mu.Unlock()
			}
		})
	}
	var changes sync.WaitGroup
	changes.Go(func() {
		for n := 1; ; n++ {
			cluster.Lead(n % 3)
			if n%4 == 0 {
				endLeadership(t, nodes[0])
			}
			select {
			case <-enough:
				return
			case <-time.After(700 * time.Millisecond):
			}
		}
	})
	await(t, half, "postings to be acknowledged")
	var told closedPeriod
	few.Store(true) // a closing waits for the read models, which lag behind so many
	eventually(t, "the period to close", func() bool {
		r, err := nodes[1].try("tax_manager", "POST", "/api/ledger/periods/"+month+"/close/?site=1", nil)
		return err == nil && (r.status == 200 && json.Unmarshal(r.body, &told) == nil && told.Status == "closed" || r.status == 409)
	})
	await(t, enough, "more postings to be acknowledged")
	stop.Store(true)
	work.Wait()
	changes.Wait()
	w := nodes[0]
	awaitHead(t, t.Context(), w.Service)
	w.checkPosted(t, acks)
	listed := read[struct {
		Periods []closedPeriod `json:"periods"`
	}](t, w.must(t, 200, "auditor", "GET", "/api/ledger/periods/?site=1", nil))
	at := slices.IndexFunc(listed.Periods, func(p closedPeriod) bool { return p.Period == month })
	var counted int64
	if err := w.DB.Writer.QueryRow(t.Context(), `select count(*) from `+w.ledgerSchema(t)+
		`.journal_entries where status = 'posted' and period = $1`, month).Scan(&counted); err != nil {
		t.Fatal(err)
	}
	if at < 0 || listed.Periods[at].Status != "closed" || listed.Periods[at].Entries != counted || told.Status == "closed" &&
		(told.SHA256 != listed.Periods[at].SHA256 || compact(told.Totals) != compact(listed.Periods[at].Totals)) {
		t.Errorf("closed as %+v, listed as %+v, and %d entries count in it", told, listed.Periods, counted)
	}
	t.Logf("%d postings were acknowledged", len(acks))
}
