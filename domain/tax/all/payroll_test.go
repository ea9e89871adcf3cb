package all_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// The law of every stretch of days of the covered years can be read, in each place: a
// value that has ended without another is a fault here, not in somebody's pay.
func TestEveryStretchOfPayrollHasItsLaw(t *testing.T) {
	for _, r := range all.Payroll().Places().Resolvers() {
		book, err := law.Open(r.Folder())
		if err != nil {
			t.Fatal(err)
		}
		if err := try(r, book); err != nil {
			t.Errorf("%s: %v", r.Folder(), err)
		}
	}
}

// try makes a panic of a resolver the error that it says.
func try(r law.Resolver, book *law.Book) (err error) {
	defer func() {
		if said := recover(); said != nil {
			err = fmt.Errorf("%v", said)
		}
	}()
	return r.Try(book)
}

// No place's payroll gives a rate that it does not compute, and none loses it on
// the way through a record; what annual law finds to be 0 is said to be 0.
func TestRatesThatAreNotComputedAreAbsent(t *testing.T) {
	codes, seen := []string{"AT", "AU", "BE", "BR", "CA", "CH", "DK", "ES", "FI", "FR", "HK", "IN", "IT", "JP", "KR", "MX", "NL", "NO", "NZ",
		"PL", "PT", "SE", "SG", "ZA"}, 0
	for _, code := range codes {
		j := all.Payroll().Find(code)
		p := &payroll.Payment{Jurisdiction: code, PayDate: civil.Of(2026, 6, 30), Frequency: payroll.Monthly, Pay: money.MustParse("5000"),
			Facts: map[string]string{}}
		for _, f := range j.Facts {
			if f.Name == payroll.PayDate || f.Name == payroll.Frequency {
				continue
			}
			if (f.Required || f.Needed != nil) && f.Example != "" {
				p.Facts[f.Name] = f.Example
			}
		}
		for _, row := range j.Coverage {
			if row.Region != "" {
				p.SubRegion = row.Region
				break
			}
		}
		got, err := all.Payroll().Calculate(p)
		if err != nil {
			t.Logf("%s: %v", code, err)
			continue
		}
		seen++
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		var said map[string]any
		var back tax.Result
		if err := json.Unmarshal(text, &said); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"marginal_rate", "statutory_rate"} {
			if rate, there := said[name]; there {
				t.Errorf("%s says that its %s is %v", code, name, rate)
			}
		}
		for _, name := range []string{"total_tax", "effective_rate", "net_payable", "components", "basis", "currency"} {
			if said[name] == nil {
				t.Errorf("%s does not say its %s", code, name)
			}
		}
		if taxable, there := said["taxable_income"]; there && taxable == "0.00" {
			t.Errorf("%s says that nothing of 5000 is taxable", code)
		}
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if again, err := json.Marshal(back); err != nil || string(again) != string(text) {
			t.Errorf("%s: %s became %s", code, text, again)
		}
	}
	if seen < 6 {
		t.Errorf("only %d of %v were computed", seen, codes)
	}
	annual, err := tax.NewRegistry(all.Jurisdictions()...).Calculate(&tax.Request{Jurisdiction: "GB", TaxYear: "2025-26", SubRegion: "england",
		HasIncome: true, Income: money.MustParse("9000")})
	if err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(annual)
	var said map[string]any
	if err := json.Unmarshal(text, &said); err != nil || said["marginal_rate"] != "0.00" || said["taxable_income"] != "0.00" {
		t.Errorf("%s", text)
	}
}
