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
