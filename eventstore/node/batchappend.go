package node

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/tallystick/tallystick/eventstore/internal/wire"
	"github.com/tallystick/tallystick/eventstore/node/internal/store"
)

const (
	// batchOpenMax bounds the appends of one call whose last part has not come,
	// batchOpenBytesMax the bytes they hold.
	batchOpenMax      = 256
	batchOpenBytesMax = 32 << 20
	// batchPendingMax bounds the appends of one call that await their commit.
	batchPendingMax = 128
)

// batchAppend is one append of a BatchAppend call.
type batchAppend struct {
	appendRequest
	first    wire.Request // without its events
	deadline time.Time    // by which the last part must have come; zero: none
	space    [1]store.Proposed
}

// batchCall is a BatchAppend call.
type batchCall struct {
	api.Streams_BatchAppendServer
	node    *Node
	pending chan *batchAppend // in the order in which they were queued
	done    chan struct{}     // has one while appends are done that were not answered
}

// BatchAppend carries many appends over one call. They are decided in the order
// in which they become complete and answered in that order.
func (s *streamsServer) BatchAppend(stream api.Streams_BatchAppendServer) error {
	c := &batchCall{
		Streams_BatchAppendServer: stream, node: s.node,
		pending: make(chan *batchAppend, batchPendingMax), done: make(chan struct{}, 1),
	}
	ctx, cancel := context.WithCancel(c.Context())
	defer cancel()
	received := make(chan error, 1)
	go func() {
		defer close(c.pending)
		received <- s.node.guarded("batch append", func() error { return c.receive(ctx) })
	}()
	for {
		select {
		case b, open := <-c.pending:
			if !open {
				return s.node.fail(c.Context(), <-received)
			}
			if err := c.answer(b); err != nil {
				return err // cancels ctx, which ends the receiver
			}
		case <-s.node.ctx.Done(): // clients keep this call open for as long as they live
			return c.answerRest()
		}
	}
}

// answer waits for an append. Those behind it share its wake-up: when they are
// done too, their turn costs no wait.
func (c *batchCall) answer(b *batchAppend) error {
	result, err := b.wait(c.node, c.done)
	return c.SendMsg(b.response(c.node, result, err))
}

// answerRest answers what is under way when the node closes.
func (c *batchCall) answerRest() error {
	for {
		select {
		case b, open := <-c.pending:
			if !open {
				return errClosing
			}
			if err := c.answer(b); err != nil {
				return err
			}
		default:
			return errClosing
		}
	}
}

func (c *batchCall) receive(ctx context.Context) error {
	parts := batchParts{expired: func(b *batchAppend) {
		b.start(c.node, c.done)
		select {
		case c.pending <- b:
		case <-ctx.Done():
		}
	}}
	defer parts.end()
	var message wire.Request
	for {
		err := c.RecvMsg(&message)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		b, err := parts.add(c.node, &message)
		message.Release()
		if err != nil {
			return err
		}
		if b == nil {
			continue
		}
		b.start(c.node, c.done)
		select {
		case c.pending <- b:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// batchParts collects the appends of a call whose last part has not come.
type batchParts struct {
	expired func(*batchAppend) // gets those whose last part has not come in time

	mu      sync.Mutex
	open    map[[16]byte]*batchAppend
	bytes   int
	ended   bool
	telling sync.WaitGroup
}

// expire answers for an append whose last part has not come in time.
func (p *batchParts) expire(id [16]byte, b *batchAppend) {
	p.mu.Lock()
	if p.ended || p.open[id] != b {
		p.mu.Unlock()
		return
	}
	delete(p.open, id)
	p.bytes -= b.bytes
	b.err = context.DeadlineExceeded
	p.telling.Add(1)
	p.mu.Unlock()
	defer p.telling.Done()
	p.expired(b)
}

// end waits for those that are being told of.
func (p *batchParts) end() {
	p.mu.Lock()
	p.ended = true
	p.mu.Unlock()
	p.telling.Wait()
}

// add returns the append that a message completes, nil if it does not.
func (p *batchParts) add(n *Node, message *wire.Request) (*batchAppend, error) {
	id, err := wire.ID(message.Correlation)
	if err != nil {
		return nil, invalid("batch append: bad correlation id")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	b, isOpen := p.open[id]
	if !isOpen {
		if len(p.open) >= batchOpenMax {
			return nil, &callError{code: codes.ResourceExhausted, message: "batch append: too many unfinished appends"}
		}
		if b = newBatchAppend(message); id == ([16]byte{}) {
			b.reject("correlationId should be non-empty GUID")
			return b, nil
		}
	}
	before := b.bytes
	for i := range message.Events {
		event, err := receivedProposed(&message.Events[i])
		b.add(n, event, err)
	}
	if p.bytes += b.bytes - before; p.bytes > batchOpenBytesMax {
		return nil, &callError{code: codes.ResourceExhausted, message: "batch append: too many unfinished bytes"}
	}
	if !message.Final {
		if p.open == nil {
			p.open = map[[16]byte]*batchAppend{}
		}
		if !isOpen && b.first.Within != 0 {
			b.deadline = time.Now().Add(b.first.Within)
		}
		p.open[id] = b
		if !isOpen && !b.deadline.IsZero() {
			time.AfterFunc(time.Until(b.deadline), func() { p.expire(id, b) })
		}
		return nil, nil
	}
	delete(p.open, id)
	p.bytes -= b.bytes
	if !b.deadline.IsZero() && time.Now().After(b.deadline) {
		b.err = context.DeadlineExceeded
	}
	return b, nil
}

func newBatchAppend(first *wire.Request) *batchAppend {
	b := &batchAppend{first: *first, deadline: first.Until}
	b.first.Events, b.events = nil, b.space[:0]
	if !first.Options {
		b.reject("batch append without options")
		return b
	}
	b.stream, b.err = checkedName(first.Stream)
	switch first.Expected.Condition {
	case wire.AtRevision:
		b.expected = atRevision(first.Expected.Revision)
	case wire.NoStream:
		b.expected.Condition = store.NoStream
	case wire.StreamExists:
		b.expected.Condition = store.StreamExists
	case wire.Unstated:
		b.reject("batch append without an expected revision")
	}
	return b
}

func receivedProposed(p *wire.Proposed) (store.Proposed, error) {
	if p.Err != nil {
		return store.Proposed{}, invalid("event id: %v", p.Err)
	}
	return newProposed(p.ID, p.Type, p.ContentType, p.Metadata, p.Data)
}

// response is an answer in either form that can be sent.
func (b *batchAppend) response(n *Node, r store.Result, err error) any {
	if err == nil && r.Exists {
		answer := wire.Answer{
			Correlation: b.first.Correlation, Stream: b.first.Stream, Expected: b.first.Expected,
			Revision: r.Revision, Commit: r.Position, Prepare: r.Position,
		}
		return answer.Message()
	}
	resp := &api.BatchAppendResp{CorrelationId: &shared.UUID{}}
	// It was read once, so that it can be read.
	_ = proto.Unmarshal(b.first.Correlation, resp.CorrelationId)
	if b.first.Options {
		resp.StreamIdentifier = &shared.StreamIdentifier{StreamName: b.first.Stream}
	}
	switch b.first.Expected.Condition {
	case wire.AtRevision:
		resp.ExpectedStreamPosition = &api.BatchAppendResp_StreamPosition{StreamPosition: b.first.Expected.Revision}
	case wire.NoStream:
		resp.ExpectedStreamPosition = &api.BatchAppendResp_NoStream{NoStream: &emptypb.Empty{}}
	case wire.Any:
		resp.ExpectedStreamPosition = &api.BatchAppendResp_Any{Any: &emptypb.Empty{}}
	case wire.StreamExists:
		resp.ExpectedStreamPosition = &api.BatchAppendResp_StreamExists{StreamExists: &emptypb.Empty{}}
	}
	if err != nil {
		resp.Result = &api.BatchAppendResp_Error{Error: b.status(n, err)}
		return resp
	}
	resp.Result = &api.BatchAppendResp_Success_{Success: &api.BatchAppendResp_Success{
		CurrentRevisionOption: &api.BatchAppendResp_Success_NoStream{NoStream: &emptypb.Empty{}},
		PositionOption:        &api.BatchAppendResp_Success_NoPosition{NoPosition: &emptypb.Empty{}},
	}}
	return resp
}

// status always has a detail: clients tell errors apart by its type.
func (b *batchAppend) status(n *Node, err error) *rpcstatus.Status {
	e := n.classify(err)
	detail, packErr := anypb.New(b.detail(n, e, err))
	if packErr != nil {
		return &rpcstatus.Status{Code: int32(codes.Internal), Message: packErr.Error()}
	}
	code := e.code
	switch detail.MessageName().Name() { // the real server's codes, which are not those of single calls
	case "WrongExpectedVersion":
		code = codes.AlreadyExists
	case "StreamDeleted":
		code = codes.NotFound
	}
	return &rpcstatus.Status{Code: int32(code), Message: e.message, Details: []*anypb.Any{detail}}
}

func (b *batchAppend) detail(n *Node, e *callError, err error) proto.Message {
	var wrong *store.WrongExpectedError
	var deleted *store.StreamDeletedError
	switch {
	case errors.As(err, &wrong):
		return wrongExpectedDetail(wrong)
	case errors.As(err, &deleted):
		return &shared.StreamDeleted{StreamIdentifier: &shared.StreamIdentifier{StreamName: b.first.Stream}}
	case e.exception() == exceptionAppendTooBig:
		return &shared.MaximumAppendSizeExceeded{MaxAppendSize: uint32(n.appendMax)}
	case e.code == codes.PermissionDenied:
		return &shared.AccessDenied{}
	case e.code == codes.DeadlineExceeded:
		return &shared.Timeout{}
	case e.code == codes.InvalidArgument:
		return &shared.BadRequest{Message: e.message}
	}
	return &shared.Unknown{}
}

func wrongExpectedDetail(e *store.WrongExpectedError) *shared.WrongExpectedVersion {
	w := &shared.WrongExpectedVersion{
		CurrentStreamRevisionOption: &shared.WrongExpectedVersion_CurrentNoStream{CurrentNoStream: &emptypb.Empty{}},
	}
	if e.Exists {
		w.CurrentStreamRevisionOption = &shared.WrongExpectedVersion_CurrentStreamRevision{CurrentStreamRevision: e.Current}
	}
	switch e.Expected.Condition {
	case store.Any:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedAny{ExpectedAny: &emptypb.Empty{}}
	case store.NoStream:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedNoStream{ExpectedNoStream: &emptypb.Empty{}}
	case store.StreamExists:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedStreamExists{ExpectedStreamExists: &emptypb.Empty{}}
	default:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedStreamPosition{ExpectedStreamPosition: e.Expected.Revision}
	}
	return w
}
