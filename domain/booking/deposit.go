package booking

import (
	"maps"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// DepositTax is what an invoice says of one tax of a deposit.
type DepositTax struct {
	Tax
	Category string // UNTDID 5305
	Country  string // whose tax it is; "" = the seller's own
}

// Deposit is a payment on account, as its invoice says it.
type Deposit struct {
	IssuedOn civil.Date
	// DueByInvoice says that the invoice makes the tax due where it is earlier than
	// the payment (VAT Act 1994 s. 6(4)-(5)); else the payment alone does (Directive
	// 2006/112/EC art. 65).
	DueByInvoice bool
	Paid         *Paid // nil = it is not paid yet
	Currency     string
	Gross        money.Dec
	Taxes        []DepositTax
	Source       journal.Source
	Memo         string
}

// The rules that lines of a deposit name: a later entry finds them by these.
const (
	depositHeld = "deposit.received"
	depositTax  = "deposit.tax"
)

// Propose books a deposit as a debt to the customer, and the tax on it as owed. Errors:
// fault.InvalidInput; fault.Blocked with date_missing where the payment is what makes
// the tax due, and account_mapping_missing.
func (x Deposit) Propose(f Facts) (journal.Proposal, error) {
	d, on, err := x.begin(f)
	if err != nil {
		return journal.Proposal{}, err
	}
	role, rule := "receivable", "counter.receivable"
	if x.Paid != nil {
		role, rule = d.t.moneyRole(*x.Paid), "counter.paid_"+x.Paid.Method
	}
	d.put(d.account(role, nil), journal.Debit, x.Gross, rule, nil)
	for _, t := range x.Taxes {
		rate, c, taxRole := t.Rate, t.code(f.Books.Country, d.taxDate, f), "output_tax"
		if country, _ := c.Country(); country != f.Books.Country {
			taxRole = "oss_tax"
		}
		d.put(d.account("deposits_received", &rate), journal.Credit, t.Base, depositHeld, taxed(c, rate, t.Base, false))
		if !t.Tax.Tax.IsZero() {
			d.put(d.account(taxRole, &rate), journal.Credit, t.Tax.Tax, depositTax, taxed(c, rate, t.Base, true))
		}
	}
	p := x.proposal(d, on)
	d.convert(&p)
	return p, d.blockers.Err()
}

// begin holds the invoice against the law's day of the tax; on is the day of booking.
func (x Deposit) begin(f Facts) (d *draft, on civil.Date, err error) {
	d = &draft{f: f, t: Transaction{Role: Sale}, home: f.Books.Country, taxDate: x.IssuedOn}
	if !f.Books.Exists {
		d.blockers.Add("books_missing", "there are no books for this site; PUT /api/ledger/books/ opens them")
		return d, on, d.blockers.Err()
	}
	d.places, _ = money.MinorUnits(x.Currency)
	d.t.Date = x.IssuedOn
	if p := x.Paid; p != nil {
		if err := p.faults("paid"); err != nil {
			return d, on, err
		}
		d.t.Date = p.PaidOn
		if !x.DueByInvoice || p.PaidOn.Before(x.IssuedOn) {
			d.taxDate = p.PaidOn
		}
	} else if !x.DueByInvoice {
		d.blockers = append(d.blockers, fault.Blocker{Code: "date_missing", Field: "paid.paid_on",
			Message: "the tax on a payment on account is due when it is paid: say how and when"})
		return d, on, d.blockers.Err()
	}
	return d, d.bookingDay(), nil
}

func (x Deposit) proposal(d *draft, on civil.Date) journal.Proposal {
	reasons := d.reasons
	if reasons == nil {
		reasons = []string{}
	}
	return journal.Proposal{Origin: journal.FromOrder, Journal: journal.Sales, Date: on, TaxDate: d.taxDate, Currency: x.Currency,
		BaseCurrency: d.f.Books.BaseCurrency, Memo: sealed.Text{Plain: x.Memo}, Lines: d.lines, Sources: []journal.Source{x.Source},
		Confidence: money.One, ReviewReasons: reasons}
}

// faults names what is malformed in the evidence of a payment.
func (p Paid) faults(at string) error {
	if p.PaidOn.IsZero() || !slices.Contains([]string{"bank", "cash", "card", "provider"}, p.Method) {
		return fault.Invalid(at, "method bank, cash, card or provider, and paid_on")
	}
	return nil
}

// untaxed are the treatments of the categories of UNTDID 5305 that bear no tax.
var untaxed = map[string]string{"E": "exempt", "G": "export", "AE": "reverse_charge"}

// is reports whether a line is about the tax.
func (t DepositTax) is(l journal.Line) bool {
	_, treatment, _ := strings.Cut(string(l.TaxCode), ".output.")
	why := untaxed[t.Category]
	return t.Rate.Equal(l.TaxRate) && (why == treatment || why == "" && !slices.Contains(slices.Collect(maps.Values(untaxed)), treatment))
}

// code is the tax code of a deposit's tax: that of the supply which it is for.
func (t DepositTax) code(home string, on civil.Date, f Facts) journal.TaxCode {
	country, treatment := home, untaxed[t.Category]
	if treatment == "" {
		treatment = "domestic"
	}
	if t.Country != "" && t.Country != home && !t.Tax.Tax.IsZero() {
		country, treatment = t.Country, "local"
		if f.OSS != nil && f.OSS(on) {
			treatment = "oss"
		}
	}
	return code(country, "output", treatment)
}

// BookedDeposit is a deposit that stands in the books, and what of it goes.
type BookedDeposit struct {
	Lines []journal.Line // of its posted entry
	Taxes []DepositTax   // that go, above zero
}

// DepositEnd takes deposits off what their order is booked with, or gives one back.
type DepositEnd struct {
	Deposit  // of the final invoice or credit note; its taxes stand in Deposits
	Deposits []BookedDeposit
	// Against is the line of the order's posted entry that the customer owes less by;
	// nil = the deposit is paid back.
	Against *AgainstLine
}

// AgainstLine is a line that deposits are set against.
type AgainstLine struct {
	Account  journal.AccountCode
	Party    string
	Settles  string    // the open item; "" = the order was paid at once
	Left     money.Dec // of it, in its currency
	BaseLeft money.Dec
	TaxDate  civil.Date // of the supply: the deposits were taxed before, the rest is then
}

// Propose turns the lines of the deposits round, as far as they go, at the amounts at
// which they stand; what the other side stands at otherwise is an exchange difference.
// Errors: those of Deposit.Propose.
func (x DepositEnd) Propose(f Facts) (journal.Proposal, error) {
	x.DueByInvoice = x.DueByInvoice || x.Against != nil // the final invoice's own day
	d, on, err := x.begin(f)
	if err != nil {
		return journal.Proposal{}, err
	}
	if x.Against != nil {
		d.taxDate = x.Against.TaxDate
	}
	places, _ := money.MinorUnits(f.Books.BaseCurrency)
	s := settlement{f: f, on: on, places: places}
	gross, base := money.Zero, money.Zero
	for _, b := range x.Deposits {
		for _, l := range b.gone(places) {
			s.lines, gross, base = append(s.lines, l), gross.Add(l.Amount), base.Add(l.BaseAmount)
		}
	}
	p := x.proposal(d, on)
	other := x.other(&p, d, gross, places)
	s.signed(journal.Line{Account: other.Account, Party: other.Party, Settles: other.Settles, Rule: "deposit.end"}, gross.Neg(),
		other.BaseAmount.Neg())
	if diff := other.BaseAmount.Sub(base); diff.Sign() > 0 {
		s.role(&d.blockers, "fx_loss", "deposit.exchange_difference", money.Zero, diff)
	} else if diff.Sign() < 0 {
		s.role(&d.blockers, "fx_gain", "deposit.exchange_difference", money.Zero, diff)
	}
	p.Lines = s.lines
	return p, d.blockers.Err()
}

// other is the line on the other side: what the order's customer owes, or the money.
func (x DepositEnd) other(p *journal.Proposal, d *draft, gross money.Dec, places int) (l journal.Line) {
	if a := x.Against; a != nil {
		l = journal.Line{Account: a.Account, Party: a.Party, Settles: a.Settles, BaseAmount: gross}
		if !a.Left.IsZero() {
			l.BaseAmount = a.BaseLeft.Mul(gross).QuoRound(a.Left, places, money.HalfUp)
		}
		return l
	}
	role, rate := "receivable", money.One
	if x.Paid != nil {
		role = d.t.moneyRole(*x.Paid)
	}
	if p.Currency != p.BaseCurrency {
		if p.Exchange = d.f.Convert(p.Currency, d.t.Date); p.Exchange == nil {
			d.blockers.Add("fx_rate_missing", "no table has a rate of %s for %s on %s", p.BaseCurrency, p.Currency, d.t.Date)
			return l
		}
		rate = p.Exchange.Rate
	}
	return journal.Line{Account: journal.AccountCode(d.account(role, nil).Code), BaseAmount: gross.Mul(rate).Round(places, money.HalfUp)}
}

// gone are the lines of a deposit's entry turned round, as far as its taxes go.
func (b BookedDeposit) gone(places int) (out []journal.Line) {
	for _, l := range b.Lines {
		if !strings.HasPrefix(l.Rule, "deposit.") {
			continue
		}
		at := slices.IndexFunc(b.Taxes, func(t DepositTax) bool { return t.is(l) })
		if at < 0 {
			continue
		}
		amount := b.Taxes[at].Base
		if l.TaxLine {
			amount = b.Taxes[at].Tax.Tax
		}
		if amount.IsZero() {
			continue
		}
		if !amount.Equal(l.Amount) {
			l.BaseAmount = l.BaseAmount.Mul(amount).QuoRound(l.Amount, places, money.HalfUp)
		}
		l.Side, l.Amount, l.TaxBase, l.Rule = l.Side.Other(), amount, b.Taxes[at].Base, "deposit.end"
		out = append(out, l)
	}
	return out
}
