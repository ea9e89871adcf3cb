package projections

import (
	"encoding/json"

	"github.com/tallystick/tallystick/domain/category"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/classification"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/receipt"
	"github.com/tallystick/tallystick/readmodels"
)

// Classifications lists what costs are for, how tenants name it, and what a person
// is asked to decide.
func Classifications() Projection {
	return Redacting(Projection{
		Name: "classifications", Version: 1,
		Tables:     []readmodels.Table{readmodels.CategoryOverrides.Table, readmodels.Classifications.Table, readmodels.ReviewItems.Table},
		Categories: []string{category.Kind.Name, classification.Category.Name, docs.Category.Name}, Handle: handleClassification,
	}, redactClassification)
}

func handleClassification(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	switch p := e.Payload.(type) {
	case category.Changed:
		readmodels.CategoryOverrides.Put(b, readmodels.CategoryRow{Tenant: s.Tenant, ID: s.ID, Label: p.Label, Disabled: p.Disabled,
			UpdatedAt: e.Meta.Time, Log: int64(e.Revision)})
	case classification.Made:
		return madeClassification(s, e, p, b)
	case classification.Decided:
		set := readmodels.Set{"status": classification.Resolved, "category_id": p.CategoryID, "method": classification.ByPerson, "decided": len(p.Parts) == 0,
			"updated_at": e.Meta.Time, "log_revision": int64(e.Revision)}
		if p.Decision == "dismiss" {
			set = readmodels.Set{"status": classification.Dismissed, "decided": false, "updated_at": e.Meta.Time, "log_revision": int64(e.Revision)}
		}
		readmodels.Classifications.Change(b, set, s.Tenant, s.ID)
		decideItem(b, e, s.Tenant, "classification_"+s.ID, p.Decision)
	default:
		return reviewDocument(s, e, b)
	}
	return nil
}

func madeClassification(s event.Stream, e event.Recorded, p classification.Made, b *readmodels.Batch) error {
	status := classification.Classified
	if p.CategoryID == "" {
		status = classification.Open
	}
	readmodels.Classifications.Add(b, readmodels.ClassificationRow{Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Status: status, DocumentID: p.DocumentID,
		Subject: p.Subject, Merchant: p.Merchant.String(), Tree: p.Tree, CategoryID: p.CategoryID, Method: p.Method, CreatedAt: e.Meta.Time,
		UpdatedAt: e.Meta.Time, Log: int64(e.Revision)})
	if status != classification.Open {
		return nil
	}
	by := p.UploadedBy
	if by == "" {
		by = e.Meta.Principal
	}
	return openItem(b, readmodels.ReviewRow{Tenant: s.Tenant, ID: "classification_" + s.ID, Site: e.Meta.Site, Kind: "classification", DocumentType: p.DocumentType,
		DocumentID: p.DocumentID, RecordID: s.ID, Subject: p.Subject, Title: p.Merchant.String(), Amount: p.Amount, Currency: p.Currency,
		CreatedAt: e.Meta.Time, CreatedBy: by, Log: int64(e.Revision)}, []string{"no_category_is_sure"}, p.Candidates)
}

// openItem queues an item, which may be open already.
func openItem(b *readmodels.Batch, r readmodels.ReviewRow, reasons []string, candidates any) (err error) {
	r.Status = "open"
	if r.Reasons, err = json.Marshal(reasons); err != nil {
		return err
	}
	if r.Candidates, err = json.Marshal(candidates); err != nil {
		return err
	}
	readmodels.ReviewItems.Put(b, r)
	return nil
}

func decideItem(b *readmodels.Batch, e event.Recorded, tenant, id, decision string) {
	status := "resolved"
	if decision == "dismiss" {
		status = "dismissed"
	}
	readmodels.ReviewItems.Change(b, readmodels.Set{"status": status, "decision": decision, "decided_at": e.Meta.Time, "decided_by": e.Meta.Principal,
		"log_revision": int64(e.Revision)}, tenant, id)
}

// reviewDocument opens and closes the items of a document.
func reviewDocument(s event.Stream, e event.Recorded, b *readmodels.Batch) error {
	row := readmodels.ReviewRow{Tenant: s.Tenant, ID: "extraction_" + s.ID, Site: e.Meta.Site, Kind: docs.ReviewExtraction, DocumentID: s.ID, RecordID: s.ID,
		CreatedAt: e.Meta.Time, CreatedBy: e.Meta.Principal, Log: int64(e.Revision)}
	switch p := e.Payload.(type) {
	case docs.Extracted:
		row.DocumentType = string(p.Type)
		for _, f := range p.Fields {
			switch f.Name {
			case reading.Gross:
				row.Amount = f.Value.String()
			case reading.Currency:
				row.Currency = f.Value.String()
			case reading.Merchant, reading.Issuer:
				row.Title = f.Value.String()
			}
			row.Subject = f.Value.Subject
		}
		if len(p.Review) > 0 {
			if err := openItem(b, row, p.Review, []string{}); err != nil {
				return err
			}
		} else {
			readmodels.ReviewItems.Remove(b, s.Tenant, row.ID)
		}
		if len(p.Duplicates) > 0 {
			row.ID, row.Kind = "duplicate_"+s.ID, docs.ReviewDuplicate
			return openItem(b, row, []string{docs.DuplicateLikely}, p.Duplicates)
		}
	case docs.FieldsChanged:
		if len(p.Review) == 0 {
			decideItem(b, e, s.Tenant, row.ID, "correct")
		}
	case docs.Validated:
		if len(p.Review) == 0 {
			decideItem(b, e, s.Tenant, row.ID, "accept")
		}
	case docs.ReviewDecided:
		decideItem(b, e, s.Tenant, p.Kind+"_"+s.ID, p.Decision)
	}
	return nil
}

func redactClassification(tenant, subject string, b *readmodels.Batch) {
	where := map[string]any{"tenant": tenant, "subject": subject}
	readmodels.Classifications.ChangeAll(b, readmodels.Set{"merchant": "", "decided": false}, where)
	readmodels.ReviewItems.ChangeAll(b, readmodels.Set{"title": "", "amount": "", "currency": ""}, where)
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
		readmodels.Receipts.Add(b, readmodels.ReceiptRow{Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Status: receipt.Draft, DocumentID: p.DocumentID,
			Subject: p.Content.Subject, Merchant: d.Merchant, Number: d.Number, Date: d.Date, Currency: d.Currency, Gross: d.Gross.String(), CategoryID: d.CategoryID,
			CreatedAt: e.Meta.Time, CreatedBy: e.Meta.Principal, UpdatedAt: e.Meta.Time, Log: int64(e.Revision)})
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
