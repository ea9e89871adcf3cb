package all_test

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// TestEveryPayroll runs each place and year over pay dates at the edges of the
// year, its frequencies, and pays from nothing to the largest, with the examples
// of what is required: what is withheld is the sum of its components, never
// more than the pay, and cites the law.
func TestEveryPayroll(t *testing.T) {
	pays := []string{"0", "0.01", "1", "99.99", "750.01", "1000", "2500.50", "4000", "7100", "15000", "60000", "1000000", "999999999999.99"}
	for _, j := range all.Payroll().Places().All() {
		for _, row := range j.Coverage {
			period, _ := j.YearForm.Period(row.TaxYear)
			frequencies := frequenciesOf(j)
			region := row.Region
			if region == "" && len(j.Regions) > 0 {
				region = j.Regions[0].Slug
			}
			for _, day := range []civil.Date{period.From, period.From.AddDays(100), period.From.AddDays(300), period.To} {
				for _, frequency := range frequencies {
					facts, _ := filled(t, payroll.Payment{Jurisdiction: j.Code, SubRegion: region, PayDate: day, Frequency: frequency, Pay: money.One})
					for _, text := range pays {
						pay := money.MustParse(text)
						got, err := all.Payroll().Calculate(&payroll.Payment{Jurisdiction: j.Code, SubRegion: region, PayDate: day, Frequency: frequency,
							Pay: pay, Facts: facts, Explain: true})
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
						if !sum.Equal(got.TotalTax) || got.TotalTax.Greater(pay) || len(got.Citations) == 0 || got.TaxYear != row.TaxYear ||
							got.Basis != "withholding" {
							t.Errorf("%s %s %s %s: %s withheld, %s in sum, %d citations, %s, %s", j.Code, day, frequency, text, got.TotalTax, sum,
								len(got.Citations), got.TaxYear, got.Basis)
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
	case "AT": // marginal employment
		return pay.Sign() > 0 && !pay.Greater(money.MustParse("551.10"))
	case "PL":
		return pay.Sign() > 0 && pay.Less(money.FromInt(1300))
	case "NL": // the end of the tables
		return pay.Greater(money.FromInt(10756))
	case "IE":
		return frequency != payroll.Monthly && day.Month() == 12
	}
	return false
}

func frequenciesOf(j *tax.Jurisdiction) []string {
	for _, f := range j.Facts {
		if f.Name == payroll.Frequency {
			return f.Choices
		}
	}
	return nil
}

// named is what a payment's refusal names, by field; nil where it is none.
func named(p *payroll.Payment) map[string]string {
	_, err := all.Payroll().Calculate(p)
	var malformed *tax.InputError
	if !errors.As(err, &malformed) {
		return nil
	}
	out := map[string]string{}
	for _, f := range malformed.Fields {
		out[f.Field] = f.Message
	}
	return out
}

// filled gives a payment the examples of everything that its first refusal says
// is required, and returns those facts; one round is all that it may take.
func filled(t *testing.T, p payroll.Payment) (given, asked map[string]string) {
	t.Helper()
	given, asked = maps.Clone(p.Facts), map[string]string{}
	if given == nil {
		given = map[string]string{}
	}
	j := all.Payroll().Find(p.Jurisdiction)
	for field, message := range named(&p) {
		name, isFact := strings.CutPrefix(field, "facts.")
		if !isFact || !strings.HasPrefix(message, "is required") {
			continue
		}
		asked[name] = message
		for _, f := range j.Facts {
			if f.Name == name {
				given[name] = f.Example
			}
		}
	}
	p.Facts = given
	for field, message := range named(&p) {
		if strings.HasPrefix(message, "is required") {
			t.Errorf("%s %s %s: %s is asked for in a second round: %s", p.Jurisdiction, p.PayDate, p.Frequency, field, message)
		}
	}
	return given, asked
}

// TestInterviewAndCalculatorAgree holds for every place, year, region,
// frequency and value of a fact that is chosen: with nothing given, all that is
// wanting is named at once; it is what the interview lists as required, or as
// required when; and without any one of the facts that the refusal named, the
// payment is refused by that name.
func TestInterviewAndCalculatorAgree(t *testing.T) {
	for _, j := range all.Payroll().Places().All() {
		for _, row := range j.Coverage {
			period, _ := j.YearForm.Period(row.TaxYear)
			region := row.Region
			if region == "" && len(j.Regions) > 0 {
				region = j.Regions[0].Slug
			}
			listed := map[string]tax.Fact{}
			for _, f := range all.Payroll().Facts(j.Code, row.TaxYear, region) {
				listed[f.Name] = f
				if (f.Required || f.Needed != nil) && f.Example == "" {
					t.Errorf("%s: %s is required and has no example", j.Code, f.Name)
				}
			}
			for _, frequency := range frequenciesOf(j) {
				for _, choice := range choices(listed) {
					p := payroll.Payment{Jurisdiction: j.Code, SubRegion: region, PayDate: period.From, Frequency: frequency, Pay: money.FromInt(2000),
						Facts: choice}
					given, asked := filled(t, p)
					agree(t, p, listed, given, asked)
				}
			}
		}
	}
}

// choices are no fact at all, and each value of each choice and boolean alone.
func choices(facts map[string]tax.Fact) []map[string]string {
	out := []map[string]string{{}}
	for name, f := range facts {
		values := f.Choices
		if f.Type == "boolean" {
			values = []string{"true", "false"}
		}
		for _, v := range values {
			out = append(out, map[string]string{name: v})
		}
	}
	return out
}

func agree(t *testing.T, p payroll.Payment, listed map[string]tax.Fact, given, asked map[string]string) {
	t.Helper()
	for name, f := range listed {
		_, was := asked[name]
		_, chosen := p.Facts[name]
		if f.Required != was && !chosen && f.Needed == nil {
			t.Errorf("%s %s %v: the interview says required %t of %s, the calculator asked %t", p.Jurisdiction, p.PayDate, p.Facts, f.Required, name,
				was)
		}
	}
	for name := range asked {
		f, known := listed[name]
		if !known || !f.Required && f.Needed == nil {
			t.Errorf("%s: %s is asked for, but the interview does not say so", p.Jurisdiction, name)
		}
		without := p
		without.Facts = maps.Clone(given)
		delete(without.Facts, name)
		if _, refused := named(&without)["facts."+name]; f.Required && !refused {
			t.Errorf("%s %v: without %s there is no refusal", p.Jurisdiction, p.Facts, name)
		}
	}
}

// Everything at once: what is malformed, what is absent, and where.
func TestAllFaultsAtOnce(t *testing.T) {
	for code, c := range map[string]struct {
		facts map[string]string
		want  []string
	}{
		"GB": {map[string]string{"tax_code": "1257L", "student_loan": "plan_9"},
			[]string{"frequency", "facts.ni_category", "facts.tax_to_date", "facts.taxable_pay_to_date", "facts.student_loan"}},
		"DE": {map[string]string{"tax_class": "7"}, []string{"frequency", "sub_region", "facts.tax_class", "facts.health_insurance",
			"facts.health_additional_rate", "facts.childless"}},
		"IE": {map[string]string{"prsi": "yes"}, []string{"frequency", "facts.basis", "facts.tax_credits", "facts.pay_to_date",
			"facts.usc_to_date", "facts.prsi"}},
		"CA": {nil, []string{"frequency", "sub_region", "facts.pension_to_date", "facts.insurance_to_date", "facts.parental_to_date"}},
		"HK": {nil, []string{"frequency", "facts.fund_member", "facts.days"}},
	} {
		got := named(&payroll.Payment{Jurisdiction: code, PayDate: civil.Of(2025, 10, 10), Pay: money.FromInt(1000), Facts: c.facts})
		for _, field := range c.want {
			if got[field] == "" {
				t.Errorf("%s: %s is not named in %v", code, field, got)
			}
		}
	}
}
