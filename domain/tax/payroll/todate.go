package payroll

import "github.com/tallystick/tallystick/domain/tax"

// The facts of YearToDate.
const (
	PayToDate    = "pay_to_date"
	MonthsToDate = "months_to_date"
)

// YearToDate are the facts of a place whose ceilings are those of the year to
// date: the pay of earlier months, which is called what, and their number.
func YearToDate(what string) []tax.Fact {
	const section = "Paid earlier in the year"
	return []tax.Fact{
		{
			Name: PayToDate, Type: "decimal", Section: section, Required: true, Example: "0",
			Prompt: "How much " + what + " did this employer pay earlier in the calendar year?",
			Reason: "The ceilings are those of the year to date.",
		},
		{
			Name: MonthsToDate, Type: "integer", Max: "11", Section: section, Required: true, Example: "0",
			Prompt: "For how many months of the year was that?", Reason: "The ceiling of the year to date has as many months.",
		},
	}
}

// CheckYearToDate refuses months that the pay or the pay date contradicts.
func CheckYearToDate(req *tax.Request, faults *tax.InputError) {
	months := req.Int(MonthsToDate)
	if req.Given(MonthsToDate) && months == 0 && req.Num(PayToDate).Sign() > 0 {
		faults.Add("facts."+MonthsToDate, "is 0, but %s is not", PayToDate)
	}
	if months >= req.Date(PayDate).Month() {
		faults.Add("facts."+MonthsToDate, "is not before the month of the pay date")
	}
}
