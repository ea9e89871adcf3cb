package payroll

import (
	"fmt"
	"sync"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
)

// firstYear is the earliest whose tables may be held.
const firstYear = 2015

// Coverage is a row for each calendar year of pay dates whose tables are held.
var Coverage = sync.OnceValue(coverage)

func coverage() (rows []tax.CoverageRow) {
	for year := firstYear; year <= asOf.Year(); year++ {
		if _, err := onDate(nil, civil.Of(year, 12, 31)); err != nil {
			continue
		}
		rows = append(rows, tax.CoverageRow{
			TaxYear: fmt.Sprint(year), Period: civil.Period{From: civil.Of(year, 1, 1), To: civil.Of(year, 12, 31)},
			TaxType: "payroll", Taxpayer: "employer", Kinds: []tax.Kind{tax.Employment}, Tier: tax.Draft,
			Why: "Federal withholding passes the tables of Publication 15-T; the states' formulas rest on fewer tests, and are refused where " +
				"a figure of the year is not held.",
			Dataset: dataset(year), LawAsOf: asOf,
			Scope: append([]string{"A state is computed where its withholding and contributions of the pay date are held; another is refused, and " +
				"federal taxes alone are answered without a state."}, assumptions...),
		})
	}
	return rows
}

// asOf is the day up to which changes of law were looked for.
var asOf = civil.Of(2026, 11, 20)

func dataset(year int) string { return fmt.Sprintf("us-payroll-%d/2026.11", year) }
