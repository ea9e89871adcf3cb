// Package lawbook is the in-memory projection of what tenants lay over the
// embedded law, and of what they offer of what it covers. Every node keeps its own, fed straight from the log, so that a
// calculation reads no database; a node that has not read the log to its head
// once says so, and computes nothing for a tenant from it.
//
// # Size
//
// A pack is at most 60 KiB. What calculators work out from it is built when a
// tenant first asks, and again after the tenant's next publication.
package lawbook

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/coverage"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/overlay"
	"github.com/tallystick/tallystick/projections/follow"
)

// Book answers from memory; it is safe for concurrent use.
type Book struct {
	logger    *slog.Logger
	resolvers []law.Resolver

	mu      sync.RWMutex
	tenants map[string]*tenant

	follow.Follower
}

type tenant struct {
	standing map[string]overlay.Standing // replaced, never changed
	laid     func() (*law.Overlay, error)
	profiles coverage.State
}

// New returns an empty book, which is not ready. The resolvers are those of every
// calculator that packs reach.
func New(logger *slog.Logger, resolvers []law.Resolver) *Book {
	return &Book{logger: logger, resolvers: resolvers, tenants: map[string]*tenant{}}
}

// Run follows the log from where the book stands until ctx ends or an event
// cannot be read.
func (b *Book) Run(ctx context.Context, log follow.Source) error {
	return b.Follower.Run(ctx, log, []string{overlay.Category.Name + "-", coverage.Category.Name + "-"}, b.apply, nil)
}

func (b *Book) apply(e event.Recorded) {
	s, _ := event.ParseStream(e.Stream)
	b.mu.Lock()
	defer b.mu.Unlock()
	before := b.tenants[s.Tenant]
	if before == nil {
		before = &tenant{laid: func() (*law.Overlay, error) { return nil, nil }}
	}
	if _, ok := e.Payload.(coverage.Seeded); ok {
		b.tenants[s.Tenant] = &tenant{before.standing, before.laid, before.profiles.Evolve(e)}
		return
	}
	next := map[string]overlay.Standing{}
	maps.Copy(next, before.standing)
	switch p := e.Payload.(type) {
	case overlay.Published:
		next[p.PackID] = overlay.Standing{Version: p.Version, Pack: p.Content}
	case overlay.Retired:
		delete(next, strings.ReplaceAll(s.ID, "_", "-"))
	}
	b.tenants[s.Tenant] = &tenant{standing: next, profiles: before.profiles, laid: sync.OnceValues(func() (*law.Overlay, error) {
		o, err := overlay.Lay(next, b.resolvers)
		if err != nil {
			b.logger.Error("the rule packs of a tenant cannot be laid over the law", "tenant", s.Tenant, "error", err)
		}
		return o, err
	})}
}

// ErrBehind says that the book has not read the log to its head yet.
var ErrBehind = errors.New("the rule packs have not been read yet")

// Of returns what a tenant has laid over the law; nil = nothing.
func (b *Book) Of(name string) (*law.Overlay, error) {
	if !b.CaughtUp() {
		return nil, ErrBehind
	}
	b.mu.RLock()
	t := b.tenants[name]
	b.mu.RUnlock()
	if t == nil {
		return nil, nil
	}
	return t.laid()
}

// Profiles is what a tenant offers of what the engine covers.
func (b *Book) Profiles(name string) (coverage.State, error) {
	if !b.CaughtUp() {
		return coverage.State{}, ErrBehind
	}
	b.mu.RLock()
	defer b.mu.RUnlock()
	if t := b.tenants[name]; t != nil {
		return t.profiles, nil
	}
	return coverage.State{}, nil
}

// Env is what a tenant's next pack is checked against.
func (b *Book) Env(name string) overlay.Env {
	b.mu.RLock()
	defer b.mu.RUnlock()
	env := overlay.Env{Resolvers: b.resolvers, Standing: map[string]overlay.Standing{}}
	if t := b.tenants[name]; t != nil {
		maps.Copy(env.Standing, t.standing)
	}
	return env
}

// InForce reports whether a tenant's pack lays this version over the law.
func (b *Book) InForce(name, layer string) bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	t := b.tenants[name]
	if t == nil {
		return false
	}
	for pack, s := range t.standing {
		if overlay.LayerName(pack, s.Version) == layer {
			return true
		}
	}
	return false
}
