package transfer

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/internal/cluster"
)

// Pipeline is a connection to a log of its own, over which many appends are on
// their way at once and are decided in the order in which they were sent: a
// server takes those of one BatchAppend call one after another.
type Pipeline struct {
	conf    *esdb.Configuration
	members *cluster.Finder

	address string
	conn    *grpc.ClientConn // nil after a call was lost: who leads is asked again
	client  api.StreamsClient
}

// ErrNoPipeline: the server offers no BatchAppend.
var ErrNoPipeline = errors.New("transfer: the server takes no appends by the batch")

const (
	// appendPatience is how long a server may take to decide an append, where it does
	// not bound that itself, answerPatience how long it may be silent.
	appendPatience = 30 * time.Second
	answerPatience = 15 * time.Second

	lookPatience = 10 * time.Second
)

// OpenPipeline connects to the server, or to the leader of the cluster, that a
// configuration names.
//
// Errors: ErrNoPipeline; those of a server that cannot be reached.
func OpenPipeline(ctx context.Context, c eventstore.Config) (*Pipeline, error) {
	url := c.URL
	if c.Socket != "" {
		url = "esdb://localhost:2113?tls=false"
	}
	conf, err := esdb.ParseConnectionString(url)
	if err != nil {
		return nil, fmt.Errorf("transfer: %w", err)
	}
	if c.Socket != "" {
		conf.Address = "unix://" + c.Socket
	}
	p := &Pipeline{conf: conf, members: cluster.New(conf)}
	if err := p.connect(ctx); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// connect finds the leader.
func (p *Pipeline) connect(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, lookPatience)
	defer cancel()
	if p.address, err = p.members.Leader(ctx); err != nil {
		return eventstore.Explain(err)
	}
	conn, err := cluster.Dial(p.conf, p.address)
	if err != nil {
		return fmt.Errorf("transfer: %w", err)
	}
	features, err := serverfeatures.NewServerFeaturesClient(conn).GetSupportedMethods(cluster.Outgoing(ctx, p.conf), &shared.Empty{})
	if err == nil && slices.ContainsFunc(features.GetMethods(), takesBatches) {
		p.conn, p.client = conn, api.NewStreamsClient(conn)
		return nil
	}
	conn.Close()
	if err == nil {
		return ErrNoPipeline
	}
	p.members.Late(p.address)
	return eventstore.Explain(err)
}

// takesBatches reports whether a method is a BatchAppend whose deadline is a
// duration, as it has been since EventStoreDB 22.
func takesBatches(m *serverfeatures.SupportedMethod) bool {
	return m.GetServiceName() == "event_store.client.streams.streams" && m.GetMethodName() == "batchappend" &&
		slices.Contains(m.GetFeatures(), "deadline_duration")
}

// Close ends the connection.
func (p *Pipeline) Close() error {
	p.members.Close()
	return p.hangUp()
}

func (p *Pipeline) hangUp() error {
	conn := p.conn
	if p.conn = nil; conn == nil {
		return nil
	}
	return conn.Close()
}

// AppendInOrder appends runs, each of one stream, as AppendCopies does, in their
// order; it returns when all are durable. Appending them again changes nothing.
//
// Errors: eventstore.ErrWrongRevision; eventstore.ErrUnavailable, after which
// some of the first runs may have been appended.
func (p *Pipeline) AppendInOrder(ctx context.Context, runs [][]eventstore.Raw) error {
	if p.conn == nil {
		if err := p.connect(ctx); err != nil {
			return err
		}
	}
	err := p.appendInOrder(ctx, runs)
	var follows *cluster.NotLeaderError
	switch {
	case errors.As(err, &follows):
		p.members.Named(follows.Leader)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		p.members.Late(p.address)
	}
	if errors.Is(err, eventstore.ErrUnavailable) {
		_ = p.hangUp() // nothing is under way on it
	}
	return err
}

func (p *Pipeline) appendInOrder(ctx context.Context, runs [][]eventstore.Raw) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the call, which a server may keep open
	silence := time.AfterFunc(answerPatience, cancel)
	defer silence.Stop()
	call, err := p.client.BatchAppend(cluster.Outgoing(ctx, p.conf))
	if err != nil {
		return lost(err)
	}
	answered := make(chan error, 1)
	go func() { answered <- answers(call, runs, func() { silence.Reset(answerPatience) }) }()
	for i, run := range runs {
		if err := call.Send(request(i, run)); err != nil {
			break // the answers say why
		}
	}
	// It is not half-closed before: a server ends the call with its next answer then,
	// and drops the others.
	return <-answered
}

// answers takes one for each run, in whatever order they come. The refusal of the
// earliest run counts: those of later ones may only follow from it. It is what is
// returned even if the call breaks before all have come.
func answers(call api.Streams_BatchAppendClient, runs [][]eventstore.Raw, heard func()) error {
	first, refused := len(runs), error(nil)
	for range runs {
		answer, err := call.Recv()
		if err != nil {
			if refused == nil {
				return ended(call, err)
			}
			break
		}
		heard()
		n := int(answer.GetCorrelationId().GetStructured().GetLeastSignificantBits()) - 1
		e := answer.GetError()
		if e == nil {
			continue
		}
		if n < 0 || n >= len(runs) { // it does not even say which
			return refusal(e)
		}
		if n < first {
			first, refused = n, refusal(e)
		}
	}
	if refused != nil {
		return fmt.Errorf("%s: %w", place(runs[first][0]), refused)
	}
	return nil
}

// ended is why a call ended before its last answer.
func ended(call api.Streams_BatchAppendClient, err error) error {
	if errors.Is(err, io.EOF) {
		return lost(errors.New("the server ended the call"))
	}
	switch status.Code(err) {
	case codes.Unauthenticated, codes.PermissionDenied:
		return fmt.Errorf("%w: %w", errRefused, eventstore.Explain(err))
	case codes.InvalidArgument, codes.Unimplemented:
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	return lost(cluster.Refused(err, call.Trailer()))
}

// refusal is what trying again will not change, but for an outage.
func refusal(e *rpcstatus.Status) error {
	err := eventstore.Refusal(e)
	if errors.Is(err, eventstore.ErrUnavailable) && !errors.Is(err, eventstore.ErrRefused) && !errors.Is(err, eventstore.ErrStreamGone) ||
		errors.Is(err, eventstore.ErrWrongRevision) {
		return err
	}
	return fmt.Errorf("%w: %w", errRefused, err)
}

// errRefused: there is no use in trying again.
var errRefused = errors.New("transfer: the append was refused")

func lost(err error) error { return fmt.Errorf("%w: %w", eventstore.ErrUnavailable, err) }

// request is one append as a BatchAppend call carries it.
func request(n int, run []eventstore.Raw) *api.BatchAppendReq {
	options := &api.BatchAppendReq_Options{
		StreamIdentifier:       &shared.StreamIdentifier{StreamName: []byte(run[0].Stream)},
		DeadlineOption:         &api.BatchAppendReq_Options_Deadline{Deadline: durationpb.New(appendPatience)},
		ExpectedStreamPosition: &api.BatchAppendReq_Options_NoStream{NoStream: &emptypb.Empty{}},
	}
	if first := run[0].Revision; first > 0 {
		options.ExpectedStreamPosition = &api.BatchAppendReq_Options_StreamPosition{StreamPosition: first - 1}
	}
	events := make([]*api.BatchAppendReq_ProposedMessage, len(run))
	for i, e := range run {
		events[i] = &api.BatchAppendReq_ProposedMessage{
			Id:       identifier(binary.BigEndian.Uint64(e.ID[:8]), binary.BigEndian.Uint64(e.ID[8:])),
			Metadata: map[string]string{"type": e.Type, "content-type": e.ContentType}, CustomMetadata: e.Metadata, Data: e.Data,
		}
	}
	// A correlation id of zero is an empty one, which is refused.
	return &api.BatchAppendReq{CorrelationId: identifier(0, uint64(n+1)), Options: options, ProposedMessages: events, IsFinal: true}
}

func identifier(most, least uint64) *shared.UUID {
	return &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{
		MostSignificantBits: int64(most), LeastSignificantBits: int64(least)}}}
}

// Fast is a log with a pipeline to it, or the log alone where that cannot be had;
// done ends the pipeline.
func Fast(ctx context.Context, log Log, c eventstore.Config) (to Log, done func()) {
	p, err := OpenPipeline(ctx, c)
	if err != nil {
		if c.Logger != nil && !errors.Is(err, ErrNoPipeline) {
			c.Logger.Warn("copying one append after the other: no pipeline could be opened", "error", err)
		}
		return log, func() {}
	}
	return Pipelined{log, p}, func() { p.Close() }
}
