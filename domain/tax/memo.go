package tax

import (
	"maps"
	"sync"
	"sync/atomic"
)

// Memo keeps what was worked out for a key. Values are shared and must not be
// changed. Its zero value keeps nothing yet. Finding takes no lock and no memory;
// keeping copies what is kept, which is little and soon all there is.
type Memo[K comparable, V any] struct {
	kept atomic.Pointer[map[K]V]
	mu   sync.Mutex // held by who keeps
}

// Find returns what is kept for a key.
func (m *Memo[K, V]) Find(k K) (v V, ok bool) {
	if kept := m.kept.Load(); kept != nil {
		v, ok = (*kept)[k]
	}
	return v, ok
}

// Keep keeps a value, unless there are most already, or one for the key.
func (m *Memo[K, V]) Keep(k K, v V, most int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	next := map[K]V{}
	if kept := m.kept.Load(); kept != nil {
		if _, there := (*kept)[k]; there || len(*kept) >= most {
			return
		}
		next = maps.Clone(*kept)
	}
	next[k] = v
	m.kept.Store(&next)
}
