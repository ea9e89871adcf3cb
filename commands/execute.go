package commands

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
)

// Caller is who asks, as authentication or a message bus established it.
type Caller struct {
	Tenant         string
	Principal      string
	Role           access.Role
	Sites          tenancy.Grant
	Key            string
	Request        string  // request id
	Target         string  // path and query of the request, canonical; "" = it came by no path
	Site           int64   // the site the call narrows to; 0 = none
	IdempotencyKey string  // "" = none
	IfMatch        *uint64 // revision the record must have; nil = any
	// Command is the command's id where the work that sends it has one of its own,
	// such as a step of a job; else it comes from the IdempotencyKey.
	Command uuid.UUID
}

// Log is what commands need of the event log.
type Log interface {
	Load(ctx context.Context, stream string) ([]event.Recorded, error)
	Write(ctx context.Context, stream string, expected eventstore.Expected, meta event.Metadata,
		payloads []event.Payload) (eventstore.Appended, error)
}

// Executor carries out commands.
type Executor struct {
	Log Log
	Now func() time.Time
	// Observe is told of every attempt's end; nil = nobody. It counts
	// conflicts and replays for the metrics.
	Observe func(operation, outcome string)
}

// Aggregate says how a stream's events become a state.
type Aggregate[S any] struct {
	Category string
	Evolve   func(S, event.Recorded) S
	SiteOf   func(S) int64 // the site a record belongs to; nil = the caller's
}

// Order is one command.
type Order[S any] struct {
	Operation  string            // "cases.finalise"
	Permission access.Permission // "" = none beyond being authenticated
	ID         string            // stream id; "" = created by this command, taken from its id
	Request    any               // the command as decoded; a repeated key must carry an equal one
	Pins       map[string]string // versions that the outcome rests on
	Decide     func(S, act.Context) ([]event.Payload, error)
}

// Done is what a command left.
type Done[S any] struct {
	ID       string
	State    S
	Revision uint64
	Position event.Position
	Replayed bool // the command had been carried out before, or by another at the same time
	Nothing  bool // the decision found nothing to change
}

// attemptsMax bounds how often a conflict is decided again.
const attemptsMax = 5

// Execute carries out one command.
//
// Errors: fault.RoleForbidden; fault.IdempotencyKeyReused;
// fault.RevisionMismatch; whatever Decide refuses with; fault.Contended after
// five conflicts; fault.StoreUnavailable.
func Execute[S any](ctx context.Context, x *Executor, c Caller, agg Aggregate[S], o Order[S]) (Done[S], error) {
	if o.Permission != "" && !access.Table.Allows(c.Role, o.Permission) {
		return Done[S]{}, fault.New(fault.RoleForbidden, "role %s lacks %s", c.Role, o.Permission)
	}
	now := x.Now().UTC().Truncate(time.Microsecond)
	a := act.Context{
		CommandID: CommandID(c, o.Operation), Now: now,
		Tenant: c.Tenant, Site: c.Site, Principal: c.Principal, Role: string(c.Role),
	}
	hash, err := requestHash(c, o.Operation, o.ID, o.Request)
	if err != nil {
		return Done[S]{}, err
	}
	r := run[S]{x: x, c: c, agg: agg, o: o, a: a, hash: hash, created: o.ID == ""}
	if r.created {
		r.o.ID = a.NewID(0)
	}
	if c.IdempotencyKey != "" {
		r.attempt = uuid.Must(uuid.NewV7())
	}
	for range attemptsMax {
		done, err := r.once(ctx)
		if errors.Is(err, eventstore.ErrWrongRevision) {
			x.observe(o.Operation, "conflict")
			continue
		}
		return done, storeFault(err)
	}
	e := fault.New(fault.Contended, "%d other writers were faster; nothing was changed", attemptsMax)
	e.Retry = time.Second
	return Done[S]{}, e
}

// run is one carrying out of an order.
type run[S any] struct {
	x       *Executor
	c       Caller
	agg     Aggregate[S]
	o       Order[S]
	a       act.Context
	hash    string
	created bool
	attempt uuid.UUID // see event.Metadata; Nil without an Idempotency-Key
}

// absent refuses a record that the caller does not see in the words in which one is
// refused that is not there: another answer would tell that it is.
func (r *run[S]) absent() error {
	var none S
	_, err := r.o.Decide(none, r.a)
	if f := fault.As(err); f != nil && f.Code == fault.NotFound {
		return err
	}
	return fault.New(fault.NotFound, "there is no such record")
}

func (r *run[S]) once(ctx context.Context) (Done[S], error) {
	stream := event.Stream{Category: r.agg.Category, Tenant: r.c.Tenant, ID: r.o.ID}.String()
	if _, ok := event.ParseStream(stream); !ok {
		return Done[S]{}, r.absent()
	}
	history, err := r.x.Log.Load(ctx, stream)
	if err != nil {
		return Done[S]{}, err
	}
	done, err := fold(r.agg, history, r.a.CommandID, r.hash)
	done.ID = r.o.ID
	if r.agg.SiteOf != nil && len(history) > 0 && (!r.created || err == nil) && !Sees(r.c, r.agg.SiteOf(done.State)) {
		return Done[S]{}, r.absent()
	}
	var bound binding
	if err == nil && !done.Replayed && r.c.IdempotencyKey != "" && !r.created {
		bound, err = r.bound(ctx, stream)
		if err == nil && bound.unchanged != nil {
			done, err = fold(r.agg, history[:min(bound.unchanged.Events, len(history))], r.a.CommandID, r.hash)
			done.ID, done.Replayed, done.Nothing = r.o.ID, true, true
		}
	}
	if err != nil {
		r.x.observe(r.o.Operation, "refused")
		return done, err
	}
	if done.Replayed {
		r.x.observe(r.o.Operation, "replayed")
		return done, nil
	}
	if r.c.IfMatch != nil && !r.created && len(history) > 0 && *r.c.IfMatch != done.Revision {
		return done, fault.New(fault.RevisionMismatch, "the record is at revision %d, not %d", done.Revision, *r.c.IfMatch)
	}
	payloads, err := r.o.Decide(done.State, r.a)
	if err != nil {
		r.x.observe(r.o.Operation, "refused")
		return Done[S]{}, err
	}
	if r.c.IdempotencyKey != "" && !r.created {
		if err := r.bind(ctx, stream, bound, len(history), len(payloads) == 0, done.State); err != nil {
			return Done[S]{}, err
		}
	}
	if len(payloads) == 0 {
		done.Nothing = true
		return done, nil
	}
	return r.append(ctx, stream, done, len(history) > 0, payloads)
}

// append writes what was decided on a state. The log takes it for a conflict
// when another carrying out of the same command was first.
func (r *run[S]) append(ctx context.Context, stream string, done Done[S], exists bool, payloads []event.Payload) (Done[S], error) {
	meta := r.metadata(exists, done.State)
	meta.Pins = r.o.Pins
	expected := eventstore.NoStream
	if exists {
		expected = eventstore.Exactly(done.Revision)
	}
	at, err := r.x.Log.Write(ctx, stream, expected, meta, payloads)
	if err != nil {
		return Done[S]{}, err
	}
	for i, p := range payloads {
		revision := at.Revision - uint64(len(payloads)-1-i)
		done.State = r.agg.Evolve(done.State, event.Recorded{
			Stream: stream, Revision: revision, Position: at.Position,
			ID: eventstore.EventID(meta.Proposer(), stream, i), Type: p.EventType(), Payload: p, Meta: meta,
		})
	}
	done.Revision, done.Position = at.Revision, at.Position
	r.x.observe(r.o.Operation, "appended")
	return done, nil
}

// metadata of the command's events: of the record's site, where it has one.
func (r *run[S]) metadata(exists bool, state S) event.Metadata {
	meta := metadataOf(r.c, r.a, r.o.Operation, r.hash)
	meta.Attempt = r.attempt
	if r.agg.SiteOf != nil && exists {
		meta.Site = r.agg.SiteOf(state)
	}
	return meta
}

// fold replays a history. When the command is in it, the state is the one that
// the command left, whatever came after.
func fold[S any](agg Aggregate[S], history []event.Recorded, command uuid.UUID, hash string) (done Done[S], err error) {
	for _, e := range history {
		mine := e.Meta.CommandID == command
		if done.Replayed && !mine {
			break
		}
		done.State = agg.Evolve(done.State, e)
		done.Revision, done.Position = e.Revision, e.Position
		if mine && e.Meta.RequestHash != hash {
			return done, reused()
		}
		done.Replayed = done.Replayed || mine
	}
	return done, nil
}

func reused() error {
	return fault.New(fault.IdempotencyKeyReused, "the idempotency key was used for another request")
}

// metadataOf is what every event of a command says of its origin.
func metadataOf(c Caller, a act.Context, operation, hash string) event.Metadata {
	return event.Metadata{
		CommandID: a.CommandID, RequestHash: hash, Operation: operation, Tenant: c.Tenant, Site: c.Site,
		Principal: c.Principal, Role: string(c.Role), Key: c.Key, Request: c.Request,
		CorrelationID: c.Request, CausationID: a.CommandID.String(), Schema: 1, Time: a.Now,
	}
}

func (x *Executor) observe(operation, outcome string) {
	if x.Observe != nil {
		x.Observe(operation, outcome)
	}
}

// commandSpace is the UUIDv5 namespace of command ids.
var commandSpace = uuid.MustParse("6f1d2c0e-58a7-5f0b-9a3e-7c1b7a11e57c")

// CommandID is UUIDv5 of tenant, principal, operation and Idempotency-Key, so
// that a repeated request is the same command on every node; without a key it
// is new.
func CommandID(c Caller, operation string) uuid.UUID {
	if c.Command != uuid.Nil {
		return c.Command
	}
	if c.IdempotencyKey == "" {
		return uuid.Must(uuid.NewV7())
	}
	return uuid.NewSHA1(commandSpace, []byte(c.Tenant+"\x00"+c.Principal+"\x00"+operation+"\x00"+c.IdempotencyKey))
}

// requestHash is SHA-256 over the operation, the record, path and query, the
// site and the command in JSON, whose field order is the struct's.
func requestHash(c Caller, operation, id string, request any) (string, error) {
	body, err := json.Marshal(request)
	if err != nil {
		return "", fmt.Errorf("commands: hash %s: %w", operation, err)
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %q %d ", operation, id, c.Target, c.Site)
	h.Write(body)
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Sees reports whether a caller may touch a record of a site.
func Sees(c Caller, site int64) bool {
	if c.Site != 0 {
		return site == c.Site
	}
	return c.Sites.Includes(site)
}

// MayLayDown refuses what is laid down for every site of a tenant, site 0, to whoever
// is granted some of them: the others would have it from somebody who does not see them.
func MayLayDown(c Caller, site int64, what string) error {
	if site == 0 && !c.Sites.All {
		return fault.New(fault.SiteForbidden, "%s of every site of the tenant, and laid down by who sees them all; name a site", what)
	}
	return nil
}

// storeFault turns a store that is out of reach into its fault.
func storeFault(err error) error {
	var damaged *eventstore.DamagedError
	switch {
	case errors.As(err, &damaged):
		return fault.Wrap(err, fault.StreamDamaged, "%s; an operator must look at the log", damaged)
	case errors.Is(err, eventstore.ErrUnavailable):
		return LogLost(err)
	case errors.Is(err, eventstore.ErrTooLarge):
		return fault.Wrap(err, fault.BodyTooLarge, "the record is too large for the event log")
	}
	return err
}

// LogLost is what whoever may have written is told of a log that is out of reach: what was
// under way may come to stand there later.
func LogLost(err error) *fault.Error {
	e := fault.Wrap(err, fault.StoreUnavailable,
		"the event log is out of reach; a write may or may not stand, and the same request with the same Idempotency-Key tells")
	e.Retry = 2 * time.Second
	return e
}
