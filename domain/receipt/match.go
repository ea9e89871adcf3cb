package receipt

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/classification"
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

func abs(n int) int { return max(n, -n) }
