package plan

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
)

// The coverage rows that a question meets, and what of it they leave out.

// ownTax reports that an undeclared part of a covered country cannot stand for
// the whole.
func (r *reader) ownTax(j *tax.Jurisdiction, part string) bool {
	return j.RegionRule == tax.RegionRequired ||
		slices.ContainsFunc(r.p.lex.OwnTax, func(prefix string) bool { return strings.HasPrefix(part, prefix) })
}

func typeOf(row *tax.CoverageRow) string {
	if row.TaxType == "" {
		return tax.IndividualIncome
	}
	return row.TaxType
}

// rowsOf returns the coverage rows of a tax for a region (any, if g is nil).
func rowsOf(j *tax.Jurisdiction, g *tax.Region, taxType string) (out []tax.CoverageRow) {
	slug := ""
	if g != nil {
		if slug = g.Slug; g.Same != "" {
			slug = g.Same
		}
	}
	for _, row := range j.Coverage {
		if typeOf(&row) == taxType && (row.Region == "" || g == nil || row.Region == slug) {
			if row.Period == (civil.Period{}) {
				row.Period, _ = j.YearForm.Period(row.TaxYear)
			}
			if row.Kinds == nil {
				row.Kinds = j.Kinds
			}
			out = append(out, row)
		}
	}
	return out
}

// uncoveredKinds adds a gap for every kind of income, or basis, that the row
// does not model.
func (r *reader) uncoveredKinds(j *tax.Jurisdiction, row *tax.CoverageRow, in *income, gap Gap) (found bool) {
	for _, k := range in.kinds {
		if !slices.Contains(row.Kinds, k) || gap.TaxType == tax.CorporateIncome {
			gap.Reason = "income of the kind " + string(k) + " is not covered there"
			r.gap(gap)
			found = true
		}
	}
	taxable := slices.ContainsFunc(r.sums, func(s sum) bool {
		// Taxable wages, where a place computes from wages alone, are the wages; a taxable profit is the profit, which is
		// net of its expenses everywhere.
		return s.role == incomeSum && s.taxable && s.kind != tax.Employment && s.kind != tax.SelfEmployment &&
			gap.TaxType == tax.IndividualIncome
	})
	if taxable && !j.TaxableWages && !slices.Contains(j.Bases, tax.Taxable) {
		gap.Reason = "a taxable income as the starting point is not covered there"
		r.gap(gap)
		found = true
	}
	if in.basis == tax.Gross && !slices.Contains(j.Bases, tax.Gross) {
		gap.Reason = "a gross income as the starting point is not covered there"
		r.gap(gap)
		found = true
	}
	return found
}

// note keeps the lowest tier and oldest cut-off of the rows that match.
func (r *reader) note(rows []tax.CoverageRow) {
	for _, row := range rows {
		if r.out.Tier == "" {
			r.out.Tier = row.Tier
		}
		r.out.Tier = contract.Lower(r.out.Tier, row.Tier)
		if r.out.LawAsOf.IsZero() || row.LawAsOf.Before(r.out.LawAsOf) {
			r.out.LawAsOf = row.LawAsOf
		}
	}
}

func labels(rows []tax.CoverageRow) (out []string) {
	for _, row := range rows {
		if !slices.Contains(out, row.TaxYear) {
			out = append(out, row.TaxYear)
		}
	}
	slices.Sort(out)
	return out
}
