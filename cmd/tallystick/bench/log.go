package bench

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
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
// the same bytes with sync from as many goroutines.
func (r *run) appends() error {
	db, err := r.openPebble("floor-append")
	if err != nil {
		return err
	}
	defer db.Close()
	var n atomic.Uint64
	value := append(bytes.Clone(eventData), eventMetadata...)
	for _, c := range []struct {
		callers int
		aim     float64
	}{{1, 0}, {16, .5}, {64, .5}} {
		streams := make([]string, c.callers)
		for i := range streams {
			streams[i] = fmt.Sprintf("bench-%d-%d", c.callers, i)
		}
		rate, took, err := load(c.callers, r.span(), func(i int) error {
			_, err := r.service.Store.Append(r.ctx, streams[i], eventstore.Any, proposed())
			return err
		})
		if err != nil {
			return err
		}
		floor, _, err := load(c.callers, r.span(), func(int) error {
			return db.Set(binary.BigEndian.AppendUint64(nil, n.Add(1)), value, pebble.Sync)
		})
		if err != nil {
			return err
		}
		name := fmt.Sprintf("durable append, %d callers", c.callers)
		more := fmt.Sprintf(", p50 %s, p99 %s", ms(quantile(took, .5)), ms(quantile(took, .99)))
		r.beside(name, "/s", rate, floor, c.aim, more)
	}
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

// reads measures reading and catching up on the whole log, beside iterating the
// same number of events of the same size in Pebble.
func (r *run) reads() error {
	if err := r.fill(r.scale(200_000)); err != nil {
		return err
	}
	began := time.Now()
	total, err := r.readAll()
	if err != nil {
		return err
	}
	read := float64(total) / time.Since(began).Seconds()
	began = time.Now()
	caughtUp, err := r.catchUp()
	if err != nil {
		return err
	}
	catchUp := float64(caughtUp) / time.Since(began).Seconds()
	floor, err := r.iterate(total)
	if err != nil {
		return err
	}
	r.beside("read of $all", "events/s", read, floor, .25, "")
	r.beside("catch-up subscription", "events/s", catchUp, floor, .25, "")
	return nil
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

// iterate writes n values to Pebble and reads them all, copying each.
func (r *run) iterate(n int) (rate float64, err error) {
	db, err := r.openPebble("floor-read")
	if err != nil {
		return 0, err
	}
	defer db.Close()
	value := append(bytes.Clone(eventData), eventMetadata...)
	for i := range n {
		if err := db.Set(binary.BigEndian.AppendUint64(nil, uint64(i)), value, pebble.NoSync); err != nil {
			return 0, err
		}
	}
	if err := db.Flush(); err != nil {
		return 0, err
	}
	began := time.Now()
	it, err := db.NewIter(nil)
	if err != nil {
		return 0, err
	}
	defer it.Close()
	seen := 0
	for it.First(); it.Valid(); it.Next() {
		if copied := bytes.Clone(it.Value()); len(copied) == len(value) {
			seen++
		}
	}
	if seen != n || it.Error() != nil {
		return 0, fmt.Errorf("iterated %d of %d: %w", seen, n, it.Error())
	}
	return float64(n) / time.Since(began).Seconds(), nil
}
