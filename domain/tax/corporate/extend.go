package corporate

import (
	"strings"

	"github.com/tallystick/tallystick/domain/tax"
)

// component is the code of the tax that the bands add up to.
const component = "corporate_income_tax"

// localCode is the code of the second tax where it is a local one.
const localCode = "local_income_tax"

var taxTypes = []string{tax.CorporateIncome}

// Extend adds the corporate income tax to the declaration of a place that the
// package knows, and returns it; any other place stays as it is.
func Extend(j *tax.Jurisdiction) *tax.Jurisdiction {
	p := places[j.Code]
	if p == nil {
		return j
	}
	j.Facts = append(j.Facts[:len(j.Facts):len(j.Facts)], p.facts()...)
	j.Coverage = append(j.Coverage[:len(j.Coverage):len(j.Coverage)], rowsOf(j.Code)...)
	j.Law = append(j.Law[:len(j.Law):len(j.Law)], resolved[j.Code])
	compute, check, code := j.Compute, j.Check, j.Code
	j.Compute = func(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
		if row.TaxType == tax.CorporateIncome {
			return p.compute(code, req, &row)
		}
		return compute(req, row)
	}
	if check != nil {
		j.Check = func(req *tax.Request, faults *tax.InputError) {
			if req.TaxType != tax.CorporateIncome {
				check(req, faults)
			}
		}
	}
	return j
}

// ExtendAll extends every place of a list.
func ExtendAll(list []*tax.Jurisdiction) []*tax.Jurisdiction {
	for i := range list {
		list[i] = Extend(list[i])
	}
	return list
}

// rowsOf are the coverage rows of a place; a year is the calendar's unless its
// row says otherwise.
func rowsOf(code string) []tax.CoverageRow {
	rows := tax.CoverageOf(strings.ToLower(code), tax.CorporateIncome)
	for i := range rows {
		rows[i].BandsOf = component
		if rows[i].Period.From.IsZero() {
			rows[i].Period, _ = tax.Calendar.Period(rows[i].TaxYear)
		}
	}
	return rows
}
