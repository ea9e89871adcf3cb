package tax

import (
	"sync"
	"sync/atomic"
)

// Memo keeps what was worked out for a key. Values are shared and must not be
// changed. Its zero value keeps nothing yet.
type Memo[K comparable, V any] struct {
	kept sync.Map
	n    atomic.Int64
}

// Find returns what is kept for a key.
func (m *Memo[K, V]) Find(k K) (v V, ok bool) {
	kept, ok := m.kept.Load(k)
	if ok {
		v = kept.(V)
	}
	return v, ok
}

// Keep keeps a value, unless there are most already; callers that keep at the
// same moment may each add one more.
func (m *Memo[K, V]) Keep(k K, v V, most int) {
	if m.n.Load() >= int64(most) {
		return
	}
	if _, there := m.kept.LoadOrStore(k, v); !there {
		m.n.Add(1)
	}
}
