package commands

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/taxreturn"
	"github.com/tallystick/tallystick/eventstore/blobs"
)

// ReturnKind is a return: a packet, or a draft package.
var ReturnKind = Kind[taxreturn.State]{
	Aggregate: Aggregate[taxreturn.State]{
		Category: taxreturn.Category.Name, Evolve: taxreturn.State.Evolve, SiteOf: func(s taxreturn.State) int64 { return s.Site },
	},
	Noun: "return", Exists: func(s taxreturn.State) bool { return s.ID != "" },
}

// Returns carries out the commands of returns.
type Returns struct {
	*Documents
	Books *Books // whose people say who is alone; nil for the jobs' steps
}

// ReturnUpload is a packet that was received, with what its sender says of it.
type ReturnUpload struct {
	*blobs.Staged
	taxreturn.Receive // but for the Blob
}

// Receive keeps a packet and has it read. The same bytes of the same client and site
// are there already: nothing changes, and the state is theirs.
//
// Errors: those of Execute; fault.Invalid; 422 storage_full.
func (x *Returns) Receive(ctx context.Context, c Caller, u ReturnUpload) (Done[taxreturn.State], error) {
	if err := u.Validate(); err != nil {
		return Done[taxreturn.State]{}, err
	}
	id := taxreturn.ID(c.Tenant, c.Site, u.ClientRef, u.SHA256)
	there, err := x.Log.Load(ctx, event.Stream{Category: taxreturn.Category.Name, Tenant: c.Tenant, ID: id}.String())
	if err != nil {
		return Done[taxreturn.State]{}, storeFault(err)
	}
	if len(there) == 0 { // what is stored already needs no room
		if err := x.Room.Admit(ctx, c.Tenant, u.Bytes); err != nil {
			return Done[taxreturn.State]{}, err
		}
	}
	said := u.Receive
	if u.Receive.Blob, err = u.Keep(ctx, c.Tenant, taxreturn.SubjectOf(u.ClientRef, id)); err != nil {
		return Done[taxreturn.State]{}, err
	}
	return x.execute(ctx, c, "returns.receive", "returns:write", id, said, func(s taxreturn.State) ([]event.Payload, error) {
		return u.Receive.Decide(s, id)
	})
}

// Draft lists a package that the service has built, whose file is stored under
// taxreturn.SubjectOf(client, id) by the id that DraftID gives.
func (x *Returns) Draft(ctx context.Context, c Caller, id string, d taxreturn.Draft) (Done[taxreturn.State], error) {
	said := d
	said.Blob.Subject = "" // a repetition stores the same bytes
	return x.execute(ctx, c, "returns.draft", "returns:write", id, said, func(s taxreturn.State) ([]event.Payload,
		error) {
		return d.Decide(s, id)
	})
}

// DraftID is the id of the package that a command of the caller builds.
func DraftID(c Caller) (Caller, string) {
	if c.Command == uuid.Nil {
		c.Command = CommandID(c, "returns.draft")
	}
	return c, act.Context{CommandID: c.Command}.NewID(0)
}

// Extracted records what was read of a packet; a step of its job.
func (x *Returns) Extracted(ctx context.Context, c Caller, id string, o taxreturn.Outcome) error {
	_, err := x.execute(ctx, c, "returns.extracted", "", id, o.Extraction, o.Decide)
	return err
}

// Abandon records that a packet was rejected, or could not be read, by the job that
// reads it.
func (x *Returns) Abandon(ctx context.Context, c Caller, id, code string, rejected bool) error {
	_, err := x.abandon(ctx, c, id, code, rejected)
	return err
}

func (x *Returns) abandon(ctx context.Context, c Caller, id, code string, rejected bool) (Done[taxreturn.State], error) {
	return x.execute(ctx, c, "returns.abandon", "", id, code, func(s taxreturn.State) ([]event.Payload, error) {
		if rejected {
			return taxreturn.Reject(s, code)
		}
		return taxreturn.Fail(s, code)
	})
}

// Cancelled records that a person cancelled the job that reads a packet.
func (x *Returns) Cancelled(ctx context.Context, c Caller, j OpenJob) (event.Position, error) {
	record, _ := event.ParseStream(j.Record)
	c.Site, c.IfMatch, c.IdempotencyKey = j.Site, nil, ""
	c.Command = uuid.NewSHA1(stepSpace, []byte(j.Tenant+"/"+j.ID+"/cancelled"))
	done, err := x.abandon(ctx, c, record.ID, "cancelled", false)
	return done.Position, err
}

func (x *Returns) execute(ctx context.Context, c Caller, operation string, p access.Permission, id string, request any,
	decide func(taxreturn.State) ([]event.Payload, error)) (Done[taxreturn.State], error) {
	return Execute(ctx, x.Executor, c, ReturnKind.Aggregate, Order[taxreturn.State]{
		Operation: operation, Permission: p, ID: id, Request: request,
		Decide: func(s taxreturn.State, _ act.Context) ([]event.Payload, error) { return decide(s) },
	})
}

// ReturnParts are the parts of a change of a return that need another permission
// than returns:write: a review is a reviewer's.
var ReturnParts = map[string][]access.Permission{"status": {"cases:review"}, "note": {"cases:review"},
	"waiver": {"cases:review"}}

// Change is what a person does to a return.
func (x *Returns) Change() Verb[taxreturn.State, taxreturn.Change] {
	v := Informed[taxreturn.State, taxreturn.Facts, taxreturn.Change]("returns.change", "", ReturnKind,
		func(_ context.Context, c Caller, s taxreturn.State, _ taxreturn.Change) (taxreturn.Facts, error) {
			return taxreturn.Facts{Alone: x.Books.Alone(c, s.Site, "cases:review")}, nil
		})
	v.Permits = func(c Caller, cmd taxreturn.Change) error {
		for _, part := range cmd.Parts() {
			needs := ReturnParts[part]
			if needs == nil {
				needs = []access.Permission{"returns:write"}
			}
			if !slices.ContainsFunc(needs, func(p access.Permission) bool { return access.Table.Allows(c.Role, p) }) {
				return fault.New(fault.RoleForbidden, "role %s lacks %s, which %s needs", c.Role, needs[0], part)
			}
		}
		return nil
	}
	rule := v.Validate
	v.Validate = func(c Caller, cmd taxreturn.Change) error {
		if err := rule(c, cmd); err != nil {
			return err
		}
		if c.IfMatch == nil && cmd.Status == "" {
			return fault.Invalid("If-Match", "is demanded: the ETag of the return that was looked at")
		}
		return nil
	}
	return v
}
