package projections

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/readmodels"
)

// A projection that fails is put alone: it tries again by itself, further and
// further apart, while the others go on. What concerns the log, the database or the
// lead concerns all, and is nobody's failure.

// failure is why one projection cannot go on.
type failure struct {
	projection Projection
	err        error
	handling   bool // it came of one event, while nothing outside was asked
}

func (f *failure) Error() string {
	return fmt.Sprintf("projections: %s: %v", readmodels.SchemaOf(f.projection.Name, f.projection.Version), f.err)
}
func (f *failure) Unwrap() error { return f.err }

// failureOf finds whose failure an error is; nil = it is everybody's.
func (r *Runner) failureOf(err error) *failure {
	var f *failure
	if errors.As(err, &f) && f.handling {
		return f // whatever its words are
	}
	var unknown *event.ErrUnknownType
	if err == nil || fault.As(err) != nil || errors.As(err, &unknown) || errors.Is(err, readmodels.ErrMoved) ||
		errors.Is(err, readmodels.ErrSuperseded) || errors.Is(err, context.Canceled) {
		return nil
	}
	if f != nil {
		return f
	}
	var move *readmodels.MoveError
	if errors.As(err, &move) {
		for _, p := range r.Projections {
			if p.Name == move.Name && p.Version == move.Version {
				return &failure{projection: p, err: move.Err}
			}
		}
	}
	return nil
}

// Failing names the projections that cannot go on, each with its reason.
func (r *Runner) Failing() []string {
	r.telling.Lock()
	defer r.telling.Unlock()
	names := make([]string, 0, len(r.failing))
	for name, why := range r.failing {
		names = append(names, name+": "+why)
	}
	slices.Sort(names)
	return names
}

func (r *Runner) fails(p Projection) bool {
	r.telling.Lock()
	defer r.telling.Unlock()
	return r.failing[readmodels.SchemaOf(p.Name, p.Version)] != ""
}

// putAlone notes a failure.
func (r *Runner) putAlone(f *failure) {
	name := readmodels.SchemaOf(f.projection.Name, f.projection.Version)
	r.telling.Lock()
	if r.failing == nil {
		r.failing = map[string]string{}
	}
	again := r.failing[name] == f.err.Error()
	r.failing[name] = f.err.Error()
	r.telling.Unlock()
	if !again {
		r.Logger.Error("a projection is put alone; the others go on", "projection", name, "error", f.err)
	}
}

// recovered notes that members of a group have gone on.
func (r *Runner) recovered(g *group) {
	r.telling.Lock()
	defer r.telling.Unlock()
	for _, p := range g.members {
		delete(r.failing, readmodels.SchemaOf(p.Name, p.Version))
	}
}

const (
	alonePauseMin = 100 * time.Millisecond
	alonePauseMax = 30 * time.Second
)

// feedAlone feeds one projection that has failed, until ctx ends or something
// happens that concerns all.
func (r *Runner) feedAlone(ctx context.Context, p Projection) error {
	tries := 0 // in vain
	for pause := alonePauseMin; ; pause = min(2*pause, alonePauseMax) {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		groups, _, err := r.place(ctx, []Projection{p})
		if err == nil && len(groups) == 1 {
			groups[0].alone, groups[0].given = true, tries >= r.triesMax()
			err = r.feed(ctx, groups[0])
		}
		f := r.failureOf(err)
		if f == nil && err != nil {
			return err
		}
		if tries++; !r.fails(p) {
			pause, tries = alonePauseMin/2, 0 // it had gone on meanwhile
		}
		if f != nil {
			r.putAlone(f)
		}
	}
}

// triesMax is how often a projection tries events that it cannot take, where none comes
// after them: a minute and a half.
func (r *Runner) triesMax() int {
	if r.Tries > 0 {
		return r.Tries
	}
	return 10
}
