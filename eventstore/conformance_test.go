package eventstore_test

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/node"
	"github.com/tallystick/tallystick/eventstore/storetest"
)

// TestStoreOnNode holds the embedded node to the suite.
func TestStoreOnNode(t *testing.T) {
	storetest.Run(t, func(t *testing.T) *storetest.Server { return storetest.Node(t) })
}

// TestRulesOnNode holds the embedded node to the real server's rules.
func TestRulesOnNode(t *testing.T) {
	storetest.Rules(t, func(t *testing.T) *storetest.Server { return storetest.Node(t) })
}

// TestStoreOnNodeHere reads from a node in its own process.
func TestStoreOnNodeHere(t *testing.T) {
	storetest.Run(t, func(t *testing.T) *storetest.Server { return storetest.NodeHere(t) })
}

// TestStoreOnDiscovery holds a node to it that is found as a cluster's leader is.
func TestStoreOnDiscovery(t *testing.T) {
	storetest.Run(t, discoveredNode)
}

// discoveredNode runs a node that is found by gossip.
func discoveredNode(t *testing.T) *storetest.Server {
	dir, address := t.TempDir(), "127.0.0.1:0"
	var running *node.Node
	start := func(t testing.TB) {
		t.Helper()
		n, err := node.Open(node.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		l, err := net.Listen("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		running, address = n, l.Addr().String()
		go n.Serve(l)
	}
	stop := func(t testing.TB) {
		t.Helper()
		if err := running.Close(); err != nil {
			t.Errorf("close the node: %v", err)
		}
	}
	start(t)
	t.Cleanup(func() { stop(t) })
	return &storetest.Server{
		Config: eventstore.Config{URL: "esdb+discover://" + address + "?tls=false"}, Stop: stop, Start: start,
	}
}

// TestStoreOnServer holds a real server to it, where EVENTSTORE_TEST_URL names
// one.
func TestStoreOnServer(t *testing.T) {
	url := os.Getenv("EVENTSTORE_TEST_URL")
	if url == "" {
		t.Skip("did not run: EVENTSTORE_TEST_URL names no server; the node and the double of a cluster were held to the same suite")
	}
	server := func(*testing.T) *storetest.Server { return &storetest.Server{Config: eventstore.Config{URL: url}} }
	storetest.Run(t, server)
	storetest.Rules(t, server)
}

// A store that never finds a server says so within its deadline.
func TestUnreachable(t *testing.T) {
	s, err := eventstore.Connect(eventstore.Config{Socket: filepath.Join(t.TempDir(), "nobody"), Deadline: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Append(storetest.Context(t), "test-1-1", eventstore.Any); !errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("append: %v", err)
	}
	if _, _, err := s.Head(storetest.Context(t)); !errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("head: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

func TestConnectRefusesNonsense(t *testing.T) {
	if _, err := eventstore.Connect(eventstore.Config{URL: "http://not an event log"}); err == nil {
		t.Error("accepted")
	}
}

// An empty log has no head, and a subscription to it catches up at once.
func TestEmptyLog(t *testing.T) {
	s := storetest.Node(t).Store(t)
	if head, ok, err := s.Head(storetest.Context(t)); ok || err != nil {
		t.Errorf("head %v, %v, %v", head, ok, err)
	}
	done := errors.New("caught up")
	err := s.Subscribe(storetest.Context(t), event.Position{}, []string{"case-"}, func(d eventstore.Delivery) error {
		if d.CaughtUp {
			return done
		}
		return nil
	})
	if err != done {
		t.Error(err)
	}
}
