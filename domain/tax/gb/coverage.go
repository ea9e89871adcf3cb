package gb

import "github.com/tallystick/tallystick/domain/tax"

func coverage() []tax.CoverageRow {
	return append(incomeCoverage(), tax.CoverageOf("gb", tax.CapitalGainsTax)...)
}

func incomeCoverage() []tax.CoverageRow { return tax.CoverageOf("gb", tax.IndividualIncome) }
