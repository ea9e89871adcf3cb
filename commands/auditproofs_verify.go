package commands

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/auditproof"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/readmodels"
)

// provedRecord is a record with the event that it stands on.
type provedRecord struct {
	auditproof.Record
	at event.Recorded
}

func bare(in []provedRecord) []auditproof.Record {
	out := make([]auditproof.Record, len(in))
	for i, r := range in {
		out[i] = r.Record
	}
	auditproof.Sort(out)
	return out
}

// recordsAtOnce is how many records of a month are read from the log before their leaves
// are looked up, and recordReaders by how many at a time they are read and verified.
const (
	recordsAtOnce = 500
	recordReaders = 8
)

// records reads a month's records from the log and says which of them are not what they
// say they are. within is the size of the checkpoint whose version of them is asked for;
// 0 = the last.
func (x *AuditProofs) records(ctx context.Context, c Caller, rows []readmodels.MonthRecord, kinds []string,
	within int64) (out []provedRecord, findings []auditproof.Finding, err error) {
	for some := range slices.Chunk(rows, recordsAtOnce) {
		some = slices.DeleteFunc(slices.Clone(some), func(r readmodels.MonthRecord) bool { return !slices.Contains(kinds, r.Kind) })
		versions, err := x.versions(ctx, c, some)
		if err != nil {
			return nil, nil, err
		}
		var ids []uuid.UUID
		for _, list := range versions {
			for _, v := range list {
				ids = append(ids, v.Event.ID)
			}
		}
		leaves, err := x.DB.ProofLeaves(ctx, c.Tenant, ids)
		if err != nil {
			return nil, nil, err
		}
		for i, r := range some {
			record, found := standsOn(r, versions[i], leaves, within)
			findings = append(findings, found...)
			if record != nil {
				out = append(out, *record)
			}
		}
	}
	return out, findings, nil
}

// versions are what records stood on, one after the other, as the log holds it.
func (x *AuditProofs) versions(ctx context.Context, c Caller, rows []readmodels.MonthRecord) ([][]auditproof.Proved, error) {
	return each(rows, func(r readmodels.MonthRecord) ([]auditproof.Proved, error) {
		history, err := x.Log.Load(ctx, recordStream(c.Tenant, r.Kind, r.ID))
		return auditproof.ProvedBy(history), storeFault(err)
	})
}

// each does something for every one of a list, several at a time, and returns what came of
// each in their order; one of the errors ends it.
func each[T, R any](list []T, do func(T) (R, error)) ([]R, error) {
	out, errs := make([]R, len(list)), make([]error, recordReaders)
	var work sync.WaitGroup
	var next atomic.Int64
	for reader := range recordReaders {
		work.Go(func() {
			for errs[reader] == nil {
				i := int(next.Add(1)) - 1
				if i >= len(list) {
					return
				}
				out[i], errs[reader] = do(list[i])
			}
		})
	}
	work.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// standsOn is the version of a record that a checkpoint covers, with its leaf; nil =
// none. The findings say why, and what of it is not as it states.
func standsOn(r readmodels.MonthRecord, versions []auditproof.Proved, leaves map[uuid.UUID]readmodels.ProofLeaf,
	within int64) (record *provedRecord, findings []auditproof.Finding) {
	found := func(code, message string) {
		findings = append(findings, auditproof.Finding{Code: code, Resource: r.Kind + "/" + r.ID, Message: message})
	}
	if len(versions) == 0 {
		found("event_missing", "the log has no event that made it")
		return nil, findings
	}
	last := versions[len(versions)-1]
	if last.Changed || r.SHA256 != "" && last.Digest != r.SHA256 {
		found("digest_differs", "what the event says does not have the digest that it states")
	}
	for i := len(versions) - 1; i >= 0; i-- {
		v := versions[i]
		leaf, known := leaves[v.Event.ID]
		if !known {
			found("leaf_missing", "the event has no leaf in the tenant's tree yet")
			return nil, findings
		}
		if within == 0 || leaf.Leaf < within {
			return &provedRecord{auditproof.Record{Kind: r.Kind, ID: r.ID, SHA256: v.Digest, Leaf: leaf.Leaf}, v.Event}, findings
		}
		if i == len(versions)-1 {
			found(addedSince, "it came after the proof, or was said anew; prove the month anew")
		}
	}
	return nil, findings
}

// addedSince is no fault of a proof: its records are those within its checkpoint.
const addedSince = "added_since"

// recordStream names the stream of a record.
func recordStream(tenant, kind, id string) string {
	category := map[string]string{auditproof.JournalEntry: journal.Category.Name, auditproof.LedgerEntry: orders.Category.Name}[kind]
	if category == "" {
		category = invoicing.Documents.Name
	}
	return event.Stream{Category: category, Tenant: tenant, ID: id}.String()
}

// Verify works a month's proof out anew from the log and names what differs.
func (x *AuditProofs) Verify(ctx context.Context, c Caller, id string) (auditproof.Verified, error) {
	s, _, err := x.Proof(ctx, c, id)
	if err != nil {
		return auditproof.Verified{}, err
	}
	c.Site = s.Site
	said, _ := s.Latest()
	rows, err := x.monthRows(ctx, c, said.Period)
	if err != nil {
		return auditproof.Verified{}, err
	}
	records, findings, err := x.records(ctx, c, rows, said.Covers(), said.CheckpointSize)
	if err != nil {
		return auditproof.Verified{}, err
	}
	out := auditproof.Verified{Findings: append([]auditproof.Finding{}, findings...), Checked: len(records)}
	found := func(code, resource, format string, args ...any) {
		out.Findings = append(out.Findings, auditproof.Finding{Code: code, Resource: resource, Message: fmt.Sprintf(format, args...)})
	}
	if got := auditproof.Root(bare(records)); got != said.Root {
		found("root_differs", "proof/"+id, "the month's records have the root %s, the proof says %s", got, said.Root)
	}
	if err := x.verifyTree(ctx, c, said, records, found); err != nil {
		return out, err
	}
	pdf, err := RenderProof(id, said.Content)
	if err != nil {
		return out, err
	}
	if Hash(pdf) != said.PDFSHA256 {
		found("pdf_differs", "proof/"+id, "the PDF no longer has the hash that was recorded")
	}
	out.OK = !slices.ContainsFunc(out.Findings, func(f auditproof.Finding) bool { return f.Code != addedSince })
	return out, nil
}

// verifyTree proves each record's event in the checkpoint's tree, and the
// checkpoint of the month before in this one.
func (x *AuditProofs) verifyTree(ctx context.Context, c Caller, said auditproof.Revision, records []provedRecord,
	found func(code, resource, format string, args ...any)) error {
	head, ok, err := x.Proofs.At(ctx, c.Tenant, said.CheckpointSize)
	if err != nil {
		return err
	}
	if !ok || hex.EncodeToString(head.Root) != said.CheckpointRoot {
		found("checkpoint_differs", fmt.Sprintf("checkpoint/%d", said.CheckpointSize), "no checkpoint of that size has that root")
		return nil
	}
	outside, err := each(records, func(r provedRecord) (auditproof.Finding, error) { return x.inTree(ctx, c, said, r, head) })
	if err != nil {
		return err
	}
	for i, f := range outside {
		if f.Code != "" {
			found(f.Code, records[i].Kind+"/"+records[i].ID, "%s", f.Message)
		}
	}
	return x.verifyPrevious(ctx, c, said, head, found)
}

// inTree says why a record's event is not in a checkpoint's tree; the zero Finding = it is.
func (x *AuditProofs) inTree(ctx context.Context, c Caller, said auditproof.Revision, r provedRecord,
	head readmodels.LogCheckpoint) (none auditproof.Finding, err error) {
	in, err := x.Proofs.Inclusion(ctx, c.Tenant, EventRef{ID: uuid.Nil, Stream: r.at.Stream, Revision: r.at.Revision}, said.CheckpointSize,
		func(int64) bool { return true })
	var refused *fault.Error
	switch {
	case errors.As(err, &refused) && (refused.Code == fault.NotFound || refused.Code == fault.InvalidInput):
		return auditproof.Finding{Code: "not_in_log", Message: "the checkpoint's tree does not hold its event"}, nil
	case err != nil:
		return none, err
	case proof.VerifyInclusion(uint64(in.Leaf), uint64(said.CheckpointSize), proof.LeafHash(in.Event.Leaf()), in.Hashes,
		proof.Hash(head.Root)) != nil:
		return auditproof.Finding{Code: "event_changed", Message: "its event is not the one that the checkpoint covers"}, nil
	}
	return none, nil
}

// verifyPrevious holds a proof to the month before.
func (x *AuditProofs) verifyPrevious(ctx context.Context, c Caller, said auditproof.Revision, head readmodels.LogCheckpoint,
	found func(code, resource, format string, args ...any)) error {
	if said.PreviousProof == "" {
		return nil
	}
	before, _, err := x.Proof(ctx, c, said.PreviousProof)
	if e := fault.As(err); err != nil && (e == nil || e.Code != fault.NotFound) {
		return err
	}
	if !slices.ContainsFunc(before.Revisions, func(r auditproof.Revision) bool {
		return r.Root == said.PreviousRoot && (said.PreviousSize == 0 || r.CheckpointSize == said.PreviousSize)
	}) {
		found("previous_differs", "proof/"+said.PreviousProof, "the month before was never proved as this proof says")
	}
	if said.PreviousSize == 0 {
		return nil
	}
	first, ok, err := x.Proofs.At(ctx, c.Tenant, said.PreviousSize)
	if err != nil {
		return err
	}
	var hashes []proof.Hash
	for _, h := range said.Consistency {
		raw, err := hex.DecodeString(h)
		if err != nil || len(raw) != proof.HashBytes {
			ok = false
			break
		}
		hashes = append(hashes, proof.Hash(raw))
	}
	if !ok || proof.VerifyConsistency(uint64(said.PreviousSize), uint64(said.CheckpointSize), hashes, proof.Hash(first.Root),
		proof.Hash(head.Root)) != nil {
		found("not_consistent", fmt.Sprintf("checkpoint/%d", said.CheckpointSize),
			"the log at this checkpoint does not go on from the month before's")
	}
	return nil
}
