package books_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// Whichever the log takes first, a change of the chart or the first posting, the other
// knows of it.
func TestWhatBooksAreKeptByStandsOnceUsed(t *testing.T) {
	var s books.State
	take := func(payloads []event.Payload, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range payloads {
			s = s.Evolve(event.Recorded{Stream: "books-t-1", Payload: p})
		}
	}
	a := act.Context{Tenant: "t", Role: "owner"}
	take(books.Put{Country: "DE", Chart: "de-skr03"}.Decide(s, a, books.Facts{}))
	seen := s.Settings
	take(books.Put{Country: "DE", Chart: "de-skr04"}.Decide(s, a, books.Facts{}))
	if out, current, err := (books.Use{Settings: seen}).Decide(s); current || len(out) > 0 || err != nil {
		t.Errorf("a posting in another chart: %v %v %v", out, current, err)
	}
	out, current, err := books.Use{Settings: s.Settings}.Decide(s)
	if !current || len(out) != 1 {
		t.Fatalf("%v %v", out, current)
	}
	take(out, err)
	if out, current, err = (books.Use{Settings: s.Settings}).Decide(s); !current || len(out) > 0 || err != nil {
		t.Errorf("used twice: %v %v %v", out, current, err)
	}
	for _, change := range []books.Put{{Country: "DE", Chart: "de-skr03"}, {Country: "DE", BaseCurrency: "USD"},
		{Country: "DE", FiscalYearStart: "04-01"}} {
		if _, err := change.Decide(s, a, books.Facts{}); fault.As(err) == nil || fault.As(err).Code != fault.Immutable {
			t.Errorf("%+v: %v", change, err)
		}
	}
	take(books.Put{Country: "DE", Basis: books.Cash}.Decide(s, a, books.Facts{}))
	if s.Basis != books.Cash {
		t.Error("the basis stands")
	}
}
