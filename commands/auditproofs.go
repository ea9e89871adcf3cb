package commands

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/auditproof"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/readmodels"
	"github.com/tallystick/tallystick/render"
)

// AuditProofs makes and verifies the monthly proofs of books.
type AuditProofs struct {
	*Books
	Proofs *Checkpoints
}

var auditProofAggregate = Aggregate[auditproof.State]{Category: auditproof.Category.Name, Evolve: auditproof.State.Evolve, SiteOf: func(s auditproof.State) int64 { return s.Site }}

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

// month gathers what a proof says.
func (x *AuditProofs) month(ctx context.Context, c Caller, period books.Month, provisional bool) (auditproof.Generate, error) {
	out := auditproof.Generate{ProofID: auditproof.ID(c.Tenant, c.Site, period), Ended: period.Last().Before(x.Today(c.Tenant, c.Site, x.Now()))}
	out.Period, out.Provisional = period, provisional
	records, findings, err := x.records(ctx, c, period, auditproof.Kinds())
	if err != nil {
		return out, err
	}
	if len(findings) > 0 {
		f := findings[0]
		return out, fault.New(fault.ReadModelBehind, "the month cannot be proved: %s %s", f.Code, f.Resource)
	}
	out.Root, out.RecordKinds = auditproof.Root(records), auditproof.Kinds()
	last := int64(-1)
	for _, r := range records {
		last = max(last, r.Leaf)
		switch r.Kind {
		case auditproof.JournalEntry:
			out.Entries++
		case auditproof.LedgerEntry:
			out.LedgerEntries++
		case auditproof.Invoice:
			out.Invoices++
		default:
			out.CreditNotes++
		}
	}
	var head readmodels.LogCheckpoint
	if head, out.Covered, err = x.DB.FirstCheckpointOver(ctx, c.Tenant, last); err != nil {
		return out, err
	}
	out.CheckpointSize, out.CheckpointRoot = head.Size, hex.EncodeToString(head.Root)
	if err := x.sums(ctx, c, &out.Content); err != nil {
		return out, err
	}
	return out, x.previous(ctx, c, &out.Content, records)
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

// previous ties the proof to the month before, and says what is new since the
// revision before.
func (x *AuditProofs) previous(ctx context.Context, c Caller, out *auditproof.Content, records []auditproof.Record) error {
	out.Additions = []string{}
	before := auditproof.ID(c.Tenant, c.Site, out.Period.Previous())
	s, _, err := x.Proof(ctx, c, before)
	if e := fault.As(err); err != nil && (e == nil || e.Code != fault.NotFound) {
		return err
	}
	if r, ok := s.Latest(); ok {
		out.PreviousProof, out.PreviousRoot = before, r.Root
	}
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

// records reads a month's records from the log, entry by entry, and says which
// of them are not what they say they are.
func (x *AuditProofs) records(ctx context.Context, c Caller, period books.Month, kinds []string) (out []auditproof.Record, findings []auditproof.Finding, err error) {
	rows, err := x.DB.MonthRecords(ctx, c.Tenant, c.Site, period.String(), period.First().Time(), period.Next().First().Time())
	if err != nil {
		return nil, nil, err
	}
	for _, r := range rows {
		if !slices.Contains(kinds, r.Kind) {
			continue
		}
		resource := r.Kind + "/" + r.ID
		history, err := x.Log.Load(ctx, recordStream(c.Tenant, r.Kind, r.ID))
		if err != nil {
			return nil, nil, storeFault(err)
		}
		at, digest, changed := provedOf(history)
		switch {
		case at == nil:
			findings = append(findings, auditproof.Finding{Code: "event_missing", Resource: resource, Message: "the log has no event that made it"})
			continue
		case changed || r.SHA256 != "" && digest != r.SHA256:
			findings = append(findings, auditproof.Finding{Code: "digest_differs", Resource: resource, Message: "what the event says does not have the digest that it states"})
		}
		leaf, found, err := x.DB.ProofLeaf(ctx, c.Tenant, at.ID)
		if err != nil {
			return nil, nil, err
		}
		if !found {
			findings = append(findings, auditproof.Finding{Code: "leaf_missing", Resource: resource, Message: "the event has no leaf in the tenant's tree yet"})
			continue
		}
		out = append(out, auditproof.Record{Kind: r.Kind, ID: r.ID, SHA256: digest, Leaf: leaf.Leaf})
	}
	auditproof.Sort(out)
	return out, findings, nil
}

// recordStream names the stream of a record.
func recordStream(tenant, kind, id string) string {
	category := map[string]string{auditproof.JournalEntry: journal.Category.Name, auditproof.LedgerEntry: orders.Category.Name}[kind]
	if category == "" {
		category = invoicing.Documents.Name
	}
	return event.Stream{Category: category, Tenant: tenant, ID: id}.String()
}

// provedOf finds the event that a record stands on and its digest, worked out
// anew where the event holds all that it is made of.
func provedOf(history []event.Recorded) (at *event.Recorded, digest string, changed bool) {
	var document invoicing.State
	for i, e := range history {
		document = document.Evolve(e)
		switch p := e.Payload.(type) {
		case invoicing.Issued:
			_, whole := document.Document()
			digest := auditproof.DocumentDigest(string(document.Kind), p.Number, p.IssuedOn.String(), document.ContentSHA256)
			return &history[i], digest, !whole && !forgotten(history[:i])
		case journal.EntryPosted:
			now, err := p.Payload.Digest()
			return &history[i], now, err != nil || now != p.PayloadSHA256
		case orders.EntryRecorded:
			at, digest, changed = &history[i], p.SHA256, orderChanged(p.Figures)
		case orders.EntryRevised:
			at, digest, changed = &history[i], p.SHA256, orderChanged(p.Figures)
		}
	}
	return at, digest, changed
}

// forgotten reports whether a piece of a document cannot be read any more.
func forgotten(history []event.Recorded) bool {
	return slices.ContainsFunc(history, func(e event.Recorded) bool {
		p, ok := e.Payload.(invoicing.ContentPart)
		return ok && p.Content.Plain == ""
	})
}

// orderChanged reports whether an order's content does not have its digest; one
// that was forgotten cannot tell.
func orderChanged(f orders.Figures) bool {
	o, ok := orders.Version{Figures: f}.Order()
	if !ok {
		return false
	}
	now, err := o.Digest()
	return err != nil || now != f.SHA256
}

// Verify works a month's proof out anew from the log and names what differs.
func (x *AuditProofs) Verify(ctx context.Context, c Caller, id string) (auditproof.Verified, error) {
	s, _, err := x.Proof(ctx, c, id)
	if err != nil {
		return auditproof.Verified{}, err
	}
	c.Site = s.Site
	said, _ := s.Latest()
	records, findings, err := x.records(ctx, c, said.Period, said.Covers())
	if err != nil {
		return auditproof.Verified{}, err
	}
	out := auditproof.Verified{Findings: []auditproof.Finding{}, Checked: len(records) + len(findings)}
	out.Findings = append(out.Findings, findings...)
	// What came after the proof is no fault of it: its records are those within
	// its checkpoint.
	within := records[:0:0]
	for _, r := range records {
		if r.Leaf < said.CheckpointSize {
			within = append(within, r)
		} else {
			out.Findings = append(out.Findings, auditproof.Finding{Code: "added_since", Resource: r.Kind + "/" + r.ID, Message: "it came after the proof; prove the month anew"})
		}
	}
	if got := auditproof.Root(within); got != said.Root {
		out.Findings = append(out.Findings, auditproof.Finding{Code: "root_differs", Resource: "proof/" + id, Message: fmt.Sprintf("the month's records have the root %s, the proof says %s", got, said.Root)})
	}
	if err := x.verifyTree(ctx, c, said, within, &out); err != nil {
		return out, err
	}
	pdf, err := RenderProof(id, said.Content)
	if err != nil {
		return out, err
	}
	if Hash(pdf) != said.PDFSHA256 {
		out.Findings = append(out.Findings, auditproof.Finding{Code: "pdf_differs", Resource: "proof/" + id, Message: "the PDF no longer has the hash that was recorded"})
	}
	added := 0
	for _, f := range out.Findings {
		if f.Code == "added_since" {
			added++
		}
	}
	out.OK = len(out.Findings) == added
	return out, nil
}

// verifyTree proves each record's event in the checkpoint's tree, and the
// checkpoint of the month before in this one.
func (x *AuditProofs) verifyTree(ctx context.Context, c Caller, said auditproof.Revision, records []auditproof.Record, out *auditproof.Verified) error {
	head, ok, err := x.DB.CheckpointAt(ctx, c.Tenant, said.CheckpointSize)
	if err != nil {
		return err
	}
	root := hex.EncodeToString(head.Root)
	if !ok || root != said.CheckpointRoot {
		out.Findings = append(out.Findings, auditproof.Finding{Code: "checkpoint_differs", Resource: fmt.Sprintf("checkpoint/%d", said.CheckpointSize), Message: "no checkpoint of that size has that root"})
		return nil
	}
	for _, r := range records {
		history, err := x.Log.Load(ctx, recordStream(c.Tenant, r.Kind, r.ID))
		if err != nil {
			return storeFault(err)
		}
		at, _, _ := provedOf(history)
		if at == nil {
			continue
		}
		in, err := x.Proofs.Inclusion(ctx, c.Tenant, EventRef{ID: uuid.Nil, Stream: at.Stream, Revision: at.Revision}, said.CheckpointSize, func(int64) bool { return true })
		var refused *fault.Error
		switch {
		case errors.As(err, &refused) && (refused.Code == fault.NotFound || refused.Code == fault.InvalidInput):
			out.Findings = append(out.Findings, auditproof.Finding{Code: "not_in_log", Resource: r.Kind + "/" + r.ID, Message: "the checkpoint's tree does not hold its event"})
		case err != nil:
			return err
		case proof.VerifyInclusion(uint64(in.Leaf), uint64(said.CheckpointSize), proof.LeafHash(in.Event.Leaf()), in.Hashes, proof.Hash(head.Root)) != nil:
			out.Findings = append(out.Findings, auditproof.Finding{Code: "event_changed", Resource: r.Kind + "/" + r.ID, Message: "its event is not the one that the checkpoint covers"})
		}
	}
	return nil
}

// Proof returns a month's proofs that the caller sees.
func (x *AuditProofs) Proof(ctx context.Context, c Caller, id string) (auditproof.State, uint64, error) {
	agg := Aggregate[auditproof.State]{Category: auditproof.Category.Name, Evolve: auditproof.State.Evolve, SiteOf: func(s auditproof.State) int64 { return s.Site }}
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
	doc.Table([]render.Column{{Title: "Currency", Share: 1, Align: render.Left}, {Title: "Debit", Share: 2, Align: render.Right}, {Title: "Credit", Share: 2, Align: render.Right}}, rows)
	doc.Heading("Numbers")
	rows = nil
	for _, r := range p.Ranges {
		rows = append(rows, []string{r.FiscalYear, r.Journal, fmt.Sprint(r.First), fmt.Sprint(r.Last), fmt.Sprint(r.Entries)})
	}
	doc.Table([]render.Column{{Title: "Fiscal year", Share: 1, Align: render.Left}, {Title: "Journal", Share: 2, Align: render.Left},
		{Title: "First", Share: 1, Align: render.Right}, {Title: "Last", Share: 1, Align: render.Right}, {Title: "Entries", Share: 1, Align: render.Right}}, rows)
	doc.Heading("Hashes")
	for _, h := range [][2]string{{"Root of the month's records (RFC 9162)", p.Root}, {"Root of the month before", p.PreviousRoot},
		{"Trial balance at " + p.Period.Last().String() + " (SHA-256)", p.TrialBalance},
		{fmt.Sprintf("Checkpoint of the log at size %d", p.CheckpointSize), p.CheckpointRoot}} {
		doc.Paragraph(h[0])
		doc.Code(strings.TrimSpace(h[1] + " "))
	}
	return doc.Bytes()
}
