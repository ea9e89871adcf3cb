package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The threshold of the 4 percent surtax by year:
// https://www.mass.gov/info-details/massachusetts-4-surtax-on-taxable-income.
func TestMassachusettsSurtaxThreshold(t *testing.T) {
	for year, from := range map[int]int64{2023: 1000000, 2024: 1053750, 2025: 1083150, 2026: 1107750} {
		p := paramsOf(t, "massachusetts", year)
		if !p.surtaxStart.Equal(dollars(from)) || !p.surtaxRate.Equal(money.MustParse("0.04")) {
			t.Errorf("%d: %s above %s", year, p.surtaxRate, p.surtaxStart)
		}
	}
	if p := paramsOf(t, "massachusetts", 2022); !p.surtaxRate.IsZero() {
		t.Errorf("2022: %s", p.surtaxRate)
	}
}

// The incomes between which the limited income credit is given, as the
// Department of Revenue's worksheet prints them:
// https://wfb.dor.state.ma.us/dorcommon/Worksheets/PIT/LimitedIncomeCredit.aspx.
func TestMassachusettsLimitedIncomeWorksheet(t *testing.T) {
	p := paramsOf(t, "massachusetts", 2024)
	for status, ends := range map[form1040.Status][2]int64{form1040.Single: {8000, 14000}, form1040.Head: {14400, 25200},
		form1040.Joint: {16400, 28700}} {
		least := p.noTaxBase[status]
		if most := least.Mul(p.limitedMultiple); !least.Equal(dollars(ends[0])) || !most.Equal(dollars(ends[1])) {
			t.Errorf("%s: %s to %s, printed %d to %d", status, least, most, ends[0], ends[1])
		}
	}
	if each := p.noTaxDependent.Mul(p.limitedMultiple); !each.Equal(dollars(1750)) {
		t.Errorf("%s for each dependent, printed 1,750", each)
	}
}
