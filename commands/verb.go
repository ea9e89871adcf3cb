package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// Kind is a kind of record: how its stream becomes a state, and what a person calls
// it.
type Kind[S any] struct {
	Aggregate[S]
	Noun   string       // "case"; in "there is no such case"
	Exists func(S) bool // false of the state that no event has touched
}

// Held is a record as it was loaded, or as a command left it.
type Held[S any] struct {
	ID       string
	State    S
	Revision uint64
	Position event.Position
	History  []event.Recorded // nil after a command
	Written  bool             // a command left it
}

// missing is the fault of a record that is not there, or not for this caller.
func (k Kind[S]) missing() error { return fault.New(fault.NotFound, "there is no such %s", k.Noun) }

// Load returns a record that the caller sees.
//
// Errors: fault.NotFound, of another site's record too; fault.StoreUnavailable.
func (k Kind[S]) Load(ctx context.Context, log Log, c Caller, id string) (h Held[S], err error) {
	stream := event.Stream{Category: k.Category, Tenant: c.Tenant, ID: id}.String()
	if _, ok := event.ParseStream(stream); !ok {
		return h, k.missing()
	}
	if h.History, err = log.Load(ctx, stream); err != nil {
		return h, storeFault(err)
	}
	h.ID = id
	for _, e := range h.History {
		h.State = k.Evolve(h.State, e)
		h.Revision, h.Position = e.Revision, e.Position
	}
	if !k.Exists(h.State) || k.SiteOf != nil && !Sees(c, k.SiteOf(h.State)) {
		return Held[S]{}, k.missing()
	}
	return h, nil
}

// Verb is what can be done to the records of a kind by a command C, declared once:
// where it comes from (an HTTP operation, a message, a job) is not its matter.
type Verb[S, C any] struct {
	ID         string // operation id, and the operation of its events: "cases.finalise"
	Permission access.Permission
	Of         Kind[S]
	Creates    bool // it begins a record, whose id comes from the command's
	// Validate reports every malformed field; nil = the command has none.
	Validate func(c Caller, cmd C) error
	// Permits refuses what the permission alone lets through, before anything is
	// loaded; nil = nothing.
	Permits func(c Caller, cmd C) error
	// Decide looks up the facts that the rule asks for, and lets it decide.
	Decide func(ctx context.Context, c Caller, s S, a act.Context, cmd C) ([]event.Payload, error)
	// Pins are the versions that the outcome rests on; nil = none.
	Pins func(cmd C) map[string]string
}

// command is what a rule's command can do by itself.
type command interface{ Validate() error }

// Ruled is a verb whose rule needs to know nothing but the record.
func Ruled[S any, C interface {
	command
	Decide(s S, a act.Context) ([]event.Payload, error)
}](id string, p access.Permission, of Kind[S]) Verb[S, C] {
	return Verb[S, C]{
		ID: id, Permission: p, Of: of, Validate: func(_ Caller, cmd C) error { return cmd.Validate() },
		Decide: func(_ context.Context, _ Caller, s S, a act.Context, cmd C) ([]event.Payload, error) {
			return cmd.Decide(s, a)
		},
	}
}

// Informed is a verb whose rule must know more: facts looks it up, each time that
// the command is decided.
func Informed[S, F any, C interface {
	command
	Decide(s S, a act.Context, f F) ([]event.Payload, error)
}](id string, p access.Permission, of Kind[S], facts func(ctx context.Context, c Caller, s S, cmd C) (F, error)) Verb[S, C] {
	return Verb[S, C]{
		ID: id, Permission: p, Of: of, Validate: func(_ Caller, cmd C) error { return cmd.Validate() },
		Decide: func(ctx context.Context, c Caller, s S, a act.Context, cmd C) ([]event.Payload, error) {
			f, err := facts(ctx, c, s, cmd)
			if err != nil {
				return nil, err
			}
			return cmd.Decide(s, a, f)
		},
	}
}

// Creating is the verb as one that begins a record.
func (v Verb[S, C]) Creating() Verb[S, C] {
	v.Creates = true
	return v
}

// Do carries out a command on the record id, "" where the verb creates one.
//
// Errors: those of Validate, Permits and Execute; fault.NotFound.
func (v Verb[S, C]) Do(ctx context.Context, x *Executor, c Caller, id string, cmd C) (Held[S], Done[S], error) {
	if v.Validate != nil {
		if err := v.Validate(c, cmd); err != nil {
			return Held[S]{}, Done[S]{}, err
		}
	}
	if v.Permits != nil {
		if err := v.Permits(c, cmd); err != nil {
			return Held[S]{}, Done[S]{}, err
		}
	}
	o := Order[S]{Operation: v.ID, Permission: v.Permission, ID: id, Request: cmd}
	if v.Pins != nil {
		o.Pins = v.Pins(cmd)
	}
	o.Decide = func(s S, a act.Context) ([]event.Payload, error) {
		if !v.Creates && !v.Of.Exists(s) {
			return nil, v.Of.missing()
		}
		return v.Decide(ctx, c, s, a, cmd)
	}
	done, err := Execute(ctx, x, c, v.Of.Aggregate, o)
	return Held[S]{ID: done.ID, State: done.State, Revision: done.Revision, Position: done.Position, Written: true}, done, err
}
