package eventstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore/internal/cluster"
	"github.com/tallystick/tallystick/eventstore/internal/wire"
)

// direct is a connection of our own to the leader, beside the official client's,
// for the calls whose speed counts: reads, subscriptions, and small appends where
// the server takes them by the batch.
type direct struct {
	conn   *grpc.ClientConn
	header metadata.MD // of every call
	batch  *batcher    // nil over TLS, and where the server has no BatchAppend, or an older one
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
	conn, err := cluster.Dial(c, c.Address,
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(messageBytesMax), grpc.ForceCodecV2(wire.Codec())),
		grpc.WithReadBufferSize(bufferBytes),
		grpc.WithInitialWindowSize(windowBytes),
		grpc.WithInitialConnWindowSize(connWindowBytes),
	)
	if err != nil {
		return nil, err
	}
	features, err := serverfeatures.NewServerFeaturesClient(conn).GetSupportedMethods(cluster.Outgoing(ctx, c), &shared.Empty{})
	if err != nil && status.Code(err) != codes.Unimplemented { // a server that says nothing of itself offers nothing
		conn.Close()
		return nil, err
	}
	d := &direct{conn: conn}
	d.header, _ = metadata.FromOutgoingContext(cluster.Outgoing(context.Background(), c))
	if c.DisableTLS && slices.ContainsFunc(features.GetMethods(), takesBatches) {
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
func (d *direct) open(ctx context.Context, q query, subscription bool) (*directItems, error) {
	ctx, cancel := context.WithCancel(metadata.NewOutgoingContext(ctx, d.header))
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
		if call != nil {
			err = found.refused(err)
		}
		cancel()
		return nil, err
	}
	return found, nil
}

// directItems is a query in progress: deliveries in order, then an error, which is
// io.EOF at the end of a read.
type directItems struct {
	call     grpc.ClientStream
	cancel   context.CancelFunc
	response wire.Response

	// Names of the event before, which the next one often shares.
	stream, typ, contentType string
}

func (i *directItems) close() { i.cancel() }

// refused reads why a call has failed, which is known whole when it has ended.
func (i *directItems) refused(err error) error {
	if errors.Is(err, io.EOF) && i.call.RecvMsg(&i.response) == nil { // of sending: receiving says why
		return err
	}
	return cluster.Refused(err, i.call.Trailer())
}

// next fills raw if the delivery is an event, which then is raw.
func (i *directItems) next(raw *Raw) (Delivery, error) {
	for {
		if err := i.call.RecvMsg(&i.response); err != nil {
			return Delivery{}, i.refused(err)
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
