package eventstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore/internal/call"
	"github.com/tallystick/tallystick/eventstore/internal/cluster"
	"github.com/tallystick/tallystick/eventstore/internal/wire"
)

// batcher sends the appends of many callers through one BatchAppend call, on a
// connection of its own: what a call costs, an append then costs no more. Each is
// answered for itself, and callers wait for the answer, so that nothing is promised
// earlier than by single calls.
type batcher struct {
	options call.Options

	call atomic.Pointer[batchCall] // the last one
	turn chan struct{}             // full while somebody begins another

	closing sync.Once
	closed  chan struct{}
}

// batchBytesMax is the size above which an append gets a call of its own, so that
// others need not wait behind it.
const batchBytesMax = 64 << 10

func newBatcher(c *esdb.Configuration) *batcher {
	return &batcher{turn: make(chan struct{}, 1), closed: make(chan struct{}), options: call.Options{
		Address: c.Address, Method: api.Streams_BatchAppend_FullMethodName, MessageBytesMax: messageBytesMax,
		Header:    map[string]string{cluster.KeyRequiresLeader: "true"},
		KeepAlive: c.KeepAliveInterval, KeepAliveTimeout: c.KeepAliveTimeout,
	}}
}

// close ends the appends that are under way.
func (b *batcher) close() {
	b.closing.Do(func() {
		close(b.closed)
		b.turn <- struct{}{}
		if c := b.call.Load(); c != nil {
			c.call.Close()
		}
	})
}

// takes reports whether an append is one for a batch.
func (b *batcher) takes(events []wire.Proposed) bool {
	bytes := 0
	for i := range events {
		bytes += len(events[i].Type) + len(events[i].Data) + len(events[i].Metadata)
	}
	return len(events) > 0 && bytes <= batchBytesMax
}

// append returns by the deadline, or when ctx ends. Its errors are
// ErrWrongRevision, ErrTooLarge, ErrUnavailable, or what ended the call.
func (b *batcher) append(ctx context.Context, deadline time.Time, stream string, expected wire.Expected, events []wire.Proposed) (Appended,
	error) {
	c, err := b.running(ctx, deadline)
	if err != nil {
		return Appended{}, err
	}
	w := waitings.Get().(*waiting)
	w.deadline, w.stream, w.expected, w.events = deadline, stream, expected, events
	if !c.enqueue(w) {
		return Appended{}, c.err
	}
	select {
	case o := <-w.done:
		if o.answered {
			w.reuse()
		}
		return o.at, o.err
	case <-ctx.Done():
	}
	if c.forget(w) {
		return Appended{}, ctx.Err()
	}
	o := <-w.done // it came at the same moment
	return o.at, o.err
}

// running returns the call in progress, beginning one if there is none.
func (b *batcher) running(ctx context.Context, deadline time.Time) (*batchCall, error) {
	if c := b.call.Load(); c != nil && !c.hasEnded() {
		return c, nil
	}
	ctx, cancelWait := context.WithDeadline(ctx, deadline)
	defer cancelWait()
	select {
	case b.turn <- struct{}{}:
		defer func() { <-b.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-b.closed:
		return nil, errEnded
	}
	if c := b.call.Load(); c != nil && !c.hasEnded() {
		return c, nil // somebody else has begun it
	}
	opened, err := call.Open(ctx, b.options)
	if err != nil {
		return nil, err
	}
	c := newBatchCall(opened)
	b.call.Store(c)
	go c.send()
	go c.receive()
	return c, nil
}

// batchCall is one BatchAppend call.
type batchCall struct {
	call  *call.Call
	news  chan struct{} // has one while something is queued
	ended chan struct{}
	err   error         // why it ended; set before ended is closed
	sent  atomic.Uint64 // the last number that was sent

	mu      sync.Mutex
	queue   []*waiting          // to be sent
	waiting map[uint64]*waiting // by number, those in the queue too; nil once the call has ended
	last    uint64              // number
	alarm   *time.Timer         // runs expire
	alarmAt time.Time           // zero: it is not set
}

func newBatchCall(opened *call.Call) *batchCall {
	c := &batchCall{call: opened, news: make(chan struct{}, 1), ended: make(chan struct{}), waiting: map[uint64]*waiting{}}
	c.alarm = time.AfterFunc(time.Hour, c.expire)
	c.alarm.Stop()
	return c
}

func (c *batchCall) hasEnded() bool {
	select {
	case <-c.ended:
		return true
	default:
		return false
	}
}

// waiting is an append whose caller waits. Whoever takes it out of the call's map
// sends its outcome, or is the caller, who wants none any more.
type waiting struct {
	number   uint64
	deadline time.Time
	stream   string
	expected wire.Expected
	events   []wire.Proposed
	gone     bool // of the call's mutex
	done     chan outcome
}

type outcome struct {
	at       Appended
	err      error
	answered bool // by the server
}

var waitings = sync.Pool{New: func() any { return &waiting{done: make(chan outcome, 1)} }}

// reuse is for one that was answered by the server: nobody else has it any more.
func (w *waiting) reuse() {
	*w = waiting{done: w.done}
	waitings.Put(w)
}

// enqueue returns false when the call has ended.
func (c *batchCall) enqueue(w *waiting) bool {
	c.mu.Lock()
	if c.waiting == nil {
		c.mu.Unlock()
		<-c.ended // it is about to
		return false
	}
	c.last++
	w.number = c.last
	c.waiting[w.number] = w
	c.queue = append(c.queue, w)
	first := len(c.queue) == 1
	if c.alarmAt.IsZero() || w.deadline.Before(c.alarmAt) {
		c.alarmAt = w.deadline
		c.alarm.Reset(time.Until(w.deadline))
	}
	c.mu.Unlock()
	if first {
		select {
		case c.news <- struct{}{}:
		default:
		}
	}
	return true
}

// take removes an append from the map; nil: it is not there any more, or was not
// sent yet, so that it cannot have been answered.
func (c *batchCall) take(number uint64) *waiting {
	if number > c.sent.Load() {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.waiting[number]
	delete(c.waiting, number)
	return w
}

// forget returns false when the outcome is on its way.
func (c *batchCall) forget(w *waiting) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting[w.number] != w {
		return false
	}
	delete(c.waiting, w.number)
	w.gone = true
	return true
}

// expire ends the wait for what is overdue. One alarm serves all: setting one for
// each append would cost more than the rest of its way through here.
func (c *batchCall) expire() {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	c.alarmAt = time.Time{}
	for number, w := range c.waiting {
		switch {
		case !w.deadline.After(now):
			delete(c.waiting, number)
			w.gone = true
			w.done <- outcome{err: context.DeadlineExceeded}
		case c.alarmAt.IsZero() || w.deadline.Before(c.alarmAt):
			c.alarmAt = w.deadline
		}
	}
	if !c.alarmAt.IsZero() {
		c.alarm.Reset(c.alarmAt.Sub(now))
	}
}

// send ends with the call, which receive notices too.
func (c *batchCall) send() {
	var memory []*waiting
	var messages []byte
	var request wire.Request
	for {
		select {
		case <-c.news:
		case <-c.ended:
			return
		}
		// Callers that were answered together are about to send their next: yielding
		// to them once makes one write of what would be many.
		runtime.Gosched()
		batch := c.takeQueue(memory)
		now := time.Now()
		messages = messages[:0]
		for _, w := range batch {
			request.Correlation = wire.AppendCorrelation(request.Correlation[:0], w.number)
			request.Stream = append(request.Stream[:0], w.stream...)
			request.Expected, request.Events, request.Within = w.expected, w.events, max(w.deadline.Sub(now), time.Millisecond)
			messages = call.AppendMessage(messages, request.Append)
			c.sent.Store(w.number)
		}
		clear(batch) // they may be answered from here on, and are not ours then
		request.Events, memory = nil, batch
		if c.call.Send(messages) != nil {
			c.call.Close() // the receiver knows why
			return
		}
		if cap(messages) > sendBytesKept {
			messages = nil
		}
	}
}

// sendBytesKept is the memory that the sender holds on to.
const sendBytesKept = 256 << 10

// takeQueue empties the queue, without those whose caller has gone. The queue goes
// on in the memory of the last one.
func (c *batchCall) takeQueue(memory []*waiting) []*waiting {
	c.mu.Lock()
	defer c.mu.Unlock()
	taken := c.queue
	c.queue = memory[:0]
	return slices.DeleteFunc(taken, func(w *waiting) bool { return w.gone })
}

var errEnded = errors.New("the call was ended")

func (c *batchCall) receive() {
	var answer wire.Answered
	c.err = c.call.Receive(func(message []byte) error {
		if err := answer.Decode(message); err != nil {
			return err
		}
		w := c.take(answer.Number)
		if w == nil {
			return nil
		}
		o := outcome{answered: true}
		if answer.Refusal != nil {
			o.err = refusal(answer.Refusal)
		} else {
			o.at = Appended{answer.Revision, event.Position{Commit: answer.Commit, Prepare: answer.Prepare}}
		}
		w.done <- o
		return nil
	})
	if errors.Is(c.err, io.EOF) {
		c.err = errEnded
	}
	c.end()
}

// end fails all who still wait.
func (c *batchCall) end() {
	c.mu.Lock()
	left := c.waiting
	c.waiting = nil
	c.alarm.Stop()
	c.mu.Unlock()
	close(c.ended)
	for _, w := range left {
		w.done <- outcome{err: c.err}
	}
}

// Refusal is what the server's refusal of an append of a batch means; refusals are
// told apart by the message that comes with them.
func Refusal(s *rpcstatus.Status) error {
	kind, text := ErrUnavailable, s.GetMessage()
	for _, detail := range s.GetDetails() {
		var bad shared.BadRequest
		switch {
		case detail.MessageIs(&shared.WrongExpectedVersion{}):
			kind = ErrWrongRevision
		case detail.MessageIs(&shared.MaximumAppendSizeExceeded{}), strings.HasSuffix(detail.GetTypeUrl(), "MaximumAppendEventSizeExceeded"):
			kind = ErrTooLarge
		case detail.MessageIs(&bad):
			kind = ErrNotUnderstood
			if detail.UnmarshalTo(&bad) == nil && bad.GetMessage() != text {
				text += ": " + bad.GetMessage()
			}
		case detail.MessageIs(&shared.StreamDeleted{}):
			return fmt.Errorf("%w: %w: %s", kind, ErrStreamGone, text)
		case detail.MessageIs(&shared.AccessDenied{}):
			return fmt.Errorf("%w: %w: %s", kind, ErrRefused, text)
		}
	}
	return fmt.Errorf("%w: %s", kind, text)
}

func refusal(wire []byte) error {
	var s rpcstatus.Status
	if err := proto.Unmarshal(wire, &s); err != nil {
		return fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	return Refusal(&s)
}
