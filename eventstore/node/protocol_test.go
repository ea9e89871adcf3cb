package node_test

import (
	"bytes"
	"context"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/tallystick/tallystick/eventstore/node"
)

// These tests speak the protocol without a client library, to send what no
// library would.

func rawConn(t testing.TB, socket string) *grpc.ClientConn {
	t.Helper()
	conn, err := grpc.NewClient("unix://"+socket, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

func wireStream(name string) *shared.StreamIdentifier {
	return &shared.StreamIdentifier{StreamName: []byte(name)}
}

func wireID(name string) *shared.UUID {
	return &shared.UUID{Value: &shared.UUID_String_{String_: uuid.NewSHA1(uuid.NameSpaceOID, []byte(name)).String()}}
}

func TestServerFeatures(t *testing.T) {
	_, socket := startNode(t, node.Options{})
	got, err := serverfeatures.NewServerFeaturesClient(rawConn(t, socket)).GetSupportedMethods(testContext(t), &shared.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	has := func(service, method string) bool {
		return slices.ContainsFunc(got.Methods, func(m *serverfeatures.SupportedMethod) bool {
			return m.ServiceName == service && m.MethodName == method
		})
	}
	for _, method := range []string{"read", "append", "batchappend", "delete", "tombstone"} {
		if !has("event_store.client.streams.streams", method) {
			t.Errorf("streams/%s is not advertised", method)
		}
	}
	if has("event_store.client.projections.projections", "create") {
		t.Error("projections are advertised")
	}
	if !strings.HasPrefix(got.EventStoreServerVersion, "24.10.0.") {
		t.Errorf("version %q", got.EventStoreServerVersion)
	}
}

func TestGossipLeadsBack(t *testing.T) {
	n, _ := startNode(t, node.Options{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = n.Serve(l) }()
	conf, err := esdb.ParseConnectionString("esdb+discover://" + l.Addr().String() + "?tls=false")
	if err != nil {
		t.Fatal(err)
	}
	conf.Logger = func(esdb.LogLevel, string, ...any) {}
	c, err := esdb.NewClient(conf)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	mustAppend(t, c, "s", esdb.NoStream{}, event("e"))

	conn, err := grpc.NewClient(l.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	info, err := gossip.NewGossipClient(conn).Read(testContext(t), &shared.Empty{})
	if err != nil || len(info.Members) != 1 || info.Members[0].State != gossip.MemberInfo_Leader ||
		info.Members[0].InstanceId.GetStructured() == nil {
		t.Errorf("gossip: %v, %v", info, err)
	}
}

func TestBatchAppend(t *testing.T) {
	_, socket := startNode(t, node.Options{})
	ctx := testContext(t)
	call, err := streams.NewStreamsClient(rawConn(t, socket)).BatchAppend(ctx)
	if err != nil {
		t.Fatal(err)
	}
	options := func(stream string) *streams.BatchAppendReq_Options {
		return &streams.BatchAppendReq_Options{
			StreamIdentifier:       wireStream(stream),
			ExpectedStreamPosition: &streams.BatchAppendReq_Options_NoStream{NoStream: &emptypb.Empty{}},
		}
	}
	message := func(name string, size int) *streams.BatchAppendReq_ProposedMessage {
		return &streams.BatchAppendReq_ProposedMessage{
			Id: wireID(name), Data: make([]byte, size),
			Metadata: map[string]string{"type": "t", "content-type": "application/json"},
		}
	}
	send := func(req *streams.BatchAppendReq) {
		t.Helper()
		if err := call.Send(req); err != nil {
			t.Fatal(err)
		}
	}
	recv := func() *streams.BatchAppendResp {
		t.Helper()
		resp, err := call.Recv()
		if err != nil {
			t.Fatal(err)
		}
		return resp
	}
	// Two appends, interleaved.
	send(&streams.BatchAppendReq{CorrelationId: wireID("c1"), Options: options("a"),
		ProposedMessages: []*streams.BatchAppendReq_ProposedMessage{message("a0", 1)}})
	send(&streams.BatchAppendReq{CorrelationId: wireID("c2"), Options: options("b"),
		ProposedMessages: []*streams.BatchAppendReq_ProposedMessage{message("b0", 1)}, IsFinal: true})
	send(&streams.BatchAppendReq{CorrelationId: wireID("c1"), ProposedMessages: []*streams.BatchAppendReq_ProposedMessage{message("a1", 1)},
		IsFinal: true})
	if r := recv(); string(r.StreamIdentifier.StreamName) != "b" || r.GetSuccess().GetCurrentRevision() != 0 {
		t.Errorf("first answer: %v", r)
	}
	if r := recv(); string(r.StreamIdentifier.StreamName) != "a" || r.GetSuccess().GetCurrentRevision() != 1 ||
		r.GetSuccess().GetPosition() == nil {
		t.Errorf("second answer: %v", r)
	}
	refusals := []struct {
		req  *streams.BatchAppendReq
		want string
	}{
		{&streams.BatchAppendReq{Options: options("a"), ProposedMessages: []*streams.BatchAppendReq_ProposedMessage{message("new", 1)}},
			"WrongExpectedVersion"},
		{&streams.BatchAppendReq{Options: options("c"), ProposedMessages: []*streams.BatchAppendReq_ProposedMessage{message("big",
			node.AppendBytesMax+1)}}, "MaximumAppendSizeExceeded"},
		{&streams.BatchAppendReq{Options: options("c"), ProposedMessages: []*streams.BatchAppendReq_ProposedMessage{{Id: wireID("x")}}},
			"BadRequest"},
		{&streams.BatchAppendReq{}, "BadRequest"},
	}
	for i, x := range refusals {
		x.req.CorrelationId, x.req.IsFinal = wireID(x.want+string(rune('0'+i))), true
		send(x.req)
		r := recv()
		if details := r.GetError().GetDetails(); len(details) != 1 || !strings.HasSuffix(details[0].TypeUrl, "/event_store.client."+x.want) {
			t.Errorf("refusal %d: %v, want %s", i, r, x.want)
		}
	}
	_ = call.CloseSend()
	if _, err := call.Recv(); err != io.EOF {
		t.Errorf("the call ends with %v", err)
	}
}

// Every malformed request is answered with a clear status, and the node goes on.
func TestBadRequests(t *testing.T) {
	_, socket := startNode(t, node.Options{})
	conn := rawConn(t, socket)
	api := streams.NewStreamsClient(conn)
	groups := persistent.NewPersistentSubscriptionsClient(conn)
	cases := badAppends(t, api)
	maps.Copy(cases, badReads(t, api))
	cases["delete nothing"] = func() error {
		_, err := api.Delete(testContext(t), &streams.DeleteReq{})
		return err
	}
	cases["delete metadata"] = func() error {
		_, err := api.Delete(testContext(t), &streams.DeleteReq{Options: &streams.DeleteReq_Options{StreamIdentifier: wireStream("$$s")}})
		return err
	}
	cases["create group without stream"] = func() error {
		_, err := groups.Create(testContext(t), &persistent.CreateReq{})
		return err
	}
	cases["consumer without options"] = func() error {
		call, err := groups.Read(testContext(t))
		if err != nil {
			return err
		}
		_ = call.Send(&persistent.ReadReq{})
		_, err = call.Recv()
		return err
	}
	for name, do := range cases {
		t.Run(name, func(t *testing.T) {
			if err := do(); status.Code(err) != codes.InvalidArgument || strings.Contains(err.Error(), "%!") {
				t.Errorf("got %v", err)
			}
		})
	}
	mustAppend(t, dial(t, socket), "s", esdb.NoStream{}, event("still-alive"))
}

func badAppends(t *testing.T, api streams.StreamsClient) map[string]func() error {
	send := func(messages ...*streams.AppendReq) func() error {
		return func() error {
			call, err := api.Append(testContext(t))
			if err != nil {
				return err
			}
			for _, m := range messages {
				_ = call.Send(m)
			}
			_, err = call.CloseAndRecv()
			return err
		}
	}
	header := func(stream string) *streams.AppendReq {
		return &streams.AppendReq{Content: &streams.AppendReq_Options_{Options: &streams.AppendReq_Options{StreamIdentifier: wireStream(stream)}}}
	}
	proposed := func(id *shared.UUID, metadata map[string]string) *streams.AppendReq {
		return &streams.AppendReq{Content: &streams.AppendReq_ProposedMessage_{
			ProposedMessage: &streams.AppendReq_ProposedMessage{Id: id, Metadata: metadata}}}
	}
	meta := map[string]string{"type": "t", "content-type": "application/json"}
	good := proposed(wireID("x"), meta)
	return map[string]func() error{
		"append nothing":          send(),
		"append without options":  send(good),
		"append options twice":    send(header("s"), header("s")),
		"append empty message":    send(header("s"), &streams.AppendReq{}),
		"append no stream name":   send(header("")),
		"append long stream name": send(header(strings.Repeat("x", 5000))),
		"append to $all":          send(header("$all"), good),
		"append to $$$$s":         send(header("$$$$s"), good),
		"append without id":       send(header("s"), proposed(nil, meta)),
		"append bad id":           send(header("s"), proposed(&shared.UUID{Value: &shared.UUID_String_{String_: "x"}}, meta)),
		"append without type":     send(header("s"), proposed(wireID("x"), nil)),
	}
}

func badReads(t *testing.T, api streams.StreamsClient) map[string]func() error {
	send := func(o *streams.ReadReq_Options) func() error {
		return func() error {
			call, err := api.Read(testContext(t), &streams.ReadReq{Options: o})
			if err != nil {
				return err
			}
			_, err = call.Recv()
			return err
		}
	}
	all := &streams.ReadReq_Options_All{All: &streams.ReadReq_Options_AllOptions{}}
	stream := &streams.ReadReq_Options_Stream{Stream: &streams.ReadReq_Options_StreamOptions{StreamIdentifier: wireStream("s")}}
	prefix := &streams.ReadReq_Options_FilterOptions_EventType{EventType: &streams.ReadReq_Options_FilterOptions_Expression{Prefix: []string{"x"}}}
	return map[string]func() error{
		"read nothing":        send(nil),
		"read without target": send(&streams.ReadReq_Options{}),
		"read empty filter": send(&streams.ReadReq_Options{StreamOption: all,
			FilterOption: &streams.ReadReq_Options_Filter{Filter: &streams.ReadReq_Options_FilterOptions{}}}),
		"filter on a stream": send(&streams.ReadReq_Options{StreamOption: stream,
			FilterOption: &streams.ReadReq_Options_Filter{Filter: &streams.ReadReq_Options_FilterOptions{Filter: prefix}}}),
		"subscribe backwards": send(&streams.ReadReq_Options{StreamOption: all, ReadDirection: streams.ReadReq_Options_Backwards,
			CountOption: &streams.ReadReq_Options_Subscription{}}),
	}
}

// rawCodec sends bytes as they are.
type rawCodec struct{}

func (rawCodec) Marshal(v any) ([]byte, error)   { return v.([]byte), nil }
func (rawCodec) Unmarshal(b []byte, v any) error { *v.(*[]byte) = bytes.Clone(b); return nil }
func (rawCodec) Name() string                    { return "proto" }

// Random bytes in place of messages never break the node. Seed 1.
func TestGarbageMessages(t *testing.T) {
	_, socket := startNode(t, node.Options{})
	conn := rawConn(t, socket)
	random := rand.New(rand.NewPCG(1, 1))
	methods := []string{
		"/event_store.client.streams.Streams/Append", "/event_store.client.streams.Streams/BatchAppend",
		"/event_store.client.streams.Streams/Read", "/event_store.client.streams.Streams/Delete",
		"/event_store.client.persistent_subscriptions.PersistentSubscriptions/Read",
		"/event_store.client.persistent_subscriptions.PersistentSubscriptions/Create",
		"/event_store.client.persistent_subscriptions.PersistentSubscriptions/List",
	}
	for i := range 700 {
		ctx, cancel := context.WithTimeout(testContext(t), time.Second)
		desc := &grpc.StreamDesc{ClientStreams: true, ServerStreams: true}
		call, err := conn.NewStream(ctx, desc, methods[i%len(methods)], grpc.ForceCodec(rawCodec{}))
		if err != nil {
			t.Fatal(err)
		}
		for range 1 + random.IntN(3) {
			_ = call.SendMsg(garbage(random))
		}
		_ = call.CloseSend()
		var answer []byte
		for n := 0; err == nil && n < 5; n++ {
			err = call.RecvMsg(&answer)
		}
		if code := status.Code(err); code == codes.Unavailable && i < 700 {
			t.Fatalf("call %d to %s: %v", i, methods[i%len(methods)], err)
		}
		cancel()
	}
	mustAppend(t, dial(t, socket), "after", esdb.NoStream{}, event("after"))
}

// garbage is noise, or nested fields with noise in them, which gets further.
func garbage(random *rand.Rand) []byte {
	noise := make([]byte, random.IntN(40))
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	for range random.IntN(4) {
		var field []byte
		field = protowire.AppendTag(field, protowire.Number(1+random.IntN(6)), protowire.BytesType)
		noise = protowire.AppendBytes(field, noise)
	}
	return noise
}

// Bytes that are not HTTP/2 at all, or that announce more than they send.
func TestBadFrames(t *testing.T) {
	_, socket := startNode(t, node.Options{})
	preface := "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
	for _, frame := range []string{
		"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
		strings.Repeat("\x00", 4096),
		preface + "\xff\xff\xff\x00\x00\x00\x00\x00\x01",                         // DATA of 16 MiB that never comes
		preface + "\x00\x00\x04\x01\x04\x00\x00\x00\x01\xff\xff\xff\xff",         // HEADERS that do not decode
		preface + "\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x05\x09\x00\x00", // CONTINUATION of nothing
	} {
		conn, err := net.Dial("unix", socket)
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.SetDeadline(time.Now().Add(200 * time.Millisecond))
		_, _ = conn.Write([]byte(frame))
		_, _ = io.Copy(io.Discard, conn)
		_ = conn.Close()
	}
	mustAppend(t, dial(t, socket), "s", esdb.NoStream{}, event("e"))
}

// A message above the transport's limit is refused without being read into
// memory, and the connection lives on.
func TestHugeMessage(t *testing.T) {
	_, socket := startNode(t, node.Options{})
	conn := rawConn(t, socket)
	call, err := streams.NewStreamsClient(conn).Append(testContext(t))
	if err != nil {
		t.Fatal(err)
	}
	_ = call.Send(&streams.AppendReq{Content: &streams.AppendReq_ProposedMessage_{ProposedMessage: &streams.AppendReq_ProposedMessage{Data: make([]byte, 20<<20)}}})
	if _, err := call.CloseAndRecv(); status.Code(err) != codes.ResourceExhausted {
		t.Errorf("20 MiB message: %v", err)
	}
	mustAppend(t, dial(t, socket), "s", esdb.NoStream{}, event("e"))
}
