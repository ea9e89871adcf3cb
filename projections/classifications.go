package projections

import (
	"github.com/tallystick/tallystick/domain/category"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/classification"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/receipt"
	"github.com/tallystick/tallystick/readmodels"
)

// Classifications lists what costs are for, and how tenants name it.
func Classifications() Projection {
	return Redacting(Projection{
		Name: "classifications", Version: 2,
		Tables:     []readmodels.Table{readmodels.CategoryOverrides.Table, readmodels.Classifications.Table},
		Categories: []string{category.Kind.Name, classification.Category.Name}, Handle: handleClassification,
	}, redactClassification)
}

func handleClassification(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	switch p := e.Payload.(type) {
	case category.Changed:
		readmodels.CategoryOverrides.Put(b, readmodels.CategoryRow{Tenant: s.Tenant, ID: s.ID, Label: p.Label, Disabled: p.Disabled,
			UpdatedAt: e.Meta.Time, Log: int64(e.Revision)})
	case classification.Made:
		madeClassification(s, e, p, b)
	case classification.Decided:
		set := readmodels.Set{"status": classification.Resolved, "category_id": p.CategoryID, "method": classification.ByPerson,
			"decided":    len(p.Parts) == 0,
			"updated_at": e.Meta.Time, "log_revision": int64(e.Revision)}
		if p.Decision == "dismiss" {
			set = readmodels.Set{"status": classification.Dismissed, "decided": false, "updated_at": e.Meta.Time, "log_revision": int64(e.Revision)}
		}
		readmodels.Classifications.Change(b, set, s.Tenant, s.ID)
	}
	return nil
}

func madeClassification(s event.Stream, e event.Recorded, p classification.Made, b *readmodels.Batch) {
	status := classification.Classified
	if p.CategoryID == "" {
		status = classification.Open
	}
	readmodels.Classifications.Add(b, readmodels.ClassificationRow{Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Status: status,
		DocumentID: p.DocumentID,
		Subject:    p.Subject, Merchant: p.Merchant.String(), Tree: p.Tree, CategoryID: p.CategoryID, Method: p.Method, CreatedAt: e.Meta.Time,
		UpdatedAt: e.Meta.Time, Log: int64(e.Revision)})
}

func redactClassification(tenant, subject string, b *readmodels.Batch) {
	readmodels.Classifications.ChangeAll(b, readmodels.Set{"merchant": "", "decided": false},
		map[string]any{"tenant": tenant, "subject": subject})
}

// Receipts lists receipts.
func Receipts() Projection {
	return Redacting(Projection{
		Name: "receipts", Version: 1, Tables: []readmodels.Table{readmodels.Receipts.Table}, Categories: []string{receipt.Category.Name},
		Handle: handleReceipt,
	}, func(tenant, subject string, b *readmodels.Batch) {
		readmodels.Receipts.ChangeAll(b, readmodels.Set{"merchant": "", "number": "", "dated_on": civil.Date{}, "currency": "", "gross": ""},
			map[string]any{"tenant": tenant, "subject": subject})
	})
}

func handleReceipt(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	set := readmodels.Set{"updated_at": e.Meta.Time, "log_revision": int64(e.Revision)}
	switch p := e.Payload.(type) {
	case receipt.Drafted:
		d := receipt.Read(p.Content)
		readmodels.Receipts.Add(b, readmodels.ReceiptRow{Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Status: receipt.Draft,
			DocumentID: p.DocumentID,
			Subject:    p.Content.Subject, Merchant: d.Merchant, Number: d.Number, Date: d.Date, Currency: d.Currency, Gross: d.Gross.String(),
			CategoryID: d.CategoryID,
			CreatedAt:  e.Meta.Time, CreatedBy: e.Meta.Principal, UpdatedAt: e.Meta.Time, Log: int64(e.Revision)})
		return nil
	case receipt.Changed:
		d := receipt.Read(p.Content)
		set["merchant"], set["number"], set["dated_on"], set["currency"] = d.Merchant, d.Number, d.Date, d.Currency
		set["gross"], set["category_id"] = d.Gross.String(), d.CategoryID
	case receipt.Finalised:
		set["status"], set["journal_entry_id"] = receipt.Final, p.JournalEntryID
	case receipt.Discarded:
		set["status"] = receipt.Dropped
	}
	readmodels.Receipts.Change(b, set, s.Tenant, s.ID)
	return nil
}
