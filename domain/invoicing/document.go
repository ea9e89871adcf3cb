package invoicing

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/settings"
)

// Kind of a document.
type Kind string

// The kinds.
const (
	Invoice    Kind = "invoice"
	CreditNote Kind = "credit_note"
)

// ContentFormat names the shape of a document; a change of it is a new one.
const ContentFormat = "tallystick.invoice.v1"

// Layout is how bodies are laid out, in every format, since this version: what an event
// names was rendered so, and is for ever. Events without one mean 1. Since 2, structured
// forms follow the document's profile and name where the parties take them, and PDFs
// write from right to left where a text asks for it. Since 3, what is taken off or put on
// the whole stands below the lines (BG-20 and BG-21), each line being what it is before.
const Layout = 3

// InvoiceContent is the frozen content of an invoice or credit note. Amounts are in
// Currency, with its digits; those of a credit note are what it takes back, above
// zero.
type InvoiceContent struct {
	Format           string             `json:"format"`
	Kind             Kind               `json:"kind"`
	ID               string             `json:"id"`
	Number           string             `json:"number"`
	IssuedOn         civil.Date         `json:"issued_on" format:"date"`
	SuppliedOn       civil.Date         `json:"supplied_on" format:"date"`
	DueOn            civil.Date         `json:"due_on" format:"date"`
	Currency         string             `json:"currency"`
	Language         string             `json:"language"`
	PricesIncludeTax bool               `json:"prices_include_tax"`
	Seller           settings.Seller    `json:"seller"`
	Buyer            InvoiceBuyer       `json:"buyer"`
	OrderID          string             `json:"order_id"`
	OrderReference   string             `json:"order_reference,omitempty" doc:"The merchant's own."`
	Original         *InvoiceReference  `json:"original,omitempty" doc:"Of a credit note: the invoice that it corrects."`
	Replaces         *InvoiceReference  `json:"replaces,omitempty" doc:"The fully credited invoice that this one takes the place of."`
	Reason           string             `json:"reason,omitempty" doc:"Of a credit note."`
	Deposit          bool               `json:"deposit,omitempty" doc:"A payment on account is invoiced, before the supply."`
	ExpectedOn       civil.Date         `json:"expected_on,omitzero" format:"date" doc:"Of a deposit: when the supply is to be."`
	Deducts          []InvoiceDeduction `json:"deducts,omitempty" doc:"The deposits that a final invoice takes off."`
	Lines            []InvoiceLine      `json:"lines" nullable:"false"`
	Taxes            []InvoiceTaxTotal  `json:"taxes" nullable:"false" doc:"By category and rate."`
	Net              money.Dec          `json:"net"`
	Tax              money.Dec          `json:"tax"`
	Gross            money.Dec          `json:"gross"`
	Prepaid          money.Dec          `json:"prepaid"`
	Due              money.Dec          `json:"due"`
	Legends          []InvoiceLegend    `json:"legends" nullable:"false" doc:"What the law has the document say of these supplies."`
	Note             string             `json:"note,omitempty"`
	PaymentTerms     string             `json:"payment_terms,omitempty"`
	Coverage         string             `json:"coverage_status" doc:"Tier of the law that the order's tax rests on."`
	Transmission     string             `json:"transmission,omitempty" doc:"The system that hands the document in to the authority."`
	Profile          Profile            `json:"profile,omitempty" enum:"peppol,xrechnung" doc:"The profile of EN 16931 that its structured forms follow; left out: the standard itself."`
}

// InvoiceBuyer is who the document is made out to.
type InvoiceBuyer struct {
	Name         string           `json:"name" maxLength:"200"`
	Status       string           `json:"status,omitempty" enum:"business,consumer" doc:"Left out: as the order says."`
	TaxID        string           `json:"tax_id,omitempty" maxLength:"40"`
	TaxIDCountry string           `json:"tax_id_country,omitempty" maxLength:"2"`
	Evidence     string           `json:"tax_id_evidence,omitempty" enum:"registry,certificate,declared" doc:"As the order says; what a request says of it is not read."`
	Consultation string           `json:"tax_id_consultation,omitempty" maxLength:"64" doc:"Id of the register's stored answer that the evidence is, as the order says."`
	Email        string           `json:"email,omitempty" maxLength:"200"`
	Reference    string           `json:"reference,omitempty" maxLength:"60" doc:"The buyer's own, such as a Leitweg-ID or an order number."`
	Address      settings.Address `json:"address,omitzero"`

	ElectronicAddress settings.ElectronicAddress `json:"electronic_address,omitzero" doc:"Where the buyer takes electronic documents; Peppol asks for one."`
}

// VATNumber is the number with its country's prefix.
func (b InvoiceBuyer) VATNumber() string {
	if b.TaxID == "" || b.TaxIDCountry == "" || len(b.TaxID) > 2 && b.TaxID[:2] == b.TaxIDCountry {
		return b.TaxID
	}
	return b.TaxIDCountry + b.TaxID
}

// Reference names another document.
type InvoiceReference struct {
	ID       string     `json:"id"`
	Number   string     `json:"number"`
	IssuedOn civil.Date `json:"issued_on" format:"date"`
}

// InvoiceLine is one line. Quantity × NetPrice, less Allowance and WholeAllowance, plus
// Charge and WholeCharge, is Net.
// One that takes a deposit off has a quantity and amounts below zero.
type InvoiceLine struct {
	ID          string       `json:"id"`
	Description string       `json:"description"`
	SKU         string       `json:"sku,omitempty"`
	Quantity    money.Dec    `json:"quantity"`
	UnitPrice   money.Dec    `json:"unit_price" doc:"As the order says: with or without tax."`
	NetPrice    money.Dec    `json:"net_price" doc:"Of one unit, without tax; up to 6 places."`
	Allowance   money.Dec    `json:"allowance" doc:"Off the line, without tax."`
	Charge      money.Dec    `json:"charge" doc:"On the line, without tax: its share of shipping."`
	Net         money.Dec    `json:"net"`
	Tax         money.Dec    `json:"tax"`
	Gross       money.Dec    `json:"gross"`
	Taxes       []InvoiceTax `json:"taxes" nullable:"false"`

	WholeAllowance money.Dec `json:"whole_allowance,omitzero" doc:"Its share of what is taken off the whole, without tax."`
	WholeCharge    money.Dec `json:"whole_charge,omitzero" doc:"Its share of what is put on the whole, such as shipping, without tax."`

	Deducts string `json:"deducts,omitempty" doc:"Id of the deposit invoice that the line, below zero, takes off."`
}

// Own is what the line is before its share of what is taken off or put on the whole.
func (l InvoiceLine) Own() money.Dec { return l.Net.Add(l.WholeAllowance).Sub(l.WholeCharge) }

// InvoiceTax is one tax on a line.
type InvoiceTax struct {
	Code     string    `json:"code" doc:"VAT, or the name of a local tax."`
	Category string    `json:"category" enum:"S,Z,E,AE,K,G,O" doc:"UNTDID 5305."`
	Rate     money.Dec `json:"rate" doc:"Fraction: 0.19 is 19 %."`
	Base     money.Dec `json:"base"`
	Tax      money.Dec `json:"tax"`
	Country  string    `json:"country,omitempty" doc:"Whose tax it is."`
}

// InvoiceTaxTotal is one tax of the whole document.
type InvoiceTaxTotal struct {
	InvoiceTax
	Exemption string `json:"exemption,omitempty" doc:"Why no tax is charged."`
	VATEX     string `json:"vatex,omitempty" doc:"The same as a code of the VATEX list."`
}

// InvoiceLegend is a sentence that the law has a document carry.
type InvoiceLegend struct {
	Code      string `json:"code"`
	Text      string `json:"text"`
	Provision string `json:"provision"`
}

// The categories of tax (UNTDID 5305).
const (
	Standard       = "S"
	ZeroRated      = "Z"
	Exempt         = "E"
	ReverseCharge  = "AE"
	IntraCommunity = "K"
	Export         = "G"
	OutsideScope   = "O"
)

// Order is what an invoice is made from.
type Order struct {
	ID               string
	Kind             string // order | refund
	Reference        string // the merchant's own
	Site             int64
	NotFinal         string // why it cannot be invoiced yet; "" = it can
	Mismatch         string // why what is kept of it cannot be trusted; "" = it can
	Unsound          string // why its figures do not add up; "" = they do
	SuppliedOn       civil.Date
	Currency         string
	PricesIncludeTax bool
	Buyer            InvoiceBuyer
	Lines            []OrderLine
	Prepaid          money.Dec
	Coverage         string
	Subject          string // whose data it is
	SHA256           string // of the version of an entry of the commerce ledger; "" = it never changes
	Reverses         string // of the reversal of a checkout: the order, as it is invoiced
}

// OrderLine is one line of an order. Amount, Discount and Charge include tax where
// the order's prices do.
type OrderLine struct {
	ID, Description, SKU string
	Quantity, UnitPrice  money.Dec
	Discount, Charge     money.Dec
	// Shares of what is taken off and put on the whole, without tax. Discount and Charge
	// hold them too, where those are said.
	WholeDiscount, WholeCharge money.Dec
	Net, Tax, Gross            money.Dec
	Taxes                      []InvoiceTax
	Treatment                  string    // taxed | reverse_charge | intra_community | export | outside_scope | exempt_buyer …
	UsuallyExempt              bool      // the category of the supply is one that VAT law exempts
	Certificate                string    // number of the buyer's exemption certificate
	Returned                   money.Dec // of the reversal of a checkout: how much came back, zero where an amount was taken off
}
