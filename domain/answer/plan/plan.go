package plan

import (
	"strings"
	"unicode/utf8"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// QuestionMax is how many characters a question may have.
const QuestionMax = 4000

// Plan is what a question says. Arrays are never null.
type Plan struct {
	Language       string                  `json:"language"` // BCP 47
	Jurisdictions  []string                `json:"jurisdictions"`
	SubRegions     []string                `json:"sub_regions"`
	TaxYears       []string                `json:"tax_years"`
	TaxTypes       []string                `json:"tax_types"`
	Taxpayer       string                  `json:"taxpayer"` // individual | company
	Issues         []string                `json:"issues"`
	RequiredTools  []string                `json:"required_tools"`
	Facts          []contract.FactUsed     `json:"facts"`
	MissingFacts   []contract.MissingFact  `json:"missing_facts"`
	Ambiguities    []Ambiguity             `json:"ambiguities"`
	Triggers       []Trigger               `json:"triggers"`
	Gaps           []Gap                   `json:"gaps"`
	Classification contract.Classification `json:"request_classification"`
	CanAnswer      bool                    `json:"can_answer"`

	// Compare says that the cases stand side by side, rather than being parts
	// of one answer.
	Compare bool `json:"compare"`
	// Research says that the question is about the law, not about an amount.
	Research bool `json:"research"`
	// Validate says that the caller wants a claim confirmed.
	Validate bool `json:"validate"`

	Cases   []Case     `json:"-"`
	Tier    tax.Tier   `json:"-"` // lowest of the rows, and of their exceptions, that match what is known; "" = none
	LawAsOf civil.Date `json:"-"` // oldest cut-off of those rows
	Where   string     `json:"-"` // name of the place, for advice
}

// Ambiguity is a text with several readings.
type Ambiguity struct {
	Text     string   `json:"text"`
	About    string   `json:"about"` // jurisdiction | tax_year | income
	Readings []string `json:"readings"`
}

// Trigger is why the question goes to a person.
type Trigger struct {
	Code       string `json:"code"`
	Reason     string `json:"reason"`
	Prohibited bool   `json:"prohibited"`
}

// Gap is a part of the question that no coverage row matches.
type Gap struct {
	Jurisdiction string `json:"jurisdiction"` // "" = a place that is known not to exist
	TaxYear      string `json:"tax_year"`
	TaxType      string `json:"tax_type"`
	Taxpayer     string `json:"taxpayer"`
	Reason       string `json:"reason"`
}

// String names the combination and why it is not covered.
func (g Gap) String() string {
	name := func(s, none string) string {
		if s == "" {
			return none
		}
		return s
	}
	return "jurisdiction " + name(g.Jurisdiction, "unknown") + ", tax year " + name(g.TaxYear, "not named") + ", tax type " +
		name(g.TaxType, "not named") + ", taxpayer " + name(g.Taxpayer, "individual") + ": " + g.Reason
}

// Case is one calculation that the question asks for.
type Case struct {
	Jurisdiction *tax.Jurisdiction
	Row          tax.CoverageRow
	Tier         tax.Tier // of the row, or of the lowest of its exceptions that the request meets
	Request      tax.Request
	RegionName   string // "Scotland"; "" = none
	TaxType      string
	Parts        []string // the amounts that the income was added up from, as given
	Granted      []string // sentences about facts that were taken for granted
	TakeHome     bool     // what is left of the wage is asked for
	Supply       *Supply  // of an indirect tax: computed instead of Request; nil otherwise
}

// Supply is a sale whose VAT, GST or sales tax is asked for.
type Supply struct {
	Requests []indirect.Request // one for each day that the question may mean
	Rate     money.Dec          // that the question states, as a fraction; zero = none
	Standard bool               // the question names the standard rate
	Reduced  bool               // it names a lower one
	Relieved bool               // it names an exemption, or a rate of zero
	RateSaid bool               // which rate applies was asked for and answered
	Amount   string             // as given, for the sentence
	Gross    bool               // the amount includes the tax
	Whole    bool               // a document of its own, with lines and parties, rather than one amount in a question
	Name     string             // what the tax is called: "VAT"
}

// RateNamed reports a question that names the rate, by its figure or as the standard one.
func (s *Supply) RateNamed() bool { return s.Standard || !s.Rate.IsZero() }

// Category is the code of what is sold; "" where the question is not heard to say it.
func (s *Supply) Category() string {
	if s.Whole || len(s.Requests) == 0 || s.Requests[0].Lines[0].Category == StandardGoods {
		return ""
	}
	return s.Requests[0].Lines[0].Category
}

// Of plans one question with a Planner built for it alone; callers with more
// than one question keep a Planner.
func Of(question, lang string, jurisdictions []*tax.Jurisdiction) (Plan, error) {
	return New(jurisdictions).Plan(question, lang)
}

// Plan reads a question. lang is a BCP 47 tag, or "" to tell from the text.
// The error is a *tax.InputError about question or language.
func (p *Planner) Plan(question, lang string) (Plan, error) { return p.PlanIn(question, lang, "") }

// PlanIn reads a question as Plan does and words what it asks back in a language,
// of which nothing else depends; "" = in the language of the question.
func (p *Planner) PlanIn(question, lang, wording string) (Plan, error) {
	var faults tax.InputError
	switch {
	case !utf8.ValidString(question):
		faults.Add("question", "must be valid UTF-8")
	case blank(question):
		faults.Add("question", "is required")
	case utf8.RuneCountInString(question) > QuestionMax:
		faults.Add("question", "must have at most %d characters", QuestionMax)
	}
	base, ok := language(lang)
	if !ok {
		faults.Add("language", "must be a BCP 47 language tag, such as en or de-AT")
	}
	if err := faults.Err(); err != nil {
		return Plan{}, err
	}
	r := p.read(latest(p.promptAnswers(once(question))), base)
	r.wording = wording
	r.plan()
	return r.out, nil
}

// once returns a question that stands twice, one behind the other, as it stands
// once.
func once(question string) string {
	text := strings.TrimSpace(question)
	for i := range len(text) {
		if tail := strings.TrimSpace(text[i:]); i >= len(text)/2-2 && i <= len(text)/2+2 && i > 0 && tail == strings.TrimSpace(text[:i]) {
			return tail
		}
	}
	return question
}

func blank(s string) bool {
	for _, r := range s {
		if r > ' ' && r != '\u00a0' && r != '\u200b' && r != '\ufeff' {
			return false
		}
	}
	return true
}

// IsLanguage reports a BCP 47 language tag.
func IsLanguage(tag string) bool {
	_, ok := language(tag)
	return ok
}

// language returns the base language of a tag, in lower case.
func language(tag string) (string, bool) {
	if tag == "" {
		return "", true
	}
	parts := strings.FieldsFunc(tag, func(r rune) bool { return r == '-' || r == '_' })
	if len(tag) > 35 || len(parts) == 0 || strings.Count(tag, "-")+strings.Count(tag, "_") != len(parts)-1 {
		return "", false
	}
	for i, part := range parts {
		letters := strings.IndexFunc(part, func(r rune) bool { return !(r|0x20 >= 'a' && r|0x20 <= 'z') }) < 0
		signs := strings.IndexFunc(part, func(r rune) bool { return !(r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9') }) >= 0
		if len(part) > 8 || signs || i == 0 && (!letters || len(part) < 2 || len(part) > 3) {
			return "", false
		}
	}
	return strings.ToLower(parts[0]), true
}
