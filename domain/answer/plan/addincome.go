package plan

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// Amounts are added up by their kinds, on one basis and in the currency of the place.

// add reads the values and adds them up by kind.
func (in *income) add(r *reader, j *tax.Jurisdiction, sums []sum) (why string) {
	currency := ""
	if j != nil {
		currency = j.Currency
	}
	plain := len(in.kinds) == 0 || len(in.kinds) == 1 && (j == nil || len(j.Kinds) == 0 || in.kinds[0] == j.Kinds[0])
	for i := range sums {
		s := &sums[i]
		v, doubt := r.read(s, j)
		if doubt != amount.Certain {
			return doubtReason(doubt)
		}
		switch {
		case s.Currencies == nil && r.mixed:
			return "The places have different currencies, and the amount names none; it is needed in " + currency + "."
		case s.Currencies != nil && currency != "" && !slices.Contains(s.Currencies, currency):
			return "The amount is in another currency than the place's; which date and rate of exchange apply is a question of law, so the amount is needed in " + currency + "."
		case currency != "" && tooFine(v, currency):
			return "The amount has more digits after its decimal mark than the currency has."
		}
		if f := takenBy(j, s.kind); f != nil {
			in.take(f, v)
			continue
		}
		kind := s.kind
		if kind == "" && j != nil && len(j.Kinds) > 0 {
			kind = j.Kinds[0]
		}
		key := "income"
		if !plain {
			key = string(kind)
			in.addComponent(kind, v)
		}
		in.facts = append(in.facts, contract.FactUsed{Key: key, Value: v.String(), Currency: currency})
		if s.times > 0 {
			in.facts = append(in.facts, contract.FactUsed{Key: "income_period", Value: strconv.FormatInt(s.times, 10)})
		}
		in.total = in.total.Add(v)
		if s.taxable && !r.taxableProfit(s) && (j == nil || slices.Contains(j.Bases, tax.Taxable)) {
			in.basis = tax.Taxable
		}
	}
	if b := tax.Basis(strings.ToLower(r.said["income_basis"])); j != nil && (b == tax.Gross || b == tax.Taxable) && slices.Contains(j.Bases,
		b) {
		in.basis = b
	}
	unsaid := len(r.spans[taxableWord]) == 0 || r.company()
	if in.basis == "" && startsTaxable(j) && (len(r.spans[grossWord]) > 0 || slices.Contains(in.kinds, tax.Employment) && unsaid &&
		!r.speaksOfTaxable(j)) {
		in.basis = tax.Gross
	}
	if in.basis == "" && startsTaxable(j) && slices.Contains(j.Bases, tax.Gross) && !r.speaksOfTaxable(j) && !r.company() &&
		(unsaid || slices.Contains(in.kinds, tax.Employment)) { // wages that are called taxable are neither for sure
		in.askBasis = basisAsked()
	}
	if in.basis == tax.Gross && startsTaxable(j) && r.joint() {
		return eachAlone // contributions are each person's own
	}
	if in.basis != "" {
		in.facts = append(in.facts, contract.FactUsed{Key: "income_basis", Value: string(in.basis)})
	}
	return ""
}

// company reports that the tax of a company is asked for.
func (r *reader) company() bool { return r.out.Taxpayer == "company" }

// takenBy returns the fact whose value an amount of a kind is, or nil.
func takenBy(j *tax.Jurisdiction, kind tax.Kind) *tax.Fact {
	if j == nil || kind == "" {
		return nil
	}
	i := slices.IndexFunc(j.Facts, func(f tax.Fact) bool { return f.Takes == kind })
	if i < 0 {
		return nil
	}
	return &j.Facts[i]
}

func (in *income) take(f *tax.Fact, v money.Dec) {
	if in.taken == nil {
		in.taken = map[string]money.Dec{}
	}
	in.taken[f.Name] = in.taken[f.Name].Add(v)
}

// taxableProfit reports profit of a trade that is called taxable, or is said to be: what the
// trade's own return computes, before allowances that a person has on all income.
func (r *reader) taxableProfit(s *sum) bool {
	return s.kind == tax.SelfEmployment && slices.ContainsFunc(r.spans[taxableWord], func(t span) bool {
		k := r.at(kindWord, t.to-1)
		return k != nil && k.code == string(tax.SelfEmployment) || r.at(incomeWord, t.to-1) == nil && r.saidToBe(s, &t)
	})
}

// saidToBe reports a word that is said of an amount: "£40,000 of profit is taxable".
func (r *reader) saidToBe(s *sum, t *span) bool {
	for i := s.To; i < t.from && !r.stop(i); i++ {
		if word := r.word(i); word == "is" || word == "are" || word == "was" {
			return true
		}
	}
	return false
}

// startsTaxable reports a place where income means the taxable one when nothing
// is said. Somebody who speaks of wages says something: wages are gross.
func startsTaxable(j *tax.Jurisdiction) bool {
	return j != nil && len(j.Bases) > 0 && j.Bases[0] == tax.Taxable
}

// speaksOfTaxable reports that a fact is spoken of that only a taxable income
// has: a salary as it is declared, say, is no gross one.
func (r *reader) speaksOfTaxable(j *tax.Jurisdiction) bool {
	return slices.ContainsFunc(j.Facts, func(f tax.Fact) bool {
		if f.Basis != tax.Taxable {
			return false
		}
		_, spoken := r.fact(j, &f)
		return spoken
	})
}

func (in *income) addComponent(kind tax.Kind, v money.Dec) {
	for i := range in.components {
		if in.components[i].Kind == kind {
			in.components[i].Amount = in.components[i].Amount.Add(v)
			return
		}
	}
	in.components = append(in.components, tax.Component{Kind: kind, Amount: v})
}

func tooFine(v money.Dec, currency string) bool {
	minor, ok := money.MinorUnitsEver(currency)
	return ok && v.Places() > minor && !v.Equal(v.Round(minor, money.Down))
}

func doubtReason(d amount.Doubt) string {
	switch d {
	case amount.Separators:
		return "The amount can be read in two ways, because its point or comma may separate thousands or decimals; write it without separators."
	case amount.TooLong:
		return "The amount has more digits than an amount can have."
	case amount.Negative:
		return "The amount is negative; a loss is not an income, and how it counts must be said."
	}
	return "The amount cannot be read; write it in plain digits."
}
