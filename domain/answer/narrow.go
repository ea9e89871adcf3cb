package answer

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/coverage"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// rowOf is the row of the matrix that a case is computed by; ok is false of a sale,
// which has none, and of a case whose row is not known yet.
func rowOf(c *plan.Case) (r coverage.Row, ok bool) {
	if c.Supply != nil || c.Jurisdiction == nil || c.Row.Tier == "" {
		return r, false
	}
	return coverage.RowOf(c.Jurisdiction.Code, &c.Row), true
}

// refused is the gap that the firm's profiles make of a case at a tier; nil = none.
func (a *answering) refused(c *plan.Case, tier tax.Tier) *plan.Gap {
	r, ok := rowOf(c)
	if !ok {
		return nil
	}
	reason := a.env.Profiles.Refuses(r, tier)
	if reason == "" {
		return nil
	}
	return &plan.Gap{Jurisdiction: r.Jurisdiction, TaxYear: r.TaxYear, TaxType: r.TaxType, Taxpayer: r.Taxpayer, Reason: reason}
}

// RowsOf lists the rows of a place that a request can be of: those of its tax type,
// and of the year and the region that it names; "" = it does not.
func RowsOf(j *tax.Jurisdiction, taxType, year, region string) (rows []tax.CoverageRow) {
	if j == nil {
		return nil
	}
	for i := range j.Coverage {
		row := &j.Coverage[i]
		k := coverage.RowOf(j.Code, row)
		if k.TaxType == taxType && (year == "" || k.TaxYear == year) && (region == "" || k.Region == "" || k.Region == region) {
			rows = append(rows, *row)
		}
	}
	return rows
}

// excluded is the gap that the firm's profiles make of a job before its facts are
// asked for: every row that it can be of is refused. nil = one is not.
func (a *answering) excluded(job *Job) (gap *plan.Gap) {
	c := job.Case
	for i := range job.Rows {
		c.Row = job.Rows[i]
		g := a.refused(&c, c.Row.Tier)
		if g == nil {
			return nil
		}
		if gap == nil {
			gap = g
			gap.TaxYear = job.TaxYear
		}
	}
	return gap
}

// narrow makes gaps of the cases that the firm does not offer. Facts that one of
// them lacks are asked for no more where no case is left.
func (a *answering) narrow() {
	p := &a.out.Plan
	p.Cases = slices.DeleteFunc(p.Cases, func(c plan.Case) bool {
		gap := a.refused(&c, c.Tier)
		if gap != nil {
			p.Gaps = append(p.Gaps, *gap)
		}
		return gap != nil
	})
}

// limits are the amounts above which a person looks: those for every answer, and
// those of the rows that are asked about.
func (a *answering) limits() []money.Amount {
	limits := slices.Clone(a.env.ReviewOver)
	for i := range a.out.Plan.Cases {
		c := &a.out.Plan.Cases[i]
		if r, ok := rowOf(c); ok {
			if over := a.env.Profiles.ReviewOver(r); over != nil {
				limits = append(limits, money.Amount{Value: *over, Currency: c.Jurisdiction.Currency})
			}
		}
	}
	return limits
}
