package commands

import (
	"context"
	"time"

	"github.com/tallystick/tallystick/commands/taxproviders"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
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
	Zone      func(Caller) *time.Location      // where a caller's civil dates are
}

// CommerceKind is a kind of record as the loop knows it.
func CommerceKind[C commerce.Content](k commerce.Kind[C]) Kind[commerce.Record[C]] {
	return Kind[commerce.Record[C]]{
		Aggregate: Aggregate[commerce.Record[C]]{
			Category: k.Category.Name, Evolve: k.Evolve, SiteOf: func(r commerce.Record[C]) int64 { return r.Site },
		},
		Noun: k.Noun, Exists: func(r commerce.Record[C]) bool { return r.ID != "" },
	}
}

// Facts are what a decision on a record of a site is told.
func (x *Commerce) Facts(c Caller, site int64) commerce.Facts {
	config := x.Book.Config(c.Tenant)
	return commerce.Facts{
		Today:  civil.FromTime(x.Now().In(x.Zone(c))),
		Region: func(id string) bool { return config.HasRegion(id, site) },
		Twin:   config.Twin(site), Duplicate: config.Duplicate(site),
	}
}

// CommerceVerb is what D does to the records of a kind, as rule decides: to one that
// there is, in its site, or to begin one in the caller's.
func CommerceVerb[C commerce.Content, D any](x *Commerce, k commerce.Kind[C], id string,
	rule func(r commerce.Record[C], cmd D, a act.Context, f commerce.Facts) ([]event.Payload, error)) Verb[commerce.Record[C], D] {
	return Verb[commerce.Record[C], D]{
		ID: id, Permission: "commerce_tax:write", Of: CommerceKind(k),
		Decide: func(ctx context.Context, c Caller, r commerce.Record[C], a act.Context, cmd D) ([]event.Payload, error) {
			site := c.Site
			if r.ID != "" {
				site = r.Site
			}
			if err := MayLayDown(c, site, "the "+k.Noun+" is"); err != nil {
				return nil, err
			}
			events, err := rule(r, cmd, a, x.Facts(c, site))
			if err != nil {
				return nil, err
			}
			return events, x.claimRegion(ctx, c, site, r.ID, events)
		},
	}
}
