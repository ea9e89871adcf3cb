package eventstore

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore/internal/wire"
)

// direct is a connection of our own to a single server, beside the official
// client's, for the calls whose speed counts: reads, subscriptions, and small
// appends where the server takes them by the batch.
type direct struct {
	conn  *grpc.ClientConn
	batch *batcher // nil where the server has no BatchAppend, or an older one
}

// isSingle reports whether a configuration names one server, without TLS: what
// the embedded node is. To find the leader of a cluster and prove who one is, is
// left to the official client.
func isSingle(c *esdb.Configuration) bool {
	return c.DisableTLS && !c.DnsDiscover && len(c.GossipSeeds) == 0
}

const (
	messageBytesMax = 17 << 20 // as the official client
	// Windows of flow control: how much of one call, and of all together, may be
	// on its way or wait to be taken.
	windowBytes     = 1 << 20
	connWindowBytes = 4 << 20
	bufferBytes     = 128 << 10
)

func openDirect(ctx context.Context, c *esdb.Configuration) (*direct, error) {
	conn, err := grpc.NewClient(c.Address,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(messageBytesMax), grpc.ForceCodecV2(wire.Codec())),
		grpc.WithReadBufferSize(bufferBytes),
		grpc.WithInitialWindowSize(windowBytes),
		grpc.WithInitialConnWindowSize(connWindowBytes),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{
			Time: c.KeepAliveInterval, Timeout: c.KeepAliveTimeout, PermitWithoutStream: true,
		}),
	)
	if err != nil {
		return nil, err
	}
	features, err := serverfeatures.NewServerFeaturesClient(conn).GetSupportedMethods(ctx, &shared.Empty{})
	if err != nil {
		conn.Close()
		return nil, err
	}
	d := &direct{conn: conn}
	if slices.ContainsFunc(features.GetMethods(), takesBatches) {
		d.batch = newBatcher(c)
	}
	return d, nil
}

// takesBatches reports whether a method is a BatchAppend whose deadline is a
// duration: there were some before that had a time of day.
func takesBatches(m *serverfeatures.SupportedMethod) bool {
	return m.GetServiceName() == "event_store.client.streams.streams" && m.GetMethodName() == "batchappend" &&
		slices.Contains(m.GetFeatures(), "deadline_duration")
}

func (d *direct) close() error {
	if d.batch != nil {
		d.batch.close()
	}
	return d.conn.Close()
}

var readCall = &grpc.StreamDesc{StreamName: "Read", ServerStreams: true}

// open runs a query until its items are closed or ctx ends. A subscription has
// been confirmed when open returns.
func (d *direct) open(ctx context.Context, q query, subscription bool) (items, error) {
	ctx, cancel := context.WithCancel(ctx)
	call, err := d.conn.NewStream(ctx, readCall, api.Streams_Read_FullMethodName)
	if err == nil {
		err = call.SendMsg(q.request(subscription))
	}
	if err == nil {
		err = call.CloseSend()
	}
	found := &directItems{call: call, cancel: cancel}
	if err == nil && subscription {
		if err = call.RecvMsg(&found.response); err == nil && found.response.Kind != wire.Confirmation {
			err = fmt.Errorf("the subscription was not confirmed")
		}
	}
	if err != nil {
		cancel()
		return nil, err
	}
	return found, nil
}

// directItems is a query in progress.
type directItems struct {
	call     grpc.ClientStream
	cancel   context.CancelFunc
	response wire.Response

	// Names of the event before, which the next one often shares.
	stream, typ, contentType string
}

func (i *directItems) close() { i.cancel() }

func (i *directItems) next(raw *Raw) (Delivery, error) {
	for {
		if err := i.call.RecvMsg(&i.response); err != nil {
			return Delivery{}, err
		}
		switch r := &i.response; r.Kind {
		case wire.Event:
			i.fill(raw)
			return Delivery{Event: raw, Position: raw.Position}, nil
		case wire.Checkpoint:
			return Delivery{Position: event.Position{Commit: r.Commit, Prepare: r.Prepare}}, nil
		case wire.CaughtUp:
			return Delivery{CaughtUp: true}, nil
		case wire.NotFound:
			return Delivery{}, io.EOF
		}
	}
}

func (i *directItems) fill(raw *Raw) {
	e := &i.response.Event
	*raw = Raw{
		Stream: same(&i.stream, e.Stream), Revision: e.Revision,
		Position: event.Position{Commit: e.Commit, Prepare: e.Prepare},
		ID:       e.ID, Type: same(&i.typ, e.Type), ContentType: same(&i.contentType, e.ContentType),
		Data: e.Data, Metadata: e.Metadata,
		Created: time.Unix(e.Created/ticks, e.Created%ticks*100).UTC(),
	}
}

// ticks of creation times are a second.
const ticks = 10_000_000

// same returns b as a string, which is the one before if that is equal.
func same(before *string, b []byte) string {
	if *before != string(b) {
		*before = string(b)
	}
	return *before
}
