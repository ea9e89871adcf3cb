package indirect

import (
	"errors"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
)

// A Spanish cart with "food" is told which categories decide; with one of them
// it is computed. The field of the blocker is the line's category.
func TestFoodIsDecidedByANarrowerCategory(t *testing.T) {
	_, err := Calculate(request(at("ES"), at("ES"), "EUR", line("1", "food", "1", "100")), Env{})
	var b *Blockers
	if !errors.As(err, &b) || len(b.List) != 1 || b.List[0].Code != refusal.RateClassRequired || b.List[0].Field != "lines[0].category" ||
		!strings.Contains(b.List[0].Message, "bread (super_reduced)") || !strings.Contains(b.List[0].Message, "beef (reduced)") {
		t.Errorf("%v", err)
	}
	for code, tax := range map[string]string{"bread": "4.00", "beef": "10.00"} {
		r, err := Calculate(request(at("ES"), at("ES"), "EUR", line("1", code, "1", "100")), Env{})
		if err != nil || r.Tax.String() != tax {
			t.Errorf("%s: %s, %v", code, r.Tax, err)
		}
	}
}

// A meal and the beer with it are two lines of one restaurant bill.
func TestARestaurantBill(t *testing.T) {
	q := with(request(at("AT"), at("AT"), "EUR", line("1", "restaurant_meals", "1", "20"), line("2", "restaurant_alcohol", "1", "5")),
		func(q *Request) { a := at("AT"); q.PerformedAt = &a })
	r, err := Calculate(q, Env{})
	if err != nil || r.Tax.String() != "3.00" || len(r.Totals) != 2 {
		t.Errorf("%+v, %v", r.Totals, err)
	}
}

// Law before 2015, where two sources agree.
func TestOlderSales(t *testing.T) {
	for _, c := range []struct{ country, currency, day, tax string }{
		{"DE", "EUR", "2010-05-03", "19.00"}, {"FR", "EUR", "2013-12-31", "19.60"}, {"ES", "EUR", "2012-08-31", "18.00"},
		{"JP", "JPY", "1989-04-01", "3"}, {"JP", "JPY", "1997-03-31", "3"}, {"JP", "JPY", "1997-04-01", "5"}, {"JP", "JPY", "2014-03-31", "5"},
		{"JP", "JPY", "2014-04-01", "8"},
	} {
		q := with(request(at(c.country), at(c.country), c.currency, oneHundred), func(q *Request) { q.Date = civil.MustParse(c.day) })
		r, err := Calculate(q, Env{})
		if err != nil || r.Tax.String() != c.tax {
			t.Errorf("%+v: %s, %v", c, r.Tax, err)
		}
	}
	for _, c := range []struct{ state, day, tax string }{
		{"IN", "2016-05-02", "7.00"}, {"KS", "2015-06-30", "6.15"}, {"KS", "2015-07-01", "6.50"}, {"NJ", "2016-12-31", "7.00"},
		{"NJ", "2017-01-01", "6.88"}, {"NJ", "2018-01-01", "6.63"}, {"SD", "2016-05-31", "4.00"}, {"SD", "2016-06-01", "4.50"},
		{"SD", "2023-06-30", "4.50"}, {"SD", "2023-07-01", "4.20"}, {"UT", "2019-03-31", "4.70"}, {"UT", "2019-04-01", "4.85"},
		{"CA", "2016-12-31", "7.50"}, {"NM", "2022-07-01", "5.00"}, {"LA", "2020-01-01", "4.45"}, {"LA", "2016-03-31", "4.00"}, {"LA", "2016-04-01", "5.00"}, {"LA", "2018-06-30", "5.00"},
		{"LA", "2018-07-01", "4.45"}, {"DC", "2013-10-01", "5.75"}, {"DC", "2018-09-30", "5.75"}, {"DC", "2018-10-01", "6.00"}, {"WA", "2015-01-01", "6.50"},
	} {
		q := with(request(at("US", c.state, "10001"), at("US", c.state, "10001"), "USD", oneHundred), func(q *Request) {
			q.Date, q.Scope, q.Seller.Registrations = civil.MustParse(c.day), "state_only", []string{"US-" + c.state}
		})
		r, err := Calculate(q, Env{})
		if err != nil || r.Tax.String() != c.tax {
			t.Errorf("%+v: %s, %v", c, r.Tax, err)
		}
	}
}
