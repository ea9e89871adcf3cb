package answer

import (
	"errors"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/tax"
)

// IncomeJob makes a job of a request to the calculator of income tax. The error
// is a *tax.InputError: what is malformed, rather than left out, contradictory
// or of another place.
func IncomeJob(books *tax.Registry, req tax.Request) (*Job, error) {
	req.Jurisdiction = strings.ToUpper(req.Jurisdiction) // the calculator takes "gb" too
	job := &Job{Code: req.Jurisdiction, TaxYear: req.TaxYear}
	if req.TaxType == "" {
		req.TaxType = tax.IndividualIncome
	}
	job.Case.TaxType = req.TaxType
	asked := req
	if err := malformed(books.Check(&req), &req); err != nil {
		return job, err
	}
	j := books.Find(req.Jurisdiction)
	if j != nil {
		job.settle(books, j, &req)
	}
	job.leftOut(books, j, &req)
	job.mix(j, &asked)
	req.Residence, req.Currency = nil, ""
	job.Case.Request = req
	if j != nil {
		region := req.SubRegion
		if g := books.Region(j.Code, region); g != nil {
			region = g.Slug
		}
		job.Rows = RowsOf(j, req.TaxType, job.TaxYear, region)
		if row := books.Row(j.Code, job.TaxYear, req.TaxType, req.SubRegion); row != nil {
			job.Case.Row, job.Rows = *row, []tax.CoverageRow{*row}
		}
		job.RowOf = func(r *tax.Result) *tax.CoverageRow { return books.Row(j.Code, r.TaxYear, req.TaxType, r.SubRegion) }
	}
	job.Compute = func() (tax.Result, error) {
		if j == nil && req.Jurisdiction == "" {
			return tax.Result{}, nil
		}
		probe := req
		probe.HasIncome = req.HasIncome || len(req.Components) == 0
		if missing(job.Missing, "tax_year") || missing(job.Missing, "sub_region") {
			return tax.Result{}, nil
		}
		return books.Calculate(&probe)
	}
	return job, nil
}

func missing(list []contract.MissingFact, key string) bool {
	return slices.ContainsFunc(list, func(f contract.MissingFact) bool { return f.Key == key })
}

// settle notes what a request says of a place that is known.
func (job *Job) settle(books *tax.Registry, j *tax.Jurisdiction, req *tax.Request) {
	job.Code, job.Place, job.Case.Jurisdiction = j.Code, j.Name, j
	if label, err := j.YearForm.Canonical(req.TaxYear); err == nil && req.TaxYear != "" {
		job.TaxYear = label
	}
	for _, row := range j.Coverage {
		if row.TaxYear == job.TaxYear && (row.TaxType == req.TaxType || row.TaxType == "" && req.TaxType == tax.IndividualIncome) {
			if job.Tier == "" {
				job.Tier = row.Tier
			}
			job.Tier = contract.Lower(job.Tier, row.Tier)
		}
	}
	fact := func(key, value, currency string) {
		job.Facts = append(job.Facts, contract.FactUsed{Key: key, Value: value, Currency: currency})
	}
	if req.HasIncome {
		fact("income", req.Income.String(), j.Currency)
		job.Case.Parts = []string{req.Income.String()}
	}
	for _, c := range req.Components {
		fact(string(c.Kind), c.Amount.String(), j.Currency)
		if !req.HasIncome {
			job.Case.Parts = append(job.Case.Parts, c.Amount.String())
		}
	}
	if req.IncomeBasis != "" {
		fact("income_basis", string(req.IncomeBasis), "")
	}
	if g := books.Region(j.Code, req.SubRegion); g != nil {
		job.Case.RegionName = g.Name
		fact("sub_region", g.Slug, "")
	} else if req.SubRegion != "" {
		fact("sub_region", req.SubRegion, "")
	}
	for _, f := range j.Facts {
		if v, given := req.Facts[f.Name]; given {
			currency := ""
			if f.Type == "decimal" {
				currency = j.Currency
			}
			fact(f.Name, v, currency)
		}
	}
}

// leftOut asks for everything that a request needs and does not have.
func (job *Job) leftOut(books *tax.Registry, j *tax.Jurisdiction, req *tax.Request) {
	ask := func(key, reason, prompt string) { job.Missing = append(job.Missing, contract.Ask(key, reason, prompt)) }
	if req.Jurisdiction == "" {
		ask("jurisdiction", "Tax law differs by place, and the request names none.", "Which country is it for?")
	}
	if req.TaxYear == "" {
		ask("tax_year", "Rates and thresholds differ by tax year, and the request names none.", "Which tax year is it for?")
	}
	if !req.HasIncome && len(req.Components) == 0 {
		prompt := "What is the annual total of the income before tax"
		if j != nil {
			prompt += ", in " + j.Currency
		}
		ask("income", "The tax depends on the income.", prompt+"?")
	}
	if j == nil {
		return
	}
	if req.SubRegion == "" && j.RegionRule == tax.RegionRequired && !j.Apart.Covers(req.Scope) &&
		books.Row(j.Code, job.TaxYear, req.TaxType, "") == nil &&
		slices.ContainsFunc(j.Coverage, func(row tax.CoverageRow) bool { return row.TaxYear == job.TaxYear || job.TaxYear == "" }) {
		names := []string{}
		for _, g := range j.Regions {
			if g.Uncovered == "" {
				names = append(names, g.Slug)
			}
		}
		ask("sub_region", "The rates differ within "+j.Name+".",
			"In which part of "+j.Name+" is the person resident? One of: "+strings.Join(names, ", ")+".")
	}
	region := req.SubRegion
	for i := 0; region == "" && i < len(j.Regions); i++ { // any region knows the facts that all share
		if books.Facts(j.Code, job.TaxYear, req.TaxType, j.Regions[i].Slug) != nil {
			region = j.Regions[i].Slug
		}
	}
	for _, f := range books.Facts(j.Code, job.TaxYear, req.TaxType, region) {
		if _, given := req.Facts[f.Name]; f.Required && !given {
			job.Missing = append(job.Missing, contract.AskFact(f.Name, f.Reason, f.Prompt))
		}
	}
}

// mix notes what makes the request one of several places.
func (job *Job) mix(j *tax.Jurisdiction, req *tax.Request) {
	switch {
	case req.Residence != nil && req.Residence.Status != "" && req.Residence.Status != "full_year":
		job.Mixed = "The person was not resident in the place for the whole year; which place may tax what is a question of residence and treaty."
	case j != nil && req.Currency != "" && req.Currency != j.Currency:
		job.Mixed = "The amounts are in the currency of another place; which date and rate of exchange apply is a question of law."
	}
}

// malformed keeps of a request's faults those of what was sent: not what is left
// out, what contradicts itself, or what is of another place.
func malformed(err error, req *tax.Request) error {
	var all *tax.InputError
	if !errors.As(err, &all) || all.Contradicting {
		return nil
	}
	kept := tax.InputError{}
	for _, f := range all.Fields {
		switch {
		case f.Field == "jurisdiction" && req.Jurisdiction == "", f.Field == "tax_year" && req.TaxYear == "", f.Field == "sub_region" &&
			req.SubRegion == "",
			f.Field == "income" && !req.HasIncome && len(req.Components) == 0, f.Field == "currency":
		default:
			kept.Fields = append(kept.Fields, f)
		}
	}
	return kept.Err()
}
