package taxproviders

import (
	"sync"
	"time"
)

// After missesMax calls in a row that nobody answered, a provider is left alone
// for restFor: checkouts do not each wait for it. Then one call tries again
// while the others still do not wait.
const (
	missesMax = 3
	restFor   = 5 * time.Second
)

// rest is whether a provider is left alone.
type rest struct {
	now func() time.Time

	mu     sync.Mutex
	misses int
	until  time.Time // zero = it answers, as far as is known
}

// admits reports whether a checkout may ask.
func (r *rest) admits() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch now := r.now(); {
	case r.until.IsZero():
		return true
	case now.Before(r.until):
		return false
	default:
		r.until = now.Add(restFor)
		return true
	}
}

// saw notes whether a call was answered, whatever the answer.
func (r *rest) saw(answered bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if answered {
		r.misses, r.until = 0, time.Time{}
		return
	}
	if r.misses++; r.misses >= missesMax {
		r.until = r.now().Add(restFor)
	}
}
