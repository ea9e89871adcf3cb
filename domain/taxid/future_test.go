package taxid

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
)

// carrying are the kinds whose number tells a date with its century, and how far
// the numbers that are generated reach.
var carrying = []string{"bg.egn", "cn.ric", "cz.rc", "dk.cpr", "ee.ik", "fi.hetu", "hu.tin", "is.kt", "lt.ak", "lu.tin", "lv.pk", "mx.curp",
	"no.fnr", "pl.pesel", "ro.cnp", "se.pnr", "sk.rc", "ua.rnokpp", "be.nn"}

// A number is valid from the day of its date on, and not before; what is wrong
// the day before names that day.
func TestADateInANumberDoesNotLieAhead(t *testing.T) {
	const seed = 20261128
	rng := rand.New(rand.NewPCG(seed, 1))
	for _, id := range carrying {
		country, kind, _ := strings.Cut(id, ".")
		s, err := lookup(country, kind)
		if err != nil {
			t.Fatal(err)
		}
		tried, ahead := 0, 0
		for tried < 40 || ahead == 0 && tried < 4000 {
			text := generate(s, rng, s.Scheme.Check)
			r, _ := Validate(country, kind, text)
			if r.date.IsZero() {
				continue // a form of the number without a century
			}
			tried++
			if r.date.After(civil.Of(2026, 11, 28)) {
				ahead++
			}
			for _, day := range []civil.Date{r.date, r.date.AddDays(1), r.date.AddDays(rng.IntN(40000))} {
				if got := r.On(day); !got.Valid || got.Normal != r.Normal || len(got.Faults) > 0 {
					t.Errorf("%s %s of %s on %s: %+v (seed %d)", id, text, r.date, day, got, seed)
				}
			}
			for _, day := range []civil.Date{r.date.AddDays(-1), r.date.AddDays(-1 - rng.IntN(40000))} {
				got := r.On(day)
				if got.Valid || got.Normal != "" || len(got.Faults) != 1 || got.Faults[0].Code != FaultFuture ||
					!strings.Contains(got.Faults[0].Message, r.date.String()) {
					t.Errorf("%s %s of %s on %s: %+v (seed %d)", id, text, r.date, day, got, seed)
				}
			}
			if got := r.On(civil.Date{}); !got.Valid {
				t.Errorf("%s %s without a day: %+v", id, text, got)
			}
		}
		if ahead == 0 {
			t.Logf("%s: none of %d lies ahead of 28 November 2026", id, tried)
		}
	}
}

// Every kind whose check tells a date is among those above, and no date is told
// of a number that is not valid.
func TestEveryKindWithADateIsHeldAgainstTheDay(t *testing.T) {
	const seed = 20261129
	rng := rand.New(rand.NewPCG(seed, 1))
	with := " " + strings.Join(carrying, " ") + " bg.vat cz.vat lv.vat "
	for _, s := range registry.all {
		for range 20 {
			text := generate(s, rng, s.Scheme.Check)
			r := s.validate(text)
			if !r.date.IsZero() && !strings.Contains(with, " "+s.ID+" ") {
				t.Errorf("%s %s tells %s", s.ID, text, r.date)
			}
			if wrong := s.validate(text + "x"); !wrong.Valid && !wrong.date.IsZero() {
				t.Errorf("%s %sx tells %s", s.ID, text, wrong.date)
			}
		}
	}
}

// Dates that were read by hand from the digits.
func TestDatesInNumbers(t *testing.T) {
	for _, c := range []struct{ country, kind, number, date string }{
		{"DK", "cpr", "3112364234", "2036-12-31"}, {"DK", "cpr", "3112373234", "1937-12-31"}, {"DK", "cpr", "0101005000", "2000-01-01"},
		{"PL", "pesel", "44051401359", "1944-05-14"}, {"FI", "hetu", "131052-308T", "1952-10-13"}, {"HU", "tin", "8071592153", "1886-08-08"},
		{"EE", "ik", "37605030299", "1976-05-03"}, {"BG", "egn", "7523169263", "1875-03-16"}, {"RO", "cnp", "1630615123457", "1963-06-15"},
	} {
		r, err := Validate(c.country, c.kind, c.number)
		if err != nil || !r.Valid || r.date.String() != c.date {
			t.Errorf("%+v: %v %v %v %v", c, r.Valid, r.date, r.Faults, err)
		}
	}
}
