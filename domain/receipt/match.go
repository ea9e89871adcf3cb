package receipt

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/classification"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
)

// Entry that a receipt may be the same cost as.
type Entry struct {
	Kind     string // journal_entry | ledger_entry
	ID       string
	Date     civil.Date
	Currency string
	Amount   money.Dec
	Text     string // memo, buyer
	Refs     string // numbers and references, separated by spaces
	// InReceipt is the amount in the receipt's currency; nil = no rate is known.
	InReceipt *money.Dec
}

// Candidate is an entry with how well it fits, and why.
type Candidate struct {
	Kind    string
	ID      string
	Date    civil.Date
	Amount  money.Dec
	Curr    string
	Score   int // in thousandths
	Reasons []string
}

// Days of the window, and the score from which a person has to decide.
const (
	daysBefore  = 3
	daysAfter   = 10
	daysInvoice = 30 // past due
	likely      = 750
	candidates  = 10
)

// Window is the days in which a match may lie: the payment of an invoice may come
// long after it. due is zero where none is known.
func (s State) Window(due civil.Date) (from, to civil.Date) {
	if s.Date.IsZero() {
		return from, to
	}
	to = s.Date.AddDays(daysAfter)
	if !due.IsZero() && due.AddDays(daysInvoice).After(to) {
		to = due.AddDays(daysInvoice)
	}
	return s.Date.AddDays(-daysBefore), to
}

var acrossCurrencies = money.MustParse("0.02")

// Candidates scores entries: the amount decides whether one is a candidate at all,
// day, name and reference how good it is.
func (s State) Candidates(entries []Entry) []Candidate {
	var out []Candidate
	key := classification.MerchantKey(s.Merchant)
	for _, e := range entries {
		c := Candidate{Kind: e.Kind, ID: e.ID, Date: e.Date, Amount: e.Amount, Curr: e.Currency}
		switch {
		case e.Currency == s.Currency && e.Amount.Equal(s.Gross):
			c.Score, c.Reasons = 550, []string{"amount"}
		case e.Currency != s.Currency && e.InReceipt != nil && e.InReceipt.Sub(s.Gross).Abs().Cmp(s.Gross.Mul(acrossCurrencies)) <= 0:
			c.Score, c.Reasons = 400, []string{"amount_converted"}
		default:
			continue
		}
		switch days := abs(s.Date.DaysUntil(e.Date)); {
		case days == 0:
			c.Score, c.Reasons = c.Score+200, append(c.Reasons, "same_day")
		case days <= daysBefore:
			c.Score, c.Reasons = c.Score+120, append(c.Reasons, "near_day")
		}
		if key != "" && strings.Contains(" "+classification.MerchantKey(e.Text)+" ", " "+strings.Fields(key)[0]+" ") {
			c.Score, c.Reasons = c.Score+150, append(c.Reasons, "name")
		}
		if s.Number != "" && len(s.Number) > 3 && strings.Contains(strings.ToLower(e.Text+" "+e.Refs), strings.ToLower(s.Number)) {
			c.Score, c.Reasons = c.Score+200, append(c.Reasons, "reference")
		}
		c.Score = min(c.Score, 990)
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b Candidate) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID)) })
	return out[:min(len(out), candidates)]
}

// suggestions are the candidates that a person has to decide about.
func suggestions(found []Candidate) []Suggestion {
	out := []Suggestion{}
	for _, c := range found {
		if c.Score >= likely {
			out = append(out, Suggestion{c.Kind, c.ID, c.Score, c.Reasons})
		}
	}
	return out
}

// asked gives MatchesFound where a person is to be asked about other entries than
// before; nothing where the receipt says which entry it is.
func asked(before []Suggestion, d Contents, subject string, found []Candidate) ([]event.Payload, error) {
	now := suggestions(found)
	same := func(a, b Suggestion) bool { return a.Kind == b.Kind && a.ID == b.ID }
	if d.Match != nil || slices.EqualFunc(before, now, same) {
		return nil, nil
	}
	content, err := d.content(subject)
	return []event.Payload{MatchesFound{now, d.DocumentID, content}}, err
}

// MatchOpen reports whether a person is asked which entry the receipt is.
func (s State) MatchOpen() bool { return s.Status == Draft && s.Match == nil && len(s.Suggested) > 0 }

// DecideMatch is a person's word on which entry a receipt is the same cost as, from
// the queue.
type DecideMatch struct {
	Decision string // accept: the best candidate | correct: the one that Match names | dismiss: none
	Match    *Match
	FourEyes bool // the amount asks for another person than who drafted it
}

// Decide gives Changed. Errors: fault.Immutable of what is decided; fault.InvalidInput;
// fault.Blocked with separation_of_duties.
func (c DecideMatch) Decide(s State, a act.Context) ([]event.Payload, error) {
	if !s.MatchOpen() {
		return nil, fault.New(fault.Immutable, "the match is decided")
	}
	if c.FourEyes && a.Principal == s.CreatedBy {
		var b fault.Blockers
		b.On("principal/"+a.Principal, "separation_of_duties",
			"who drafted a receipt does not decide its match above the amount that asks for four eyes")
		return nil, b.Err()
	}
	said := Match{Kind: "none"}
	switch {
	case c.Decision == "accept" && c.Match == nil:
		said = Match{s.Suggested[0].Kind, s.Suggested[0].ID}
	case c.Decision == "correct" && c.Match != nil:
		said = *c.Match
	case c.Decision == "correct":
		return nil, fault.Invalid("match", "the entry that it is")
	case c.Decision == "dismiss" && c.Match == nil:
	case c.Match != nil:
		return nil, fault.Invalid("match", "goes with correct alone")
	default:
		return nil, fault.Invalid("decision", "accept, correct or dismiss")
	}
	amend := Amend{Contents: Contents{Match: &said}}
	if err := amend.Validate(); err != nil {
		return nil, err
	}
	return amend.Decide(s, a, Source{})
}

func abs(n int) int { return max(n, -n) }
