package eventstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore/internal/wire"
)

// batcher sends the appends of many callers through one BatchAppend call: what a
// call of its own costs, an append then costs no more. Each is answered for
// itself, and callers wait for the answer, so that nothing is promised earlier
// than by single calls.
type batcher struct {
	conn   *grpc.ClientConn
	ctx    context.Context // ends with the connection
	cancel context.CancelFunc

	call atomic.Pointer[batchCall] // the last one
	turn chan struct{}             // full while somebody begins another
}

// batchBytesMax is the size above which an append gets a call of its own, so that
// others need not wait behind it.
const batchBytesMax = 64 << 10

func newBatcher(conn *grpc.ClientConn) *batcher {
	ctx, cancel := context.WithCancel(context.Background())
	return &batcher{conn: conn, ctx: ctx, cancel: cancel, turn: make(chan struct{}, 1)}
}

func (b *batcher) close() { b.cancel() }

// takes reports whether an append is one for a batch.
func (b *batcher) takes(events []wire.Proposed) bool {
	bytes := 0
	for i := range events {
		bytes += len(events[i].Type) + len(events[i].Data) + len(events[i].Metadata)
	}
	return len(events) > 0 && bytes <= batchBytesMax
}

// append has ctx with a deadline. Its errors are ErrWrongRevision, ErrTooLarge,
// ErrUnavailable, or what ended the call.
func (b *batcher) append(ctx context.Context, stream string, expected wire.Expected, events []wire.Proposed) (Appended, error) {
	c, err := b.running(ctx)
	if err != nil {
		return Appended{}, err
	}
	w := &waiting{ctx: ctx, stream: stream, expected: expected, events: events, done: make(chan outcome, 1)}
	select {
	case c.queue <- w:
	case <-c.ended:
		return Appended{}, c.err
	case <-ctx.Done():
		return Appended{}, ctx.Err()
	}
	select {
	case o := <-w.done:
		return o.at, o.err
	case <-c.ended:
	case <-ctx.Done():
	}
	select {
	case o := <-w.done: // it came at the same moment
		return o.at, o.err
	case <-c.ended:
		return Appended{}, c.err
	default:
		return Appended{}, ctx.Err()
	}
}

// running returns the call in progress, beginning one if there is none.
func (b *batcher) running(ctx context.Context) (*batchCall, error) {
	if c := b.call.Load(); c != nil && !c.hasEnded() {
		return c, nil
	}
	select {
	case b.turn <- struct{}{}:
		defer func() { <-b.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if c := b.call.Load(); c != nil && !c.hasEnded() {
		return c, nil // somebody else has begun it
	}
	callCtx, cancel := context.WithCancel(b.ctx)
	// The call outlives ctx, but waiting for a connection must not.
	stop := context.AfterFunc(ctx, cancel)
	stream, err := b.conn.NewStream(callCtx, batchCallDesc, api.Streams_BatchAppend_FullMethodName)
	if err == nil && !stop() {
		err = ctx.Err()
	}
	if err != nil {
		cancel()
		return nil, err
	}
	c := &batchCall{
		stream: stream, cancel: cancel, queue: make(chan *waiting, queueMax), ended: make(chan struct{}), waiting: map[uint64]*waiting{},
	}
	b.call.Store(c)
	go c.send()
	go c.receive()
	return c, nil
}

var batchCallDesc = &grpc.StreamDesc{StreamName: "BatchAppend", ServerStreams: true, ClientStreams: true}

// queueMax bounds the appends that wait to be sent; more callers wait for room.
const queueMax = 64

// batchCall is one BatchAppend call.
type batchCall struct {
	stream grpc.ClientStream
	cancel context.CancelFunc
	queue  chan *waiting
	ended  chan struct{}
	err    error // why it ended; set before ended is closed

	mu      sync.Mutex
	waiting map[uint64]*waiting // by correlation
	last    uint64              // correlation
}

func (c *batchCall) hasEnded() bool {
	select {
	case <-c.ended:
		return true
	default:
		return false
	}
}

// waiting is an append whose caller waits.
type waiting struct {
	ctx      context.Context
	stream   string
	expected wire.Expected
	events   []wire.Proposed
	done     chan outcome
}

type outcome struct {
	at  Appended
	err error
}

// send ends with the call, which receive notices too.
func (c *batchCall) send() {
	for {
		select {
		case w := <-c.queue:
			if w.ctx.Err() != nil {
				continue // the caller has gone
			}
			deadline, _ := w.ctx.Deadline()
			request := wire.Request{
				Correlation: wire.Correlation(c.expect(w)),
				Stream:      []byte(w.stream), Expected: w.expected, Within: max(time.Until(deadline), time.Millisecond),
				Events: w.events,
			}
			if err := c.stream.SendMsg(request.Message()); err != nil {
				c.cancel() // RecvMsg knows why
				return
			}
		case <-c.ended:
			return
		}
	}
}

// expect numbers an append, so that its answer is known.
func (c *batchCall) expect(w *waiting) (correlation uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last++
	c.waiting[c.last] = w
	return c.last
}

var errEnded = errors.New("the server ended the call")

func (c *batchCall) receive() {
	defer c.cancel()
	defer close(c.ended)
	for {
		var answer wire.Answer
		if c.err = c.stream.RecvMsg(&answer); c.err != nil {
			if errors.Is(c.err, io.EOF) {
				c.err = errEnded
			}
			return
		}
		correlation, err := wire.Number(answer.Correlation)
		if err != nil {
			c.err = err
			return
		}
		c.mu.Lock()
		w := c.waiting[correlation]
		delete(c.waiting, correlation)
		c.mu.Unlock()
		if w == nil {
			continue
		}
		if answer.Refusal != nil {
			w.done <- outcome{err: refusal(answer.Refusal)}
			continue
		}
		w.done <- outcome{at: Appended{answer.Revision, event.Position{Commit: answer.Commit, Prepare: answer.Prepare}}}
	}
}

// refusal tells refusals apart by the message that comes with them.
func refusal(wire []byte) error {
	var s rpcstatus.Status
	if err := proto.Unmarshal(wire, &s); err != nil {
		return fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	kind := ErrUnavailable
	for _, detail := range s.GetDetails() {
		switch {
		case detail.MessageIs(&shared.WrongExpectedVersion{}):
			kind = ErrWrongRevision
		case detail.MessageIs(&shared.MaximumAppendSizeExceeded{}), detail.MessageIs(&shared.BadRequest{}):
			kind = ErrTooLarge
		}
	}
	return fmt.Errorf("%w: %s", kind, s.GetMessage())
}
