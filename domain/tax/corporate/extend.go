package corporate

import (
	"strings"

	"github.com/tallystick/tallystick/domain/tax"
)

// Names of the facts.
const (
	factClass      = "company_class"
	factStart      = "period_start"
	factEnd        = "period_end"
	factAssociated = "associated_companies"
)

// Company classes; every place has the standard one.
const (
	standard = "standard"
	small    = "small"
	medium   = "medium"
	chosen   = "concessional" // by the company's own choice
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

func (p *place) classes() []string {
	out := []string{standard}
	if p.small != "" {
		out = append(out, small)
	}
	if p.medium != "" {
		out = append(out, medium)
	}
	if p.chosen != "" {
		out = append(out, chosen)
	}
	return out
}

func (p *place) facts() []tax.Fact {
	list := []tax.Fact{
		{
			Name: factStart, Type: "date", Section: "Your company", TaxTypes: taxTypes,
			Prompt: "On which day does the company's accounting period begin?", Reason: "Rates and limits are those of the period.",
			Assumption: "The company's period begins with the tax year.",
		},
		{
			Name: factEnd, Type: "date", Section: "Your company", TaxTypes: taxTypes,
			Prompt: "On which day does the company's accounting period end?", Reason: "Limits shrink with a period shorter than a year.",
			Assumption: "The company's period is twelve months long.",
		},
	}
	if p.associated {
		list = append(list, tax.Fact{
			Name: factAssociated, Type: "integer", Max: "10000", Section: "Your company", TaxTypes: taxTypes,
			Prompt: "How many associated companies does the company have?", Reason: "The limits of the small profits rate are divided among associated companies.",
			Assumed: "0", Assumption: "The company has no associated companies.",
			Hints: []string{"associated", "group", "subsidiary", "subsidiaries"},
		})
	}
	if choices := p.classes(); len(choices) > 1 {
		prompt := "Is your company " + p.small + " (small)"
		if p.medium != "" {
			prompt += ", or " + p.medium + " (medium)"
		}
		if p.chosen != "" {
			prompt += ", or " + p.chosen + " (concessional)"
		}
		f := tax.Fact{
			Name: factClass, Type: "choice", Choices: choices, Section: "Your company", TaxTypes: taxTypes,
			Prompt: prompt + ", or none of that (standard)?", Reason: "Such a company has its own rates.",
			Assumed: standard, Assumption: "The company is taxed at the standard rates.",
			Hints: []string{"small company", "small business", "sme", "startup"},
		}
		if p.smallByDefault {
			f.Assumed, f.Assumption = small, "The company is "+p.small+"."
		}
		list = append(list, f)
	}
	return list
}

func (p *place) coverage(j *tax.Jurisdiction) (rows []tax.CoverageRow) {
	for _, y := range p.years {
		label := j.YearForm.Label(y.begins)
		tier, why, except := p.graded(j.Code, y)
		rows = append(rows, tax.CoverageRow{
			TaxYear: label, Period: y.period(), TaxType: tax.CorporateIncome, Taxpayer: "company", Kinds: []tax.Kind{tax.OtherIncome},
			Tier: tier, Why: why, Except: except, BandsOf: component, LawAsOf: p.asOf(y),
			Dataset: strings.ToLower(j.Code) + "-corporate-" + strings.ReplaceAll(strings.ToLower(label), " ", "-") + "/2026.11",
			Scope:   append([]string{"The income is the taxable profit of a resident company, as its return computes it; ordinary companies only, none with rates of their own."}, p.scope...),
		})
	}
	return rows
}
