package booking_test

import (
	"os"
	"strconv"
	"testing"

	"github.com/tallystick/tallystick/domain/booking/bookingtest"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
)

// seedOfBooks of the random books here; n is 5,000, or what TALLYSTICK_SOAK_ENTRIES says.
const seedOfBooks = 20261124

func randomBooks(t *testing.T) bookingtest.Books {
	t.Helper()
	n := 5000
	if more, err := strconv.Atoi(os.Getenv("TALLYSTICK_SOAK_ENTRIES")); err == nil {
		n = more
	}
	b, err := bookingtest.Make(seedOfBooks, n)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// After every entry of random books all accounts together come to zero, in each currency
// and in that of the books; numbers have no gap; and a period that was closed holds to its
// end what its closing said.
func TestRandomBooks(t *testing.T) {
	b := randomBooks(t)
	total, base := map[string]money.Dec{}, money.Zero
	numbers, seen := map[journal.Book]int64{}, map[string]int{}
	counted, sums := map[books.Month]int{}, map[books.Month]money.Dec{}
	for _, e := range b.Entries {
		for _, l := range e.Lines {
			amount := l.Amount
			if l.Side == journal.Credit {
				amount = amount.Neg()
			}
			total[e.Currency], base = total[e.Currency].Add(amount), base.Add(l.Signed())
		}
		for currency, left := range total {
			if !left.IsZero() || !base.IsZero() {
				t.Fatalf("after %s %s is left in %s, and %s in the books' currency", e.ID, left, currency, base)
			}
		}
		if numbers[e.Journal]++; e.Number != numbers[e.Journal] {
			t.Fatalf("%s has the number %d, of rank %d in %s", e.ID, e.Number, numbers[e.Journal], e.Journal)
		}
		counted[e.Period]++
		sums[e.Period] = sums[e.Period].Add(journal.Sum(e.Lines).BaseDebit)
		seen[string(e.Origin)+" "+e.Currency]++
		if e.Late {
			seen["late"]++
		}
	}
	for _, c := range b.Closed {
		if counted[c.Period] != c.Entries || !sums[c.Period].Equal(c.Base) {
			t.Errorf("%s was closed with %d entries and %s, and holds %d and %s", c.Period, c.Entries, c.Base, counted[c.Period], sums[c.Period])
		}
	}
	if len(b.Closed) < 10 || seen["reversal JPY"] == 0 || seen["late"] == 0 {
		t.Errorf("%d closings, %v", len(b.Closed), seen)
	}
	t.Logf("seed %d: %d closings, %v", seedOfBooks, len(b.Closed), seen)
}
