package auditproof_test

import (
	"flag"
	"testing"

	"github.com/transparency-dev/merkle/compact"
	"github.com/transparency-dev/merkle/rfc6962"

	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/tallystick/tallystick/domain/auditproof"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func content() auditproof.Content {
	period, _ := books.ParseMonth("2026-03")
	return auditproof.Content{Period: period, Provisional: true, Entries: 1, LedgerEntries: 2, Unposted: 3, Waived: 4,
		Totals: []books.Total{{Currency: "EUR", Debit: money.MustParse("119.00"), Credit: money.MustParse("119.00")}},
		Ranges: []auditproof.Range{{FiscalYear: "2026", Journal: "sales", First: 1, Last: 1, Entries: 1}}, TrialBalance: "ab", Root: "cd",
		CheckpointSize: 7, CheckpointRoot: "ef", PreviousProof: "p0", PreviousRoot: "01", Additions: []string{"journal_entry/e1"}}
}

func TestEventsAreFrozen(t *testing.T) {
	eventtest.Golden(t, *update, []event.Payload{auditproof.ProofGenerated{ProofID: "p1", Content: content(), PDFSHA256: "23"}},
		auditproof.Category)
}

// The root is what an independent implementation of RFC 9162 gives, for every
// number of records; a record changed, dropped or added changes it.
func TestRoot(t *testing.T) {
	var records []auditproof.Record
	seen := map[string]bool{}
	for n := range 40 {
		r := (&compact.RangeFactory{Hash: rfc6962.DefaultHasher.HashChildren}).NewEmptyRange(0)
		for _, x := range records {
			text, _ := json.Marshal([]any{x.Kind, x.ID, x.SHA256, x.Leaf})
			if err := r.Append(rfc6962.DefaultHasher.HashLeaf(text), nil); err != nil {
				t.Fatal(err)
			}
		}
		want, err := r.GetRootHash(nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(records) == 0 {
			want = rfc6962.DefaultHasher.EmptyRoot()
		}
		got := auditproof.Root(records)
		if got != hex.EncodeToString(want) || seen[got] {
			t.Errorf("%d records: %s, want %x", n, got, want)
		}
		seen[got] = true
		records = append(records, auditproof.Record{Kind: "journal_entry", ID: fmt.Sprintf("%04d", n), SHA256: "ab", Leaf: int64(n)})
	}
	before := auditproof.Root(records)
	records[7].SHA256 = "ac"
	if auditproof.Root(records) == before {
		t.Error("a changed record does not show")
	}
}

// All that stands in the way at once; an unchanged month is the same proof.
func TestGenerate(t *testing.T) {
	c := content()
	c.Provisional = false
	_, err := auditproof.Generate{ProofID: "p1", Content: c}.Decide(auditproof.State{})
	if e := fault.As(err); e == nil || len(e.Blockers) != 3 {
		t.Errorf("%v", err)
	}
	g := auditproof.Generate{ProofID: "p1", Content: content(), Ended: true, Covered: true}
	events, err := g.Decide(auditproof.State{})
	if err != nil || len(events) != 1 {
		t.Fatal(err)
	}
	s := auditproof.State{}.Evolve(event.Recorded{Payload: events[0]})
	if again, err := g.Decide(s); err != nil || len(again) != 0 {
		t.Errorf("%v, %v", again, err)
	}
	g.Root = "other"
	if again, err := g.Decide(s); err != nil || len(again) != 1 {
		t.Errorf("%v, %v", again, err)
	}
}
