package gr_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/gr"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var registry = tax.NewRegistry(gr.Jurisdiction())

func wages(year, income, children string, basis tax.Basis) *tax.Request {
	return &tax.Request{Jurisdiction: "GR", TaxYear: year, Income: money.MustParse(income), HasIncome: true, IncomeBasis: basis,
		Facts: map[string]string{"children": children}}
}

func TestConforms(t *testing.T) { taxtest.Conforms(t, registry) }

// The Ministry's calculator of the tax of 2026 gave these on 6 October 2025: for
// each number of dependants, the credit and the tax before it at five incomes. With
// seven it gave a credit of 2,200, where the statute's 220 for each child beyond the
// fifth make 2,220: those two results are left out.
func TestCalculatorOfTheMinistry(t *testing.T) {
	incomes := []string{"12000", "20000", "30000", "50000", "70000"}
	var table []taxtest.Example
	for children, figures := range map[string][][2]string{
		"0":  {{"777", "1300"}, {"617", "2900"}, {"417", "5500"}, {"17", "12800"}, {"0", "21100"}},
		"1":  {{"900", "1260"}, {"740", "2700"}, {"540", "5100"}, {"140", "12400"}, {"0", "20700"}},
		"2":  {{"1120", "1220"}, {"960", "2500"}, {"760", "4700"}, {"360", "12000"}, {"0", "20300"}},
		"3":  {{"1080", "1080"}, {"1180", "1800"}, {"980", "3800"}, {"580", "11100"}, {"180", "19400"}},
		"4":  {{"0", "0"}, {"0", "0"}, {"1220", "1800"}, {"820", "9100"}, {"420", "17400"}},
		"5":  {{"0", "0"}, {"0", "0"}, {"1600", "1600"}, {"1780", "8900"}, {"1780", "17200"}},
		"6":  {{"0", "0"}, {"0", "0"}, {"1400", "1400"}, {"2000", "8700"}, {"2000", "17000"}},
		"7":  {{"0", "0"}, {"0", "0"}, {"1400", "1400"}},
		"8":  {{"0", "0"}, {"0", "0"}, {"1400", "1400"}, {"2440", "8700"}, {"2440", "17000"}},
		"9":  {{"0", "0"}, {"0", "0"}, {"1400", "1400"}, {"2660", "8700"}, {"2660", "17000"}},
		"10": {{"0", "0"}, {"0", "0"}, {"1400", "1400"}, {"2880", "8700"}, {"2880", "17000"}},
	} {
		for i, f := range figures {
			table = append(table, taxtest.Example{Source: "Ministry's calculator, dependants: " + children,
				URL:     "https://www.taxcalc2025.minfin.gr/",
				Request: *wages("2026", incomes[i], children, tax.Taxable), Levies: map[string]string{"wage_credit": f[0], "income_tax": f[1]}})
		}
	}
	taxtest.Examples(t, registry, table)
}

// PwC's table of the scale shows the tax at its edges: 900, 3,100, 5,900, 9,500.
func TestScaleAtItsEdges(t *testing.T) {
	for income, due := range map[string]string{"10000": "900.00", "20000": "3100.00", "30000": "5900.00", "40000": "9500.00"} {
		for _, year := range []string{"2024", "2025"} {
			got, err := registry.Calculate(wages(year, income, "0", tax.Taxable))
			if err != nil {
				t.Fatal(err)
			}
			if got.Components[0].Amount.String() != due {
				t.Errorf("%s in %s: %s, want %s", income, year, got.Components[0].Amount, due)
			}
		}
	}
}

// By hand for 2025: of 30,000, 13.37 % are 4,011; 25,989 owe 3,100 + 28 % of
// 5,989, less 777 − 2 % of 13,989.
func TestGrossByHand(t *testing.T) {
	got, err := registry.Calculate(wages("2025", "30000", "0", tax.Gross))
	if err != nil {
		t.Fatal(err)
	}
	if got.TaxableIncome.String() != "25989.00" || got.TotalTax.String() != "4279.70" || got.Components[2].Amount.String() != "4011.00" {
		t.Errorf("base %s, tax %s, contributions %s", got.TaxableIncome, got.TotalTax, got.Components[2].Amount)
	}
	var gap *tax.Unavailable
	if _, err := registry.Calculate(wages("2025", "90872", "0", tax.Gross)); !errors.As(err, &gap) {
		t.Errorf("a wage that can pass the ceiling: %v", err)
	}
}

// More income never owes less; a child more never owes more.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		year := rapid.SampledFrom([]string{"2024", "2025", "2026"}).Draw(r, "year")
		income := rapid.Int64Range(0, 88_000).Draw(r, "income")
		children := rapid.Int64Range(0, 9).Draw(r, "children")
		owed := func(income, children int64, basis tax.Basis) money.Dec {
			got, err := registry.Calculate(wages(year, money.FromInt(income).String(), money.FromInt(children).String(), basis))
			if err != nil {
				r.Fatal(err)
			}
			return got.TotalTax
		}
		here, more := owed(income, children, tax.Gross), owed(income+1, children, tax.Gross)
		if more.Less(here) || here.Less(owed(income, children+1, tax.Gross)) || owed(income, children, tax.Taxable).Less(here) {
			r.Fatalf("%d gross with %d children owes %s, one more %s", income, children, here, more)
		}
	})
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2024", "2025", "2026"} {
		taxtest.Golden(t, registry, year,
			taxtest.Table{Title: "GR " + year + ", taxable income", Request: tax.Request{Jurisdiction: "GR", TaxYear: year}},
			taxtest.Table{Title: "GR " + year + ", three children, taxable income",
				Request: tax.Request{Jurisdiction: "GR", TaxYear: year, Facts: map[string]string{"children": "3"}}})
	}
}

func BenchmarkIncome(b *testing.B) {
	req := wages("2026", "30000", "2", tax.Gross)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Calculate(req); err != nil {
			b.Fatal(err)
		}
	}
}
