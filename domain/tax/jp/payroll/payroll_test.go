package payroll_test

import (
	"encoding/csv"
	"errors"
	"os"
	"strconv"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	jppayroll "github.com/tallystick/tallystick/domain/tax/jp/payroll"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

var registry = payroll.NewRegistry(jppayroll.Jurisdiction())

func paid(pay, insurance string, declared bool, dependants int) (tax.Result, error) {
	return registry.Calculate(&payroll.Payment{Jurisdiction: "JP", PayDate: civil.Of(2026, 5, 25), Frequency: payroll.Monthly,
		Pay: money.MustParse(pay), Facts: map[string]string{"dependants_declared": strconv.FormatBool(declared),
			"dependants": strconv.Itoa(dependants), "social_insurance": insurance}})
}

// taxOf is the tax on a pay from which no social insurance is taken.
func taxOf(t *testing.T, pay string, declared bool, dependants int) string {
	t.Helper()
	got, err := paid(pay, "0", declared, dependants)
	if err != nil {
		t.Fatalf("%s: %v", pay, err)
	}
	return got.Components[0].Amount.String()
}

// The Agency's paper on column 甲 works three examples.
func TestWorkedExamples(t *testing.T) {
	for _, c := range []struct {
		pay        string
		dependants int
		want       string
	}{{"175000", 2, "210"}, {"446000", 8, "940"}, {"775200", 3, "59470"}} {
		if got := taxOf(t, c.pay, true, c.dependants); got != c.want {
			t.Errorf("%s with %d dependants: %s, the Agency has %s", c.pay, c.dependants, got, c.want)
		}
	}
}

// Of column 乙 the method gives the printed table, at both ends of each row; of
// column 甲 it stays within 100 yen of the printed amount at a row's middle.
func TestPrintedTable(t *testing.T) {
	file, err := os.Open("testdata/monthly_table_2026.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) != 232 {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	for _, row := range rows[1:] {
		from, _ := strconv.Atoi(row[0])
		to, _ := strconv.Atoi(row[1])
		for _, pay := range []int{from, to - 1} {
			if got := taxOf(t, strconv.Itoa(pay), false, 0); got != row[2] {
				t.Errorf("column 乙 of %d: %s, the table has %s", pay, got, row[2])
			}
		}
		for n := range 8 {
			got, _ := strconv.Atoi(taxOf(t, strconv.Itoa((from+to)/2), true, n))
			if printed, _ := strconv.Atoi(row[3+n]); got-printed > 100 || printed-got > 100 {
				t.Errorf("column 甲 of %d with %d dependants: %d, the table has %d", (from+to)/2, n, got, printed)
			}
		}
	}
}

// Below and above the table column 乙 has rates, which the Agency anchors.
func TestColumnOtsuOutsideTheTable(t *testing.T) {
	for pay, want := range map[string]string{"100000": "3063", "104999": "3216", "740000": "259200", "800000": "283704", "1710000": "655400",
		"2000000": "788640"} {
		if got := taxOf(t, pay, false, 0); got != want {
			t.Errorf("%s: %s, want %s", pay, got, want)
		}
	}
	if got := taxOf(t, "300000", false, 2); got != "50380" { // 53,600 less 2 × 1,610
		t.Errorf("two dependants declared for secondary pay: %s", got)
	}
}

// Pay that grows never bears less tax, dependants never more; seeds are the
// steps of the loop.
func TestTaxGrowsWithPay(t *testing.T) {
	for _, declared := range []bool{true, false} {
		for _, dependants := range []int{0, 1, 4, 9} {
			last := money.Zero
			for pay := 0; pay < 4_000_000; pay += 9_973 {
				due := money.MustParse(taxOf(t, strconv.Itoa(pay), declared, dependants))
				if due.Less(last) {
					t.Fatalf("declared %v, %d dependants: %d bears %s, less than a lower pay", declared, dependants, pay, due)
				}
				if fewer := money.MustParse(taxOf(t, strconv.Itoa(pay), declared, max(0, dependants-1))); fewer.Less(due) {
					t.Fatalf("declared %v: %d bears more with %d dependants than with one less", declared, pay, dependants)
				}
				last = due
			}
		}
	}
}

func TestInsuranceIsTakenOffFirst(t *testing.T) {
	got, err := paid("300000", "44000", true, 1)
	if err != nil {
		t.Fatal(err)
	}
	if want := taxOf(t, "256000", true, 1); got.Components[0].Amount.String() != want || got.Components[1].Amount.String() != "44000" {
		t.Errorf("components %+v, want tax of %s", got.Components, want)
	}
	var malformed *tax.InputError
	if _, err := paid("300000", "300001", true, 0); !errors.As(err, &malformed) || malformed.Fields[0].Field != "facts.social_insurance" {
		t.Errorf("insurance above the pay: %v", err)
	}
	if _, err := paid("300000.50", "0", true, 0); !errors.As(err, &malformed) || malformed.Fields[0].Field != "pay" {
		t.Errorf("half a yen: %v", err)
	}
}
