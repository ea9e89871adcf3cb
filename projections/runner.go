package projections

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/readmodels"
)

// Source is what projections need of the log.
type Source interface {
	Subscribe(ctx context.Context, from event.Position, prefixes []string, deliver func(eventstore.Delivery) error) error
	Decode(ctx context.Context, raw eventstore.Raw) (event.Recorded, bool, error)
}

// Runner feeds projections.
type Runner struct {
	Source      Source
	DB          *readmodels.DB
	Projections []Projection
	Categories  []string // every registered one
	Logger      *slog.Logger
	Observe     func(events int, lag time.Duration) // per batch; nil = nobody

	stopped atomic.Pointer[string] // why it will not go on by itself
}

// batchMax bounds a batch; fewer go together when the log has no more.
const batchMax = 2000

// Stopped returns why the runner has stopped for good, or "". It stops when
// the log holds an event that this version does not know.
func (r *Runner) Stopped() string {
	if s := r.stopped.Load(); s != nil {
		return *s
	}
	return ""
}

// Run leads whenever it can, until ctx ends.
func (r *Runner) Run(ctx context.Context) {
	const pause = 300 * time.Millisecond
	for ctx.Err() == nil {
		err := r.lead(ctx)
		var unknown *event.ErrUnknownType
		if errors.As(err, &unknown) {
			reason := err.Error()
			r.stopped.Store(&reason)
			r.Logger.Error("projections stopped: this version is older than the log", "error", err)
			return
		}
		if err != nil && ctx.Err() == nil {
			r.Logger.Warn("projections interrupted; trying again", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// lead takes the lock and feeds every projection until something fails.
func (r *Runner) lead(ctx context.Context) error {
	release, alive, ok, err := r.DB.TryLead(ctx)
	if err != nil || !ok {
		return err
	}
	defer release()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go r.watch(ctx, alive, cancel)
	for {
		groups, err := r.place(ctx)
		if err != nil {
			return err
		}
		if err := r.feedAll(ctx, groups); err != nil {
			return err
		}
	}
}

// watch ends the leadership when the lock's connection does, and begins it
// anew when a version was forgotten, so that it is rebuilt.
func (r *Runner) watch(ctx context.Context, alive func(context.Context) error, cancel context.CancelCauseFunc) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
		if err := alive(ctx); err != nil {
			cancel(fmt.Errorf("projections: lost the leader's lock: %w", err))
			return
		}
		for _, p := range r.Projections {
			if known, err := r.DB.Known(ctx, p.Name, p.Version); err == nil && !known {
				cancel(fmt.Errorf("projections: %s was forgotten", p.Name))
				return
			}
		}
	}
}

// group is the projections that stand at one place.
type group struct {
	at      readmodels.Position
	members []Projection
	rebuild bool // none of them is live yet

	caughtUp bool // its subscription has reached the head once
}

// place makes missing versions and groups all by where they stand.
func (r *Runner) place(ctx context.Context) ([]group, error) {
	var groups []group
	for _, p := range r.Projections {
		at, live, err := r.DB.EnsureProjection(ctx, p.Name, p.Version, p.Tables)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(groups, func(g group) bool { return g.at == at && g.rebuild == !live })
		if i < 0 {
			groups = append(groups, group{at: at, rebuild: !live})
			i = len(groups) - 1
		}
		groups[i].members = append(groups[i].members, p)
	}
	return groups, nil
}

// errRegroup ends a round of feeding after a flip, so that groups form anew.
var errRegroup = errors.New("projections: regroup")

// feedAll runs one subscription a group until the first ends.
func (r *Runner) feedAll(ctx context.Context, groups []group) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, len(groups))
	for _, g := range groups {
		go func() { ended <- r.feed(ctx, g) }()
	}
	var first error
	for i := range groups {
		err := <-ended
		if i == 0 {
			first = err
			cancel()
		}
	}
	if errors.Is(first, errRegroup) {
		return nil
	}
	return first
}

// feed subscribes from where g stands and applies batch after batch.
func (r *Runner) feed(ctx context.Context, g group) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	items := make(chan eventstore.Delivery, batchMax)
	ended := make(chan error, 1)
	from := event.Position{Commit: g.at.Commit, Prepare: g.at.Prepare}
	go func() {
		ended <- r.Source.Subscribe(ctx, from, r.prefixes(), func(d eventstore.Delivery) error {
			select {
			case items <- d:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	}()
	for {
		var batch []eventstore.Delivery
		select {
		case d := <-items:
			batch = append(batch, d)
		case err := <-ended:
			return err
		}
		for more := true; more && len(batch) < batchMax; {
			select {
			case d := <-items:
				batch = append(batch, d)
			default:
				more = false
			}
		}
		if err := r.apply(ctx, &g, batch); err != nil {
			return err
		}
	}
}

// prefixes of every registered category: a position must pass events that no
// projection wants too, or a reader would wait for it in vain.
func (r *Runner) prefixes() []string {
	prefixes := make([]string, len(r.Categories))
	for i, c := range r.Categories {
		prefixes[i] = c + "-"
	}
	return prefixes
}

// wanted reports whether any member reads an event's category.
func (g *group) wanted(raw *eventstore.Raw) bool {
	s, ok := event.ParseStream(raw.Stream)
	return ok && slices.ContainsFunc(g.members, func(p Projection) bool { return slices.Contains(p.Categories, s.Category) })
}

// apply writes one batch and moves g.
func (r *Runner) apply(ctx context.Context, g *group, batch []eventstore.Delivery) error {
	to, caughtUp := g.at, false
	var events []event.Recorded
	for _, d := range batch {
		caughtUp = caughtUp || d.CaughtUp
		if at := (readmodels.Position{Commit: d.Position.Commit, Prepare: d.Position.Prepare}); at.Commit > to.Commit {
			to = at
		}
		if d.Event == nil || !g.wanted(d.Event) {
			continue
		}
		e, known, err := r.Source.Decode(ctx, *d.Event)
		if err != nil {
			return err
		}
		if known {
			events = append(events, e)
		}
	}
	if to != g.at {
		moves, err := r.moves(g, events, to)
		if err != nil {
			return err
		}
		if err := r.DB.Advance(ctx, moves); err != nil {
			return err
		}
		g.at = to
		r.observe(events)
	}
	g.caughtUp = g.caughtUp || caughtUp
	if g.rebuild && g.caughtUp {
		return r.flip(ctx, g)
	}
	return nil
}

func (r *Runner) moves(g *group, events []event.Recorded, to readmodels.Position) ([]readmodels.Move, error) {
	moves := make([]readmodels.Move, len(g.members))
	for i, p := range g.members {
		b, err := batchOf(p, events)
		if err != nil {
			return nil, err
		}
		moves[i] = readmodels.Move{Name: p.Name, Version: p.Version, From: g.at, To: to, Batch: b}
	}
	return moves, nil
}

// batchOf lets one projection handle its events.
func batchOf(p Projection, events []event.Recorded) (*readmodels.Batch, error) {
	b := readmodels.NewBatch(readmodels.SchemaOf(p.Name, p.Version))
	for _, e := range events {
		s, _ := event.ParseStream(e.Stream)
		if !slices.Contains(p.Categories, s.Category) {
			continue
		}
		if err := p.Handle(e, b); err != nil {
			return nil, fmt.Errorf("projections: %s: %s of %s@%d: %w", p.Name, e.Type, e.Stream, e.Revision, err)
		}
	}
	return b, nil
}

func (r *Runner) observe(events []event.Recorded) {
	if r.Observe != nil && len(events) > 0 {
		r.Observe(len(events), time.Since(events[len(events)-1].Meta.Time))
	}
}

// flip makes rebuilt versions live once they stand where the live ones do; a
// version that is a batch behind is tried again with the next one.
func (r *Runner) flip(ctx context.Context, g *group) error {
	for _, p := range g.members {
		done, err := r.DB.Flip(ctx, p.Name, p.Version, p.Tables)
		if err != nil {
			return err
		}
		if !done {
			return nil
		}
		r.Logger.Info("projection rebuilt and live", "projection", p.Name, "version", p.Version)
	}
	return errRegroup
}
