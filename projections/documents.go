package projections

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/classification"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/readmodels"
)

// documents lists the projections of documents, their classification, what is asked about them, receipts and returns.
func documents() []Projection {
	return []Projection{Redacting(Documents(), redactDocument), Classifications(), Reviews(), Receipts(), Returns(), Statements()}
}

// Documents lists documents.
func Documents() Projection {
	return Projection{
		Name: "documents", Version: 3, Tables: []readmodels.Table{readmodels.Documents.Table},
		Categories: []string{docs.Category.Name, classification.Category.Name}, Handle: handleDocument,
	}
}

func handleDocument(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	set := readmodels.Set{"updated_at": e.Meta.Time, "log_revision": int64(e.Revision)}
	switch p := e.Payload.(type) {
	case classification.Made:
		categorise(b, s.Tenant, p.DocumentID, readmodels.Set{"category_id": p.CategoryID, "classification_id": s.ID})
		return nil
	case classification.Decided:
		if p.Decision != "dismiss" {
			readmodels.Documents.ChangeAll(b, readmodels.Set{"category_id": p.CategoryID}, map[string]any{"tenant": s.Tenant,
				"classification_id": s.ID})
		}
		return nil
	case docs.Received:
		opened := ""
		if len(p.OpensJobs()) > 0 {
			opened = job.ID(e.Meta.CommandID, 0)
		}
		readmodels.Documents.Add(b, readmodels.DocumentRow{
			Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Status: string(docs.StatusReceived), Type: string(p.Type), Validation: docs.Pending,
			Subject: p.Blob.Subject, ClientRef: p.ClientRef.String(), Filename: p.Filename.String(), SHA256: p.Blob.SHA256, Media: p.Media,
			Batch: p.Batch, JobID: opened, CreatedAt: e.Meta.Time, CreatedBy: e.Meta.Principal, UpdatedAt: e.Meta.Time,
			Log: int64(e.Revision),
		})
		return nil
	case docs.ExtractionRequested:
		set["status"], set["validation_status"], set["code"] = string(docs.StatusExtracting), docs.Pending, ""
		set["job_id"] = job.ID(e.Meta.CommandID, 0)
	case docs.TypeCorrected:
		if set["type"] = string(p.Type); len(p.OpensJobs()) > 0 {
			set["status"], set["validation_status"], set["code"] = string(docs.StatusExtracting), docs.Pending, ""
			set["job_id"] = job.ID(e.Meta.CommandID, 0)
		}
	case docs.Extracted:
		set["status"], set["type"], set["extraction"], set["code"] = string(docs.StatusExtracted), string(p.Type), p.Extraction, ""
		set["validation_status"] = docs.Verdict(p.Checks)
		for _, column := range []string{"issuer", "number", "currency", "gross", "iban"} {
			set[column] = ""
		}
		set["dated_on"] = civil.Date{}
		shown(set, p.Fields)
	case docs.Rejected:
		set["status"], set["code"], set["validation_status"] = string(docs.StatusRejected), p.Code, docs.Pending
	case docs.Failed:
		set["status"], set["code"], set["validation_status"] = string(docs.StatusFailed), p.Code, docs.Pending
	case docs.Validated:
		set["validation_status"] = docs.Verdict(p.Checks)
	case docs.FieldsChanged:
		set["validation_status"] = docs.Verdict(p.Checks)
		shown(set, p.Fields)
	}
	readmodels.Documents.Change(b, set, s.Tenant, s.ID)
	return nil
}

// categorise names the latest classification of a document, where it is of one.
func categorise(b *readmodels.Batch, tenant, document string, set readmodels.Set) {
	if document != "" {
		readmodels.Documents.Change(b, set, tenant, document)
	}
}

// shown sets what the list shows of fields.
func shown(set readmodels.Set, fields []docs.Field) {
	for _, f := range fields {
		switch f.Name {
		case reading.Issuer, reading.Number, reading.Currency, reading.Gross, reading.IBAN:
			set[f.Name] = f.Value.String()
		case reading.Date:
			d, err := civil.Parse(f.Value.String())
			if err != nil {
				d = civil.Date{} // forgotten, or no date
			}
			set["dated_on"] = d
		}
	}
}

// redactDocument blanks what the list shows of a client's documents.
func redactDocument(tenant, subject string, b *readmodels.Batch) {
	readmodels.Documents.ChangeAll(b, readmodels.Set{"client_ref": "", "filename": "", "issuer": "", "number": "", "currency": "", "gross": "",
		"iban":     "",
		"dated_on": civil.Date{}}, map[string]any{"tenant": tenant, "subject": subject})
}
