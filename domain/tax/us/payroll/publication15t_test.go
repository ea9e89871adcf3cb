package payroll

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
)

// Withholding of a payment by Publication 15-T (2026), Worksheet 1A, as the
// acceptance scenarios of the IRS's Tax Withholding Estimator print it
// (standardWhAmountPerPPd): without steps 2 to 4 of Form W-4, and with the
// amounts of step 4(a) and 4(b) that it recommends, where those are whole dollars.
// https://github.com/IRS-Public/tax-withholding-estimator/blob/cfbee9276f4661aff909025e3252ff5525437750/src/test/resources/csv/twe-uat-2026-03-05.csv
func TestWithholdingOfTheIRSEstimator(t *testing.T) {
	for _, c := range []struct {
		status    string
		frequency Frequency
		wages     string
		other     string
		deduct    string
		want      string
	}{
		{"single", "weekly", "1000", "0", "0", "78.08"},
		{"single", "weekly", "2000", "0", "0", "270.19"},
		{"single", "weekly", "2000", "0", "14455", "209.04"},
		{"single", "weekly", "5000", "0", "0", "1048.15"},
		{"single", "biweekly", "600", "0", "0", "0"},
		{"single", "biweekly", "1000", "0", "0", "38.08"},
		{"single", "biweekly", "4000", "15000", "0", "667.31"},
		{"single", "biweekly", "4000", "34000", "0", "840.54"},
		{"single", "biweekly", "12000", "0", "0", "2782.09"},
		{"single", "biweekly", "12000", "52971", "0", "3495.16"},
		{"single", "semimonthly", "7000", "0", "2070", "1189.88"},
		{"single", "monthly", "5000", "0", "0", "418.33"},
		{"married_joint", "biweekly", "2000", "0", "6700", "50.38"},
		{"married_joint", "biweekly", "10000", "276269", "0", "4392.85"},
		{"married_joint", "biweekly", "20000", "0", "9327", "4077.82"},
		{"married_joint", "monthly", "7000", "0", "31840", "166.33"},
		{"head_of_household", "biweekly", "1200", "0", "0", "27.12"},
		{"head_of_household", "biweekly", "6000", "0", "33800", "556.62"},
		{"head_of_household", "monthly", "7000", "0", "9560", "473.40"},
	} {
		in := payment(2026, "0")
		in.Frequency, in.IncomeTaxWages = c.frequency, dollars(c.wages)
		in.W4 = Certificate{Status: c.status, Other: dollars(c.other), Deductions: dollars(c.deduct)}
		got := levies(t, in)[IncomeTax]
		if have, want := money.MustParse("0"+got), dollars(c.want); !have.Equal(want) {
			t.Errorf("%s %s %s, 4(a) %s, 4(b) %s: withheld %s, published %s", c.status, c.frequency, c.wages, c.other, c.deduct, got, c.want)
		}
	}
}
