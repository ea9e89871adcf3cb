package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/consultation"
	"github.com/tallystick/tallystick/domain/event"
)

const consultOperation = "tax_ids.validate"

// consultPermission is what asking a register needs; its answer is kept.
const consultPermission = access.Permission("calculations:run")

var consultations = Aggregate[consultation.Consultation]{
	Category: consultation.Category.Name, Evolve: consultation.Consultation.Evolve,
	SiteOf: func(c consultation.Consultation) int64 { return c.Site },
}

// RecordConsultation keeps a register's answer; its id is given here.
func RecordConsultation(ctx context.Context, x *Executor, c Caller, of consultation.Consultation) (Done[consultation.Consultation], error) {
	return Execute(ctx, x, c, consultations, Order[consultation.Consultation]{
		Operation: consultOperation, Permission: consultPermission, Request: of,
		Decide: func(was consultation.Consultation, a act.Context) ([]event.Payload, error) {
			kept := of
			kept.ID = a.NewID(0)
			return kept.Record(was), nil
		},
	})
}

// ReadConsultation returns a stored answer of a register that the caller sees;
// nil = there is none of that id.
func ReadConsultation(ctx context.Context, x *Executor, c Caller, id string) (*consultation.Consultation, error) {
	s := event.Stream{Category: consultation.Category.Name, Tenant: c.Tenant, ID: id}.String()
	if _, ok := event.ParseStream(s); !ok {
		return nil, nil
	}
	history, err := x.Log.Load(ctx, s)
	if err != nil {
		return nil, storeFault(err)
	}
	var found consultation.Consultation
	for _, e := range history {
		found = found.Evolve(e)
	}
	if found.ID == "" || found.Site != 0 && !Sees(c, found.Site) {
		return nil, nil
	}
	return &found, nil
}

// Consulted is what proposals are made with, with the stored answer that the other party's
// evidence names. Errors: those of the store.
func (x *Books) Consulted(ctx context.Context, c Caller, f booking.Facts, named string) (booking.Facts, error) {
	if named == "" {
		return f, nil
	}
	var err error
	f.Consulted, err = ReadConsultation(ctx, x.Executor, c, named)
	return f, err
}
