package commands

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/feeds"
)

// ConnectorKind is a connector.
var ConnectorKind = Kind[feeds.Connector]{
	Aggregate: Aggregate[feeds.Connector]{
		Category: feeds.Connectors.Name, Evolve: feeds.Connector.Evolve, SiteOf: func(s feeds.Connector) int64 { return s.Site },
	},
	Noun: "connector", Exists: func(s feeds.Connector) bool { return s.Exists && !s.Removed },
}

// SyncKind is the sending of an export by a connector.
var SyncKind = Kind[feeds.Sync]{
	Aggregate: Aggregate[feeds.Sync]{Category: feeds.Syncs.Name, Evolve: feeds.Sync.Evolve,
		SiteOf: func(s feeds.Sync) int64 { return s.Site }},
	Noun: "sync", Exists: func(s feeds.Sync) bool { return s.Exists },
}

// RemoveConnector ends a connector.
var RemoveConnector = Verb[feeds.Connector, feeds.RemoveConnector]{
	ID: "connectors.remove", Permission: "connectors:write", Of: ConnectorKind,
	Decide: func(_ context.Context, c Caller, s feeds.Connector, a act.Context, cmd feeds.RemoveConnector) ([]event.Payload, error) {
		if err := MayLayDown(c, s.Site, "the connector is"); err != nil {
			return nil, err
		}
		return cmd.Decide(s, a)
	},
}

// Outlets are the places that exports can be sent to: which addresses may be dialled
// for tenants, and which secrets the operator has configured. No secret passes here.
type Outlets interface {
	// Check says what stands against an address.
	Check(p feeds.ConnectorPlan) []fault.Blocker
	// Has reports whether a secret of the plan's name serves the tenant and host.
	Has(tenant string, p feeds.ConnectorPlan) bool
}

// SetConnector is the verb that makes a connector, or says the whole of one anew.
// outlets is asked for when it is used.
func SetConnector(outlets func() Outlets) Verb[feeds.Connector, feeds.ConnectorPlan] {
	return Informed("connectors.set", "connectors:write", ConnectorKind,
		func(_ context.Context, c Caller, s feeds.Connector, p feeds.ConnectorPlan) (feeds.ConnectorFacts, error) {
			if err := MayLayDown(c, s.Site, "the connector is"); s.Exists && err != nil {
				return feeds.ConnectorFacts{}, err
			}
			return feeds.ConnectorFacts{Address: outlets().Check(p)}, nil
		})
}

// Sync asks for an export to be sent by a connector.
//
// Errors: fault.NotFound; fault.Immutable once it was delivered; fault.Blocked with
// every blocker; those of Execute.
func (x *Feeds) Sync(ctx context.Context, c Caller, exportID string, cmd feeds.RequestSync) (Done[feeds.Sync], error) {
	if err := cmd.Validate(); err != nil {
		return Done[feeds.Sync]{}, err
	}
	export, err := ExportKind.Load(ctx, x.Log, c, exportID)
	if err != nil {
		return Done[feeds.Sync]{}, err
	}
	if err := MayTake(c, export.State.Request); err != nil {
		return Done[feeds.Sync]{}, err
	}
	wide := c
	wide.Site = 0
	held, err := ConnectorKind.Load(ctx, x.Log, wide, cmd.ConnectorID)
	if err != nil {
		return Done[feeds.Sync]{}, err
	}
	c.Site = export.State.Site
	return Execute(ctx, x.Executor, c, SyncKind.Aggregate, Order[feeds.Sync]{
		Operation: "exports.sync", Permission: "connectors:sync", ID: feeds.SyncID(exportID, cmd.ConnectorID), Request: cmd,
		Decide: func(s feeds.Sync, a act.Context) ([]event.Payload, error) {
			p := held.State.Plan
			return cmd.Decide(s, a, feeds.SyncFacts{ExportID: exportID, Export: export.State.Status, Disabled: p.Disabled,
				Secret: x.Outlets.Has(c.Tenant, p),
				Site:   held.State.Site == 0 || held.State.Site == export.State.Site, Address: x.Outlets.Check(p)})
		},
	})
}

// FollowExport asks for a written export to be sent by the connector that it names; a
// step of its job, which repeats without effect.
func (x *Feeds) FollowExport(ctx context.Context, h HeldJob, exportID string) error {
	held, err := ExportKind.Load(ctx, x.Log, h.Caller("sync"), exportID)
	if err != nil || held.State.Request.ConnectorID == "" {
		return err
	}
	_, err = Execute(ctx, x.Executor, h.Caller("sync"), SyncKind.Aggregate, Order[feeds.Sync]{
		Operation: "exports.sync", ID: feeds.SyncID(exportID, held.State.Request.ConnectorID), Request: exportID,
		Decide: func(s feeds.Sync, _ act.Context) ([]event.Payload, error) { return s.Follow(held.State), nil },
	})
	return err
}

// Sending is a sync with what is sent, and where.
type Sending struct {
	feeds.Sync
	Export    feeds.Export
	Connector feeds.Connector
}

// ReadSync returns a sync as its log has it, for its job. A connector that is gone
// comes as its zero.
func (x *Feeds) ReadSync(ctx context.Context, h HeldJob, id string) (s Sending, err error) {
	c := h.Caller("")
	held, err := SyncKind.Load(ctx, x.Log, c, id)
	if err != nil {
		return s, err
	}
	s.Sync = held.State
	export, err := ExportKind.Load(ctx, x.Log, c, s.Request.ExportID)
	if err != nil {
		return s, err
	}
	s.Export, c.Site = export.State, 0
	connector, err := ConnectorKind.Load(ctx, x.Log, c, s.Request.ConnectorID)
	if f := fault.As(err); f != nil && f.Code == fault.NotFound {
		return s, nil
	}
	s.Connector = connector.State
	return s, err
}

// StepSync records what a job found out about a sync: the same step is the same
// command, at every try.
func (x *Feeds) StepSync(ctx context.Context, h HeldJob, id, step string,
	decide func(s feeds.Sync, now time.Time) []event.Payload) (feeds.Sync, error) {
	done, err := Execute(ctx, x.Executor, h.Caller(step), SyncKind.Aggregate, Order[feeds.Sync]{
		Operation: "exports.sync_" + strings.TrimRight(step, "-0123456789"), ID: id, Request: id,
		Decide: func(s feeds.Sync, a act.Context) ([]event.Payload, error) { return decide(s, a.Now), nil },
	})
	return done.State, err
}

// SyncCancelled records that a person cancelled the job that sends an export.
func (x *Feeds) SyncCancelled(ctx context.Context, c Caller, j OpenJob) (event.Position, error) {
	record, _ := event.ParseStream(j.Record)
	c.Site, c.IfMatch, c.IdempotencyKey = j.Site, nil, ""
	c.Command = uuid.NewSHA1(stepSpace, []byte(j.Tenant+"/"+j.ID+"/cancelled"))
	done, err := Execute(ctx, x.Executor, c, SyncKind.Aggregate, Order[feeds.Sync]{
		Operation: "exports.sync_cancel", ID: record.ID, Request: j.ID,
		Decide: func(s feeds.Sync, _ act.Context) ([]event.Payload, error) {
			if s.JobID != j.ID {
				return nil, nil
			}
			return s.GiveUp("cancelled"), nil
		},
	})
	return done.Position, err
}
