package commands

import (
	"encoding/json"

	"github.com/tallystick/tallystick/domain/auditproof"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/checkpoint"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/proof"
)

// MonthReplay replays the books of a log and holds each monthly proof in it to what
// stands before it. It needs the log alone.
type MonthReplay struct {
	auditproof.Replay
	leaves  map[string]int64 // of each tree so far
	covered map[string]bool  // categories that are leaves
}

// NewMonthReplay begins at the log's beginning.
func NewMonthReplay() *MonthReplay {
	m := &MonthReplay{Replay: auditproof.Replay{Render: RenderProof}, leaves: map[string]int64{}, covered: map[string]bool{}}
	for _, c := range eventstore.Registry.Categories() {
		m.covered[c] = true
	}
	return m
}

// provedCategories are those that monthly proofs rest on.
var provedCategories = map[string]bool{books.Category.Name: true, journal.Category.Name: true, orders.Category.Name: true,
	invoicing.Documents.Name: true, auditproof.Category.Name: true, checkpoint.Category.Name: true}

// Take takes the next event of the log. What cannot be read is found by the verifier of
// the log itself, and makes the proofs that rest on it fail.
func (m *MonthReplay) Take(e *proof.Event) {
	s, ok := event.ParseStream(e.Stream)
	if !ok || !m.covered[s.Category] {
		return
	}
	tree, _ := proof.TreeOf(e.Stream)
	leaf := m.leaves[tree]
	m.leaves[tree]++
	if !provedCategories[s.Category] {
		return
	}
	payload, known, err := eventstore.Registry.Decode(e.Stream, e.Type, e.Data)
	if err != nil || !known {
		return
	}
	if p, ok := payload.(checkpoint.Published); ok {
		m.Publish(p.Tree, int64(p.Size), p.Root)
		return
	}
	r := event.Recorded{ID: e.ID, Stream: e.Stream, Revision: e.Revision, Payload: payload}
	if json.Unmarshal(e.Metadata, &r.Meta) == nil {
		m.Add(r, leaf)
	}
}
