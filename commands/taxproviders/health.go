package taxproviders

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Health is how a provider answered when it was asked.
type Health struct {
	Err       error // nil = it would compute
	CheckedAt time.Time
	Took      time.Duration
}

// healthAge is how long an answer stands: callers that look every second are
// one question in fifteen to a provider that counts them.
const healthAge = 15 * time.Second

// memory holds a provider's last answer. Those who ask at once wait for one
// question.
type memory struct {
	now    func() time.Time
	failed atomic.Bool // a call has failed since: what it said before is in doubt

	mu   sync.Mutex
	last Health
}

// health answers from memory, or asks. A caller who goes away does not cut the
// question short: its answer is for those who come after too.
func (m *memory) health(ctx context.Context, check func(context.Context) error) Health {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	age := now.Sub(m.last.CheckedAt)
	if m.last.CheckedAt.IsZero() || age < 0 || age >= healthAge || m.last.Err == nil && m.failed.Load() {
		err := check(context.WithoutCancel(ctx))
		m.failed.Store(false)
		m.last = Health{Err: err, CheckedAt: now, Took: m.now().Sub(now)}
	}
	return m.last
}
