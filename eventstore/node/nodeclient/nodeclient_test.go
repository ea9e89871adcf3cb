//go:build witness

package nodeclient

import (
	"net"
	"testing"

	"github.com/tallystick/tallystick/eventstore/node"
	"github.com/tallystick/tallystick/packaging/npmtest"
)

// TestWitnessNodeClient runs smoke.js with the client that package-lock.json names.
func TestWitnessNodeClient(t *testing.T) {
	smoke := npmtest.Install(t, "smoke.js")
	n, err := node.Open(node.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- n.Serve(l) }()

	out, err := smoke("esdb://" + l.Addr().String() + "?tls=false").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
	if err := n.Close(); err != nil {
		t.Error(err)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
}
