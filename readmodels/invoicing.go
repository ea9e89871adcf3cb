package readmodels

import (
	"time"

	"github.com/tallystick/tallystick/domain/civil"
)

// InvoiceRow is an invoice or credit note in the lists.
type InvoiceRow struct {
	Tenant       string     `db:"tenant" json:"-"`
	ID           string     `db:"id" json:"id"`
	Site         int64      `db:"site" json:"site" doc:"0: tenant-wide."`
	Kind         string     `db:"kind" list:"count" json:"kind" enum:"invoice,credit_note"`
	Status       string     `db:"status" list:"count" json:"status" enum:"issued,sent,delivery_failed,partly_credited,credited"`
	Number       string     `db:"number" list:"order,search" json:"number"`
	OrderID      string     `db:"order_id" list:"filter,order" json:"order_id"`
	OriginalID   string     `db:"original_id" list:"filter" json:"original_id" doc:"Of a credit note: the invoice."`
	RefundID     string     `db:"refund_id" list:"filter" json:"refund_id"`
	Buyer        string     `db:"buyer" list:"search" json:"buyer" doc:"Name; empty once the buyer was forgotten."`
	BuyerCountry string     `db:"buyer_country" json:"buyer_country"`
	Currency     string     `db:"currency" json:"currency"`
	Net          string     `db:"net" sql:"numeric" json:"net" doc:"Decimal, in currency."`
	Tax          string     `db:"tax" sql:"numeric" json:"tax" doc:"Decimal, in currency."`
	Gross        string     `db:"gross" sql:"numeric" list:"order" json:"gross" doc:"Decimal, in currency."`
	IssuedOn     civil.Date `db:"issued_on" list:"order" json:"issued_on" format:"date"`
	DueOn        civil.Date `db:"due_on" json:"due_on" format:"date"`
	Version      int32      `db:"version" json:"version" doc:"Of the body."`
	Subject      string     `db:"subject" json:"-"`
	CreatedAt    time.Time  `db:"created_at" list:"default" json:"created_at"`
	CreatedBy    string     `db:"created_by" json:"created_by"`
	UpdatedAt    time.Time  `db:"updated_at" list:"order" json:"updated_at"`
	Revision     int64      `db:"revision" json:"revision"`
}

// Invoices has one row a document, those without a number yet too.
var Invoices = Define[InvoiceRow]("invoices", "invoices", "(tenant, subject)", "(updated_at) where status = 'pending'")

// CounterRow is how far the numbers of one site, year and series have come.
type CounterRow struct {
	Tenant       string     `db:"tenant" json:"-"`
	ID           string     `db:"id" json:"id" doc:"Site, year and series."`
	Site         int64      `db:"site" json:"site"`
	Kind         string     `db:"kind" list:"filter" json:"kind" enum:"invoice,credit_note"`
	Year         int32      `db:"year" list:"filter,order" json:"year"`
	Series       string     `db:"series" json:"series"`
	LastSequence int64      `db:"last_sequence" json:"last_sequence" doc:"How many numbers were taken: none is left out."`
	LastNumber   string     `db:"last_number" json:"last_number"`
	LastIssuedOn civil.Date `db:"last_issued_on" json:"last_issued_on" format:"date"`
	UpdatedAt    time.Time  `db:"updated_at" list:"default" json:"updated_at"`
}

// Counters has one row a book of numbers.
var Counters = Define[CounterRow]("invoices", "invoice_counters")

// RedactInvoices blanks what the rows of documents show of a subject.
func (b *Batch) RedactInvoices(tenant, subject string) {
	Invoices.ChangeAll(b, Set{"buyer": ""}, map[string]any{"tenant": tenant, "subject": subject})
}
