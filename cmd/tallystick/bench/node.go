package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/node"
)

// startEvents is how long the log is that a node is started on; their data is
// short, since a start reads none of it.
const startEvents = 10_000_000

// startUp measures from opening a node on a long log until a client has read its
// end, beside Pebble opening the same files and finding the last key.
func (r *run) startUp() error {
	n := startEvents
	if r.Quick {
		n /= 50
	}
	dir := filepath.Join(r.dir, "long")
	if _, err := r.withNode(dir, func(s *eventstore.Store) error { return fillShort(r.ctx, s, n) }); err != nil {
		return err
	}
	var measured, floor time.Duration
	for range turns {
		took, err := r.withNode(dir, func(s *eventstore.Store) error {
			if _, ok, err := s.Head(r.ctx); err != nil || !ok {
				return fmt.Errorf("no end of the log: %w", err)
			}
			return nil
		})
		if err != nil {
			return err
		}
		pebbles, err := openAlone(dir)
		if err != nil {
			return err
		}
		measured, floor = measured+took/turns, floor+pebbles/turns
	}
	const aim = 2 * time.Second
	r.add(figure{
		name: fmt.Sprintf("start on %.1f M events", float64(n)/1e6), measured: ms(measured), floor: ms(floor),
		ratio: fmt.Sprintf("%.2f", floor.Seconds()/measured.Seconds()), aim: "< 2 s on 10 M", met: measured < aim,
	})
	return os.RemoveAll(dir)
}

// withNode runs a node of its own around f, and returns how long opening it and f
// took together.
func (r *run) withNode(dir string, f func(*eventstore.Store) error) (took time.Duration, err error) {
	began := time.Now()
	n, err := node.Open(node.Options{Dir: dir})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, n.Close()) }()
	socket := filepath.Join(r.dir, "long.socket")
	l, err := net.Listen("unix", socket)
	if err != nil {
		return 0, err
	}
	go n.Serve(l) // which ends with the node
	s, err := eventstore.Connect(eventstore.Config{Socket: socket, Deadline: time.Minute})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	err = f(s)
	return time.Since(began), err
}

func fillShort(ctx context.Context, s *eventstore.Store, n int) error {
	const batch, perStream = 1500, 15_000
	for done := 0; done < n; {
		events := make([]eventstore.Proposed, min(batch, n-done))
		for i := range events {
			events[i] = eventstore.Proposed{ID: uuid.New(), Type: "bench.happened.v1", Data: []byte(`{"short":true}`), Metadata: []byte(`{}`)}
		}
		if _, err := s.Append(ctx, fmt.Sprintf("benchlong-1-%d", done/perStream), eventstore.Any, events...); err != nil {
			return err
		}
		done += len(events)
	}
	return nil
}

// openAlone has Pebble open a node's files and look for the last key.
func openAlone(dir string) (took time.Duration, err error) {
	began := time.Now()
	db, err := pebble.Open(dir, &pebble.Options{Logger: silent{}, ReadOnly: true})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	it, err := db.NewIter(nil)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, it.Close()) }()
	if !it.Last() {
		return 0, fmt.Errorf("no last key: %w", it.Error())
	}
	return time.Since(began), nil
}

// pages is the memory that a process holds, in bytes: its own, and those of files,
// such as the program's.
type pages struct{ own, file int64 }

// floorOf is the memory of this program before it does anything.
var floorOf, residentFloor = pagesOf("self"), resident()

// resident is the memory that the process holds, in bytes; where the system does
// not say, what the runtime took from it.
func resident() int64 {
	if p := pagesOf("self"); p.own > 0 {
		return p.own + p.file
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}

// pagesOf is the memory that a process holds; zero where the system does not say.
func pagesOf(process string) pages {
	text, err := os.ReadFile("/proc/" + process + "/statm")
	if err != nil {
		return pages{}
	}
	fields := bytes.Fields(text)
	if len(fields) < 3 {
		return pages{}
	}
	resident, err := strconv.ParseInt(string(fields[1]), 10, 64)
	shared, sharedErr := strconv.ParseInt(string(fields[2]), 10, 64)
	if errors.Join(err, sharedErr) != nil {
		return pages{}
	}
	size := int64(os.Getpagesize())
	return pages{(resident - shared) * size, shared * size}
}

// watchMemory returns a function that ends the watch and returns the peak.
func watchMemory() (peak func() int64) {
	stop, result := make(chan struct{}), make(chan int64)
	go func() {
		most := resident()
		for {
			select {
			case <-stop:
				result <- most
				return
			case <-time.After(20 * time.Millisecond):
				most = max(most, resident())
			}
		}
	}()
	return func() int64 {
		close(stop)
		return <-result
	}
}

// memory has no aim; the floor is the program before it does anything.
func (r *run) memory(name string, bytes int64) {
	mib := func(n int64) string { return fmt.Sprintf("%d MiB", n>>20) }
	r.add(figure{name: name, measured: mib(bytes), floor: mib(residentFloor),
		ratio: fmt.Sprintf("%.2f", float64(residentFloor)/float64(bytes))})
}

// quiet waits until the service has nothing left to do, so that it does not work
// beside what is measured, and gives back the memory that it does not need.
func (r *run) quiet() error {
	const window = 100 * time.Millisecond
	giveUp := time.Now().Add(time.Minute)
	for {
		before, err := cpuTime()
		if err != nil {
			return err
		}
		time.Sleep(window)
		after, err := cpuTime()
		if err != nil {
			return err
		}
		if after-before < window/5 {
			debug.FreeOSMemory()
			return nil
		}
		if time.Now().After(giveUp) {
			return errors.New("the service does not come to rest")
		}
	}
}

// cpuTime is what the process has used.
func cpuTime() (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, err
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}
