package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// income is what a question says of the income, for one place.
type income struct {
	total      money.Dec
	components []tax.Component      // nil = the total is of the kind that income means there
	kinds      []tax.Kind           // every kind that was named
	basis      tax.Basis            // "" = not said
	taken      map[string]money.Dec // amounts that are declared facts, by the fact's name
	facts      []contract.FactUsed
	ask        *contract.MissingFact
	askBasis   *contract.MissingFact // before or after deductions is not said
}

// style returns how points and commas are read: as the language does, and,
// outside English, as the place does, too.
func (r *reader) style(j *tax.Jurisdiction) amount.Style {
	if r.lang == "en" {
		groups := j != nil && len(j.Languages) > 0 && !pointLanguage(j.Languages[0])
		return amount.Style{Point: true, PointGroups: groups}
	}
	if j != nil && j.DecimalPoint {
		return amount.English
	}
	out := amount.Style{Point: pointLanguage(r.lang), Comma: !pointLanguage(r.lang)}
	if j != nil && len(j.Languages) > 0 {
		if pointLanguage(j.Languages[0]) {
			out.Point = true
		} else {
			out.Comma = true
		}
	}
	return out
}

// pointLanguage reports languages that write a decimal point.
func pointLanguage(lang string) bool {
	switch lang {
	case "en", "ga", "cy", "gd", "zh", "ja", "ko", "th", "hi", "he", "ms", "mi", "ta":
		return true
	}
	return false
}

// income adds up the amounts of a question for a place; j is nil while the
// place is not known.
func (r *reader) income(j *tax.Jurisdiction, company bool) (in income) {
	r.repeated()
	if r.statuteBasis(j) {
		in.askBasis = basisAsked()
	}
	sums, why := r.incomeSums(j)
	if company {
		sums = profitOf(sums)
	}
	for i := range sums {
		if k := sums[i].kind; k != "" && takenBy(j, k) == nil && !slices.Contains(in.kinds, k) {
			in.kinds = append(in.kinds, k)
		}
	}
	for _, k := range r.openKinds() {
		if !company && !slices.Contains(in.kinds, k) {
			if takenBy(j, k) == nil {
				in.kinds = append(in.kinds, k)
			}
			if why == "" && len(sums) > 0 {
				why = "A kind of income is named without its amount."
			}
		}
	}
	if named := r.namedIncome(); named != nil && r.gainsAsked(j) {
		for i := range sums {
			if sums[i].From == named.From && sums[i].kind == "" {
				sums[i].kind, in.kinds = tax.CapitalGains, []tax.Kind{tax.CapitalGains} // the gain was asked for
			}
		}
	}
	if why == "" {
		why = in.add(r, j, sums)
	}
	if why != "" {
		in.facts, in.components = nil, nil
		f, ofPeriod := r.askPeriod(why)
		if !ofPeriod {
			f = contract.Ask("income", why, incomePrompt(j, in.kinds))
			if r.gainsAsked(j) {
				f = contract.Ask("income", why, gainsPrompt+", in "+j.Currency+"?")
			}
		}
		in.ask = &f
	}
	return in
}

// profitOf returns the amounts of a company's question as its income: its profit is one whole,
// whatever it was earned by; turnover beside it decides at most which rate it has. What no
// profit is, or may be exempt, keeps its kind.
func profitOf(sums []sum) (out []sum) {
	profit := slices.ContainsFunc(sums, func(s sum) bool { return s.taxable || s.kind == tax.SelfEmployment })
	for _, s := range sums {
		switch s.kind {
		case "turnover":
			if profit && !s.taxable {
				continue
			}
		case tax.Employment, tax.SelfEmployment:
			s.kind = ""
		}
		out = append(out, s)
	}
	return out
}

func incomePrompt(j *tax.Jurisdiction, kinds []tax.Kind) string {
	prompt := "What is the annual total of the income before tax"
	if len(kinds) > 1 || len(kinds) == 1 && kinds[0] != tax.Employment {
		prompt = "What is the annual total before tax of each kind of income"
	}
	if j != nil {
		prompt += ", in " + j.Currency
	}
	return prompt + "?"
}

// incomeSums selects the amounts that are the income, or says why that cannot
// be told.
func (r *reader) incomeSums(j *tax.Jurisdiction) (out []sum, why string) {
	var nets, others, loose int
	for _, s := range r.sums {
		if r.idle(&s) {
			continue
		}
		switch s.role {
		case incomeSum:
			out = append(out, s)
		case netSum:
			nets++
		case otherSum:
			others++
		case unbound:
			if !r.othersLoose(&s) {
				loose++
			}
		}
	}
	if named := r.namedIncome(); named != nil && others == 0 {
		if r.contradicted(named, out, r.style(j)) {
			return nil, "The question names the income twice, with different amounts."
		}
		return []sum{*named}, ""
	}
	if whole := r.wholeOf(r.style(j)); whole != nil && others == 0 && nets == 0 {
		out = []sum{*whole}
		loose = 0
	}
	if loose > 0 && r.allOthers(out) {
		for i := range out {
			r.notAsked(&out[i])
		}
		out = nil
	}
	takeHome := r.has(askWord, "take_home") && len(r.spans[grossWord]) == 0
	left := r.asksWhatIsLeft()
	if left && nets+others == 0 && len(out) > 0 && j != nil && j.TakeHome && !r.company() {
		r.takeHome, takeHome = true, false
	}
	switch {
	case left && !r.takeHome && nets == 0 && len(out) > 0 && j != nil && !r.company():
		return nil, "What is left of a wage is not computed there, since not all that is taken from it is; the tax on the annual gross income is."
	case len(out) == 0 && nets > 0 || takeHome:
		return nil, "The question speaks of an amount net of tax; the tax is computed from the gross amount, which must be named as such."
	case others > 0:
		return out, "An amount in the question is a payment, a price or a deduction; what each amount stands for must be said, or it must be left out."
	case len(out) == 0 && (loose == 0 || !r.taxSpoken()):
		return nil, "The tax depends on the income, and the question names no annual amount of it."
	case loose > 1 || loose == 1 && len(out) > 0:
		return out, "It is not said what each of the amounts in the question stands for."
	case loose == 1:
		for _, s := range r.sums {
			if s.role == unbound && !r.idle(&s) && !r.othersLoose(&s) {
				out = append(out, s)
			}
		}
	}
	if out, why = r.ownIncomes(out); why == "" {
		out, why = restated(out, r.style(j))
	}
	if why == "" {
		why = r.doubtful(out)
	}
	if why == "" {
		why = r.strange(out, r.style(j))
	}
	if r.oneBase = r.onJointBase(j, out); why == "" && r.joint() && !r.jointlyTaxed(j) && !r.oneBase {
		why = eachAlone
	}
	return out, why
}

// namedIncome returns the amount that the caller gave under the name of the
// missing fact, "income: 60000", which settles what was asked about it.
func (r *reader) namedIncome() *sum {
	for i := range r.sums {
		s := &r.sums[i]
		sign := r.word(s.From - 1)
		if w := r.at(incomeWord, s.From-2); (sign == ":" || sign == "=") && w != nil && r.word(w.from-1) == "\n" && r.word(w.from) == "income" &&
			r.stop(s.To) {
			return s
		}
	}
	return nil
}

// contradicted reports another amount that is clearly an annual income too.
func (r *reader) contradicted(named *sum, sums []sum, style amount.Style) bool {
	v, doubt := named.Read(style)
	return doubt == amount.Certain && slices.ContainsFunc(sums, func(s sum) bool {
		if s.From == named.From || r.doubtful([]sum{s}) != "" || r.strange([]sum{s}, style) != "" {
			return false
		}
		o, _ := s.Read(style)
		return !o.Equal(v)
	})
}

const eachAlone = "The income is that of more than one person; each person's own is needed, one person at a time."

// joint reports that the incomes are those of more than one person.
func (r *reader) joint() bool {
	people := map[string]bool{}
	for _, s := range r.sums {
		if s.person == "joint" && r.has(statusWord, "single") {
			continue // "tax household, single"
		}
		if s.person != "" && (s.role == incomeSum || s.role == unbound) {
			people[s.person] = true
		}
	}
	return people["joint"] || len(people) > 1
}

// jointlyTaxed reports a place that taxes spouses on one income, unless the
// question says that these two are not: where it says nothing, the fact that
// decides is asked for.
func (r *reader) jointlyTaxed(j *tax.Jurisdiction) bool {
	if j == nil {
		return true // which place it is is asked first
	}
	return slices.ContainsFunc(j.Facts, func(f tax.Fact) bool {
		if f.Joint == nil {
			return false
		}
		said, _ := r.fact(j, &f)
		return said == "" || slices.Contains(f.Joint, said)
	})
}

// taxSpoken reports that a tax, an income or a comparison is spoken of, so that
// an amount that stands alone is what the tax is asked on.
func (r *reader) taxSpoken() bool {
	return len(r.levies)+len(r.spans[taxWord])+len(r.spans[incomeWord])+len(r.spans[kindWord])+len(r.spans[compareWord]) > 0
}

// restated drops an amount that only says again what another one said; one
// that says something else without saying what is asked for.
func restated(in []sum, style amount.Style) (out []sum, why string) {
	for i, s := range in {
		if !s.weak || len(in) == 1 {
			out = append(out, s)
			continue
		}
		v, doubt := s.Read(style)
		again := false
		for k, o := range in {
			ov, od := o.Read(style)
			again = again || k != i && doubt == amount.Certain && od == amount.Certain && v.Equal(ov) && (!o.weak || k < i)
		}
		if !again {
			firstOfEquals := true
			for k, o := range in {
				ov, od := o.Read(style)
				firstOfEquals = firstOfEquals && (k == i || doubt == amount.Certain && od == amount.Certain && v.Equal(ov))
			}
			if !firstOfEquals {
				return in, "It is not said what each of the amounts in the question stands for."
			}
			out = append(out, s)
		}
	}
	return out, ""
}
