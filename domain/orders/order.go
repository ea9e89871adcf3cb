package orders

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/canonical"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect/supply"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/taxid"
)

// Kind of entry.
type Kind string

// The kinds.
const (
	Sale   Kind = "order"
	Refund Kind = "refund"
	Payout Kind = "payout" // the payment provider pays out what it holds
	Fee    Kind = "fee"    // the payment provider keeps something back
)

// Kinds lists them.
func Kinds() []Kind { return []Kind{Sale, Refund, Payout, Fee} }

// Address of a buyer.
type Address struct {
	Street     string `json:"street,omitempty" maxLength:"200"`
	City       string `json:"city,omitempty" maxLength:"100"`
	PostalCode string `json:"postal_code,omitempty" maxLength:"20"`
	Region     string `json:"region,omitempty" maxLength:"20"`
	Country    string `json:"country,omitempty" pattern:"^[A-Z]{2}$"`
}

// Buyer is who bought.
type Buyer struct {
	Name          string   `json:"name,omitempty" maxLength:"200"`
	Status        string   `json:"status,omitempty" enum:"business,consumer"`
	Country       string   `json:"country,omitempty" pattern:"^[A-Z]{2}$"`
	TaxID         string   `json:"tax_id,omitempty" maxLength:"40"`
	TaxIDCountry  string   `json:"tax_id_country,omitempty" pattern:"^[A-Z]{2}$"`
	TaxIDEvidence string   `json:"tax_id_evidence,omitempty" enum:"registry,certificate,declared" doc:"As the source says; without tax_id_consultation a tax that it left out for it is kept as reported, and not found to agree."`
	Consultation  string   `json:"tax_id_consultation,omitempty" maxLength:"64" doc:"Id of the register's stored answer about the number (1.9 with register)."`
	Email         string   `json:"email,omitempty" maxLength:"254"`
	Reference     string   `json:"reference,omitempty" maxLength:"60" doc:"The buyer's own, which invoices repeat: an order number, a Leitweg-ID."`
	Address       *Address `json:"address,omitempty"`
}

// Line is what was sold.
type Line struct {
	ID          string    `json:"id" minLength:"1" maxLength:"64"`
	Description string    `json:"description,omitempty" maxLength:"500"`
	Category    string    `json:"category,omitempty" maxLength:"60"`
	RateClass   string    `json:"rate_class,omitempty" maxLength:"40"`
	SupplyKind  string    `json:"supply_kind,omitempty" maxLength:"40"`
	Quantity    money.Dec `json:"quantity"`
	UnitPrice   money.Dec `json:"unit_price"`
	Discount    money.Dec `json:"discount,omitzero"`
	Net         money.Dec `json:"net"`
	Rate        money.Dec `json:"rate,omitzero" doc:"A fraction."`
}

// Order is what a source says.
type Order struct {
	SourceRef        string        `json:"source_ref" minLength:"1" maxLength:"120" doc:"The source's own name of it."`
	Kind             Kind          `json:"kind,omitempty" enum:"order,refund,payout,fee" doc:"Left out: order."`
	RefundOf         string        `json:"refund_of,omitempty" maxLength:"120" doc:"Of a refund: source_ref of the order; left out: its own."`
	Status           string        `json:"status,omitempty" maxLength:"40" doc:"As the source words it; voided, cancelled or canceled before it was booked is not booked."`
	PlacedAt         time.Time     `json:"placed_at"`
	SuppliedOn       civil.Date    `json:"supplied_on,omitzero" format:"date" doc:"The tax point; left out: the day it was placed."`
	Currency         string        `json:"currency" pattern:"^[A-Z]{3}$"`
	PricesIncludeTax bool          `json:"prices_include_tax,omitempty"`
	Buyer            Buyer         `json:"buyer,omitzero"`
	Lines            []Line        `json:"lines,omitempty" maxItems:"1000"`
	Discount         money.Dec     `json:"discount,omitzero"`
	Taxes            []booking.Tax `json:"taxes,omitempty" maxItems:"20"`
	Net              money.Dec     `json:"net"`
	Gross            money.Dec     `json:"gross"`
	Payment          *booking.Paid `json:"payment,omitempty"`
	SnapshotID       string        `json:"snapshot_id,omitempty" maxLength:"32" doc:"Of the committed checkout that it came from."`
	ReversalID       string        `json:"reversal_id,omitempty" maxLength:"64" doc:"Of a refund: the reversal of a committed checkout that it is, which is then booked once."`
}

// Digest is the SHA-256 of the RFC 8785 form.
func (o Order) Digest() (string, error) {
	text, err := canonical.JSON(o)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// gone are the words by which sources say that an order is off, in either spelling.
var gone = []string{"voided", "void", "cancelled", "canceled"}

// Gone reports whether the source says that the order is off.
func (o Order) Gone() bool {
	return slices.Contains(gone, strings.ToLower(strings.TrimSpace(o.Status)))
}

var space = uuid.MustParse("6e2d8f53-90b7-5d43-9a0e-31d6a5d0a7c1")

// EntryID is the id of the one entry of a source's order.
func EntryID(tenant string, site int64, source string, kind Kind, ref string) string {
	return act.Compact(uuid.NewSHA1(space, fmt.Appendf(nil, "%s\x00%d\x00%s\x00%s\x00%s", tenant, site, source, kind, ref)))
}

// JournalID is the id of the journal entry that an order becomes at first; see
// State.JournalID.
func JournalID(entry string) string {
	return act.Compact(uuid.NewSHA1(space, []byte("journal\x00"+entry)))
}

// journalAfter is the id of the journal entry that replaces a posted one.
func journalAfter(posted string) string {
	return act.Compact(uuid.NewSHA1(space, []byte("after\x00"+posted)))
}

// The years in which books have periods.
const (
	yearMin = 1900
	yearMax = 2199
)

// BytesMax bounds an order as it is kept, so that it and its invoice each are one append:
// a thousand lines with descriptions of some 200 letters.
const BytesMax = 400_000

// linesFew is how many lines cannot make an order too long, whatever they say.
const linesFew = 100

// aheadMax is how far an order's day may be ahead of the clock that takes it.
const aheadMax = 48 * time.Hour

// Faults names what is malformed, under a prefix such as "orders[3].", of an order that
// is taken now.
func (o Order) Faults(bad *fault.Fields, at string, now time.Time) {
	if o.SourceRef == "" {
		bad.Add(at+"source_ref", "the source's own name of the order")
	}
	if !slices.Contains(Kinds(), o.Kind) {
		bad.Add(at+"kind", "order, refund, payout or fee")
	}
	if o.PlacedAt.IsZero() {
		bad.Add(at+"placed_at", "an instant such as 2026-03-04T09:00:00Z")
	}
	places, ok := money.MinorUnits(o.Currency)
	if !ok {
		bad.Add(at+"currency", "the ISO 4217 code of a currency in use")
	}
	if o.Gross.Sign() <= 0 {
		bad.Add(at+"gross", "above zero; the kind says which way it goes")
	}
	if o.Net.Sign() < 0 {
		bad.Add(at+"net", "not below zero; the kind says which way it goes")
	}
	for _, x := range []struct {
		field string
		is    money.Dec
	}{{"gross", o.Gross}, {"net", o.Net}} {
		if ok && !x.is.Round(places, money.Down).Equal(x.is) {
			bad.Add(at+x.field, "%s has %d digits after the point", o.Currency, places)
		}
	}
	fraction := func(field string, i int, rate money.Dec) {
		if rate.Sign() < 0 || rate.Cmp(money.FromInt(1)) > 0 {
			bad.Add(fmt.Sprintf("%s%s[%d].rate", at, field, i), "a fraction from 0 to 1: 0.2 is 20 %%")
		}
	}
	if y := o.PlacedAt.UTC().Year(); !o.PlacedAt.IsZero() && (y < yearMin || y > yearMax) {
		bad.Add(at+"placed_at", "a day of the years %d to %d", yearMin, yearMax)
	}
	if o.PlacedAt.After(now.Add(aheadMax)) {
		bad.Add(at+"placed_at", "an instant that has come")
	}
	if y := o.SuppliedOn.Year(); !o.SuppliedOn.IsZero() && (y < yearMin || y > yearMax) {
		bad.Add(at+"supplied_on", "a day of the years %d to %d", yearMin, yearMax)
	}
	for i, x := range o.Taxes {
		fraction("taxes", i, x.Rate)
		if x.Rate.Sign() < 0 || x.Base.Sign() < 0 || x.Tax.Sign() < 0 {
			bad.Add(fmt.Sprintf("%staxes[%d]", at, i), "not below zero; the kind says which way it goes")
		} else if ok && !(x.Base.Round(places, money.Down).Equal(x.Base) && x.Tax.Round(places, money.Down).Equal(x.Tax)) {
			bad.Add(fmt.Sprintf("%staxes[%d]", at, i), "%s has %d digits after the point", o.Currency, places)
		}
	}
	if o.ReversalID != "" && o.Kind != Refund {
		bad.Add(at+"reversal_id", "goes with a refund")
	}
	if len(o.Lines) > linesFew {
		if text, err := json.Marshal(o); err != nil || len(text) > BytesMax {
			bad.Add(at+"lines", "the order has more than %d bytes: say less of each line, or make it several orders", BytesMax)
		}
	}
	ids := map[string]bool{}
	for i, l := range o.Lines {
		fraction("lines", i, l.Rate)
		if l.SupplyKind != "" && !slices.Contains(supply.Kinds, supply.Kind(l.SupplyKind)) {
			bad.Add(fmt.Sprintf("%slines[%d].supply_kind", at, i), "one of the kinds of supply, such as goods, services or digital")
		}
		if ids[l.ID] {
			bad.Add(fmt.Sprintf("%slines[%d].id", at, i), "%q stands twice", l.ID)
		}
		ids[l.ID] = true
	}
}

// Transaction is the sale or refund as it is booked.
func (o Order) Transaction() booking.Transaction {
	country := o.Buyer.Country
	if country == "" && o.Buyer.Address != nil {
		country = o.Buyer.Address.Country
	}
	kind := ""
	if len(o.Lines) > 0 {
		kind = o.Lines[0].SupplyKind
	}
	placed := civil.FromTime(o.PlacedAt.UTC())
	number := o.Buyer.TaxID
	if number != "" && taxid.CountryOf(number) == "" {
		number = o.Buyer.TaxIDCountry + number
	}
	return booking.Transaction{
		Reported: true, Role: booking.Sale, Refund: o.Kind == Refund, Date: placed,
		SupplyDate: o.SuppliedOn, Currency: o.Currency, Net: o.Net, Taxes: o.Taxes,
		Gross: o.Gross,
		Counterparty: booking.Counterparty{Country: country, Status: o.Buyer.Status, TaxID: number, Evidence: o.Buyer.TaxIDEvidence,
			Consultation: o.Buyer.Consultation},
		SupplyKind: kind, Payment: o.Payment, Memo: string(o.Kind) + " " + o.SourceRef,
	}
}
