package booking

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Transfer is money that a payment provider pays out, or keeps back for itself.
type Transfer struct {
	Date     civil.Date
	Currency string
	Amount   money.Dec
	Fee      bool // kept back: a cost; else paid out to the bank
	Memo     string
}

// Propose turns a transfer into a proposal. Errors: fault.Blocked.
func (t Transfer) Propose(f Facts) (journal.Proposal, error) {
	var b fault.Blockers
	if !f.Books.Exists {
		b.Add("books_missing", "there are no books for this site; PUT /api/ledger/books/ opens them")
		return journal.Proposal{}, b.Err()
	}
	role, rule := "bank", "payout.money"
	if t.Fee {
		role, rule = "expense.bank_charges", "fee.cost"
	}
	on, reasons := t.Date, []string{}
	if f.Books.Closed(on) {
		on, reasons = f.Books.ClosedThrough.Next().First(), []string{"late_fact"}
	}
	s := settlement{f: f, on: on}
	s.role(&b, role, rule, t.Amount, money.Zero)
	s.role(&b, "clearing", "payout.held", t.Amount.Neg(), money.Zero)
	if err := b.Err(); err != nil {
		return journal.Proposal{}, err
	}
	return inBase(journal.Proposal{
		Origin: journal.FromOrder, Journal: journal.Bank, Date: on, TaxDate: t.Date, Currency: t.Currency, BaseCurrency: f.Books.BaseCurrency,
		Memo: sealed.Text{Plain: t.Memo}, Lines: s.lines, Confidence: money.One, ReviewReasons: reasons,
	}, f)
}
