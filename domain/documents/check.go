package documents

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/taxid"
)

// Check is one thing that was looked at. What could not be looked at, because the
// field is missing, is absent.
type Check struct {
	Code string `json:"code"`
	OK   bool   `json:"ok"`
}

// Codes of checks.
const (
	ArithmeticMismatch    = "arithmetic_mismatch"
	TaxIDChecksum         = "tax_id_checksum"
	IBANChecksum          = "iban_checksum"
	IBANChanged           = "iban_changed"
	DateImplausible       = "date_implausible"
	CurrencyUnknown       = "currency_unknown"
	InvoiceContentMissing = "invoice_content_missing"
	DuplicateLikely       = "duplicate_likely"
	PageUnreadable        = "page_unreadable"
	StatementGap          = "statement_gap"
	StatementOverlap      = "statement_overlap"
	OrdersFaulty          = "orders_faulty"
)

// warnings are checks that a person should look at; every other one that fails
// makes a document invalid.
var warnings = []string{IBANChanged, InvoiceContentMissing, DuplicateLikely, PageUnreadable, StatementGap, StatementOverlap}

// Verdict is the validation status that checks amount to.
func Verdict(checks []Check) string {
	status := Valid
	for _, c := range checks {
		if c.OK {
			continue
		}
		if !slices.Contains(warnings, c.Code) {
			return Invalid
		}
		status = Warnings
	}
	return status
}

// Known is what the checks know beside the document.
type Known struct {
	Today      civil.Date
	Duplicates []Duplicate
	IssuerIBAN string // of the issuer's latest document that was accepted; "" = not known
	Unreadable bool   // some page gave no words
	Different  bool   // a person said that the duplicates are other documents
	JobEnded   bool   // nobody reads the document any more, whatever its status says
	// What follows is no part of what a sender says, by which a repeated key is held to it.
	Neighbours []Neighbour         `json:"-"` // statements of other documents of the site, of the same accounts
	Lines      map[LineAt]Movement `json:"-"` // those that a person decides about
	Orders     *OrdersFile         `json:"-"` // that the document holds
}

// Examine runs every check that the fields allow.
func Examine(kind Type, fields []Field, statements []Statement, k Known) []Check {
	checks := []Check{}
	add := func(code string, ok bool) { checks = append(checks, Check{code, ok}) }
	text := func(name string) string { f, _ := fieldOf(fields, name); return f.Value.Plain }
	number := func(name string) (money.Dec, bool) {
		d, err := money.Parse(text(name))
		return d, err == nil
	}
	net, okNet := number(reading.Net)
	tax, okTax := number(reading.Tax)
	gross, okGross := number(reading.Gross)
	if okNet && okTax && okGross {
		add(ArithmeticMismatch, net.Add(tax).Sub(gross).Abs().Cmp(money.MustParse("0.02")) <= 0)
	}
	pay, okPay := number(reading.GrossPay)
	withheld, okWithheld := number(reading.Deductions)
	paid, okPaid := number(reading.NetPay)
	if okPay && okWithheld && okPaid {
		add(ArithmeticMismatch, pay.Sub(withheld).Equal(paid))
	}
	for _, s := range statements {
		if s.Balances != "unknown" {
			add(ArithmeticMismatch, s.Balances == "yes")
		}
	}
	checks = append(checks, chain(statements, k.Neighbours)...)
	if id := text(reading.IssuerTaxID); id != "" {
		if found := taxid.Detect(id); len(found) > 0 {
			add(TaxIDChecksum, slices.ContainsFunc(found, func(r taxid.Result) bool { return r.On(k.Today).Valid }))
		}
	}
	if iban := text(reading.IBAN); iban != "" {
		add(IBANChecksum, reading.ValidIBAN(iban))
		if k.IssuerIBAN != "" {
			add(IBANChanged, iban == k.IssuerIBAN)
		}
	}
	for _, name := range []string{reading.Date, reading.SupplyDate, reading.PayDate} {
		if d, err := civil.Parse(text(name)); err == nil {
			add(DateImplausible, reading.Plausible(d, k.Today))
		}
	}
	if c := text(reading.Currency); c != "" {
		_, known := money.MinorUnits(c)
		add(CurrencyUnknown, known)
	}
	if kind == "invoice" || kind == "credit_note" {
		complete := true
		for _, name := range []string{reading.Issuer, reading.Number, reading.Date, reading.Gross} {
			complete = complete && strings.TrimSpace(text(name)) != ""
		}
		add(InvoiceContentMissing, complete)
	}
	if k.Orders != nil {
		add(OrdersFaulty, k.Orders.Faulty == 0)
	}
	add(DuplicateLikely, len(k.Duplicates) == 0 || k.Different)
	if k.Unreadable {
		add(PageUnreadable, false)
	}
	return checks
}
