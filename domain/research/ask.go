package research

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Result is what became of a question: the answer contract, and the law that was
// found beside it.
type Result struct {
	Contract contract.Contract
	Findings []Finding
	Category string // a tax type, or General
	Code     string // why it ended so
	Err      error  // a fault of the service behind system_unavailable
}

// General is the category of a question that names no tax type.
const General = "general"

// placesMax bounds the places that one question is searched in.
const placesMax = 5

// Ask answers a question of law. One that asks for an amount of somebody's income
// is the calculators' and ends as the answer engine ends it; law is found for it
// all the same. The error is a *tax.InputError about the question.
func (x *Index) Ask(p *plan.Planner, places func(code string) *tax.Jurisdiction, question string, env answer.Env) (Result, error) {
	out, err := answer.Answer(p, question, env)
	if err != nil {
		return Result{}, err
	}
	x.settle(&out.Plan, places, question)
	r := Result{Contract: out.Contract, Code: out.Code, Err: out.Err, Findings: []Finding{}, Category: category(out.Plan.TaxTypes)}
	found, err := x.found(&out.Plan, places, question, env.AskedOn)
	if err != nil {
		r.Code, r.Err = "store_down", err
		r.Contract = contract.Unavailable(x.scope(&out.Plan, env), "The texts of the law cannot be searched at present.")
		return r, nil
	}
	r.Findings = found
	if out.Err != nil || len(out.Plan.Triggers) > 0 || out.Code == "over_threshold" ||
		out.Contract.VerificationStatus == contract.StatusVerified || namesAmount(&out.Plan) || env.Down != "" {
		return r, nil
	}
	if out.Plan.Classification == contract.OutOfScope && (len(r.Findings) == 0 || len(out.Plan.TaxYears) == 0) {
		r.Findings = []Finding{}
		return r, nil // nothing of the law speaks for it
	}
	x.lawAlone(&r, &out.Plan, question, env)
	return r, nil
}

// namesAmount reports whether the question holds an amount of money of its own.
func namesAmount(p *plan.Plan) bool {
	return slices.ContainsFunc(p.Facts, func(f contract.FactUsed) bool { return f.Currency != "" })
}

func category(taxTypes []string) string {
	if len(taxTypes) == 1 {
		return taxTypes[0]
	}
	return General
}

// scope is what a question is about.
func (x *Index) scope(p *plan.Plan, env answer.Env) contract.Scope {
	return contract.Scope{Jurisdictions: p.Jurisdictions, TaxYears: p.TaxYears, TaxTypes: p.TaxTypes, FactsUsed: p.Facts,
		Classification: contract.Standard, Tier: p.Tier, LawAsOf: p.LawAsOf, Release: env.Release}
}

// found searches the law of every place and year that the question names: its
// parameters, then the passages of texts that are held. Where it names no year, that of the
// day on which it is asked: each finding says from when to when it holds.
func (x *Index) found(p *plan.Plan, places func(string) *tax.Jurisdiction, question string, asked civil.Date) ([]Finding, error) {
	out, passages := []Finding{}, []Finding{}
	add := func(to *[]Finding, all []Finding) {
		for _, f := range all {
			if len(*to) < findingsMax && !slices.ContainsFunc(*to, func(o Finding) bool { return o.CitationID == f.CitationID }) {
				*to = append(*to, f)
			}
		}
	}
	for i, code := range p.Jurisdictions {
		j := places(code)
		if j == nil || i == placesMax {
			continue
		}
		years := p.TaxYears
		if len(years) == 0 {
			years = []string{j.YearForm.On(asked)}
		}
		for _, label := range years {
			period, ok := j.YearForm.Period(label)
			if !ok {
				continue
			}
			q := Query{Question: question, Place: code, Period: period}
			add(&out, x.Find(q))
			if x.texts == nil {
				continue
			}
			words := x.asked(question, code)
			if len(words) == 0 {
				continue
			}
			texts, err := x.texts(question, words, q)
			if err != nil {
				return nil, err
			}
			add(&passages, texts)
		}
	}
	if room := findingsMax - passagesLeast; len(passages) > 0 && len(out) > room {
		out = out[:room]
	}
	add(&out, passages)
	return out, nil
}

// passagesLeast is how many places of an answer's findings passages have, where there
// are so many.
const passagesLeast = 3

// lawAlone ends a question of law: what must be named first, what supports it,
// or that nothing does.
func (x *Index) lawAlone(r *Result, p *plan.Plan, question string, env answer.Env) {
	scope := x.scope(p, env)
	switch {
	case len(p.Jurisdictions) == 0 || len(p.TaxYears) == 0:
		r.Code, r.Contract = "missing_facts", contract.NeedsFacts(scope, x.named(p, question))
		if len(r.Findings) > 0 {
			r.Contract.NextActions = append(r.Contract.NextActions, "What holds on the day of the question stands in the research record.")
		}
	case len(r.Findings) == 0:
		r.Code = "nothing_found"
		r.Contract = contract.Unsupported(scope, "jurisdiction "+strings.Join(p.Jurisdictions, ", ")+", tax year "+strings.Join(p.TaxYears, ", ")+
			", tax type "+r.Category+", taxpayer any: nothing in the law that is held supports the question", "")
	default:
		r.Code = "research_only"
		r.Contract = contract.Partial(scope, contract.Research, contract.General,
			"A rule of law was asked for; it is cited here, and its value stands in the research record.", nil)
		r.Contract.Citations = cited(r.Findings)
		checked := oldest(r.Findings)
		r.Contract.SourceLastChecked = &checked
	}
}

// named asks for the place and the year that the question leaves open, as the
// planner would where it has asked.
func (x *Index) named(p *plan.Plan, question string) []contract.MissingFact {
	var out []contract.MissingFact
	if len(p.Jurisdictions) == 0 {
		prompt := "Which country's law do you ask about?"
		if held := x.PlacesOf(question); len(held) > 0 && len(held) <= 40 {
			names := make([]string, len(held))
			for i, code := range held {
				names[i] = x.names[code]
			}
			prompt += " The law that is held speaks of it in: " + strings.Join(names, ", ") + "."
		}
		out = append(out, contract.Ask("jurisdiction", "A term of law names no place by itself.", prompt))
	}
	if len(p.TaxYears) == 0 {
		out = append(out, contract.Ask("tax_year", "Law changes from year to year.", "Which tax year do you ask about?"))
	}
	for _, f := range p.MissingFacts {
		if i := slices.IndexFunc(out, func(o contract.MissingFact) bool { return o.Key == f.Key }); i >= 0 && f.Key == "tax_year" {
			out[i] = f
		}
	}
	return out
}

// cited lists the citations of the findings, each once, without what could show
// a figure of law: excerpts, and titles and locators that hold one.
func cited(findings []Finding) []contract.Citation {
	out := []contract.Citation{}
	for _, f := range findings {
		for _, c := range f.Citations {
			if len(out) == findingsMax || slices.ContainsFunc(out, func(o contract.Citation) bool { return o.ID == c.ID }) {
				continue
			}
			out = append(out, veiled(c, f))
		}
	}
	return out
}

func veiled(c law.Citation, f Finding) law.Citation {
	c.Excerpt = ""
	if figured(c.Locator) {
		c.Locator = f.Parameter
		if f.Kind == "passage" {
			c.Locator = f.Title
		}
	}
	if figured(c.Title) {
		c.Title = f.Title
		if figured(f.Title) {
			c.Title = c.SourceID
		}
	}
	return c
}

// figured reports a percentage or an amount, or a number that could be one. A
// number of a provision is none: it follows a word such as section or §.
func figured(text string) bool {
	return strings.ContainsAny(text, "%£$€¥") || slices.ContainsFunc(contract.Figures(text), func(f string) bool {
		return strings.HasPrefix(f, "£") || strings.ContainsAny(f, ".,") || len(f) > 4
	})
}

func oldest(findings []Finding) civil.Date {
	var first civil.Date
	for _, f := range findings {
		for _, c := range f.Citations {
			if first.IsZero() || c.RetrievedAt.Before(first) {
				first = c.RetrievedAt
			}
		}
	}
	return first
}
