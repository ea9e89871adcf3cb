package projections

import (
	"encoding/json"

	"github.com/tallystick/tallystick/domain/classification"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/domain/receipt"
	"github.com/tallystick/tallystick/domain/review"
	"github.com/tallystick/tallystick/readmodels"
)

// Reviews lists what a person is asked to decide: of costs, documents, receipts,
// journal entries and orders.
func Reviews() Projection {
	return Redacting(Projection{
		Name: "reviews", Version: 2, Tables: []readmodels.Table{readmodels.ReviewItems.Table},
		Categories: []string{classification.Category.Name, docs.Category.Name, receipt.Category.Name, journal.Category.Name,
			orders.Category.Name},
		Handle: handleReview,
	}, func(tenant, subject string, b *readmodels.Batch) {
		readmodels.ReviewItems.ChangeAll(b, readmodels.Set{"title": "", "amount": "", "currency": ""},
			map[string]any{"tenant": tenant, "subject": subject})
	})
}

func handleReview(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	switch s.Category {
	case classification.Category.Name:
		return reviewClassification(s, e, b)
	case docs.Category.Name:
		return reviewDocument(s, e, b)
	case receipt.Category.Name:
		return reviewReceipt(s, e, b)
	case orders.Category.Name:
		return reviewDifference(s, e, b)
	}
	return reviewEntry(s, e, b)
}

// itemOf is an open item of the record that an event is of.
func itemOf(s event.Stream, e event.Recorded, k review.Kind) readmodels.ReviewRow {
	return readmodels.ReviewRow{Tenant: s.Tenant, ID: k.ID(s.ID), Site: e.Meta.Site, Status: "open", Kind: string(k), RecordID: s.ID,
		CreatedAt: e.Meta.Time, CreatedBy: e.Meta.Principal, Log: int64(e.Revision)}
}

// openItem queues an item, which may be there already, open or decided.
func openItem(b *readmodels.Batch, r readmodels.ReviewRow, reasons []string, candidates any) (err error) {
	if r.Reasons, err = json.Marshal(reasons); err != nil {
		return err
	}
	if r.Candidates, err = json.Marshal(candidates); err != nil {
		return err
	}
	readmodels.ReviewItems.Put(b, r)
	return nil
}

// What a person decided, and what became of the matter without one.
const (
	accepted  = "accept"
	corrected = "correct"
	dismissed = "dismiss"
	withdrawn = "withdrawn" // there is nothing to decide any more
)

// decideItem closes an item that is open; what is decided stays as it was decided.
func decideItem(b *readmodels.Batch, e event.Recorded, tenant, id, decision string) {
	status := "resolved"
	if decision == dismissed || decision == withdrawn {
		status = "dismissed"
	}
	readmodels.ReviewItems.ChangeAll(b, readmodels.Set{"status": status, "decision": decision, "decided_at": e.Meta.Time,
		"decided_by":   e.Meta.Principal,
		"log_revision": int64(e.Revision)}, map[string]any{"tenant": tenant, "id": id, "status": "open"})
}

func reviewClassification(s event.Stream, e event.Recorded, b *readmodels.Batch) error {
	row := itemOf(s, e, review.Classification)
	switch p := e.Payload.(type) {
	case classification.Made:
		if p.CategoryID != "" {
			return nil
		}
		if p.UploadedBy != "" {
			row.CreatedBy = p.UploadedBy
		}
		row.DocumentType, row.DocumentID, row.Subject = p.DocumentType, p.DocumentID, p.Subject
		row.Title, row.Amount, row.Currency = p.Merchant.String(), p.Amount, p.Currency
		return openItem(b, row, []string{"no_category_is_sure"}, p.Candidates)
	case classification.Decided:
		decideItem(b, e, s.Tenant, row.ID, p.Decision)
	}
	return nil
}

// reviewDocument opens and closes the items of a document.
func reviewDocument(s event.Stream, e event.Recorded, b *readmodels.Batch) error {
	row := itemOf(s, e, review.Extraction)
	row.DocumentID = s.ID
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
		return askOfDuplicates(b, e, row, p.Duplicates)
	case docs.FieldsChanged:
		if len(p.Review) == 0 {
			decideItem(b, e, s.Tenant, row.ID, corrected)
		}
	case docs.Validated:
		if len(p.Review) == 0 {
			decideItem(b, e, s.Tenant, row.ID, accepted)
		}
		return askOfDuplicates(b, e, row, p.Duplicates)
	case docs.ReviewDecided:
		decideItem(b, e, s.Tenant, review.Kind(p.Kind).ID(s.ID), p.Decision)
	}
	return nil
}

// askOfDuplicates asks whether a document is another one. What was decided of it stays
// decided; without another one there is nothing to decide.
func askOfDuplicates(b *readmodels.Batch, e event.Recorded, row readmodels.ReviewRow, found []docs.Duplicate) (err error) {
	row.ID, row.Kind = review.Duplicate.ID(row.RecordID), string(review.Duplicate)
	if len(found) == 0 {
		decideItem(b, e, row.Tenant, row.ID, withdrawn)
		return nil
	}
	row.Reasons = json.RawMessage(`["` + docs.DuplicateLikely + `"]`)
	if row.Candidates, err = json.Marshal(found); err == nil {
		readmodels.KeepDecided(b, row)
	}
	return err
}

// reviewReceipt asks which entry a receipt is the same cost as, until somebody says.
func reviewReceipt(s event.Stream, e event.Recorded, b *readmodels.Batch) error {
	row := itemOf(s, e, review.Match)
	switch p := e.Payload.(type) {
	case receipt.MatchesFound:
		if len(p.Candidates) == 0 {
			decideItem(b, e, s.Tenant, row.ID, withdrawn)
			return nil
		}
		said := receipt.Read(p.Content)
		row.DocumentID, row.Subject, row.Title, row.Currency = p.DocumentID, p.Content.Subject, said.Merchant, said.Currency
		if !said.Gross.IsZero() {
			row.Amount = said.Gross.String()
		}
		return openItem(b, row, []string{"match_undecided"}, p.Candidates)
	case receipt.Changed:
		if m := receipt.Read(p.Content).Match; m != nil && m.Kind == "none" {
			decideItem(b, e, s.Tenant, row.ID, dismissed)
		} else if m != nil {
			decideItem(b, e, s.Tenant, row.ID, accepted)
		}
	case receipt.Finalised, receipt.Discarded:
		decideItem(b, e, s.Tenant, row.ID, withdrawn)
	}
	return nil
}

// reviewEntry asks whether a proposed entry is right where its proposal says why a
// person should look.
func reviewEntry(s event.Stream, e event.Recorded, b *readmodels.Batch) error {
	row := itemOf(s, e, review.Journal)
	switch p := e.Payload.(type) {
	case journal.EntryProposed:
		if len(p.ReviewReasons) == 0 {
			decideItem(b, e, s.Tenant, row.ID, withdrawn)
			return nil
		}
		if p.StartedBy != "" {
			row.CreatedBy = p.StartedBy
		}
		row.Subject, row.Title, row.Amount, row.Currency = p.Memo.Subject, p.Memo.String(), journal.Sum(p.Lines).Debit.String(), p.Currency
		for _, src := range p.Sources {
			if src.Kind == "document" {
				row.DocumentID = src.ID
			}
		}
		return openItem(b, row, p.ReviewReasons, []string{})
	case journal.EntryApproved:
		if p.Lines != nil || p.Memo != nil {
			decideItem(b, e, s.Tenant, row.ID, corrected)
		} else {
			decideItem(b, e, s.Tenant, row.ID, accepted)
		}
	case journal.EntryReturned:
		decideItem(b, e, s.Tenant, row.ID, corrected)
	case journal.EntryRejected:
		decideItem(b, e, s.Tenant, row.ID, dismissed)
	}
	return nil
}

// reviewDifference asks whose word on a final order holds, anew with each difference.
func reviewDifference(s event.Stream, e event.Recorded, b *readmodels.Batch) error {
	row := itemOf(s, e, review.Difference)
	switch p := e.Payload.(type) {
	case orders.DifferenceFound:
		row.Subject, row.Title, row.Amount, row.Currency = p.Content.Subject, buyerOf(p.Figures), p.Gross.String(), p.Currency
		return openItem(b, row, p.Fields, []string{})
	case orders.DifferenceDecided:
		decision := accepted
		if p.Choice == orders.KeepOurs {
			decision = dismissed
		}
		decideItem(b, e, s.Tenant, row.ID, decision)
	case orders.DifferenceWithdrawn:
		decideItem(b, e, s.Tenant, row.ID, withdrawn)
	}
	return nil
}
