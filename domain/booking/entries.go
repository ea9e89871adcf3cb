package booking

import (
	"strconv"

	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Manual is an entry whose lines somebody wrote.
type Manual struct {
	Origin      journal.Origin `json:"origin,omitempty" enum:"manual,opening,accrual,depreciation,revaluation,bank,recurring" doc:"Left out: manual."`
	Journal     journal.Book   `json:"journal,omitempty" enum:"sales,purchases,bank,cash,general,opening" doc:"Left out: opening for opening entries, else general."`
	Date        civil.Date     `json:"date" format:"date"`
	TaxDate     civil.Date     `json:"tax_date,omitzero" format:"date"`
	Currency    string         `json:"currency,omitempty" doc:"Left out: the base currency."`
	Memo        string         `json:"memo,omitempty" maxLength:"4000"`
	Computation string         `json:"computation,omitempty" maxLength:"4000"`
	Other       Counterparty   `json:"counterparty,omitzero"`
	Lines       []journal.Line `json:"lines"`
}

// Write turns lines that somebody wrote into a proposal. Lines that carry no
// amounts in base currency get them at the rate of the tax date. Errors:
// fault.Blocked with fx_rate_missing.
func (m Manual) Write(f Facts) (journal.Proposal, error) {
	p := journal.Proposal{
		Origin: m.Origin, Journal: m.Journal, Date: m.Date, TaxDate: m.TaxDate, Currency: m.Currency, BaseCurrency: f.Books.BaseCurrency,
		Memo: sealed.Text{Plain: m.Memo}, Computation: sealed.Text{Plain: m.Computation}, Lines: m.Lines, Other: m.Other.Kept(),
		Confidence:    money.One,
		ReviewReasons: []string{},
	}
	if p.Origin == "" {
		p.Origin = journal.FromManual
	}
	if p.Journal == "" {
		p.Journal = journal.General
		if p.Origin == journal.FromOpening {
			p.Journal = journal.Opening
		}
	}
	if p.TaxDate.IsZero() {
		p.TaxDate = p.Date
	}
	if p.Currency == "" {
		p.Currency = p.BaseCurrency
	}
	return inBase(p, f)
}

// inBase fills the amounts in base currency where no line has one.
func inBase(p journal.Proposal, f Facts) (journal.Proposal, error) {
	for _, l := range p.Lines {
		if !l.BaseAmount.IsZero() {
			return p, nil
		}
	}
	places, _ := money.MinorUnits(p.BaseCurrency)
	rate := money.One
	if p.Currency != p.BaseCurrency {
		if p.Exchange = f.Convert(p.Currency, p.TaxDate); p.Exchange == nil {
			var b fault.Blockers
			b.Add("fx_rate_missing", "no table has a rate of %s for %s on %s", p.BaseCurrency, p.Currency, p.TaxDate)
			return p, b.Err()
		}
		rate = p.Exchange.Rate
	}
	p.Lines = journal.InBase(p.Lines, rate, places)
	return p, nil
}

// Reverse is the entry that undoes a posted one: the same lines with the sides
// swapped, at the same amounts in both currencies. What it settled is open
// again, because the settling lines are undone with it. What other says of the counterparty
// counts for both; left out, it is as the entry says.
func Reverse(s journal.State, on civil.Date, memo string, other Counterparty) (journal.Proposal, error) {
	var b fault.Blockers
	if s.Status != journal.Posted {
		b.On("entry/"+s.ID, "entry_not_posted", "the entry is %s; only a posted one is reversed", s.Status)
	}
	if s.Origin == journal.FromReversal {
		b.On("entry/"+s.ID, "entry_is_reversal", "a reversal is not reversed; propose the entry anew")
	}
	if err := b.Err(); err != nil {
		return journal.Proposal{}, err
	}
	lines := make([]journal.Line, len(s.Payload.Lines))
	for i, l := range s.Payload.Lines {
		l.Side, l.Rule = l.Side.Other(), "reversal"
		lines[i] = l
	}
	if memo == "" {
		memo = "reversal of " + s.ID
	}
	if other == (Counterparty{}) {
		other = Counterparty{Country: s.Other.Country, TaxID: s.Other.TaxID.Plain}
	}
	return journal.Proposal{
		Origin: journal.FromReversal, Journal: s.Journal, Date: on, TaxDate: s.TaxDate, Currency: s.Currency, BaseCurrency: s.BaseCurrency,
		Exchange: s.Exchange,
		Memo:     sealed.Text{Plain: memo}, Lines: lines, Sources: []journal.Source{{Kind: "entry", ID: s.ID, SHA256: s.SHA256}}, Reverses: s.ID,
		Other: other.Kept(), Confidence: money.One, ReviewReasons: []string{},
	}, nil
}

// Balance is what an account of the result comes to in base currency: debits
// less credits.
type Balance struct {
	Account books.Code
	Amount  money.Dec
}

// YearEnd carries the result of a fiscal year to equity: it ends every account
// of income and cost, on the last day of the year. Balances of assets, debts and
// equity go on by themselves. Errors: fault.Blocked.
func YearEnd(year books.Year, balances []Balance, f Facts) (journal.Proposal, error) {
	var b fault.Blockers
	on := year.Ends().Last()
	retained, ok := f.Books.ForRole("retained", nil, on)
	if !ok {
		b.On("role/retained", "account_mapping_missing", "the books have no account for the result carried forward")
	}
	s := settlement{f: f, on: on}
	result := money.Zero
	for _, x := range balances {
		if a, known := f.Books.Account(x.Account); !known || !a.Class.Result() || x.Amount.IsZero() {
			continue
		}
		s.signed(journal.Line{Account: journal.AccountCode(x.Account), Rule: "year_end.result"}, x.Amount.Neg(), x.Amount.Neg())
		result = result.Add(x.Amount)
	}
	s.signed(journal.Line{Account: journal.AccountCode(retained.Code), Rule: "year_end.carried_forward"}, result, result)
	if len(s.lines) == 0 {
		b.Add("nothing_to_carry", "no account of income or cost has a balance in %s", year)
	}
	if err := b.Err(); err != nil {
		return journal.Proposal{}, err
	}
	return journal.Proposal{
		Origin: journal.FromClosing, Journal: journal.General, Date: on, TaxDate: on, Currency: f.Books.BaseCurrency,
		BaseCurrency: f.Books.BaseCurrency,
		Memo:         sealed.Text{Plain: "result of " + year.String() + " carried forward"},
		Computation:  sealed.Text{Plain: "each account of income and cost at its balance in base currency on " + on.String()},
		Lines:        s.lines, Confidence: money.One, ReviewReasons: []string{},
	}, nil
}
