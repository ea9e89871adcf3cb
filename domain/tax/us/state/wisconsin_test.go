package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The tax at the foot of each band of Schedules A to C of the 2026 Form 1-ES
// Instructions: https://www.revenue.wi.gov/TaxForms2026/2026-Form1-ES-Inst.pdf.
func TestWisconsinPrintedSchedules(t *testing.T) {
	p := paramsOf(t, "wisconsin", 2026)
	feet(t, p, form1040.Single, map[int64]string{15110: "528.85", 51950: "2149.81", 332720: "17030.62"})
	feet(t, p, form1040.Head, map[int64]string{15110: "528.85", 51950: "2149.81", 332720: "17030.62"})
	feet(t, p, form1040.Joint, map[int64]string{20150: "705.25", 69260: "2866.09", 443630: "22707.70"})
	feet(t, p, form1040.Separate, map[int64]string{10080: "352.80", 34630: "1433", 221820: "11354.07"})
}

// The standard deductions that the same instructions print: the whole amount
// below a wage, none above another, and the head of household's that becomes
// the single one's.
func TestWisconsinPrintedDeductions(t *testing.T) {
	p := paramsOf(t, "wisconsin", 2026)
	deduction := func(status form1040.Status, agi int64) money.Dec {
		return p.own.deduct(&filing{in: wagesOf(2026, status, agi, 0, 0), p: p, agi: dollars(agi), start: dollars(agi)})
	}
	for _, c := range []struct {
		status      form1040.Status
		whole, none int64
		want        int64
	}{
		{form1040.Single, 20119, 136453, 13960},
		{form1040.Joint, 29039, 159690, 25840},
		{form1040.Separate, 13779, 75869, 12280},
		{form1040.Head, 20119, 136453, 18030},
	} {
		if got := deduction(c.status, c.whole); !got.Equal(dollars(c.want)) {
			t.Errorf("%s, %d: %s, printed %d", c.status, c.whole, got, c.want)
		}
		if got := deduction(c.status, c.none+1); !got.IsZero() {
			t.Errorf("%s, %d: %s, printed none", c.status, c.none+1, got)
		}
		if got := deduction(c.status, c.none-20); got.IsZero() {
			t.Errorf("%s, %d: none, printed some", c.status, c.none-20)
		}
	}
	for _, agi := range []int64{58827, 58828, 90000} {
		gap := deduction(form1040.Head, agi).Sub(deduction(form1040.Single, agi))
		if gap.Whole(money.HalfUp).Sign() != 0 {
			t.Errorf("head of household, %d: %s from the single deduction", agi, gap)
		}
	}
}

func paramsOf(t *testing.T, slug string, year int) *params {
	t.Helper()
	p, err := Of(slug).params(year)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// feet checks a schedule against the tax that its authority prints at the foot
// of its bands, to the cent.
func feet(t *testing.T, p *params, status form1040.Status, printed map[int64]string) {
	t.Helper()
	for at, want := range printed {
		if got := p.tariff[status].Tax(dollars(at)).Round(2, money.HalfUp); !got.Equal(money.MustParse(want)) {
			t.Errorf("%s, %d: %s, printed %s", status, at, got, want)
		}
	}
}
