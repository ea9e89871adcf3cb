// Package ledgerbook is the in-memory projection of sets of books: their
// settings, own accounts, closed periods and waivers. Every node keeps its own,
// fed straight from the log, so that posting reads no database and waits for
// nobody. What it may not have seen yet, a closing of this very moment, is
// settled by the order of the log.
//
// # Size
//
// A set of books is a few kilobytes and a hundred bytes for each own account.
package ledgerbook

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/projections/follow"
)

// Book answers from memory; it is safe for concurrent use.
type Book struct {
	mu      sync.RWMutex
	ledgers map[key]books.Ledger

	follow.Follower
}

type key struct {
	tenant string
	site   int64
}

// New returns an empty book, which is not ready.
func New() *Book { return &Book{ledgers: map[key]books.Ledger{}} }

// Run follows the log from where the book stands until ctx ends or an event
// cannot be read.
func (b *Book) Run(ctx context.Context, log follow.Source) error {
	return b.Follower.Run(ctx, log, []string{books.Category.Name + "-", books.Accounts.Name + "-"}, b.apply, nil)
}

func (b *Book) apply(e event.Recorded) {
	s, _ := event.ParseStream(e.Stream)
	b.mu.Lock()
	defer b.mu.Unlock()
	k := key{s.Tenant, e.Meta.Site}
	l := b.ledgers[k]
	switch p := e.Payload.(type) {
	case books.AccountSet:
		own := maps.Clone(l.Own)
		if own == nil {
			own = map[books.Code]books.Account{}
		}
		own[p.Code] = p.Account()
		l.Own = own
	default:
		l.State = l.Evolve(e)
	}
	b.ledgers[k] = l
}

// Sites lists those of a tenant that have books of a country, any where it is "".
func (b *Book) Sites(tenant, country string) (sites []int64) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for k, l := range b.ledgers {
		if k.tenant == tenant && l.Exists && (country == "" || l.Country == country) {
			sites = append(sites, k.site)
		}
	}
	slices.Sort(sites)
	return sites
}

// Ledger returns the books of a site; the zero Ledger where there are none.
func (b *Book) Ledger(tenant string, site int64) books.Ledger {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.ledgers[key{tenant, site}]
}
