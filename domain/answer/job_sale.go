package answer

import (
	"errors"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/tax"
)

// SaleJob makes a job of a sales document, which is well-formed but for what is
// left out, under the names of absent.
func SaleJob(q indirect.Request, absent []contract.MissingFact, sell func(indirect.Request) (indirect.Result, error)) *Job {
	code := q.Buyer.Country
	if q.ShipTo != nil && q.ShipTo.Country != "" {
		code = q.ShipTo.Country
	}
	job := &Job{Code: code, Place: code, Missing: absent}
	job.Case = plan.Case{Jurisdiction: &tax.Jurisdiction{Code: code, Name: code, Currency: q.Currency}, TaxType: "vat",
		Supply: &plan.Supply{Name: "The tax on the sale", Whole: true}}
	if code == "US" {
		job.Case.TaxType = "sales_tax"
	}
	if !q.Date.IsZero() {
		job.TaxYear = q.Date.String()[:4]
		job.Facts = append(job.Facts, contract.FactUsed{Key: "date", Value: q.Date.String()})
	}
	if q.PricesIncludeTax {
		job.Facts = append(job.Facts, contract.FactUsed{Key: "prices_include_tax", Value: "true"})
	}
	for _, l := range q.Lines {
		job.Facts = append(job.Facts, contract.FactUsed{Key: "unit_price", Value: l.UnitPrice.String(), Currency: q.Currency})
	}
	c := &job.Case
	job.Compute = func() (tax.Result, error) {
		if len(absent) > 0 {
			return tax.Result{}, nil
		}
		r, err := sell(q)
		var blockers *indirect.Blockers
		switch {
		case errors.As(err, &blockers):
			return tax.Result{}, soldNot(blockers, c.TaxType, job.Code, job.TaxYear)
		case err != nil:
			return tax.Result{}, err
		}
		c.Row.TaxYear = job.TaxYear
		if len(r.Decisions) > 0 && r.Decisions[0].Place.Country != "" {
			c.Jurisdiction.Code = r.Decisions[0].Place.Country
		}
		if len(r.Totals) > 0 {
			if t := strings.ToLower(r.Totals[0].Code); t == "gst" || t == "vat" {
				c.TaxType = t
			}
		}
		c.Supply.Amount = r.Net.String()
		out := asResult(c, &q, &r, totalRate(&r))
		out.Jurisdiction = c.Jurisdiction.Code
		return out, nil
	}
	return job
}

// soldNot is why a sale is not computed: what must be said, or that no rule or
// rate is held.
func soldNot(b *indirect.Blockers, taxType, code, year string) error {
	var missing tax.MissingFacts
	for _, f := range unsaid(b, true) {
		prompt := ""
		if f.Prompt != nil {
			prompt = *f.Prompt
		}
		missing.Facts = append(missing.Facts, tax.Fact{Name: f.Key, Reason: f.Reason, Prompt: prompt})
	}
	if len(missing.Facts) > 0 {
		return &missing
	}
	return &tax.Unavailable{Jurisdiction: code, TaxYear: year, TaxType: taxType, Taxpayer: "individual",
		Reason: "the sale is not covered there"}
}
