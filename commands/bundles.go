package commands

import (
	"context"
	"maps"
	"slices"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/domain/privacy"
)

// Bundle asks for an export of the tenant as a whole: its evidence, or what is known
// of people. It is for those alone who see every site.
//
// Errors: fault.Invalid; fault.SiteForbidden; fault.NotFound; fault.Blocked.
func (x *Feeds) Bundle(ctx context.Context, c Caller, cmd feeds.RequestBundle, today civil.Date) (Done[feeds.Export], error) {
	if err := cmd.Validate(); err != nil {
		return Done[feeds.Export]{}, err
	}
	if err := MayBundle(c, cmd.Format); err != nil {
		return Done[feeds.Export]{}, err
	}
	c.Site = 0
	return Execute(ctx, x.Executor, c, ExportKind.Aggregate, Order[feeds.Export]{
		Operation: "exports." + cmd.Format, Permission: feeds.Wants(cmd.Format), Request: cmd,
		Decide: func(s feeds.Export, a act.Context) ([]event.Payload, error) {
			f := feeds.BundleFacts{Today: today, Signed: x.Signed, Lacks: lacking(c.Role)}
			if cmd.Subject != "" {
				state, facts, err := x.Privacy.read(ctx, c.Tenant, cmd.Subject)
				if err != nil {
					return nil, err
				}
				f.Known, f.Forgotten = facts.Exists, state.Forgotten
			}
			return cmd.Decide(s, a, f)
		},
	})
}

// lacking lists the permissions that open what a bundle holds of some records, and that
// a role has not.
func lacking(role access.Role) (out []access.Permission) {
	for _, p := range slices.Sorted(maps.Values(feeds.Restricted)) {
		if !access.Table.Allows(role, p) {
			out = append(out, p)
		}
	}
	return out
}

// MayTake refuses who may not have an export's content, whichever way it leaves:
// downloaded, by a link, or sent by a connector.
func MayTake(c Caller, r feeds.ExportRequested) error {
	for _, p := range r.Opens() {
		if !access.Table.Allows(c.Role, p) {
			return fault.New(fault.RoleForbidden, "role %s lacks %s, which this export needs", c.Role, p)
		}
	}
	return MayBundle(c, r.Format)
}

// MayBundle refuses who does not see the whole tenant.
func MayBundle(c Caller, format string) error {
	switch {
	case feeds.Wants(format) == "":
		return nil
	case c.Site != 0:
		return fault.Invalid("site", "cannot be named: the export is of the tenant as a whole")
	case !c.Sites.All:
		return fault.New(fault.SiteForbidden, "the export is of every site of the tenant")
	}
	return nil
}

// read is what is known of a subject.
func (x *Privacy) read(ctx context.Context, tenant, subject string) (s privacy.State, f privacy.Facts, err error) {
	history, err := x.Log.Load(ctx, event.Stream{Category: privacy.Category.Name, Tenant: tenant, ID: privacy.StreamID(subject)}.String())
	if err != nil {
		return s, f, storeFault(err)
	}
	s = folded(history, privacy.State.Evolve)
	if s.Forgotten {
		return s, f, nil
	}
	f, err = x.facts(ctx, tenant, subject)
	return s, f, err
}

// HeldSubject is why a subject cannot be forgotten now.
type HeldSubject struct {
	Subject   string           `json:"subject"`
	Forgotten bool             `json:"forgotten"`
	Holds     fault.Blockers   `json:"holds"`
	records   []privacy.Record // that hold it
}

// Holds says of a subject, "" of every one that the log names, what keeps it from
// being forgotten now: legal holds, records in use, retention periods of the law and
// what is not known of them. They come by name of the subject.
func (x *Privacy) Holds(ctx context.Context, tenant, subject string) ([]HeldSubject, error) {
	all := map[string]*HeldSubject{}
	if subject != "" {
		all[subject] = &HeldSubject{Subject: subject}
	} else if err := x.everybody(ctx, tenant, all); err != nil {
		return nil, err
	}
	out := []HeldSubject{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		h := all[name]
		kind, _, err := privacy.Parse(name)
		if err != nil {
			continue
		}
		s, f := privacy.State{}, privacy.Facts{Exists: true, Records: together(h.records)}
		if subject != "" || kind == "principal" {
			s, f, err = x.read(ctx, tenant, name)
		} else {
			var history []event.Recorded
			history, err = x.Log.Load(ctx, event.Stream{Category: privacy.Category.Name, Tenant: tenant, ID: privacy.StreamID(name)}.String())
			s = folded(history, privacy.State.Evolve)
		}
		if err != nil {
			return nil, storeFault(err)
		}
		f.Exists, h.Forgotten, h.Holds = true, s.Forgotten, fault.Blockers{}
		_, err = privacy.Forget{Subject: name}.Decide(s, act.Context{Now: x.Now().UTC()}, f, x.Table)
		if refused := fault.As(err); refused != nil {
			h.Holds = refused.Blockers
		} else if err != nil {
			return nil, err
		}
		out = append(out, *h)
	}
	return out, nil
}

// everybody finds the subjects that a tenant's log names, each with the records that
// hold it, category by category.
func (x *Privacy) everybody(ctx context.Context, tenant string, all map[string]*HeldSubject) error {
	today := civil.FromTime(x.Now().UTC())
	for _, h := range Holdings {
		histories, err := x.histories(ctx, tenant, h.Category)
		if err != nil {
			return err
		}
		for _, id := range slices.Sorted(maps.Keys(histories)) {
			var named []string
			for _, e := range histories[id] {
				for _, s := range SubjectsOf(e.Payload) {
					if !slices.Contains(named, s) {
						named = append(named, s)
					}
				}
			}
			for _, s := range named {
				if all[s] == nil {
					all[s] = &HeldSubject{Subject: s}
				}
				if h.Holds != nil {
					all[s].records = append(all[s].records, h.Holds(histories[id], s, today)...)
				}
			}
		}
	}
	return nil
}
