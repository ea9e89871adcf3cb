package projections

import (
	"strconv"

	"github.com/tallystick/tallystick/domain/civil"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/readmodels"
)

// Statements lists bank statements, by which is told whether one follows another, and
// which of their lines are journal entries.
func Statements() Projection {
	return Redacting(Projection{
		Name: "statements", Version: 1, Tables: []readmodels.Table{readmodels.Statements.Table, readmodels.StatementLines.Table},
		Categories: []string{docs.Category.Name}, Handle: handleStatement,
	}, func(tenant, subject string, b *readmodels.Batch) {
		readmodels.Statements.ChangeAll(b, readmodels.Set{"account": "", "opening": "", "closing": ""},
			map[string]any{"tenant": tenant, "subject": subject})
	})
}

func handleStatement(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	switch p := e.Payload.(type) {
	case docs.ExtractionRequested, docs.TypeCorrected:
		if o, opens := p.(job.Opener); opens && len(o.OpensJobs()) == 0 {
			return nil // it is not read again
		}
		readmodels.Statements.RemoveAll(b, map[string]any{"tenant": s.Tenant, "document_id": s.ID})
	case docs.Extracted:
		for i, x := range p.Statements {
			from, _ := civil.Parse(x.From) // empty where the file does not say
			to, _ := civil.Parse(x.To)
			readmodels.Statements.Put(b, readmodels.StatementRow{Tenant: s.Tenant, ID: s.ID + "/" + strconv.Itoa(i+1), Document: s.ID,
				Site: e.Meta.Site, Subject: x.Lines.Subject, Account: x.Account.String(), Currency: x.Currency, From: from, To: to,
				Opening: x.Opening.String(), Closing: x.Closing.String(), CreatedAt: e.Meta.Time})
		}
	case docs.LinesMatched:
		for _, m := range p.Lines {
			id := s.ID + "/" + m.LineAt.String()
			if m.EntryID == "" {
				readmodels.StatementLines.Remove(b, s.Tenant, id)
				continue
			}
			readmodels.StatementLines.Put(b, readmodels.StatementLineRow{Tenant: s.Tenant, ID: id, Document: s.ID, Site: e.Meta.Site,
				EntryID: m.EntryID, CreatedAt: e.Meta.Time})
		}
	}
	return nil
}
