package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
)

// Whole is a Reader of what a log holds now of the service's own categories, of one
// tenant or of all, that insists on what whoever brings it back will insist on:
// every stream from its first event on, none of them ended for good. A log that
// others share, or that was scavenged, is thus refused before it is needed.
func Whole(ctx context.Context, log Log, tenant string) (Source, error) {
	head, some, err := log.Head(ctx)
	if err != nil {
		return nil, err
	}
	if !some {
		return empty{}, nil
	}
	wants := func(stream string) bool {
		s, ok := event.ParseStream(stream)
		return ok && eventstore.Registry.Registered(stream) && (tenant == "" || s.Tenant == tenant)
	}
	return &whole{Reader: Reader{Log: log, Until: head, Wants: wants}, next: map[string]uint64{}}, nil
}

type whole struct {
	Reader
	next map[string]uint64
}

func (w *whole) Next(ctx context.Context) (eventstore.Raw, error) {
	e, err := w.Reader.Next(ctx)
	if err != nil {
		return e, err
	}
	if want := w.next[e.Stream]; e.Revision != want {
		return e, fmt.Errorf("%w: %s goes on at %d (%s), not %d", ErrGap, e.Stream, e.Revision, e.Type, want)
	}
	w.next[e.Stream]++
	return e, nil
}

// ReadBack holds that a file of lines is what was exported.
func ReadBack(ctx context.Context, name string, want Report) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	events, chain, err := Digest(ctx, NewLines(f))
	if err == nil && (events != want.Copied || chain != want.Chain) {
		err = errors.New("what was written is not what was read")
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("transfer: read %s back: %w", name, err)
	}
	return nil
}
