package node

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"

	"github.com/tallystick/tallystick/eventstore/node/internal/store"
)

// Create adds a persistent subscription. It answers AlreadyExists if the stream
// has a group of that name.
func (s *persistentServer) Create(ctx context.Context, req *persistent.CreateReq) (*persistent.CreateResp, error) {
	c, err := s.createConfig(req.GetOptions())
	if err == nil {
		err = s.node.groups.create(c)
	}
	if err != nil {
		return nil, s.node.fail(ctx, err)
	}
	return &persistent.CreateResp{}, nil
}

func (s *persistentServer) createConfig(o *persistent.CreateReq_Options) (groupConfig, error) {
	all, one := o.GetAll(), o.GetStream()
	//lint:ignore SA1019 the Node client has nothing else
	old, oldAt := o.GetStreamIdentifier(), o.GetSettings().GetRevision()
	target := groupPlace{all != nil, one.GetStreamIdentifier(), old,
		all.GetPosition().GetCommitPosition() + one.GetRevision(), oldAt, all.GetEnd() != nil || one.GetEnd() != nil}.target()
	c, err := s.newConfig(o.GetGroupName(), target)
	if err != nil {
		return c, err
	}
	if c.Filter, err = createFilter(o.GetAll().GetFilter()); err != nil {
		return c, err
	}
	return c, c.apply(o.GetSettings(), createStrategy(o.GetSettings()))
}

// groupTarget is what a group reads and from where, inclusive; positionEnd is
// what comes after the request. Clients write it in three ways: $all, a stream,
// and a stream in the fields of older protocols, with the revision among the
// settings.
type groupTarget struct {
	all    bool
	stream *shared.StreamIdentifier
	from   uint64
}

// groupPlace is what both requests, to create and to update, say of a target.
type groupPlace struct {
	all         bool
	stream, old *shared.StreamIdentifier // old: in the field of older protocols
	from, oldAt uint64                   // of $all or of a stream, the other being 0
	end         bool
}

func (p groupPlace) target() groupTarget {
	t := groupTarget{p.all, p.stream, p.from}
	if !p.all && p.stream == nil {
		t.stream, t.from = p.old, p.oldAt
	}
	if p.end {
		t.from = positionEnd
	}
	return t
}

func (s *persistentServer) newConfig(group string, target groupTarget) (groupConfig, error) {
	c := groupConfig{Stream: allStream, Group: group, Start: target.from}
	if target.all {
		c.StartText = fmt.Sprintf("C:%d/P:%d", target.from, target.from)
		if target.from == positionEnd {
			c.Start, c.StartText = s.node.store.Head()+1, "C:-1/P:-1"
		}
		return c, nil
	}
	var err error
	if c.Stream, err = streamName(target.stream); err != nil {
		return c, err
	}
	c.StartText = strconv.FormatUint(target.from, 10)
	if target.from == positionEnd {
		c.StartText = "-1"
		c.Start, err = s.endOf(c.Stream)
	}
	return c, err
}

// endOf is the revision that the next event of a stream will have.
func (s *persistentServer) endOf(stream string) (uint64, error) {
	last, err := s.node.store.Last(stream)
	if errors.Is(err, store.ErrStreamNotFound) {
		return 0, nil
	}
	return last + 1, err
}

// createFilter returns nil if there is none.
func createFilter(wire *persistent.CreateReq_AllOptions_FilterOptions) (*filterConfig, error) {
	if wire == nil {
		return nil, nil
	}
	switch v := wire.GetFilter().(type) {
	case *persistent.CreateReq_AllOptions_FilterOptions_StreamIdentifier:
		return &filterConfig{Regex: v.StreamIdentifier.GetRegex(), Prefixes: v.StreamIdentifier.GetPrefix()}, nil
	case *persistent.CreateReq_AllOptions_FilterOptions_EventType:
		return &filterConfig{ByType: true, Regex: v.EventType.GetRegex(), Prefixes: v.EventType.GetPrefix()}, nil
	}
	return nil, invalid("filter is empty")
}

// Update changes the settings of a group and disconnects its consumers. How far
// it has come stays as it is. NotFound if there is no such group.
func (s *persistentServer) Update(ctx context.Context, req *persistent.UpdateReq) (*persistent.UpdateResp, error) {
	c, err := s.updateConfig(req.GetOptions())
	if err == nil {
		err = s.node.groups.update(c)
	}
	if err != nil {
		return nil, s.node.fail(ctx, err)
	}
	return &persistent.UpdateResp{}, nil
}

func (s *persistentServer) updateConfig(o *persistent.UpdateReq_Options) (groupConfig, error) {
	all, one := o.GetAll(), o.GetStream()
	//lint:ignore SA1019 the Node client has nothing else
	old, oldAt := o.GetStreamIdentifier(), o.GetSettings().GetRevision()
	target := groupPlace{all != nil, one.GetStreamIdentifier(), old,
		all.GetPosition().GetCommitPosition() + one.GetRevision(), oldAt, all.GetEnd() != nil || one.GetEnd() != nil}.target()
	c, err := s.newConfig(o.GetGroupName(), target)
	if err != nil {
		return c, err
	}
	return c, c.apply(o.GetSettings(), strategyName(int32(o.GetSettings().GetNamedConsumerStrategy())))
}

// Delete ends a group and forgets its parked messages. NotFound if there is no
// such group.
func (s *persistentServer) Delete(ctx context.Context, req *persistent.DeleteReq) (*persistent.DeleteResp, error) {
	o := req.GetOptions()
	stream, err := groupStream(o.GetAll(), o.GetStreamIdentifier())
	if err == nil {
		err = s.node.groups.delete(stream, o.GetGroupName())
	}
	if err != nil {
		return nil, s.node.fail(ctx, err)
	}
	return &persistent.DeleteResp{}, nil
}

// groupStream accepts $all by either of the ways in which clients write it.
func groupStream(all *shared.Empty, id *shared.StreamIdentifier) (string, error) {
	if all != nil {
		return allStream, nil
	}
	return streamName(id)
}

// RestartSubsystem disconnects all consumers and starts all groups anew.
func (s *persistentServer) RestartSubsystem(ctx context.Context, _ *shared.Empty) (*shared.Empty, error) {
	if err := s.node.groups.restartAll(); err != nil {
		return nil, s.node.fail(ctx, err)
	}
	return &shared.Empty{}, nil
}
