package eventstore_test

import (
	"context"
	"errors"
	"io"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/storetest"
)

// appendServer is a server that can do no more than append, in as many ways as it
// says, and keeps nothing.
type appendServer struct {
	serverfeatures.UnimplementedServerFeaturesServer
	api.UnimplementedStreamsServer
	features []string                                  // of BatchAppend; nil = it is not offered
	batch    func(api.Streams_BatchAppendServer) error // one call of BatchAppend
	mu       sync.Mutex
	single   int // calls of Append
	batches  int // calls of BatchAppend
}

func (s *appendServer) GetSupportedMethods(context.Context, *shared.Empty) (*serverfeatures.SupportedMethods, error) {
	m := &serverfeatures.SupportedMethods{EventStoreServerVersion: "22.10.0.0"}
	if s.features != nil {
		m.Methods = []*serverfeatures.SupportedMethod{{ServiceName: "event_store.client.streams.streams", MethodName: "batchappend",
			Features: s.features}}
	}
	return m, nil
}

func (s *appendServer) Append(call api.Streams_AppendServer) error {
	s.mu.Lock()
	s.single++
	s.mu.Unlock()
	for {
		if _, err := call.Recv(); err == io.EOF {
			break
		} else if err != nil {
			return err
		}
	}
	return call.SendAndClose(&api.AppendResp{Result: &api.AppendResp_Success_{Success: &api.AppendResp_Success{
		PositionOption: &api.AppendResp_Success_Position{Position: &api.AppendResp_Position{CommitPosition: 7, PreparePosition: 7}},
	}}})
}

func (s *appendServer) BatchAppend(call api.Streams_BatchAppendServer) error {
	s.mu.Lock()
	s.batches++
	s.mu.Unlock()
	return s.batch(call)
}

func (s *appendServer) calls() (single, batches int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.single, s.batches
}

// answer acknowledges one append.
func answer(req *api.BatchAppendReq) *api.BatchAppendResp {
	return &api.BatchAppendResp{CorrelationId: req.CorrelationId, Result: &api.BatchAppendResp_Success_{Success: &api.BatchAppendResp_Success{
		CurrentRevisionOption: &api.BatchAppendResp_Success_CurrentRevision{CurrentRevision: 3},
		PositionOption:        &api.BatchAppendResp_Success_Position{Position: &shared.AllStreamPosition{CommitPosition: 9, PreparePosition: 8}},
	}}}
}

func (s *appendServer) connect(t *testing.T, deadline time.Duration) *eventstore.Store {
	t.Helper()
	socket := filepath.Join(t.TempDir(), "s")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	serverfeatures.RegisterServerFeaturesServer(server, s)
	api.RegisterStreamsServer(server, s)
	go server.Serve(l)
	t.Cleanup(server.Stop)
	store, err := eventstore.Connect(eventstore.Config{Socket: socket, Deadline: deadline})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

var duration = []string{"deadline_duration"}

// A server that takes no batches, or takes them with a time of day, gets single
// appends.
func TestAppendWithoutBatches(t *testing.T) {
	for name, features := range map[string][]string{"not offered": nil, "an older one": {}} {
		server := &appendServer{features: features}
		at, err := server.connect(t, storetest.Patience).Append(storetest.Context(t), "s", eventstore.Any, benchEvents(1)...)
		if err != nil || at.Position.Commit != 7 {
			t.Errorf("%s: %v, %v", name, at, err)
		}
		if single, batches := server.calls(); single != 1 || batches != 0 {
			t.Errorf("%s: %d calls of Append, %d of BatchAppend", name, single, batches)
		}
	}
}

// Many appends are one call; one that is big, or empty, has a call of its own.
func TestAppendsShareACall(t *testing.T) {
	server := &appendServer{features: duration, batch: func(call api.Streams_BatchAppendServer) error {
		for {
			req, err := call.Recv()
			if err != nil {
				return err
			}
			if req.GetOptions().GetDeadline().AsDuration() <= 0 || !req.IsFinal {
				return status.Error(codes.InvalidArgument, "without a deadline or an end")
			}
			if err := call.Send(answer(req)); err != nil {
				return err
			}
		}
	}}
	s := server.connect(t, storetest.Patience)
	var work sync.WaitGroup
	for range 20 {
		work.Go(func() {
			for range 10 {
				at, err := s.Append(storetest.Context(t), "s", eventstore.NoStream, benchEvents(2)...)
				if err != nil || at.Revision != 3 || at.Position.Commit != 9 || at.Position.Prepare != 8 {
					t.Errorf("%v, %v", at, err)
				}
			}
		})
	}
	work.Wait()
	if single, batches := server.calls(); single != 0 || batches != 1 {
		t.Errorf("%d calls of Append, %d of BatchAppend", single, batches)
	}
	for _, events := range [][]eventstore.Proposed{nil, benchEvents(300)} {
		if _, err := s.Append(storetest.Context(t), "s", eventstore.Any, events...); err != nil {
			t.Error(err)
		}
	}
	if single, batches := server.calls(); single != 2 || batches != 1 {
		t.Errorf("%d calls of Append, %d of BatchAppend", single, batches)
	}
}

// When the shared call ends, those who wait are told that it is not known what
// became of their appends, and the next append begins another.
func TestSharedCallEnds(t *testing.T) {
	for name, end := range map[string]error{"by itself": nil, "by a failure": status.Error(codes.Internal, "test")} {
		server := &appendServer{features: duration}
		server.batch = func(call api.Streams_BatchAppendServer) error {
			req, err := call.Recv()
			if _, batches := server.calls(); err != nil || batches == 1 {
				return end
			}
			return errors.Join(call.Send(answer(req)), call.Context().Err())
		}
		s := server.connect(t, storetest.Patience)
		if _, err := s.Append(storetest.Context(t), "s", eventstore.Any, benchEvents(1)...); !errors.Is(err, eventstore.ErrUnavailable) {
			t.Errorf("%s: %v", name, err)
		}
		if at, err := s.Append(storetest.Context(t), "s", eventstore.Any, benchEvents(1)...); err != nil || at.Position.Commit != 9 {
			t.Errorf("%s, then: %v, %v", name, at, err)
		}
	}
}

// An append that is never answered ends at its deadline, and others do not wait
// for it.
func TestUnansweredAppend(t *testing.T) {
	server := &appendServer{features: duration}
	server.batch = func(call api.Streams_BatchAppendServer) error {
		for {
			req, err := call.Recv()
			if err != nil {
				return err
			}
			if string(req.Options.StreamIdentifier.StreamName) == "lost" {
				continue
			}
			if err := call.Send(answer(req)); err != nil {
				return err
			}
		}
	}
	s := server.connect(t, 1500*time.Millisecond)
	lost := make(chan error, 1)
	go func() {
		_, err := s.Append(context.Background(), "lost", eventstore.Any, benchEvents(1)...)
		lost <- err
	}()
	for waiting := true; waiting; {
		select {
		case err := <-lost:
			if !errors.Is(err, eventstore.ErrUnavailable) {
				t.Errorf("%v", err)
			}
			waiting = false
		default:
			if _, err := s.Append(storetest.Context(t), "s", eventstore.Any, benchEvents(1)...); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, batches := server.calls(); batches != 1 {
		t.Errorf("%d calls of BatchAppend", batches)
	}
}

// What a server answers to an append of a batch is told apart by the message that it
// sends with it, whatever its words.
func TestRefusalsAreToldApart(t *testing.T) {
	all := []error{eventstore.ErrWrongRevision, eventstore.ErrTooLarge, eventstore.ErrNotUnderstood, eventstore.ErrUnavailable,
		eventstore.ErrStreamGone, eventstore.ErrRefused}
	for _, c := range []struct {
		detail proto.Message
		want   []error
	}{
		{&shared.WrongExpectedVersion{}, all[:1]},
		{&shared.MaximumAppendSizeExceeded{}, all[1:2]},
		{&shared.BadRequest{Message: "no such thing"}, all[2:3]},
		{&shared.StreamDeleted{}, []error{eventstore.ErrUnavailable, eventstore.ErrStreamGone}},
		{&shared.AccessDenied{}, []error{eventstore.ErrUnavailable, eventstore.ErrRefused}},
		{&shared.Timeout{}, all[3:4]},
		{&shared.Unknown{}, all[3:4]},
	} {
		detail, err := anypb.New(c.detail)
		if err != nil {
			t.Fatal(err)
		}
		got := eventstore.Refusal(&rpcstatus.Status{Message: "its own words", Details: []*anypb.Any{detail}})
		for _, kind := range all {
			if errors.Is(got, kind) != slices.Contains(c.want, kind) {
				t.Errorf("%s: %v; is it %v?", detail.GetTypeUrl(), got, kind)
			}
		}
		if !strings.Contains(got.Error(), "its own words") || strings.Contains(detail.GetTypeUrl(), "BadRequest") && !strings.Contains(got.Error(),
			"no such thing") {
			t.Errorf("%s: %v", detail.GetTypeUrl(), got)
		}
	}
}

// Appends by the batch fail as single ones do.
func TestBatchRefusals(t *testing.T) {
	s := storetest.Node(t).Store(t)
	ctx := storetest.Context(t)
	if _, err := s.Append(ctx, "s", eventstore.Exactly(5), benchEvents(1)...); !errors.Is(err, eventstore.ErrWrongRevision) {
		t.Errorf("another revision: %v", err)
	}
	untyped := benchEvents(1)
	untyped[0].Type = ""
	if _, err := s.Append(ctx, "s", eventstore.Any, untyped...); err == nil || errors.Is(err, eventstore.ErrWrongRevision) {
		t.Errorf("an event without a type: %v", err)
	}
	if _, err := s.Append(ctx, "", eventstore.Any, benchEvents(1)...); err == nil || errors.Is(err, eventstore.ErrWrongRevision) {
		t.Errorf("a stream without a name: %v", err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := s.Append(cancelled, "s", eventstore.Any, benchEvents(1)...); !errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := s.Append(ctx, "s", eventstore.NoStream, benchEvents(1)...); err != nil {
		t.Errorf("and then: %v", err)
	}
}
