package indirect

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

func faultsOf(q Request, whole bool) (fields []string) {
	var in *tax.InputError
	if errors.As(Faults(q, whole), &in) {
		for _, f := range in.Fields {
			fields = append(fields, f.Field)
		}
	}
	slices.Sort(fields)
	return fields
}

// Every kind of fault is named at once. Of a request that is not whole, an
// amount is not held against one that may not have been read.
func TestFaultsNamesEveryFault(t *testing.T) {
	good := request(at("DE"), at("DE"), "EUR", oneHundred)
	if f := faultsOf(good, true); f != nil {
		t.Errorf("%v", f)
	}
	bad := with(good, func(q *Request) {
		q.Currency, q.Scope, q.Shipping = "QQQ", "city", money.MustParse("1.00001")
		q.Lines = []Line{line("1", "magic", "0", "1"), line("1", "books", "1", "1"), line("shipping", "books", "1", "1")}
	})
	if got := fmt.Sprint(faultsOf(bad, true)); got != "[currency lines[0].category lines[0].quantity lines[1].id lines[2].id scope shipping]" {
		t.Errorf("%s", got)
	}
	over := with(good, func(q *Request) {
		q.Lines, q.Discount = []Line{line("1", "books", "1", "5.00")}, money.MustParse("9.00")
		q.Lines[0].Discount = money.MustParse("6.00")
	})
	if got := fmt.Sprint(faultsOf(over, true)); got != "[discount lines[0].discount]" {
		t.Errorf("%s", got)
	}
	over.Lines[0].UnitPrice = money.Zero
	if got := faultsOf(over, false); got != nil {
		t.Errorf("%v", got)
	}
	perUnit := with(good, func(q *Request) {
		q.Rounding, q.Lines = &Rounding{Level: "unit", Mode: "half_up"}, []Line{line("1", "books", "1.5", "5.00")}
	})
	if got := fmt.Sprint(faultsOf(perUnit, true)); got != "[lines[0].quantity]" {
		t.Errorf("%s", got)
	}
}

// A currency is one until it is withdrawn.
func TestCurrenciesOfTheirTime(t *testing.T) {
	for day, known := range map[string]bool{"2025-06-02": true, "2026-01-31": true, "2026-02-01": false} {
		q := with(request(at("BG"), at("BG"), "BGN", oneHundred), func(q *Request) { q.Date = civil.MustParse(day) })
		if got := !slices.Contains(faultsOf(q, true), "currency"); got != known {
			t.Errorf("BGN on %s: %v", day, got)
		}
	}
}

// A date far beyond the last check of the law says so.
func TestSuppliesFarAheadSayThatTheLawMayChange(t *testing.T) {
	for day, far := range map[string]bool{"2026-03-02": false, "2027-01-15": false, "2028-03-02": true} {
		q := with(request(at("DE"), at("DE"), "EUR", oneHundred), func(q *Request) { q.Date = civil.MustParse(day) })
		r, err := Calculate(q, Env{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(strings.Join(r.Assumptions, "\n"), "the law was last checked on "); got != far {
			t.Errorf("%s: %v", day, r.Assumptions)
		}
	}
}
