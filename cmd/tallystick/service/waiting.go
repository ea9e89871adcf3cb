package service

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tallystick/tallystick/eventstore"
)

// Ready waits until the stores answer and the directory knows who there is. It does
// not wait for a log that refuses this service.
func (s *Service) Ready(ctx context.Context) error {
	select {
	case <-s.prepared:
	case <-ctx.Done():
		return fmt.Errorf("the database did not become ready: %w", ctx.Err())
	}
	for !s.Directory.Ready() {
		if err := s.Store.Trouble(); errors.Is(err, eventstore.ErrRefused) {
			return err
		}
		if ctx.Err() != nil {
			return fmt.Errorf("the event log did not become ready: %w", ctx.Err())
		}
		sleep(ctx, 5*time.Millisecond)
	}
	return nil
}

// ReadModelsReady waits until every read model may be listed: the first leader makes them,
// and until then lists answer 503. It goes on for as long as something moves, and tells what
// it waits for. Errors: as Ready, and what Patience says.
func (s *Service) ReadModelsReady(ctx context.Context, tell func(waits string)) error {
	p := Patience{Tell: tell, Now: time.Now}
	for {
		waits, err := s.waits(ctx)
		if err != nil || len(waits) == 0 {
			return err
		}
		if ctx.Err() != nil {
			return fmt.Errorf("%s: %w", strings.Join(waits, "; "), ctx.Err())
		}
		if err := p.Heard(waits); err != nil {
			return err
		}
		sleep(ctx, 20*time.Millisecond)
	}
}

// waits are what keeps the service from being ready with all its read models. Errors: that
// of a log that refuses this service, which no waiting mends.
func (s *Service) waits(ctx context.Context) ([]string, error) {
	select {
	case <-s.prepared:
	default:
		return []string{"the database is being prepared"}, nil
	}
	if s.Directory.Ready() {
		return s.holdups(ctx), nil
	}
	if err := s.Store.Trouble(); errors.Is(err, eventstore.ErrRefused) {
		return nil, err
	}
	return []string{"the event log is being read for who there is"}, nil
}

// Patience waits for something that says what it lacks, for as long as that changes.
type Patience struct {
	Tell func(waits string) // now and then, of the first and how many more; nil = nobody is told
	Now  func() time.Time

	last        string
	moved, told time.Time
}

const (
	// stillMax is how long what is waited for may stay the same. A first start makes a
	// database, and its tables, which on a machine that is busy takes minutes and says nothing.
	stillMax = 5 * time.Minute
	// tellAfter is what most starts need, and how often is told after that.
	tellAfter = 10 * time.Second
)

// Heard takes what is waited for now. Errors: that it has not changed for too long.
func (p *Patience) Heard(waits []string) error {
	now, all := p.Now(), strings.Join(waits, "; ")
	if p.told.IsZero() {
		p.told = now
	}
	if all != p.last {
		p.last, p.moved = all, now
	}
	if still := now.Sub(p.moved); still >= stillMax {
		return fmt.Errorf("nothing has moved for %v: %s", still.Round(time.Second), all)
	}
	if now.Sub(p.told) >= tellAfter && p.Tell != nil && len(waits) > 0 {
		p.told = now
		text := waits[0]
		if more := len(waits) - 1; more > 0 {
			text = fmt.Sprintf("%s; and %d more", text, more)
		}
		p.Tell(text)
	}
	return nil
}
