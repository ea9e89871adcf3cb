// Package taxbook is the in-memory projection of what calculations of indirect
// tax rest on beside the law: imported exchange rates and local sales tax
// rates, and each tenant's commerce configuration. Every node keeps its own,
// fed straight from the log, so that a checkout preview reads no database. A
// node that has not read the log to its head once says so and computes nothing
// from it.
//
// # Size
//
// A table of exchange rates is some 8,000 figures a year. A state's boundary
// file can be some hundred thousand rows, of the order of 100 bytes each in
// memory; states that nobody imports cost nothing. Configurations are small
// and few.
package taxbook

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fx"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/domain/published"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/projections/follow"
)

// Book answers from memory; it is safe for concurrent use.
type Book struct {
	logger *slog.Logger

	mu       sync.RWMutex
	exchange map[string]*exchange
	tables   []*fx.Table // built from exchange when asked for; nil = to be built
	pending  map[string]published.SalesDataset
	local    indirect.LocalRates // replaced, never changed
	configs  map[string]*configuration

	follow.Follower
}

// configuration is a tenant's, and whether a reader may still hold it.
type configuration struct {
	commerce.Config
	lent atomic.Bool
}

// exchange is the latest figure of each rate of one table.
type exchange struct {
	rates     map[rateKey]fx.Rate
	retrieved civil.Date
}

type rateKey struct {
	currency string
	period   civil.Period
}

// New returns an empty book, which is not ready.
func New(logger *slog.Logger) *Book {
	return &Book{
		logger: logger, exchange: map[string]*exchange{}, pending: map[string]published.SalesDataset{}, local: indirect.LocalRates{},
		configs: map[string]*configuration{},
	}
}

// Run follows the log from where the book stands until ctx ends or an event
// cannot be read.
func (b *Book) Run(ctx context.Context, log follow.Source) error {
	prefixes := []string{published.Category.Name + "-", privacy.Category.Name + "-"}
	for _, c := range commerce.Categories() {
		prefixes = append(prefixes, c.Name+"-")
	}
	return b.Follower.Run(ctx, log, prefixes, b.apply, nil)
}

func (b *Book) apply(e event.Recorded) {
	s, _ := event.ParseStream(e.Stream)
	b.mu.Lock()
	defer b.mu.Unlock()
	if s.Category != published.Category.Name {
		b.applyConfig(s.Tenant, e)
		return
	}
	if s.Tenant != tenancy.Platform {
		return // only the platform publishes
	}
	switch p := e.Payload.(type) {
	case published.ExchangeRatesImported:
		b.applyExchange(p)
	case published.SalesRatesImported:
		b.pending[s.ID] = b.pending[s.ID].Evolve(e)
	case published.SalesRatesCompleted:
		b.applySales(s.ID, b.pending[s.ID].Evolve(e))
	}
}

// applyConfig changes a tenant's configuration in place, unless a reader may
// hold it: then a copy takes its place.
func (b *Book) applyConfig(tenant string, e event.Recorded) {
	c := b.configs[tenant]
	switch {
	case c == nil:
		c = &configuration{Config: commerce.NewConfig()}
		b.configs[tenant] = c
	case c.lent.Load():
		c = &configuration{Config: c.Clone()}
		b.configs[tenant] = c
	}
	if f, ok := e.Payload.(privacy.Forgotten); ok {
		c.Forget(f.Subject)
		return
	}
	c.Add(e)
}

func (b *Book) applyExchange(p published.ExchangeRatesImported) {
	x := b.exchange[p.Table]
	if x == nil {
		x = &exchange{rates: map[rateKey]fx.Rate{}}
		b.exchange[p.Table] = x
	}
	for _, r := range p.FX() {
		x.rates[rateKey{r.Currency, r.Period}] = r
	}
	if p.Retrieved.After(x.retrieved) {
		x.retrieved = p.Retrieved
	}
	b.tables = nil
}

// applySales puts a whole dataset in the place of its state's former one. One
// that cannot be read is left out, so that its addresses have no local rate,
// which is refused and never taken for zero.
func (b *Book) applySales(stream string, d published.SalesDataset) {
	delete(b.pending, stream)
	data, err := d.Dataset()
	if err != nil {
		b.logger.Error("imported sales tax rates cannot be read", "stream", stream, "error", err)
		return
	}
	b.local = maps.Clone(b.local)
	b.local[data.State] = data
}

// Ready reports whether the book has read the log to its head once.
func (b *Book) Ready() bool { return b.CaughtUp() }

// Tables are the exchange rates that were imported.
func (b *Book) Tables() []*fx.Table {
	b.mu.RLock()
	tables := b.tables
	b.mu.RUnlock()
	if tables != nil {
		return tables
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tables == nil {
		b.tables = b.build()
	}
	return b.tables
}

func (b *Book) build() []*fx.Table {
	tables := []*fx.Table{}
	for _, id := range slices.Sorted(maps.Keys(b.exchange)) {
		x := b.exchange[id]
		t := fx.NewTable(id, slices.Collect(maps.Values(x.rates)), x.retrieved)
		if t == nil {
			b.logger.Error("an exchange table of an unknown publisher was left out", "table", id)
			continue
		}
		tables = append(tables, t)
	}
	return tables
}

// Local returns the imported local sales tax rates; they are not changed.
func (b *Book) Local() indirect.LocalRates {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.local
}

// Config returns a tenant's commerce configuration.
func (b *Book) Config(tenant string) commerce.Config {
	b.mu.RLock()
	defer b.mu.RUnlock()
	c := b.configs[tenant]
	if c == nil {
		return commerce.Config{}
	}
	c.lent.Store(true)
	return c.Config
}

// Describe says what is held, for the operator.
func (b *Book) Describe() []string {
	var out []string
	for _, t := range b.Tables() {
		first, last := t.Range()
		out = append(out, fmt.Sprintf("exchange  %-14s %s to %s, %d currencies, retrieved %s", t.ID, first, last, len(t.Currencies()),
			t.Retrieved))
	}
	local := b.Local()
	for _, state := range slices.Sorted(maps.Keys(local)) {
		d := local[state]
		out = append(out, fmt.Sprintf("sales     US-%-11s %s with %s, retrieved %s, %d address lines not used", state, d.RateFile, d.BoundFile,
			d.Imported, d.Addresses))
	}
	return out
}
