package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The tax at the foot of each band in § 7222 of D.C. Law 24-45, for years after
// 2021: https://github.com/DCCouncil/law-xml, periods/24/laws/24-45.xml.
func TestDistrictOfColumbiaSchedule(t *testing.T) {
	for year := 2022; year <= 2024; year++ {
		feet(t, paramsOf(t, "district_of_columbia", year), form1040.Single,
			map[int64]string{10000: "400", 40000: "2200", 60000: "3500", 250000: "19650", 500000: "42775", 1000000: "91525"})
	}
}
