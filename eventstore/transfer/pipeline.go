package transfer

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/tallystick/tallystick/eventstore"
)

// Pipeline is a connection to a log of its own, over which many appends are on
// their way at once and are decided in the order in which they were sent: a
// server takes those of one BatchAppend call one after another.
type Pipeline struct {
	conn   *grpc.ClientConn
	client api.StreamsClient
	auth   string
}

// ErrNoPipeline: the server offers no BatchAppend.
var ErrNoPipeline = errors.New("transfer: the server takes no appends by the batch")

const (
	// appendPatience is how long a server may take to decide an append, and all of
	// a call together.
	appendPatience = 30 * time.Second
	callPatience   = 2 * time.Minute

	lookPatience    = 10 * time.Second
	messageBytesMax = 17 << 20
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
	ctx, cancel := context.WithTimeout(ctx, lookPatience)
	defer cancel()
	address := conf.Address
	if conf.DnsDiscover || len(conf.GossipSeeds) > 0 {
		if address, err = leader(ctx, conf); err != nil {
			return nil, err
		}
	}
	p := &Pipeline{}
	if conf.Username != "" {
		p.auth = "Basic " + base64.StdEncoding.EncodeToString([]byte(conf.Username+":"+conf.Password))
	}
	if p.conn, err = dial(conf, address); err != nil {
		return nil, err
	}
	features, err := serverfeatures.NewServerFeaturesClient(p.conn).GetSupportedMethods(p.named(ctx), &shared.Empty{})
	if err == nil && !slices.ContainsFunc(features.GetMethods(), takesBatches) {
		err = ErrNoPipeline
	}
	if err != nil {
		p.conn.Close()
		return nil, err
	}
	p.client = api.NewStreamsClient(p.conn)
	return p, nil
}

// takesBatches reports whether a method is a BatchAppend whose deadline is a
// duration, as it has been since EventStoreDB 22.
func takesBatches(m *serverfeatures.SupportedMethod) bool {
	return m.GetServiceName() == "event_store.client.streams.streams" && m.GetMethodName() == "batchappend" &&
		slices.Contains(m.GetFeatures(), "deadline_duration")
}

// Close ends the connection.
func (p *Pipeline) Close() error { return p.conn.Close() }

// named adds the credentials. An append on another node than the leader is
// refused rather than passed on, which could change the order.
func (p *Pipeline) named(ctx context.Context) context.Context {
	ctx = metadata.AppendToOutgoingContext(ctx, "requires-leader", "true")
	if p.auth != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, "authorization", p.auth)
	}
	return ctx
}

func dial(conf *esdb.Configuration, address string) (*grpc.ClientConn, error) {
	transport := insecure.NewCredentials()
	if !conf.DisableTLS {
		with := &tls.Config{InsecureSkipVerify: conf.SkipCertificateVerification, RootCAs: conf.RootCAs}
		if conf.UserCertFile != "" {
			certificate, err := tls.LoadX509KeyPair(conf.UserCertFile, conf.UserKeyFile)
			if err != nil {
				return nil, fmt.Errorf("transfer: %w", err)
			}
			with.Certificates = []tls.Certificate{certificate}
		}
		transport = credentials.NewTLS(with)
	}
	return grpc.NewClient(address, grpc.WithTransportCredentials(transport), grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(messageBytesMax)),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: conf.KeepAliveInterval, Timeout: conf.KeepAliveTimeout, PermitWithoutStream: true}))
}

// leader asks the members of a cluster who leads it.
func leader(ctx context.Context, conf *esdb.Configuration) (string, error) {
	var seeds []string
	for _, s := range conf.GossipSeeds {
		seeds = append(seeds, net.JoinHostPort(s.Host, strconv.Itoa(int(s.Port))))
	}
	if len(seeds) == 0 {
		seeds = []string{conf.Address}
	}
	var all error
	for _, seed := range seeds {
		conn, err := dial(conf, seed)
		if err != nil {
			return "", err
		}
		seen, err := gossip.NewGossipClient(conn).Read(ctx, &shared.Empty{})
		conn.Close()
		if err != nil {
			all = errors.Join(all, fmt.Errorf("%s: %w", seed, err))
			continue
		}
		for _, m := range seen.GetMembers() {
			if m.GetIsAlive() && m.GetState() == gossip.MemberInfo_Leader {
				at := m.GetHttpEndPoint()
				return net.JoinHostPort(at.GetAddress(), strconv.Itoa(int(at.GetPort()))), nil
			}
		}
		all = errors.Join(all, fmt.Errorf("%s knows of no leader", seed))
	}
	return "", fmt.Errorf("transfer: find the leader: %w", all)
}

// AppendInOrder appends runs, each of one stream, as AppendCopies does, in their
// order; it returns when all are durable. Appending them again changes nothing.
//
// Errors: eventstore.ErrWrongRevision; eventstore.ErrUnavailable, after which
// some of the first runs may have been appended.
func (p *Pipeline) AppendInOrder(ctx context.Context, runs [][]eventstore.Raw) error {
	ctx, cancel := context.WithTimeout(p.named(ctx), callPatience)
	defer cancel()
	call, err := p.client.BatchAppend(ctx)
	if err != nil {
		return lost(err)
	}
	answered := make(chan error, 1)
	go func() { answered <- answers(call, runs) }()
	for i, run := range runs {
		if err := call.Send(request(i, run)); err != nil {
			break // the answers say why
		}
	}
	if err := call.CloseSend(); err != nil {
		cancel()
	}
	return <-answered
}

// answers takes one for each run, in whatever order they come. The refusal of the
// earliest run counts: those of later ones may only follow from it.
func answers(call api.Streams_BatchAppendClient, runs [][]eventstore.Raw) error {
	first, refused := len(runs), error(nil)
	for range runs {
		answer, err := call.Recv()
		if errors.Is(err, io.EOF) {
			err = errors.New("the server ended the call")
		}
		if err != nil {
			return lost(err)
		}
		n := int(answer.GetCorrelationId().GetStructured().GetLeastSignificantBits())
		if e := answer.GetError(); e != nil && n < first {
			first, refused = n, refusal(e)
		}
	}
	if refused != nil {
		return fmt.Errorf("%s: %w", place(runs[first][0]), refused)
	}
	return nil
}

func refusal(e *rpcstatus.Status) error {
	kind := eventstore.ErrUnavailable
	for _, d := range e.GetDetails() {
		switch {
		case d.MessageIs(&shared.WrongExpectedVersion{}):
			kind = eventstore.ErrWrongRevision
		case d.MessageIs(&shared.MaximumAppendSizeExceeded{}), d.MessageIs(&shared.BadRequest{}), d.MessageIs(&shared.AccessDenied{}):
			kind = errRefused
		}
	}
	return fmt.Errorf("%w: %s", kind, e.GetMessage())
}

// errRefused: there is no use in trying again.
var errRefused = errors.New("transfer: the append was refused")

func lost(err error) error { return fmt.Errorf("%w: %v", eventstore.ErrUnavailable, err) }

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
	return &api.BatchAppendReq{CorrelationId: identifier(0, uint64(n)), Options: options, ProposedMessages: events, IsFinal: true}
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
