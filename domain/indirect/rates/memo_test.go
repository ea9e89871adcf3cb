package rates

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/category"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// question draws a place whose rates are held, a category, a class and a day
// near one on which some value of the place begins.
type question struct {
	loc         Location
	c           *country
	code, class string
	on          civil.Date
}

func questions() *rapid.Generator[question] {
	var held []string
	for _, folder := range law.Folders() {
		if c := open(strings.ToUpper(folder)); c != nil && len(c.memo.days) > 0 {
			held = append(held, strings.ToUpper(folder))
		}
	}
	codes := category.All()
	return rapid.Custom(func(t *rapid.T) question {
		q := question{loc: Location{Country: rapid.SampledFrom(held).Draw(t, "country")}}
		q.c = open(q.loc.Country)
		places := []string{""}
		for _, x := range territoryOf[q.loc.Country] {
			places = append(places, x.Slug)
		}
		if q.loc.Country == "CA" {
			places = slices.Sorted(maps.Keys(provinces))
		}
		q.loc.Territory = rapid.SampledFrom(places).Draw(t, "territory")
		q.code = rapid.SampledFrom(codes).Draw(t, "category").Code
		q.class = rapid.SampledFrom([]string{"", "", Standard, "reduced", "reduced_2", "parking", Zero, Exempt}).Draw(t, "class")
		q.on = rapid.SampledFrom(q.c.memo.days).Draw(t, "day").AddDays(rapid.IntRange(-3, 3).Draw(t, "days off"))
		return q
	})
}

// What is kept is what was worked out.
func TestKeptAnswersAreThoseFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := questions().Draw(t, "question")
		want, refused := find(q.c, q.loc, q.code, q.class, "f", q.on)
		for range 2 {
			got, b := Lookup(q.loc, q.code, q.class, "f", q.on)
			if (b == nil) != (refused == nil) || b != nil && !reflect.DeepEqual(b, refused) {
				t.Fatalf("%+v: %v, worked out %v", q, b, refused)
			}
			if b == nil && !reflect.DeepEqual(got, want) {
				t.Fatalf("%+v: %+v, worked out %+v", q, got, want)
			}
		}
	})
}

// before is a country as it was known before the values that begin after a day.
func (c *country) before(day civil.Date) *country {
	cut := func(lists map[string][]dated) map[string][]dated {
		out := map[string][]dated{}
		for name, values := range lists {
			var kept []dated
			for i, v := range values {
				if v.period.From.After(day) {
					break
				}
				if i+1 < len(values) && values[i+1].period.From.After(day) && v.period.To.AddDays(1) == values[i+1].period.From {
					v.period.To = civil.Date{} // it was open until the next was enacted
				}
				kept = append(kept, v)
			}
			out[name] = kept
		}
		return out
	}
	return &country{rates: cut(c.rates), levies: cut(c.levies), categories: cut(c.categories), rules: cut(c.rules)}
}

// A rule that begins later changes no answer for an earlier day: the law files
// without it answer the same.
func TestALaterRuleChangesNoEarlierAnswer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := questions().Draw(t, "question")
		eve := q.on.AddDays(rapid.IntRange(0, 400).Draw(t, "days until the last value that is known"))
		now, refusedNow := find(q.c, q.loc, q.code, q.class, "f", q.on)
		then, refusedThen := find(q.c.before(eve), q.loc, q.code, q.class, "f", q.on)
		if (refusedNow == nil) != (refusedThen == nil) || refusedNow != nil && !reflect.DeepEqual(refusedNow, refusedThen) {
			t.Fatalf("%+v: %v with all values, %v with those until %s", q, refusedNow, refusedThen, eve)
		}
		if refusedNow == nil && !reflect.DeepEqual(now, then) {
			t.Fatalf("%+v: %+v with all values, %+v with those until %s", q, now, then, eve)
		}
	})
}
