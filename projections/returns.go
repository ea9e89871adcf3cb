package projections

import (
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/taxreturn"
	"github.com/tallystick/tallystick/readmodels"
)

// Returns lists returns, packets and draft packages alike.
func Returns() Projection {
	return Redacting(Projection{
		Name: "returns", Version: 2, Tables: []readmodels.Table{readmodels.Returns.Table}, Categories: []string{taxreturn.Category.Name},
		Handle: handleReturn,
	}, func(tenant, subject string, b *readmodels.Batch) {
		readmodels.Returns.ChangeAll(b, readmodels.Set{"client_ref": "", "filename": "", "income": "", "tax": "", "refund": "",
			"balance_due": ""},
			map[string]any{"tenant": tenant, "subject": subject})
	})
}

func handleReturn(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	set := readmodels.Set{"updated_at": e.Meta.Time, "log_revision": int64(e.Revision)}
	row := readmodels.ReturnRow{Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, CreatedAt: e.Meta.Time, CreatedBy: e.Meta.Principal,
		UpdatedAt: e.Meta.Time, Log: int64(e.Revision)}
	switch p := e.Payload.(type) {
	case taxreturn.PacketReceived:
		row.Kind, row.Status, row.Jurisdiction, row.TaxYear, row.Form = taxreturn.Packet, taxreturn.Received, p.Jurisdiction, p.TaxYear, p.Form
		row.Subject, row.ClientRef, row.Filename, row.SHA256 = p.Blob.Subject, p.ClientRef.String(), p.Filename.String(), p.Blob.SHA256
		row.JobID = job.ID(e.Meta.CommandID, 0)
		readmodels.Returns.Add(b, row)
		return nil
	case taxreturn.PackageDrafted:
		row.Kind, row.Status, row.Jurisdiction, row.TaxYear, row.Form = taxreturn.Package, taxreturn.Extracted, p.Jurisdiction, p.TaxYear, p.Form
		row.Subject, row.ClientRef, row.Filename, row.SHA256 = p.Blob.Subject, p.ClientRef.String(), p.Filename.String(), p.Blob.SHA256
		sum := taxreturn.SummaryOf(p.Form, p.Figures)
		row.Income, row.Tax, row.Refund, row.BalanceDue = sum.Income, sum.Tax, sum.Refund, sum.BalanceDue
		row.Currency = currencyOf(p.Figures)
		readmodels.Returns.Add(b, row)
		return nil
	case taxreturn.PacketExtracted:
		set["status"], set["jurisdiction"], set["tax_year"], set["form"] = taxreturn.Extracted, p.Jurisdiction, p.TaxYear, p.Form
		sum := taxreturn.SummaryOf(p.Form, p.Figures)
		set["income"], set["tax"], set["refund"], set["balance_due"] = sum.Income, sum.Tax, sum.Refund, sum.BalanceDue
		set["currency"] = currencyOf(p.Figures)
	case taxreturn.PacketRejected:
		set["status"], set["code"] = taxreturn.Rejected, p.Code
	case taxreturn.PacketFailed:
		set["status"], set["code"] = taxreturn.Failed, p.Code
	case taxreturn.FiguresEdited:
		set["jurisdiction"], set["tax_year"], set["form"] = p.Jurisdiction, p.TaxYear, p.Form
		for column, value := range map[string]string{"income": p.Summary.Income.String(), "tax": p.Summary.Tax.String(),
			"refund": p.Summary.Refund.String(), "balance_due": p.Summary.BalanceDue.String()} {
			set[column] = value
		}
		if c := currencyOf(p.Figures); c != "" {
			set["currency"] = c
		}
	case taxreturn.ReviewMarked:
		set["status"], set["reviewed_by"] = taxreturn.Reviewed, e.Meta.Principal
	}
	readmodels.Returns.Change(b, set, s.Tenant, s.ID)
	return nil
}

func currencyOf(figures []taxreturn.Figure) string {
	for _, f := range figures {
		if f.Currency != "" {
			return f.Currency
		}
	}
	return ""
}
