// Package statement reads bank statements: CAMT.053 and .052 (ISO 20022), MT940
// (SWIFT), OFX, and comma-separated files of banks. A statement whose opening
// balance and lines do not make its closing balance is read and says so.
package statement

import (
	"errors"
	"slices"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// Statement is one statement of one account.
type Statement struct {
	Account  string     `json:"account"` // IBAN, or the bank's number
	Currency string     `json:"currency"`
	Number   string     `json:"number,omitempty"`
	From     civil.Date `json:"from,omitzero"` // day of the opening balance, or of the first line
	To       civil.Date `json:"to,omitzero"`
	Opening  *money.Dec `json:"opening"`           // nil: the file does not say
	Follows  bool       `json:"follows,omitempty"` // Opening is what Closing is less the lines: the file does not say it
	Closing  *money.Dec `json:"closing"`
	Lines    []Line     `json:"lines"`
}

// Line is one movement; Amount is negative where money left the account.
type Line struct {
	Number      int        `json:"number"` // from 1
	BookedOn    civil.Date `json:"booked_on"`
	ValueOn     civil.Date `json:"value_on,omitzero"`
	Amount      money.Dec  `json:"amount"`
	Currency    string     `json:"currency"`
	Party       string     `json:"party,omitempty"`
	PartyIBAN   string     `json:"party_iban,omitempty"`
	Reference   string     `json:"reference,omitempty"` // end to end, or the bank's own
	Description string     `json:"description,omitempty"`
}

// ErrUnreadable says that a file of a format breaks its rules.
var ErrUnreadable = errors.New("statement: it cannot be read")

// LinesMax bounds a file.
const LinesMax = 20_000

// Sum is what all lines add up to.
func (s *Statement) Sum() money.Dec {
	total := money.Zero
	for _, l := range s.Lines {
		total = total.Add(l.Amount)
	}
	return total
}

// Balances reports whether opening and lines make the closing balance; known is
// false where the file lacks either, or its lines are in several currencies.
func (s *Statement) Balances() (balances, known bool) {
	if s.Opening == nil || s.Closing == nil || s.Follows || s.mixed() {
		return false, false
	}
	return s.Opening.Add(s.Sum()).Equal(*s.Closing), true
}

func (s *Statement) mixed() bool {
	return slices.ContainsFunc(s.Lines, func(l Line) bool { return l.Currency != "" && l.Currency != s.Currency })
}

// finish numbers the lines and fills the days that the file leaves out.
func (s *Statement) finish() {
	for i := range s.Lines {
		l := &s.Lines[i]
		l.Number = i + 1
		if l.Currency == "" {
			l.Currency = s.Currency
		}
		if s.From.IsZero() || l.BookedOn.Before(s.From) {
			s.From = l.BookedOn
		}
		if l.BookedOn.After(s.To) {
			s.To = l.BookedOn
		}
	}
}
