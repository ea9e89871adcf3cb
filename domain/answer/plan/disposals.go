package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
)

// When an asset was sold, where rates on gains changed within a year, and what else was earned
// beside the gain.

// earlyGainsFact is the fact of how much of the gains of 2024-25 was made before the day from
// which the rates are higher (GB TCGA 1992 s. 1H as amended by FA 2025 s. 7).
const earlyGainsFact = "gains_before_30_october_2024"

var ratesRose = civil.MustParse("2024-10-30")

// early returns how much of the gains was made before the rates rose, where the one day or month
// on which the asset was sold is said: all, or nothing; "" = it is not said.
func (r *reader) early(in *income) string {
	if in.ask != nil || len(in.kinds) != 1 || in.kinds[0] != tax.CapitalGains {
		return ""
	}
	value, gains := "", 0
	for i := range r.sums {
		if r.sums[i].role == incomeSum && r.sums[i].kind == tax.CapitalGains {
			gains++
		}
	}
	for i := range r.days {
		m := &r.days[i]
		if len(m.days) == 0 || !r.disposedAt(m.from, m.to) {
			continue
		}
		before, after := true, true
		for _, d := range m.days {
			before, after = before && d.Before(ratesRose), after && !d.Before(ratesRose)
		}
		said := ""
		switch {
		case before:
			said = in.total.String()
		case after:
			said = "0"
		}
		if said == "" || gains != 1 || value != "" && value != said {
			return ""
		}
		value = said
	}
	return value
}

// disposedAt reports that the clause of a date says of it that something was sold, or a gain
// made, and not that it was bought, may be sold or is not.
func (r *reader) disposedAt(from, to int) bool {
	begin, end := r.clause(span{"", from, to})
	sold := false
	for i := begin; i < end; i++ {
		if r.at(deductionWord, i) != nil || r.deniedAt(i, i+1) || r.unclearAt(i, i+1) {
			return false
		}
		k := r.at(kindWord, i)
		sold = sold || lexicon.IsAt(lexicon.Sells, r.tokens, i) > 0 || k != nil && k.code == string(tax.CapitalGains)
	}
	return sold
}

// markDisposals marks the words of selling where the tax on gains is asked for.
func (r *reader) markDisposals(known []bool) {
	if !slices.Contains(r.out.TaxTypes, "capital_gains") {
		return
	}
	for i := range r.tokens {
		if n := lexicon.IsAt(lexicon.Sells, r.tokens, i); n > 0 {
			fill(known[i : i+n])
		}
	}
}

// earnedBeside takes other income away from the gains whose tax is asked for: what of it is
// taxable, on which the rate of the gains depends, is asked for.
func (r *reader) earnedBeside() {
	gains := slices.ContainsFunc(r.sums, func(s sum) bool { return s.role == incomeSum && s.kind == tax.CapitalGains && s.kindAt != nil })
	for i := range r.sums {
		s := &r.sums[i]
		if gains && s.role == incomeSum && !s.taxable && s.kindAt != nil && s.kind != tax.CapitalGains && s.period == "" {
			s.role = tiedSum
		}
	}
}

// salaryBeside is why a taxable income is asked for where another one is named.
func (r *reader) salaryBeside(missing []contract.MissingFact) {
	for i := range missing {
		if missing[i].Key != besideGains {
			continue
		}
		if slices.ContainsFunc(r.sums, func(s sum) bool { return s.role == tiedSum && s.kind == tax.Employment && s.kindAt != nil }) {
			missing[i].Reason += " What is taxable of the income that the question names, after the allowances, is needed."
		}
	}
}
