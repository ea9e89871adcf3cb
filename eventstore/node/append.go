package node

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"

	"github.com/tallystick/tallystick/eventstore/node/internal/store"
)

type streamsServer struct {
	api.UnimplementedStreamsServer
	node *Node
}

// appendRequest is one append, from whichever call it comes. Its events may share
// bytes with the messages that they came in.
type appendRequest struct {
	stream   string
	expected store.Expected
	events   []store.Proposed
	bytes    int
	err      error // the first thing wrong with it; the rest is then ignored

	begun     time.Time
	appending store.Appending // unless err
}

func (r *appendRequest) add(n *Node, event store.Proposed, err error) {
	if r.err != nil {
		return
	}
	if err != nil {
		r.err = err
		return
	}
	r.bytes += proposedSize(&event)
	if r.bytes > n.appendMax {
		r.events, r.err = nil, appendTooBig(n.appendMax)
		return
	}
	if original, ok := store.OriginalStream(r.stream); ok && n.protect(original) && store.Truncates(event.Data) {
		r.err = protected(original)
		return
	}
	r.events = append(r.events, event)
}

// start queues the append; wake is store.Appending's.
func (r *appendRequest) start(n *Node, wake chan<- struct{}) {
	r.begun = time.Now()
	if r.err == nil {
		r.appending.Start(n.store, r.stream, r.expected, r.events, wake)
	}
}

// wait waits for the result; woken is the other end of start's wake.
func (r *appendRequest) wait(n *Node, woken <-chan struct{}) (result store.Result, err error) {
	if err = r.err; err == nil {
		result, err = r.appending.Wait(woken)
	}
	if n.observe.Append != nil {
		n.observe.Append(len(r.events), time.Since(r.begun), err)
	}
	return result, err
}

func appendTooBig(limit int) error {
	return &callError{codes.InvalidArgument, fmt.Sprintf("Maximum Append Size of %d Exceeded.", limit),
		[]string{trailerException, exceptionAppendTooBig, "maximum-append-size", strconv.Itoa(limit)}}
}

func protected(stream string) error {
	return &callError{codes.PermissionDenied, fmt.Sprintf("stream '%s' may not lose events", stream),
		[]string{trailerException, exceptionAccessDenied, trailerStream, stream}}
}

// Append reads the whole request before it answers, even one that will be
// refused: a client that is still sending when the call ends sees a broken
// stream instead of the error.
func (s *streamsServer) Append(call api.Streams_AppendServer) error {
	r := &appendRequest{}
	for first := true; ; first = false {
		message, err := call.Recv()
		if errors.Is(err, io.EOF) {
			if first {
				r.err = invalid("append without options")
			}
			break
		}
		if err != nil {
			return err
		}
		switch content := message.GetContent().(type) {
		case *api.AppendReq_Options_:
			if !first {
				r.reject("append with options twice")
				continue
			}
			if r.stream, r.err = streamName(content.Options.GetStreamIdentifier()); content.Options.GetExpectedStreamRevision() == nil {
				r.reject("append without an expected revision")
			}
			r.expected = appendExpected(content.Options)
		case *api.AppendReq_ProposedMessage_:
			if first {
				r.reject("append does not start with options")
			}
			event, err := parseProposed(content.ProposedMessage)
			r.add(s.node, event, err)
		default:
			r.reject("append message is empty")
		}
	}
	done := make(chan struct{}, 1)
	r.start(s.node, done)
	result, err := r.wait(s.node, done)
	var wrong *store.WrongExpectedError
	if errors.As(err, &wrong) {
		return call.SendAndClose(wrongExpectedResponse(wrong))
	}
	if err != nil {
		return s.node.fail(call.Context(), err)
	}
	return call.SendAndClose(appendResponse(result))
}

func (r *appendRequest) reject(message string) {
	if r.err == nil {
		r.err = invalid("%s", message)
	}
}

func appendExpected(o *api.AppendReq_Options) store.Expected {
	switch v := o.GetExpectedStreamRevision().(type) {
	case *api.AppendReq_Options_Revision:
		return atRevision(v.Revision)
	case *api.AppendReq_Options_NoStream:
		return store.Expected{Condition: store.NoStream}
	case *api.AppendReq_Options_StreamExists:
		return store.Expected{Condition: store.StreamExists}
	}
	return store.Expected{Condition: store.Any}
}

func appendResponse(r store.Result) *api.AppendResp {
	success := &api.AppendResp_Success{
		CurrentRevisionOption: &api.AppendResp_Success_NoStream{NoStream: &shared.Empty{}},
		PositionOption:        &api.AppendResp_Success_NoPosition{NoPosition: &shared.Empty{}},
	}
	if r.Exists {
		success.CurrentRevisionOption = &api.AppendResp_Success_CurrentRevision{CurrentRevision: r.Revision}
		success.PositionOption = &api.AppendResp_Success_Position{Position: &api.AppendResp_Position{
			CommitPosition: r.Position, PreparePosition: r.Position,
		}}
	}
	return &api.AppendResp{Result: &api.AppendResp_Success_{Success: success}}
}

// wrongExpectedResponse fills fields 6 to 11; those before them are for servers
// of version 20.6.0.
func wrongExpectedResponse(e *store.WrongExpectedError) *api.AppendResp {
	w := &api.AppendResp_WrongExpectedVersion{
		CurrentRevisionOption: &api.AppendResp_WrongExpectedVersion_CurrentNoStream{CurrentNoStream: &shared.Empty{}},
	}
	if e.Exists {
		w.CurrentRevisionOption = &api.AppendResp_WrongExpectedVersion_CurrentRevision{CurrentRevision: e.Current}
	}
	switch e.Expected.Condition {
	case store.Any:
		w.ExpectedRevisionOption = &api.AppendResp_WrongExpectedVersion_ExpectedAny{ExpectedAny: &shared.Empty{}}
	case store.NoStream:
		w.ExpectedRevisionOption = &api.AppendResp_WrongExpectedVersion_ExpectedNoStream{ExpectedNoStream: &shared.Empty{}}
	case store.StreamExists:
		w.ExpectedRevisionOption = &api.AppendResp_WrongExpectedVersion_ExpectedStreamExists{ExpectedStreamExists: &shared.Empty{}}
	default:
		w.ExpectedRevisionOption = &api.AppendResp_WrongExpectedVersion_ExpectedRevision{ExpectedRevision: e.Expected.Revision}
	}
	return &api.AppendResp{Result: &api.AppendResp_WrongExpectedVersion_{WrongExpectedVersion: w}}
}
