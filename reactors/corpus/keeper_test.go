package corpus

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/tallystick/tallystick/projections/textindex"
	"github.com/tallystick/tallystick/readmodels"
)

// nodes is a database whose first statement is slow.
type nodes struct {
	mu    sync.Mutex
	began chan struct{}
	slow  chan struct{}
	held  []string
}

func (n *nodes) SayCorpus(_ context.Context, _ string, held []string) error {
	n.mu.Lock()
	slow := n.slow
	n.slow = nil
	n.mu.Unlock()
	if slow != nil {
		close(n.began)
		<-slow
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.held = held
	return nil
}

func (n *nodes) LeaveCorpus(context.Context, string) error { return nil }

func (n *nodes) CorpusNodes(context.Context, time.Duration) ([]readmodels.CorpusNode, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return []readmodels.CorpusNode{{Node: "n", Held: n.held}}, nil
}

// TestWhatWasHeldIsNeverSaidLater holds that a slow word of what a node held before an
// index was built does not undo what it says of it.
func TestWhatWasHeldIsNeverSaidLater(t *testing.T) {
	slow := make(chan struct{})
	n := &nodes{began: make(chan struct{}), slow: slow}
	k := &Keeper{Node: "n", Nodes: n, Logger: slog.New(slog.DiscardHandler), open: map[string]*textindex.Index{}}
	first := make(chan error)
	go func() { first <- k.sayHeld(t.Context()) }()
	<-n.began
	k.mu.Lock()
	k.open["rel-1"] = nil
	k.mu.Unlock()
	lacking := make(chan []string)
	go func() {
		who, err := k.Lacking(t.Context(), "rel-1")
		if err != nil {
			t.Error(err)
		}
		lacking <- who
	}()
	var who []string
	select {
	case who = <-lacking: // it did not wait for the slow one
		close(slow)
		<-first
	case <-time.After(100 * time.Millisecond):
		close(slow)
		<-first
		who = <-lacking
	}
	if len(who) > 0 || !slices.Equal(n.held, []string{"rel-1"}) {
		t.Fatalf("%v lack it; said at last: %v", who, n.held)
	}
}

// TestAnIndexIsDroppedOnlyWhereNobodyWantsIt holds that one in use stays, and one that
// came to be wanted while a round was under way.
func TestAnIndexIsDroppedOnlyWhereNobodyWantsIt(t *testing.T) {
	k := &Keeper{Dir: t.TempDir(), Logger: slog.New(slog.DiscardHandler)}
	if err := os.Mkdir(filepath.Join(k.Dir, "rel-1"), 0o700); err != nil {
		t.Fatal(err)
	}
	there := func() bool {
		_, err := os.Stat(filepath.Join(k.Dir, "rel-1"))
		return err == nil
	}
	yes, no := func() bool { return true }, func() bool { return false }
	done := k.Use("rel-1")
	k.drop(nil, yes)
	if !there() {
		t.Fatal("an index in use was dropped")
	}
	done()
	k.drop([]string{"rel-1"}, yes)
	k.drop(nil, no)
	if !there() {
		t.Fatal("an index that is wanted was dropped")
	}
	if k.drop(nil, yes); there() {
		t.Fatal("an index that nobody wants stays")
	}
}
