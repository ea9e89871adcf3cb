package http

import (
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"github.com/tallystick/tallystick/domain/fault"
)

// throttle limits the questions of each principal; calculators never pass it.
type throttle struct {
	perSecond rate.Limit
	burst     int
	limiters  *lru.Cache[string, *rate.Limiter]
}

// principalsMax bounds the memory of the throttle; who falls out starts with a
// full burst again.
const principalsMax = 10_000

func newThrottle(perSecond float64, burst int) *throttle {
	cache, err := lru.New[string, *rate.Limiter](principalsMax)
	if err != nil {
		panic(err) // only a size below 1 fails
	}
	return &throttle{rate.Limit(perSecond), burst, cache}
}

func (t *throttle) admit(principal string, now time.Time) error {
	l, ok := t.limiters.Get(principal)
	if !ok {
		l = rate.NewLimiter(t.perSecond, t.burst)
		if earlier, there, _ := t.limiters.PeekOrAdd(principal, l); there {
			l = earlier
		}
	}
	r := l.ReserveN(now, 1)
	if wait := r.DelayFrom(now); wait > 0 {
		r.CancelAt(now)
		e := fault.New(fault.Throttled, "at most %d questions at once and %.3g a second", t.burst, float64(t.perSecond))
		e.Retry = wait
		return e
	}
	return nil
}
