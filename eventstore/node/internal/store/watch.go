package store

import "sync"

// Watcher is woken after commits that may concern it.
type Watcher struct {
	// C receives after a commit. It holds one wake-up, so many commits between
	// two receives are one.
	C <-chan struct{}

	c      chan struct{}
	of     *watchers
	stream string // "" for all
	match  func(stream, typ []byte) bool
	every  uint64
	missed uint64 // events since the last wake-up, owned by the notifier
}

func (w *Watcher) wake() { wake(w.c) }

// Close ends the watch.
func (w *Watcher) Close() { w.of.remove(w) }

// Watch returns a watcher of one stream. A commit that happens after Watch
// returned is never missed.
func (s *Store) Watch(stream string) *Watcher { return s.watchers.add(&Watcher{stream: stream}) }

// WatchAll returns a watcher of all events, or of those that match, if match is
// not nil. It is then also woken after every events that did not match, if every
// is not 0.
func (s *Store) WatchAll(match func(stream, typ []byte) bool, every uint64) *Watcher {
	return s.watchers.add(&Watcher{match: match, every: every})
}

// watchers keeps those who wait so that a commit touches few of them: by stream,
// and all the others apart. Those with a filter are looked at by a goroutine of
// their own (notify), so that a thousand of them do not slow the writer.
type watchers struct {
	mu       sync.Mutex
	byStream map[string]map[*Watcher]struct{}
	all      map[*Watcher]struct{}
	filtered map[*Watcher]struct{}

	news    chan struct{} // something was added to fresh
	freshMu sync.Mutex
	fresh   headers // committed and not yet looked at by notify
	lost    bool    // fresh was full: wake all
}

// headers is what filters need of some events.
type headers struct {
	bytes  []byte
	events []header
}

// header says where the stream of an event begins in bytes, where its type does,
// and where that ends.
type header struct{ stream, typ, end int }

func (h *headers) add(stream, typ string) {
	begin := len(h.bytes)
	h.bytes = append(append(h.bytes, stream...), typ...)
	h.events = append(h.events, header{begin, begin + len(stream), len(h.bytes)})
}

func (h *headers) reset() { h.bytes, h.events = h.bytes[:0], h.events[:0] }

// freshMax bounds what waits for notify.
const freshMax = 4096

func newWatchers() *watchers {
	return &watchers{
		byStream: map[string]map[*Watcher]struct{}{},
		all:      map[*Watcher]struct{}{},
		filtered: map[*Watcher]struct{}{},
		news:     make(chan struct{}, 1),
	}
}

func (ws *watchers) add(w *Watcher) *Watcher {
	w.c = make(chan struct{}, 1)
	w.C, w.of = w.c, ws
	ws.mu.Lock()
	defer ws.mu.Unlock()
	switch {
	case w.stream != "":
		if ws.byStream[w.stream] == nil {
			ws.byStream[w.stream] = map[*Watcher]struct{}{}
		}
		ws.byStream[w.stream][w] = struct{}{}
	case w.match != nil:
		ws.filtered[w] = struct{}{}
	default:
		ws.all[w] = struct{}{}
	}
	return w
}

func (ws *watchers) remove(w *Watcher) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	delete(ws.all, w)
	delete(ws.filtered, w)
	delete(ws.byStream[w.stream], w)
	if len(ws.byStream[w.stream]) == 0 {
		delete(ws.byStream, w.stream)
	}
}

// committed wakes who waits for a commit. The publisher calls it after the head
// has moved.
func (ws *watchers) committed(tx *tx) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	for w := range ws.all {
		w.wake()
	}
	if len(ws.byStream) > 0 {
		for i := range tx.changes {
			for w := range ws.byStream[tx.changes[i].stream] {
				w.wake()
			}
		}
	}
	if len(ws.filtered) > 0 {
		ws.post(tx.staged)
	}
}

func (ws *watchers) post(staged []stagedEvent) {
	ws.freshMu.Lock()
	defer ws.freshMu.Unlock()
	for i := range staged {
		if len(ws.fresh.events) == freshMax {
			ws.lost = true
			break
		}
		ws.fresh.add(staged[i].stream.name, staged[i].typ)
	}
	wake(ws.news)
}

// notify wakes watchers with a filter until stopped is closed.
func (ws *watchers) notify(stopped <-chan struct{}) {
	var batch headers
	for {
		select {
		case <-ws.news:
		case <-stopped:
			return
		}
		ws.freshMu.Lock()
		batch.reset()
		batch, ws.fresh = ws.fresh, batch
		lost := ws.lost
		ws.lost = false
		ws.freshMu.Unlock()

		ws.mu.Lock()
		for w := range ws.filtered {
			if lost || w.concerned(&batch) {
				w.missed = 0
				w.wake()
			}
		}
		ws.mu.Unlock()
	}
}

func (w *Watcher) concerned(batch *headers) bool {
	w.missed += uint64(len(batch.events))
	if w.every > 0 && w.missed >= w.every {
		return true
	}
	for _, h := range batch.events {
		if w.match(batch.bytes[h.stream:h.typ], batch.bytes[h.typ:h.end]) {
			return true
		}
	}
	return false
}
