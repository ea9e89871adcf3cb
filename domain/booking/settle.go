package booking

import (
	"strings"

	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Item is a part of an open item that a payment settles.
type Item struct {
	Line   string    `json:"line" maxLength:"50" doc:"<entry id>/<line from 1>."`
	Amount money.Dec `json:"amount" doc:"In the item's currency."`
}

// Payment is money that settles open items.
type Payment struct {
	Date       civil.Date `json:"date" format:"date" doc:"Of the bank's booking."`
	Account    string     `json:"account,omitempty" maxLength:"20" doc:"The money account; left out: the chart's bank account."`
	Currency   string     `json:"currency" pattern:"^[A-Z]{3}$" doc:"Of the items."`
	BaseAmount *money.Dec `json:"base_amount,omitempty" doc:"What the bank booked, in base currency, where the items are in another; left out: at the table's rate of the day."`
	Fee        money.Dec  `json:"fee,omitzero" doc:"Kept back by the bank or payment provider, in the items' currency."`
	Items      []Item     `json:"items" minItems:"1" maxItems:"100"`
	Memo       string     `json:"memo,omitempty" maxLength:"4000"`
}

// OpenItem is a posted line with what is left of it.
type OpenItem struct {
	journal.OpenItem
	BaseLeft money.Dec
	Party    string
}

// Settle turns a payment into a proposal: what was settled leaves at the amount
// in base currency at which it stood, the money comes at the bank's rate, and
// the difference is booked by itself. Errors: fault.InvalidInput; fault.Blocked.
func Settle(p Payment, open map[string]OpenItem, f Facts) (journal.Proposal, error) {
	if err := p.faults(); err != nil {
		return journal.Proposal{}, err
	}
	var b fault.Blockers
	if !f.Books.Exists {
		b.Add("books_missing", "there are no books for this site; PUT /api/ledger/books/ opens them")
		return journal.Proposal{}, b.Err()
	}
	places, _ := money.MinorUnits(f.Books.BaseCurrency)
	money1, ok := f.Books.ForRole("bank", nil, p.Date)
	if p.Account != "" {
		money1, ok = f.Books.Account(books.Code(p.Account))
	}
	if !ok {
		b.Add("account_mapping_missing", "the books have no such money account")
	}
	lines, net, baseItems := p.items(&b, open, places)
	received := net.Sub(p.Fee)
	exchange, base := p.received(&b, received, places, f)
	if err := b.Err(); err != nil {
		return journal.Proposal{}, err
	}
	s := settlement{f: f, on: p.Date, places: places}
	s.lines = lines
	s.signed(journal.Line{Account: journal.AccountCode(money1.Code), Rule: "payment.money"}, received, base)
	if !p.Fee.IsZero() {
		rate := money.One // in base currency, where the fee may take all that came
		if p.Currency != f.Books.BaseCurrency {
			rate = base.Quo(received)
		}
		s.role(&b, "expense.bank_charges", "payment.fee", p.Fee, p.Fee.Mul(rate).Round(places, money.HalfUp))
		base = base.Add(p.Fee.Mul(rate).Round(places, money.HalfUp))
	}
	// What came, less what left: a gain is a credit.
	if diff := base.Sub(baseItems); diff.Sign() > 0 {
		s.role(&b, "fx_gain", "payment.exchange_difference", money.Zero, diff.Neg())
	} else if diff.Sign() < 0 {
		s.role(&b, "fx_loss", "payment.exchange_difference", money.Zero, diff.Neg())
	}
	if err := b.Err(); err != nil {
		return journal.Proposal{}, err
	}
	memo := p.Memo
	if memo == "" {
		memo = "payment of " + strings.Join(p.names(), ", ")
	}
	return journal.Proposal{
		Origin: journal.FromManual, Journal: journal.Bank, Date: p.Date, TaxDate: p.Date, Currency: p.Currency,
		BaseCurrency: f.Books.BaseCurrency,
		Exchange:     exchange, Memo: sealed.Text{Plain: memo}, Lines: s.lines, Confidence: money.One, ReviewReasons: []string{},
	}, nil
}

func (p Payment) faults() error {
	var bad fault.Fields
	if p.Date.IsZero() {
		bad.Add("payment.date", "the day of the bank's booking, YYYY-MM-DD")
	}
	if len(p.Items) == 0 {
		bad.Add("payment.items", "what is paid")
	}
	seen := map[string]bool{}
	for i, x := range p.Items {
		if x.Amount.Sign() <= 0 {
			bad.Add("payment.items["+itoa(i)+"].amount", "above zero")
		}
		if seen[x.Line] {
			bad.Add("payment.items["+itoa(i)+"].line", "%s stands twice", x.Line)
		}
		seen[x.Line] = true
	}
	if p.Fee.Sign() < 0 {
		bad.Add("payment.fee", "not below zero")
	}
	return bad.Err()
}

func (p Payment) names() []string {
	out := make([]string, len(p.Items))
	for i, x := range p.Items {
		out[i] = x.Line
	}
	return out
}

// items are the lines that end what is settled; net is what they bring (below
// zero: cost) in their currency, baseNet in base currency.
func (p Payment) items(b *fault.Blockers, open map[string]OpenItem, places int) (lines []journal.Line, net, baseNet money.Dec) {
	for _, x := range p.Items {
		item, ok := open[x.Line]
		switch {
		case !ok:
			b.On("line/"+x.Line, "open_item_unknown", "no posted line %s is open", x.Line)
			continue
		case item.Currency != p.Currency:
			b.On("line/"+x.Line, "settlement_mismatch", "line %s is in %s, not %s", x.Line, item.Currency, p.Currency)
			continue
		case x.Amount.Greater(item.Left):
			b.On("line/"+x.Line, "settlement_exceeds_item", "%s of line %s is open, not %s", item.Left, x.Line, x.Amount)
			continue
		}
		base := item.BaseLeft
		if !x.Amount.Equal(item.Left) {
			base = item.BaseLeft.Mul(x.Amount).QuoRound(item.Left, places, money.HalfUp)
		}
		lines = append(lines, journal.Line{Account: item.Account, Side: item.Side.Other(), Amount: x.Amount, BaseAmount: base, Party: item.Party,
			Settles: x.Line, Rule: "payment.item"})
		if item.Side == journal.Debit {
			net, baseNet = net.Add(x.Amount), baseNet.Add(base)
		} else {
			net, baseNet = net.Sub(x.Amount), baseNet.Sub(base)
		}
	}
	return lines, net, baseNet
}

// received is what the money comes to in base currency, signed.
func (p Payment) received(b *fault.Blockers, amount money.Dec, places int, f Facts) (*journal.Exchange, money.Dec) {
	switch {
	case p.Currency == f.Books.BaseCurrency:
		return nil, amount
	case amount.IsZero():
		b.Add("amounts_do_not_add_up", "nothing is paid")
		return nil, money.Zero
	case p.BaseAmount != nil:
		base := *p.BaseAmount
		if base.Sign() != amount.Sign() {
			base = base.Neg()
		}
		return &journal.Exchange{Source: "bank", On: p.Date, Rate: base.QuoRound(amount, 12, money.HalfEven)}, base
	}
	x := f.Convert(p.Currency, p.Date)
	if x == nil {
		b.Add("fx_rate_missing", "no table has a rate of %s for %s on %s; base_amount says what the bank booked", f.Books.BaseCurrency,
			p.Currency, p.Date)
		return nil, money.Zero
	}
	return x, amount.Mul(x.Rate).Round(places, money.HalfUp)
}

// settlement collects the lines beside the items.
type settlement struct {
	f      Facts
	on     civil.Date
	places int
	lines  []journal.Line
}

// signed adds a line on the side that the sign says: above zero a debit.
func (s *settlement) signed(l journal.Line, amount, base money.Dec) {
	sign := base
	if sign.IsZero() {
		sign = amount
	}
	if sign.IsZero() {
		return
	}
	l.Side, l.Amount, l.BaseAmount = journal.Debit, amount.Abs(), base.Abs()
	if sign.Sign() < 0 {
		l.Side = journal.Credit
	}
	s.lines = append(s.lines, l)
}

func (s *settlement) role(b *fault.Blockers, role, rule string, amount, base money.Dec) {
	a, ok := s.f.Books.ForRole(role, nil, s.on)
	if !ok {
		b.On("role/"+role, "account_mapping_missing", "the books have no account for %s", role)
		return
	}
	s.signed(journal.Line{Account: journal.AccountCode(a.Code), Rule: rule}, amount, base)
}
