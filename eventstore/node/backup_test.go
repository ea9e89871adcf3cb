package node_test

import (
	"fmt"
	"math"
	"path/filepath"
	"sync"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/tallystick/tallystick/eventstore/node"
)

// A backup that is taken while writing is a prefix of the log that has at least
// what was acknowledged before.
func TestBackupWhileWriting(t *testing.T) {
	root := t.TempDir()
	n, socket := startNode(t, node.Options{Dir: filepath.Join(root, "log")})
	c := dial(t, socket)
	acked := mustAppend(t, c, "before", esdb.NoStream{}, events("b", 20)...)
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for i := range 50 {
				mustAppend(t, c, fmt.Sprint("w-", w), esdb.Any{}, event(fmt.Sprint(w, "-", i)))
			}
		})
	}
	copied := filepath.Join(root, "copy")
	if err := n.Backup(copied); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
	original := readAll(t, c, esdb.ReadAllOptions{}, math.MaxUint64)

	restored := startClient(t, node.Options{Dir: copied})
	list := readAll(t, restored, esdb.ReadAllOptions{}, math.MaxUint64)
	for i, e := range list {
		if e.EventID != original[i].EventID || e.Position != original[i].Position {
			t.Fatalf("event %d of the copy is %v, of the original %v", i, e, original[i])
		}
	}
	if last := list[len(list)-1]; last.Position.Commit < acked.CommitPosition {
		t.Errorf("the copy ends at %d, %d was acknowledged", last.Position.Commit, acked.CommitPosition)
	}
	mustAppend(t, restored, "after", esdb.NoStream{}, event("after"))
}
