package eventstore_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/storetest"
)

// What a log says of two of its places is what a look at every event between them says.
func TestNoneBetween(t *testing.T) {
	const seed = 1120
	random := rand.New(rand.NewPCG(seed, 1))
	store, ctx := storetest.Node(t).Store(t), storetest.Context(t)
	var streams []string
	at := []event.Position{{}}
	for i := range 60 {
		stream := fmt.Sprintf("%s-firm-%d", []string{"one", "two", "three"}[random.IntN(3)], i)
		added, err := store.Append(ctx, stream, eventstore.NoStream,
			eventstore.Proposed{ID: uuid.New(), Type: "x.noted.v1", Data: []byte("{}"), Metadata: []byte("{}")})
		if err != nil {
			t.Fatal(err)
		}
		streams, at = append(streams, stream), append(at, added.Position)
	}
	for range 300 {
		from, to, prefix := random.IntN(len(at)), random.IntN(len(at)), []string{"one-", "two-", "four-"}[random.IntN(3)]
		want := true
		for i, stream := range streams {
			want = want && (i+1 <= from || i+1 > to || !strings.HasPrefix(stream, prefix))
		}
		if got, err := store.NoneBetween(ctx, at[from], at[to], []string{prefix}); err != nil || got != want {
			t.Errorf("seed %d: of %s after %d up to %d: %t, not %t (%v)", seed, prefix, from, to, got, want, err)
		}
	}
	last := at[len(at)-1]
	beyond := event.Position{Commit: last.Commit + 1000, Prepare: last.Prepare + 1000}
	if got, err := store.NoneBetween(ctx, last, beyond, []string{"four-"}); err != nil || got {
		t.Errorf("beyond the head: %t, %v", got, err)
	}
}
