package projections

import (
	"context"
	"errors"
	"sync"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
)

// batchMax and batchBytesMax bound a batch, and once more what is read ahead of it; fewer
// go together when the log has no more. Events are bytes of the log here; decoded they are
// a few times as many.
const (
	batchMax      = 5000
	batchBytesMax = 4 << 20
)

// feed subscribes from where g stands and applies batch after batch.
func (r *Runner) feed(ctx context.Context, g group) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	items := make(chan item, batchMax)
	ahead := room{given: make(chan struct{}, 1)}
	ended := make(chan error, 1)
	from := event.Position{Commit: g.at.Commit, Prepare: g.at.Prepare}
	go func() {
		// Decoding here goes on while the batch before is being written.
		var names categorised
		ended <- r.Source.Subscribe(ctx, from, r.prefixes(), func(d eventstore.Delivery) error {
			x, err := r.read(ctx, &g, d, &names)
			if err == nil {
				err = ahead.take(ctx, x.bytes())
			}
			if err != nil {
				return err
			}
			select {
			case items <- x:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
		close(items)
	}()
	for {
		x, ok, err := g.next(ctx, items)
		if err != nil {
			if err = r.giveUp(ctx, &g, err); err != nil {
				return err
			}
			continue
		}
		if !ok {
			return <-ended
		}
		ahead.give(x.bytes())
		batch, bytes := []item{x}, x.bytes()
		for more := true; more && len(batch) < batchMax && bytes < batchBytesMax; {
			select {
			case x, more = <-items:
				if more {
					ahead.give(x.bytes())
					batch, bytes = append(batch, x), bytes+x.bytes()
				}
			default:
				more = false
			}
		}
		take := r.apply
		if g.alone {
			take = r.isolate
		}
		if err := take(ctx, &g, batch); err != nil {
			return err
		}
	}
}

// item is a delivery with what a group wants of it.
type item struct {
	eventstore.Delivery
	category string // of its stream, "" outside every grammar
	wanted   bool
	decoded  *event.Recorded
	damage   *eventstore.DamagedError
	refused  error // why the one member of its group cannot take it; nil = it was not tried, or can
}

// bytes is how much of the log it holds.
func (x *item) bytes() int {
	if x.Event == nil {
		return 0
	}
	return len(x.Event.Data) + len(x.Event.Metadata)
}

// room is what a group may read ahead of the batch that it is about: while the database is
// slow, the log waits on its disk and not in memory. One goroutine takes.
type room struct {
	mu    sync.Mutex
	taken int
	given chan struct{} // holds one word that something was given back
}

// take waits until so many bytes can be read ahead; one item always can.
func (r *room) take(ctx context.Context, bytes int) error {
	for {
		r.mu.Lock()
		fits := r.taken == 0 || r.taken+bytes <= batchBytesMax
		if fits {
			r.taken += bytes
		}
		r.mu.Unlock()
		if fits {
			return nil
		}
		select {
		case <-r.given:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (r *room) give(bytes int) {
	r.mu.Lock()
	r.taken -= bytes
	r.mu.Unlock()
	select {
	case r.given <- struct{}{}:
	default:
	}
}

// categorised remembers the category of one stream: the next event is often of
// the same.
type categorised struct{ stream, category string }

func (c *categorised) of(stream string) string {
	if stream != c.stream {
		s, _ := event.ParseStream(stream)
		c.stream, c.category = stream, s.Category
	}
	return c.category
}

// read decodes what any member of a group wants. It runs beside apply, and
// reads only what of the group never changes.
func (r *Runner) read(ctx context.Context, g *group, d eventstore.Delivery, names *categorised) (item, error) {
	x := item{Delivery: d}
	if d.Event == nil {
		return x, nil
	}
	x.category = names.of(d.Event.Stream)
	wanted, decoded := g.wanted(x.category)
	x.wanted = wanted
	if x.damage = eventstore.CutDamage(d.Event); !decoded {
		return x, nil
	}
	e, known, err := r.Source.Decode(ctx, *d.Event)
	if errors.As(err, &x.damage) {
		return x, nil // it harms its own stream alone
	}
	if err == nil && known {
		x.decoded = &e
	}
	return x, err
}

// prefixes of every registered category: a position must pass events that no
// projection wants too, or a reader would wait for it in vain.
func (r *Runner) prefixes() []string {
	prefixes := make([]string, len(r.Categories))
	for i, c := range r.Categories {
		prefixes[i] = c + "-"
	}
	return append(prefixes, eventstore.MetaPrefixes(r.Categories)...)
}

// wanted reports whether any member reads a category, and whether any wants its
// events decoded.
func (g *group) wanted(category string) (wanted, decoded bool) {
	for _, p := range g.members {
		if p.reads(category) {
			wanted, decoded = true, decoded || p.Handle != nil
		}
	}
	return wanted, decoded
}
