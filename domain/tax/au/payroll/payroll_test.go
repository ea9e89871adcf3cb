package payroll_test

import (
	"encoding/csv"
	"errors"
	"os"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	aupayroll "github.com/tallystick/tallystick/domain/tax/au/payroll"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

var registry = payroll.NewRegistry(aupayroll.Jurisdiction())

var scales = map[string]map[string]string{
	"1": {"tax_free_threshold": "not_claimed"}, "2": {"tax_free_threshold": "claimed"}, "3": {"tax_free_threshold": "foreign_resident"},
	"5": {"tax_free_threshold": "claimed", "medicare_exemption": "full"}, "6": {"tax_free_threshold": "claimed", "medicare_exemption": "half"},
}

// The sample data of Schedules 1 and 8, as a public program keeps them.
func TestSampleData(t *testing.T) {
	f, err := os.Open("testdata/sample-data.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	wrong := 0
	for _, row := range all[1:] {
		facts := map[string]string{"study_loan": row[1]}
		for name, value := range scales[row[2]] {
			facts[name] = value
		}
		got, err := registry.Calculate(&payroll.Payment{Jurisdiction: "AU", PayDate: civil.MustParse(row[0]), Frequency: row[3],
			Pay: money.MustParse(row[4]), Facts: facts})
		if err != nil {
			t.Fatal(err)
		}
		if !got.TotalTax.Equal(money.MustParse(row[5])) {
			if wrong++; wrong < 20 {
				t.Errorf("%v: %s", row, got.TotalTax)
			}
		}
	}
	if len(all) < 5000 || wrong > 0 {
		t.Errorf("%d of %d are wrong", wrong, len(all)-1)
	}
}

func TestWithoutANumberAndBeyondTheTables(t *testing.T) {
	pay := func(day string, facts map[string]string) (tax.Result, error) {
		return registry.Calculate(&payroll.Payment{Jurisdiction: "AU", PayDate: civil.MustParse(day), Frequency: payroll.Weekly,
			Pay: money.MustParse("1000.90"), Facts: facts})
	}
	for resident, want := range map[string]string{"true": "470.00", "false": "450.00"} {
		got, err := pay("2025-10-01", map[string]string{"tax_free_threshold": "no_tax_file_number", "resident": resident})
		if err != nil || got.TotalTax.String() != want || got.Components[1].Amount.String() != "120.11" {
			t.Errorf("%s: %v %v", resident, got.Components, err)
		}
	}
	var none *tax.Unavailable
	if _, err := pay("2026-10-01", map[string]string{"tax_free_threshold": "foreign_resident"}); !errors.As(err, &none) {
		t.Errorf("scale 3 of 2026-27: %v", err)
	}
	// 0.3227 × 1000.99 − 185.1935
	if got, err := pay("2026-10-01", map[string]string{"tax_free_threshold": "claimed"}); err != nil || got.TotalTax.String() != "138.00" {
		t.Errorf("scale 2 of 2026-27: %s %v", got.TotalTax, err)
	}
}
