package contract

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
)

// Scope is what is known of a question, whatever its outcome.
type Scope struct {
	Jurisdictions  []string
	TaxYears       []string
	TaxTypes       []string
	FactsUsed      []FactUsed
	Classification Classification
	Tier           tax.Tier   // lowest of the matched coverage rows; "" = none matched
	LawAsOf        civil.Date // oldest cut-off of the matched rows; zero = none matched
	Release        string     // the corpus release in force; "" = none
}

// base returns a contract that says nothing but its scope.
func (s Scope) base() Contract {
	c := Contract{
		Jurisdictions: list(s.Jurisdictions), TaxYears: list(s.TaxYears), TaxTypes: list(s.TaxTypes),
		FactsUsed: list(s.FactsUsed), MissingFacts: []MissingFact{}, Conflicts: []Conflict{},
		Assumptions: []string{}, Risks: []string{}, Calculations: []tax.Result{}, Claims: []Claim{}, Citations: []Citation{},
		CoverageStatus: s.Tier, LawAsOf: date(s.LawAsOf), CorpusReleaseID: text(s.Release),
		Confidence: NoConfidence, RequestClassification: s.Classification, NextActions: []string{},
	}
	if c.CoverageStatus == "" {
		c.CoverageStatus = tax.UnavailableTier
	}
	return c
}

// ErrNoFigure reports an attempt to build a verified answer without a cited
// result.
var ErrNoFigure = errors.New("a verified answer needs at least one cited result")

// Verified returns an exact cited answer: coverage is the lowest tier of the
// results, law_as_of and source_last_checked their oldest. It cites the leading
// sources of each result, which a calculation in it does not repeat; or all, where it is
// to explain.
func Verified(s Scope, answerType Type, results []tax.Result, claims []Claim, explain bool) (Contract, error) {
	if len(results) == 0 || len(claims) == 0 {
		return Contract{}, ErrNoFigure
	}
	c := s.base()
	c.AnswerType, c.AnswerMode, c.VerificationStatus = answerType, Grounded, StatusVerified
	c.Claims = claims
	c.Calculations = make([]tax.Result, len(results))
	c.CoverageStatus = tax.Covered
	var lawAsOf, checked civil.Date
	for i := range results {
		r := &results[i]
		if c.Calculations[i] = *r; !explain {
			c.Calculations[i].Citations = []Citation{}
		}
		if len(r.Citations) == 0 {
			return Contract{}, fmt.Errorf("calculations[%d]: %w", i, ErrNoFigure)
		}
		c.CoverageStatus = Lower(c.CoverageStatus, r.CoverageStatus)
		lawAsOf, checked = older(lawAsOf, r.LawAsOf), older(checked, r.SourceLastChecked)
		for _, cite := range Cited(r, explain) {
			if !slices.ContainsFunc(c.Citations, func(x Citation) bool { return x.ID == cite.ID }) {
				c.Citations = append(c.Citations, cite)
			}
		}
	}
	c.LawAsOf, c.SourceLastChecked = date(lawAsOf), date(checked)
	c.Confidence = ConfidenceOf(c.CoverageStatus)
	if c.CoverageStatus == tax.Draft {
		c.NextActions = append(c.NextActions, DraftNotice)
	}
	return c, nil
}

// Cited are the citations of a result that an answer shows.
func Cited(r *tax.Result, explain bool) []Citation {
	if explain {
		return r.Citations
	}
	return tax.FirstOfSources(r.Bearing())
}

// DraftNotice stands in every verified answer at draft coverage.
const DraftNotice = "Coverage here is draft: the figure is computed but is not exact; have it checked before anyone relies on it."

// ResubmitAction tells the caller of a needs_facts answer what to do.
const ResubmitAction = "Answer the listed questions and resubmit the question with them, each on a line of its own below it."

// ResubmitForms says how the answers are written.
const ResubmitForms = "Write each answer as \"key: value\", or as the prompt with the answer behind it."

// NeedsFacts returns a question about missing facts.
func NeedsFacts(s Scope, missing []MissingFact) Contract {
	c := s.base()
	c.AnswerType, c.AnswerMode, c.VerificationStatus = Clarification, Clarify, StatusNeedsFacts
	c.MissingFacts = list(missing)
	c.Calculations = nil
	c.NextActions = []string{ResubmitAction, ResubmitForms}
	return c
}

// Unsupported returns the abstention for what no coverage row matches. Reason
// names the jurisdiction, year, tax type and taxpayer kind; where is the place
// in whose profession help is to be found, "" if none is known.
func Unsupported(s Scope, reason, where string) Contract {
	s.Tier, s.LawAsOf, s.Release = "", civil.Date{}, ""
	c := s.base()
	c.AnswerType, c.AnswerMode, c.VerificationStatus = Refusal, Refuse, StatusUnsupported
	c.MissingFacts = []MissingFact{{Key: "coverage_profile", Reason: reason}}
	if where == "" {
		where = "the place concerned"
	}
	c.NextActions = []string{"Not covered: " + reason, "Consult a tax professional in " + where + "."}
	return c
}

// HumanReview returns an escalation to a person.
func HumanReview(s Scope, reason string, risks []string) Contract {
	c := s.base()
	c.AnswerType, c.AnswerMode, c.VerificationStatus = Refusal, Refuse, StatusHumanReview
	c.HumanReviewRequired = true
	c.Risks = list(risks)
	c.NextActions = []string{reason, "A qualified person must look at this before anything is computed or filed."}
	return c
}

// Partial returns an escalation where only a part of several requests could
// be computed (mode PartialMode), or where there is law but no calculator
// (mode General, type Research).
func Partial(s Scope, answerType Type, mode Mode, reason string, missing []MissingFact) Contract {
	c := s.base()
	c.AnswerType, c.AnswerMode, c.VerificationStatus = answerType, mode, StatusPartial
	c.MissingFacts = list(missing)
	next := "Take it to a tax professional."
	if mode == PartialMode { // else there is one part, and nothing to ask by itself
		next = "Ask each part by itself, or take it to a tax professional."
	}
	c.NextActions = []string{reason, next}
	return c
}

// Conflicting returns an escalation where promoted sources disagree. The
// citations lose their excerpts: no figure of law leaves an unverified answer.
func Conflicting(s Scope, conflicts []Conflict, cites []Citation, checked civil.Date) Contract {
	c := s.base()
	c.AnswerType, c.AnswerMode, c.VerificationStatus = Refusal, Refuse, StatusConflict
	c.Conflicts, c.Citations = list(conflicts), withoutExcerpts(cites)
	c.SourceLastChecked = date(checked)
	c.NextActions = []string{"Promoted sources disagree on a parameter that the answer needs; the figure is withheld until that is resolved.",
		"Resolve the conflict in the corpus, or consult a tax professional."}
	return c
}

// Stale returns an escalation where a source was not checked recently enough.
func Stale(s Scope, reason string, cites []Citation, checked civil.Date) Contract {
	c := s.base()
	c.AnswerType, c.AnswerMode, c.VerificationStatus = Refusal, Refuse, StatusStaleSource
	c.Citations = withoutExcerpts(cites)
	c.SourceLastChecked = date(checked)
	c.NextActions = []string{reason, "Check the sources again and promote a new release, then ask again."}
	return c
}

// Unavailable returns an escalation where something that is needed did not
// answer in time, or answered what did not pass its checks.
func Unavailable(s Scope, reason string) Contract {
	c := s.base()
	c.AnswerType, c.AnswerMode, c.VerificationStatus = Refusal, Refuse, StatusUnavailable
	c.NextActions = []string{reason, "Ask again later."}
	return c
}

// Lower returns the lower of two tiers.
func Lower(a, b tax.Tier) tax.Tier {
	if rank(b) < rank(a) {
		return b
	}
	return a
}

func rank(t tax.Tier) int {
	return slices.Index([]tax.Tier{tax.UnavailableTier, tax.Draft, tax.Beta, tax.Covered}, t)
}

func older(a, b civil.Date) civil.Date {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// withoutExcerpts leaves of citations what holds no figure of law: no excerpt,
// and neither a title nor a locator with a percentage or an amount.
func withoutExcerpts(cites []Citation) []Citation {
	out := make([]Citation, len(cites))
	for i, c := range cites {
		c.Excerpt = ""
		if holdsLaw(c.Title) {
			c.Title = c.SourceID
		}
		if holdsLaw(c.Locator) {
			c.Locator = c.ID
		}
		out[i] = c
	}
	return out
}

func list[T any](in []T) []T {
	if in == nil {
		return []T{}
	}
	return in
}

func date(d civil.Date) *civil.Date {
	if d.IsZero() {
		return nil
	}
	return &d
}

func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
