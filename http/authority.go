package http

import (
	"context"
	"slices"
	"time"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/fault"
)

// authorityInterval is how often a long call looks at what ends by the clock
// alone: a key that expires, a log that falls silent.
const authorityInterval = 500 * time.Millisecond

// whileAuthorised is a context that ends when the caller would not be let in as
// before, when this node can no longer tell, or when the process stops; its
// cause says which. The directory's own changes wake it.
func (s *Server) whileAuthorised(ctx context.Context, c *Call) (context.Context, context.CancelFunc) {
	live, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(s.Draining, func() { cancel(fault.New(fault.StoreUnavailable, "this node is stopping")) })
	go func() {
		clock := time.NewTicker(authorityInterval)
		defer clock.Stop()
		for {
			changed := s.Directory.Changed()
			if err := s.stillIn(c); err != nil {
				cancel(err)
				return
			}
			select {
			case <-changed:
			case <-clock.C:
			case <-live.Done():
				return
			}
		}
	}()
	return live, func() {
		stop()
		cancel(nil)
	}
}

// stillIn reports whether the caller has what they came in with.
// Errors: fault.StoreUnavailable; fault.Unauthenticated; fault.RoleForbidden.
func (s *Server) stillIn(c *Call) error {
	if !s.Directory.Ready() {
		return logLost()
	}
	_, p, refusal := s.Directory.Authenticate(c.token, s.Now())
	switch {
	case refusal != "":
		return fault.New(fault.Unauthenticated, "the key has ended")
	case p.Role != c.Principal.Role || p.Sites.All != c.Principal.Sites.All || !slices.Equal(p.Sites.Numbers, c.Principal.Sites.Numbers),
		!access.Table.Allows(p.Role, c.operation.Permission):
		return fault.New(fault.RoleForbidden, "the principal's rights have changed")
	}
	return nil
}
