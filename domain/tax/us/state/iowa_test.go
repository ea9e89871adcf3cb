package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The example of the 2026 IA 1040ES: a single taxpayer with a taxable income of
// 24,000 pays 912. https://revenue.iowa.gov/media/2725/download?inline.
func TestIowaEstimatedTaxExample(t *testing.T) {
	feet(t, paramsOf(t, "iowa", 2026), form1040.Single, map[int64]string{24000: "912"})
}
