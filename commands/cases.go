package commands

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/cases"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// caseAggregate is a professional case.
var caseAggregate = Aggregate[cases.State]{
	Category: cases.Category.Name, Evolve: cases.State.Evolve, SiteOf: func(s cases.State) int64 { return s.Site },
}

// Cases carries out the commands of professional cases.
type Cases struct {
	*Executor
	Directory Directory
	Records   *Records
	Proofs    *Checkpoints
}

// Hash is the SHA-256 of exported bytes, as evidence links carry it.
func Hash(exported []byte) string {
	h := sha256.Sum256(exported)
	return hex.EncodeToString(h[:])
}

// caseOrder is one row per command: its operation and permission.
func caseOrder(cmd cases.Command) (operation string, permission access.Permission) {
	switch cmd.(type) {
	case cases.Open:
		return "cases.open", "cases:write"
	case cases.Update:
		return "cases.update", "" // by part
	case cases.WriteWorkpaper:
		return "cases.write_workpaper", "cases:write"
	case cases.AddIssue:
		return "cases.add_issue", "cases:write"
	case cases.ResolveIssue:
		return "cases.resolve_issue", "cases:review"
	case cases.Attach:
		return "cases.attach", "cases:write"
	case cases.Finalise:
		return "cases.finalise", "cases:finalise"
	case cases.Reopen:
		return "cases.reopen", "cases:reopen"
	}
	panic("commands: a case command without a row")
}

// CaseParts are the parts of an update that need another permission than
// cases:write, any one of those listed. A review is its reviewer's alone; the
// stage is moved by those who prepare and by those who review.
var CaseParts = map[string][]access.Permission{
	"sign_offs": {"cases:review"},
	"stage":     {"cases:write", "cases:review"},
	"reason":    {"cases:write", "cases:review"},
}

// permitParts asks for the permission of each part.
func permitParts(role access.Role, parts []string) error {
	for _, part := range parts {
		needs := CaseParts[part]
		if needs == nil {
			needs = []access.Permission{"cases:write"}
		}
		if !slices.ContainsFunc(needs, func(p access.Permission) bool { return access.Table.Allows(role, p) }) {
			return fault.New(fault.RoleForbidden, "role %s lacks %s, which %s needs", role, needs[0], part)
		}
	}
	return nil
}

// Do carries out one command on a case; id is "" for cases.Open.
func (x *Cases) Do(ctx context.Context, c Caller, id string, cmd cases.Command) (Done[cases.State], error) {
	if err := cmd.Validate(); err != nil {
		return Done[cases.State]{}, err
	}
	operation, permission := caseOrder(cmd)
	if u, ok := cmd.(cases.Update); ok {
		if err := permitParts(c.Role, u.Parts()); err != nil {
			return Done[cases.State]{}, err
		}
	}
	return Execute(ctx, x.Executor, c, caseAggregate, Order[cases.State]{
		Operation: operation, Permission: permission, ID: id, Request: requestOf(cmd), Pins: x.pins(cmd),
		Decide: func(s cases.State, a act.Context) ([]event.Payload, error) {
			facts, _, err := x.facts(ctx, c, s.Site, cmd.Needs(s))
			if err != nil {
				return nil, err
			}
			return cmd.Decide(s, a, facts)
		},
	})
}

// pins of a finalised case promise that its pack carries a proof, for ever or
// never: a pack is the same bytes whether checkpoints are signed later or not.
func (x *Cases) pins(cmd cases.Command) map[string]string {
	if _, ok := cmd.(cases.Finalise); ok && x.Proofs != nil && x.Proofs.Signer != nil {
		return map[string]string{CheckpointPin: x.Proofs.Signer.Log()}
	}
	return nil
}

// requestOf is what makes two requests the same: the command, and what of the
// path its JSON leaves out.
func requestOf(cmd cases.Command) any {
	if r, ok := cmd.(cases.ResolveIssue); ok {
		return struct {
			IssueID string
			Command cases.ResolveIssue
		}{r.IssueID, r}
	}
	return cmd
}

// facts looks up what a decision needs to know.
func (x *Cases) facts(ctx context.Context, c Caller, site int64, needs []cases.Ref) (cases.Facts, []cases.MaterialRecord, error) {
	facts := cases.Facts{Principals: map[string]cases.Principal{}, Records: map[cases.Ref]cases.Record{}}
	var material []cases.MaterialRecord
	for _, ref := range needs {
		if ref.Kind == cases.KindPrincipal {
			if p, ok := x.Directory.Principal(c.Tenant, ref.ID); ok && !p.Disabled {
				facts.Principals[ref.ID] = cases.Principal{Reviews: access.Table.Allows(p.Role, "cases:review") && p.Sites.Includes(site)}
			}
			continue
		}
		r, ok, err := x.Records.Find(ctx, c, ref)
		if err != nil {
			return facts, nil, err
		}
		if ok {
			facts.Records[ref] = r.Record
			material = append(material, cases.MaterialRecord{Kind: ref.Kind, ID: ref.ID, Bytes: r.Bytes, Forgotten: r.Forgotten})
		}
	}
	return facts, material, nil
}

// Read returns a case that the caller sees.
func (x *Cases) Read(ctx context.Context, c Caller, id string) (cases.State, []event.Recorded, error) {
	history, err := x.history(ctx, c.Tenant, id)
	if err != nil {
		return cases.State{}, nil, err
	}
	s := cases.Fold(history)
	if s.ID == "" || !Sees(c, s.Site) {
		return cases.State{}, nil, fault.New(fault.NotFound, "there is no such case")
	}
	return s, history, nil
}

func (x *Cases) history(ctx context.Context, tenant, id string) ([]event.Recorded, error) {
	stream := event.Stream{Category: cases.Category.Name, Tenant: tenant, ID: id}
	if _, ok := event.ParseStream(stream.String()); !ok {
		return nil, fault.New(fault.NotFound, "there is no such case")
	}
	history, err := x.Log.Load(ctx, stream.String())
	return history, storeFault(err)
}

// Blockers lists what stands between a case and being final, for the caller.
func (x *Cases) Blockers(ctx context.Context, c Caller, s cases.State) (fault.Blockers, error) {
	facts, _, err := x.facts(ctx, c, s.Site, cases.Finalise{}.Needs(s))
	if err != nil {
		return nil, err
	}
	return s.Blockers(act.Context{Now: x.Now().UTC(), Tenant: c.Tenant, Site: s.Site, Principal: c.Principal, Role: string(c.Role)}, facts), nil
}

// Pack exports the final pack of a revision (0 = the latest final one).
func (x *Cases) Pack(ctx context.Context, c Caller, id string, revision int) ([]byte, error) {
	_, history, err := x.Read(ctx, c, id)
	if err != nil {
		return nil, err
	}
	return x.pack(ctx, c, history, revision)
}

func (x *Cases) pack(ctx context.Context, c Caller, history []event.Recorded, revision int) ([]byte, error) {
	cut, err := cases.Cut(history, revision)
	if err != nil {
		return nil, err
	}
	final := cases.Fold(cut)
	// Another case is pinned by its hash and does not travel along, which also
	// keeps two cases that rest on each other from packing for ever.
	needs := slices.DeleteFunc(cases.Finalise{}.Needs(final), func(r cases.Ref) bool {
		return r.Kind != cases.KindAnswer && r.Kind != cases.KindCalculation
	})
	_, material, err := x.facts(ctx, c, final.Site, needs)
	if err != nil {
		return nil, err
	}
	all := cases.Material{Records: material}
	if cut[len(cut)-1].Meta.Pins[CheckpointPin] != "" {
		if x.Proofs == nil {
			return nil, behind("this process proves nothing")
		}
		if err := x.Proofs.Prove(ctx, cut, &all); err != nil {
			return nil, err
		}
	}
	return cases.Pack(cut, final, all)
}
