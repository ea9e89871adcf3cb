package bench

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/projections/follow"
)

// aloneMax is what the service alone may hold of its own when nobody asks anything:
// memory that the machine cannot take back. Pages of the program's file, which it can,
// and which every process of the program shares, are shown beside it.
const aloneMax = 100 << 20

// alone measures the memory of the service in a process of its own, on fresh stores,
// once it is ready and at rest: this process holds the bench too.
func (r *run) alone() error {
	binary, err := os.Executable()
	if err != nil {
		return err
	}
	key := make([]byte, 32)
	rand.Read(key) // never fails
	ops, err := freeAddress()
	if err != nil {
		return err
	}
	dir := filepath.Join(r.dir, "alone")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	serve := exec.CommandContext(r.ctx, binary, "serve")
	serve.Env = append(os.Environ(), "TALLYSTICK_LISTEN=127.0.0.1:0", "TALLYSTICK_OPS_LISTEN="+ops, "TALLYSTICK_DATA_DIR="+dir,
		"TALLYSTICK_MASTER_KEY="+hex.EncodeToString(key), "TALLYSTICK_LOG_LEVEL=error")
	serve.Stderr = os.Stderr
	if err := serve.Start(); err != nil {
		return err
	}
	held, err := heldAtRest(r.ctx, ops, serve.Process.Pid)
	err = errors.Join(err, serve.Process.Signal(syscall.SIGTERM), serve.Wait())
	if err != nil {
		return err
	}
	r.add(figure{
		name:     "memory of the service alone, idle",
		measured: fmt.Sprintf("%d MiB, and %d MiB of the program's file", held.own>>20, held.file>>20),
		floor:    fmt.Sprintf("%d MiB and %d MiB before it does anything", floorOf.own>>20, floorOf.file>>20),
		ratio:    fmt.Sprintf("%.2f", float64(floorOf.own)/float64(held.own)), aim: "≤ 100 MiB of its own", met: held.own <= aloneMax,
	})
	return nil
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// heldAtRest waits until a service is ready and its memory no longer grows.
func heldAtRest(ctx context.Context, ops string, pid int) (held pages, err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	for {
		if resp, err := http.Get("http://" + ops + "/readyz"); err == nil {
			io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				break
			}
		}
		select {
		case <-ctx.Done():
			return held, errors.New("the service alone did not become ready")
		case <-time.After(100 * time.Millisecond):
		}
	}
	for before := held; ; before = held {
		select {
		case <-ctx.Done():
			return held, nil
		case <-time.After(2 * time.Second):
		}
		if held = pagesOf(fmt.Sprint(pid)); held.own > 0 && held.own <= before.own {
			return held, nil
		}
	}
}

// scannedEvents are the events that the directory does not want; a thousand of its own
// stand among them.
const scannedEvents, ownEvents = 1_000_000, 1000

// starts measures how long a projection in memory needs until it has read the log, from
// its start, which is the floor, and from what it has kept.
func (r *run) starts() error {
	n := r.scale(scannedEvents)
	dir := filepath.Join(r.dir, "scanned")
	var whole, kept time.Duration
	_, err := r.withNode(dir, func(s *eventstore.Store) error {
		for done := 0; done < ownEvents; done += ownEvents / 10 {
			if err := fillShort(r.ctx, s, n/10); err != nil {
				return err
			}
			for i := range ownEvents / 10 {
				e := eventstore.Proposed{ID: uuid.New(), Type: "key.issued.v1", Data: eventData, Metadata: eventMetadata}
				if _, err := s.Append(r.ctx, fmt.Sprintf("key-1-%d", done+i), eventstore.Any, e); err != nil {
					return err
				}
			}
		}
		snapshot := func() (time.Duration, error) {
			log := &eventstore.Log{Store: s, Codec: &eventstore.Codec{Registry: eventstore.Registry}}
			source := follow.NewSnapshot(log, filepath.Join(r.dir, "scanned.kept"), []byte("bench"), slog.New(slog.DiscardHandler))
			ctx, cancel := context.WithCancel(r.ctx)
			defer cancel()
			began, seen := time.Now(), 0
			var took time.Duration
			err := source.Subscribe(ctx, event.Position{}, []string{"key-"}, func(d eventstore.Delivery) error {
				if d.Event != nil {
					seen++
				}
				if d.CaughtUp && took == 0 {
					took = time.Since(began)
					time.AfterFunc(time.Second, cancel) // when the mark has been written
				}
				return nil
			})
			if seen != ownEvents {
				return 0, fmt.Errorf("%d events of %d: %w", seen, ownEvents, err)
			}
			return took, nil
		}
		var err error
		if whole, err = snapshot(); err == nil {
			kept, err = snapshot()
		}
		return err
	})
	if err != nil {
		return err
	}
	r.add(figure{
		name: fmt.Sprintf("start of the directory, %s events", grouped(n)), measured: ms(kept), floor: ms(whole) + " from the log's start",
		ratio: fmt.Sprintf("%.2f", whole.Seconds()/kept.Seconds()), aim: "≥ 2", met: whole >= 2*kept,
	})
	return os.RemoveAll(dir)
}
