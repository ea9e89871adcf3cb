package commands

import (
	"context"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/civil"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/einvoice/terms"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/documents/statement"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/orders/orderfile"
	"github.com/tallystick/tallystick/eventstore/blobs"
	"github.com/tallystick/tallystick/readmodels"
)

// documentAggregate is a document.
var documentAggregate = Aggregate[docs.State]{
	Category: docs.Category.Name, Evolve: docs.State.Evolve, SiteOf: func(s docs.State) int64 { return s.Site },
}

// Documents carries out the commands of documents.
type Documents struct {
	*Executor
	DB   *readmodels.DB
	Room Room
	// Last says where the last event of some categories stands in the log; nil = what the
	// read models know is taken for all there is.
	Last func(ctx context.Context, categories ...string) (event.Position, error)
	// Lines reads the lines of a statement; none where its client was forgotten.
	Lines func(ctx context.Context, tenant string, s docs.Statement) ([]statement.Line, error)
	// Terms reads the business terms of an electronic invoice; none where its client was
	// forgotten.
	Terms func(ctx context.Context, tenant string, ref blob.Ref) (*terms.Group, error)
	// OrderFaults are those of a file of orders; none where its client was forgotten.
	OrderFaults func(ctx context.Context, tenant string, o docs.OrdersFile) ([]orderfile.Fault, error)
}

// Upload is a file that was received, with what its sender says of it.
type Upload struct {
	*blobs.Staged
	docs.Receive // but for the Blob
}

// Receive keeps a file and opens its extraction. The same bytes of the same client
// and site are there already: nothing changes, and the state is theirs.
//
// Errors: those of Execute; fault.Invalid; 422 storage_full.
func (x *Documents) Receive(ctx context.Context, c Caller, u Upload) (Done[docs.State], error) {
	if err := u.Validate(); err != nil {
		return Done[docs.State]{}, err
	}
	id := docs.ID(c.Tenant, c.Site, u.ClientRef, u.SHA256)
	there, err := x.Log.Load(ctx, event.Stream{Category: docs.Category.Name, Tenant: c.Tenant, ID: id}.String())
	if err != nil {
		return Done[docs.State]{}, storeFault(err)
	}
	if len(there) == 0 { // what is stored already needs no room
		if err := x.Room.Admit(ctx, c.Tenant, u.Bytes); err != nil {
			return Done[docs.State]{}, err
		}
	}
	if u.Read != nil {
		config, _, err := x.Intake(ctx, c.Tenant, c.Site)
		if err != nil {
			return Done[docs.State]{}, err
		}
		if accept := config.Threshold(); accept != docs.AcceptScore {
			u.Read.Accept = accept
		}
		if u.Known, err = x.known(ctx, c.Tenant, c.Site, id, valuesOf(*u.Read), u.Read.Statements); err != nil {
			return Done[docs.State]{}, err
		}
	}
	ref, err := u.Keep(ctx, c.Tenant, docs.SubjectOf(u.ClientRef, id))
	if err != nil {
		return Done[docs.State]{}, err
	}
	u.Receive.Blob = ref
	return Execute(ctx, x.Executor, c, documentAggregate, Order[docs.State]{
		Operation: "documents.receive", Permission: "documents:write", ID: id, Request: u.said(),
		Decide: func(s docs.State, _ act.Context) ([]event.Payload, error) { return u.Receive.Decide(s, id) },
	})
}

// said is what the sender says of a file, by which a repeated key is held to it.
func (u Upload) said() docs.Receive {
	r := u.Receive
	r.Read, r.Known = nil, docs.Known{}
	return r
}

func valuesOf(o docs.Outcome) map[string]string {
	fields := map[string]string{}
	for _, f := range o.Found {
		fields[f.Name] = f.Value
	}
	return fields
}

// Validate runs the checks again, or has the document read again.
func (x *Documents) Validate(ctx context.Context, c Caller, id string, cmd docs.Validate) (Done[docs.State], error) {
	return x.decide(ctx, c, "documents.validate", "documents:write", id, cmd, func(s docs.State, _ act.Context, k docs.Known) ([]event.Payload,
		error) {
		if cmd.Full {
			if err := x.untouched(ctx, c, s); err != nil {
				return nil, err
			}
			if err := x.linesFree(ctx, c.Tenant, s); err != nil {
				return nil, err
			}
			history, err := x.Log.Load(ctx, OpenJob{Tenant: c.Tenant, ID: s.JobID}.stream())
			if err != nil {
				return nil, storeFault(err)
			}
			k.JobEnded = job.Fold(history).Ended
		}
		return cmd.Decide(s, k)
	})
}

// Correct records a person's word on fields; 409 once a receipt of the document is in the books.
func (x *Documents) Correct(ctx context.Context, c Caller, id string, cmd docs.Correct) (Done[docs.State], error) {
	if err := cmd.Validate(); err != nil {
		return Done[docs.State]{}, err
	}
	if c.IfMatch == nil {
		return Done[docs.State]{}, fault.Invalid("If-Match", "is demanded: the ETag of the document that was looked at")
	}
	return x.decide(ctx, c, "documents.correct", "documents:write", id, cmd, func(s docs.State, a act.Context, k docs.Known) ([]event.Payload,
		error) {
		if err := x.untouched(ctx, c, s); err != nil {
			return nil, err
		}
		if cmd.Type != "" && cmd.Type != s.Type {
			if err := x.linesFree(ctx, c.Tenant, s); err != nil {
				return nil, err
			}
		}
		return cmd.Decide(s, a, k)
	})
}

// Extracted records what was read of a document; a step of its job.
func (x *Documents) Extracted(ctx context.Context, c Caller, id string, o docs.Outcome) error {
	s, _, err := x.Read(ctx, c, id)
	if err != nil {
		return err
	}
	fields := valuesOf(o)
	for _, f := range s.Fields {
		if f.State != docs.StateExtracted {
			fields[f.Name] = f.Value.Plain
		}
	}
	if len(o.Statements) > 0 { // one that was read a moment ago may be the one before it
		if err := x.caughtUpWith(ctx, []string{docs.Category.Name}, readmodels.Statements.Projection); err != nil {
			return err
		}
	}
	known, err := x.known(ctx, c.Tenant, s.Site, id, fields, o.Statements)
	if err != nil {
		return err
	}
	_, err = Execute(ctx, x.Executor, c, documentAggregate, Order[docs.State]{
		Operation: "documents.extracted", ID: id, Request: o.Extraction,
		Decide: func(s docs.State, _ act.Context) ([]event.Payload, error) { return o.Decide(s, known) },
	})
	if err == nil && len(o.Statements) > 0 {
		err = x.lookBeside(ctx, c, s.Site, id, o.Statements)
	}
	return err
}

// Abandon records that a document was rejected, or could not be read, by the job
// that reads it; one that another job reads by now is left alone.
func (x *Documents) Abandon(ctx context.Context, c Caller, id, jobID, code string, rejected bool) error {
	_, err := x.abandon(ctx, c, id, jobID, code, rejected)
	return err
}

// Cancelled records that a person cancelled the job that reads a document: no
// node may hold it, and then nobody else says so.
func (x *Documents) Cancelled(ctx context.Context, c Caller, j OpenJob) (event.Position, error) {
	record, _ := event.ParseStream(j.Record)
	c.Site, c.IfMatch, c.IdempotencyKey = j.Site, nil, ""
	c.Command = uuid.NewSHA1(stepSpace, []byte(j.Tenant+"/"+j.ID+"/cancelled"))
	done, err := x.abandon(ctx, c, record.ID, j.ID, "cancelled", false)
	return done.Position, err
}

// OrdersTaken records what became of a document's orders, by the job that takes them.
func (x *Documents) OrdersTaken(ctx context.Context, c Caller, id string, said docs.OrdersTaken) (Done[docs.State], error) {
	return Execute(ctx, x.Executor, c, documentAggregate, Order[docs.State]{
		Operation: "documents.orders_taken", ID: id, Request: said.Code,
		Decide: func(s docs.State, _ act.Context) ([]event.Payload, error) { return s.TakeOrders(said), nil },
	})
}

// OrdersCancelled records that a person cancelled the job that takes a document's orders:
// those that were taken stay.
func (x *Documents) OrdersCancelled(ctx context.Context, c Caller, j OpenJob) (event.Position, error) {
	record, _ := event.ParseStream(j.Record)
	c.Site, c.IfMatch, c.IdempotencyKey = j.Site, nil, ""
	c.Command = uuid.NewSHA1(stepSpace, []byte(j.Tenant+"/"+j.ID+"/cancelled"))
	done, err := x.OrdersTaken(ctx, c, record.ID, docs.OrdersTaken{JobID: j.ID, Code: "cancelled"})
	return done.Position, err
}

func (x *Documents) abandon(ctx context.Context, c Caller, id, jobID, code string, rejected bool) (Done[docs.State], error) {
	return Execute(ctx, x.Executor, c, documentAggregate, Order[docs.State]{
		Operation: "documents.abandon", ID: id, Request: code,
		Decide: func(s docs.State, _ act.Context) ([]event.Payload, error) {
			switch {
			case s.JobID != jobID:
				return nil, nil
			case rejected:
				return docs.Reject(s, code)
			}
			return docs.Fail(s, code)
		},
	})
}

func (x *Documents) decide(ctx context.Context, c Caller, operation string, permission access.Permission, id string, request any,
	f func(docs.State, act.Context, docs.Known) ([]event.Payload, error)) (Done[docs.State], error) {
	return Execute(ctx, x.Executor, c, documentAggregate, Order[docs.State]{
		Operation: operation, Permission: permission, ID: id, Request: request,
		Decide: func(s docs.State, a act.Context) ([]event.Payload, error) {
			if s.ID == "" {
				return nil, fault.New(fault.NotFound, "there is no document %s", id)
			}
			fields := map[string]string{}
			for _, f := range s.Fields {
				fields[f.Name] = f.Value.Plain
			}
			known, err := x.known(ctx, c.Tenant, s.Site, id, fields, s.Statements)
			if err != nil {
				return nil, err
			}
			return f(s, a, known)
		},
	})
}

// duplicatesMax bounds the likely duplicates that a document names.
const duplicatesMax = 10

// known is what the checks know beside the document.
func (x *Documents) known(ctx context.Context, tenant string, site int64, id string, fields map[string]string,
	statements []docs.Statement) (docs.Known, error) {
	k := docs.Known{Today: civil.FromTime(x.Now().UTC())}
	issuer := fields[reading.Issuer]
	date, _ := civil.Parse(fields[reading.Date]) // zero where it is none
	alike, err := x.DB.AlikeDocuments(ctx, tenant, site, id, fields[reading.Number], date, fields[reading.Gross])
	if err != nil {
		return k, err
	}
	for _, row := range alike {
		if !docs.SameIssuer(issuer, row.Issuer) || len(k.Duplicates) == duplicatesMax {
			continue
		}
		why := "date_and_gross"
		if row.Number != "" && row.Number == fields[reading.Number] {
			why = "number"
		}
		k.Duplicates = append(k.Duplicates, docs.Duplicate{DocumentID: row.ID, Why: why})
	}
	if k.Neighbours, err = x.neighbours(ctx, tenant, site, id, statements); err != nil {
		return k, err
	}
	k.IssuerIBAN, err = x.DB.IssuerIBAN(ctx, tenant, site, id, issuer)
	return k, err
}

// Read returns a document that the caller sees, and its revision.
func (x *Documents) Read(ctx context.Context, c Caller, id string) (docs.State, uint64, error) {
	stream := event.Stream{Category: docs.Category.Name, Tenant: c.Tenant, ID: id}
	if _, ok := event.ParseStream(stream.String()); !ok {
		return docs.State{}, 0, fault.New(fault.NotFound, "there is no document %q", id)
	}
	history, err := x.Log.Load(ctx, stream.String())
	if err != nil {
		return docs.State{}, 0, storeFault(err)
	}
	s := docs.Fold(history)
	if s.ID == "" || !Sees(c, s.Site) {
		return docs.State{}, 0, fault.New(fault.NotFound, "there is no document %q", id)
	}
	return s, history[len(history)-1].Revision, nil
}
