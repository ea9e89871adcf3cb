package node_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/eventstore/node"
)

// testTimeout is generous: it ends a test that hangs, and measures nothing.
const testTimeout = 3 * time.Minute

func testContext(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), testTimeout)
	t.Cleanup(cancel)
	return ctx
}

// socketPath is short: the path of a unix socket may have about 100 bytes.
func socketPath(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "node")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return filepath.Join(dir, "s")
}

// startNode opens a node and serves it on a unix socket until the test ends.
func startNode(t testing.TB, o node.Options) (*node.Node, string) {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	o.Logger = slog.New(slog.NewTextHandler(testWriter{t}, &slog.HandlerOptions{Level: slog.LevelWarn}))
	n, err := node.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	socket := socketPath(t)
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- n.Serve(l) }()
	t.Cleanup(func() {
		if err := n.Close(); err != nil && n.Failed() == nil {
			t.Errorf("close: %v", err)
		}
		if err := <-served; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	return n, socket
}

type testWriter struct{ t testing.TB }

func (w testWriter) Write(p []byte) (int, error) {
	w.t.Logf("%s", p)
	return len(p), nil
}

// dial returns the official client, connected to a unix socket.
func dial(t testing.TB, socket string) *esdb.Client {
	t.Helper()
	conf, err := esdb.ParseConnectionString("esdb://localhost:2113?tls=false")
	if err != nil {
		t.Fatal(err)
	}
	conf.Address = "unix://" + socket
	conf.Logger = func(esdb.LogLevel, string, ...any) {}
	client, err := esdb.NewClient(conf)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

func startClient(t testing.TB, o node.Options) *esdb.Client {
	t.Helper()
	_, socket := startNode(t, o)
	return dial(t, socket)
}

// event is deterministic in its name.
func event(name string) esdb.EventData {
	return esdb.EventData{
		EventID:     uuid.NewSHA1(uuid.NameSpaceOID, []byte(name)),
		EventType:   "type-" + name,
		ContentType: esdb.ContentTypeJson,
		Data:        []byte(fmt.Sprintf(`{"name":%q}`, name)),
		Metadata:    []byte(`{"meta":true}`),
	}
}

func events(prefix string, count int) []esdb.EventData {
	list := make([]esdb.EventData, count)
	for i := range list {
		list[i] = event(fmt.Sprintf("%s-%d", prefix, i))
	}
	return list
}

func mustAppend(t testing.TB, c *esdb.Client, stream string, expected esdb.ExpectedRevision, list ...esdb.EventData) *esdb.WriteResult {
	t.Helper()
	r, err := c.AppendToStream(testContext(t), stream, esdb.AppendToStreamOptions{ExpectedRevision: expected}, list...)
	if err != nil {
		t.Fatalf("append to %s: %v", stream, err)
	}
	return r
}

// collect reads to the end and returns what it got with the error that ended it,
// nil for a plain end.
func collect(s *esdb.ReadStream, err error) ([]*esdb.RecordedEvent, error) {
	if err != nil {
		return nil, err
	}
	defer s.Close()
	var list []*esdb.RecordedEvent
	for {
		e, err := s.Recv()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return list, err
		}
		list = append(list, e.OriginalEvent())
	}
}

func readStream(t testing.TB, c *esdb.Client, stream string, o esdb.ReadStreamOptions, count uint64) ([]*esdb.RecordedEvent, error) {
	t.Helper()
	return collect(c.ReadStream(testContext(t), stream, o, count))
}

func readAll(t testing.TB, c *esdb.Client, o esdb.ReadAllOptions, count uint64) []*esdb.RecordedEvent {
	t.Helper()
	list, err := collect(c.ReadAll(testContext(t), o, count))
	if err != nil {
		t.Fatalf("read $all: %v", err)
	}
	return list
}

func revisions(list []*esdb.RecordedEvent) []uint64 {
	numbers := []uint64{}
	for _, e := range list {
		numbers = append(numbers, e.EventNumber)
	}
	return numbers
}

func wantCode(t testing.TB, err error, code esdb.ErrorCode) {
	t.Helper()
	var e *esdb.Error
	if !errors.As(err, &e) || e.Code() != code {
		t.Fatalf("error is %v, want code %d", err, code)
	}
}
