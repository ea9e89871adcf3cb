// Package bankline is what a line of a bank statement may be in the books: an entry
// that moves its money already, or the payment of an item that is open.
//
// # Rules
//
// The amount and its direction decide whether something is a candidate at all; day,
// name and reference how good it is. An entry that is proposed for a line moves the
// line's amount, in its currency and on its day, on accounts for money, and no other. Of an
// entry in another currency the amounts in base currency count where the line is in that:
// the bank has exchanged what was paid.
package bankline

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/chart"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/classification"
	"github.com/tallystick/tallystick/domain/documents/statement"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
)

// Kinds of candidates.
const (
	Entry = "journal_entry" // that moves the money already
	Open  = "open_item"     // that the line pays
)

// Item is a posted line that a line of a statement may be.
type Item struct {
	Kind     string
	EntryID  string
	Line     string // <entry id>/<line from 1>
	Date     civil.Date
	Currency string
	Amount   money.Dec // signed as the bank sees it: below zero where money leaves
	Text     string    // memo, sources
	Account  string
}

// Candidate is an item with how well it fits, in thousandths, and why.
type Candidate struct {
	Item
	Score   int
	Reasons []string
}

// The days in which an entry may lie beside its line, how old an item may be that a line
// pays, and the score from which a candidate is likely.
const (
	DaysBefore  = 10
	DaysAfter   = 10
	daysNear    = 3
	daysOfTerms = 60
	Likely      = 750
	candidates  = 5
)

// Items are what lines are compared with, by amount.
type Items map[string][]Item

// Index arranges items.
func Index(all []Item) Items {
	out := Items{}
	for _, x := range all {
		key := keyOf(x.Amount, x.Currency)
		out[key] = append(out[key], x)
	}
	return out
}

func keyOf(amount money.Dec, currency string) string {
	return amount.Fixed(6) + " " + currency
}

// Of are the candidates of a line, best first.
func (all Items) Of(l statement.Line) []Candidate {
	out := []Candidate{}
	said := tokens(l.Reference + " " + l.Description)
	for _, x := range all[keyOf(l.Amount, l.Currency)] {
		days := x.Date.DaysUntil(l.BookedOn) // above zero where the item came first
		c := Candidate{Item: x, Score: 550, Reasons: []string{"amount"}}
		near := func(score int, reason string) { c.Score, c.Reasons = c.Score+score, append(c.Reasons, reason) }
		switch {
		case x.Kind == Entry && (days > DaysBefore || days < -DaysAfter), x.Kind == Open && days < -daysNear:
			continue
		case days == 0:
			near(200, "same_day")
		case x.Kind == Entry && max(days, -days) <= daysNear:
			near(120, "near_day")
		case x.Kind == Open && days <= daysOfTerms:
			near(100, "within_terms")
		}
		if name := classification.MerchantKey(l.Party); name != "" &&
			strings.Contains(" "+classification.MerchantKey(x.Text)+" ", " "+strings.Fields(name)[0]+" ") {
			near(150, "name")
		}
		if slices.ContainsFunc(tokens(x.Text), func(t string) bool { return slices.Contains(said, t) }) {
			near(200, "reference")
		}
		c.Score = min(c.Score, 990)
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b Candidate) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Line, b.Line)) })
	return out[:min(len(out), candidates)]
}

// tokens are the words of a text that may be numbers of documents: four letters and
// digits at least, and a digit among them.
func tokens(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_'
	})
	var out []string
	for _, w := range words {
		if w = strings.Trim(w, "-_"); len(w) >= 4 && len(w) <= 30 && strings.ContainsFunc(w, unicode.IsDigit) {
			out = append(out, w)
		}
	}
	return out
}

// Best is the candidate that a line pays, where one alone is likely.
func Best(found []Candidate) (Candidate, bool) {
	if len(found) == 0 || found[0].Kind != Open || found[0].Score < Likely || len(found) > 1 && found[1].Score >= Likely {
		return Candidate{}, false
	}
	return found[0], true
}

// Pays is the payment of an open item by a line.
func Pays(l statement.Line, x Candidate) booking.Payment {
	return booking.Payment{Date: l.BookedOn, Currency: l.Currency, Items: []booking.Item{{Line: x.Line, Amount: x.Amount.Abs()}},
		Memo: MemoOf(l)}
}

// ByBank is a payment with what the bank booked for it: that of a line in base currency
// where the items are in another, unless the payment says it.
func ByBank(p booking.Payment, l statement.Line, base string) booking.Payment {
	if p.BaseAmount == nil && p.Currency != l.Currency && l.Currency == base {
		amount := l.Amount.Abs()
		p.BaseAmount = &amount
	}
	return p
}

const memoBytesMax = 500

// MemoOf is what a line says, as the memo of its entry.
func MemoOf(l statement.Line) string {
	words := strings.Join(strings.Fields(strings.Join([]string{l.Party, l.Reference, l.Description}, " ")), " ")
	if len(words) <= memoBytesMax {
		return words
	}
	end := memoBytesMax
	for end > 0 && !utf8.RuneStart(words[end]) {
		end--
	}
	return words[:end]
}

// moneyRoles are those of accounts on which money stands.
var moneyRoles = []string{"bank", "cash", "credit_card", "clearing"}

// ForMoney reports whether money stands on an account: by its role, or, of an asset, that
// it has none and is the tenant's or the chart's second account at a bank.
func ForMoney(a books.Account) bool {
	return slices.Contains(moneyRoles, a.Role) || a.Role == "" && a.Class == chart.Asset
}

// Moved is what an entry moves on accounts for money in a currency, its own or the base
// currency: below zero where it leaves. ok is false of any other.
func Moved(p journal.Proposal, currency string, l books.Ledger) (total money.Dec, ok bool) {
	if currency != p.Currency && currency != l.BaseCurrency {
		return money.Zero, false
	}
	total = money.Zero
	for _, x := range p.Lines {
		if a, ok := l.Account(books.Code(x.Account)); !ok || !ForMoney(a) {
			continue
		}
		amount := x.Amount
		if currency != p.Currency {
			amount = x.BaseAmount
		}
		if x.Side == journal.Credit {
			amount = amount.Neg()
		}
		total = total.Add(amount)
	}
	return total, true
}

// Moves reports whether an entry moves the amount of a line.
func Moves(p journal.Proposal, line statement.Line, l books.Ledger) bool {
	moved, ok := Moved(p, line.Currency, l)
	return ok && moved.Equal(line.Amount)
}

// Check adds what stands against an entry that is proposed for a line.
func Check(b *fault.Blockers, p journal.Proposal, line statement.Line, l books.Ledger) {
	switch moved, ok := Moved(p, line.Currency, l); {
	case !ok:
		b.Add("differs_from_line", "the line is in %s, the entry in %s", line.Currency, p.Currency)
	case !moved.Equal(line.Amount):
		b.Add("differs_from_line", "the line moves %s, the entry %s on accounts for money", line.Amount, moved)
	}
	if p.Date != line.BookedOn {
		b.Add("differs_from_line", "the line was booked on %s, the entry is of %s", line.BookedOn, p.Date)
	}
}
