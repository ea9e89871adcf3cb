package tax

import (
	"maps"
	"sync/atomic"
)

// Memo keeps what was worked out for a key; reading takes no lock. Values are
// shared and must not be changed. Its zero value keeps nothing yet.
type Memo[K comparable, V any] struct {
	kept atomic.Pointer[map[K]V]
}

// Find returns what is kept for a key.
func (m *Memo[K, V]) Find(k K) (v V, ok bool) {
	if kept := m.kept.Load(); kept != nil {
		v, ok = (*kept)[k]
	}
	return v, ok
}

// Keep keeps a value, unless there are most already or another was kept at the
// same moment: then the key is worked out once more.
func (m *Memo[K, V]) Keep(k K, v V, most int) {
	kept := m.kept.Load()
	next := map[K]V{k: v}
	if kept != nil {
		if len(*kept) >= most {
			return
		}
		maps.Copy(next, *kept)
	}
	m.kept.CompareAndSwap(kept, &next)
}
