package overlay_test

import (
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/overlay"
	uspayroll "github.com/tallystick/tallystick/domain/tax/us/payroll"
)

// american is a return of a row with income of four kinds.
func american(row *tax.CoverageRow) *tax.Request {
	req := &tax.Request{Jurisdiction: "US", TaxYear: row.TaxYear, SubRegion: row.Region, Facts: map[string]string{},
		Components: []tax.Component{{Kind: tax.Employment, Amount: money.MustParse("140000")}, {Kind: tax.Interest,
			Amount: money.MustParse("3000")}, {Kind: tax.SelfEmployment, Amount: money.MustParse("20000")}}}
	for _, f := range all.Registry().Facts("US", row.TaxYear, row.TaxType, row.Region) {
		if f.Required {
			req.Facts[f.Name] = f.Example
		}
	}
	return req
}

// wages is a monthly payment of a day.
func wages(o *law.Overlay, day civil.Date) *uspayroll.Payment {
	pay := money.MustParse("6000")
	return &uspayroll.Payment{Law: o, PayDate: day, Frequency: "monthly", W4: uspayroll.Certificate{Status: "single"},
		IncomeTaxWages: pay, SocialSecurityWages: pay, MedicareWages: pay, UnemploymentWages: pay}
}

// The returns of people and payments of wages of every year in the United States, with
// and without a state, read what a pack sets, and say so; the law's own values leave
// each figure as it is.
func TestPacksReachTheUnitedStates(t *testing.T) {
	p := own(t, "us")
	o := lay(t, p)
	j, returns, states := all.Registry().Find("US"), 0, 0
	for i := range j.Coverage {
		row := &j.Coverage[i]
		if row.TaxType != tax.IndividualIncome || row.Region != "" && row.TaxYear != "2025" {
			continue
		}
		req := american(row)
		without, plainErr := all.Registry().Calculate(req)
		req = american(row)
		req.Law = o
		with, err := all.Registry().Calculate(req)
		if (err == nil) != (plainErr == nil) {
			t.Errorf("%s %s: %v, not %v", row.TaxYear, row.Region, err, plainErr)
		} else if err == nil {
			if returns++; row.Region != "" {
				states++
			}
			alike(t, "return of "+row.TaxYear+" "+row.Region, p, &with, &without)
		}
	}
	payments := 0
	for _, row := range uspayroll.Coverage() {
		for _, state := range []string{"", "ca", "dc", "vt", "wa", "ny"} {
			pay := wages(nil, row.Period.To.AddDays(-1))
			pay.State, pay.StateWages, pay.StateIncomeTaxWages = state, pay.IncomeTaxWages, pay.IncomeTaxWages
			without, plainErr := uspayroll.Compute(pay, false)
			pay.Law = o
			with, err := uspayroll.Compute(pay, false)
			if (err == nil) != (plainErr == nil) {
				t.Errorf("payment of %s in %q: %v, not %v", row.TaxYear, state, err, plainErr)
			} else if err == nil {
				payments++
				alike(t, "payment of "+row.TaxYear+" in "+state, p, &with, &without)
			}
		}
	}
	if returns < 20 || states < 20 || payments < 20 {
		t.Errorf("%d returns, %d of them in states, and %d payments were computed", returns, states, payments)
	}
}

// A value that a pack sets within a year counts for payments from its own day on and not
// before it, for the return of the whole year, and for no other year.
func TestAPackOfTheUnitedStates(t *testing.T) {
	rate := overlay.PackParameter{Unit: "rate", Values: []overlay.PackValue{{From: "2025-07-11", To: "2025-12-31", Value: dec("0.10"),
		Cite: []overlay.PackCite{{Source: "bill", At: "cl. 4"}}}}}
	deduction := law.MustOpen("us").Parameters["standard_deduction"]
	table := map[string]money.Dec{}
	for key, v := range deduction.Values[len(deduction.Values)-1].Table {
		table[key] = v.Add(money.FromInt(1000))
	}
	p := overlay.Pack{Place: "US", Sources: bill, Parameters: map[string]overlay.PackParameter{"oasdi_rate_employee": rate,
		"standard_deduction": {Values: []overlay.PackValue{{From: "2025-01-01", To: "2025-12-31", Table: table,
			Cite: []overlay.PackCite{{Source: "bill", At: "cl. 5"}}}}}}}
	if _, err := publish(overlay.State{}, p, nil); err != nil {
		t.Fatal(err)
	}
	o := lay(t, p)
	for day, want := range map[string]string{"2025-07-10": "372.00", "2025-07-11": "600.00", "2025-12-31": "600.00", "2026-01-09": "372.00"} {
		out, err := uspayroll.Compute(wages(o, civil.MustParse(day)), false)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(out.Components, func(l tax.Levy) bool { return l.Code == uspayroll.SocialSecurity })
		if laid := want == "600.00"; out.Components[i].Amount.String() != want || laid != slices.Equal(out.RulePacks, []string{"same.v1"}) {
			t.Errorf("%s: %s %v, want %s", day, out.Components[i].Amount, out.RulePacks, want)
		}
	}
	for _, year := range []string{"2024", "2025"} {
		row := &tax.CoverageRow{TaxYear: year, TaxType: tax.IndividualIncome}
		j := all.Registry().Find("US")
		for i := range j.Coverage {
			if r := &j.Coverage[i]; r.TaxYear == year && r.TaxType == tax.IndividualIncome {
				row = r
				break
			}
		}
		req := american(row)
		without, err := all.Registry().Calculate(req)
		if err != nil {
			t.Fatal(err)
		}
		req = american(row)
		req.Law = o
		with, err := all.Registry().Calculate(req)
		if err != nil {
			t.Fatal(err)
		}
		if laid := year == "2025"; with.TotalTax.Equal(without.TotalTax) == laid || laid != (with.CoverageStatus == tax.Draft &&
			slices.Equal(with.RulePacks, []string{"same.v1"})) {
			t.Errorf("%s: %s and %s, %s %v", year, with.TotalTax, without.TotalTax, with.CoverageStatus, with.RulePacks)
		}
	}
}
