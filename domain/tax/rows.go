package tax

import (
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
)

// YearRow is what differs between the rows of a place that has one a year.
type YearRow struct {
	Year string // label
	AsOf string // legal cut-off, an ISO date
	Tier Tier
	Why  string
}

// YearRows are the coverage rows of a place's individual income tax, one a
// year for all of its regions, each with the dataset of its year.
func YearRows(code string, scope []string, years []YearRow) []CoverageRow {
	rows := make([]CoverageRow, len(years))
	for i, y := range years {
		rows[i] = CoverageRow{
			TaxYear: y.Year, TaxType: IndividualIncome, Taxpayer: "individual", Tier: y.Tier, Why: y.Why,
			Dataset: strings.ToLower(code) + "-income-" + y.Year + "/2026.11", LawAsOf: civil.MustParse(y.AsOf), Scope: scope,
		}
	}
	return rows
}
