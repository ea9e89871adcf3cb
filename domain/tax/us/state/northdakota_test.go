package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The tax at the foot of each band of the 2026 tax rate schedules of Form
// ND-1ES, which print cents:
// https://www.tax.nd.gov/sites/www/files/documents/forms/individual/2025-iit/28709-form-nd-1es-2026.pdf.
func TestNorthDakotaPrintedSchedules(t *testing.T) {
	p := paramsOf(t, "north_dakota", 2026)
	feet(t, p, form1040.Single, map[int64]string{49575: "0", 250400: "3916.09"})
	feet(t, p, form1040.Joint, map[int64]string{82800: "0", 304850: "4329.98"})
	feet(t, p, form1040.SurvivingSpouse, map[int64]string{82800: "0", 304850: "4329.98"})
	feet(t, p, form1040.Separate, map[int64]string{41400: "0", 152425: "2164.99"})
	feet(t, p, form1040.Head, map[int64]string{66400: "0", 277600: "4118.40"})
}
