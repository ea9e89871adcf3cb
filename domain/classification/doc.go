// Package classification says which category of a tax form a cost belongs to, by a
// method that it names, on evidence that it shows.
//
// # Vocabulary
//
//   - method: rule (the tenant's own), history (what the tenant decided for this
//     merchant before), code (the merchant's category code of ISO 18245), lexicon
//     (words that speak for a kind of cost), person.
//   - merchant: who was paid, as its key: lower case, without digits and the words
//     that companies end in.
//   - role: the role of the account that the cost is booked to, one of the
//     category's.
//
// # Rules
//
// The best method wins: rule 1.0, history 0.95 (at least three decisions of this
// tenant, none against it), code 0.85, lexicon 0.7 at most. Below 0.8 there is no
// category but candidates, and the classification is a review item until a person
// decides. A disabled category is never chosen. What a person decides teaches this
// tenant alone; it is part of the history that later results name the size of.
package classification

import (
	"strings"
	"unicode"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Category is the kind of stream a classification is.
var Category = event.Category{Name: "classification", Types: []event.Type{event.Of[Made](), event.Of[Decided]()}}

// Methods.
const (
	ByRule    = "rule"
	ByHistory = "history"
	ByCode    = "code"
	ByLexicon = "lexicon"
	ByPerson  = "person"
)

// How sure a method is, in thousandths.
const (
	ruleScore    = 1000
	historyScore = 950
	codeScore    = 850
	lexiconScore = 700
	weakScore    = 500
	// AcceptScore is how sure a result must be to stand without a person.
	AcceptScore = 800
)

// historyLeast is how many decisions a history needs.
const historyLeast = 3

// Candidate is a category that may be meant.
type Candidate struct {
	CategoryID string `json:"category_id"`
	Role       string `json:"role"`  // of the account
	Score      int    `json:"score"` // in thousandths
	Method     string `json:"method"`
}

// Made is the outcome of a classification.
type Made struct {
	ClassificationID string      `json:"classification_id"`
	DocumentID       string      `json:"document_id,omitempty"`
	DocumentType     string      `json:"document_type,omitempty"`
	UploadedBy       string      `json:"uploaded_by,omitempty"` // the document's principal
	Subject          string      `json:"subject"`               // whose texts these are
	Text             sealed.Text `json:"text"`                  // what was classified
	Merchant         sealed.Text `json:"merchant,omitzero"`     // its key
	MCC              string      `json:"mcc,omitempty"`
	Amount           string      `json:"amount,omitempty"`
	Currency         string      `json:"currency,omitempty"`
	Jurisdiction     string      `json:"jurisdiction"`
	Year             int         `json:"year"`
	Tree             string      `json:"tree"`
	CategoryID       string      `json:"category_id,omitempty"` // "" = a person decides
	Role             string      `json:"role,omitempty"`
	Score            int         `json:"score"`
	Method           string      `json:"method,omitempty"`
	Evidence         sealed.Text `json:"evidence,omitzero"`
	Candidates       []Candidate `json:"candidates"`
	History          int         `json:"history"` // decisions of the tenant that were read
}

// Part is one share of a cost that belongs to several categories.
type Part struct {
	CategoryID string    `json:"category_id" maxLength:"60"`
	Share      money.Dec `json:"share" doc:"A fraction; the shares make 1."`
}

// Decided is a person's word.
type Decided struct {
	Decision   string      `json:"decision"` // accept | correct | split | dismiss
	CategoryID string      `json:"category_id,omitempty"`
	Role       string      `json:"role,omitempty"`
	Parts      []Part      `json:"parts,omitempty"`
	Reason     sealed.Text `json:"reason,omitzero"`
	Queue      bool        `json:"queue,omitempty"` // it came by the review item
}

func (Made) EventType() string    { return "classification.made.v1" }
func (Decided) EventType() string { return "classification.decided.v1" }

// companyWords end the names of companies and say nothing of who they are.
var companyWords = map[string]bool{"ltd": true, "limited": true, "plc": true, "llc": true, "inc": true, "corp": true, "co": true,
	"gmbh": true, "ag": true,
	"kg": true, "ug": true, "sarl": true, "sas": true, "sa": true, "srl": true, "spa": true, "bv": true, "nv": true, "oy": true, "ab": true,
	"as": true,
	"sp": true, "zoo": true, "pty": true, "the": true, "und": true, "and": true}

// MerchantKey is a merchant's name without what changes from paper to paper.
func MerchantKey(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	var kept []string
	for _, w := range words {
		if !companyWords[w] && strings.ContainsFunc(w, unicode.IsLetter) && len(kept) < 4 {
			kept = append(kept, w)
		}
	}
	return strings.Join(kept, " ")
}
