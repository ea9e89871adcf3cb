package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// The tax at the foot of each band that NMSA 1978, § 7-2-7 prints, of the
// schedules for 2021 and later and of those for 2025 and later:
// https://lawserver.com/law/state/new-mexico/nm-statutes/new_mexico_statutes_7-2-7 and
// https://casetext.com/statute/new-mexico-statutes-1978/chapter-7-taxation/article-2-income-tax-general-provisions/section-7-2-7-effective-112025-individual-income-tax-rates.
func TestNewMexicoPrintedSchedules(t *testing.T) {
	for _, year := range []int{2022, 2023, 2024} {
		p := paramsOf(t, "new_mexico", year)
		for _, status := range []form1040.Status{form1040.Joint, form1040.Head, form1040.SurvivingSpouse} {
			feet(t, p, status, map[int64]string{8000: "136", 16000: "392", 24000: "768", 315000: "15027"})
		}
		feet(t, p, form1040.Single, map[int64]string{5500: "93.50", 11000: "269.50", 16000: "504.50", 210000: "10010.50"})
		feet(t, p, form1040.Separate, map[int64]string{4000: "68", 8000: "196", 12000: "384", 157500: "7513.50"})
	}
	for _, year := range []int{2025, 2026} {
		p := paramsOf(t, "new_mexico", year)
		for _, status := range []form1040.Status{form1040.Joint, form1040.Head, form1040.SurvivingSpouse} {
			feet(t, p, status, map[int64]string{8000: "120", 25000: "664", 50000: "1739", 100000: "4089", 315000: "14624"})
		}
		feet(t, p, form1040.Single, map[int64]string{5500: "82.50", 16500: "434.50", 33500: "1165.50", 66500: "2716.50", 210000: "9748"})
		feet(t, p, form1040.Separate, map[int64]string{4000: "60", 12500: "332", 25000: "869.50", 50000: "2044.50", 157500: "7312"})
	}
}
