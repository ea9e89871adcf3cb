package projections

import (
	"encoding/json"

	"github.com/tallystick/tallystick/domain/auditproof"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/readmodels"
)

// AuditProofs lists the monthly proofs in their latest revisions.
func AuditProofs() Projection {
	return Projection{
		Name: "auditproofs", Version: 1, Tables: []readmodels.Table{readmodels.AuditProofs.Table}, Categories: []string{auditproof.Category.Name},
		Handle: handleAuditProof,
	}
}

func handleAuditProof(e event.Recorded, b *readmodels.Batch) error {
	p, ok := e.Payload.(auditproof.ProofGenerated)
	if !ok {
		return nil
	}
	s, _ := event.ParseStream(e.Stream)
	totals, err := json.Marshal(p.Totals)
	if err != nil {
		return err
	}
	row := readmodels.AuditProofRow{Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Period: p.Period.String(), Status: "final",
		Revision: int32(e.Revision) + 1,
		Entries:  p.Entries, LedgerCount: p.LedgerEntries, Totals: totals, Root: p.Root, Previous: p.PreviousRoot, Balance: p.TrialBalance,
		Checkpoint: p.CheckpointSize, PDFSHA256: p.PDFSHA256, CreatedAt: e.Meta.Time, CreatedBy: e.Meta.Principal, UpdatedAt: e.Meta.Time}
	if p.Provisional {
		row.Status = "provisional"
	}
	if e.Revision == 0 {
		readmodels.AuditProofs.Add(b, row)
		return nil
	}
	readmodels.AuditProofs.Change(b, readmodels.Set{"status": row.Status, "proof_revision": row.Revision, "entries": row.Entries,
		"ledger_entries": row.LedgerCount, "totals": row.Totals, "root": row.Root, "previous_root": row.Previous,
		"trial_balance_sha256": row.Balance,
		"checkpoint_size":      row.Checkpoint, "pdf_sha256": row.PDFSHA256, "updated_at": row.UpdatedAt}, s.Tenant, s.ID)
	return nil
}
