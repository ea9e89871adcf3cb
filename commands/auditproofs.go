package commands

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/auditproof"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/readmodels"
	"github.com/tallystick/tallystick/render"
)

// AuditProofs makes and verifies the monthly proofs of books.
type AuditProofs struct {
	*Books
	Proofs *Checkpoints
}

var auditProofAggregate = Aggregate[auditproof.State]{Category: auditproof.Category.Name, Evolve: auditproof.State.Evolve,
	SiteOf: func(s auditproof.State) int64 { return s.Site }}

// Generate proves a month of the caller's site. Errors: fault.NotFound without
// books; fault.Blocked; an unchanged month answers the proof that it has.
func (x *AuditProofs) Generate(ctx context.Context, c Caller, period books.Month, provisional bool) (Done[auditproof.State], error) {
	l := x.ledger(c, c.Site)
	if !l.Exists {
		return Done[auditproof.State]{}, fault.New(fault.NotFound, "there are no books here; PUT /api/ledger/books/ opens them")
	}
	cmd, err := x.month(ctx, c, period, provisional)
	if err != nil {
		return Done[auditproof.State]{}, err
	}
	if !cmd.Covered && cmd.Ended && (cmd.Unposted == 0 || provisional) { // nothing else is missing: have a head signed
		if err := x.Proofs.demand(ctx, c.Tenant); err != nil {
			return Done[auditproof.State]{}, err
		}
		if cmd, err = x.month(ctx, c, period, provisional); err != nil {
			return Done[auditproof.State]{}, err
		}
	}
	if cmd.Covered && cmd.Ended {
		pdf, err := RenderProof(cmd.ProofID, cmd.Content)
		if err != nil {
			return Done[auditproof.State]{}, err
		}
		cmd.PDFSHA256 = Hash(pdf)
	}
	return Execute(ctx, x.Executor, c, auditProofAggregate, Order[auditproof.State]{
		Operation: "proofs.generate", Permission: "proofs:generate", ID: cmd.ProofID, Request: struct {
			Period      string
			Provisional bool
		}{period.String(), provisional},
		Decide: func(s auditproof.State, _ act.Context) ([]event.Payload, error) { return cmd.Decide(s) },
	})
}

// provedAttempts bounds how often a month is read that changes meanwhile.
const provedAttempts = 5

// month gathers what a proof says. The checkpoint covers all that was read, and
// nothing that it covers was left out: else the month is read again.
func (x *AuditProofs) month(ctx context.Context, c Caller, period books.Month, provisional bool) (auditproof.Generate, error) {
	for range provedAttempts {
		rows, err := x.monthRows(ctx, c, period)
		if err != nil {
			return auditproof.Generate{}, err
		}
		out, err := x.read(ctx, c, period, provisional, rows)
		if err != nil {
			return out, err
		}
		again, err := x.monthRows(ctx, c, period)
		if err != nil {
			return out, err
		}
		after := auditproof.Content{Period: period}
		if err := x.sums(ctx, c, &after); err != nil {
			return out, err
		}
		if slices.Equal(rows, again) && after.TrialBalance == out.TrialBalance {
			return out, nil
		}
	}
	return auditproof.Generate{}, fault.New(fault.ReadModelBehind, "the month changes faster than it can be read")
}

func (x *AuditProofs) monthRows(ctx context.Context, c Caller, period books.Month) ([]readmodels.MonthRecord, error) {
	return x.DB.MonthRecords(ctx, c.Tenant, c.Site, period.String(), period.First().Time(), period.Next().First().Time())
}

// read gathers it once.
func (x *AuditProofs) read(ctx context.Context, c Caller, period books.Month, provisional bool,
	rows []readmodels.MonthRecord) (auditproof.Generate, error) {
	out := auditproof.Generate{ProofID: auditproof.ID(c.Tenant, c.Site, period),
		Ended: period.Last().Before(x.Today(c.Tenant, c.Site, x.Now()))}
	out.Period, out.Provisional = period, provisional
	proved, findings, err := x.records(ctx, c, rows, auditproof.Kinds(), 0)
	if err != nil {
		return out, err
	}
	if len(findings) > 0 {
		f := findings[0]
		return out, fault.New(fault.ReadModelBehind, "the month cannot be proved: %s %s", f.Code, f.Resource)
	}
	records := bare(proved)
	out.Root, out.RecordKinds = auditproof.Root(records), auditproof.Kinds()
	last, err := x.lastPosted(ctx, c, period)
	if err != nil {
		return out, err
	}
	for _, r := range records {
		last = max(last, r.Leaf)
		out.Count(r.Kind)
	}
	if err := x.previous(ctx, c, &out.Content); err != nil {
		return out, err
	}
	var head readmodels.LogCheckpoint
	if head, out.Covered, err = x.Proofs.FirstOver(ctx, c.Tenant, max(last, out.PreviousSize-1)); err != nil {
		return out, err
	}
	out.CheckpointSize, out.CheckpointRoot = head.Size, hex.EncodeToString(head.Root)
	if err := x.continued(ctx, c, &out); err != nil {
		return out, err
	}
	if err := x.additions(ctx, c, &out.Content, records); err != nil {
		return out, err
	}
	return out, x.sums(ctx, c, &out.Content)
}

// lastPosted is the leaf of what was posted last to a month's end: the trial balance
// holds it. -1 = nothing was.
func (x *AuditProofs) lastPosted(ctx context.Context, c Caller, period books.Month) (last int64, err error) {
	ids, err := x.DB.LastPosted(ctx, c.Tenant, c.Site, period.Last().Time())
	last = -1
	for _, id := range ids {
		history, err := x.Log.Load(ctx, recordStream(c.Tenant, auditproof.JournalEntry, id))
		if err != nil {
			return last, storeFault(err)
		}
		for _, v := range auditproof.ProvedBy(history) {
			leaf, known, err := x.DB.ProofLeaf(ctx, c.Tenant, v.Event.ID)
			if err != nil {
				return last, err
			}
			if !known {
				return last, fault.New(fault.ReadModelBehind, "the month cannot be proved: leaf_missing journal_entry/%s", id)
			}
			last = max(last, leaf.Leaf)
		}
	}
	return last, err
}

// sums are what the read models add up.
func (x *AuditProofs) sums(ctx context.Context, c Caller, out *auditproof.Content) error {
	stood, err := x.stood(ctx, c, out.Period)
	if err != nil {
		return err
	}
	out.Totals, out.TrialBalance = stood.Totals, stood.SHA256
	m, err := x.DB.MonthOf(ctx, c.Tenant, c.Site, out.Period.String(), out.Period.First().Time(), out.Period.Last().Time())
	if err != nil {
		return err
	}
	out.Unposted, out.Waived, out.Ranges = m.Unposted, m.Waived, []auditproof.Range{}
	for _, r := range m.Ranges {
		out.Ranges = append(out.Ranges, auditproof.Range(r))
	}
	return nil
}

// previous ties the proof to the month before.
func (x *AuditProofs) previous(ctx context.Context, c Caller, out *auditproof.Content) error {
	before := auditproof.ID(c.Tenant, c.Site, out.Period.Previous())
	s, _, err := x.Proof(ctx, c, before)
	if e := fault.As(err); err != nil && (e == nil || e.Code != fault.NotFound) {
		return err
	}
	if r, ok := s.Latest(); ok {
		out.PreviousProof, out.PreviousRoot, out.PreviousSize = before, r.Root, r.CheckpointSize
	}
	return nil
}

// continued proves that the log goes on from the checkpoint of the month before.
func (x *AuditProofs) continued(ctx context.Context, c Caller, out *auditproof.Generate) error {
	if !out.Covered || out.PreviousSize == 0 || out.PreviousSize == out.CheckpointSize {
		return nil
	}
	hashes, err := x.Proofs.consistency(ctx, c.Tenant, uint64(out.PreviousSize), uint64(out.CheckpointSize))
	for _, h := range hashes {
		out.Consistency = append(out.Consistency, hex.EncodeToString(h[:]))
	}
	return err
}

// additions are what is new since the revision before.
func (x *AuditProofs) additions(ctx context.Context, c Caller, out *auditproof.Content, records []auditproof.Record) error {
	out.Additions = []string{}
	own, _, err := x.Proof(ctx, c, auditproof.ID(c.Tenant, c.Site, out.Period))
	if e := fault.As(err); err != nil && (e == nil || e.Code != fault.NotFound) {
		return err
	}
	if r, ok := own.Latest(); ok {
		for _, rec := range records {
			if rec.Leaf >= r.CheckpointSize && len(out.Additions) < auditproof.AdditionsMax {
				out.Additions = append(out.Additions, rec.Kind+"/"+rec.ID)
			}
		}
	}
	return nil
}

// Proof returns a month's proofs that the caller sees.
func (x *AuditProofs) Proof(ctx context.Context, c Caller, id string) (auditproof.State, uint64, error) {
	agg := Aggregate[auditproof.State]{Category: auditproof.Category.Name, Evolve: auditproof.State.Evolve,
		SiteOf: func(s auditproof.State) int64 { return s.Site }}
	return readRecord(ctx, x.Executor, c, agg, id, func(s auditproof.State) bool { return s.ID != "" })
}

// RenderProof writes a proof for people: the same bytes for the same content.
func RenderProof(id string, p auditproof.Content) ([]byte, error) {
	doc := render.NewPDF(render.About{Title: "Monthly proof " + p.Period.String(), Subject: id, Language: "en",
		Footer: "Proof " + id + " of " + p.Period.String() + ", root " + p.Root[:16], Created: p.Period.Last().Time()})
	doc.Title("Monthly proof of the books, " + p.Period.String())
	if p.Provisional {
		doc.Paragraph(fmt.Sprintf("Provisional: %d entries of the month were not posted when it was made.", p.Unposted))
	}
	doc.Heading("What it covers")
	covered := fmt.Sprintf("%d posted journal entries and %d entries of the commerce ledger.", p.Entries, p.LedgerEntries)
	if p.RecordKinds != nil {
		covered = fmt.Sprintf("%d posted journal entries, %d entries of the commerce ledger, %d invoices and %d credit notes.",
			p.Entries, p.LedgerEntries, p.Invoices, p.CreditNotes)
	}
	doc.Paragraph(covered + fmt.Sprintf(" In %d of them one person did both steps under an owner's waiver.", p.Waived))
	var rows [][]string
	for _, t := range p.Totals {
		rows = append(rows, []string{t.Currency, t.Debit.String(), t.Credit.String()})
	}
	doc.Table([]render.Column{{Title: "Currency", Share: 1, Align: render.Left}, {Title: "Debit", Share: 2, Align: render.Right},
		{Title: "Credit", Share: 2, Align: render.Right}}, rows)
	doc.Heading("Numbers")
	rows = nil
	for _, r := range p.Ranges {
		rows = append(rows, []string{r.FiscalYear, r.Journal, fmt.Sprint(r.First), fmt.Sprint(r.Last), fmt.Sprint(r.Entries)})
	}
	doc.Table([]render.Column{{Title: "Fiscal year", Share: 1, Align: render.Left}, {Title: "Journal", Share: 2, Align: render.Left},
		{Title: "First", Share: 1, Align: render.Right}, {Title: "Last", Share: 1, Align: render.Right},
		{Title: "Entries", Share: 1, Align: render.Right}}, rows)
	doc.Heading("Hashes")
	for _, h := range [][2]string{{"Root of the month's records (RFC 9162)", p.Root}, {"Root of the month before", p.PreviousRoot},
		{"Trial balance at " + p.Period.Last().String() + " (SHA-256)", p.TrialBalance},
		{fmt.Sprintf("Checkpoint of the log at size %d", p.CheckpointSize), p.CheckpointRoot}} {
		doc.Paragraph(h[0])
		doc.Code(strings.TrimSpace(h[1] + " "))
	}
	return doc.Bytes()
}
