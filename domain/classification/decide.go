package classification

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/category"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// State is a classification as its events leave it.
type State struct {
	Made
	Site      int64
	Status    string // classified | open | resolved | dismissed
	Parts     []Part
	DecidedBy string
	DecidedAt time.Time
	Reason    sealed.Text
	CreatedAt time.Time
	CreatedBy string
	UpdatedAt time.Time
	Events    int
}

// The statuses.
const (
	Classified = "classified"
	Open       = "open"
	Resolved   = "resolved"
	Dismissed  = "dismissed"
)

// Evolve is the state after e.
func (s State) Evolve(e event.Recorded) State {
	s.Events++
	s.UpdatedAt = e.Meta.Time
	switch p := e.Payload.(type) {
	case Made:
		s.Made, s.Site, s.CreatedAt, s.CreatedBy, s.Status = p, e.Meta.Site, e.Meta.Time, e.Meta.Principal, Classified
		if p.CategoryID == "" {
			s.Status = Open
		}
	case Decided:
		s.DecidedBy, s.DecidedAt, s.Reason, s.Parts = e.Meta.Principal, e.Meta.Time, p.Reason, p.Parts
		if p.Decision == "dismiss" {
			s.Status = Dismissed
			break
		}
		s.Status, s.CategoryID, s.Role, s.Score, s.Method = Resolved, p.CategoryID, p.Role, 1000, ByPerson
	}
	return s
}

// Make records a classification.
type Make struct {
	Made
	Result Result
	Said   string // the text, the merchant's key, the evidence: in the clear
	Key    string
}

// Decide gives Made.
func (c Make) Decide(_ State, a act.Context) ([]event.Payload, error) {
	m := c.Made
	m.ClassificationID = a.NewID(0)
	if m.Subject == "" {
		m.Subject = "document-" + m.ClassificationID
	}
	m.Text = seal(m.Subject, c.Said)
	m.Merchant = seal(m.Subject, c.Key)
	m.Evidence = seal(m.Subject, c.Result.Evidence)
	m.CategoryID, m.Role, m.Score, m.Method = c.Result.CategoryID, c.Result.Role, c.Result.Score, c.Result.Method
	m.Candidates, m.History = c.Result.Candidates, c.Result.History
	if m.Candidates == nil {
		m.Candidates = []Candidate{}
	}
	return []event.Payload{m}, nil
}

func seal(subject, plain string) sealed.Text {
	if plain == "" {
		return sealed.Text{}
	}
	return sealed.Of(subject, plain)
}

// Decision is a person's word on a classification.
type Decision struct {
	Decision   string `json:"decision" enum:"accept,correct,split,dismiss" doc:"accept: the best candidate."`
	CategoryID string `json:"category_id,omitempty" maxLength:"60" doc:"With correct."`
	Parts      []Part `json:"parts,omitempty" maxItems:"20" doc:"With split."`
	Reason     string `json:"reason,omitempty" maxLength:"1000"`
}

// Validate reports every malformed field.
func (d Decision) Validate() error {
	var f fault.Fields
	if !slices.Contains([]string{"accept", "correct", "split", "dismiss"}, d.Decision) {
		f.Add("decision", "accept, correct, split or dismiss")
	}
	if (d.Decision == "correct") != (d.CategoryID != "") {
		f.Add("category_id", "goes with correct, and correct with it")
	}
	if (d.Decision == "split") != (len(d.Parts) > 0) {
		f.Add("parts", "go with split, and split with them")
	}
	total := money.Zero
	for _, p := range d.Parts {
		total = total.Add(p.Share)
		if p.CategoryID == "" {
			f.Add("parts", "each part names its category")
		}
		if p.Share.Sign() <= 0 {
			f.Add("parts", "each share is above zero")
		}
	}
	if len(d.Parts) > 0 && !total.Equal(money.One) {
		f.Add("parts", "the shares come to %s, not 1", total)
	}
	return f.Err()
}

// Facts is what a decision is told.
type Facts struct {
	Queue    bool            // it came by the review item, which is decided once
	Disabled map[string]bool // categories
	// FourEyes says that the amount asks for another person than who brought it.
	FourEyes bool
}

const eventsMax = 100

// Decide gives Decided. Errors: fault.Immutable of an item that is decided;
// fault.InvalidInput; fault.Blocked.
func (d Decision) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	if f.Queue && s.Status != Open {
		return nil, fault.New(fault.Immutable, "the item is %s", s.Status)
	}
	if s.Events >= eventsMax {
		return nil, fault.New(fault.Immutable, "the classification was decided %d times", s.Events-1)
	}
	out := Decided{Decision: d.Decision, CategoryID: d.CategoryID, Parts: d.Parts, Reason: seal(s.Subject, strings.TrimSpace(d.Reason)),
		Queue: f.Queue}
	var b fault.Blockers
	switch d.Decision {
	case "accept":
		if len(s.Candidates) == 0 {
			b.Add("category_missing", "there is no candidate to accept")
			break
		}
		out.CategoryID, out.Role = s.Candidates[0].CategoryID, s.Candidates[0].Role
	case "split":
		out.CategoryID = d.Parts[0].CategoryID
	}
	used := []string{out.CategoryID}
	for _, p := range d.Parts {
		used = append(used, p.CategoryID)
	}
	if d.Decision != "dismiss" {
		for _, id := range slices.Compact(used) {
			c, ok := category.Find(id)
			switch {
			case id == "":
			case !ok || c.Tree != s.Tree:
				return nil, fault.Invalid("category_id", "%q is no category of %s", id, s.Tree)
			case f.Disabled[id]:
				b.On("category/"+id, "category_disabled", "%s is disabled", id)
			case id == out.CategoryID && out.Role == "":
				out.Role = c.Roles[0]
			}
		}
	}
	if f.FourEyes && a.Principal == cmp.Or(s.UploadedBy, s.CreatedBy) {
		b.On("principal/"+a.Principal, "separation_of_duties", "who brought it does not decide it above the amount that asks for four eyes")
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	if d.Decision != "dismiss" && s.Status == Resolved && s.CategoryID == out.CategoryID && len(s.Parts) == 0 && len(d.Parts) == 0 {
		return nil, nil
	}
	return []event.Payload{out}, nil
}
