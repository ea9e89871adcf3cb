package commands

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/schedule"
	"github.com/tallystick/tallystick/eventstore"
)

// ScheduleKind is a schedule. It has the id of the record that it works for, or one
// of its own.
var ScheduleKind = Kind[schedule.State]{
	Aggregate: Aggregate[schedule.State]{
		Category: schedule.Category.Name, Evolve: schedule.State.Evolve, SiteOf: func(s schedule.State) int64 { return s.Site },
	},
	Noun: "schedule", Exists: func(s schedule.State) bool { return s.Exists },
}

// Schedules makes schedules and sees to their due times.
type Schedules struct {
	*Executor
	Directory Directory
}

// Set makes the schedule id run by a plan, as the caller's work. It asks no
// permission, since the command that it follows has asked its own.
//
// Errors: fault.Invalid; those of Execute; 422 too_many_changes.
func (x *Schedules) Set(ctx context.Context, c Caller, id string, p schedule.Plan) (Done[schedule.State], error) {
	if err := p.Validate(); err != nil {
		return Done[schedule.State]{}, err
	}
	c.IfMatch = nil
	return Execute(ctx, x.Executor, c, ScheduleKind.Aggregate, Order[schedule.State]{
		Operation: "schedules.set", ID: id, Request: p,
		Decide: func(s schedule.State, a act.Context) ([]event.Payload, error) { return p.Decide(s, a) },
	})
}

// Stop ends a schedule; one that does not run stays so.
func (x *Schedules) Stop(ctx context.Context, c Caller, id, code string) (Done[schedule.State], error) {
	c.IfMatch = nil
	return Execute(ctx, x.Executor, c, ScheduleKind.Aggregate, Order[schedule.State]{
		Operation: "schedules.stop", ID: id, Request: code,
		Decide: func(s schedule.State, _ act.Context) ([]event.Payload, error) { return s.Stop(code), nil },
	})
}

// Fire sees to a due time of a schedule, as the read model lists it; nothing happens
// where that was done, or the schedule has changed since.
func (x *Schedules) Fire(ctx context.Context, tenant, id string, due time.Time) error {
	c := Caller{Tenant: tenant}
	c.Sites.All = true
	held, err := ScheduleKind.Load(ctx, x.Log, c, id)
	if f := fault.As(err); f != nil && f.Code == fault.NotFound {
		return nil
	}
	s, now := held.State, x.Now().UTC().Truncate(time.Microsecond)
	if err != nil || s.Stopped != "" || due.After(now) || due.Before(s.Set.Next) {
		return err
	}
	if on, err := s.Set.Rule.Next(due.Add(-time.Second)); err != nil || !on.Equal(due) {
		return err // of a rule that was replaced
	}
	c.Principal, c.Site = s.By, s.Site
	if p, known := x.Directory.Principal(tenant, s.By); known && p.Disabled {
		c.Command = uuid.NewSHA1(stepSpace, []byte(tenant+"/"+id+"/disabled/"+due.Format(time.RFC3339)))
		_, err := x.Stop(ctx, c, id, schedule.PrincipalDisabled)
		return err
	}
	fired, err := s.Fire(due, now)
	if err != nil {
		return err
	}
	command := schedule.FiringCommand(tenant, id, fired.Due)
	stream := event.Stream{Category: schedule.Firings.Name, Tenant: tenant, ID: act.Compact(command)}
	_, err = x.Log.Write(ctx, stream.String(), eventstore.NoStream, event.Metadata{
		CommandID: command, Operation: "schedules.fire", Tenant: tenant, Site: s.Site, Principal: s.By,
		CorrelationID: id, CausationID: command.String(), Schema: 1, Time: now, Attempt: uuid.Must(uuid.NewV7()),
	}, []event.Payload{fired})
	if errors.Is(err, eventstore.ErrWrongRevision) {
		return nil // another node has seen to it
	}
	return storeFault(err)
}

// Firing is the due time that opened a job.
func (x *Schedules) Firing(ctx context.Context, h HeldJob) (schedule.Fired, error) {
	history, err := x.Log.Load(ctx, h.Record)
	if err != nil {
		return schedule.Fired{}, storeFault(err)
	}
	if len(history) > 0 {
		if f, ok := history[0].Payload.(schedule.Fired); ok {
			return f, nil
		}
	}
	return schedule.Fired{}, fault.New(fault.NotFound, "the job %s was not opened by a schedule", h.ID)
}
