package bench

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
)

// eventBytes is the size of data and metadata together.
const eventBytes = 500

var (
	eventData     = []byte(`{"filler":"` + string(bytes.Repeat([]byte("x"), eventBytes-300-13)) + `"}`)
	eventMetadata = []byte(`{"filler":"` + string(bytes.Repeat([]byte("y"), 300-13)) + `"}`)
)

func proposed() eventstore.Proposed {
	return eventstore.Proposed{ID: uuid.New(), Type: "bench.happened.v1", Data: eventData, Metadata: eventMetadata}
}

// openPebble opens the floor's own store, on the same disk.
func (r *run) openPebble(name string) (*pebble.DB, error) {
	return pebble.Open(filepath.Join(r.dir, name), &pebble.Options{Logger: silent{}})
}

type silent struct{}

func (silent) Infof(string, ...any)  {}
func (silent) Errorf(string, ...any) {}
func (silent) Fatalf(format string, args ...any) {
	panic(fmt.Sprintf(format, args...))
}

// appends measures durable appends through the client, beside Pebble committing
// the same bytes with sync from as many goroutines; the lag until a subscriber has
// them; and the memory of it all.
func (r *run) appends() error {
	if err := r.quiet(); err != nil {
		return err
	}
	idle := resident()
	load := watchMemory()
	for _, c := range []struct {
		callers int
		aim     float64
	}{{1, 0}, {16, .5}, {64, .5}} {
		if err := r.appendsOf(c.callers, c.aim); err != nil {
			return err
		}
	}
	peak := load()
	for _, callers := range []int{1, 16, 64} {
		if err := r.deliveries(callers); err != nil {
			return err
		}
	}
	r.memory("memory of the bench and the service, idle", idle)
	r.memory("memory of both, peak while 64 callers append", peak)
	return nil
}

// turns is how often a figure and its floor are measured in turn, so that both
// meet the same neighbours.
const turns = 3

func (r *run) appendsOf(callers int, aim float64) error {
	db, err := r.openPebble(fmt.Sprintf("floor-append-%d", callers))
	if err != nil {
		return err
	}
	defer db.Close()
	streams := make([]string, callers)
	for i := range streams {
		streams[i] = fmt.Sprintf("bench-%d-%d", callers, i)
	}
	var n atomic.Uint64
	var rate, floor float64
	var took []time.Duration
	for range turns {
		measured, durations, err := load(callers, r.span()/2, func(i int) error {
			_, err := r.service.Store.Append(r.ctx, streams[i], eventstore.Any, proposed())
			return err
		})
		if err != nil {
			return err
		}
		took = append(took, durations...)
		pebbles, _, err := load(callers, r.span()/2, func(i int) error {
			e := proposed()
			value := slices.Concat([]byte(streams[i]), e.ID[:], []byte(e.Type), e.Metadata, e.Data)
			return db.Set(binary.BigEndian.AppendUint64(nil, n.Add(1)), value, pebble.Sync)
		})
		if err != nil {
			return err
		}
		rate, floor = rate+measured/turns, floor+pebbles/turns
	}
	name := fmt.Sprintf("durable append, %d callers", callers)
	more := fmt.Sprintf(", p50 %s, p99 %s", ms(quantile(took, .5)), ms(quantile(took, .99)))
	r.beside(name, "/s", rate, floor, aim, more)
	return nil
}

// deliveries measures from the moment an append is acknowledged until a subscriber
// has it, zero where it had it before.
func (r *run) deliveries(callers int) error {
	prefix := fmt.Sprintf("benchlag%d", callers)
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel()
	var delivered sync.Map // event id → when
	live := make(chan struct{})
	isLive := sync.OnceFunc(func() { close(live) }) // a subscriber that fell behind catches up again
	ended := make(chan error, 1)
	go func() {
		ended <- r.service.Store.Subscribe(ctx, event.Position{}, []string{prefix + "-"}, func(d eventstore.Delivery) error {
			if d.Event != nil {
				delivered.Store(d.Event.ID, time.Now())
			}
			if d.CaughtUp {
				isLive()
			}
			return nil
		})
	}()
	select {
	case <-live:
	case err := <-ended:
		return err
	}
	var mu sync.Mutex
	acknowledged := map[uuid.UUID]time.Time{}
	if _, _, err := load(callers, r.span(), func(i int) error {
		e := proposed()
		_, err := r.service.Store.Append(r.ctx, fmt.Sprintf("%s-1-%d", prefix, i), eventstore.Any, e)
		now := time.Now()
		mu.Lock()
		defer mu.Unlock()
		acknowledged[e.ID] = now
		return err
	}); err != nil {
		return err
	}
	lags := make([]time.Duration, 0, len(acknowledged))
	giveUp := time.Now().Add(time.Minute)
	for id, at := range acknowledged {
		for {
			if when, ok := delivered.Load(id); ok {
				lags = append(lags, max(0, when.(time.Time).Sub(at)))
				break
			}
			if time.Now().After(giveUp) {
				return fmt.Errorf("an event was never delivered to its subscriber: %s", id)
			}
			time.Sleep(time.Millisecond)
		}
	}
	p50, p99 := quantile(lags, .5), quantile(lags, .99)
	const aim = 100 * time.Millisecond
	r.add(figure{
		name: fmt.Sprintf("append to subscriber, %d callers", callers), measured: fmt.Sprintf("p50 %s, p99 %s", ms(p50), ms(p99)),
		floor: "–", aim: "p99 < 100 ms", met: p99 < aim,
	})
	return nil
}

// fill appends n events to one category, hundreds at a time.
func (r *run) fill(n int) error {
	const batch = 500
	for done := 0; done < n; done += batch {
		events := make([]eventstore.Proposed, min(batch, n-done))
		for i := range events {
			events[i] = proposed()
		}
		if _, err := r.service.Store.Append(r.ctx, fmt.Sprintf("benchread-1-%d", done/50_000), eventstore.Any, events...); err != nil {
			return err
		}
	}
	return nil
}

// readTurns is how often each reading is measured. The fastest counts, of the floor
// too: it needs one core where the others need two, so that an average would say how
// busy the machine is.
const readTurns = 7

// reads measures reading and catching up on the whole log, beside iterating the
// same number of events of the same size in Pebble; and starting on a long log.
func (r *run) reads() error {
	if err := r.fill(r.scale(200_000)); err != nil {
		return err
	}
	if err := r.quiet(); err != nil {
		return err
	}
	total, err := r.readAll()
	if err != nil {
		return err
	}
	db, err := r.fillPebble(total)
	if err != nil {
		return err
	}
	defer db.Close()
	var read, catchUp, floor reading
	for range readTurns {
		for _, x := range []struct {
			into *reading
			f    func() (int, error)
		}{{&read, r.readAll}, {&catchUp, r.catchUp}, {&floor, func() (int, error) { return iterate(db) }}} {
			if err := x.into.measure(x.f); err != nil {
				return err
			}
		}
	}
	r.besideReading("read of $all", read, floor, .25)
	r.besideReading("catch-up subscription", catchUp, floor, .25)
	if err := r.streamReads(floor); err != nil {
		return err
	}
	return r.startUp()
}

// streamReads measures reading one stream, and catching up on it.
func (r *run) streamReads(floor reading) error {
	const stream, page = "benchread-1-0", 4000
	var read, catchUp reading
	for range readTurns {
		err := read.measure(func() (n int, err error) {
			for {
				raws, err := r.service.Store.ReadStream(r.ctx, stream, uint64(n), page)
				if n += len(raws); err != nil || len(raws) < page {
					return n, err
				}
			}
		})
		if err != nil {
			return err
		}
		err = catchUp.measure(func() (n int, err error) {
			err = r.service.Store.SubscribeStream(r.ctx, stream, 0, func(d eventstore.Delivery) error {
				if d.Event != nil {
					n++
				}
				if d.CaughtUp {
					return errCaughtUp
				}
				return nil
			})
			if err == errCaughtUp {
				err = nil
			}
			return n, err
		})
		if err != nil {
			return err
		}
	}
	r.besideReading("read of a stream", read, floor, .1)
	r.besideReading("catch-up of a stream", catchUp, floor, .25)
	return nil
}

// reading is how fast events were read, at best, and for how little processor time.
type reading struct {
	rate float64       // events a second
	cost time.Duration // of an event, on all cores together
}

func (m *reading) measure(f func() (int, error)) error {
	used, err := cpuTime()
	if err != nil {
		return err
	}
	began := time.Now()
	n, err := f()
	if err != nil {
		return err
	}
	m.rate = max(m.rate, float64(n)/time.Since(began).Seconds())
	after, err := cpuTime()
	if cost := (after - used) / time.Duration(max(n, 1)); m.cost == 0 || cost < m.cost {
		m.cost = cost
	}
	return err
}

// besideReading adds a rate beside its floor, with the processor time of both, which
// neighbours change little.
func (r *run) besideReading(name string, m, floor reading, aim float64) {
	r.beside(name, "events/s", m.rate, floor.rate, aim, fmt.Sprintf(", %d ns of processor against %d", m.cost.Nanoseconds(),
		floor.cost.Nanoseconds()))
}

func (r *run) readAll() (total int, err error) {
	const page = 4000
	from := event.Position{}
	for {
		raws, err := r.service.Store.ReadAll(r.ctx, from, page)
		if err != nil {
			return 0, err
		}
		if total += len(raws); len(raws) < page {
			return total, nil
		}
		total-- // the last is read again as the first of the next page
		from = raws[len(raws)-1].Position
	}
}

var errCaughtUp = errors.New("caught up")

func (r *run) catchUp() (total int, err error) {
	ctx, cancel := context.WithTimeout(r.ctx, time.Minute)
	defer cancel()
	err = r.service.Store.Subscribe(ctx, event.Position{}, []string{"bench", "audit-", "key-"}, func(d eventstore.Delivery) error {
		if d.Event != nil {
			total++
		}
		if d.CaughtUp {
			return errCaughtUp
		}
		return nil
	})
	if err == errCaughtUp {
		err = nil
	}
	return total, err
}

// fillPebble writes n values as long as an event.
func (r *run) fillPebble(n int) (*pebble.DB, error) {
	db, err := r.openPebble("floor-read")
	if err != nil {
		return nil, err
	}
	value := append(bytes.Clone(eventData), eventMetadata...)
	for i := range n {
		if err := db.Set(binary.BigEndian.AppendUint64(nil, uint64(i)), value, pebble.NoSync); err != nil {
			return nil, errors.Join(err, db.Close())
		}
	}
	if err := db.Flush(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// iterate reads all values, copying each.
func iterate(db *pebble.DB) (seen int, err error) {
	it, err := db.NewIter(nil)
	if err != nil {
		return 0, err
	}
	defer it.Close()
	for it.First(); it.Valid(); it.Next() {
		if copied := bytes.Clone(it.Value()); len(copied) > 0 {
			seen++
		}
	}
	return seen, it.Error()
}
