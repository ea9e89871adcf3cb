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
// The target holds a prefix of the source at any moment, in the source's order
// across all streams (the trees of proofs are built in that order, so streams
// cannot be copied beside each other), and an interrupted copy is resumed by
// starting it again: what is there is compared first, and the rest appended. A
// target that holds anything else is refused before anything is written. An event
// counts as copied when it has been read back from the target and found equal.
//
// # Speed
//
// Over a Pipeline appends follow each other without waiting for one another, so
// that the target can make many durable together; meanwhile the chunk before is
// read back and the next one read. Without one, each append waits for the one
// before. A server decides the appends of one call in their order; should one fail
// and later ones not, the target is found to hold them in another order
// (ErrOrder), and nothing more is written.
package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
)

var (
	// ErrForeign: the target holds events that the source does not hold there.
	ErrForeign = errors.New("transfer: the target holds other events")
	// ErrDiffers: an event was read back otherwise than it was written.
	ErrDiffers = errors.New("transfer: the target answers with other bytes")
	// ErrOrder: the target has taken appends in another order than they were sent.
	ErrOrder = errors.New("transfer: the target has taken events in another order; copy to an empty one again, one by one")
	// ErrGap: the source no longer has all of a stream, which was cut, scavenged or ended, so its
	// revisions cannot be kept.
	ErrGap = errors.New("transfer: a stream of the source is not whole")
)

// Log is what a transfer needs of a log; *eventstore.Store is one.
type Log interface {
	ReadAll(ctx context.Context, from event.Position, count int) ([]eventstore.Raw, error)
	Head(ctx context.Context) (event.Position, bool, error)
	AppendCopies(ctx context.Context, copies []eventstore.Raw) (eventstore.Appended, error)
}

// Ordered is a log that takes many appends at once and decides them in order; a
// Log that is one too is copied to faster. Pipelined is one.
type Ordered interface {
	AppendInOrder(ctx context.Context, runs [][]eventstore.Raw) error
}

// Pipelined is a log with a pipeline to it.
type Pipelined struct {
	Log
	*Pipeline
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
	// Fraction of the source that is done, of 1; 0 when that is not known.
	Fraction float64
}

const (
	pageEvents  = 1000 // a read
	chunkEvents = 1024 // appended, then read back together
	appendBytes = 256 << 10
	attemptsMax = 12 // against a log that is out of reach, over about a minute
	// attemptsFirst is how often one is tried that never answered, over some three seconds.
	attemptsFirst = 7
	pauseMin      = 50 * time.Millisecond
	pauseMax      = 10 * time.Second
	appendEvents  = 256
	// backPatience is how long what was acknowledged may take to be readable.
	backPatience = 30 * time.Second
)

// Copy brings a source into a target. progress, unless nil, is told now and then.
//
// Errors wrap ErrForeign, ErrDiffers, ErrOrder or ErrGap, else are those of the
// logs; after any of the latter the same copy can be started again.
func Copy(ctx context.Context, from Source, to Log, progress func(Report)) (Report, error) {
	if progress == nil {
		progress = func(Report) {}
	}
	if part, ok := from.(interface{ Fraction() float64 }); ok {
		tell := progress
		progress = func(r Report) { r.Fraction = part.Fraction(); tell(r) }
	}
	c := &copier{from: from, to: to, chain: NewChain(), back: Reader{Log: to}, next: map[string]uint64{}}
	if err := c.compare(ctx, progress); err != nil {
		return c.report, err
	}
	ahead, cancel := context.WithCancel(ctx)
	defer cancel() // a source that waits for input is left to it
	if err := c.bring(ctx, c.chunks(ahead), progress); err != nil {
		return c.report, err
	}
	c.report.Chain = c.chain.Sum()
	return c.report, c.checkNothingFollows(ctx)
}

// chunk is some events of the source, or why there are no more.
type chunk struct {
	events []eventstore.Raw
	err    error
}

// chunks reads the source ahead of what is being appended; it is closed after
// the last chunk or the first error.
func (c *copier) chunks(ctx context.Context) <-chan chunk {
	out := make(chan chunk, 1)
	go func() {
		defer close(out)
		for {
			events, err := c.chunk(ctx)
			if len(events) == 0 && err == nil {
				return
			}
			select {
			case out <- chunk{events, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return out
}

// bring appends each chunk while the one before it is read back.
func (c *copier) bring(ctx context.Context, chunks <-chan chunk, progress func(Report)) error {
	var before []eventstore.Raw // appended, not read back yet
	for {
		now, more := <-chunks
		if now.err == nil && !more {
			now.err = ctx.Err()
		}
		appended := make(chan error, 1)
		go func() { appended <- c.appendOnce(ctx, now.events) }()
		err := c.readBack(ctx, before)
		appendErr := <-appended
		if err != nil {
			return err
		}
		if c.report.Copied += len(before); len(before) > 0 {
			progress(c.report)
		}
		if now.err != nil {
			return now.err
		}
		if !more {
			return nil
		}
		if appendErr != nil {
			if now.events, err = c.recover(ctx, now.events, appendErr); err != nil {
				return err
			}
		}
		before = now.events
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

// appendOnce appends a chunk, in runs of one stream and in the order of the log.
func (c *copier) appendOnce(ctx context.Context, events []eventstore.Raw) error {
	if len(events) == 0 {
		return nil
	}
	runs := runsOf(events)
	if o, ok := c.to.(Ordered); ok {
		return o.AppendInOrder(ctx, runs)
	}
	for _, run := range runs {
		if _, err := patiently(ctx, func() (eventstore.Appended, error) { return c.to.AppendCopies(ctx, run) }); err != nil {
			return fmt.Errorf("%s: %w", place(run[0]), err)
		}
	}
	return nil
}

// runsOf parts a chunk where another stream begins, or an append is full.
func runsOf(events []eventstore.Raw) (runs [][]eventstore.Raw) {
	for len(events) > 0 {
		n, size := 1, len(events[0].Data)+len(events[0].Metadata)
		for n < len(events) && n < appendEvents && events[n].Stream == events[0].Stream {
			if size += len(events[n].Data) + len(events[n].Metadata); size > appendBytes {
				break
			}
			n++
		}
		runs = append(runs, events[:n])
		events = events[n:]
	}
	return runs
}

// recover goes on after an append that failed: what the target has taken of the
// chunk must be its beginning, and the rest is appended again. It returns what is
// still to be read back.
func (c *copier) recover(ctx context.Context, events []eventstore.Raw, err error) ([]eventstore.Raw, error) {
	pause := pauseMin
	for attempt := 1; ; attempt++ {
		if errors.Is(err, eventstore.ErrWrongRevision) {
			return nil, fmt.Errorf("%w: somebody else writes to it: %v", ErrForeign, err)
		}
		if _, ordered := c.to.(Ordered); !ordered || !mayRecover(err) || attempt == attemptsMax {
			return nil, fmt.Errorf("transfer: append %w", err)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pause):
		}
		pause = min(2*pause, pauseMax)
		if events, err = c.taken(ctx, events); err != nil {
			return nil, err
		}
		if err = c.appendOnce(ctx, events); err == nil {
			return events, nil
		}
	}
}

// taken reads back what the target has taken of a chunk that was not answered
// for, and returns the rest.
func (c *copier) taken(ctx context.Context, events []eventstore.Raw) ([]eventstore.Raw, error) {
	for len(events) > 0 {
		there, err := c.back.Next(ctx)
		if errors.Is(err, io.EOF) {
			return events, nil
		}
		if err != nil {
			return nil, err
		}
		if what := difference(events[0], there); what != "" {
			return nil, fmt.Errorf("%w: %s stands where %s was appended (%s)", ErrOrder, place(there), place(events[0]), what)
		}
		c.chain.Add(events[0])
		c.report.Copied++
		events = events[1:]
	}
	return events, nil
}

// readBack compares what the target now holds with what was appended.
func (c *copier) readBack(ctx context.Context, chunk []eventstore.Raw) error {
	for _, e := range chunk {
		there, err := c.nextBack(ctx)
		if errors.Is(err, io.EOF) {
			return fmt.Errorf("%w: %s was acknowledged and is not there after %v", ErrDiffers, place(e), backPatience)
		}
		if err != nil {
			return err
		}
		switch what := difference(e, there); {
		case what == "":
		case there.ID == e.ID:
			return fmt.Errorf("%w: %s (%s)", ErrDiffers, place(e), what)
		case slices.ContainsFunc(chunk, func(other eventstore.Raw) bool { return other.ID == there.ID }):
			return fmt.Errorf("%w: %s stands where %s was appended", ErrOrder, place(there), place(e))
		default:
			return fmt.Errorf("%w: %s stands where %s was appended; somebody else writes to it", ErrForeign, place(there), place(e))
		}
		c.chain.Add(e)
	}
	return nil
}

// nextBack is the target's next event, which has been acknowledged: a server may say
// so before its own readers see it.
func (c *copier) nextBack(ctx context.Context) (eventstore.Raw, error) {
	for begun := time.Now(); ; {
		there, err := c.back.Next(ctx)
		if !errors.Is(err, io.EOF) || time.Since(begun) > backPatience {
			return there, err
		}
		select {
		case <-ctx.Done():
			return there, ctx.Err()
		case <-time.After(pauseMin):
		}
	}
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
