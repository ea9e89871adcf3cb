package commands

import (
	"context"
	"errors"
	"sort"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/answers"
	"github.com/tallystick/tallystick/domain/cases"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/domain/retention"
	"github.com/tallystick/tallystick/eventstore"
)

// subjects is what happened to a subject.
var subjects = Aggregate[privacy.State]{Category: privacy.Category.Name, Evolve: privacy.State.Evolve}

// PrivacyLog is what forgetting needs of the log: it looks through a tenant's
// cases, which no read model may answer for, since it can be behind.
type PrivacyLog interface {
	Log
	Subscribe(ctx context.Context, from event.Position, prefixes []string, deliver func(eventstore.Delivery) error) error
	Decode(ctx context.Context, raw eventstore.Raw) (event.Recorded, bool, error)
}

// Privacy carries out the commands about subjects of personal data. Only the
// command line can ask.
type Privacy struct {
	*Executor
	Log       PrivacyLog
	Directory Directory
	Table     retention.Table
}

// PlaceHold forbids forgetting a subject.
func (x *Privacy) PlaceHold(ctx context.Context, c Caller, cmd privacy.PlaceHold) (Done[privacy.State], error) {
	if err := cmd.Validate(); err != nil {
		return Done[privacy.State]{}, err
	}
	return Execute(ctx, x.Executor, c, subjects, Order[privacy.State]{
		Operation: "subjects.place_hold", ID: privacy.StreamID(cmd.Subject), Request: cmd,
		Decide: func(s privacy.State, _ act.Context) ([]event.Payload, error) { return cmd.Decide(s) },
	})
}

// LiftHold ends a legal hold.
func (x *Privacy) LiftHold(ctx context.Context, c Caller, cmd privacy.LiftHold) (Done[privacy.State], error) {
	if err := cmd.Validate(); err != nil {
		return Done[privacy.State]{}, err
	}
	return Execute(ctx, x.Executor, c, subjects, Order[privacy.State]{
		Operation: "subjects.lift_hold", ID: privacy.StreamID(cmd.Subject), Request: cmd,
		Decide: func(s privacy.State, _ act.Context) ([]event.Payload, error) { return cmd.Decide(s) },
	})
}

// Forget forgets a subject, unless something holds it. The key is destroyed by
// whoever reads the event.
func (x *Privacy) Forget(ctx context.Context, c Caller, cmd privacy.Forget) (Done[privacy.State], error) {
	if err := cmd.Validate(); err != nil {
		return Done[privacy.State]{}, err
	}
	return Execute(ctx, x.Executor, c, subjects, Order[privacy.State]{
		Operation: "subjects.forget", ID: privacy.StreamID(cmd.Subject), Request: cmd,
		Decide: func(s privacy.State, a act.Context) ([]event.Payload, error) {
			var facts privacy.Facts
			if !s.Forgotten {
				var err error
				if facts, err = x.facts(ctx, c.Tenant, cmd.Subject); err != nil {
					return nil, err
				}
			}
			return cmd.Decide(s, a, facts, x.Table)
		},
	})
}

func (x *Privacy) facts(ctx context.Context, tenant, subject string) (privacy.Facts, error) {
	kind, id, err := privacy.Parse(subject)
	if err != nil {
		return privacy.Facts{}, err
	}
	switch kind {
	case "client":
		return x.client(ctx, tenant, id)
	case "customer", "snapshot":
		return x.customer(ctx, tenant, subject)
	case "document", "party":
		return x.documents(ctx, tenant, subject)
	}
	return x.principal(ctx, tenant, id)
}

// client is the subject of one case.
func (x *Privacy) client(ctx context.Context, tenant, id string) (f privacy.Facts, err error) {
	history, err := x.Log.Load(ctx, event.Stream{Category: cases.Category.Name, Tenant: tenant, ID: id}.String())
	if err != nil || len(history) == 0 {
		return f, err
	}
	return privacy.Facts{Exists: true, Records: []privacy.Record{recordOf(history)}}, nil
}

func recordOf(history []event.Recorded) privacy.Record {
	s := cases.Fold(history)
	inUse := ""
	if s.Stage != cases.Final {
		inUse = "the case is open"
	}
	return privacy.Record{
		Resource: "case/" + s.ID, InUse: inUse,
		Record: retention.Record{Place: s.Jurisdiction, Period: s.Period, LastEntry: civil.FromTime(s.UpdatedAt.UTC())},
	}
}

// principal is held by every case it had a part in: that it wrote to or reviews,
// or that rests on an answer it was given.
func (x *Privacy) principal(ctx context.Context, tenant, id string) (f privacy.Facts, err error) {
	p, ok := x.Directory.Principal(tenant, id)
	if !ok {
		return f, nil
	}
	f.Exists, f.Active = true, !p.Disabled
	histories, err := x.histories(ctx, tenant, cases.Category.Name, everything)
	if err != nil {
		return f, err
	}
	asked, err := x.askedBy(ctx, tenant, id)
	if err != nil {
		return f, err
	}
	for _, history := range histories {
		if took(history, id, asked) {
			f.Records = append(f.Records, recordOf(history))
		}
	}
	sort.Slice(f.Records, func(i, j int) bool { return f.Records[i].Resource < f.Records[j].Resource })
	return f, nil
}

func took(history []event.Recorded, id string, asked map[string]bool) bool {
	for _, e := range history {
		if e.Meta.Principal == id {
			return true
		}
		if r, ok := e.Payload.(cases.ReviewerAssigned); ok && r.Reviewer == id {
			return true
		}
	}
	s := cases.Fold(history)
	for _, ref := range (cases.Finalise{}).Needs(s) {
		if ref.Kind == cases.KindAnswer && asked[ref.ID] {
			return true
		}
	}
	for _, a := range s.Attachments {
		if a.Kind == cases.KindAnswer && asked[a.RecordID] {
			return true
		}
	}
	return false
}

// askedBy is the answers that a principal was given.
func (x *Privacy) askedBy(ctx context.Context, tenant, id string) (map[string]bool, error) {
	histories, err := x.histories(ctx, tenant, answers.Category.Name, everything)
	asked := map[string]bool{}
	for answer, history := range histories {
		if history[0].Meta.Principal == id {
			asked[answer] = true
		}
	}
	return asked, err
}

var errAll = errors.New("all has been read")

// customer is held by every certificate and every committed checkout of theirs.
func (x *Privacy) customer(ctx context.Context, tenant, subject string) (f privacy.Facts, err error) {
	today := civil.FromTime(x.Now().UTC())
	certificates, err := x.histories(ctx, tenant, commerce.Exemptions.Category.Name, everything)
	if err != nil {
		return f, err
	}
	for _, history := range certificates {
		f.Records = append(f.Records, commerce.ExemptionHolds(history, subject, today)...)
	}
	theirs := func(first event.Recorded) bool {
		taken, ok := first.Payload.(commerce.SnapshotTaken)
		return ok && taken.Subject() == subject
	}
	checkouts, err := x.histories(ctx, tenant, commerce.Snapshots.Name, theirs)
	if err != nil {
		return f, err
	}
	for _, history := range checkouts {
		var s commerce.Snapshot
		for _, e := range history {
			s = s.Evolve(e)
		}
		f.Records = append(f.Records, s.HoldsOf()...)
	}
	papers, err := x.histories(ctx, tenant, invoicing.Documents.Name, func(first event.Recorded) bool {
		requested, ok := first.Payload.(invoicing.Requested)
		return ok && requested.Subject == subject
	})
	if err != nil {
		return f, err
	}
	for _, history := range papers {
		var s invoicing.State
		for _, e := range history {
			s = s.Evolve(e)
		}
		f.Records = append(f.Records, s.HoldsOf()...)
	}
	f.Exists = len(f.Records) > 0
	sort.Slice(f.Records, func(i, j int) bool {
		a, b := f.Records[i], f.Records[j]
		return a.Resource < b.Resource || a.Resource == b.Resource && a.Place < b.Place
	})
	return f, nil
}

// documents holds a client by every document of theirs: how long it must be kept
// depends on what it is a voucher of, which it does not say.
func (x *Privacy) documents(ctx context.Context, tenant, subject string) (f privacy.Facts, err error) {
	theirs := func(first event.Recorded) bool {
		received, ok := first.Payload.(docs.Received)
		return ok && received.Blob.Subject == subject
	}
	histories, err := x.histories(ctx, tenant, docs.Category.Name, theirs)
	if err != nil {
		return f, err
	}
	for id, history := range histories {
		last := civil.FromTime(history[len(history)-1].Meta.Time.UTC())
		f.Records = append(f.Records, privacy.Record{Resource: "document/" + id, Record: retention.Record{LastEntry: last}})
	}
	f.Exists = len(f.Records) > 0
	sort.Slice(f.Records, func(i, j int) bool { return f.Records[i].Resource < f.Records[j].Resource })
	return f, nil
}

func everything(event.Recorded) bool { return true }

// histories reads the streams of a tenant's category whose first event is wanted,
// by id.
func (x *Privacy) histories(ctx context.Context, tenant, category string, wanted func(first event.Recorded) bool) (map[string][]event.Recorded, error) {
	out := map[string][]event.Recorded{}
	err := x.Log.Subscribe(ctx, event.Position{}, []string{category + "-" + tenant + "-"}, func(d eventstore.Delivery) error {
		if d.Event == nil {
			if d.CaughtUp {
				return errAll
			}
			return nil
		}
		e, known, err := x.Log.Decode(ctx, *d.Event)
		var damaged *eventstore.DamagedError
		if errors.As(err, &damaged) {
			return nil // its record says so; here it must not hold up the others
		}
		if err != nil || !known {
			return err
		}
		s, _ := event.ParseStream(e.Stream)
		if out[s.ID] != nil || e.Revision == 0 && wanted(e) {
			out[s.ID] = append(out[s.ID], e)
		}
		return nil
	})
	if !errors.Is(err, errAll) {
		return nil, storeFault(err)
	}
	return out, nil
}
