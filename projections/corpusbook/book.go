// Package corpusbook is the in-memory projection of the corpus: its sources, its
// releases and which of them is live. Every node keeps its own, fed straight from the
// log, so that an answer pins the live release without reading a database.
//
// # Size
//
// A source has some 2 KiB here and a release 1 KiB; texts are files.
package corpusbook

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/corpus"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/projections/follow"
)

// Book answers from memory; it is safe for concurrent use.
type Book struct {
	mu       sync.RWMutex
	sources  map[string]corpus.Source
	releases map[string]corpus.Release
	live     corpus.Pointer
	held     map[string]Recheck // by release's record: how it stands against this binary's law
	woken    chan struct{}

	follow.Follower
}

// Recheck is how a release that was checked against other law stands against this
// binary's.
type Recheck struct {
	Release string // that answers pin; "" = it is blocked
	Why     string
}

// New returns an empty book, which is not ready.
func New() *Book {
	return &Book{sources: map[string]corpus.Source{}, releases: map[string]corpus.Release{}, held: map[string]Recheck{},
		woken: make(chan struct{}, 1)}
}

// Run follows the log from where the book stands until ctx ends or an event cannot be
// read.
func (b *Book) Run(ctx context.Context, log follow.Source) error {
	return b.Follower.Run(ctx, log, []string{corpus.Sources.Name + "-", corpus.Releases.Name + "-", corpus.Lives.Name + "-"}, b.apply, b.wake)
}

func (b *Book) apply(e event.Recorded) {
	s, _ := event.ParseStream(e.Stream)
	b.mu.Lock()
	defer b.mu.Unlock()
	switch s.Category {
	case corpus.Sources.Name:
		b.sources[s.ID] = b.sources[s.ID].Evolve(e)
	case corpus.Releases.Name:
		b.releases[s.ID] = b.releases[s.ID].Evolve(e)
	case corpus.Lives.Name:
		b.live = b.live.Evolve(e)
	}
	b.wake()
}

func (b *Book) wake() {
	select {
	case b.woken <- struct{}{}:
	default:
	}
}

// Woken tells that something changed.
func (b *Book) Woken() <-chan struct{} { return b.woken }

// ErrBehind says that the book has not read the log to its head yet.
var ErrBehind = errors.New("the corpus has not been read yet")

// Release is what answers pin now. A release that was checked against other law than
// this binary's counts once it has been held against it.
func (b *Book) Release() (string, error) {
	if !b.CaughtUp() {
		return "", ErrBehind
	}
	b.mu.RLock()
	defer b.mu.RUnlock()
	if name, _, ok := b.serving(); ok {
		return name, nil
	}
	return law.Release(), nil
}

// serving is the live release with its name; false where the built-in serves alone.
func (b *Book) serving() (name string, s corpus.Standing, ok bool) {
	if b.live.Now == nil {
		return "", s, false
	}
	s = *b.live.Now
	if s.Law == law.Release() {
		return s.Release, s, true
	}
	r := b.held[s.ReleaseID]
	return r.Release, s, r.Release != ""
}

// Serving is the live release where it serves; false where the built-in does alone.
func (b *Book) Serving() (name string, s corpus.Standing, ok bool) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.serving()
}

// Rechecked notes how a release stands against this binary's law.
func (b *Book) Rechecked(record string, r Recheck) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held[record] = r
}

// Unserved says why the live release does not serve; "" = it does, or none is live.
func (b *Book) Unserved() string {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if _, s, ok := b.serving(); !ok && b.live.Now != nil {
		if r, known := b.held[s.ReleaseID]; known {
			return r.Why
		}
		return "it is being held against the law of this binary"
	}
	return ""
}

// Conflicts are those that a person has left open in the release that serves.
func (b *Book) Conflicts() (out []answer.SourceConflict) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	_, s, ok := b.serving()
	if !ok {
		return nil
	}
	for _, d := range s.Decisions {
		if d.Open {
			parameter, _, _ := strings.Cut(d.Parameter, "@")
			out = append(out, answer.SourceConflict{Parameter: parameter, CitationIDs: d.CitationIDs,
				Reason: "The text that is cited for it, as it is held, does not bear the value out; a person has left the matter open."})
		}
	}
	return out
}

// Live is which release is live.
func (b *Book) Live() corpus.Pointer {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.live
}

// Source returns a source.
func (b *Book) Source(id string) (corpus.Source, bool) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	s, ok := b.sources[id]
	return s, ok && s.ID != ""
}

// Sources lists them by name.
func (b *Book) Sources() []corpus.Source {
	b.mu.RLock()
	defer b.mu.RUnlock()
	out := make([]corpus.Source, 0, len(b.sources))
	for _, s := range b.sources {
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, c corpus.Source) int { return strings.Compare(a.ID, c.ID) })
	return out
}

// Find returns a release by its record's id, or by the id that answers pin: that
// which was live, where several imports came to the same texts.
func (b *Book) Find(id string) (corpus.Release, bool) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if r, ok := b.releases[id]; ok && r.Exists() {
		return r, true
	}
	var found corpus.Release
	for _, r := range b.ordered() {
		if r.Validated == nil || r.Validated.Release != id {
			continue
		}
		if _, was := b.live.Fate[r.ReleaseID]; was {
			return r, true
		}
		if !found.Exists() {
			found = r
		}
	}
	return found, found.Exists()
}

// Releases lists them, the latest first.
func (b *Book) Releases() []corpus.Release {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.ordered()
}

func (b *Book) ordered() []corpus.Release {
	out := make([]corpus.Release, 0, len(b.releases))
	for _, r := range b.releases {
		if r.Exists() {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, c corpus.Release) int {
		if d := c.ImportedAt.Compare(a.ImportedAt); d != 0 {
			return d
		}
		return strings.Compare(a.ReleaseID, c.ReleaseID)
	})
	return out
}

// Status of a release, with what became of it as the live one.
func (b *Book) Status(r corpus.Release) corpus.Status {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if fate, ok := b.live.Fate[r.ReleaseID]; ok {
		return fate
	}
	return r.Status
}

// keptBefore and keptAhead are how many releases' indexes a node keeps beside the
// live one: of those that were live, so that a rollback finds them, and of those that
// are valid.
const keptBefore, keptAhead = 3, 3

// Wanted are the releases whose indexes a node keeps, the live one first.
func (b *Book) Wanted() (out []corpus.Standing) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	add := func(s corpus.Standing) {
		if !slices.ContainsFunc(out, func(x corpus.Standing) bool { return x.ReleaseID == s.ReleaseID }) {
			out = append(out, s)
		}
	}
	if b.live.Now != nil {
		add(*b.live.Now)
	}
	if w := b.live.Waiting; w != nil && w.To != "" {
		for _, s := range b.live.History {
			if s.ReleaseID == w.To {
				add(s)
			}
		}
	}
	for i := len(b.live.History) - 1; i >= max(0, len(b.live.History)-1-keptBefore); i-- {
		add(b.live.History[i])
	}
	for i, r := range b.promotable() {
		if i == keptAhead {
			break
		}
		add(Standing(r))
	}
	return out
}

// promotable are the releases that follow what is live and may be promoted, the one
// that was checked last first: to check a release again is how its index is asked for.
func (b *Book) promotable() []corpus.Release {
	out := slices.DeleteFunc(b.ordered(), func(r corpus.Release) bool {
		_, was := b.live.Fate[r.ReleaseID]
		return was || r.Status != corpus.Valid || r.Validated == nil || r.Validated.Base != b.live.LiveRecord()
	})
	slices.SortStableFunc(out, func(a, c corpus.Release) int { return c.UpdatedAt.Compare(a.UpdatedAt) })
	return out
}

// Standing is a release that was checked, as it would stand when promoted.
func Standing(r corpus.Release) corpus.Standing {
	v := r.Validated
	return corpus.Standing{ReleaseID: r.ReleaseID, Release: v.Release, Law: v.Law, Manifest: v.Manifest, Report: v.Report,
		Passages: v.Passages}
}
