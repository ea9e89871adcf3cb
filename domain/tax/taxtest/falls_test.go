package taxtest

import (
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// TestFallsAreJudged holds that only a declared fall passes, where it is
// declared, no larger, and cited.
func TestFallsAreJudged(t *testing.T) {
	cent := money.MustParse("0.01")
	result := func(total string) *tax.Result {
		return &tax.Result{TotalTax: money.MustParse(total), Citations: []law.Citation{{ID: "it:wedge_credit@2025-01-01#1"}}}
	}
	j, c := &tax.Jurisdiction{Code: "IT"}, &tax.CoverageRow{TaxYear: "2025"}
	declared := Fall{Jurisdiction: "IT", Years: []string{"2025"}, At: "20000", By: "1000", Parameter: "wedge_credit"}
	for _, test := range []struct{ name, from, to, last, got, parameter, want string }{
		{"as declared", "20000", "20000.01", "3000", "2000", "wedge_credit", ""},
		{"elsewhere", "20000.01", "20000.02", "3000", "2999.99", "wedge_credit", "tax falls"},
		{"across the step, but from further off", "19999.99", "20000.01", "3000", "2000", "wedge_credit", "tax falls"},
		{"larger", "20000", "20000.01", "3000", "1999.99", "wedge_credit", "more than"},
		{"not cited", "20000", "20000.01", "3000", "2000", "wedge", "not cited"},
	} {
		declared.Parameter = test.parameter
		falls := fallsOf([]Fall{declared}, j, c)
		got := judgeFall(falls, money.MustParse(test.from), money.MustParse(test.to), result(test.last), result(test.got), cent)
		if (test.want == "") != (got == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	falls := fallsOf([]Fall{declared}, j, c)
	if faults := absent(falls); len(faults) != 1 {
		t.Errorf("a declared fall that did not happen: %v", faults)
	}
	if incomes := beside([]money.Dec{money.Zero, money.FromInt(20000)}, falls, cent); len(incomes) != 4 {
		t.Errorf("incomes %v", incomes)
	}
	for _, other := range []tax.CoverageRow{{TaxYear: "2024"}, {TaxYear: "2025", TaxType: tax.CorporateIncome}} {
		if len(fallsOf([]Fall{declared}, j, &other)) != 0 {
			t.Errorf("the fall is declared for %+v too", other)
		}
	}
}
