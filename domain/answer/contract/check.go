package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/tax"
)

// FieldNames are the 22 fields in their order.
var FieldNames = []string{"answer_type", "jurisdictions", "tax_years", "tax_types", "coverage_status", "law_as_of",
	"source_last_checked", "corpus_release_id", "facts_used", "missing_facts", "conflicts", "assumptions", "risks",
	"calculations", "claims", "citations", "confidence", "verification_status", "human_review_required",
	"request_classification", "answer_mode", "next_actions"}

// Check returns every rule of the contract that c breaks; nil means that it
// conforms.
func Check(c Contract) []string {
	body, err := json.Marshal(c)
	if err != nil {
		return []string{err.Error()}
	}
	return CheckJSON(body)
}

// CheckJSON is Check over the JSON form, as a client receives it.
func CheckJSON(body []byte) []string {
	k := &checker{}
	k.form(body)
	var c Contract
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		k.fault("the body is no contract: %v", err)
		return k.faults
	}
	k.values(&c)
	k.everywhere(&c)
	switch c.VerificationStatus {
	case StatusVerified:
		k.verified(&c)
	case StatusNeedsFacts:
		k.needsFacts(&c)
	case StatusUnsupported:
		k.unsupported(&c)
	}
	if c.VerificationStatus != StatusVerified {
		k.withoutFigure(&c)
	}
	return k.faults
}

type checker struct{ faults []string }

func (k *checker) fault(format string, args ...any) {
	k.faults = append(k.faults, fmt.Sprintf(format, args...))
}

func (k *checker) must(ok bool, format string, args ...any) {
	if !ok {
		k.fault(format, args...)
	}
}

// form checks names, order and nulls of the top level.
func (k *checker) form(body []byte) {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(body, &raw); err != nil {
		k.fault("the body is no JSON object: %v", err)
		return
	}
	var names []string
	d := json.NewDecoder(bytes.NewReader(body))
	for depth := 0; ; {
		t, err := d.Token()
		if err != nil {
			break
		}
		switch t := t.(type) {
		case json.Delim:
			if t == '{' || t == '[' {
				depth++
			} else {
				depth--
			}
			continue
		case string:
			if depth == 1 {
				names = append(names, t)
				var skip json.RawMessage
				if d.Decode(&skip) != nil {
					return
				}
			}
		}
	}
	want := FieldNames
	if _, there := raw["calculations"]; !there {
		want = slices.DeleteFunc(slices.Clone(FieldNames), func(n string) bool { return n == "calculations" })
		k.must(string(raw["verification_status"]) == `"needs_facts"`, "calculations is absent on %s", raw["verification_status"])
	}
	k.must(slices.Equal(names, want), "the fields are %v, want %v", names, want)
	nullable := []string{"law_as_of", "source_last_checked", "corpus_release_id"}
	for name, v := range raw {
		k.must(string(v) != "null" || slices.Contains(nullable, name), "%s is null", name)
	}
	k.must(len(raw["confidence"]) == 0 || raw["confidence"][0] != '"', "confidence is no number")
}

// values checks that every enumeration holds one of its values.
func (k *checker) values(c *Contract) {
	one := func(field string, v string, allowed ...string) {
		k.must(slices.Contains(allowed, v), "%s is %q, none of %v", field, v, allowed)
	}
	one("answer_type", string(c.AnswerType), "calculation", "validation", "research", "clarification", "refusal")
	one("coverage_status", string(c.CoverageStatus), "covered", "beta", "draft", "unavailable")
	one("verification_status", string(c.VerificationStatus), "verified", "needs_facts", "unsupported", "human_review_required",
		"partial", "conflict", "stale_source", "system_unavailable")
	one("answer_mode", string(c.AnswerMode), "grounded", "general", "partial", "clarify", "refuse")
	one("request_classification", string(c.RequestClassification), "high_risk", "standard", "prohibited", "out_of_scope")
	for _, t := range c.TaxTypes {
		one("tax_types", t, TaxTypes...)
	}
	for _, j := range c.Jurisdictions {
		k.must(len(j) == 2 && strings.ToUpper(j) == j, "jurisdictions holds %q, no ISO 3166-1 code", j)
	}
	for field, values := range map[string][]string{"jurisdictions": c.Jurisdictions, "tax_years": c.TaxYears, "tax_types": c.TaxTypes} {
		sorted := slices.Sorted(slices.Values(values))
		k.must(len(slices.Compact(sorted)) == len(values), "%s repeats a value: %v", field, values)
	}
}

// everywhere checks what holds for every status.
func (k *checker) everywhere(c *Contract) {
	k.must(c.HumanReviewRequired == (c.VerificationStatus == StatusHumanReview) || c.VerificationStatus == StatusPartial,
		"human_review_required is %v on %s", c.HumanReviewRequired, c.VerificationStatus)
	k.must(c.RequestClassification != Prohibited || c.HumanReviewRequired, "a prohibited request was not escalated")
	if c.Outcome() == Escalated {
		k.must(len(c.NextActions) > 0 && c.NextActions[0] != "", "an escalation states no reason in next_actions[0]")
	}
	for i, f := range c.FactsUsed {
		k.must(f.Key != "" && f.Value != "", "facts_used[%d] is incomplete: %+v", i, f)
		k.must(f.Currency == "" || len(f.Currency) == 3, "facts_used[%d] has currency %q", i, f.Currency)
	}
	for i, f := range c.MissingFacts {
		k.must(f.Key != "" && f.Reason != "", "missing_facts[%d] has no key or no reason", i)
		k.must(f.Prompt == nil || *f.Prompt != "", "missing_facts[%d] has an empty prompt", i)
	}
	ids := map[string]bool{}
	for i, x := range c.Citations {
		k.must(x.ID != "" && !ids[x.ID], "citations[%d] has no id of its own", i)
		k.must(x.SourceID != "" && x.Title != "" && x.Locator != "" && strings.HasPrefix(x.URL, "http") && len(x.SHA256) == 64 &&
			!x.RetrievedAt.IsZero(),
			"citations[%d] (%s) is incomplete", i, x.ID)
		k.must(c.VerificationStatus == StatusVerified || x.Excerpt == "", "citations[%d] carries an excerpt on %s", i, c.VerificationStatus)
		k.must(c.VerificationStatus == StatusVerified || !holdsLaw(x.Title) && !holdsLaw(x.Locator),
			"citations[%d] carries a figure of law in its title or locator on %s", i, c.VerificationStatus)
		ids[x.ID] = true
	}
	cited := func(what string, list []string) {
		k.must(list != nil, "%s: citation_ids is null", what)
		for _, id := range list {
			k.must(ids[id], "%s cites %q, which is no citation", what, id)
		}
	}
	for i, x := range c.Conflicts {
		k.must(x.Key != "" && x.Reason != "" && x.Values != nil, "conflicts[%d] is incomplete", i)
		cited(fmt.Sprintf("conflicts[%d]", i), x.CitationIDs)
	}
	for i, x := range c.Claims {
		k.must(x.ID != "" && x.Text != "", "claims[%d] is incomplete", i)
		cited(fmt.Sprintf("claims[%d]", i), x.CitationIDs)
	}
}

func (k *checker) verified(c *Contract) {
	k.must(!c.HumanReviewRequired, "verified, and yet for review")
	k.must(c.AnswerMode == Grounded, "answer_mode is %s on verified", c.AnswerMode)
	k.must(c.AnswerType == Calculation || c.AnswerType == Validation, "answer_type is %s on verified", c.AnswerType)
	k.must(c.CoverageStatus != tax.UnavailableTier, "verified without coverage")
	k.must(c.Confidence == ConfidenceOf(c.CoverageStatus), "confidence is %s at %s", c.Confidence, c.CoverageStatus)
	k.must(len(c.MissingFacts)+len(c.Conflicts)+len(c.Assumptions)+len(c.Risks) == 0,
		"verified with missing facts, conflicts, assumptions or risks")
	k.must(c.LawAsOf != nil && c.SourceLastChecked != nil, "verified without law_as_of or source_last_checked")
	k.must(len(c.Jurisdictions) > 0 && len(c.TaxYears) > 0 && len(c.TaxTypes) > 0, "verified without place, year or tax")
	k.must(len(c.Calculations) > 0 && len(c.Claims) > 0 && len(c.Citations) > 0, "verified without calculation, claim or citation")
	tier := tax.Covered
	for i := range c.Calculations {
		r := &c.Calculations[i]
		tier = Lower(tier, r.CoverageStatus)
		k.must(r.Calculator != "" && r.CalculatorVersion != "" && r.ParameterDataset != "" && r.Currency != "" && !r.LawAsOf.IsZero(),
			"calculations[%d] is not the whole result", i)
		k.must(slices.ContainsFunc(c.Claims, func(x Claim) bool {
			return x.CalculationRef != nil && strings.HasPrefix(*x.CalculationRef, fmt.Sprintf("calculations[%d].", i))
		}), "no claim rests on calculations[%d]", i)
		k.must(slices.Contains(c.Jurisdictions, r.Jurisdiction) && slices.Contains(c.TaxYears, r.TaxYear),
			"calculations[%d] is of %s %s, which the answer does not name", i, r.Jurisdiction, r.TaxYear)
		k.must(c.LawAsOf == nil || !r.LawAsOf.Before(*c.LawAsOf), "law_as_of is later than calculations[%d]'s", i)
		for _, cite := range r.Citations {
			k.must(slices.ContainsFunc(c.Citations, func(x Citation) bool { return x.ID == cite.ID }),
				"calculations[%d] cites %s, which the answer does not", i, cite.ID)
			k.must(c.SourceLastChecked == nil || !cite.RetrievedAt.Before(*c.SourceLastChecked),
				"source_last_checked is later than that of %s", cite.ID)
		}
	}
	k.must(tier == c.CoverageStatus, "coverage_status is %s, the lowest tier used is %s", c.CoverageStatus, tier)
	k.must(c.CoverageStatus != tax.Draft || len(c.NextActions) > 0, "a draft answer does not say that it is not exact")
	for i := range c.Claims {
		k.claim(c, i)
	}
}

// claim checks that a claim points to a calculation and holds no number but
// those of it, of the facts, and labels of years.
func (k *checker) claim(c *Contract, i int) {
	claim := c.Claims[i]
	k.must(len(claim.CitationIDs) > 0, "claims[%d] cites nothing", i)
	if claim.CalculationRef == nil {
		k.fault("claims[%d] rests on no calculation", i)
		return
	}
	var n int
	var field string
	if _, err := fmt.Sscanf(strings.NewReplacer("[", " ", "].", " ").Replace(*claim.CalculationRef), "calculations %d %s", &n,
		&field); err != nil ||
		n < 0 || n >= len(c.Calculations) {
		k.fault("claims[%d] rests on %q, which is no calculation", i, *claim.CalculationRef)
		return
	}
	own := ownNumbers(c)
	for _, v := range ResultFigures(&c.Calculations[n]) {
		own[v], own["£"+v] = true, true
	}
	for _, f := range Figures(claim.Text) {
		k.must(own[f], "claims[%d] holds %s, which no calculation and no fact holds", i, f)
	}
}

func (k *checker) needsFacts(c *Contract) {
	k.must(c.AnswerMode == Clarify && c.AnswerType == Clarification, "needs_facts in mode %s, type %s", c.AnswerMode, c.AnswerType)
	k.must(len(c.MissingFacts) > 0, "needs_facts without a missing fact")
	k.must(c.Calculations == nil, "needs_facts with calculations")
	k.must(len(c.Claims)+len(c.Citations)+len(c.Assumptions)+len(c.Risks)+len(c.Conflicts) == 0,
		"needs_facts with claims, citations, assumptions, risks or conflicts")
	k.must(len(c.NextActions) > 0 && strings.Contains(c.NextActions[0], "resubmit"), "needs_facts does not say to resubmit")
	seen := map[string]bool{}
	for i, m := range c.MissingFacts {
		k.must(m.Prompt != nil, "missing_facts[%d] asks nothing", i)
		k.must(!seen[m.Key], "missing_facts asks for %s twice", m.Key)
		seen[m.Key] = true
	}
}

func (k *checker) unsupported(c *Contract) {
	k.must(c.AnswerMode == Refuse && c.CoverageStatus == tax.UnavailableTier, "unsupported in mode %s at %s", c.AnswerMode, c.CoverageStatus)
	k.must(c.LawAsOf == nil && c.SourceLastChecked == nil && c.CorpusReleaseID == nil, "unsupported with provenance")
	k.must(len(c.MissingFacts) == 1 && c.MissingFacts[0].Key == "coverage_profile" && c.MissingFacts[0].Prompt == nil,
		"unsupported wants one missing fact coverage_profile without a prompt: %+v", c.MissingFacts)
	k.must(strings.Contains(strings.Join(c.NextActions, " "), "professional"), "unsupported does not advise a professional")
}

// withoutFigure checks that an answer that is not verified holds no figure.
func (k *checker) withoutFigure(c *Contract) {
	k.must(len(c.Calculations) == 0, "%s with a calculation", c.VerificationStatus)
	k.must(c.Confidence == NoConfidence, "confidence is %s on %s", c.Confidence, c.VerificationStatus)
	k.must(len(c.Claims) == 0, "%s with a claim", c.VerificationStatus)
	own := ownNumbers(c)
	// Declared wording may hold small bare integers: ages, days, sections.
	scan := func(where, text string, wording bool) {
		for _, f := range Figures(text) {
			k.must(own[f] || wording && small(f), "%s holds the figure %s, which is not the caller's", where, f)
		}
	}
	for _, m := range c.MissingFacts {
		scan("missing_facts", m.Reason, true)
		if m.Prompt != nil {
			scan("missing_facts", *m.Prompt, true)
		}
	}
	ids := func(id string) bool {
		return slices.ContainsFunc(c.Citations, func(x Citation) bool { return x.ID == id })
	}
	for _, x := range c.Conflicts {
		scan("conflicts", x.Reason, false)
		for _, v := range x.Values {
			k.must(ids(v) || own[v] || len(Figures(v)) == 0, "conflicts holds the value %s, which is not the caller's", v)
		}
	}
	for _, s := range slices.Concat(c.Assumptions, c.Risks, c.NextActions) {
		scan("prose", s, false)
	}
}
