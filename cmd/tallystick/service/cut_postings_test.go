package service_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
)

// severed is a log as a process sees it that ends before one of its writes.
type severed struct {
	commands.Log
	writes int // that are still done
	last   string
}

var errEnded = errors.New("the process has ended")

func (s *severed) Write(ctx context.Context, stream string, expected eventstore.Expected, meta event.Metadata,
	payloads []event.Payload) (eventstore.Appended, error) {
	if s.writes <= 0 {
		return eventstore.Appended{}, errEnded
	}
	s.writes--
	s.last = payloads[0].EventType()
	return s.Log.Write(ctx, stream, expected, meta, payloads)
}

// postCut posts an entry by a process that ends after so many writes; last is the event
// that it wrote last, ended = it did not come to the end.
func (w *world) postCut(t *testing.T, id string, writes int) (last string, ended bool) {
	t.Helper()
	log := &severed{Log: w.Executor.Log, writes: writes}
	own, books := *w.Executor, *w.API.Books()
	own.Log, books.Executor = log, &own
	c := commands.Caller{Tenant: w.tenant, Principal: "cut off", Role: access.Bookkeeper, Sites: tenancy.Grant{All: true}, Request: "cut"}
	_, err := books.Step(t.Context(), c, id, journal.Post{})
	if err != nil && !errors.Is(err, errEnded) {
		t.Fatal(err)
	}
	return log.last, err != nil
}

// A posting that is cut off before any of its writes, whatever it claims: the same posting
// goes on where it was cut, once; or its entry is rejected, and what it had claimed is free
// for another. While neither happens, nobody else takes what it claimed.
func TestPostingsCutOff(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.openBooks(t, 1)
	site := 1
	pay := func(sale string) string {
		return fmt.Sprintf(`{"payment":{"date":"2026-03-10","currency":"EUR","items":[{"line":"%s/1","amount":"100.00"}]}}`, sale)
	}
	sold := func(year int) string {
		id := w.propose(t, site, fmt.Sprintf(`{"date":"%d-03-04","memo":"sale","lines":[{"account":"1400","side":"debit","amount":"100.00"},
		 {"account":"8400","side":"credit","amount":"100.00"}]}`, year))
		posted := w.post(t, id)
		w.must(t, 200, "viewer", "GET", fmt.Sprintf("/api/ledger/trial-balance/?site=%d", site), nil, at(posted)...)
		return id
	}
	years := 1990
	for name, c := range map[string]struct {
		claims string
		make   func() (one, other string) // of which both cannot be posted
		refuse string                     // by which the other is refused meanwhile
	}{
		"a payment": {"settlement.claimed.v1", func() (string, string) {
			sale := sold(2026)
			return w.approved(t, site, pay(sale)), w.approved(t, site, pay(sale))
		}, "settlement_exceeds_item"},
		"a reversal": {"settlement.claimed.v1", func() (string, string) {
			sale := sold(2026)
			return w.approved(t, site, map[string]any{"reverses": sale, "date": "2026-03-05"}), w.approved(t, site, pay(sale))
		}, "open_item_unknown"},
		"a payment of what is to be undone": {"settlement.claimed.v1", func() (string, string) {
			sale := sold(2026)
			return w.approved(t, site, pay(sale)), w.approved(t, site, map[string]any{"reverses": sale, "date": "2026-03-05"})
		}, "entry_settled"},
		"a year's end": {"settlement.claimed.v1", func() (string, string) {
			years++
			sold(years)
			end := fmt.Sprintf(`{"year_end":"%d-06-30"}`, years)
			return w.approved(t, site, end), w.approved(t, site, end)
		}, "document_changed"},
	} {
		for writes := 0; ; writes++ {
			one, other := c.make()
			last, ended := w.postCut(t, one, writes)
			if !ended {
				if writes == 0 || last != "journal.posted.v1" {
					t.Errorf("%s was posted by %d writes, the last of them %s", name, writes, last)
				}
				break
			}
			claimed := last == c.claims
			if claimed != (writes > 0) {
				t.Errorf("%s: write %d is %s", name, writes, last)
			}
			if claimed {
				p := posting(other)
				if got := counted(t, []reply{w.call(t, p[0], p[1], p[2], p[3])}, 200, c.refuse); got != 0 {
					t.Errorf("%s was cut off after its claim, and another was posted", name)
				}
			}
			w.post1(t, one)
			one, other = c.make()
			w.postCut(t, one, writes)
			w.must(t, 200, "tax_manager", "POST", "/api/accounting/journal-entries/"+one+"/reject/", `{"reason":"not this one"}`)
			w.post1(t, other)
		}
	}
}

// post1 posts an approved entry, and sees that it cannot be posted again.
func (w *world) post1(t *testing.T, id string) {
	t.Helper()
	p := posting(id)
	w.must(t, 200, p[0], p[1], p[2], p[3])
	w.must(t, 409, p[0], p[1], p[2], p[3])
}
