package contract

import (
	"fmt"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Status is the verification status; there is no ninth.
type Status string

// The eight statuses.
const (
	StatusVerified    Status = "verified"
	StatusNeedsFacts  Status = "needs_facts"
	StatusUnsupported Status = "unsupported"
	StatusHumanReview Status = "human_review_required"
	StatusPartial     Status = "partial"
	StatusConflict    Status = "conflict"
	StatusStaleSource Status = "stale_source"
	StatusUnavailable Status = "system_unavailable"
)

// Type says what kind of answer was asked for and given.
type Type string

// The answer types.
const (
	Calculation   Type = "calculation"
	Validation    Type = "validation" // a calculation that confirms or corrects a claim
	Research      Type = "research"
	Clarification Type = "clarification"
	Refusal       Type = "refusal"
)

// Mode is how the answer was reached.
type Mode string

// The answer modes.
const (
	Grounded    Mode = "grounded"
	General     Mode = "general"
	PartialMode Mode = "partial"
	Clarify     Mode = "clarify"
	Refuse      Mode = "refuse"
)

// Classification is what the request is, whatever becomes of it.
type Classification string

// The request classifications.
const (
	HighRisk   Classification = "high_risk"    // a figure or a filing position
	Standard   Classification = "standard"     // information
	Prohibited Classification = "prohibited"   // evasion, abuse
	OutOfScope Classification = "out_of_scope" // not about tax
)

// Confidence is a tier, not a probability; the only number of the contract.
type Confidence string

// The four confidences, by coverage.
const (
	CoveredConfidence Confidence = "1"
	BetaConfidence    Confidence = "0.9"
	DraftConfidence   Confidence = "0.5"
	NoConfidence      Confidence = "0"
)

// ConfidenceOf returns what an answer of a tier deserves.
func ConfidenceOf(t tax.Tier) Confidence {
	switch t {
	case tax.Covered:
		return CoveredConfidence
	case tax.Beta:
		return BetaConfidence
	case tax.Draft:
		return DraftConfidence
	}
	return NoConfidence
}

// MarshalJSON writes a JSON number; the zero value is 0.
func (c Confidence) MarshalJSON() ([]byte, error) {
	switch c {
	case CoveredConfidence, BetaConfidence, DraftConfidence, NoConfidence:
		return []byte(c), nil
	case "":
		return []byte(NoConfidence), nil
	}
	return nil, fmt.Errorf("confidence %q is none of the four", string(c))
}

// UnmarshalJSON reads one of the four numbers.
func (c *Confidence) UnmarshalJSON(b []byte) error {
	switch v := Confidence(b); v {
	case CoveredConfidence, BetaConfidence, DraftConfidence, NoConfidence:
		*c = v
		return nil
	}
	return fmt.Errorf("confidence %s is none of 1, 0.9, 0.5 and 0", b)
}

// TaxTypes are the values of tax_types.
var TaxTypes = []string{"individual_income", "corporate_income", "capital_gains", "payroll", "social_contributions",
	"self_employment", "vat", "gst", "sales_tax", "withholding", "property", "inheritance", "other"}

// FactUsed is a fact from the question. Currency is "" for what is no amount.
type FactUsed struct {
	Key      string `json:"key"`
	Value    string `json:"value"` // decimal for amounts
	Currency string `json:"currency"`
}

// MissingFact is a fact that must be given before anything is computed. Prompt
// is a person's wording, used verbatim as a field label; nil where no answer
// would help.
type MissingFact struct {
	Key    string  `json:"key"`
	Reason string  `json:"reason"`
	Prompt *string `json:"prompt"`
}

// Ask returns a MissingFact with a prompt.
func Ask(key, reason, prompt string) MissingFact { return MissingFact{key, reason, &prompt} }

// Conflict is a parameter on which promoted sources disagree. Outside verified
// answers Values holds citation ids or the caller's own values, never figures
// of law.
type Conflict struct {
	Key         string   `json:"key"`
	Values      []string `json:"values"`
	Reason      string   `json:"reason"`
	CitationIDs []string `json:"citation_ids"`
}

// Claim is one statement of the answer with what it rests on.
type Claim struct {
	ID             string   `json:"id"`
	Text           string   `json:"text"`
	CitationIDs    []string `json:"citation_ids"`
	CalculationRef *string  `json:"calculation_ref"` // "calculations[0].total_tax"
}

// Citation is the provision behind a figure.
type Citation = law.Citation

// Contract is an answer. Arrays are never null. Calculations is nil, and then
// absent from the JSON form, on needs_facts alone.
type Contract struct {
	AnswerType            Type           `json:"answer_type"`
	Jurisdictions         []string       `json:"jurisdictions"`
	TaxYears              []string       `json:"tax_years"`
	TaxTypes              []string       `json:"tax_types"`
	CoverageStatus        tax.Tier       `json:"coverage_status"`
	LawAsOf               *civil.Date    `json:"law_as_of"`
	SourceLastChecked     *civil.Date    `json:"source_last_checked"`
	CorpusReleaseID       *string        `json:"corpus_release_id"`
	FactsUsed             []FactUsed     `json:"facts_used"`
	MissingFacts          []MissingFact  `json:"missing_facts"`
	Conflicts             []Conflict     `json:"conflicts"`
	Assumptions           []string       `json:"assumptions"`
	Risks                 []string       `json:"risks"`
	Calculations          []tax.Result   `json:"calculations,omitzero"`
	Claims                []Claim        `json:"claims"`
	Citations             []Citation     `json:"citations"`
	Confidence            Confidence     `json:"confidence"`
	VerificationStatus    Status         `json:"verification_status"`
	HumanReviewRequired   bool           `json:"human_review_required"`
	RequestClassification Classification `json:"request_classification"`
	AnswerMode            Mode           `json:"answer_mode"`
	NextActions           []string       `json:"next_actions"`
}

// Outcome is what a client does with an answer.
type Outcome string

// The three outcomes; there is no fourth.
const (
	Answered  Outcome = "answer"
	Asked     Outcome = "ask"
	Escalated Outcome = "escalate"
)

// Outcome returns what a client does with c: the review flag is looked at
// first, whatever the status.
func (c *Contract) Outcome() Outcome {
	switch {
	case c.HumanReviewRequired:
		return Escalated
	case c.VerificationStatus == StatusVerified:
		return Answered
	case c.VerificationStatus == StatusNeedsFacts:
		return Asked
	}
	return Escalated
}

// Exact reports whether the figure of c may be shown as exact.
func (c *Contract) Exact() bool {
	return c.Outcome() == Answered && (c.CoverageStatus == tax.Covered || c.CoverageStatus == tax.Beta)
}
