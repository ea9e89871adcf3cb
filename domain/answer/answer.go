package answer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/coverage"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// Env is what an answer depends on beside the question.
type Env struct {
	AskedOn  civil.Date // in the asker's time zone
	Release  string     // the promoted corpus release; "" = none
	Language string     // BCP 47, in which the question is read; "" = tell from the question
	// Wording is the language of Wordings in which the answer is worded, whatever
	// the language of the question; "" = English, with questions back in the
	// language of the question.
	Wording string
	// Explain shows every line, every assumption and every citation.
	Explain   bool
	Calculate func(*tax.Request) (tax.Result, error)
	Sell      func(indirect.Request) (indirect.Result, error) // nil = by the law alone, without imported local rates
	Freshness Freshness
	// ReviewOver lists amounts, one a currency, above which a question goes to
	// a person; nil = off.
	ReviewOver []money.Amount
	// Conflicts are the unresolved disagreements between promoted sources.
	Conflicts []SourceConflict
	// Notices are the open notices that the law has changed.
	Notices []ChangeNotice
	// Profiles are what the asker's firm offers of what is covered.
	Profiles coverage.State
	// Down names a store that is needed and did not answer in time.
	Down string
}

// Freshness is how many days old the check of a source may be while the tax
// year is open. A zero field is its default.
type Freshness struct {
	IncomeDaysMax   int // income taxes; 400
	IndirectDaysMax int // VAT, GST, sales tax and payroll; 100
}

// SourceConflict is a disagreement between promoted sources on one parameter.
type SourceConflict struct {
	Parameter   string   // "gb:personal_allowance"
	CitationIDs []string // of the citations that disagree
	Reason      string   // without figures
}

// ChangeNotice is an open notice that the law of a period has changed.
type ChangeNotice struct {
	Jurisdiction string
	TaxType      string // "" = all
	Period       civil.Period
	Title        string
}

// Outcome is an answer and how it came about.
type Outcome struct {
	Contract contract.Contract
	Plan     plan.Plan
	Requests []tax.Request // that were computed, or would have been
	Code     string        // why it ended so: "verified", "missing_facts", "trigger_residence", …
	Err      error         // a fault of the service behind system_unavailable; nil otherwise
}

// Answer answers a question. The error is a *tax.InputError about the question
// or the language; everything else is an Outcome.
func Answer(p *plan.Planner, question string, env Env) (Outcome, error) {
	pl, err := p.PlanIn(question, env.Language, env.Wording)
	if err != nil {
		return Outcome{}, err
	}
	a := answering{env: &env, out: Outcome{Plan: pl}}
	for i := range pl.Cases {
		a.out.Requests = append(a.out.Requests, pl.Cases[i].Request)
	}
	a.run()
	reword(&a.out.Contract, env.Wording)
	return a.out, nil
}

// answering is one answer under way.
type answering struct {
	env     *Env
	out     Outcome
	results []tax.Result
}

// run takes the steps in their order; the first that ends the answer wins.
func (a *answering) run() {
	for _, step := range []func() bool{a.stores, a.review, a.coverage, a.missing, a.calculate, a.conflicts, a.stale, a.partial, a.verified} {
		if step() {
			return
		}
	}
}

func (a *answering) scope() contract.Scope {
	p := &a.out.Plan
	return contract.Scope{Jurisdictions: p.Jurisdictions, TaxYears: p.TaxYears, TaxTypes: p.TaxTypes, FactsUsed: p.Facts,
		Classification: p.Classification, Tier: p.Tier, LawAsOf: p.LawAsOf, Release: a.env.Release}
}

func (a *answering) end(code string, c contract.Contract) bool {
	a.out.Code, a.out.Contract = code, c
	return true
}

func (a *answering) stores() bool {
	if a.env.Down == "" {
		return false
	}
	return a.end("store_down", contract.Unavailable(a.scope(), "A store that the answer needs did not answer in time: "+a.env.Down+"."))
}

// review sends what a trigger names, or an amount over the threshold, to a
// person.
func (a *answering) review() bool {
	p := &a.out.Plan
	if len(p.Triggers) > 0 {
		var risks []string
		for _, t := range p.Triggers[1:] {
			risks = append(risks, t.Reason)
		}
		scope := a.scope()
		scope.FactsUsed = slices.DeleteFunc(slices.Clone(scope.FactsUsed), func(f contract.FactUsed) bool { return f.Currency != "" })
		return a.end("trigger_"+p.Triggers[0].Code, contract.HumanReview(scope, p.Triggers[0].Reason, risks))
	}
	for _, limit := range a.limits() {
		total := money.Zero
		for _, f := range p.Facts {
			if f.Currency == limit.Currency {
				if v, err := money.Parse(f.Value); err == nil {
					total = total.Add(v)
				}
			}
		}
		if total.Greater(limit.Value) {
			return a.end("over_threshold",
				contract.HumanReview(a.scope(), "The amount is over the threshold above which a person must look at every answer.", nil))
		}
	}
	return false
}

// coverage refuses what no row matches. Where other parts of the question can
// be computed the answer is partial, which is decided later.
func (a *answering) coverage() bool {
	p := &a.out.Plan
	a.narrow()
	if len(p.Gaps) == 0 || len(p.Cases) > 0 && len(p.MissingFacts) == 0 {
		return false
	}
	code := "uncovered"
	if p.Classification == contract.OutOfScope {
		code = "out_of_scope"
	}
	return a.end(code, contract.Unsupported(a.scope(), gapReason(p.Gaps), p.Where))
}

func gapReason(gaps []plan.Gap) string {
	texts := make([]string, len(gaps))
	for i, g := range gaps {
		texts[i] = g.String()
	}
	return strings.Join(texts, "; ")
}

func (a *answering) missing() bool {
	p := &a.out.Plan
	if len(p.MissingFacts) == 0 {
		return false
	}
	return a.end("missing_facts", contract.NeedsFacts(a.scope(), p.MissingFacts))
}

// calculate computes every case; a case that cannot be computed after all ends
// the answer.
func (a *answering) calculate() bool {
	p := &a.out.Plan
	if p.Research || len(p.Gaps) > 0 {
		return false // nothing is computed for an answer that shows no figure
	}
	if len(p.Cases) == 0 || a.env.Calculate == nil {
		return a.fail("no_calculator", errors.New("answer: nothing to calculate with"))
	}
	for i := range p.Cases {
		if p.Cases[i].Supply != nil {
			if a.supply(&p.Cases[i]) {
				return true
			}
			continue
		}
		request := p.Cases[i].Request
		request.Explain = a.env.Explain
		result, err := a.env.Calculate(&request)
		if err != nil {
			return a.notComputed(&p.Cases[i], err)
		}
		if err := envelope(&p.Cases[i], &result); err != nil {
			return a.fail("envelope", err)
		}
		if gap := a.refused(&p.Cases[i], result.CoverageStatus); gap != nil {
			return a.end("uncovered", contract.Unsupported(a.scope(), gap.String(), p.Where))
		}
		if p.Cases[i].TakeHome && result.TakeHome == nil {
			return a.end("missing_facts", contract.NeedsFacts(a.scope(), []contract.MissingFact{contract.Ask("income",
				"What is left of an income is told of a gross wage alone, with nothing left out of the tax.",
				"What is the annual gross wage, in "+p.Cases[i].Jurisdiction.Currency+"?")}))
		}
		result.Assumptions = slices.Concat(result.Assumptions, p.Cases[i].Granted)
		a.results = append(a.results, result)
	}
	return false
}

// notComputed turns a calculator's refusal into an answer. Its messages may
// hold figures of law, so the sentences are this package's own.
func (a *answering) notComputed(c *plan.Case, err error) bool {
	var input *tax.InputError
	var gap *tax.Unavailable
	var missing *tax.MissingFacts
	switch {
	case errors.As(err, &missing):
		var facts []contract.MissingFact
		for _, f := range missing.Facts {
			facts = append(facts, contract.AskFact(f.Name, f.Reason, f.Prompt))
		}
		return a.end("missing_facts", contract.NeedsFacts(a.scope(), facts))
	case errors.As(err, &gap):
		g := plan.Gap{Jurisdiction: gap.Jurisdiction, TaxYear: gap.TaxYear, TaxType: gap.TaxType, Taxpayer: gap.Taxpayer,
			Reason: "the combination is not covered there"}
		if !strings.ContainsAny(gap.Reason, "0123456789") {
			g.Reason = gap.Reason
		}
		return a.end("uncovered", contract.Unsupported(a.scope(), g.String(), a.out.Plan.Where))
	case errors.As(err, &input) && len(input.Fields) > 0:
		if g, outside := outsideOf(c, input); outside {
			return a.end("uncovered", contract.Unsupported(a.scope(), g.String(), a.out.Plan.Where))
		}
		var facts []contract.MissingFact
		seen := map[string]bool{}
		for _, f := range input.Fields {
			key := strings.TrimPrefix(f.Field, "facts.")
			if !seen[key] {
				seen[key] = true
				facts = append(facts,
					contract.Ask(key, "What the question says of it is not a value that can be computed with in "+c.Jurisdiction.Name+".",
						"What is the right value of "+strings.ReplaceAll(key, "_", " ")+"?"))
			}
		}
		return a.end("invalid_facts", contract.NeedsFacts(a.scope(), facts))
	}
	return a.fail("calculator_failed", err)
}

// outsideOf reports facts that the question says plainly and for which a place does
// not compute the tax: to ask for them again would not help.
func outsideOf(c *plan.Case, input *tax.InputError) (g plan.Gap, outside bool) {
	for _, f := range input.Fields {
		key := strings.TrimPrefix(f.Field, "facts.")
		if c.Request.Facts[key] == "" || key == f.Field {
			return g, false
		}
		g = plan.Gap{Jurisdiction: c.Request.Jurisdiction, TaxYear: c.Request.TaxYear, TaxType: c.TaxType,
			Reason: "the tax is not computed for the " + strings.ReplaceAll(key, "_", " ") + " that the question names"}
	}
	return g, true
}

// fail ends an answer for a fault of the service itself; the figure, if there
// is one, is withheld.
func (a *answering) fail(code string, err error) bool {
	a.out.Err = fmt.Errorf("answer: %s: %w", code, err)
	return a.end(code, contract.Unavailable(a.scope(), "The computation did not pass its checks; the figure is withheld."))
}

// conflicts withholds a figure that rests on a parameter in dispute.
func (a *answering) conflicts() bool {
	var found []contract.Conflict
	var cites []contract.Citation
	for _, c := range a.env.Conflicts {
		used := citationsOf(a.results, c.CitationIDs)
		if len(used) == 0 {
			continue
		}
		ids := make([]string, len(used))
		for i, u := range used {
			ids[i] = u.ID
		}
		found = append(found, contract.Conflict{Key: c.Parameter, Values: ids, Reason: c.Reason, CitationIDs: ids})
		cites = mergeCitations(cites, used)
	}
	if found == nil {
		return false
	}
	return a.end("source_conflict", contract.Conflicting(a.scope(), found, cites, oldestCheck(a.results)))
}

// partial escalates what has no calculator, or only for a part of it.
func (a *answering) partial() bool {
	p := &a.out.Plan
	switch {
	case len(p.Gaps) > 0:
		gaps := []contract.MissingFact{{Key: "coverage_profile", Reason: gapReason(p.Gaps)}}
		return a.end("partial", contract.Partial(a.scope(), contract.Refusal, contract.PartialMode,
			"Only a part of what the question asks for can be computed; not covered: "+gapReason(p.Gaps), gaps))
	case p.Research:
		return a.end("research_only", contract.Partial(a.scope(), contract.Research, contract.General,
			"The question is about the law itself; no calculator answers it.", nil))
	}
	return false
}

func (a *answering) verified() bool {
	answerType := contract.Calculation
	if a.out.Plan.Validate {
		answerType = contract.Validation
	}
	a.differences()
	c, err := contract.Verified(a.scope(), answerType, a.results, claims(a.out.Plan.Cases, a.results, a.env.Wording,
		a.env.Explain), a.env.Explain)
	if err != nil {
		return a.fail("no_figure", err)
	}
	return a.end("verified", c)
}
