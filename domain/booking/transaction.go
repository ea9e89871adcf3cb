package booking

import (
	"errors"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/consultation"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/indirect/supply"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/taxid"
)

// The roles of the books' owner in a transaction.
const (
	Sale     = "sale"
	Purchase = "purchase"
)

// Tax is what a document says of one rate.
type Tax struct {
	Rate money.Dec `json:"rate" example:"0.19" doc:"A fraction."`
	Base money.Dec `json:"base" example:"100.00"`
	Tax  money.Dec `json:"tax" example:"19.00"`
}

// Counterparty is the other party.
type Counterparty struct {
	PartyID  string `json:"party_id,omitempty" maxLength:"32"`
	Name     string `json:"name,omitempty" maxLength:"200"`
	Country  string `json:"country,omitempty" pattern:"^[A-Z]{2}$"`
	Status   string `json:"status,omitempty" enum:"business,consumer"`
	TaxID    string `json:"tax_id,omitempty" maxLength:"40"`
	Evidence string `json:"tax_id_evidence,omitempty" enum:"registry,certificate,declared" doc:"How the number was checked: registry by the stored consultation that tax_id_consultation names; certificate of a number from outside the Union alone."`
	// Consultation is that of a register, which Facts hold.
	Consultation string `json:"tax_id_consultation,omitempty" maxLength:"64" doc:"Id of the register's stored answer about the number (1.9 with register)."`
}

// Kept is what an entry keeps of it that no other record does: one of a document, an order
// or a party keeps the country alone, and its number is forgotten with that record.
func (c Counterparty) Kept() journal.Other {
	return journal.Other{Country: c.Country, TaxID: sealed.Text{Plain: taxid.Written(c.TaxID)}}
}

// country is where they are established: of a supplier also by the number's letters.
func (t Transaction) country() string {
	if t.Counterparty.Country == "" && t.Role == Purchase {
		return taxid.CountryOf(t.Counterparty.TaxID)
	}
	return t.Counterparty.Country
}

// Paid is the evidence of a payment.
type Paid struct {
	Method string     `json:"method" enum:"bank,cash,card,provider"`
	PaidOn civil.Date `json:"paid_on" format:"date"`
}

// Transaction is a sale or purchase as its document says it.
type Transaction struct {
	Role          string       `json:"role" enum:"sale,purchase"`
	Refund        bool         `json:"refund,omitempty" doc:"A credit note: the sides are swapped."`
	Date          civil.Date   `json:"date" format:"date" doc:"Of the document."`
	SupplyDate    civil.Date   `json:"supply_date,omitzero" format:"date" doc:"The tax point; left out: the date."`
	Currency      string       `json:"currency" pattern:"^[A-Z]{3}$"`
	Net           money.Dec    `json:"net"`
	Taxes         []Tax        `json:"taxes,omitempty" maxItems:"20"`
	Gross         money.Dec    `json:"gross"`
	Counterparty  Counterparty `json:"counterparty,omitzero"`
	SupplyKind    string       `json:"supply_kind,omitempty" doc:"goods, services, digital, …; left out: goods for sales of goods accounts, else services."`
	ShipTo        string       `json:"ship_to,omitempty" pattern:"^[A-Z]{2}$" doc:"Country where goods arrive; left out: the customer's."`
	ShipFrom      string       `json:"ship_from,omitempty" pattern:"^[A-Z]{2}$"`
	Category      string       `json:"category,omitempty" maxLength:"60" doc:"Of a purchase: a role of the chart (office, travel, goods) or the code of an account. Of a sale: left out, or the code of an income account."`
	BusinessShare money.Dec    `json:"business_share,omitzero" doc:"A fraction; left out: all of it."`
	InputTaxShare *money.Dec   `json:"input_tax_share,omitempty" doc:"Of the tax, deductible; left out: as the business share."`
	Payment       *Paid        `json:"payment,omitempty"`
	Memo          string       `json:"memo,omitempty" maxLength:"4000"`
	// Reported is of a sale that another system decided and charged. What it rests on is
	// taken as that system says, and the entry says so.
	Reported bool `json:"-"`
}

// Facts is what a proposal is made with.
type Facts struct {
	Books books.Ledger
	// Convert returns the rate of the law's table of a day, base currency for one
	// of another; nil where none was published.
	Convert func(currency string, on civil.Date) *journal.Exchange
	// Registered reports whether the firm is registered for VAT or GST in a
	// country on a day.
	Registered func(country string, on civil.Date) bool
	// OSS reports whether it uses a one-stop shop.
	OSS func(on civil.Date) bool
	// Consulted is the register's stored answer that the counterparty names; nil = there is none.
	Consulted *consultation.Consultation
}

// ReviewBelow is the confidence below which a person is to look.
var ReviewBelow = money.MustParse("0.9")

// roundingMax is how far a printed tax may be from base times rate.
var roundingMax = money.MustParse("0.02")

// draft is a proposal in the making.
type draft struct {
	f        Facts
	t        Transaction
	blockers fault.Blockers
	reasons  []string
	lines    []journal.Line
	places   int
	home     string
	taxDate  civil.Date
	sure     money.Dec
}

// Propose turns a transaction into a proposal. Errors: fault.InvalidInput;
// fault.Blocked.
func Propose(t Transaction, f Facts) (journal.Proposal, error) {
	if err := t.faults(); err != nil {
		return journal.Proposal{}, err
	}
	d := &draft{f: f, t: t, home: f.Books.Country, taxDate: t.Date, sure: money.One}
	if !t.SupplyDate.IsZero() {
		d.taxDate = t.SupplyDate
	}
	if !f.Books.Exists {
		d.blockers.Add("books_missing", "there are no books for this site; PUT /api/ledger/books/ opens them")
		return journal.Proposal{}, d.blockers.Err()
	}
	d.places, _ = money.MinorUnits(t.Currency)
	d.sums()
	decision, ok := d.treatment()
	if ok && t.Role == Sale {
		d.sale(decision)
	} else if ok {
		d.purchase(decision)
	}
	p := journal.Proposal{
		Origin: journal.FromManual, Journal: journal.Purchases, Date: d.bookingDay(), TaxDate: d.taxDate, Currency: t.Currency,
		BaseCurrency: f.Books.BaseCurrency, Memo: sealed.Text{Plain: t.Memo}, Lines: d.lines,
		Other: journal.Other{Country: t.country()},
	}
	if t.Role == Sale {
		p.Journal = journal.Sales
	}
	d.convert(&p)
	if err := d.blockers.Err(); err != nil {
		return journal.Proposal{}, err
	}
	p.Confidence = d.sure
	if d.sure.Less(ReviewBelow) {
		d.reason("confidence_below_threshold")
	}
	p.ReviewReasons = d.reasons
	return p, nil
}

// faults names what is malformed.
func (t Transaction) faults() error {
	var bad fault.Fields
	if t.Role != Sale && t.Role != Purchase {
		bad.Add("transaction.role", "sale or purchase")
	}
	if t.Date.IsZero() {
		bad.Add("transaction.date", "the day of the document, YYYY-MM-DD")
	}
	if _, ok := money.MinorUnits(t.Currency); !ok {
		bad.Add("transaction.currency", "the ISO 4217 code of a currency in use")
	}
	if t.Gross.Sign() <= 0 {
		bad.Add("transaction.gross", "above zero; refund says that it goes the other way")
	}
	if t.Net.Sign() < 0 {
		bad.Add("transaction.net", "not below zero; refund says that it goes the other way")
	}
	share := func(name string, s money.Dec) {
		if s.Sign() < 0 || s.Greater(money.One) {
			bad.Add(name, "a fraction between 0 and 1")
		}
	}
	share("transaction.business_share", t.BusinessShare)
	if t.InputTaxShare != nil {
		share("transaction.input_tax_share", *t.InputTaxShare)
	}
	if p := t.Payment; p != nil && (p.PaidOn.IsZero() || !slices.Contains([]string{"bank", "cash", "card", "provider"}, p.Method)) {
		bad.Add("transaction.payment", "method bank, cash, card or provider, and paid_on")
	}
	if t.SupplyKind != "" && !slices.Contains(supply.Kinds, supply.Kind(t.SupplyKind)) {
		bad.Add("transaction.supply_kind", "one of the kinds of supply, such as goods, services or digital")
	}
	return bad.Err()
}

func (d *draft) reason(code string) {
	if !slices.Contains(d.reasons, code) {
		d.reasons = append(d.reasons, code)
	}
}

// sums holds the document to its own arithmetic.
func (d *draft) sums() {
	tax, base := money.Zero, money.Zero
	for _, x := range d.t.Taxes {
		tax, base = tax.Add(x.Tax), base.Add(x.Base)
		if x.Base.Mul(x.Rate).Sub(x.Tax).Abs().Greater(roundingMax) {
			d.reason("tax_mismatch")
		}
	}
	if !d.t.Net.Add(tax).Equal(d.t.Gross) {
		d.blockers.Add("amounts_do_not_add_up", "net %s and taxes %s are not gross %s", d.t.Net, tax, d.t.Gross)
	}
	if len(d.t.Taxes) > 0 && !base.Equal(d.t.Net) {
		d.blockers.Add("amounts_do_not_add_up", "the bases come to %s, net is %s", base, d.t.Net)
	}
}

// bookingDay is the document's day, or the first open one: a late fact keeps its
// tax date.
func (d *draft) bookingDay() civil.Date {
	if d.f.Books.Closed(d.t.Date) {
		d.reason("late_fact")
		return d.f.Books.ClosedThrough.Next().First()
	}
	return d.t.Date
}

// convert fills the amounts in base currency.
func (d *draft) convert(p *journal.Proposal) {
	rate := money.One
	places, _ := money.MinorUnits(p.BaseCurrency)
	if p.Currency != p.BaseCurrency {
		p.Exchange = d.f.Convert(p.Currency, d.taxDate)
		if p.Exchange == nil {
			d.blockers.Add("fx_rate_missing", "no table has a rate of %s for %s on %s", p.BaseCurrency, p.Currency, d.taxDate)
			return
		}
		rate = p.Exchange.Rate
	}
	p.Lines = journal.InBase(p.Lines, rate, places)
}

// party is one side of the supply.
func (d *draft) party(country, status, id, evidence string) (supply.Party, bool) {
	at, blocked := rates.Locate(country, "", "", d.taxDate)
	if blocked != nil {
		d.refused(blocked)
		return supply.Party{}, false
	}
	p := supply.Party{Status: supply.Status(status), At: at, TaxID: id, Evidence: supply.Evidence(evidence)}
	p.TaxIDCountry = taxid.CountryOf(id)
	return p, true
}

func (d *draft) refused(err error) {
	var blocked *refusal.Blocked
	if !errors.As(err, &blocked) {
		d.blockers.Add("supply_rule_not_covered", "%v", err)
		return
	}
	d.blockers = append(d.blockers, fault.Blocker{Code: blocked.Code, Message: blocked.Message, Field: d.field(blocked.Field)})
}

// treatment asks the rules of supply. Within one country none is needed.
func (d *draft) treatment() (supply.Decision, bool) {
	o := d.t.Counterparty
	country := d.t.country()
	if country == "" {
		d.blockers = append(d.blockers, fault.Blocker{Code: "place_missing", Field: "transaction.counterparty.country",
			Message: "where the other party is established is not known"})
		return supply.Decision{}, false
	}
	if country == d.home && (d.t.ShipTo == "" || d.t.ShipTo == d.home) && (d.t.ShipFrom == "" || d.t.ShipFrom == d.home) {
		at, blocked := rates.Locate(d.home, "", "", d.taxDate)
		if blocked != nil {
			at = rates.Location{Country: d.home}
		}
		return supply.Decision{Rule: "domestic", Treatment: supply.Taxed, Place: at, Liable: "supplier", Scheme: "domestic"}, true
	}
	ours, ok := d.party(d.home, "business", "", "")
	status := o.Status
	if status == "" {
		status = "business"
		if d.t.Role == Sale {
			status = "consumer"
		}
	}
	theirs, ok2 := d.party(country, status, o.TaxID, o.Evidence)
	if !ok || !ok2 {
		return supply.Decision{}, false
	}
	shown := supply.Registry
	if d.t.Role == Sale {
		if shown, ok = d.shown(country, status); !ok {
			return supply.Decision{}, false
		}
		if theirs.Evidence = shown; d.t.Reported {
			theirs.Evidence = supply.Evidence(o.Evidence)
		}
	}
	q := supply.Facts{Kind: d.kind(), Date: d.taxDate, Supplier: ours, Customer: theirs, OSS: d.f.OSS != nil && d.f.OSS(d.taxDate),
		AboveThreshold: true}
	if d.t.Role == Purchase {
		ours.TaxID, ours.TaxIDCountry, ours.Evidence = "registered", d.home, supply.Registry
		q.Supplier, q.Customer = theirs, ours
	}
	if q.Kind == supply.Goods {
		q.ShipFrom, q.ShipTo = &q.Supplier.At, &q.Customer.At
		for _, x := range []struct {
			code string
			into **rates.Location
		}{{d.t.ShipFrom, &q.ShipFrom}, {d.t.ShipTo, &q.ShipTo}} {
			if x.code == "" {
				continue
			}
			at, blocked := rates.Locate(x.code, "", "", d.taxDate)
			if blocked != nil {
				d.refused(blocked)
				return supply.Decision{}, false
			}
			*x.into = &at
		}
	}
	decision, err := supply.Decide(q)
	if err != nil {
		d.refused(err)
		return supply.Decision{}, false
	}
	if shown != supply.Registry && rests(decision) {
		d.reason(EvidenceReported)
		d.sure = money.Min(d.sure, money.MustParse("0.5"))
	}
	switch decision.Tier {
	case tax.Beta:
		d.sure = money.Min(d.sure, money.MustParse("0.9"))
	case tax.Draft:
		d.sure = money.Min(d.sure, money.MustParse("0.5"))
	}
	return decision, true
}

// kind is the kind of supply.
func (d *draft) kind() supply.Kind {
	switch {
	case d.t.SupplyKind != "":
		return supply.Kind(d.t.SupplyKind)
	case d.t.Role == Purchase && d.t.Category != "" && !strings.HasPrefix(d.t.Category, "goods") && !strings.HasPrefix(d.t.Category, "asset."):
		return supply.Services
	}
	return supply.Goods
}
