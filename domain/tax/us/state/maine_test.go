package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The feet of the 2026 rate schedules of Maine Revenue Services, which prints
// them in whole dollars, and the surcharge of 2 percent.
func TestMaineSchedulesOf2026(t *testing.T) {
	p := paramsOf(t, "maine", 2026)
	for status, feet := range map[form1040.Status]map[int64]int64{
		form1040.Single:   {27400: 1589, 64850: 4117},
		form1040.Separate: {27400: 1589, 64850: 4117},
		form1040.Head:     {41100: 2384, 97300: 6178},
		form1040.Joint:    {54850: 3181, 129750: 8237},
	} {
		s := p.tariff[status]
		for at, want := range feet {
			above := dollars(at + 100)
			c := filing{in: wagesOf(2026, status, 0, 0, 0), p: p, schedule: s, taxable: above}
			if got, want := p.own.tax(&c), dollars(want).Add(s.Entered(above).Rate.Mul(hundred)).Whole(money.HalfUp); !got.Equal(want) {
				t.Errorf("%s, %d: %s, from the printed foot %s", status, at, got, want)
			}
		}
	}
	for status, from := range map[form1040.Status]int64{form1040.Single: 1000000, form1040.Separate: 750000, form1040.Head: 1500000,
		form1040.Joint: 1500000} {
		s := p.tariff[status]
		if got := s.Tax(dollars(from + 1000)).Sub(s.Tax(dollars(from))); !got.Equal(money.MustParse("91.5")) {
			t.Errorf("%s: %s on a thousand above %d", status, got, from)
		}
	}
}
