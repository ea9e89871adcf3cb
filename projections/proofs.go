package projections

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/tallystick/tallystick/domain/checkpoint"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/readmodels"
)

// Proofs grows the trees of hashes, a tenant's events in its own and the
// checkpoints of all in the top tree, and lists the published heads with their
// time stamps.
func Proofs(categories []string) Projection {
	return Projection{
		Name: "proofs", Version: 2, Categories: categories, Raw: growTrees,
		Tables: []readmodels.Table{readmodels.ProofTreesTable, readmodels.ProofTilesTable, readmodels.ProofLeavesTable,
			readmodels.LogCheckpointsTable,
			readmodels.LogStampsTable},
	}
}

func growTrees(ctx context.Context, db *readmodels.DB, schema string, raws []eventstore.Raw, b *readmodels.Batch) error {
	names := map[string]bool{}
	for i := range raws {
		if name, covered := proof.TreeOf(raws[i].Stream); covered {
			names[name] = true
		}
	}
	order := slices.Sorted(maps.Keys(names))
	edges, err := db.ProofEdges(ctx, schema, order)
	if err != nil {
		return err
	}
	trees := map[string]*proof.Tree{}
	for _, name := range order {
		if trees[name], err = resume(edges[name]); err != nil {
			return fmt.Errorf("tree %s: %w", name, err)
		}
	}
	var hasher proof.Hasher
	for i := range raws {
		raw := &raws[i]
		name, covered := proof.TreeOf(raw.Stream)
		if !covered {
			continue
		}
		tree := trees[name]
		leaf := int64(tree.Size)
		tree.Append(hasher.Hash(raw.Proved()))
		b.AddProofLeaf(name, raw.ID, readmodels.ProofLeaf{Leaf: leaf, Stream: raw.Stream, Revision: int64(raw.Revision)})
		switch raw.Type {
		case (checkpoint.Published{}).EventType():
			listHead(raw, leaf, b)
		case (checkpoint.Stamped{}).EventType():
			listStamp(raw, leaf, b)
		}
	}
	for _, name := range order {
		store(name, trees[name], b)
	}
	return nil
}

func resume(e readmodels.ProofEdge) (*proof.Tree, error) {
	tiles := map[proof.TileID][]proof.Hash{}
	for _, t := range e.Tiles {
		tiles[proof.TileID{Level: int(t.Level), Index: uint64(t.Tile)}] = proof.SplitHashes(t.Hashes)
	}
	return proof.Resume(uint64(e.Size), tiles)
}

func store(name string, t *proof.Tree, b *readmodels.Batch) {
	root := t.Root()
	b.SetProofTree(readmodels.ProofTree{Tree: name, Size: int64(t.Size), Root: root[:]})
	for _, tile := range t.Flush() {
		b.SetProofTile(name, readmodels.ProofTile{Level: int32(tile.Level), Tile: int64(tile.Index), Hashes: proof.JoinHashes(tile.Hashes)})
	}
}

// listHead lists a published head. What cannot be read as one was written by somebody
// else: it is a leaf like every event, and no head.
func listHead(raw *eventstore.Raw, leaf int64, b *readmodels.Batch) {
	var p checkpoint.Published
	if eventstore.NotOurs(raw.Proved()) != "" || json.Unmarshal(raw.Data, &p) != nil {
		return
	}
	head, err := proof.Head([]byte(p.Note))
	if err != nil {
		return
	}
	b.AddLogCheckpoint(readmodels.LogCheckpoint{
		Tree: head.Tree, Number: leaf, Size: int64(head.Size), Root: head.Root[:], Note: p.Note, SignedAt: head.Time,
		Stream: raw.Stream, Revision: int64(raw.Revision),
	})
}

func listStamp(raw *eventstore.Raw, leaf int64, b *readmodels.Batch) {
	var p checkpoint.Stamped
	if eventstore.NotOurs(raw.Proved()) != "" || json.Unmarshal(raw.Data, &p) != nil || len(p.Token) == 0 {
		return
	}
	b.AddLogStamp(readmodels.LogStamp{Tree: p.Tree, Number: leaf, Size: int64(p.Size), Token: p.Token, StampedAt: p.Time})
}
