package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/protobuf/proto"
)

const groupName = "workers"

// createGroup makes a persistent subscription from the start of a stream, of sizes that
// servers take unless they are changed.
func (c *rawClient) createGroup(stream string, change func(*persistent.CreateReq_Settings)) error {
	s := &persistent.CreateReq_Settings{MaxRetryCount: 1, MinCheckpointCount: 1, MaxCheckpointCount: 1, LiveBufferSize: 500, ReadBatchSize: 20,
		HistoryBufferSize: 500, ConsumerStrategy: "DispatchToSingle",
		MessageTimeout:  &persistent.CreateReq_Settings_MessageTimeoutMs{MessageTimeoutMs: 500},
		CheckpointAfter: &persistent.CreateReq_Settings_CheckpointAfterMs{CheckpointAfterMs: 100}}
	if change != nil {
		change(s)
	}
	_, err := c.groups.Create(c.ctx, &persistent.CreateReq{Options: &persistent.CreateReq_Options{GroupName: groupName, Settings: s,
		StreamOption: &persistent.CreateReq_Options_Stream{Stream: &persistent.CreateReq_StreamOptions{StreamIdentifier: identifier(stream),
			RevisionOption: &persistent.CreateReq_StreamOptions_Start{Start: &shared.Empty{}}}}}})
	return err
}

// consumer takes a group's messages one after the other.
type consumer struct {
	t    *testing.T
	call persistent.PersistentSubscriptions_ReadClient
}

func (c *rawClient) consume(t *testing.T, stream string) *consumer {
	t.Helper()
	ctx, cancel := context.WithCancel(c.ctx)
	t.Cleanup(cancel)
	call, err := c.groups.Read(ctx)
	if err == nil {
		err = call.Send(&persistent.ReadReq{Content: &persistent.ReadReq_Options_{Options: &persistent.ReadReq_Options{
			StreamOption: &persistent.ReadReq_Options_StreamIdentifier{StreamIdentifier: identifier(stream)}, GroupName: groupName, BufferSize: 1,
			UuidOption: &persistent.ReadReq_Options_UUIDOption{
				Content: &persistent.ReadReq_Options_UUIDOption_Structured{Structured: &shared.Empty{}}},
		}}})
	}
	if err != nil {
		t.Fatal(err)
	}
	return &consumer{t, call}
}

// next is the next message, which must be of a revision.
func (c *consumer) next(revision uint64) *persistent.ReadResp_ReadEvent {
	c.t.Helper()
	for {
		m, err := c.call.Recv()
		if err != nil {
			c.t.Fatalf("the subscription ended before revision %d: %v", revision, err)
		}
		if e := m.GetEvent(); e != nil {
			if got := e.GetEvent().GetStreamRevision(); got != revision {
				c.t.Fatalf("revision %d was delivered, want %d", got, revision)
			}
			return e
		}
	}
}

// id is by which a message is answered: its link's, where it has one.
func id(e *persistent.ReadResp_ReadEvent) []*shared.UUID {
	if e.GetLink() != nil {
		return []*shared.UUID{e.GetLink().GetId()}
	}
	return []*shared.UUID{e.GetEvent().GetId()}
}

func (c *consumer) ack(e *persistent.ReadResp_ReadEvent) {
	c.t.Helper()
	if err := c.call.Send(&persistent.ReadReq{Content: &persistent.ReadReq_Ack_{Ack: &persistent.ReadReq_Ack{Ids: id(e)}}}); err != nil {
		c.t.Fatal(err)
	}
}

func (c *consumer) nack(e *persistent.ReadResp_ReadEvent, action persistent.ReadReq_Nack_Action) {
	c.t.Helper()
	if err := c.call.Send(&persistent.ReadReq{Content: &persistent.ReadReq_Nack_{Nack: &persistent.ReadReq_Nack{Ids: id(e), Action: action,
		Reason: "because"}}}); err != nil {
		c.t.Fatal(err)
	}
}

// A message that is stopped at comes again when its time is over, and the group goes on.
func stopEndsNothing(t *testing.T, c *rawClient) {
	s := streamOf("foreign")
	c.append(t, s, expectNone, proposals(1, 2)...)
	if err := c.createGroup(s, nil); err != nil {
		t.Fatal(err)
	}
	taker := c.consume(t, s)
	taker.nack(taker.next(0), persistent.ReadReq_Nack_Stop)
	again := taker.next(0)
	if again.GetRetryCount() != 1 {
		t.Errorf("it comes again as retry %d", again.GetRetryCount())
	}
	taker.ack(again)
	taker.ack(taker.next(1))
}

// Parked messages stand as links in a stream that can be read, and are replayed with them.
func parkedAreLinks(t *testing.T, c *rawClient) {
	s := streamOf("foreign")
	c.append(t, s, expectNone, proposals(1, 2)...)
	if err := c.createGroup(s, nil); err != nil {
		t.Fatal(err)
	}
	taker := c.consume(t, s)
	taker.nack(taker.next(0), persistent.ReadReq_Nack_Park)
	taker.ack(taker.next(1))
	parked, want := "$persistentsubscription-"+s+"::"+groupName+"-parked", "0@"+s
	var link *api.ReadResp_ReadEvent_RecordedEvent
	for link == nil && c.ctx.Err() == nil {
		link = c.firstOf(t, parked)
	}
	var reason struct {
		Reason string `json:"reason"`
		Number uint64 `json:"subscriptionEventNumber"`
	}
	if err := json.Unmarshal(link.GetCustomMetadata(), &reason); err != nil || reason.Reason != "Client explicitly NAK'ed message.\nbecause" ||
		reason.Number != 0 || string(link.GetData()) != want || link.GetMetadata()["type"] != "$>" {
		t.Errorf("%s, %s, %v, %v", link.GetData(), link.GetCustomMetadata(), link.GetMetadata(), err)
	}
	if _, err := c.groups.ReplayParked(c.ctx, &persistent.ReplayParkedReq{Options: &persistent.ReplayParkedReq_Options{GroupName: groupName,
		StreamOption: &persistent.ReplayParkedReq_Options_StreamIdentifier{StreamIdentifier: identifier(s)},
		StopAtOption: &persistent.ReplayParkedReq_Options_NoLimit{NoLimit: &shared.Empty{}}}}); err != nil {
		t.Fatal(err)
	}
	e := taker.next(0)
	if string(e.GetLink().GetData()) != want || string(e.GetLink().GetStreamIdentifier().GetStreamName()) != parked {
		t.Errorf("replayed with the link %v", e.GetLink())
	}
	taker.ack(e)
}

// firstOf is the first event of a stream, nil where it has none.
func (c *rawClient) firstOf(t *testing.T, stream string) *api.ReadResp_ReadEvent_RecordedEvent {
	t.Helper()
	call, err := c.Read(c.ctx, &api.ReadReq{Options: &api.ReadReq_Options{
		StreamOption: &api.ReadReq_Options_Stream{Stream: &api.ReadReq_Options_StreamOptions{
			StreamIdentifier: identifier(stream), RevisionOption: &api.ReadReq_Options_StreamOptions_Start{Start: &shared.Empty{}}}},
		CountOption: &api.ReadReq_Options_Count{Count: 1}, FilterOption: &api.ReadReq_Options_NoFilter{NoFilter: &shared.Empty{}},
		UuidOption: &api.ReadReq_Options_UUIDOption{Content: &api.ReadReq_Options_UUIDOption_Structured{Structured: &shared.Empty{}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	var first *api.ReadResp_ReadEvent_RecordedEvent
	for {
		m, err := call.Recv()
		if errors.Is(err, io.EOF) {
			return first
		}
		if err != nil {
			t.Fatal(err)
		}
		if e := m.GetEvent().GetEvent(); e != nil && first == nil {
			first = proto.CloneOf(e)
		}
	}
}

// Sizes that cannot be are refused when a group is made.
func impossibleSizes(t *testing.T, c *rawClient) {
	s := streamOf("foreign")
	for _, x := range []struct{ batch, history int32 }{{500, 500}, {501, 500}, {0, 0}, {20, 0}, {1, 1}} {
		err := c.createGroup(s, func(p *persistent.CreateReq_Settings) { p.ReadBatchSize, p.HistoryBufferSize = x.batch, x.history })
		if err == nil {
			t.Fatalf("%+v: taken", x)
		}
	}
	if err := c.createGroup(s, func(p *persistent.CreateReq_Settings) { p.ReadBatchSize, p.HistoryBufferSize = 499, 500 }); err != nil {
		t.Error(err)
	}
}
