package gateway_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/projections"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/tallystick/tallystick/eventstore/storetest"
)

const readRoute = "GRPC /event_store.client.streams.Streams/Read "

func TestCredentials(t *testing.T) {
	w := newWorld(t)
	own := stream("case", mine, "1")
	w.append(t, own, "case.opened.v1", 0, 1)
	ctx := storetest.Context(t)
	try := func(key string) error {
		s, err := w.client(t, key).ReadStream(ctx, own, esdb.ReadStreamOptions{}, 1)
		_, _, err = drained(t, s, err)
		return err
	}
	for key, want := range map[string]esdb.ErrorCode{
		"":             esdb.ErrorCodeUnauthenticated,
		"no such key":  esdb.ErrorCodeUnauthenticated,
		"viewer's key": esdb.ErrorCodeAccessDenied,
		"other's key":  esdb.ErrorCodeResourceNotFound, // not that tenant's stream
	} {
		if err := try(key); codeOf(err) != want {
			t.Errorf("%q: %v", key, err)
		}
	}
	if err := try("auditor's key"); err != nil {
		t.Error(err)
	}
	if got, want := w.records.of("viewer"), []string{readRoute + "403 refused role_forbidden"}; !slices.Equal(got, want) {
		t.Errorf("recorded %q, want %q", got, want)
	}
	w.people.setReady(false)
	if err := try("auditor's key"); codeOf(err) != esdb.ErrorUnavailable {
		t.Errorf("while keys may be out of date: %v", err)
	}
	w.people.setReady(true)
	w.records.setFailure(errors.New("the log takes nothing"))
	if err := try("auditor's key"); codeOf(err) != esdb.ErrorUnavailable {
		t.Errorf("while nothing can be recorded: %v", err)
	}
}

// Calls without a known key are counted, not recorded one by one.
func TestStrangersAreCounted(t *testing.T) {
	w := newWorld(t)
	for range 3 {
		s, err := w.client(t, "no such key").ReadAll(storetest.Context(t), esdb.ReadAllOptions{}, 1)
		if _, _, err = drained(t, s, err); codeOf(err) != esdb.ErrorCodeUnauthenticated {
			t.Fatal(err)
		}
	}
	w.Close()
	w.records.mu.Lock()
	defer w.records.mu.Unlock()
	count := int64(0)
	for _, r := range w.records.all {
		for _, p := range r.payloads {
			counted, ok := p.(strangersCounted)
			if !ok || r.meta.Tenant != "0" || counted.Reason != "unknown_key" || counted.PathClass != "known" || counted.Node != "test" {
				t.Errorf("%+v", r)
			}
			count += counted.Count
		}
	}
	if count != 3 {
		t.Errorf("counted %d", count)
	}
}

func TestEveryReadIsRecordedAtBothEnds(t *testing.T) {
	w := newWorld(t)
	ctx := storetest.Context(t)
	s, err := w.client(t, "auditor's key").ReadStream(ctx, stream("case", mine, "none"), esdb.ReadStreamOptions{}, 1)
	if _, _, err := drained(t, s, err); codeOf(err) != esdb.ErrorCodeResourceNotFound {
		t.Fatal(err)
	}
	want := []string{readRoute + "200 stream_started", readRoute + "200 stream_ended"}
	eventually(t, "both records", func() bool { return slices.Equal(w.records.of("auditor"), want) })
	w.records.mu.Lock()
	defer w.records.mu.Unlock()
	m := w.records.all[0].meta
	if m.Tenant != mine || m.Key != "key of auditor" || m.Role != "auditor" || m.Operation != "gateway.read" || m.Request == "" ||
		m.Request != w.records.all[1].meta.Request {
		t.Errorf("%+v", m)
	}
}

// The official client's writes are refused, whatever their size, and recorded.
func TestWritesAreRefused(t *testing.T) {
	w := newWorld(t)
	own := stream("case", mine, "1")
	w.append(t, own, "case.opened.v1", 0, 1)
	c := w.client(t, "auditor's key")
	ctx := storetest.Context(t)
	data := func(n int) esdb.EventData {
		return esdb.EventData{EventID: uuid.New(), EventType: "case.opened.v1", ContentType: esdb.ContentTypeJson, Data: []byte(`"` + strings.Repeat("x", n) + `"`)}
	}
	for name, write := range map[string]func() error{
		"Append": func() error { _, err := c.AppendToStream(ctx, own, esdb.AppendToStreamOptions{}, data(10)); return err },
		"Append many": func() error {
			_, err := c.AppendToStream(ctx, own, esdb.AppendToStreamOptions{}, slices.Repeat([]esdb.EventData{data(1000)}, 200)...)
			return err
		},
		"Append large": func() error {
			_, err := c.AppendToStream(ctx, own, esdb.AppendToStreamOptions{}, data(1<<20))
			return err
		},
		"Delete":    func() error { _, err := c.DeleteStream(ctx, own, esdb.DeleteStreamOptions{}); return err },
		"Tombstone": func() error { _, err := c.TombstoneStream(ctx, own, esdb.TombstoneStreamOptions{}); return err },
		"Create": func() error {
			return c.CreatePersistentSubscription(ctx, own, "g", esdb.PersistentStreamSubscriptionOptions{})
		},
		"Subscribe": func() error {
			_, err := c.SubscribeToPersistentSubscription(ctx, own, "g", esdb.SubscribeToPersistentSubscriptionOptions{})
			return err
		},
	} {
		err := write()
		var e *esdb.Error
		if codeOf(err) != esdb.ErrorCodeAccessDenied {
			t.Errorf("%s: %v (%v)", name, err, errors.As(err, &e))
		}
	}
	there, err := w.store.ReadStream(ctx, own, 0, 10)
	if err != nil || len(there) != 1 {
		t.Errorf("%d events, %v", len(there), err)
	}
	got := w.records.of("auditor")
	for _, line := range got {
		if !strings.HasSuffix(line, " 403 refused role_forbidden") {
			t.Errorf("recorded %q", line)
		}
	}
	for _, route := range []string{"streams.Streams/Append", "streams.Streams/Delete", "streams.Streams/Tombstone",
		"PersistentSubscriptions/Create", "PersistentSubscriptions/Read"} {
		if !slices.ContainsFunc(got, func(line string) bool { return strings.Contains(line, route) }) {
			t.Errorf("nothing recorded of %s: %q", route, got)
		}
	}
}

// dial is a connection of plain gRPC, for what the official client does not ask.
func (w *world) dial(t *testing.T) *grpc.ClientConn {
	t.Helper()
	pem, err := os.ReadFile(w.ca)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(pem)
	conn, err := grpc.NewClient(w.address, grpc.WithTransportCredentials(credentials.NewTLS(&tls.Config{RootCAs: pool})))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func TestOtherMethodsAreRefused(t *testing.T) {
	w := newWorld(t)
	conn := w.dial(t)
	as := func(authorization string) context.Context {
		return metadata.AppendToOutgoingContext(storetest.Context(t), "authorization", authorization)
	}
	auditor := "Basic YXVkaXRvcjphdWRpdG9yJ3Mga2V5" // auditor:auditor's key
	call := func(authorization, method string) codes.Code {
		return status.Code(conn.Invoke(as(authorization), method, &shared.Empty{}, &shared.Empty{}))
	}
	for _, method := range []string{
		"/event_store.client.users.Users/Create", "/event_store.client.operations.Operations/Shutdown",
		"/event_store.client.operations.Operations/StartScavenge",
		"/event_store.client.projections.Projections/Create", "/no.such.Service/Method", "/event_store.client.streams.Streams/NoSuch",
	} {
		if got := call(auditor, method); got != codes.PermissionDenied {
			t.Errorf("%s: %v", method, got)
		}
		for _, nobody := range []string{"", "Basic", "Basic !", "Basic bm9jb2xvbg==", "Bearer auditor's key", "Basic YTpi"} {
			if got := call(nobody, method); got != codes.Unauthenticated {
				t.Errorf("%s with %q: %v", method, nobody, got)
			}
		}
	}
	batch, err := api.NewStreamsClient(conn).BatchAppend(as(auditor))
	if err == nil {
		_, err = batch.Recv()
	}
	if status.Code(err) != codes.PermissionDenied {
		t.Errorf("BatchAppend: %v", err)
	}
	if _, err := persistent.NewPersistentSubscriptionsClient(conn).List(as(auditor),
		&persistent.ListReq{}); status.Code(err) != codes.PermissionDenied {
		t.Errorf("List: %v", err)
	}
	if _, err := projections.NewProjectionsClient(conn).RestartSubsystem(as(auditor),
		&shared.Empty{}); status.Code(err) != codes.PermissionDenied {
		t.Errorf("RestartSubsystem: %v", err)
	}
}

// What is advertised is what answers something other than a refusal.
func TestFeatures(t *testing.T) {
	w := newWorld(t)
	features, err := serverfeatures.NewServerFeaturesClient(w.dial(t)).GetSupportedMethods(storetest.Context(t), &shared.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range features.Methods {
		got = append(got, m.ServiceName+"/"+m.MethodName)
	}
	want := []string{
		"event_store.client.gossip.gossip/read",
		"event_store.client.server_features.serverfeatures/getsupportedmethods",
		"event_store.client.streams.streams/read",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// Malformed requests are refused and recorded.
func TestMalformedReads(t *testing.T) {
	w := newWorld(t)
	client := api.NewStreamsClient(w.dial(t))
	ctx := metadata.AppendToOutgoingContext(storetest.Context(t), "authorization", "Basic YXVkaXRvcjphdWRpdG9yJ3Mga2V5")
	all := &api.ReadReq_Options_All{All: &api.ReadReq_Options_AllOptions{}}
	filtered := func(e *api.ReadReq_Options_FilterOptions_Expression) *api.ReadReq_Options {
		return &api.ReadReq_Options{StreamOption: all, FilterOption: &api.ReadReq_Options_Filter{Filter: &api.ReadReq_Options_FilterOptions{
			Filter: &api.ReadReq_Options_FilterOptions_StreamIdentifier{StreamIdentifier: e}}}}
	}
	for name, o := range map[string]*api.ReadReq_Options{
		"nothing":                nil,
		"no target":              {},
		"no stream name":         {StreamOption: &api.ReadReq_Options_Stream{}},
		"an endless stream name": {StreamOption: &api.ReadReq_Options_Stream{Stream: &api.ReadReq_Options_StreamOptions{StreamIdentifier: &shared.StreamIdentifier{StreamName: make([]byte, 2000)}}}},
		"an empty filter":        filtered(nil),
		"both kinds of filter":   filtered(&api.ReadReq_Options_FilterOptions_Expression{Regex: "x", Prefix: []string{"y"}}),
		"an impossible filter":   filtered(&api.ReadReq_Options_FilterOptions_Expression{Regex: "("}),
		"an endless filter":      filtered(&api.ReadReq_Options_FilterOptions_Expression{Regex: strings.Repeat("x", 5000)}),
		"thousands of prefixes":  filtered(&api.ReadReq_Options_FilterOptions_Expression{Prefix: slices.Repeat([]string{"x"}, 5000)}),
		"backwards subscriptions": {StreamOption: all, ReadDirection: api.ReadReq_Options_Backwards,
			CountOption: &api.ReadReq_Options_Subscription{}},
	} {
		call, err := client.Read(ctx, &api.ReadReq{Options: o})
		if err == nil {
			_, err = call.Recv()
		}
		if status.Code(err) != codes.InvalidArgument {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, line := range w.records.of("auditor") {
		if line != readRoute+"400 refused invalid_input" {
			t.Errorf("recorded %q", line)
		}
	}
}

// A client that trusts nobody by that certificate does not get as far as its key.
func TestTLSIsRequired(t *testing.T) {
	w := newWorld(t)
	plain, err := net.Dial("tcp", w.address)
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	plain.Write([]byte("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00"))
	answer := make([]byte, 9)
	if n, _ := plain.Read(answer); n == 9 && answer[3] == 4 {
		t.Error("HTTP/2 without TLS was answered")
	}
	if conn, err := tls.Dial("tcp", w.address, &tls.Config{RootCAs: x509.NewCertPool()}); err == nil {
		conn.Close()
		t.Error("a certificate of an unknown authority was trusted")
	}
}
