package eventstore

import (
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

	// Of the whole log: streams whose names begin so, and of a subscription how often it
	// says how far it is.
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
			Filter: &api.ReadReq_Options_FilterOptions_StreamIdentifier{
				StreamIdentifier: &api.ReadReq_Options_FilterOptions_Expression{Prefix: q.prefixes}},
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
