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
	correlation *shared.UUID
	options     *api.BatchAppendReq_Options
	deadline    time.Time // zero: none
	wait        func() (store.Result, error)
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
			result, err := b.wait()
			if err := call.Send(s.batchResponse(b, result, err)); err != nil {
				return err // cancels ctx, which ends the receiver
			}
		case <-s.node.ctx.Done(): // clients keep this call open for as long as they live
			return errClosing
		}
	}
}

func (s *streamsServer) receiveBatch(ctx context.Context, call api.Streams_BatchAppendServer, pending chan<- *batchAppend) error {
	open := map[[16]byte]*batchAppend{}
	openBytes := 0
	for {
		message, err := call.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		id, err := parseUUID(message.GetCorrelationId())
		if err != nil {
			return invalid("batch append: bad correlation id")
		}
		b := open[id]
		if b == nil {
			if len(open) >= batchOpenMax {
				return &callError{code: codes.ResourceExhausted, message: "batch append: too many unfinished appends"}
			}
			b = newBatchAppend(message)
			open[id] = b
		}
		before := b.bytes
		for _, m := range message.GetProposedMessages() {
			b.add(s.node, m)
		}
		openBytes += b.bytes - before
		if openBytes > batchOpenBytesMax {
			return &callError{code: codes.ResourceExhausted, message: "batch append: too many unfinished bytes"}
		}
		if !message.GetIsFinal() {
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

func newBatchAppend(first *api.BatchAppendReq) *batchAppend {
	o := first.GetOptions()
	b := &batchAppend{correlation: first.GetCorrelationId(), options: o}
	if o == nil {
		b.reject("batch append without options")
		return b
	}
	b.stream, b.err = streamName(o.GetStreamIdentifier())
	switch v := o.GetExpectedStreamPosition().(type) {
	case *api.BatchAppendReq_Options_StreamPosition:
		b.expected = atRevision(v.StreamPosition)
	case *api.BatchAppendReq_Options_NoStream:
		b.expected.Condition = store.NoStream
	case *api.BatchAppendReq_Options_StreamExists:
		b.expected.Condition = store.StreamExists
	}
	switch v := o.GetDeadlineOption().(type) {
	case *api.BatchAppendReq_Options_Deadline_21_10_0:
		b.deadline = v.Deadline_21_10_0.AsTime()
	case *api.BatchAppendReq_Options_Deadline:
		b.deadline = time.Now().Add(v.Deadline.AsDuration())
	}
	return b
}

func (s *streamsServer) batchResponse(b *batchAppend, r store.Result, err error) *api.BatchAppendResp {
	resp := &api.BatchAppendResp{
		CorrelationId:    b.correlation,
		StreamIdentifier: b.options.GetStreamIdentifier(),
	}
	switch v := b.options.GetExpectedStreamPosition().(type) {
	case *api.BatchAppendReq_Options_StreamPosition:
		resp.ExpectedStreamPosition = &api.BatchAppendResp_StreamPosition{StreamPosition: v.StreamPosition}
	case *api.BatchAppendReq_Options_NoStream:
		resp.ExpectedStreamPosition = &api.BatchAppendResp_NoStream{NoStream: v.NoStream}
	case *api.BatchAppendReq_Options_Any:
		resp.ExpectedStreamPosition = &api.BatchAppendResp_Any{Any: v.Any}
	case *api.BatchAppendReq_Options_StreamExists:
		resp.ExpectedStreamPosition = &api.BatchAppendResp_StreamExists{StreamExists: v.StreamExists}
	}
	if err != nil {
		resp.Result = &api.BatchAppendResp_Error{Error: s.batchError(b, err)}
		return resp
	}
	success := &api.BatchAppendResp_Success{
		CurrentRevisionOption: &api.BatchAppendResp_Success_NoStream{NoStream: &emptypb.Empty{}},
		PositionOption:        &api.BatchAppendResp_Success_NoPosition{NoPosition: &emptypb.Empty{}},
	}
	if r.Exists {
		success.CurrentRevisionOption = &api.BatchAppendResp_Success_CurrentRevision{CurrentRevision: r.Revision}
		success.PositionOption = &api.BatchAppendResp_Success_Position{Position: &shared.AllStreamPosition{
			CommitPosition: r.Position, PreparePosition: r.Position,
		}}
	}
	resp.Result = &api.BatchAppendResp_Success_{Success: success}
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
		return &shared.StreamDeleted{StreamIdentifier: b.options.GetStreamIdentifier()}
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
