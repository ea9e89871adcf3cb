package all_test

import (
	"errors"
	"maps"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// needed are the facts that a place's check asks for beside those that it
// declares as required.
var needed = map[string]map[string]string{
	"GB": {"taxable_pay_to_date": "0", "tax_to_date": "0"},
	"HK": {"days": "7"},
	"DE": {"health_additional_rate": "0.0245"},
	"IE": {"tax_credits": "4000", "cut_off_point": "44000"},
}

// TestEveryPayroll runs each place and year over pay dates at the edges of the
// year, its frequencies, and pays from nothing to the largest, with the examples
// of what is required: what is withheld is the sum of its components, never
// more than the pay, and cites the law.
func TestEveryPayroll(t *testing.T) {
	pays := []string{"0", "0.01", "1", "99.99", "750.01", "1000", "2500.50", "4000", "7100", "15000", "60000", "1000000", "999999999999.99"}
	for _, j := range all.Payroll().Places().All() {
		for _, row := range j.Coverage {
			period, _ := j.YearForm.Period(row.TaxYear)
			facts, frequencies := maps.Clone(needed[j.Code]), []string{}
			if facts == nil {
				facts = map[string]string{}
			}
			for _, f := range j.Facts {
				switch {
				case f.Name == payroll.Frequency:
					frequencies = f.Choices
				case f.Required && f.Name != payroll.PayDate:
					facts[f.Name] = f.Example
				}
			}
			region := ""
			if len(j.Regions) > 0 {
				region = j.Regions[0].Slug
			}
			for _, day := range []civil.Date{period.From, period.From.AddDays(100), period.From.AddDays(300), period.To} {
				for _, frequency := range frequencies {
					for _, text := range pays {
						pay := money.MustParse(text)
						got, err := all.Payroll().Calculate(&payroll.Payment{Jurisdiction: j.Code, SubRegion: region, PayDate: day, Frequency: frequency, Pay: pay, Facts: facts, Explain: true})
						var unavailable *tax.Unavailable
						if errors.As(err, &unavailable) && declined(j.Code, frequency, day, pay) {
							continue
						}
						if err != nil {
							t.Fatalf("%s %s %s %s: %v", j.Code, day, frequency, text, err)
						}
						sum := money.Zero
						for _, l := range got.Components {
							if l.Amount.Sign() < 0 {
								t.Errorf("%s %s %s %s: %s is %s", j.Code, day, frequency, text, l.Code, l.Amount)
							}
							if l.InTotal {
								sum = sum.Add(l.Amount)
							}
						}
						if !sum.Equal(got.TotalTax) || got.TotalTax.Greater(pay) || len(got.Citations) == 0 || got.TaxYear != row.TaxYear || got.Basis != "withholding" {
							t.Errorf("%s %s %s %s: %s withheld, %s in sum, %d citations, %s, %s", j.Code, day, frequency, text, got.TotalTax, sum, len(got.Citations), got.TaxYear, got.Basis)
						}
					}
				}
			}
		}
	}
}

// declined is whether a place says in its scope that it refuses such a payment.
func declined(code, frequency string, day civil.Date, pay money.Dec) bool {
	switch code {
	case "SG":
		return !pay.Greater(money.FromInt(750))
	case "DE": // marginal employment, up to 603 a month; a year's pay in the months whose plan was another
		return !pay.Greater(money.FromInt(603)) || frequency == payroll.Annually && (day.Year() == 2023 || !pay.Greater(money.FromInt(12*603)))
	case "IE":
		return frequency != payroll.Monthly && day.Month() == 12
	}
	return false
}
