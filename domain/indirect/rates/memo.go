package rates

import (
	"slices"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
)

// memo keeps answers of a country, so that a second look-up of the same place,
// category and class in the same span of days is one map access. Law is
// embedded and never changes while a process runs, and only what the law files
// hold is kept: refusals, and places that are no row of a table, are not.
type memo struct {
	days    []civil.Date // first days of the spans within which no value begins or ends
	answers tax.Memo[memoKey, *Rate]
}

type memoKey struct {
	territory, category, class string
	span                       int
}

// newMemo finds the spans of a country's values.
func newMemo(lists ...map[string][]dated) *memo {
	m := &memo{}
	for _, values := range lists {
		for _, v := range values {
			for _, d := range v {
				m.days = append(m.days, d.period.From)
				if !d.period.To.IsZero() {
					m.days = append(m.days, d.period.To.AddDays(1))
				}
			}
		}
	}
	slices.SortFunc(m.days, func(a, b civil.Date) int { return b.DaysUntil(a) })
	m.days = slices.Compact(m.days)
	return m
}

// key returns the key of a question, and whether its answer may be kept.
func (m *memo) key(loc Location, code, class string, on civil.Date) (memoKey, bool) {
	span := len(m.days)
	for span > 0 && on.Before(m.days[span-1]) {
		span--
	}
	known := loc.Territory == "" || loc.Country == "CA" || territoryBySlug[loc.Territory] != nil
	return memoKey{loc.Territory, code, class, span}, known
}

// answersMax is more than the rows of any country's tables in all their spans.
const answersMax = 1 << 16

func (m *memo) get(k memoKey) *Rate {
	r, _ := m.answers.Find(k)
	return r
}

func (m *memo) put(k memoKey, r Rate) {
	r.Components, r.Citations = slices.Clip(r.Components), slices.Clip(r.Citations)
	m.answers.Keep(k, &r, answersMax)
}
