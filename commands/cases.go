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
	"github.com/tallystick/tallystick/domain/report"
	"github.com/tallystick/tallystick/render"
)

// CaseKind is a professional case.
var CaseKind = Kind[cases.State]{
	Aggregate: Aggregate[cases.State]{
		Category: cases.Category.Name, Evolve: cases.State.Evolve, SiteOf: func(s cases.State) int64 { return s.Site },
	},
	Noun: "case", Exists: func(s cases.State) bool { return s.ID != "" },
}

// CaseNamed refuses a case_id of a request that names no case which the caller sees;
// "" names none.
func CaseNamed(ctx context.Context, x *Executor, c Caller, id string) error {
	if id == "" {
		return nil
	}
	_, err := CaseKind.Load(ctx, x.Log, c, id)
	if f := fault.As(err); f != nil && f.Code == fault.NotFound {
		return fault.Invalid("case_id", "there is no case %s", id)
	}
	return err
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

// CaseVerb is a command on cases, with what its rule must know of other records.
func CaseVerb[C cases.Command](x *Cases, id string, permission access.Permission) Verb[cases.State, C] {
	return Informed[cases.State, cases.Facts, C](id, permission, CaseKind, func(ctx context.Context, c Caller, s cases.State,
		cmd C) (cases.Facts, error) {
		facts, _, err := x.facts(ctx, c, s.Site, cmd.Needs(s))
		return facts, err
	})
}

// UpdateCase changes parts of a case, each by who may.
func (x *Cases) UpdateCase() Verb[cases.State, cases.Update] {
	v := CaseVerb[cases.Update](x, "cases.update", "")
	v.Permits = func(c Caller, cmd cases.Update) error { return permitParts(c.Role, cmd.Parts()) }
	return v
}

// FinaliseCase ends a case.
func (x *Cases) FinaliseCase() Verb[cases.State, cases.Finalise] {
	v := Informed[cases.State, cases.Facts, cases.Finalise]("cases.finalise", "cases:finalise", CaseKind,
		func(ctx context.Context, c Caller, s cases.State, cmd cases.Finalise) (cases.Facts, error) {
			facts, _, err := x.facts(ctx, c, s.Site, cmd.Needs(s))
			facts.Names = map[string]string{}
			for _, id := range append(s.People(), c.Principal) {
				if p, ok := x.Directory.Principal(c.Tenant, id); ok {
					facts.Names[id] = p.Name
				}
			}
			return facts, err
		})
	v.Pins = func(cases.Finalise) map[string]string { return x.pins() }
	return v
}

// pins of a finalised case say what format its pack has, and promise that it carries
// a proof, for ever or never: a pack is the same bytes whether checkpoints are signed
// later or not.
func (x *Cases) pins() map[string]string {
	pins := map[string]string{cases.PackFormatPin: cases.PackFormat}
	if x.Proofs != nil && x.Proofs.Signer != nil {
		pins[CheckpointPin] = x.Proofs.Signer.Log()
	}
	return pins
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
			material = append(material, cases.MaterialRecord{Kind: ref.Kind, ID: ref.ID, Question: r.Question, Bytes: r.Bytes,
				Forgotten: r.Forgotten})
		}
	}
	return facts, material, nil
}

// Blockers lists what stands between a case and being final, for the caller.
func (x *Cases) Blockers(ctx context.Context, c Caller, s cases.State) (fault.Blockers, error) {
	facts, _, err := x.facts(ctx, c, s.Site, cases.Finalise{}.Needs(s))
	if err != nil {
		return nil, err
	}
	return s.Blockers(act.Context{Now: x.Now().UTC(), Tenant: c.Tenant, Site: s.Site, Principal: c.Principal, Role: string(c.Role)}, facts),
		nil
}

// Pack exports the final pack of a revision (0 = the latest final one).
func (x *Cases) Pack(ctx context.Context, c Caller, id string, revision int) ([]byte, error) {
	held, err := CaseKind.Load(ctx, x.Log, c, id)
	if err != nil {
		return nil, err
	}
	return x.pack(ctx, c, held.History, revision)
}

func (x *Cases) pack(ctx context.Context, c Caller, history []event.Recorded, revision int) ([]byte, error) {
	cut, final, records, err := x.final(ctx, c, history, revision)
	if err != nil {
		return nil, err
	}
	all := cases.Material{Records: records}
	if cut[len(cut)-1].Meta.Pins[CheckpointPin] != "" {
		if x.Proofs == nil {
			return nil, behind("this process proves nothing")
		}
		if err := x.Proofs.Prove(ctx, cut, &all); err != nil {
			return nil, err
		}
	}
	return cases.Pack(cut, final, all, render.ReportHTML)
}

// Report is the pack's report (revision as that of Pack).
func (x *Cases) Report(ctx context.Context, c Caller, id string, revision int) (report.Document, error) {
	held, err := CaseKind.Load(ctx, x.Log, c, id)
	if err != nil {
		return report.Document{}, err
	}
	cut, final, records, err := x.final(ctx, c, held.History, revision)
	if err != nil {
		return report.Document{}, err
	}
	return cases.Report(cut, final, records)
}

// final is a revision as it was finalised, with the records that travel along.
func (x *Cases) final(ctx context.Context, c Caller, history []event.Recorded, revision int) (cut []event.Recorded, final cases.State,
	records []cases.MaterialRecord, err error) {
	if cut, err = cases.Cut(history, revision); err != nil {
		return nil, final, nil, err
	}
	final = cases.Fold(cut)
	// Another case is pinned by its hash and does not travel along, which also
	// keeps two cases that rest on each other from packing for ever.
	needs := slices.DeleteFunc(cases.Finalise{}.Needs(final), func(r cases.Ref) bool {
		return r.Kind != cases.KindAnswer && r.Kind != cases.KindCalculation
	})
	_, records, err = x.facts(ctx, c, final.Site, needs)
	return cut, final, records, err
}
