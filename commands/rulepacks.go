package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/tax/overlay"
)

// RulePackKind is what a tenant lays over the law of one place.
var RulePackKind = Kind[overlay.State]{
	Aggregate: Aggregate[overlay.State]{Category: overlay.Category.Name, Evolve: overlay.State.Evolve},
	Noun:      "rule pack", Exists: func(s overlay.State) bool { return s.PackID != "" },
}

// LawBook knows what each tenant has laid over the law.
type LawBook interface {
	// CaughtUp reports whether all packs have been read once.
	CaughtUp() bool
	// Env is what a tenant's next pack is checked against.
	Env(tenant string) overlay.Env
}

// PublishRulePack is the one verb of rule packs. It goes through Do, which begins a
// pack that is not there yet under the id that its name gives.
func PublishRulePack(book LawBook) Verb[overlay.State, overlay.PublishPack] {
	v := Informed[overlay.State, overlay.Env, overlay.PublishPack]("rule_packs.publish", "rule_packs:publish", RulePackKind,
		func(ctx context.Context, c Caller, _ overlay.State, _ overlay.PublishPack) (overlay.Env, error) {
			if !book.CaughtUp() {
				return overlay.Env{}, fault.New(fault.StoreUnavailable, "the rule packs have not been read yet")
			}
			return book.Env(c.Tenant), nil
		})
	v.Permits = func(c Caller, _ overlay.PublishPack) error { return MayLayDown(c, 0, "the rule pack is") }
	v.Of.Exists = func(overlay.State) bool { return true } // the first publication begins it
	return v
}

// RulePackStream is the stream of a tenant's pack.
func RulePackStream(tenant, pack string) string {
	return event.Stream{Category: overlay.Category.Name, Tenant: tenant, ID: overlay.StreamID(pack)}.String()
}
