package node

import (
	"context"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"github.com/tallystick/tallystick/eventstore/node/internal/store"
)

// Delete hides a stream's events; see store.Store.Delete.
func (s *streamsServer) Delete(ctx context.Context, req *api.DeleteReq) (*api.DeleteResp, error) {
	o := req.GetOptions()
	expected := store.Expected{Condition: store.Any}
	switch v := o.GetExpectedStreamRevision().(type) {
	case nil:
		return nil, s.node.fail(ctx, invalid("no expected revision"))
	case *api.DeleteReq_Options_Revision:
		expected = atRevision(v.Revision)
	case *api.DeleteReq_Options_NoStream:
		expected.Condition = store.NoStream
	case *api.DeleteReq_Options_StreamExists:
		expected.Condition = store.StreamExists
	}
	result, err := s.remove(o.GetStreamIdentifier(), expected, s.node.store.Delete)
	if err != nil {
		return nil, s.node.fail(ctx, err)
	}
	return &api.DeleteResp{PositionOption: &api.DeleteResp_Position_{Position: &api.DeleteResp_Position{
		CommitPosition: result.Position, PreparePosition: result.Position,
	}}}, nil
}

// Tombstone ends a stream for good.
func (s *streamsServer) Tombstone(ctx context.Context, req *api.TombstoneReq) (*api.TombstoneResp, error) {
	o := req.GetOptions()
	expected := store.Expected{Condition: store.Any}
	switch v := o.GetExpectedStreamRevision().(type) {
	case nil:
		return nil, s.node.fail(ctx, invalid("no expected revision"))
	case *api.TombstoneReq_Options_Revision:
		expected = atRevision(v.Revision)
	case *api.TombstoneReq_Options_NoStream:
		expected.Condition = store.NoStream
	case *api.TombstoneReq_Options_StreamExists:
		expected.Condition = store.StreamExists
	}
	result, err := s.remove(o.GetStreamIdentifier(), expected, s.node.store.Tombstone)
	if err != nil {
		return nil, s.node.fail(ctx, err)
	}
	return &api.TombstoneResp{PositionOption: &api.TombstoneResp_Position_{Position: &api.TombstoneResp_Position{
		CommitPosition: result.Position, PreparePosition: result.Position,
	}}}, nil
}

func (s *streamsServer) remove(id *shared.StreamIdentifier, expected store.Expected, do func(string, store.Expected) (store.Result,
	error)) (store.Result, error) {
	stream, err := streamName(id)
	if err != nil {
		return store.Result{}, err
	}
	if s.node.protect(stream) {
		return store.Result{}, protected(stream)
	}
	return do(stream, expected)
}
