package wire

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc/encoding"
	protocodec "google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"
	"pgregory.net/rapid"
)

// What is written here protobuf reads, and what protobuf writes is read here.

var (
	anyNumber = rapid.OneOf(rapid.Uint64(), rapid.Uint64Range(0, 300), rapid.Just[uint64](math.MaxUint64))
	anyBytes  = rapid.SliceOfN(rapid.Byte(), 0, 300)
	anyID     = rapid.Custom(func(t *rapid.T) (id [16]byte) {
		binary.BigEndian.PutUint64(id[:8], anyNumber.Draw(t, "most"))
		binary.BigEndian.PutUint64(id[8:], anyNumber.Draw(t, "least"))
		return id
	})
	anyExpected = rapid.Custom(func(t *rapid.T) Expected {
		e := Expected{Condition: Condition(rapid.IntRange(int(Unstated), int(AtRevision)).Draw(t, "condition"))}
		if e.Condition == AtRevision {
			e.Revision = anyNumber.Draw(t, "revision")
		}
		return e
	})
)

func protoUUID(id [16]byte, asString bool) *shared.UUID {
	if asString {
		return &shared.UUID{Value: &shared.UUID_String_{String_: uuid.UUID(id).String()}}
	}
	return &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{
		MostSignificantBits: int64(binary.BigEndian.Uint64(id[:8])), LeastSignificantBits: int64(binary.BigEndian.Uint64(id[8:])),
	}}}
}

func mustMarshal(t rapid.TB, m proto.Message) []byte {
	t.Helper()
	b, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func wantProto(t rapid.TB, wire []byte, got, want proto.Message) {
	t.Helper()
	if err := proto.Unmarshal(wire, got); err != nil {
		t.Fatal(err)
	}
	if !proto.Equal(got, want) {
		t.Fatalf("protobuf reads\n%v\nwant\n%v", got, want)
	}
}

func TestEvent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := Recorded{
			ID: anyID.Draw(t, "id"), Stream: anyBytes.Draw(t, "stream"), Revision: anyNumber.Draw(t, "revision"),
			Commit: anyNumber.Draw(t, "commit"), Prepare: anyNumber.Draw(t, "prepare"), Created: rapid.Int64().Draw(t, "created"),
			Type: []byte(rapid.String().Draw(t, "type")), ContentType: []byte(rapid.SampledFrom([]string{JSON, Bytes, ""}).Draw(t, "content type")),
			Metadata: anyBytes.Draw(t, "metadata"), Data: anyBytes.Draw(t, "data"),
		}
		asString := rapid.Bool().Draw(t, "string id")
		want := &api.ReadResp{Content: &api.ReadResp_Event{Event: &api.ReadResp_ReadEvent{
			Event: &api.ReadResp_ReadEvent_RecordedEvent{
				Id: protoUUID(e.ID, asString), StreamIdentifier: &shared.StreamIdentifier{StreamName: e.Stream},
				StreamRevision: e.Revision, CommitPosition: e.Commit, PreparePosition: e.Prepare,
				Metadata: map[string]string{
					"type": string(e.Type), "content-type": string(e.ContentType), "created": strconv.FormatInt(e.Created, 10),
				},
				CustomMetadata: e.Metadata, Data: e.Data,
			},
			Position: &api.ReadResp_ReadEvent_CommitPosition{CommitPosition: e.Commit},
		}}}
		wantProto(t, e.Message(nil, asString), &api.ReadResp{}, want)
		space := make([]byte, 3, 8000)
		message := e.Message(space, asString)
		wantProto(t, message, &api.ReadResp{}, want)
		held := len(e.Stream) + len(e.Type) + len(e.Metadata) + len(e.Data)
		if &message[0] != &space[:4][3] || len(message) > held+MessageBytesMax {
			t.Fatalf("%d bytes for %d, in a place of its own: %v", len(message), held, &message[0] != &space[:4][3])
		}

		want.GetEvent().Event.Metadata["unknown"] = "entry"
		sent := mustMarshal(t, want)
		var r Response
		if err := r.Decode(sent); err != nil {
			t.Fatal(err)
		}
		g := r.Event
		if r.Kind != Event || g.ID != e.ID || !bytes.Equal(g.Stream, e.Stream) || g.Revision != e.Revision || g.Commit != e.Commit ||
			g.Prepare != e.Prepare || g.Created != e.Created || !bytes.Equal(g.Type, e.Type) || !bytes.Equal(g.ContentType, e.ContentType) ||
			!bytes.Equal(g.Metadata, e.Metadata) || !bytes.Equal(g.Data, e.Data) {
			t.Fatalf("read\n%+v\nof\n%+v", g, e)
		}
	})
}

func TestOtherResponses(t *testing.T) {
	for _, c := range []struct {
		sent *api.ReadResp
		want Kind
	}{
		{&api.ReadResp{Content: &api.ReadResp_Confirmation{Confirmation: &api.ReadResp_SubscriptionConfirmation{SubscriptionId: "x"}}},
			Confirmation},
		{&api.ReadResp{Content: &api.ReadResp_Checkpoint_{Checkpoint: &api.ReadResp_Checkpoint{CommitPosition: 7, PreparePosition: 5}}},
			Checkpoint},
		{&api.ReadResp{Content: &api.ReadResp_StreamNotFound_{StreamNotFound: &api.ReadResp_StreamNotFound{}}}, NotFound},
		{&api.ReadResp{Content: &api.ReadResp_CaughtUp_{CaughtUp: &api.ReadResp_CaughtUp{}}}, CaughtUp},
		{&api.ReadResp{Content: &api.ReadResp_FellBehind_{FellBehind: &api.ReadResp_FellBehind{}}}, Other},
		{&api.ReadResp{Content: &api.ReadResp_FirstStreamPosition{FirstStreamPosition: 9}}, Other},
		{&api.ReadResp{}, Other},
	} {
		r := Response{Kind: Event, Commit: 99} // of the message before
		if err := r.Decode(mustMarshal(t, c.sent)); err != nil || r.Kind != c.want {
			t.Errorf("%v: %v, %v", c.sent, r.Kind, err)
		}
		if want := c.sent.GetCheckpoint(); r.Commit != want.GetCommitPosition() || r.Prepare != want.GetPreparePosition() {
			t.Errorf("%v: %d/%d", c.sent, r.Commit, r.Prepare)
		}
	}
}

func protoRequest(r *Request) *api.BatchAppendReq {
	o := &api.BatchAppendReq_Options{
		StreamIdentifier: &shared.StreamIdentifier{StreamName: r.Stream},
		DeadlineOption:   &api.BatchAppendReq_Options_Deadline{Deadline: durationpb.New(r.Within)},
	}
	switch r.Expected.Condition {
	case Any:
		o.ExpectedStreamPosition = &api.BatchAppendReq_Options_Any{Any: &emptypb.Empty{}}
	case NoStream:
		o.ExpectedStreamPosition = &api.BatchAppendReq_Options_NoStream{NoStream: &emptypb.Empty{}}
	case StreamExists:
		o.ExpectedStreamPosition = &api.BatchAppendReq_Options_StreamExists{StreamExists: &emptypb.Empty{}}
	case AtRevision:
		o.ExpectedStreamPosition = &api.BatchAppendReq_Options_StreamPosition{StreamPosition: r.Expected.Revision}
	}
	m := &api.BatchAppendReq{Options: o, IsFinal: true}
	for _, e := range r.Events {
		m.ProposedMessages = append(m.ProposedMessages, &api.BatchAppendReq_ProposedMessage{
			Id: protoUUID(e.ID, false), Metadata: map[string]string{"type": e.Type, "content-type": e.ContentType},
			CustomMetadata: e.Metadata, Data: e.Data,
		})
	}
	return m
}

func TestRequest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := anyNumber.Draw(t, "correlation")
		r := Request{
			Correlation: AppendCorrelation(nil, n), Options: true, Stream: anyBytes.Draw(t, "stream"), Expected: anyExpected.Draw(t, "expected"),
			Within: time.Duration(rapid.Int64Range(0, math.MaxInt64).Draw(t, "within")), Final: true,
		}
		for range rapid.IntRange(0, 3).Draw(t, "events") {
			r.Events = append(r.Events, Proposed{
				ID: anyID.Draw(t, "id"), Type: rapid.String().Draw(t, "type"), ContentType: rapid.SampledFrom([]string{JSON, Bytes}).Draw(t,
					"content type"),
				Metadata: anyBytes.Draw(t, "metadata"), Data: anyBytes.Draw(t, "data"),
			})
		}
		if got, err := number(r.Correlation); got != n || err != nil {
			t.Fatalf("correlation %d is read as %d, %v", n, got, err)
		}
		want := protoRequest(&r)
		var id [16]byte
		binary.BigEndian.PutUint64(id[8:], n)
		want.CorrelationId = protoUUID(id, false)
		wantProto(t, r.Append(nil), &api.BatchAppendReq{}, want)

		sent := mustMarshal(t, want)
		var got Request
		if err := got.Decode(sent); err != nil {
			t.Fatal(err)
		}
		if gotID, err := ID(got.Correlation); gotID != id || err != nil {
			t.Fatalf("correlation %x, %v", gotID, err)
		}
		if !bytes.Equal(got.Stream, r.Stream) || got.Expected != r.Expected || got.Within != r.Within || !got.Final || !got.Options ||
			len(got.Events) != len(r.Events) {
			t.Fatalf("read\n%+v\nof\n%+v", got, r)
		}
		for i, e := range got.Events {
			w := r.Events[i]
			if e.Err != nil || e.ID != w.ID || e.Type != w.Type || e.ContentType != w.ContentType || !bytes.Equal(e.Metadata, w.Metadata) ||
				!bytes.Equal(e.Data, w.Data) {
				t.Fatalf("event %d: read\n%+v\nof\n%+v", i, e, w)
			}
		}
	})
}

// A request may come in parts, with string ids and a time of day, and lack
// anything.
func TestRequestOfOthers(t *testing.T) {
	id := uuid.MustParse("a3bb189e-8bf9-3888-9912-ace4e6543002")
	until := time.Unix(1_800_000_000, 5).UTC()
	var r Request
	err := r.Decode(mustMarshal(t, &api.BatchAppendReq{
		CorrelationId: protoUUID(id, true),
		Options:       &api.BatchAppendReq_Options{DeadlineOption: &api.BatchAppendReq_Options_Deadline_21_10_0{Deadline_21_10_0: timestamppb.New(until)}},
		ProposedMessages: []*api.BatchAppendReq_ProposedMessage{
			{Id: protoUUID(id, true)}, {}, {Id: &shared.UUID{Value: &shared.UUID_String_{String_: "no id"}}},
		},
	}))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := ID(r.Correlation); got != id || err != nil {
		t.Errorf("correlation %v, %v", got, err)
	}
	if !r.Until.Equal(until) || r.Within != 0 || r.Final || r.Expected.Condition != Unstated {
		t.Errorf("%+v", r)
	}
	if r.Events[0].ID != id || r.Events[0].Err != nil || r.Events[1].Err == nil || r.Events[2].Err == nil {
		t.Errorf("%+v", r.Events)
	}
	long := &api.BatchAppendReq{Options: &api.BatchAppendReq_Options{DeadlineOption: &api.BatchAppendReq_Options_Deadline{Deadline: &durationpb.Duration{Seconds: 315_576_000_000}}}}
	if err := r.Decode(mustMarshal(t, long)); err != nil || r.Within != math.MaxInt64 {
		t.Errorf("a deadline in ten thousand years: %v, %v", r.Within, err)
	}
	if err := r.Decode(mustMarshal(t, &api.BatchAppendReq{IsFinal: true})); err != nil || r.Options || !r.Final {
		t.Errorf("without options: %+v, %v", r, err)
	}
	notText := protowire.AppendBytes([]byte{tagProposed, 6, tagProposedSystem, 4, tagValue}, []byte{0xff, 0xfe})
	if err := r.Decode(notText); err == nil {
		t.Error("metadata that is no text was read")
	}
}

func TestAnswer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := anyNumber.Draw(t, "correlation")
		var id [16]byte
		binary.BigEndian.PutUint64(id[8:], n)
		a := Answer{
			Correlation: AppendCorrelation(nil, n), Stream: anyBytes.Draw(t, "stream"), Expected: anyExpected.Draw(t, "expected"),
			Revision: anyNumber.Draw(t, "revision"), Commit: anyNumber.Draw(t, "commit"), Prepare: anyNumber.Draw(t, "prepare"),
		}
		want := &api.BatchAppendResp{
			CorrelationId: protoUUID(id, false), StreamIdentifier: &shared.StreamIdentifier{StreamName: a.Stream},
			Result: &api.BatchAppendResp_Success_{Success: &api.BatchAppendResp_Success{
				CurrentRevisionOption: &api.BatchAppendResp_Success_CurrentRevision{CurrentRevision: a.Revision},
				PositionOption: &api.BatchAppendResp_Success_Position{Position: &shared.AllStreamPosition{CommitPosition: a.Commit,
					PreparePosition: a.Prepare}},
			}},
		}
		switch a.Expected.Condition {
		case Any:
			want.ExpectedStreamPosition = &api.BatchAppendResp_Any{Any: &emptypb.Empty{}}
		case NoStream:
			want.ExpectedStreamPosition = &api.BatchAppendResp_NoStream{NoStream: &emptypb.Empty{}}
		case StreamExists:
			want.ExpectedStreamPosition = &api.BatchAppendResp_StreamExists{StreamExists: &emptypb.Empty{}}
		case AtRevision:
			want.ExpectedStreamPosition = &api.BatchAppendResp_StreamPosition{StreamPosition: a.Expected.Revision}
		}
		wantProto(t, a.Message(), &api.BatchAppendResp{}, want)

		var got Answered
		if err := got.Decode(mustMarshal(t, want)); err != nil {
			t.Fatal(err)
		}
		if got.Number != n || got.Revision != a.Revision || got.Commit != a.Commit || got.Prepare != a.Prepare || got.Refusal != nil {
			t.Fatalf("read\n%+v\nof\n%+v", got, a)
		}
	})
}

// FuzzDecode: whatever comes, the decoders return, and accept nothing at the top
// that protobuf would not.
func FuzzDecode(f *testing.F) {
	e := Recorded{Stream: []byte("case-firm-1"), Type: []byte("t"), ContentType: []byte(JSON), Data: []byte("{}"), Commit: 1}
	f.Add(bytes.Clone(e.Message(nil, false)))
	r := Request{Correlation: AppendCorrelation(nil, 1), Stream: []byte("s"), Within: time.Second,
		Events: []Proposed{{Type: "t", ContentType: JSON}}}
	f.Add(bytes.Clone(r.Append(nil)))
	a := Answer{Correlation: AppendCorrelation(nil, 1), Revision: 3, Commit: 4, Prepare: 4}
	f.Add(bytes.Clone(a.Message()))
	f.Add([]byte{tagEvent, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, wire []byte) {
		framed := new(emptypb.Empty) // takes every message as unknown fields
		malformed := proto.Unmarshal(wire, framed) != nil
		for _, d := range []Decoder{new(Response), new(Request), new(Answered)} {
			if err := d.Decode(wire); err == nil && malformed {
				t.Errorf("%T reads %x", d, wire)
			}
		}
	})
}

// The codec leaves other messages to protobuf, and lets none keep memory that is
// used again.
func TestCodec(t *testing.T) {
	c := Codec()
	e := Recorded{Stream: []byte("s"), Data: bytes.Repeat([]byte("d"), 5000), Commit: 1}
	sent, err := c.Marshal(e.Message(nil, false))
	if err != nil {
		t.Fatal(err)
	}
	var r Response
	lent := bytes.Clone(sent.Materialize())
	received := mem.BufferSlice{mem.NewBuffer(&lent, mem.NopBufferPool{})}
	if err := c.Unmarshal(received, &r); err != nil || r.Kind != Event {
		t.Errorf("%v, %v", r.Kind, err)
	}
	clear(lent)
	if !bytes.Equal(r.Event.Data, e.Data) {
		t.Error("an event holds memory of a pool")
	}
	plain := &api.ReadResp{Content: &api.ReadResp_CaughtUp_{CaughtUp: &api.ReadResp_CaughtUp{}}}
	sent, err = c.Marshal(plain)
	if err != nil {
		t.Fatal(err)
	}
	if err := encoding.GetCodecV2(protocodec.Name).Unmarshal(sent, plain); err != nil || plain.GetCaughtUp() == nil {
		t.Errorf("%v, %v", plain, err)
	}
	if err := c.Unmarshal(mem.BufferSlice{mem.SliceBuffer([]byte{0xff})}, &r); err == nil {
		t.Error("garbage was read")
	}
}
