package commands

import (
	"context"
	"errors"
	"slices"
	"sort"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/answerrecord"
	"github.com/tallystick/tallystick/domain/cases"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
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

// facts are what the log holds of a subject, by what each category declares in
// holdings.go.
func (x *Privacy) facts(ctx context.Context, tenant, subject string) (f privacy.Facts, err error) {
	kind, id, err := privacy.Parse(subject)
	if err != nil {
		return f, err
	}
	if kind == "principal" {
		return x.principal(ctx, tenant, id)
	}
	named, err := x.naming(ctx, tenant, subject)
	if err != nil {
		return f, err
	}
	today := civil.FromTime(x.Now().UTC())
	for _, h := range Holdings {
		f.Exists = f.Exists || len(named[h.Category]) > 0
		for _, stream := range named[h.Category] {
			if h.Holds == nil {
				break
			}
			history, err := x.Log.Load(ctx, stream)
			if err != nil {
				return f, storeFault(err)
			}
			f.Records = append(f.Records, h.Holds(history, subject, today)...)
		}
	}
	f.Records = together(f.Records)
	sort.Slice(f.Records, func(i, j int) bool {
		a, b := f.Records[i], f.Records[j]
		return a.Resource < b.Resource || a.Resource == b.Resource && a.Place < b.Place
	})
	return f, nil
}

// naming lists the streams with texts or files under a subject, by category. It looks
// through every category that holds any: what one declares of the kinds of its subjects
// is no reason to pass it over, since what it forgot to declare would hold nobody.
func (x *Privacy) naming(ctx context.Context, tenant, subject string) (map[string][]string, error) {
	var categories []string
	for _, h := range Holdings {
		categories = append(categories, h.Category)
	}
	named := map[string][]string{}
	err := x.each(ctx, tenant, categories, func(e event.Recorded) {
		if slices.Contains(SubjectsOf(e.Payload), subject) {
			s, _ := event.ParseStream(e.Stream)
			if !slices.Contains(named[s.Category], e.Stream) {
				named[s.Category] = append(named[s.Category], e.Stream)
			}
		}
	})
	return named, err
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
	histories, err := x.histories(ctx, tenant, cases.Category.Name)
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
	histories, err := x.histories(ctx, tenant, answerrecord.Category.Name)
	asked := map[string]bool{}
	for answer, history := range histories {
		if history[0].Meta.Principal == id {
			asked[answer] = true
		}
	}
	return asked, err
}

var errAll = errors.New("all has been read")

// histories reads the streams of a tenant's category, by id.
func (x *Privacy) histories(ctx context.Context, tenant, category string) (map[string][]event.Recorded, error) {
	out := map[string][]event.Recorded{}
	err := x.each(ctx, tenant, []string{category}, func(e event.Recorded) {
		s, _ := event.ParseStream(e.Stream)
		out[s.ID] = append(out[s.ID], e)
	})
	return out, err
}

// each reads every event of some of a tenant's categories, in the order of the log.
func (x *Privacy) each(ctx context.Context, tenant string, categories []string, do func(event.Recorded)) error {
	var prefixes []string
	for _, category := range categories {
		prefixes = append(prefixes, category+"-"+tenant+"-")
	}
	err := x.Log.Subscribe(ctx, event.Position{}, prefixes, func(d eventstore.Delivery) error {
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
		do(e)
		return nil
	})
	if !errors.Is(err, errAll) {
		return storeFault(err)
	}
	return nil
}
