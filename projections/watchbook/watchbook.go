// Package watchbook is the in-memory projection of what each tenant knows of the
// sources of the law: what is watched, how it reads, which notices are open.
// Every node keeps its own, fed straight from the log, so that an answer asks no
// database whether its law is still as it was.
//
// # Size
//
// A hundred bytes for each source that was ever looked at.
package watchbook

import (
	"context"
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/legislative"
	"github.com/tallystick/tallystick/projections/follow"
)

// Book answers from memory; it is safe for concurrent use.
type Book struct {
	mu     sync.RWMutex
	places map[string]map[string]legislative.State // by tenant and folder

	follow.Follower
}

// New returns an empty book, which is not ready.
func New() *Book { return &Book{places: map[string]map[string]legislative.State{}} }

// Run follows the log from where the book stands until ctx ends or an event
// cannot be read.
func (b *Book) Run(ctx context.Context, log follow.Source) error {
	return b.Follower.Run(ctx, log, []string{legislative.Category.Name + "-"}, b.apply, nil)
}

func (b *Book) apply(e event.Recorded) {
	s, _ := event.ParseStream(e.Stream)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.places[s.Tenant] == nil {
		b.places[s.Tenant] = map[string]legislative.State{}
	}
	folder := strings.ReplaceAll(s.ID, "_", "-")
	b.places[s.Tenant][folder] = b.places[s.Tenant][folder].Evolve(e)
}

// Place returns what a tenant knows of a place's sources.
func (b *Book) Place(tenant, folder string) legislative.State {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.places[tenant][folder]
}

// Noticed lists the places in which a tenant has open notices, each with the day
// of the first.
func (b *Book) Noticed(tenant string) map[string]civil.Date {
	b.mu.RLock()
	defer b.mu.RUnlock()
	var out map[string]civil.Date
	for folder, s := range b.places[tenant] {
		for _, x := range s.Sources {
			if x.Notice == nil {
				continue
			}
			day := civil.FromTime(x.Notice.OpenedAt.UTC())
			if first, ok := out[folder]; !ok || day.Before(first) {
				if out == nil {
					out = map[string]civil.Date{}
				}
				out[folder] = day
			}
		}
	}
	return out
}
