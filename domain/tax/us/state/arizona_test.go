package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Line 18 of the 2025 Form 140A: 31,500 on a joint return, 23,625 for a head of
// household, 15,750 for others. A surviving spouse files as a head of household
// (A.R.S. § 43-1001(5)).
// https://azdor.gov/sites/default/files/document/FORMS_INDIVIDUAL_2025_140Booklet.pdf
func TestArizonaStandardDeduction(t *testing.T) {
	for status, want := range map[form1040.Status]string{
		form1040.Single: "1106", form1040.Separate: "1106", form1040.Joint: "713", form1040.Head: "909", form1040.SurvivingSpouse: "909",
	} {
		owes(t, "arizona", wagesOf(2025, status, 60000, 0, 0), want) // 2.5 % of what 60,000 exceeds it by
	}
}

// The tax at the foot of the lower rate in 2022, in whole dollars:
// https://www.efile.com/arizona-tax-brackets-rates-forms/.
func TestArizonaSchedulesOf2022(t *testing.T) {
	p := paramsOf(t, "arizona", 2022)
	for _, status := range []form1040.Status{form1040.Single, form1040.Separate} {
		if got := p.tariff[status].Tax(dollars(28653)).Whole(money.HalfUp); !got.Equal(dollars(731)) {
			t.Errorf("%s: %s", status, got)
		}
	}
	for _, status := range []form1040.Status{form1040.Joint, form1040.Head} {
		if got := p.tariff[status].Tax(dollars(57305)).Whole(money.HalfUp); !got.Equal(dollars(1461)) {
			t.Errorf("%s: %s", status, got)
		}
	}
}
