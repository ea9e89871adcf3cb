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
	j.Coverage = append(j.Coverage[:len(j.Coverage):len(j.Coverage)], p.coverage(j)...)
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

func (p *place) coverage(j *tax.Jurisdiction) (rows []tax.CoverageRow) {
	for _, y := range p.years {
		label := j.YearForm.Label(y.begins)
		g := p.graded(y)
		rows = append(rows, tax.CoverageRow{
			TaxYear: label, Period: y.period(), TaxType: tax.CorporateIncome, Taxpayer: "company", Kinds: []tax.Kind{tax.OtherIncome},
			Tier: g.tier, Why: g.why, Except: g.except, BandsOf: component, LawAsOf: p.asOf(y),
			Dataset: strings.ToLower(j.Code) + "-corporate-" + strings.ReplaceAll(strings.ToLower(label), " ", "-") + "/2026.11",
			Scope:   p.scopeOf(g),
		})
	}
	return rows
}

// scopeOf are the standing assumptions of a year: of all, of the place, and of
// the grade.
func (p *place) scopeOf(g *grade) []string {
	out := []string{"The income is the taxable profit of a resident company, as its return computes it; ordinary companies only, none with " +
		"rates of their own."}
	out = append(out, p.scope...)
	if !p.rounded {
		out = append(out, "Tax is computed to the smallest unit of money; a return may round the profit or the tax further.")
	}
	if g.scope != "" {
		out = append(out, g.scope)
	}
	return out
}
