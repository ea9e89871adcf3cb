package state

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Worked out by hand from K.S.A. 79-32,110, 79-32,119 and 79-32,121 as they
// were until 2023.
func TestKansasUntil2023(t *testing.T) {
	for _, c := range []struct {
		status   form1040.Status
		wages    int64
		children int
		want     string
	}{
		{form1040.Single, 50000, 0, "2065"},   // 1252.50 + (50000 − 3500 − 2250 − 30000) × 5.7 %
		{form1040.Single, 8250, 0, "0"},       // 2500 is taxed at nothing
		{form1040.Single, 8251, 0, "78"},      // 2501 × 3.1 %
		{form1040.Joint, 100000, 2, "3816"},   // 2505 + (100000 − 8000 − 4 × 2250 − 60000) × 5.7 %
		{form1040.Separate, 40000, 0, "1466"}, // 1252.50 + (40000 − 4000 − 2250 − 30000) × 5.7 %
	} {
		owes(t, "kansas", wagesOf(2023, c.status, c.wages, c.children, 0), c.want)
	}
	if Of("kansas").Refuse(wagesOf(2024, form1040.Joint, 30000, 1, 0)) == "" || Of("kansas").Refuse(wagesOf(2025, form1040.Joint, 30000, 1,
		0)) != "" {
		t.Error("the food sales tax credit ended with 2024")
	}
}

// By hand from Form K-40 of 2025: lines 4, 5, 8 and 14.
func TestKansasHouseholds(t *testing.T) {
	owe(t, "kansas", map[string]filed{
		// 60000 − 6180 − 9160 − 2320 − 2 × 2320 = 37700; 1196 and 5.58 % of 14700
		"head of household": {form1040.Head, 40, func(in *form1040.Return) { in.You.Wages, in.Children = dollars(60000), 2 }, "2016"},
		// 60000 − 6180 − 11480 − 2320 = 40020; 1196 and 5.58 % of 17020, less half of 20 % of 3000
		"care": {form1040.Head, 40, func(in *form1040.Return) {
			in.You.Wages, in.Children, in.CarePersons, in.CareExpenses = dollars(60000), 1, 1, dollars(3000)
		}, "1846"},
	})
	if Of("kansas").Refuse(wagesOf(2023, form1040.Head, 60000, 1, 0)) == "" {
		t.Error("a head of household of 2023 is computed")
	}
}
