package node

import (
	"context"
	"errors"
	"io"
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
	deadline time.Time    // zero: none
	wait     func() (store.Result, error)
}

// BatchAppend carries many appends over one call. They are decided in the order
// in which they become complete and answered in that order.
func (s *streamsServer) BatchAppend(call api.Streams_BatchAppendServer) error {
	pending := make(chan *batchAppend, batchPendingMax)
	ctx, cancel := context.WithCancel(call.Context())
	defer cancel()
	received := make(chan error, 1)
	go func() {
		defer close(pending)
		received <- s.node.guarded("batch append", func() error { return s.receiveBatch(ctx, call, pending) })
	}()
	for {
		select {
		case b, open := <-pending:
			if !open {
				return s.node.fail(call.Context(), <-received)
			}
			if err := s.answerBatch(call, b); err != nil {
				return err // cancels ctx, which ends the receiver
			}
		case <-s.node.ctx.Done(): // clients keep this call open for as long as they live
			return s.answerRest(call, pending)
		}
	}
}

func (s *streamsServer) answerBatch(call api.Streams_BatchAppendServer, b *batchAppend) error {
	result, err := b.wait()
	return call.SendMsg(s.batchResponse(b, result, err))
}

// answerRest answers what is under way when the node closes.
func (s *streamsServer) answerRest(call api.Streams_BatchAppendServer, pending <-chan *batchAppend) error {
	for {
		select {
		case b, open := <-pending:
			if !open {
				return errClosing
			}
			if err := s.answerBatch(call, b); err != nil {
				return err
			}
		default:
			return errClosing
		}
	}
}

func (s *streamsServer) receiveBatch(ctx context.Context, call api.Streams_BatchAppendServer, pending chan<- *batchAppend) error {
	open := map[[16]byte]*batchAppend{}
	openBytes := 0
	for {
		var message wire.Request
		err := call.RecvMsg(&message)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		id, err := wire.ID(message.Correlation)
		if err != nil {
			return invalid("batch append: bad correlation id")
		}
		b := open[id]
		if b == nil {
			if len(open) >= batchOpenMax {
				return &callError{code: codes.ResourceExhausted, message: "batch append: too many unfinished appends"}
			}
			b = newBatchAppend(&message)
			open[id] = b
		}
		before := b.bytes
		for i := range message.Events {
			event, err := receivedProposed(&message.Events[i])
			b.add(s.node, event, err)
		}
		openBytes += b.bytes - before
		if openBytes > batchOpenBytesMax {
			return &callError{code: codes.ResourceExhausted, message: "batch append: too many unfinished bytes"}
		}
		if !message.Final {
			continue
		}
		delete(open, id)
		openBytes -= b.bytes
		if !b.deadline.IsZero() && time.Now().After(b.deadline) {
			b.err = context.DeadlineExceeded
		}
		b.wait = b.start(s.node)
		select {
		case pending <- b:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func newBatchAppend(first *wire.Request) *batchAppend {
	b := &batchAppend{first: *first, deadline: first.Until}
	b.first.Events = nil
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
	}
	if first.Within != 0 {
		b.deadline = time.Now().Add(first.Within)
	}
	return b
}

func receivedProposed(p *wire.Proposed) (store.Proposed, error) {
	if p.Err != nil {
		return store.Proposed{}, invalid("event id: %v", p.Err)
	}
	return newProposed(p.ID, p.Type, p.ContentType, p.Metadata, p.Data)
}

// batchResponse is an answer in either form that can be sent.
func (s *streamsServer) batchResponse(b *batchAppend, r store.Result, err error) any {
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
		resp.Result = &api.BatchAppendResp_Error{Error: s.batchError(b, err)}
		return resp
	}
	resp.Result = &api.BatchAppendResp_Success_{Success: &api.BatchAppendResp_Success{
		CurrentRevisionOption: &api.BatchAppendResp_Success_NoStream{NoStream: &emptypb.Empty{}},
		PositionOption:        &api.BatchAppendResp_Success_NoPosition{NoPosition: &emptypb.Empty{}},
	}}
	return resp
}

// batchError always has a detail: clients tell errors apart by its type.
func (s *streamsServer) batchError(b *batchAppend, err error) *rpcstatus.Status {
	e := s.node.classify(err)
	detail, packErr := anypb.New(s.batchDetail(b, e, err))
	if packErr != nil {
		return &rpcstatus.Status{Code: int32(codes.Internal), Message: packErr.Error()}
	}
	return &rpcstatus.Status{Code: int32(e.code), Message: e.message, Details: []*anypb.Any{detail}}
}

func (s *streamsServer) batchDetail(b *batchAppend, e *callError, err error) proto.Message {
	var wrong *store.WrongExpectedError
	var deleted *store.StreamDeletedError
	switch {
	case errors.As(err, &wrong):
		return wrongExpectedDetail(wrong)
	case errors.As(err, &deleted):
		return &shared.StreamDeleted{StreamIdentifier: &shared.StreamIdentifier{StreamName: b.first.Stream}}
	case e.exception() == exceptionAppendTooBig:
		return &shared.MaximumAppendSizeExceeded{MaxAppendSize: uint32(s.node.appendMax)}
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
