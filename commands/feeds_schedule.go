package commands

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/domain/schedule"
)

// ExportScheduleKind is an export schedule.
var ExportScheduleKind = Kind[feeds.ExportSchedule]{
	Aggregate: Aggregate[feeds.ExportSchedule]{
		Category: feeds.Schedules.Name, Evolve: feeds.ExportSchedule.Evolve, SiteOf: func(s feeds.ExportSchedule) int64 { return s.Site },
	},
	Noun: "export schedule", Exists: func(s feeds.ExportSchedule) bool { return s.Exists && !s.Removed },
}

// SetSchedule makes an export schedule (id ""), or says the whole of one anew. What
// runs it is set first: a due time of a schedule that is not there makes nothing,
// while one that nothing runs would be silent.
//
// Errors: fault.Invalid; fault.NotFound; those of Execute.
func (x *Feeds) SetSchedule(ctx context.Context, c Caller, id string, p feeds.ExportPlan) (Done[feeds.ExportSchedule], error) {
	if c.Site == 0 && id == "" {
		return Done[feeds.ExportSchedule]{}, fault.Invalid("site", "is required: an export is of the books of one site")
	}
	if err := p.Validate(); err != nil {
		return Done[feeds.ExportSchedule]{}, err
	}
	if err := x.maySend(ctx, c, id, p.ConnectorID); err != nil {
		return Done[feeds.ExportSchedule]{}, err
	}
	o := Order[feeds.ExportSchedule]{Operation: "export_schedules.set", Permission: "exports:write", ID: id, Request: p,
		Decide: func(s feeds.ExportSchedule, a act.Context) ([]event.Payload, error) { return p.Decide(s, a) }}
	if id == "" {
		c.Command = CommandID(c, o.Operation)
		id = act.Context{CommandID: c.Command}.NewID(0)
		if err := x.run(ctx, c, id, p); err != nil {
			return Done[feeds.ExportSchedule]{}, err
		}
		return Execute(ctx, x.Executor, c, ExportScheduleKind.Aggregate, o)
	}
	held, err := ExportScheduleKind.Load(ctx, x.Log, c, id)
	if err != nil {
		return Done[feeds.ExportSchedule]{}, err
	}
	c.Site = held.State.Site
	done, err := Execute(ctx, x.Executor, c, ExportScheduleKind.Aggregate, o)
	if err != nil {
		return done, err
	}
	return done, x.runs(ctx, c, id)
}

// ScheduleStatus is whether a schedule runs; one of which nobody is left to work as does not.
func (x *Feeds) ScheduleStatus(ctx context.Context, c Caller, id string, s feeds.ExportSchedule) (string, error) {
	if s.Plan.Paused {
		return feeds.SchedulePaused, nil
	}
	clock, err := ScheduleKind.Load(ctx, x.Log, c, id)
	if err != nil && !absent(err) {
		return "", err
	}
	if clock.State.Stopped == schedule.PrincipalDisabled {
		return feeds.ScheduleStopped, nil
	}
	return feeds.ScheduleActive, nil
}

// maySend reports why a schedule (id "" = one that is made for the caller's site) cannot
// name a connector: it is not there, serves another site, or the caller may not send.
func (x *Feeds) maySend(ctx context.Context, c Caller, id, connector string) error {
	if connector == "" {
		return nil
	}
	if !access.Table.Allows(c.Role, "connectors:sync") {
		return fault.New(fault.RoleForbidden, "role %s lacks connectors:sync", c.Role)
	}
	site, wide := c.Site, c
	wide.Site = 0
	if id != "" {
		held, err := ExportScheduleKind.Load(ctx, x.Log, c, id)
		if err != nil {
			return err
		}
		site = held.State.Site
	}
	held, err := ConnectorKind.Load(ctx, x.Log, wide, connector)
	if f := fault.As(err); f != nil && f.Code == fault.NotFound {
		return fault.Invalid("connector_id", "there is no such connector")
	}
	if err == nil && held.State.Site != 0 && held.State.Site != site {
		return fault.Invalid("connector_id", "the connector serves another site")
	}
	return err
}

// runs has a schedule come due as it says last: of two who change it at once, whoever is
// second to see to that sees what the other said.
func (x *Feeds) runs(ctx context.Context, c Caller, id string) error {
	for {
		held, err := ExportScheduleKind.Load(ctx, x.Log, c, id)
		if err != nil {
			return unlessAbsent(err) // it was removed since
		}
		if err := x.run(ctx, c, id, held.State.Plan); err != nil {
			return err
		}
		now, err := ExportScheduleKind.Load(ctx, x.Log, c, id)
		if err != nil || now.State.Plan == held.State.Plan {
			return unlessAbsent(err)
		}
	}
}

// run has a schedule come due as its plan says, or not at all.
func (x *Feeds) run(ctx context.Context, c Caller, id string, p feeds.ExportPlan) error {
	c.Command, c.IdempotencyKey, c.IfMatch = uuid.Must(uuid.NewV7()), "", nil
	if p.Paused {
		_, err := x.Schedules.Stop(ctx, c, id, schedule.StoppedByHand)
		return err
	}
	record := event.Stream{Category: feeds.Schedules.Name, Tenant: c.Tenant, ID: id}.String()
	_, err := x.Schedules.Set(ctx, c, id, schedule.Plan{Kind: feeds.ScheduledJob, Record: record, Rule: p.Rule})
	return err
}

// RemoveSchedule ends an export schedule.
func (x *Feeds) RemoveSchedule(ctx context.Context, c Caller, id string) (Done[feeds.ExportSchedule], error) {
	held, err := ExportScheduleKind.Load(ctx, x.Log, c, id)
	if err != nil {
		return Done[feeds.ExportSchedule]{}, err
	}
	c.Site = held.State.Site
	done, err := Execute(ctx, x.Executor, c, ExportScheduleKind.Aggregate, Order[feeds.ExportSchedule]{
		Operation: "export_schedules.remove", Permission: "exports:write", ID: id, Request: id,
		Decide: func(s feeds.ExportSchedule, _ act.Context) ([]event.Payload, error) { return s.Remove(), nil },
	})
	if err != nil {
		return done, err
	}
	return done, x.run(ctx, c, id, feeds.ExportPlan{Paused: true})
}

// RunSchedule asks for the export that a schedule would ask for on a day.
//
// Errors: fault.NotFound; those of Export.
func (x *Feeds) RunSchedule(ctx context.Context, c Caller, id string, today civil.Date) (Done[feeds.Export], error) {
	held, err := ExportScheduleKind.Load(ctx, x.Log, c, id)
	if err != nil {
		return Done[feeds.Export]{}, err
	}
	return x.scheduled(ctx, c, id, held.State, today, today)
}

// DueSchedule does the work of a due time: the export of the period before it. A
// schedule that was removed or paused makes none; one whose maker may not export
// any more, or whose range cannot be exported yet, says why.
func (x *Feeds) DueSchedule(ctx context.Context, h HeldJob) (exportID string, err error) {
	fired, err := x.Schedules.Firing(ctx, h)
	if err != nil {
		return "", err
	}
	c := h.Caller("export")
	held, err := ExportScheduleKind.Load(ctx, x.Log, c, fired.ScheduleID)
	if f := fault.As(err); f != nil && f.Code == fault.NotFound {
		return "", nil
	}
	if err != nil || held.State.Plan.Paused {
		return "", err
	}
	zone, err := time.LoadLocation(held.State.Plan.Rule.Zone)
	if err != nil {
		return "", err
	}
	if p, known := x.Schedules.Directory.Principal(h.Tenant, h.Principal); known {
		c.Role = p.Role
	}
	done, err := x.scheduled(ctx, c, fired.ScheduleID, held.State, civil.FromTime(fired.Due.In(zone)), civil.FromTime(x.Now().In(zone)))
	return done.ID, err
}

func (x *Feeds) scheduled(ctx context.Context, c Caller, id string, s feeds.ExportSchedule, due, today civil.Date) (Done[feeds.Export],
	error) {
	from, to := s.Plan.Before(due)
	c.Site = s.Site
	if s.Plan.ConnectorID != "" && !access.Table.Allows(c.Role, "connectors:sync") {
		return Done[feeds.Export]{}, fault.New(fault.RoleForbidden, "role %s lacks connectors:sync", c.Role)
	}
	return x.Export(ctx, c, feeds.RequestExport{Format: s.Plan.Format, From: from.String(), To: to.String(), Provisional: s.Plan.Provisional,
		ScheduleID: id, ConnectorID: s.Plan.ConnectorID}, today)
}
