package all

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// TestEveryRowOfCoverageIsComputed holds that no coverage.yaml declares what no
// calculator answers for.
func TestEveryRowOfCoverageIsComputed(t *testing.T) {
	codes := 0
	for _, folder := range law.Folders() {
		if _, err := law.CoverageFile(folder); err != nil {
			continue
		}
		codes++
		code := law.MustOpen(folder).Place
		for _, taxType := range []string{tax.IndividualIncome, tax.CorporateIncome, tax.CapitalGainsTax, tax.Payroll} {
			registry := Registry()
			if taxType == tax.Payroll {
				registry = Payroll().Places()
			}
			for _, row := range tax.CoverageOf(folder, taxType) {
				if registry.Row(code, row.TaxYear, taxType, row.Region) == nil {
					t.Errorf("%s: nothing computes %s of %s %s", folder, taxType, row.TaxYear, row.Region)
				}
			}
		}
	}
	if codes < 35 {
		t.Errorf("only %d places have a coverage.yaml", codes)
	}
}
