package projections

import (
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/event"
	docs "github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/readmodels"
)

// invoicing lists the projections of invoices, credit notes, feeds and exports.
func invoicing() []Projection {
	return []Projection{Invoices(), Feeds(), ExportSchedules(), Connectors()}
}

// Invoices lists invoices and credit notes, and how far their numbers have come.
func Invoices() Projection {
	return Redacting(Projection{
		Name: "invoices", Version: 1, Tables: []readmodels.Table{readmodels.Invoices.Table, readmodels.Counters.Table},
		Categories: []string{docs.Documents.Name, docs.Books.Name}, Handle: handleInvoice,
	}, func(tenant, subject string, b *readmodels.Batch) { b.RedactInvoices(tenant, subject) })
}

func handleInvoice(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	set := readmodels.Set{"updated_at": e.Meta.Time, "revision": int64(e.Revision)}
	switch p := e.Payload.(type) {
	case docs.Numbered:
		return countNumber(s, e, p, b)
	case docs.BookContinued, docs.ContentPart:
		return nil
	case docs.Requested:
		readmodels.Invoices.Add(b, readmodels.InvoiceRow{
			Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Kind: string(p.Kind), Status: string(docs.Pending), OrderID: p.OrderID,
			OriginalID: p.OriginalID, RefundID: p.RefundID, Buyer: p.BuyerName.String(), BuyerCountry: p.BuyerCountry, Currency: p.Currency,
			Net: p.Net.String(), Tax: p.Tax.String(), Gross: p.Gross.String(), Subject: p.Subject, CreatedAt: e.Meta.Time,
			CreatedBy: e.Meta.Principal, UpdatedAt: e.Meta.Time, Revision: int64(e.Revision),
		})
		return nil
	case docs.Issued:
		set["status"], set["number"], set["issued_on"], set["due_on"], set["version"] = string(docs.IssuedStatus), p.Number, p.IssuedOn, p.DueOn,
			int32(1)
	case docs.Abandoned:
		set["status"] = string(docs.AbandonedState)
	case docs.Credited:
		set["status"] = string(docs.PartlyCredited)
		if p.Fully {
			set["status"] = string(docs.FullyCredited)
		}
	case docs.BodyRegenerated:
		set["version"] = int32(p.Version)
	case docs.Sent:
		set["status"] = string(p.Status)
	case docs.DeliveryFailed:
		set["status"] = string(p.Status)
	}
	readmodels.Invoices.Change(b, set, s.Tenant, s.ID)
	return nil
}

// countNumber moves a book's counter; the book is in the stream's name.
func countNumber(s event.Stream, e event.Recorded, p docs.Numbered, b *readmodels.Batch) error {
	id := s.ID[:strings.LastIndexByte(s.ID, '_')]
	parts := strings.SplitN(id, "_", 3)
	if len(parts) != 3 {
		return nil
	}
	site, err := strconv.ParseInt(parts[0], 10, 64)
	if err != nil {
		return err
	}
	year, err := strconv.ParseInt(parts[1], 10, 32)
	if err != nil {
		return err
	}
	readmodels.Counters.Put(b, readmodels.CounterRow{
		Tenant: s.Tenant, ID: id, Site: site, Kind: string(p.Kind), Year: int32(year), Series: strings.ToUpper(parts[2]),
		LastSequence: p.Sequence, LastNumber: p.Number, LastIssuedOn: p.IssuedOn, UpdatedAt: e.Meta.Time,
	})
	return nil
}
