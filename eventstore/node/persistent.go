package node

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"google.golang.org/grpc/peer"

	"github.com/tallystick/tallystick/eventstore/node/internal/store"
)

type persistentServer struct {
	persistent.UnimplementedPersistentSubscriptionsServer
	node *Node
}

const (
	consumerBufferDefault = 10
	consumerBufferMax     = 4096
)

// Read connects a consumer: the node sends events, the client acknowledges them
// or says what to do with them, until one of them ends the call.
func (s *persistentServer) Read(call persistent.PersistentSubscriptions_ReadServer) error {
	return s.node.fail(call.Context(), s.read(call))
}

func (s *persistentServer) read(call persistent.PersistentSubscriptions_ReadServer) error {
	first, err := call.Recv()
	if errors.Is(err, io.EOF) {
		return invalid("persistent subscription without options")
	}
	if err != nil {
		return err
	}
	o := first.GetOptions()
	if o == nil {
		return invalid("persistent subscription does not start with options")
	}
	stream := allStream
	if o.GetAll() == nil {
		if stream, err = streamName(o.GetStreamIdentifier()); err != nil {
			return err
		}
	}
	g, err := s.node.groups.find(stream, o.GetGroupName())
	if err != nil {
		return err
	}
	c := newConsumer(call.Context(), o.GetBufferSize())
	var joinErr error
	if err := g.do(call.Context(), func() { joinErr = g.join(c) }); err != nil || joinErr != nil {
		return errors.Join(err, joinErr)
	}
	// The call's context may be over; the group must hear of it all the same.
	defer func() { _ = g.do(context.Background(), func() { g.leave(c, nil) }) }()

	confirmation := &persistent.ReadResp_SubscriptionConfirmation{SubscriptionId: g.config.id()}
	confirmed := &persistent.ReadResp_SubscriptionConfirmation_{SubscriptionConfirmation: confirmation}
	if err := call.Send(&persistent.ReadResp{Content: confirmed}); err != nil {
		return err
	}
	received := make(chan error, 1)
	go func() {
		received <- s.node.guarded("persistent subscription", func() error { return receiveAnswers(call, g, c) })
	}()
	_, stringIDs := o.GetUuidOption().GetContent().(*persistent.ReadReq_Options_UUIDOption_String_)
	return s.send(call, g, c, stringIDs, received)
}

func newConsumer(ctx context.Context, buffer int32) *consumer {
	if buffer <= 0 {
		buffer = consumerBufferDefault
	}
	c := &consumer{
		out:     make(chan message, min(buffer, consumerBufferMax)),
		dropped: make(chan struct{}),
		started: time.Now(),
	}
	if p, ok := peer.FromContext(ctx); ok {
		c.from = p.Addr.String()
	}
	return c
}

func (s *persistentServer) send(call persistent.PersistentSubscriptions_ReadServer, g *group, c *consumer, stringIDs bool,
	received <-chan error) error {
	for {
		select {
		case m := <-c.out:
			var response *persistent.ReadResp
			err := s.node.store.Event(m.position, func(e *store.Event) {
				response = s.response(e, &m, g, stringIDs)
			})
			if err != nil {
				return err
			}
			if err := call.Send(response); err != nil {
				return err
			}
		case <-c.dropped:
			return c.reason
		case err := <-received:
			if errors.Is(err, io.EOF) {
				return nil // the client has said its last word
			}
			return err
		case <-s.node.ctx.Done():
			return errClosing
		}
	}
}

// receiveAnswers runs until the call ends.
func receiveAnswers(call persistent.PersistentSubscriptions_ReadServer, g *group, c *consumer) error {
	for {
		message, err := call.Recv()
		if err != nil {
			return err
		}
		switch content := message.GetContent().(type) {
		case *persistent.ReadReq_Ack_:
			ids, err := parseUUIDs(content.Ack.GetIds())
			if err != nil {
				return err
			}
			err = g.do(call.Context(), func() { g.ack(ids) })
			if err != nil {
				return err
			}
		case *persistent.ReadReq_Nack_:
			ids, err := parseUUIDs(content.Nack.GetIds())
			if err != nil {
				return err
			}
			err = g.do(call.Context(), func() { g.nack(c, ids, content.Nack.GetAction(), content.Nack.GetReason()) })
			if err != nil {
				return err
			}
		default:
			return invalid("persistent subscription: neither ack nor nack")
		}
	}
}

func parseUUIDs(wire []*shared.UUID) ([][16]byte, error) {
	ids := make([][16]byte, len(wire))
	for i, u := range wire {
		var err error
		if ids[i], err = parseUUID(u); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// response copies what it needs of e: it is sent after e is gone.
func (s *persistentServer) response(e *store.Event, m *message, g *group, stringIDs bool) *persistent.ReadResp {
	event := &persistent.ReadResp_ReadEvent{
		Event:    persistentRecorded(e, stringIDs),
		Position: &persistent.ReadResp_ReadEvent_CommitPosition{CommitPosition: e.Position},
		Count:    &persistent.ReadResp_ReadEvent_RetryCount{RetryCount: m.retries},
	}
	if m.replayed { // it was parked as a link
		event.Link = g.parkedLink(e, m, stringIDs)
	} else if g.config.ResolveLinks && string(e.Type) == linkType {
		event.Link, event.Event = event.Event, nil
		err := resolveLink(s.node.store, e, func(target *store.Event) {
			event.Event = persistentRecorded(target, stringIDs)
		})
		if err != nil {
			s.node.log.Warn("persistent subscription: link", "position", e.Position, "error", err)
		}
	}
	return &persistent.ReadResp{Content: &persistent.ReadResp_Event{Event: event}}
}

func persistentRecorded(e *store.Event, stringIDs bool) *persistent.ReadResp_ReadEvent_RecordedEvent {
	return &persistent.ReadResp_ReadEvent_RecordedEvent{
		Id:               wireUUID(e.ID, stringIDs),
		StreamIdentifier: &shared.StreamIdentifier{StreamName: append([]byte{}, e.Stream...)},
		StreamRevision:   e.Revision,
		PreparePosition:  e.Position,
		CommitPosition:   e.Position,
		Metadata:         eventMetadata(e),
		CustomMetadata:   append([]byte{}, e.Metadata...),
		Data:             append([]byte{}, e.Data...),
	}
}
