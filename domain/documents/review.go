package documents

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// Kinds of review that documents ask for.
const (
	ReviewExtraction = "extraction"
	ReviewDuplicate  = "duplicate"
)

// What a person said of likely duplicates.
const (
	Same      = "same"
	Different = "different"
)

// reviewOf says why a person should look at what was read: checks that failed,
// but for duplicates, which have a review of their own, and values that matter
// and are missing or not sure.
func reviewOf(kind Type, fields []Field, checks []Check, accept int) (why []string) {
	for _, c := range checks {
		if !c.OK && c.Code != DuplicateLikely && !slices.Contains(why, c.Code) {
			why = append(why, c.Code)
		}
	}
	for _, name := range mattering[kind] {
		if f, has := fieldOf(fields, name); !has || !f.Accepted(accept) {
			why = append(why, name+"_not_sure")
		}
	}
	return why
}

// mattering are the values of a kind of document that somebody relies on.
var mattering = map[Type][]string{
	"receipt": {reading.Date, reading.Gross, reading.Currency}, "invoice": {reading.Date, reading.Gross, reading.Currency},
	"credit_note": {reading.Date, reading.Gross, reading.Currency}, "payslip": {reading.GrossPay, reading.NetPay, reading.Currency},
}

// toReview is reviewOf, nothing once a person has decided.
func (s State) toReview(fields []Field, checks []Check) []string {
	if s.Reviewed != "" {
		return nil
	}
	return reviewOf(s.Type, fields, checks, s.Accept)
}

// ReviewOpen reports whether a person is asked to look.
func (s State) ReviewOpen(kind string) bool {
	if s.Status != StatusExtracted {
		return false
	}
	if kind == ReviewDuplicate {
		return len(s.Duplicates) > 0 && s.Duplicate == ""
	}
	return len(s.Review) > 0 && s.Reviewed == ""
}

// DecideReview is a person's word on a review.
type DecideReview struct {
	Kind     string
	Decision string // accept | dismiss
	Reason   string
	FourEyes bool // the amount asks for another person than who brought the document
}

// Decide gives ReviewDecided. To accept what was read confirms every value; to
// accept a duplicate says that it is one. Errors: fault.Immutable of a review that
// is decided; fault.Blocked with separation_of_duties.
func (c DecideReview) Decide(s State, a act.Context, k Known) ([]event.Payload, error) {
	if c.Decision != "accept" && c.Decision != "dismiss" {
		return nil, fault.Invalid("decision", "accept or dismiss; values are corrected with the document's fields")
	}
	if !s.ReviewOpen(c.Kind) {
		return nil, fault.New(fault.Immutable, "the review is decided")
	}
	if c.FourEyes && a.Principal == s.CreatedBy {
		var b fault.Blockers
		b.On("principal/"+a.Principal, "separation_of_duties",
			"who brought a document does not review it above the amount that asks for four eyes")
		return nil, b.Err()
	}
	decided := ReviewDecided{c.Kind, c.Decision, sealedOf(s.Subject(), strings.TrimSpace(c.Reason))}
	if c.Kind != ReviewExtraction || c.Decision != "accept" {
		return []event.Payload{decided}, nil
	}
	var confirmed Correct
	for _, f := range s.Fields {
		if f.State == StateExtracted {
			confirmed.Fields = append(confirmed.Fields, Correction{Name: f.Name})
		}
	}
	changes, err := confirmed.Decide(s, a, k)
	return append(changes, decided), err
}
