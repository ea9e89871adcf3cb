package node

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
)

// GetInfo describes one group. NotFound if there is no such group.
func (s *persistentServer) GetInfo(ctx context.Context, req *persistent.GetInfoReq) (*persistent.GetInfoResp, error) {
	o := req.GetOptions()
	g, err := s.findGroup(o.GetAll(), o.GetStreamIdentifier(), o.GetGroupName())
	if err != nil {
		return nil, s.node.fail(ctx, err)
	}
	info, err := g.info(ctx)
	if err != nil {
		return nil, s.node.fail(ctx, err)
	}
	return &persistent.GetInfoResp{SubscriptionInfo: info}, nil
}

// List describes all groups, or those of one stream. NotFound if a stream was
// named that has none.
func (s *persistentServer) List(ctx context.Context, req *persistent.ListReq) (*persistent.ListResp, error) {
	stream := ""
	if o := req.GetOptions().GetListForStream(); o != nil {
		var err error
		if stream, err = groupStream(o.GetAll(), o.GetStream()); err != nil {
			return nil, s.node.fail(ctx, err)
		}
	}
	resp := &persistent.ListResp{}
	for _, g := range s.node.groups.list(stream) {
		info, err := g.info(ctx)
		if ctx.Err() != nil {
			return nil, s.node.fail(ctx, ctx.Err())
		}
		if err != nil {
			continue // the group has ended meanwhile
		}
		resp.Subscriptions = append(resp.Subscriptions, info)
	}
	if stream != "" && len(resp.Subscriptions) == 0 {
		return nil, s.node.fail(ctx, groupMissing(stream, "*"))
	}
	return resp, nil
}

// ReplayParked delivers parked messages again. NotFound if there is no such
// group.
func (s *persistentServer) ReplayParked(ctx context.Context, req *persistent.ReplayParkedReq) (*persistent.ReplayParkedResp, error) {
	o := req.GetOptions()
	g, err := s.findGroup(o.GetAll(), o.GetStreamIdentifier(), o.GetGroupName())
	if err == nil {
		var replayErr error
		err = g.do(ctx, func() { replayErr = g.replayParked(o.GetStopAt()) })
		err = errors.Join(err, replayErr)
	}
	if err != nil {
		return nil, s.node.fail(ctx, err)
	}
	return &persistent.ReplayParkedResp{}, nil
}

func (s *persistentServer) findGroup(all *shared.Empty, id *shared.StreamIdentifier, name string) (*group, error) {
	stream, err := groupStream(all, id)
	if err != nil {
		return nil, err
	}
	return s.node.groups.find(stream, name)
}

func (g *group) info(ctx context.Context) (*persistent.SubscriptionInfo, error) {
	var info *persistent.SubscriptionInfo
	err := g.do(ctx, func() { info = g.describe() })
	return info, err
}

func (g *group) describe() *persistent.SubscriptionInfo {
	c := &g.config
	info := &persistent.SubscriptionInfo{
		EventSource:                 c.Stream,
		GroupName:                   c.Group,
		Status:                      "Live",
		TotalItems:                  g.delivered,
		ResolveLinkTos:              c.ResolveLinks,
		StartFrom:                   c.StartText,
		MessageTimeoutMilliseconds:  c.MessageTimeoutMS,
		ExtraStatistics:             c.ExtraStatistics,
		MaxRetryCount:               c.MaxRetryCount,
		LiveBufferSize:              c.LiveBufferSize,
		BufferSize:                  c.HistoryBufferSize,
		ReadBatchSize:               c.ReadBatchSize,
		CheckPointAfterMilliseconds: c.CheckpointAfterMS,
		MinCheckPointCount:          c.MinCheckpointCount,
		MaxCheckPointCount:          c.MaxCheckpointCount,
		ReadBufferCount:             int32(len(g.ready)),
		RetryBufferCount:            int32(len(g.retry)),
		TotalInFlightMessages:       int32(len(g.inflight)),
		OutstandingMessagesCount:    int32(len(g.inflight)),
		NamedConsumerStrategy:       c.Strategy,
		MaxSubscriberCount:          c.MaxSubscriberCount,
		ParkedMessageCount:          g.parked,
	}
	if g.saved > c.Start {
		info.LastCheckpointedEventPosition = g.text(g.saved - 1)
	}
	if last, ok := g.lastKnown(); ok {
		info.LastKnownEventPosition = g.text(last)
	}
	for _, consumer := range g.consumers {
		info.Connections = append(info.Connections, consumer.describe())
	}
	return info
}

// lastKnown is the last event there is, delivered or not.
func (g *group) lastKnown() (uint64, bool) {
	if g.config.all() {
		head := g.node.store.Head()
		return head, head > 0
	}
	last, err := g.node.store.Last(g.config.Stream)
	return last, err == nil
}

// text writes a revision or position as clients parse it.
func (g *group) text(number uint64) string {
	if g.config.all() {
		return fmt.Sprintf("C:%d/P:%d", number, number)
	}
	return strconv.FormatUint(number, 10)
}

func (c *consumer) describe() *persistent.SubscriptionInfo_ConnectionInfo {
	seconds := max(1, int64(time.Since(c.started)/time.Second))
	return &persistent.SubscriptionInfo_ConnectionInfo{
		From:                  c.from,
		TotalItems:            c.total,
		AverageItemsPerSecond: int32(min(c.total/seconds, math.MaxInt32)),
		AvailableSlots:        int32(cap(c.out) - c.busy),
		InFlightMessages:      int32(c.busy),
	}
}
