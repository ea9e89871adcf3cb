package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/tax"
)

// plan reads everything and puts it together.
func (r *reader) plan() {
	r.findYears()
	r.findSums()
	for _, t := range r.p.lex.Triggered(r.tokens) {
		r.out.Triggers = append(r.out.Triggers, Trigger{t.Code, t.Reason, t.Prohibited})
	}
	r.evades()
	r.findLevies()
	r.wants()
	r.out.TaxTypes, r.out.Taxpayer = r.taxTypes()
	where := r.locate()
	if where.review || !where.compare && !r.indirect() && r.twoMoneys() {
		r.out.Triggers = append(r.out.Triggers, Trigger{Code: "two_places",
			Reason: "The question places one person in more than one place of tax; which of them may tax what is a question of residence and treaty."})
	}
	r.out.Compare = where.compare && len(where.places) > 1
	r.out.Research = r.out.Research || r.nothingToCompute(&where)
	r.classify()
	if r.out.Classification != contract.OutOfScope {
		r.cases(&where)
		r.departures()
		r.charges()
		r.circumstances()
		r.askOfTaxCode()
		r.otherwise()
		r.scopedRates()
		r.account()
	} else {
		r.gap(Gap{Reason: "the question is not about tax"})
	}
	r.issues()
	p := &r.out
	p.CanAnswer = len(p.Triggers)+len(p.Gaps)+len(p.MissingFacts) == 0 && len(p.Cases) > 0 && !p.Research
	r.askInLanguage()
	r.fillLists()
}

func (r *reader) fillLists() {
	p := &r.out
	for _, l := range []*[]string{&p.Jurisdictions, &p.SubRegions, &p.TaxYears, &p.TaxTypes, &p.Issues, &p.RequiredTools} {
		if *l == nil {
			*l = []string{}
		}
	}
	p.Facts, p.MissingFacts = notNil(p.Facts), notNil(p.MissingFacts)
	p.Ambiguities, p.Triggers, p.Gaps = notNil(p.Ambiguities), notNil(p.Triggers), notNil(p.Gaps)
}

func notNil[T any](in []T) []T {
	if in == nil {
		return []T{}
	}
	return in
}

// wants notes what the caller wants beside a figure.
func (r *reader) wants() {
	r.out.Validate = r.has(askWord, "validate")
	asksAmount := slices.ContainsFunc(r.sums, func(s sum) bool { return s.Currencies != nil || s.role == incomeSum }) ||
		r.has(askWord, "amount")
	r.out.Research = len(r.spans[researchWord]) > 0 && !asksAmount
}

// nothingToCompute reports a question that asks for no tax and says nothing that one is computed
// on: neither an amount, a place nor a year. It asks for something else, which a person reads.
func (r *reader) nothingToCompute(where *placing) bool {
	if len(r.said) > 0 || len(r.sums)+len(r.years)+len(where.places)+len(r.levies)+r.wanted() > 0 || where.nowhere != "" || r.indirect() {
		return false
	}
	for _, c := range []class{taxWord, taxableWord, grossWord, netWord, statusWord, compareWord, relativeYearWord} {
		if len(r.spans[c]) > 0 {
			return false
		}
	}
	return true
}

// taxTypes returns the taxes that are asked for. A question about tax that
// names none is about income tax.
func (r *reader) taxTypes() (types []string, taxpayer string) {
	for _, s := range r.spans[taxWord] {
		code := s.code
		if code == "generic" && r.besideIncomeTax(s.to) {
			code = tax.IndividualIncome
		}
		if r.overLevy(s.from, s.to) && code != tax.IndividualIncome {
			continue
		}
		if code != "generic" && !slices.Contains(types, code) && !r.leftOut(s.from) && !r.deniedAt(s.from, s.to) && !r.drawn(s) {
			types = append(types, code)
		}
	}
	company := len(r.spans[taxpayerWord]) > 0
	business := slices.ContainsFunc(r.spans[kindWord], func(s span) bool { return s.code == string(tax.SelfEmployment) })
	switch {
	case slices.Contains(types, tax.CorporateIncome):
		return types, "company"
	case types == nil && company && (business || !r.earns()) && !r.contributionIn(0, len(r.tokens)):
		return []string{tax.CorporateIncome}, "company"
	case types == nil && (r.aboutTax() || len(r.levies) > 0):
		types = []string{tax.IndividualIncome}
	}
	return types, "individual"
}

// earns reports wages, or a person who has the income: the tax is then not that
// of the company that is named.
func (r *reader) earns() bool {
	return slices.ContainsFunc(r.spans[kindWord], func(s span) bool { return s.code == string(tax.Employment) && !r.companyEarns(&s) }) ||
		slices.ContainsFunc(r.sums, func(s sum) bool { return s.person != "" }) || !r.taxpayerFirst()
}

// taxpayerFirst reports a company that begins a clause, or is ours: it is what
// the question is about.
func (r *reader) taxpayerFirst() bool {
	return slices.ContainsFunc(r.spans[taxpayerWord], func(s span) bool {
		return s.from == 0 || r.pause(s.from-1) || r.word(s.from-1) == "a" || s.from > 0 && possessive(r.tokens[s.from-1].Text) ||
			s.to > s.from+1 && possessive(r.tokens[s.from].Text) || r.taxDemonym(&mention{from: s.from - 1, to: s.from})
	})
}

// besideIncomeTax reports that "tax" is counted up with contributions and so is
// the income tax: "tax and national insurance".
func (r *reader) besideIncomeTax(to int) bool {
	if lexicon.Is(lexicon.CountsUp, r.word(to)) {
		next := r.at(taxWord, to+1)
		return next != nil && next.code == "social_contributions"
	}
	next := r.at(taxWord, to) // "and NI" is a phrase
	return next != nil && next.code == "social_contributions"
}

// leftOut reports a tax that is named to be left out: "ohne Kirchensteuer".
func (r *reader) leftOut(from int) bool { return from > 0 && r.p.lex.Without[r.tokens[from-1].Text] }

// drawn reports social security that is received, not paid: an amount follows
// it, "social security $20,000".
func (r *reader) drawn(s span) bool {
	return s.code == "social_contributions" && slices.ContainsFunc(r.sums, func(x sum) bool {
		return x.kind == benefits && x.From >= s.to &&
			x.From-s.to <= 1
	})
}

// aboutTax reports a question about tax: a word of tax or income, or an
// amount with a place, a year or a comparison. An amount alone may be anything:
// "Convert 100 USD to EUR".
func (r *reader) aboutTax() bool {
	if len(r.spans[taxWord])+len(r.spans[kindWord])+len(r.spans[incomeWord])+len(r.spans[taxableWord]) > 0 || r.out.Research &&
		(!r.generalResearch() || len(r.markers()) > 0) { // a form or an authority of one country's law
		return true
	}
	if len(r.sums) == 1 && r.sums[0].From == 0 && r.stop(r.sums[0].To) {
		return true // "£60,000", and nothing else
	}
	return slices.ContainsFunc(r.sums, func(s sum) bool { return s.role != tiedSum || s.Currencies != nil }) &&
		(len(r.years)+len(r.spans[compareWord])+r.wanted()+len(r.spans[netWord])+len(r.spans[grossWord]) > 0 || len(r.findPlaces()) > 0)
}

// wanted counts the words that ask for something of a tax.
func (r *reader) wanted() (n int) {
	for _, s := range r.spans[askWord] {
		if s.code != "weigh" {
			n++
		}
	}
	return n
}

// generalResearch reports research words that could be about anything.
func (r *reader) generalResearch() bool {
	return !slices.ContainsFunc(r.spans[researchWord], func(s span) bool { return s.code != "deadline" && s.code != "procedure" })
}

func (r *reader) classify() {
	switch {
	case slices.ContainsFunc(r.out.Triggers, func(t Trigger) bool { return t.Prohibited }):
		r.out.Classification = contract.Prohibited
	case len(r.out.TaxTypes) == 0 && len(r.out.Triggers) == 0:
		r.out.Classification = contract.OutOfScope
	case r.out.Research:
		r.out.Classification = contract.Standard
	default:
		r.out.Classification = contract.HighRisk
	}
}

func (r *reader) issues() {
	add := func(list *[]string, v string) {
		if !slices.Contains(*list, v) {
			*list = append(*list, v)
		}
	}
	p := &r.out
	if p.Classification == contract.OutOfScope {
		return
	}
	if !p.Research {
		for _, t := range p.TaxTypes {
			add(&p.Issues, t+"_due")
		}
	}
	if p.Compare {
		add(&p.Issues, "comparison")
	}
	if p.Validate {
		add(&p.Issues, "confirmation")
	}
	for _, s := range r.spans[askWord] {
		if s.code != "validate" && s.code != "amount" && s.code != "weigh" {
			add(&p.Issues, s.code)
		}
	}
	if p.Research {
		for _, s := range r.spans[researchWord] {
			add(&p.Issues, s.code)
		}
		add(&p.RequiredTools, "research")
	}
	for _, t := range p.Triggers {
		add(&p.Issues, t.Code)
	}
}

// ask adds a missing fact, once a key.
func (r *reader) ask(f contract.MissingFact) {
	if !slices.ContainsFunc(r.out.MissingFacts, func(o contract.MissingFact) bool { return o.Key == f.Key }) {
		r.out.MissingFacts = append(r.out.MissingFacts, f)
	}
}

func (r *reader) gap(g Gap) {
	if !slices.Contains(r.out.Gaps, g) {
		r.out.Gaps = append(r.out.Gaps, g)
	}
}

func (r *reader) addFacts(facts []contract.FactUsed) {
	if len(facts) == 0 {
		return
	}
	if slices.ContainsFunc(r.out.Facts, func(o contract.FactUsed) bool { return o == facts[0] }) {
		return // another case of the same amounts
	}
	r.out.Facts = append(r.out.Facts, facts...)
}

func (r *reader) addTo(list *[]string, v string) {
	if !slices.Contains(*list, v) {
		*list = append(*list, v)
	}
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}
