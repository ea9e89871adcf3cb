package payroll_test

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/payroll"
	"github.com/tallystick/tallystick/domain/tax/se"
	sepayroll "github.com/tallystick/tallystick/domain/tax/se/payroll"
)

var registry = payroll.NewRegistry(sepayroll.Jurisdiction())

func paid(day civil.Date, pay, table, column, born string) (tax.Result, error) {
	return registry.Calculate(&payroll.Payment{Jurisdiction: "SE", PayDate: day, Frequency: payroll.Monthly, Pay: money.MustParse(pay),
		Facts: map[string]string{"tax_table": table, "tax_column": column, "birth_year": born}})
}

func withheld(t *testing.T, pay, table, column string) string {
	t.Helper()
	got, err := paid(civil.Of(2026, 3, 25), pay, table, column, "1990")
	if err != nil {
		t.Fatalf("%s, table %s, column %s: %v", pay, table, column, err)
	}
	return got.Components[0].Amount.String()
}

// Amounts and percentages that accounts of the authority's tables print.
func TestPrintedLines(t *testing.T) {
	for _, c := range []struct{ pay, table, column, want string }{
		{"35000", "33", "1", "7134.00"}, {"35000.99", "33", "1", "7134.00"}, {"2001", "29", "6", "2.00"}, {"80000", "32", "1", "25944.00"},
		{"80001", "32", "1", "25600.00"}, {"80000", "33", "4", "23386.00"}, {"80001", "33", "6", "31200.00"}, {"80000", "34", "3", "24065.00"},
		{"2000", "33", "1", "0.00"}, {"0", "33", "1", "0.00"}, {"0.99", "42", "6", "0.00"}, {"2000000", "29", "1", "960000.00"},
		{"999999999999", "29", "1", "479999999999.00"},
	} {
		if got := withheld(t, c.pay, c.table, c.column); got != c.want {
			t.Errorf("%s, table %s, column %s: %s, printed %s", c.pay, c.table, c.column, got, c.want)
		}
	}
}

// The tables follow from the law: column 1 is a twelfth, down to the krona, of the
// year's tax on twelve times the upper end of a line, with the fees for burial and
// public service that the annual computation leaves out.
func TestTheTableFollowsFromTheAnnualTax(t *testing.T) {
	text, err := os.ReadFile("tables_2026.txt")
	if err != nil {
		t.Fatal(err)
	}
	annual := tax.NewRegistry(se.Jurisdiction())
	checked, twelve := 0, money.FromInt(12)
	for _, line := range strings.Split(string(text), "\n") {
		line = strings.TrimPrefix(line, "\ufeff")
		if !strings.HasPrefix(line, "30B") {
			continue
		}
		table, upper := line[3:5], strings.TrimSpace(line[12:19])
		if n, _ := strconv.Atoi(table); n%4 != 1 { // four of the fourteen tables
			continue
		}
		burial := money.MustParse("0.0116")
		got, err := annual.Calculate(&tax.Request{Jurisdiction: "SE", TaxYear: "2026", HasIncome: true,
			Income: money.MustParse(upper).Mul(twelve),
			Facts:  map[string]string{"municipal_rate": money.MustParse("0." + table).Sub(burial).String()}})
		if err != nil {
			t.Fatal(err)
		}
		fees := got.TaxableIncome.Mul(burial).Whole(money.Floor).
			Add(money.Min(got.TaxableIncome.QuoRound(money.FromInt(100), 0, money.Floor), money.FromInt(1184)))
		want := strings.TrimSpace(line[19:24])
		if month := got.TotalTax.Add(fees).QuoRound(twelve, 0, money.Floor); month.String() != want {
			t.Fatalf("table %s, up to %s: %s by the annual computation, the table has %s", table, upper, month, want)
		}
		if due := withheld(t, upper, table, "1"); due != want+".00" {
			t.Fatalf("table %s, %s: withheld %s, the table has %s", table, upper, due, want)
		}
		checked++
	}
	if checked != 4*481 {
		t.Errorf("%d lines were held to the annual computation", checked)
	}
}

func TestTheEmployersContributions(t *testing.T) {
	march, april := civil.Of(2026, 3, 31), civil.Of(2026, 4, 1)
	for _, c := range []struct {
		day       civil.Date
		pay, born string
		want      string
	}{
		{march, "40000", "1990", "12568.00"}, {april, "40000", "1990", "12568.00"},
		{april, "40000", "1959", "12568.00"}, {april, "40000", "1958", "4084.00"}, {april, "40000", "1938", "4084.00"},
		{april, "40000", "1937", "0.00"},
		{march, "20000", "2005", "6284.00"}, {april, "20000", "2005", "4162.00"}, {april, "25000", "2005", "5202.50"},
		{april, "30000", "2005", "6773.50"}, // 25,000 × 20.81 % + 5,000 × 31.42 %
		{april, "20000", "2003", "4162.00"}, {april, "20000", "2002", "6284.00"}, {april, "20000", "2007", "4162.00"},
		{april, "20000", "2008", "6284.00"},
	} {
		got, err := paid(c.day, c.pay, "33", "1", c.born)
		if err != nil {
			t.Fatal(err)
		}
		if due := got.Components[1].Amount.String(); due != c.want || got.Components[1].InTotal {
			t.Errorf("%+v: %s", c, due)
		}
	}
}

func TestBadFacts(t *testing.T) {
	var malformed *tax.InputError
	for _, c := range []struct{ table, column, field string }{
		{"28", "1", "facts.tax_table"}, {"43", "1", "facts.tax_table"}, {"33", "0", "facts.tax_column"}, {"33", "7", "facts.tax_column"},
	} {
		if _, err := paid(civil.Of(2026, 3, 25), "30000", c.table, c.column, "1990"); !errors.As(err, &malformed) ||
			malformed.Fields[0].Field != c.field {
			t.Errorf("%+v: %v", c, err)
		}
	}
	var none *tax.Unavailable
	if _, err := paid(civil.Of(2027, 1, 25), "30000", "33", "1", "1990"); !errors.As(err, &none) {
		t.Errorf("a year without tables: %v", err)
	}
}
