package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The tax at the foot of each band in W. Va. Code § 11-21-4e, for years before
// 2023, and in the State Tax Division's page on Senate Bill 392 of 2026.
func TestWestVirginiaPrintedFeet(t *testing.T) {
	feet(t, paramsOf(t, "west_virginia", 2022), form1040.Single, map[int64]string{10000: "300", 25000: "900", 40000: "1575", 60000: "2775"})
	feet(t, paramsOf(t, "west_virginia", 2026), form1040.Single,
		map[int64]string{10000: "211", 25000: "632.50", 40000: "1106.50", 60000: "1950.50"})
}
