// Package storetest is the one conformance suite of eventstore.Store: what the
// layers above rely on, held on the embedded node always and on a real server
// when one is named.
package storetest

import (
	"context"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/node"
)

// Server is a running event log.
type Server struct {
	Config eventstore.Config
	// Stop and Start end and begin it on the same data; nil where a test may
	// not do so.
	Stop, Start func(testing.TB)
}

// Patience bounds what no test waits for when all is well.
const Patience = time.Minute

// Context ends with the test, and long before a test run would.
func Context(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	t.Cleanup(cancel)
	return ctx
}

// Store connects to the server until the test ends.
func (s *Server) Store(t testing.TB) *eventstore.Store {
	t.Helper()
	store, err := eventstore.Connect(s.Config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

// Client is the official client, as anybody else connects to a log, until the test ends.
func Client(t testing.TB, url string) *esdb.Client {
	t.Helper()
	conf, err := esdb.ParseConnectionString(url)
	if err != nil {
		t.Fatal(err)
	}
	client, err := esdb.NewClient(conf)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// NodeHere runs an embedded node that is read as one in the service's own process.
func NodeHere(t testing.TB) *Server {
	t.Helper()
	return runNode(t, eventstore.Registry.Registered, true)
}

// Node runs an embedded node until the test ends. It guards the service's streams.
func Node(t testing.TB) *Server {
	t.Helper()
	return runNode(t, eventstore.Registry.Registered, false)
}

// OpenNode runs one that guards nothing, as the real server does not.
func OpenNode(t testing.TB) *Server {
	t.Helper()
	return runNode(t, func(string) bool { return false }, false)
}

func runNode(t testing.TB, protect func(stream string) bool, here bool) *Server {
	t.Helper()
	// The name of a unix socket may have about 100 bytes.
	dir, err := os.MkdirTemp("", "tallystick-log-")
	if err != nil {
		t.Fatal(err)
	}
	var (
		running *node.Node
		now     atomic.Pointer[node.Node]
		served  chan error
	)
	socket := filepath.Join(dir, "s")
	start := func(t testing.TB) {
		t.Helper()
		n, err := node.Open(node.Options{Dir: filepath.Join(dir, "log"), Protect: protect, Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		os.Remove(socket)
		l, err := net.Listen("unix", socket)
		if err != nil {
			t.Fatal(err)
		}
		now.Store(n)
		running, served = n, make(chan error, 1)
		go func(served chan<- error) { served <- n.Serve(l) }(served)
	}
	stop := func(t testing.TB) {
		t.Helper()
		if running == nil {
			return
		}
		if err := running.Close(); err != nil {
			t.Errorf("close the node: %v", err)
		}
		if err := <-served; err != nil {
			t.Errorf("the node's listener: %v", err)
		}
		running = nil
	}
	start(t)
	t.Cleanup(func() {
		stop(t)
		os.RemoveAll(dir)
	})
	conf := eventstore.Config{Socket: socket}
	if here {
		conf.Here = func() eventstore.PageReader { return now.Load() }
	}
	return &Server{Config: conf, Stop: stop, Start: start}
}
