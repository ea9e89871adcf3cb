package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/tax"
)

// besideGains is the fact that a tax on gains takes of the income beside them.
const besideGains = "taxable_income"

// gainsPrompt begins the question about what a tax on gains is asked on.
const gainsPrompt = "What is the annual total of the capital gains"

// claimBeside takes the one taxable income of a question about gains away from the
// amounts that are taxed: it is a fact beside them. nil if there is none, or none that a
// place asks for.
func (r *reader) claimBeside(j *tax.Jurisdiction, taxType string) *sum {
	if taxType != "capital_gains" || !slices.ContainsFunc(j.Facts, func(f tax.Fact) bool {
		return f.Name == besideGains && slices.Contains(f.TaxTypes, taxType)
	}) {
		return nil
	}
	found := -1
	for i := range r.sums {
		s := &r.sums[i]
		if s.role != incomeSum || !s.taxable || s.kindAt != nil && s.kind == tax.CapitalGains {
			continue
		}
		if found >= 0 {
			return nil
		}
		found = i
	}
	if found < 0 {
		r.earnedBeside()
		return nil
	}
	claimed := r.sums[found]
	if who := r.earner(&claimed); who == spouse || who == child || who == relative {
		return nil
	}
	if r.doubtful([]sum{claimed}) != "" || r.anothers(&claimed) || r.denies(&claimed) {
		return nil
	}
	r.sums[found].role = tiedSum
	return &claimed
}

// takeBeside gives the fact the value of an amount that was claimed for it.
func (in *income) takeBeside(r *reader, j *tax.Jurisdiction, s *sum) {
	v, doubt := r.read(s, j)
	if doubt != amount.Certain || s.Currencies != nil && !slices.Contains(s.Currencies, j.Currency) || tooFine(v, j.Currency) {
		return // it is asked for
	}
	in.take(&tax.Fact{Name: besideGains}, v)
}

// gainsAsked reports that a tax on gains by itself is asked for, where a place has one.
func (r *reader) gainsAsked(j *tax.Jurisdiction) bool {
	return j != nil && len(r.out.TaxTypes) == 1 && r.out.TaxTypes[0] == "capital_gains" && len(rowsOf(j, nil, "capital_gains")) > 0
}
