package payroll_test

import (
	"errors"
	"maps"
	"strconv"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	krpayroll "github.com/tallystick/tallystick/domain/tax/kr/payroll"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

var registry = payroll.NewRegistry(krpayroll.Jurisdiction())

var alone = map[string]string{"family": "1", "children": "0", "employer_size": "under_150"}

func pay(day civil.Date, amount int64, more map[string]string) (map[string]string, error) {
	facts := maps.Clone(alone)
	maps.Copy(facts, more)
	got, err := registry.Calculate(&payroll.Payment{Jurisdiction: "KR", PayDate: day, Frequency: payroll.Monthly,
		Pay: money.FromInt(amount), Facts: facts, Explain: true})
	of := map[string]string{"total": got.TotalTax.String()}
	for _, l := range got.Components {
		of[l.Code] = l.Amount.String()
	}
	return of, err
}

var october = civil.Of(2026, 10, 23)

// Cells of the official table of 27 February 2026, as those who read its file give
// them: pay, persons, tax.
func TestCellsOfTheTable(t *testing.T) {
	for _, c := range [][3]int64{
		{769999, 1, 0}, {770000, 1, 0}, {1059999, 1, 0}, {1060000, 1, 1040}, {2000000, 1, 19520}, {2009999, 1, 19520}, {2000000, 4, 3220},
		{2500000, 2, 28600}, {3000000, 1, 74350}, {3000000, 10, 3600}, {4000000, 1, 195960}, {4000000, 4, 91670}, {5000000, 1, 335470},
		{5000000, 4, 219100}, {5000000, 5, 200350}, {5000000, 10, 106600}, {5000000, 11, 87850}, {7000000, 1, 732700},
		{9999999, 1, 1503990}, {10000000, 1, 1507400}, {10000000, 2, 1431570}, {10000000, 3, 1200840}, {10000000, 4, 1170840},
		{10000000, 5, 1140840}, {10000000, 6, 1110840}, {10000000, 7, 1080840}, {10000000, 8, 1050840}, {10000000, 9, 1020840},
		{10000000, 10, 990840}, {10000000, 11, 960840},
		// Beyond the last column by note 4.
		{5000000, 12, 69100}, {5000000, 13, 50350}, {5000000, 16, 0}, {3000000, 12, 0}, {10000000, 12, 930840},
		// Above the end of the table, whose formulas meet at each edge.
		{10500000, 1, 1703900}, {14000000, 1, 2904400}, {20000000, 1, 5138800}, {28000000, 1, 8118000}, {30000000, 1, 8902000},
		{45000000, 1, 14902000}, {87000000, 1, 32542000}, {100000000, 1, 38392000}, {20000000, 4, 1170840 + 1397000 + 2234400},
		{20000000, 12, 930840 + 1397000 + 2234400},
	} {
		got, err := pay(october, c[0], map[string]string{"family": strconv.FormatInt(c[1], 10)})
		if want := strconv.FormatInt(c[2], 10); err != nil || got["income_tax"] != want {
			t.Errorf("%d for %d: %v %v, want %s", c[0], c[1], got["income_tax"], err, want)
		}
	}
}

// The deduction for children is that of annex 2 on the pay date, and what is left of
// 1,000 won is not withheld.
func TestChildrenAndRatio(t *testing.T) {
	february := civil.Of(2026, 2, 27)
	for _, c := range []struct {
		day              civil.Date
		pay              int64
		more             map[string]string
		want, wantsLocal string
	}{
		{october, 2500000, map[string]string{"family": "2", "children": "1"}, "7770", "770"},
		{february, 2500000, map[string]string{"family": "2", "children": "1"}, "16100", "1610"},
		{october, 5000000, map[string]string{"family": "5", "children": "3"}, "121190", "12110"},
		{february, 5000000, map[string]string{"family": "5", "children": "3"}, "146190", "14610"},
		{october, 10000000, map[string]string{"family": "4", "children": "2"}, "1125010", "112500"},
		{october, 2000000, map[string]string{"family": "4", "children": "2"}, "0", "0"},
		{october, 2000000, map[string]string{"ratio": "80"}, "15610", "1560"},
		{october, 2000000, map[string]string{"ratio": "120"}, "23420", "2340"},
		{october, 1060000, map[string]string{"ratio": "80"}, "0", "0"},
	} {
		got, err := pay(c.day, c.pay, c.more)
		if err != nil || got["income_tax"] != c.want || got["local_income_tax"] != c.wantsLocal {
			t.Errorf("%+v: %v %v", c, got, err)
		}
	}
}

// Payments of the four insurers' own calculator, as recorded in October 2026: pension,
// health, long-term care, employment insurance of the employee.
func TestTheInsurersCalculator(t *testing.T) {
	for _, c := range [][5]int64{
		{3000000, 142500, 107850, 14170, 27000}, {4000000, 190000, 143800, 18890, 36000}, {7000000, 313020, 251650, 33060, 63000},
		{2000000, 95000, 71900, 9440, 18000}, {5000000, 237500, 179750, 23620, 45000}, {10000000, 313020, 359500, 47240, 90000},
		{6590000, 313020, 236910, 31130, 59310}, {3001000, 142540, 107880, 14170, 27000}, {3001500, 142540, 107900, 14170, 27010},
		{3456789, 164160, 124270, 16320, 31110}, {1234567, 58610, 44380, 5830, 11110}, {2156880, 102410, 77530, 10180, 19410},
		{2500000, 118750, 89870, 11800, 22500}, {2345678, 111380, 84320, 11080, 21110}, {4321987, 205240, 155370, 20410, 38890},
		{3333333, 158310, 119830, 15740, 29990}, {350000, 19470, 12580, 1650, 3150}, {200000, 19470, 10080, 1320, 1800},
		{9999999, 313020, 359490, 47230, 89990},
		// Above the most premium: that of the notice, halved.
		{150000000, 313020, 4591740, 603370, 1350000},
	} {
		got, err := pay(october, c[0], nil)
		for i, code := range []string{"national_pension", "health_insurance", "long_term_care_insurance", "employment_insurance"} {
			if want := strconv.FormatInt(c[i+1], 10); err != nil || got[code] != want {
				t.Errorf("%d: %s is %s, want %s (%v)", c[0], code, got[code], want, err)
			}
		}
		for _, code := range []string{"national_pension", "health_insurance", "long_term_care_insurance"} {
			if got[code+"_employer"] != got[code] {
				t.Errorf("%d: %s of the sides differ: %v", c[0], code, got)
			}
		}
	}
}

// By hand: up to June the pension's most is that of the year before, 302,570; from
// November the ratio of care is 0.1314.
func TestWithinTheYear(t *testing.T) {
	for _, c := range []struct {
		day           civil.Date
		pay           int64
		pension, care string
	}{
		{civil.Of(2026, 6, 25), 7000000, "302570", "33060"}, {civil.Of(2026, 7, 24), 7000000, "313020", "33060"},
		{civil.Of(2026, 11, 25), 5000000, "237500", "23610"}, {civil.Of(2026, 11, 25), 2345678, "111380", "11070"},
		{civil.Of(2026, 6, 25), 300000, "19000", "1410"},
	} {
		got, err := pay(c.day, c.pay, nil)
		if err != nil || got["national_pension"] != c.pension || got["long_term_care_insurance"] != c.care {
			t.Errorf("%+v: %v %v", c, got, err)
		}
	}
}

func TestBasesAndTheEmployer(t *testing.T) {
	got, err := pay(october, 3000000, map[string]string{"pension_base": "2000000", "health_base": "5000000",
		"unemployment_base": "4000000", "employer_size": "from_1000", "accident_rate": "0.0147"})
	want := map[string]string{"national_pension": "95000", "health_insurance": "179750", "employment_insurance": "36000",
		"employment_insurance_employer": "70000", "accident_insurance_employer": "58800", "income_tax": "74350"}
	for code, text := range want {
		if err != nil || got[code] != text {
			t.Errorf("%s is %q, want %s (%v)", code, got[code], text, err)
		}
	}
	for size, text := range map[string]string{"under_150": "34500", "priority_from_150": "40500", "from_150": "46500", "from_1000": "52500"} {
		if got, err := pay(october, 3000000, map[string]string{"employer_size": size}); err != nil ||
			got["employment_insurance_employer"] != text {
			t.Errorf("%s: %v %v", size, got, err)
		}
	}
	got, err = pay(october, 3000000, map[string]string{"pension_insured": "false", "unemployment_insured": "false"})
	if err != nil || got["national_pension"] != "" || got["employment_insurance"] != "" || got["employment_insurance_employer"] != "7500" {
		t.Errorf("not insured: %v %v", got, err)
	}
	var wrong *tax.InputError
	if _, err := pay(october, 3000000, map[string]string{"family": "2", "children": "2"}); !errors.As(err, &wrong) {
		t.Errorf("as many children as persons: %v", err)
	}
}
