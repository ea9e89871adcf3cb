package projections

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
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
	// Leading is work of the leader beside the projections: each runs while this
	// process leads, and ends with its context.
	Leading []func(ctx context.Context)

	Damaged func(*eventstore.DamagedError) // told once of each; nil = nobody
	// Tries is how often a projection tries what it cannot take where nothing comes after
	// it; 0 = for a minute and a half.
	Tries  int
	Opened func() // told when jobs that were opened stand in their read model; nil = nobody

	stopped atomic.Pointer[string] // why it will not go on by itself
	// Why leading has ended again and again without an event taken between; nil = it has not.
	interrupted atomic.Pointer[string]

	taken    atomic.Int64 // batches
	counting sync.Mutex   // held while goals are counted

	telling sync.Mutex
	told    map[string]bool   // damage that was told of
	failing map[string]string // projections that are put alone, with the reason
}

// Stopped returns why the runner has stopped for good, or "". It stops when
// the log holds an event that this version does not know.
func (r *Runner) Stopped() string {
	if s := r.stopped.Load(); s != nil {
		return *s
	}
	return ""
}

// Interrupted returns why the runner stands still though it tries again, or "".
func (r *Runner) Interrupted() string {
	if s := r.interrupted.Load(); s != nil {
		return *s
	}
	return ""
}

// interruptionsMax is how often leading may end with nothing done before that is said.
const interruptionsMax = 3

// Run leads whenever it can, until ctx ends.
func (r *Runner) Run(ctx context.Context) {
	for vain := 0; ctx.Err() == nil; {
		pause := 300 * time.Millisecond
		before := r.taken.Load()
		err := r.lead(ctx)
		if vain++; err == nil || errors.Is(err, readmodels.ErrSuperseded) || r.taken.Load() != before {
			vain = 0 // who is superseded is followed by a newer process
			r.interrupted.Store(nil)
		}
		if vain >= interruptionsMax {
			reason := err.Error()
			r.interrupted.Store(&reason)
		}
		var unknown *event.ErrUnknownType
		if errors.As(err, &unknown) {
			reason := err.Error()
			r.stopped.Store(&reason)
			r.Logger.Error("projections stopped: this version is older than the log", "error", err)
			return
		}
		if err != nil && ctx.Err() == nil {
			level := slog.LevelWarn
			if errors.Is(err, eventstore.ErrUnavailable) {
				level = slog.LevelDebug // which the store has said, once
			}
			r.Logger.Log(ctx, level, "projections interrupted; trying again", "error", err)
		}
		if errors.Is(err, readmodels.ErrSuperseded) {
			pause = 10 * time.Second // a newer process takes the lock meanwhile
		}
		if errors.Is(err, ErrLogDiffers) {
			pause = 5 * time.Second // until somebody has done something
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
	var beside sync.WaitGroup
	defer beside.Wait() // the lock's connection is released after its last use
	defer cancel(nil)
	var made atomic.Bool
	beside.Go(func() { r.watch(ctx, alive, made.Load, cancel) })
	// Before anything is signed or moved: the rows and the log must be of one history.
	if err := r.prepare(ctx); err != nil {
		return because(ctx, err)
	}
	for _, work := range r.Leading {
		beside.Go(func() { work(ctx) })
	}
	for {
		together := slices.DeleteFunc(slices.Clone(r.Projections), r.fails)
		groups, failed, err := r.place(ctx, together)
		if err != nil {
			return because(ctx, err)
		}
		if failed != nil {
			r.putAlone(failed)
			continue
		}
		made.Store(true)
		beside.Go(func() { r.countGoals(ctx) })
		if err := r.feedAll(ctx, groups, slices.DeleteFunc(slices.Clone(r.Projections),
			func(p Projection) bool { return !r.fails(p) })); err != nil {
			return because(ctx, err)
		}
	}
}

// because returns why ctx has ended, if it has, instead of what came of that.
func because(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// watch ends the leadership when the lock's connection does, or the log ends before
// the read models, and begins it anew when a version was forgotten, so that it is
// rebuilt. What this leadership has not made yet was not forgotten.
func (r *Runner) watch(ctx context.Context, alive func(context.Context) error, made func() bool, cancel context.CancelCauseFunc) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
		if err := responds(ctx, alive); err != nil {
			cancel(fmt.Errorf("projections: lost the leader's lock: %w", err))
			return
		}
		if r.shorter(ctx) {
			cancel(fmt.Errorf("%w: it ends before them", ErrLogDiffers))
			return
		}
		for _, p := range r.Projections {
			if !made() {
				break
			}
			if known, err := r.DB.KnownOrNewer(ctx, p.Name, p.Version); err == nil && !known && !r.fails(p) {
				cancel(fmt.Errorf("projections: %s was forgotten", p.Name))
				return
			}
		}
	}
}

// responds asks the lock's connection, and takes silence for its end.
func responds(ctx context.Context, alive func(context.Context) error) error {
	const patience = 3 * time.Second
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return alive(ctx)
}

// group is the projections that stand at one place.
type group struct {
	at      readmodels.Position
	members []Projection
	rebuild bool // none of them is live yet

	caughtUp bool // its subscription has reached the head once
	alone    bool // its one member has failed, see isolate.go
	given    bool // what it cannot take was tried long enough
	held     []item
	// goal is the head that stood when the group was formed: to have passed it is to
	// have caught up, for a server under load may never say so.
	goal event.Position
}

// place makes missing versions and groups them by where they stand. failed is the
// first that could not be made.
func (r *Runner) place(ctx context.Context, list []Projection) (groups []group, failed *failure, err error) {
	for _, p := range list {
		at, live, err := r.DB.EnsureProjection(ctx, p.Name, p.Version, p.Tables)
		if errors.Is(err, readmodels.ErrSuperseded) && r.listsNewer(p) {
			continue
		}
		if err != nil {
			failed := r.failureOf(&failure{projection: p, err: err})
			if failed != nil {
				err = nil
			}
			return nil, failed, err
		}
		i := slices.IndexFunc(groups, func(g group) bool { return g.at == at && g.rebuild == !live })
		if i < 0 {
			groups = append(groups, group{at: at, rebuild: !live})
			i = len(groups) - 1
		}
		groups[i].members = append(groups[i].members, p)
	}
	for i := range groups {
		groups[i].goal = r.head(ctx)
	}
	return groups, nil, nil
}

// listsNewer reports whether p is only listed to be fed until a newer version of
// it is live. Where that newer version is not listed, this process is older than
// the read models, and leading would leave them without anybody who feeds them.
func (r *Runner) listsNewer(p Projection) bool {
	return slices.ContainsFunc(r.Projections, func(o Projection) bool { return o.Name == p.Name && o.Version > p.Version })
}

// errRegroup ends a round of feeding after a flip, so that groups form anew.
var errRegroup = errors.New("projections: regroup")

// feedAll runs one subscription a group, and one for each projection that is put
// alone, until the first ends.
func (r *Runner) feedAll(ctx context.Context, groups []group, alone []Projection) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, len(groups)+len(alone))
	for _, g := range groups {
		go func() { ended <- r.feed(ctx, g) }()
	}
	for _, p := range alone {
		go func() { ended <- r.feedAlone(ctx, p) }()
	}
	var first error
	for i := range len(groups) + len(alone) {
		err := <-ended
		if i == 0 {
			first = err
			cancel()
		}
	}
	if errors.Is(first, errRegroup) {
		return nil
	}
	if f := r.failureOf(first); f != nil {
		r.putAlone(f)
		return nil
	}
	return first
}

// apply writes one batch and moves g.
func (r *Runner) apply(ctx context.Context, g *group, batch []item) error {
	to, caughtUp := g.at, false
	var last *event.Recorded
	decoded, opened := 0, false
	for i := range batch {
		x := &batch[i]
		caughtUp = caughtUp || x.CaughtUp || g.goal != (event.Position{}) && !x.Position.Less(g.goal)
		if at := (readmodels.Position{Commit: x.Position.Commit, Prepare: x.Position.Prepare}); at.Commit > to.Commit {
			to = at
		}
		if x.decoded != nil {
			last = x.decoded
			decoded++
			_, opens := x.decoded.Payload.(job.Opener)
			opened = opened || opens
		}
	}
	if to != g.at {
		moves, err := r.moves(ctx, g, batch, to)
		if err != nil {
			return err
		}
		r.noteDamage(moves, batch)
		if err := r.DB.Advance(ctx, moves); err != nil {
			return err
		}
		g.at = to
		r.taken.Add(1)
		r.interrupted.Store(nil)
		r.recovered(g)
		r.tellDamage(batch)
		r.observe(decoded, last)
		if opened && r.Opened != nil {
			r.Opened()
		}
	}
	g.caughtUp = g.caughtUp || caughtUp
	if g.rebuild && g.caughtUp {
		return r.flip(ctx, g)
	}
	return nil
}

func (r *Runner) moves(ctx context.Context, g *group, batch []item, to readmodels.Position) ([]readmodels.Move, error) {
	moves := make([]readmodels.Move, len(g.members))
	events := eventsIn(batch)
	for i, p := range g.members {
		b, err := r.batchOf(ctx, p, batch)
		if err != nil {
			return nil, err
		}
		moves[i] = readmodels.Move{Name: p.Name, Version: p.Version, From: g.at, To: to, Batch: b, Events: events}
	}
	return moves, nil
}

// batchOf lets one projection handle its events.
func (r *Runner) batchOf(ctx context.Context, p Projection, batch []item) (*readmodels.Batch, error) {
	schema := readmodels.SchemaOf(p.Name, p.Version)
	b := readmodels.NewBatch(schema)
	if p.Raw != nil {
		var mine []eventstore.Raw
		for i := range batch {
			if batch[i].wanted && p.reads(batch[i].category) {
				mine = append(mine, *batch[i].Event)
			}
		}
		if len(mine) > 0 {
			if err := p.Raw(ctx, r.DB, schema, mine, b); err != nil {
				return nil, &failure{projection: p, err: err}
			}
		}
	}
	if p.Handle == nil {
		return b, nil
	}
	for i := range batch {
		e := batch[i].decoded
		if e == nil || !p.reads(batch[i].category) {
			continue
		}
		if err := p.handle(*e, b); err != nil {
			return nil, &failure{p, fmt.Errorf("%s of %s@%d: %w", e.Type, e.Stream, e.Revision, err), true}
		}
	}
	return b, nil
}

// handle calls Handle, and takes a panic for its error: a read model that cannot take an
// event must not end the process.
func (p *Projection) handle(e event.Recorded, b *readmodels.Batch) (err error) {
	defer func() {
		if why := recover(); why != nil {
			err = fmt.Errorf("panic: %v", why)
		}
	}()
	return p.Handle(e, b)
}

// reads reports whether p reads a category.
func (p *Projection) reads(category string) bool {
	return category != "" && slices.Contains(p.Categories, category)
}

func (r *Runner) observe(events int, last *event.Recorded) {
	if r.Observe != nil && events > 0 {
		r.Observe(events, time.Since(last.Meta.Time))
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
