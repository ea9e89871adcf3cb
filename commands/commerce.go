package commands

import (
	"context"
	"encoding/json"
	"time"

	"github.com/tallystick/tallystick/commands/taxproviders"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect"
)

// TaxBook is what indirect tax rests on beside the law.
type TaxBook interface {
	Config(tenant string) commerce.Config
	Local() indirect.LocalRates
}

// Commerce carries out the commands of a tenant's commerce configuration.
type Commerce struct {
	*Executor
	Book      TaxBook
	Providers map[string]taxproviders.Provider // configured external ones
}

func commerceAggregate[C commerce.Content](k commerce.Kind[C]) Aggregate[commerce.Record[C]] {
	return Aggregate[commerce.Record[C]]{
		Category: k.Category.Name, Evolve: k.Evolve, SiteOf: func(r commerce.Record[C]) int64 { return r.Site },
	}
}

// Facts are what a decision on a record of a site is told.
func (x *Commerce) Facts(c Caller, site int64, zone *time.Location) commerce.Facts {
	config := x.Book.Config(c.Tenant)
	return commerce.Facts{
		Today:  civil.FromTime(x.Now().In(zone)),
		Region: func(id string) bool { return config.HasRegion(id, site) },
		Twin:   config.Twin(site), Duplicate: config.Duplicate(site),
	}
}

// CreateRecord begins a record of the caller's site.
func CreateRecord[C commerce.Content](ctx context.Context, x *Commerce, c Caller, k commerce.Kind[C], operation string, content C,
	zone *time.Location) (Done[commerce.Record[C]], error) {
	return Execute(ctx, x.Executor, c, commerceAggregate(k), Order[commerce.Record[C]]{
		Operation: operation, Permission: "commerce_tax:write", Request: content,
		Decide: func(_ commerce.Record[C], a act.Context) ([]event.Payload, error) {
			if err := MayLayDown(c, c.Site, "the "+k.Noun+" is"); err != nil {
				return nil, err
			}
			return k.Create(content, a, x.Facts(c, c.Site, zone))
		},
	})
}

// ChangeRecord applies a merge patch to a record.
func ChangeRecord[C commerce.Content](ctx context.Context, x *Commerce, c Caller, k commerce.Kind[C], operation, id string,
	patch json.RawMessage, zone *time.Location) (Done[commerce.Record[C]], error) {
	return Execute(ctx, x.Executor, c, commerceAggregate(k), Order[commerce.Record[C]]{
		Operation: operation, Permission: "commerce_tax:write", ID: id, Request: patch,
		Decide: func(r commerce.Record[C], _ act.Context) ([]event.Payload, error) {
			if err := MayLayDown(c, r.Site, "the "+k.Noun+" is"); r.ID != "" && err != nil {
				return nil, err
			}
			return k.Change(r, patch, x.Facts(c, r.Site, zone))
		},
	})
}

// RetireRecord ends a record on a day, today when it is zero.
func RetireRecord[C commerce.Content](ctx context.Context, x *Commerce, c Caller, k commerce.Kind[C], operation, id string, on civil.Date,
	zone *time.Location) (Done[commerce.Record[C]], error) {
	return Execute(ctx, x.Executor, c, commerceAggregate(k), Order[commerce.Record[C]]{
		Operation: operation, Permission: "commerce_tax:write", ID: id, Request: on,
		Decide: func(r commerce.Record[C], _ act.Context) ([]event.Payload, error) {
			if err := MayLayDown(c, r.Site, "the "+k.Noun+" is"); r.ID != "" && err != nil {
				return nil, err
			}
			return k.Retire(r, on, x.Facts(c, r.Site, zone))
		},
	})
}

// ReadRecord returns a record that the caller sees, and its revision.
func ReadRecord[C commerce.Content](ctx context.Context, x *Commerce, c Caller, k commerce.Kind[C], id string) (r commerce.Record[C],
	revision uint64, err error) {
	history, err := x.load(ctx, event.Stream{Category: k.Category.Name, Tenant: c.Tenant, ID: id})
	if err != nil {
		return r, 0, err
	}
	for _, e := range history {
		r, revision = k.Evolve(r, e), e.Revision
	}
	if r.ID == "" || !Sees(c, r.Site) {
		return r, 0, fault.New(fault.NotFound, "there is no such %s", k.Noun)
	}
	return r, revision, nil
}

// load returns a stream's events; none where its name is none.
func (x *Commerce) load(ctx context.Context, s event.Stream) ([]event.Recorded, error) {
	if _, ok := event.ParseStream(s.String()); !ok {
		return nil, nil
	}
	history, err := x.Log.Load(ctx, s.String())
	return history, storeFault(err)
}
