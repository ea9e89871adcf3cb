package eventstore

import (
	"context"
	"errors"
	"io"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"github.com/tallystick/tallystick/domain/event"
)

// query is what a read or a subscription asks for.
type query struct {
	stream    string // "" = the whole log
	from      place
	revision  uint64         // with fromHere, of a stream
	position  event.Position // with fromHere, of the whole log
	backwards bool
	count     int // of a read

	// Of a subscription to the whole log.
	prefixes    []string
	checkpoints Checkpoints
}

// place is where a query begins.
type place uint8

const (
	fromStart place = iota
	fromEnd
	fromHere
)

// items is what a query yields: deliveries in order, then an error, which is
// io.EOF at the end of a read.
type items interface {
	// next fills raw if the delivery is an event, which then is raw.
	next(raw *Raw) (Delivery, error)
	close()
}

// The query as the official client takes it.

func (q query) direction() esdb.Direction {
	if q.backwards {
		return esdb.Backwards
	}
	return esdb.Forwards
}

func (q query) streamPosition() esdb.StreamPosition {
	switch q.from {
	case fromEnd:
		return esdb.End{}
	case fromHere:
		return esdb.Revision(q.revision)
	}
	return esdb.Start{}
}

func (q query) allPosition() esdb.AllPosition {
	switch q.from {
	case fromEnd:
		return esdb.End{}
	case fromHere:
		return esdb.Position{Commit: q.position.Commit, Prepare: q.position.Prepare}
	}
	return esdb.Start{}
}

func (q query) read(ctx context.Context, c *esdb.Client) (items, error) {
	var stream *esdb.ReadStream
	var err error
	if q.stream != "" {
		stream, err = c.ReadStream(ctx, q.stream, esdb.ReadStreamOptions{From: q.streamPosition(), Direction: q.direction()}, uint64(q.count))
	} else {
		stream, err = c.ReadAll(ctx, esdb.ReadAllOptions{From: q.allPosition(), Direction: q.direction()}, uint64(q.count))
	}
	return officialRead{stream}, err
}

func (q query) subscribe(ctx context.Context, c *esdb.Client) (items, error) {
	var sub *esdb.Subscription
	var err error
	if q.stream != "" {
		sub, err = c.SubscribeToStream(ctx, q.stream, esdb.SubscribeToStreamOptions{From: q.streamPosition()})
	} else {
		opts := esdb.SubscribeToAllOptions{
			From: q.allPosition(), CheckpointInterval: q.checkpoints.Multiplier, MaxSearchWindow: q.checkpoints.Window,
		}
		if len(q.prefixes) > 0 {
			opts.Filter = &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: q.prefixes}
		}
		sub, err = c.SubscribeToAll(ctx, opts)
	}
	return officialSubscription{sub}, err
}

type officialRead struct{ *esdb.ReadStream }

func (r officialRead) close() { r.ReadStream.Close() }

func (r officialRead) next(raw *Raw) (Delivery, error) {
	e, err := r.Recv()
	var failed *esdb.Error
	if errors.As(err, &failed) && failed.Code() == esdb.ErrorCodeResourceNotFound {
		return Delivery{}, io.EOF // there is no such stream
	}
	if err != nil {
		return Delivery{}, err
	}
	*raw = rawOf(e.Event)
	return Delivery{Event: raw, Position: raw.Position}, nil
}

func rawOf(e *esdb.RecordedEvent) Raw {
	return Raw{
		Stream: e.StreamID, Revision: e.EventNumber,
		Position: event.Position{Commit: e.Position.Commit, Prepare: e.Position.Prepare},
		ID:       e.EventID, Type: e.EventType, ContentType: e.ContentType,
		Data: e.Data, Metadata: e.UserMetadata, Created: e.CreatedDate,
	}
}

type officialSubscription struct{ *esdb.Subscription }

func (s officialSubscription) close() { s.Subscription.Close() }

func (s officialSubscription) next(raw *Raw) (Delivery, error) {
	for {
		item := s.Recv()
		switch {
		case item.SubscriptionDropped != nil:
			return Delivery{}, item.SubscriptionDropped.Error
		case item.EventAppeared != nil:
			*raw = rawOf(item.EventAppeared.Event)
			return Delivery{Event: raw, Position: raw.Position}, nil
		case item.CheckPointReached != nil:
			return Delivery{Position: event.Position{Commit: item.CheckPointReached.Commit, Prepare: item.CheckPointReached.Prepare}}, nil
		case item.CaughtUp != nil:
			return Delivery{CaughtUp: true}, nil
		}
	}
}

// request is the query as the protocol writes it.
func (q query) request(subscription bool) *api.ReadReq {
	o := &api.ReadReq_Options{
		UuidOption:   &api.ReadReq_Options_UUIDOption{Content: &api.ReadReq_Options_UUIDOption_Structured{Structured: &shared.Empty{}}},
		CountOption:  &api.ReadReq_Options_Count{Count: uint64(q.count)},
		FilterOption: &api.ReadReq_Options_NoFilter{NoFilter: &shared.Empty{}},
	}
	if q.backwards {
		o.ReadDirection = api.ReadReq_Options_Backwards
	}
	if subscription {
		o.CountOption = &api.ReadReq_Options_Subscription{Subscription: &api.ReadReq_Options_SubscriptionOptions{}}
	}
	if len(q.prefixes) > 0 {
		o.FilterOption = &api.ReadReq_Options_Filter{Filter: &api.ReadReq_Options_FilterOptions{
			Filter:                       &api.ReadReq_Options_FilterOptions_StreamIdentifier{StreamIdentifier: &api.ReadReq_Options_FilterOptions_Expression{Prefix: q.prefixes}},
			Window:                       &api.ReadReq_Options_FilterOptions_Max{Max: uint32(q.checkpoints.Window)},
			CheckpointIntervalMultiplier: uint32(q.checkpoints.Multiplier),
		}}
	}
	if q.stream != "" {
		o.StreamOption = &api.ReadReq_Options_Stream{Stream: q.streamOptions()}
	} else {
		o.StreamOption = &api.ReadReq_Options_All{All: q.allOptions()}
	}
	return &api.ReadReq{Options: o}
}

func (q query) streamOptions() *api.ReadReq_Options_StreamOptions {
	o := &api.ReadReq_Options_StreamOptions{StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(q.stream)}}
	switch q.from {
	case fromStart:
		o.RevisionOption = &api.ReadReq_Options_StreamOptions_Start{Start: &shared.Empty{}}
	case fromEnd:
		o.RevisionOption = &api.ReadReq_Options_StreamOptions_End{End: &shared.Empty{}}
	case fromHere:
		o.RevisionOption = &api.ReadReq_Options_StreamOptions_Revision{Revision: q.revision}
	}
	return o
}

func (q query) allOptions() *api.ReadReq_Options_AllOptions {
	o := &api.ReadReq_Options_AllOptions{}
	switch q.from {
	case fromStart:
		o.AllOption = &api.ReadReq_Options_AllOptions_Start{Start: &shared.Empty{}}
	case fromEnd:
		o.AllOption = &api.ReadReq_Options_AllOptions_End{End: &shared.Empty{}}
	case fromHere:
		o.AllOption = &api.ReadReq_Options_AllOptions_Position{Position: &api.ReadReq_Options_Position{
			CommitPosition: q.position.Commit, PreparePosition: q.position.Prepare,
		}}
	}
	return o
}
