// Package transfer carries a log elsewhere: to another node or a cluster, to a
// file and back, each event compared with the one it came from.
//
// # Vocabulary
//
// A Source yields events in the order of the log. Copy brings them into a target
// that holds nothing else. What makes two events equal is their Stream, revision,
// id, type, content type, data and metadata, byte for byte; positions and the
// server's clock belong to a server and are not carried over. A Chain is the
// SHA-256 over all events in order, by which two logs are compared without being
// beside each other.
//
// System streams ($…, among them stream metadata $$…) belong to a server and are
// left out everywhere.
//
// # Promises
//
// The target holds a prefix of the source at any moment, in the source's order,
// so an interrupted copy is resumed by starting it again: what is there is
// compared first, and the rest appended. A target that holds anything else is
// refused before anything is written. An event counts as copied when it has been
// read back from the target and found equal.
package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
)

var (
	// ErrForeign: the target holds events that the source does not hold there.
	ErrForeign = errors.New("transfer: the target holds other events")
	// ErrDiffers: an event was read back otherwise than it was written.
	ErrDiffers = errors.New("transfer: the target answers with other bytes")
	// ErrGap: the source no longer has the beginning of a stream, so its
	// revisions cannot be kept.
	ErrGap = errors.New("transfer: the beginning of a stream is missing from the source")
)

// Log is what a transfer needs of a log; *eventstore.Store is one.
type Log interface {
	ReadAll(ctx context.Context, from event.Position, count int) ([]eventstore.Raw, error)
	Head(ctx context.Context) (event.Position, bool, error)
	AppendCopies(ctx context.Context, copies []eventstore.Raw) (eventstore.Appended, error)
}

// Source yields events in the order of a log; io.EOF ends it.
type Source interface {
	Next(ctx context.Context) (eventstore.Raw, error)
}

// Report says what a copy did.
type Report struct {
	Present int    // events that the target held already, compared
	Copied  int    // events appended and read back
	Chain   string // SHA-256 over all of them in order, hexadecimal
}

const (
	pageEvents   = 256 // a read
	chunkEvents  = 512 // appended, then read back together
	appendBytes  = 256 << 10
	attemptsMax  = 12 // against a log that is out of reach, over about a minute
	pauseMin     = 50 * time.Millisecond
	pauseMax     = 10 * time.Second
	appendEvents = 256
)

// Copy brings a source into a target. progress, unless nil, is told now and then.
//
// Errors wrap ErrForeign, ErrDiffers or ErrGap, else are those of the logs; after
// any of the latter the same copy can be started again.
func Copy(ctx context.Context, from Source, to Log, progress func(Report)) (Report, error) {
	if progress == nil {
		progress = func(Report) {}
	}
	c := &copier{from: from, to: to, chain: NewChain(), back: Reader{Log: to}, next: map[string]uint64{}}
	if err := c.compare(ctx, progress); err != nil {
		return c.report, err
	}
	for {
		chunk, err := c.chunk(ctx)
		if err != nil {
			return c.report, err
		}
		if len(chunk) == 0 {
			c.report.Chain = c.chain.Sum()
			return c.report, c.checkNothingFollows(ctx)
		}
		if err := c.append(ctx, chunk); err != nil {
			return c.report, err
		}
		if err := c.readBack(ctx, chunk); err != nil {
			return c.report, err
		}
		c.report.Copied += len(chunk)
		progress(c.report)
	}
}

type copier struct {
	from   Source
	to     Log
	back   Reader // the target, read in step with the source
	chain  *Chain
	next   map[string]uint64 // revision that a stream's next event has
	report Report
}

// take reads the source's next event and insists that its stream has no gap.
func (c *copier) take(ctx context.Context) (eventstore.Raw, error) {
	e, err := c.from.Next(ctx)
	if err != nil {
		return e, err
	}
	if want := c.next[e.Stream]; e.Revision != want {
		return e, fmt.Errorf("%w: %s goes on at %d, not %d", ErrGap, e.Stream, e.Revision, want)
	}
	c.next[e.Stream]++
	return e, nil
}

// compare walks over what the target holds already.
func (c *copier) compare(ctx context.Context, progress func(Report)) error {
	for {
		there, err := c.back.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		e, err := c.take(ctx)
		if errors.Is(err, io.EOF) {
			return fmt.Errorf("%w: %s, which comes after the source's end", ErrForeign, place(there))
		}
		if err != nil {
			return err
		}
		if what := difference(e, there); what != "" {
			return fmt.Errorf("%w: %s where the source has %s (%s)", ErrForeign, place(there), place(e), what)
		}
		c.chain.Add(e)
		if c.report.Present++; c.report.Present%(16*chunkEvents) == 0 {
			progress(c.report)
		}
	}
}

func (c *copier) chunk(ctx context.Context) ([]eventstore.Raw, error) {
	var chunk []eventstore.Raw
	for size := 0; len(chunk) < chunkEvents && size < 16*appendBytes; {
		e, err := c.take(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		chunk = append(chunk, e)
		size += len(e.Data) + len(e.Metadata)
	}
	return chunk, nil
}

// append writes a chunk in runs of one stream. One run follows the other, which
// keeps the order of the log.
func (c *copier) append(ctx context.Context, chunk []eventstore.Raw) error {
	for len(chunk) > 0 {
		n, size := 1, len(chunk[0].Data)+len(chunk[0].Metadata)
		for n < len(chunk) && n < appendEvents && chunk[n].Stream == chunk[0].Stream {
			if size += len(chunk[n].Data) + len(chunk[n].Metadata); size > appendBytes {
				break
			}
			n++
		}
		run := chunk[:n]
		_, err := patiently(ctx, func() (eventstore.Appended, error) { return c.to.AppendCopies(ctx, run) })
		if errors.Is(err, eventstore.ErrWrongRevision) {
			return fmt.Errorf("%w: somebody else writes to %s: %v", ErrForeign, run[0].Stream, err)
		}
		if err != nil {
			return fmt.Errorf("transfer: append %s: %w", place(run[0]), err)
		}
		chunk = chunk[n:]
	}
	return nil
}

// readBack compares what the target now holds with what was appended.
func (c *copier) readBack(ctx context.Context, chunk []eventstore.Raw) error {
	for _, e := range chunk {
		there, err := c.back.Next(ctx)
		if errors.Is(err, io.EOF) {
			return fmt.Errorf("%w: %s was acknowledged and is not there", ErrDiffers, place(e))
		}
		if err != nil {
			return err
		}
		switch what := difference(e, there); {
		case what == "":
		case there.ID == e.ID:
			return fmt.Errorf("%w: %s (%s)", ErrDiffers, place(e), what)
		default:
			return fmt.Errorf("%w: %s stands where %s was appended; somebody else writes to it", ErrForeign, place(there), place(e))
		}
		c.chain.Add(e)
	}
	return nil
}

func (c *copier) checkNothingFollows(ctx context.Context) error {
	there, err := c.back.Next(ctx)
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return err
	}
	return fmt.Errorf("%w: %s, which comes after the source's end", ErrForeign, place(there))
}

// place names an event for a person.
func place(e eventstore.Raw) string {
	return fmt.Sprintf("%s@%d (%s %s)", e.Stream, e.Revision, e.Type, e.ID)
}

// difference names what two events differ in, or is "".
func difference(a, b eventstore.Raw) string {
	for _, x := range []struct {
		what  string
		equal bool
	}{
		{"stream", a.Stream == b.Stream}, {"revision", a.Revision == b.Revision}, {"id", a.ID == b.ID}, {"type", a.Type == b.Type},
		{"content type", a.ContentType == b.ContentType}, {"data", string(a.Data) == string(b.Data)},
		{"metadata", string(a.Metadata) == string(b.Metadata)},
	} {
		if !x.equal {
			return x.what + " differs"
		}
	}
	return ""
}

// patiently repeats a call while the log is out of reach.
func patiently[T any](ctx context.Context, call func() (T, error)) (T, error) {
	pause := pauseMin
	for attempt := 1; ; attempt++ {
		v, err := call()
		if err == nil || !errors.Is(err, eventstore.ErrUnavailable) || attempt == attemptsMax || ctx.Err() != nil {
			return v, err
		}
		select {
		case <-ctx.Done():
			return v, ctx.Err()
		case <-time.After(pause):
		}
		pause = min(2*pause, pauseMax)
	}
}

// Reader reads a log from its beginning; with Until set, to that position and
// no further, with Tenant set, that tenant's streams only. It is a Source.
type Reader struct {
	Log    Log
	Tenant string
	Until  event.Position // zero: to the end, and on when there is more

	at    event.Position // of the last event read
	page  []eventstore.Raw
	begun bool
}

// Next returns the next event; io.EOF at the end, after which more may come.
func (r *Reader) Next(ctx context.Context) (eventstore.Raw, error) {
	for {
		if len(r.page) == 0 {
			if err := r.read(ctx); err != nil {
				return eventstore.Raw{}, err
			}
		}
		e := r.page[0]
		if r.Until != (event.Position{}) && r.Until.Less(e.Position) {
			return eventstore.Raw{}, io.EOF
		}
		r.page, r.at, r.begun = r.page[1:], e.Position, true
		if r.wanted(e.Stream) {
			return e, nil
		}
	}
}

func (r *Reader) wanted(stream string) bool {
	if strings.HasPrefix(stream, "$") {
		return false
	}
	if r.Tenant == "" {
		return true
	}
	s, ok := event.ParseStream(stream)
	return ok && s.Tenant == r.Tenant
}

// read fetches the next page; a read begins with the event at its position.
func (r *Reader) read(ctx context.Context) error {
	page, err := patiently(ctx, func() ([]eventstore.Raw, error) { return r.Log.ReadAll(ctx, r.at, pageEvents) })
	if err != nil {
		return fmt.Errorf("transfer: read on from %d/%d: %w", r.at.Commit, r.at.Prepare, err)
	}
	if r.begun && len(page) > 0 && page[0].Position == r.at {
		page = page[1:]
	}
	if len(page) == 0 {
		return io.EOF
	}
	r.page = page
	return nil
}

// ToHead is a Reader of everything that a log holds now.
func ToHead(ctx context.Context, log Log, tenant string) (Source, error) {
	head, any, err := log.Head(ctx)
	if err != nil {
		return nil, err
	}
	if !any {
		return empty{}, nil
	}
	return &Reader{Log: log, Tenant: tenant, Until: head}, nil
}

type empty struct{}

func (empty) Next(context.Context) (eventstore.Raw, error) { return eventstore.Raw{}, io.EOF }

// Digest reads a source to its end and returns how many events it has and their
// chain.
func Digest(ctx context.Context, from Source) (events int, chain string, err error) {
	c := NewChain()
	for {
		e, err := from.Next(ctx)
		if errors.Is(err, io.EOF) {
			return events, c.Sum(), nil
		}
		if err != nil {
			return events, "", err
		}
		c.Add(e)
		events++
	}
}
