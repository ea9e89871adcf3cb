package storetest

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/tallystick/tallystick/eventstore/internal/cluster"
)

// Rules holds a server to what EventStoreDB was seen to do where embedded nodes
// have differed: raw calls, in the protocol's own terms.
func Rules(t *testing.T, server func(t *testing.T) *Server) {
	for name, test := range map[string]func(*testing.T, *rawClient){
		"RepeatsByRevision":    repeatsByRevision,
		"HiddenIdsCount":       hiddenIDsCount,
		"DeletedStaysHidden":   deletedStaysHidden,
		"DeleteWhatIsNot":      deleteWhatIsNot,
		"ExistsOnDeleted":      existsOnDeleted,
		"TombstonedMetadata":   tombstonedMetadata,
		"TombstoneIsDelivered": tombstoneIsDelivered,
		"DataAloneCounts":      dataAloneCounts,
		"IncompleteIsRefused":  incompleteIsRefused,
		"BatchCodes":           batchCodes,
		"BatchPastItsDeadline": batchPastItsDeadline,
		"StreamEndsAreSaid":    streamEndsAreSaid,
		"FiltersAreOfDotNet":   filtersAreOfDotNet,
		"DeletedLosesMetadata": deletedMetadataIsReplaced,
		"StopEndsNothing":      stopEndsNothing,
		"ParkedAreLinks":       parkedAreLinks,
		"ImpossibleSizes":      impossibleSizes,
	} {
		t.Run(name, func(t *testing.T) { test(t, dialRaw(t, server(t))) })
	}
}

// rawClient speaks the protocol without any client's opinion.
type rawClient struct {
	api.StreamsClient
	groups persistent.PersistentSubscriptionsClient
	ctx    context.Context
}

func dialRaw(t *testing.T, s *Server) *rawClient {
	t.Helper()
	url := s.Config.URL
	if s.Config.Socket != "" {
		url = "esdb://localhost:2113?tls=false"
	}
	conf, err := esdb.ParseConnectionString(url)
	if err != nil {
		t.Fatal(err)
	}
	if s.Config.Socket != "" {
		conf.Address = "unix://" + s.Config.Socket
	}
	members := cluster.New(conf)
	defer members.Close()
	address, err := members.Leader(Context(t))
	if err != nil {
		t.Fatal(err)
	}
	conn, err := cluster.Dial(conf, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return &rawClient{api.NewStreamsClient(conn), persistent.NewPersistentSubscriptionsClient(conn), cluster.Outgoing(Context(t), conf)}
}

// Expected revisions, as tests write them.
const (
	expectNone   = -1
	expectAny    = -2
	expectExists = -4
)

func rawID(n byte) *shared.UUID {
	id := uuid.NewSHA1(uuid.Nil, []byte{n})
	return &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{
		MostSignificantBits: int64(binary.BigEndian.Uint64(id[:8])), LeastSignificantBits: int64(binary.BigEndian.Uint64(id[8:]))}}}
}

func identifier(stream string) *shared.StreamIdentifier {
	return &shared.StreamIdentifier{StreamName: []byte(stream)}
}

// append returns the revision that was answered, or a word.
func (c *rawClient) append(t *testing.T, stream string, expected int64, events ...*api.AppendReq_ProposedMessage) string {
	t.Helper()
	o := &api.AppendReq_Options{StreamIdentifier: identifier(stream)}
	switch expected {
	case expectAny:
		o.ExpectedStreamRevision = &api.AppendReq_Options_Any{Any: &shared.Empty{}}
	case expectNone:
		o.ExpectedStreamRevision = &api.AppendReq_Options_NoStream{NoStream: &shared.Empty{}}
	case expectExists:
		o.ExpectedStreamRevision = &api.AppendReq_Options_StreamExists{StreamExists: &shared.Empty{}}
	default:
		o.ExpectedStreamRevision = &api.AppendReq_Options_Revision{Revision: uint64(expected)}
	}
	return c.appendWith(t, o, events...)
}

func (c *rawClient) appendWith(t *testing.T, o *api.AppendReq_Options, events ...*api.AppendReq_ProposedMessage) string {
	t.Helper()
	call, err := c.Append(c.ctx)
	if err != nil {
		t.Fatal(err)
	}
	requests := []*api.AppendReq{{Content: &api.AppendReq_Options_{Options: o}}}
	for _, e := range events {
		requests = append(requests, &api.AppendReq{Content: &api.AppendReq_ProposedMessage_{ProposedMessage: e}})
	}
	for _, r := range requests {
		if call.Send(r) != nil {
			break // the answer says why
		}
	}
	answer, err := call.CloseAndRecv()
	switch {
	case err != nil:
		return wordOf(err, call.Trailer().Get("exception"))
	case answer.GetWrongExpectedVersion() != nil:
		return "wrong"
	}
	return fmt.Sprint(answer.GetSuccess().GetCurrentRevision())
}

func wordOf(err error, exception []string) string {
	if len(exception) == 1 {
		return exception[0]
	}
	return status.Code(err).String()
}

func proposal(n byte) *api.AppendReq_ProposedMessage {
	return &api.AppendReq_ProposedMessage{Id: rawID(n), Data: []byte(`{}`), Metadata: map[string]string{"type": "t", "content-type": "application/json"}}
}

func proposals(ids ...byte) (out []*api.AppendReq_ProposedMessage) {
	for _, n := range ids {
		out = append(out, proposal(n))
	}
	return out
}

// read returns the revisions of a stream, or a word.
func (c *rawClient) read(t *testing.T, stream string) string {
	t.Helper()
	return fmt.Sprint(c.readFrom(t, stream, 0, 0))
}

// readFrom returns what a read of a stream says, in words.
func (c *rawClient) readFrom(t *testing.T, stream string, from uint64, compatibility uint32) (said []string) {
	t.Helper()
	ctx, cancel := context.WithCancel(c.ctx)
	defer cancel()
	call, err := c.Read(ctx, &api.ReadReq{Options: &api.ReadReq_Options{
		StreamOption: &api.ReadReq_Options_Stream{Stream: &api.ReadReq_Options_StreamOptions{
			StreamIdentifier: identifier(stream), RevisionOption: &api.ReadReq_Options_StreamOptions_Revision{Revision: from}}},
		CountOption: &api.ReadReq_Options_Count{Count: 100}, FilterOption: &api.ReadReq_Options_NoFilter{NoFilter: &shared.Empty{}},
		UuidOption:    &api.ReadReq_Options_UUIDOption{Content: &api.ReadReq_Options_UUIDOption_Structured{Structured: &shared.Empty{}}},
		ControlOption: &api.ReadReq_Options_ControlOption{Compatibility: compatibility},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for {
		m, err := call.Recv()
		if errors.Is(err, io.EOF) {
			return said
		}
		if err != nil {
			return append(said, wordOf(err, call.Trailer().Get("exception")))
		}
		switch x := m.GetContent().(type) {
		case *api.ReadResp_Event:
			said = append(said, fmt.Sprint(x.Event.GetEvent().GetStreamRevision()))
		case *api.ReadResp_StreamNotFound_:
			said = append(said, "missing")
		case *api.ReadResp_FirstStreamPosition:
			said = append(said, fmt.Sprint("first ", x.FirstStreamPosition))
		case *api.ReadResp_LastStreamPosition:
			said = append(said, fmt.Sprint("last ", x.LastStreamPosition))
		}
	}
}

func (c *rawClient) delete(t *testing.T, stream string) string {
	t.Helper()
	var trailer metadata.MD
	_, err := c.Delete(c.ctx, &api.DeleteReq{Options: &api.DeleteReq_Options{StreamIdentifier: identifier(stream),
		ExpectedStreamRevision: &api.DeleteReq_Options_Any{Any: &shared.Empty{}}}}, grpc.Trailer(&trailer))
	if err == nil {
		return ""
	}
	return wordOf(err, trailer.Get("exception"))
}

func (c *rawClient) tombstone(t *testing.T, stream string) {
	t.Helper()
	_, err := c.Tombstone(c.ctx, &api.TombstoneReq{Options: &api.TombstoneReq_Options{StreamIdentifier: identifier(stream),
		ExpectedStreamRevision: &api.TombstoneReq_Options_Any{Any: &shared.Empty{}}}})
	if err != nil {
		t.Fatal(err)
	}
}

func (c *rawClient) describe(t *testing.T, stream, properties string) string {
	t.Helper()
	id := uuid.New()
	e := &api.AppendReq_ProposedMessage{Data: []byte(properties), Metadata: map[string]string{"type": "$metadata",
		"content-type": "application/json"},
		Id: &shared.UUID{Value: &shared.UUID_String_{String_: id.String()}}}
	return c.append(t, "$$"+stream, expectAny, e)
}

func wantWord(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

// Of [1 2 3], what is repeated behind an exact revision must stand there.
func repeatsByRevision(t *testing.T, c *rawClient) {
	s := streamOf("foreign")
	wantWord(t, "three", c.append(t, s, expectNone, proposals(1, 2, 3)...), "2")
	for _, x := range []struct {
		expected int64
		ids      []byte
		want     string
	}{
		{expectNone, []byte{1, 2, 3}, "2"}, {expectNone, []byte{1}, "0"}, {0, []byte{2}, "1"}, {0, []byte{2, 3}, "2"}, {1, []byte{3}, "2"},
		{0, []byte{1}, "wrong"}, {1, []byte{1}, "wrong"}, {3, []byte{1}, "wrong"}, {expectNone, []byte{2}, "wrong"}, {0, []byte{2, 9}, "wrong"},
		{expectAny, []byte{1}, "0"}, {expectAny, []byte{1, 3}, "2"}, {expectAny, []byte{1, 9}, "wrong"}, {expectExists, []byte{2}, "1"},
	} {
		wantWord(t, fmt.Sprint(x.ids, " at ", x.expected), c.append(t, s, x.expected, proposals(x.ids...)...), x.want)
	}
	wantWord(t, "the stream", c.read(t, s), "[0 1 2]")
}

// What is deleted or truncated is not written again.
func hiddenIDsCount(t *testing.T, c *rawClient) {
	s := streamOf("foreign")
	c.append(t, s, expectNone, proposals(1, 2, 3)...)
	wantWord(t, "truncate", c.describe(t, s, `{"$tb":2}`), "0")
	wantWord(t, "truncated", c.append(t, s, expectNone, proposals(1, 2)...), "1")
	wantWord(t, "delete", c.delete(t, s), "")
	wantWord(t, "deleted", c.append(t, s, expectNone, proposals(1, 2, 3)...), "2")
	wantWord(t, "the stream", c.read(t, s), "[missing]")
	wantWord(t, "another", c.append(t, s, expectNone, proposals(4)...), "3")
	wantWord(t, "the stream", c.read(t, s), "[3]")
}

func deletedStaysHidden(t *testing.T, c *rawClient) {
	s := streamOf("foreign")
	c.append(t, s, expectNone, proposals(1, 2)...)
	wantWord(t, "delete", c.delete(t, s), "")
	c.describe(t, s, `{"of":"mine"}`)
	wantWord(t, "the stream", c.read(t, s), "[]")
	c.append(t, s, expectAny, proposals(3)...)
	wantWord(t, "the stream", c.read(t, s), "[2]")
}

// A deletion leaves no other metadata.
func deletedMetadataIsReplaced(t *testing.T, c *rawClient) {
	s := streamOf("foreign")
	c.append(t, s, expectNone, proposals(1, 2)...)
	c.describe(t, s, `{"$maxCount":1}`)
	wantWord(t, "delete", c.delete(t, s), "")
	c.append(t, s, expectNone, proposals(3, 4)...)
	wantWord(t, "the stream", c.read(t, s), "[2 3]")
}

func deleteWhatIsNot(t *testing.T, c *rawClient) {
	wantWord(t, "delete", c.delete(t, streamOf("foreign")), "wrong-expected-version")
}

func existsOnDeleted(t *testing.T, c *rawClient) {
	s := streamOf("foreign")
	c.append(t, s, expectNone, proposals(1)...)
	c.delete(t, s)
	wantWord(t, "append", c.append(t, s, expectExists, proposals(2)...), "stream-deleted")
}

func tombstonedMetadata(t *testing.T, c *rawClient) {
	s := streamOf("foreign")
	c.append(t, s, expectNone, proposals(1)...)
	c.describe(t, s, `{"of":"mine"}`)
	c.tombstone(t, s)
	wantWord(t, "set", c.describe(t, s, `{}`), "stream-deleted")
	wantWord(t, "read", c.read(t, "$$"+s), "[stream-deleted]")
}

func tombstoneIsDelivered(t *testing.T, c *rawClient) {
	s := streamOf("foreign")
	c.append(t, s, expectNone, proposals(1)...)
	ctx, cancel := context.WithCancel(c.ctx)
	defer cancel()
	call, err := c.Read(ctx, &api.ReadReq{Options: &api.ReadReq_Options{
		StreamOption: &api.ReadReq_Options_Stream{Stream: &api.ReadReq_Options_StreamOptions{
			StreamIdentifier: identifier(s), RevisionOption: &api.ReadReq_Options_StreamOptions_Start{Start: &shared.Empty{}}}},
		CountOption:  &api.ReadReq_Options_Subscription{Subscription: &api.ReadReq_Options_SubscriptionOptions{}},
		FilterOption: &api.ReadReq_Options_NoFilter{NoFilter: &shared.Empty{}},
		UuidOption:   &api.ReadReq_Options_UUIDOption{Content: &api.ReadReq_Options_UUIDOption_Structured{Structured: &shared.Empty{}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for seen := false; ; {
		m, err := call.Recv()
		if err != nil {
			t.Fatalf("the subscription ended before the tombstone: %v", err)
		}
		e := m.GetEvent().GetEvent()
		if e != nil && e.GetMetadata()["type"] == "$streamDeleted" {
			if e.GetStreamRevision() != math.MaxInt64 {
				t.Errorf("the tombstone is at %d", e.GetStreamRevision())
			}
			return
		}
		if e != nil && !seen {
			seen = true
			c.tombstone(t, s)
		}
	}
}

func dataAloneCounts(t *testing.T, c *rawClient) {
	s, e := streamOf("foreign"), proposal(1)
	e.Data, e.CustomMetadata = make([]byte, 1<<20), make([]byte, 2<<20)
	wantWord(t, "1 MiB of data", c.append(t, s, expectNone, e), "0")
	more := proposal(2)
	more.Data = make([]byte, 1<<20+1)
	wantWord(t, "a byte more", c.append(t, s, 0, more), "maximum-append-size-exceeded")
}

func incompleteIsRefused(t *testing.T, c *rawClient) {
	s := streamOf("foreign")
	if got := c.appendWith(t, &api.AppendReq_Options{StreamIdentifier: identifier(s)}, proposal(1)); got == "0" {
		t.Error("no expected revision: taken")
	}
	none := proposal(1)
	none.Id = &shared.UUID{Value: &shared.UUID_String_{String_: uuid.Nil.String()}}
	if got := c.append(t, s, expectAny, none); got == "0" {
		t.Error("an empty event id: taken")
	}
	for name, r := range map[string]*api.BatchAppendReq{
		"an empty correlation id": {CorrelationId: &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{}}},
			Options: batchOptions(s)},
		"no expected revision": {CorrelationId: rawID(1), Options: &api.BatchAppendReq_Options{StreamIdentifier: identifier(s)}},
	} {
		r.IsFinal, r.ProposedMessages = true, []*api.BatchAppendReq_ProposedMessage{batched(1)}
		if got := c.batch(t, r); got.GetError().GetCode() != 3 {
			t.Errorf("%s: %v", name, got)
		}
	}
	wantWord(t, "the stream", c.read(t, s), "[missing]")
}

func batchOptions(stream string) *api.BatchAppendReq_Options {
	return &api.BatchAppendReq_Options{StreamIdentifier: identifier(stream),
		ExpectedStreamPosition: &api.BatchAppendReq_Options_NoStream{NoStream: &emptypb.Empty{}},
		DeadlineOption:         &api.BatchAppendReq_Options_Deadline{Deadline: durationpb.New(2 * time.Second)}}
}

func batched(n byte) *api.BatchAppendReq_ProposedMessage {
	return &api.BatchAppendReq_ProposedMessage{Id: rawID(n), Data: []byte(`{}`), Metadata: map[string]string{"type": "t", "content-type": "application/json"}}
}

// batch sends one request of a BatchAppend call and returns the answer.
func (c *rawClient) batch(t *testing.T, r *api.BatchAppendReq) *api.BatchAppendResp {
	t.Helper()
	ctx, cancel := context.WithCancel(c.ctx)
	defer cancel()
	call, err := c.BatchAppend(ctx)
	if err == nil {
		err = call.Send(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	answer, err := call.Recv()
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

func batchCodes(t *testing.T, c *rawClient) {
	s, gone := streamOf("foreign"), streamOf("foreign")
	c.append(t, s, expectNone, proposals(1)...)
	c.append(t, gone, expectNone, proposals(1)...)
	c.tombstone(t, gone)
	for stream, want := range map[string]codes.Code{s: codes.AlreadyExists, gone: codes.NotFound} {
		got := c.batch(t, &api.BatchAppendReq{CorrelationId: rawID(1), Options: batchOptions(stream), IsFinal: true,
			ProposedMessages: []*api.BatchAppendReq_ProposedMessage{batched(2)}})
		if got.GetError().GetCode() != int32(want) {
			t.Errorf("%v, want %s", got, want)
		}
	}
}

func batchPastItsDeadline(t *testing.T, c *rawClient) {
	r := &api.BatchAppendReq{CorrelationId: rawID(1), Options: batchOptions(streamOf("foreign")),
		ProposedMessages: []*api.BatchAppendReq_ProposedMessage{batched(2)}}
	r.Options.DeadlineOption = &api.BatchAppendReq_Options_Deadline{Deadline: durationpb.New(50 * time.Millisecond)}
	if got := c.batch(t, r); got.GetError().GetCode() != int32(codes.DeadlineExceeded) {
		t.Errorf("%v", got)
	}
}

func streamEndsAreSaid(t *testing.T, c *rawClient) {
	s := streamOf("foreign")
	c.append(t, s, expectNone, proposals(1, 2, 3)...)
	wantWord(t, "from 1", fmt.Sprint(c.readFrom(t, s, 1, 1)), "[1 2 last 2]")
	wantWord(t, "beyond the end", fmt.Sprint(c.readFrom(t, s, 9, 1)), "[first 3 last 2]")
	wantWord(t, "not asked", fmt.Sprint(c.readFrom(t, s, 1, 0)), "[1 2]")
}
