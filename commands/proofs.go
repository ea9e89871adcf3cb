package commands

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/cases"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/readmodels"
)

// CheckpointPin is the pin by which a finalised case promises that its pack
// will carry a proof: the name of the log.
const CheckpointPin = "checkpoints"

func behind(format string, args ...any) error {
	e := fault.New(fault.ReadModelBehind, format, args...)
	e.Retry = time.Second
	return e
}

// tiles fetches a part of a tree, in one query.
func (x *Checkpoints) tiles(ctx context.Context, tree string, ids []proof.TileID) (proof.Tiles, error) {
	levels, numbers := make([]int32, len(ids)), make([]int64, len(ids))
	for i, id := range ids {
		levels[i], numbers[i] = int32(id.Level), int64(id.Index)
	}
	tiles := proof.Tiles{}
	if len(ids) == 0 {
		return tiles, nil
	}
	rows, err := x.DB.ProofTiles(ctx, tree, levels, numbers)
	for _, r := range rows {
		tiles[proof.TileID{Level: int(r.Level), Index: uint64(r.Tile)}] = proof.SplitHashes(r.Hashes)
	}
	return tiles, err
}

func (x *Checkpoints) hashes(ctx context.Context, tree string, p proof.Proof) ([]proof.Hash, error) {
	tiles, err := x.tiles(ctx, tree, p.Tiles)
	if err != nil {
		return nil, err
	}
	return p.Hashes(tiles)
}

func (x *Checkpoints) consistency(ctx context.Context, tree string, from, to uint64) ([]proof.Hash, error) {
	p, err := proof.Consistency(from, to)
	if err != nil {
		return nil, err
	}
	return x.hashes(ctx, tree, p)
}

// Head returns a published head of a tree: of a size, or 0 for the latest, the
// first being signed when it is asked for. ok is false where there is none.
func (x *Checkpoints) Head(ctx context.Context, tree string, size int64) (readmodels.LogCheckpoint, bool, error) {
	if size > 0 {
		return x.At(ctx, tree, size)
	}
	c, ok, err := x.Latest(ctx, tree)
	if err != nil || ok {
		return c, ok, err
	}
	if err := x.demand(ctx, tree); err != nil {
		return c, false, err
	}
	return x.Latest(ctx, tree)
}

// Consistency proves that the tree at a size begins with itself at an earlier
// one. Both are at most the latest published size; to 0 is that.
func (x *Checkpoints) Consistency(ctx context.Context, tree string, from, to int64) (hashes []proof.Hash, sizeTo int64, err error) {
	latest, ok, err := x.Latest(ctx, tree)
	if err != nil {
		return nil, 0, err
	}
	if !ok {
		return nil, 0, behind("no checkpoint has been published yet")
	}
	if to == 0 {
		to = latest.Size
	}
	if to > latest.Size {
		return nil, 0, fault.Invalid("to", "the latest published size is %d", latest.Size)
	}
	if from < 1 || from > to {
		return nil, 0, fault.Invalid("from", "a size from 1 to %d", to)
	}
	hashes, err = x.consistency(ctx, tree, uint64(from), uint64(to))
	return hashes, to, err
}

// Included is the proof that a tree holds an event.
type Included struct {
	Event      *proof.Event
	Tree       string
	Leaf, Size int64
	Hashes     []proof.Hash
	Checkpoint *readmodels.LogCheckpoint // of that size; nil where none was published
}

// EventRef names an event: by its id, or by stream and revision.
type EventRef struct {
	ID       uuid.UUID // Nil = by stream
	Stream   string
	Revision uint64
}

// Inclusion proves an event of a tenant in the tree of a size, 0 for the latest
// published one. sees decides by an event's site whether the caller may know of
// it.
//
// Errors: fault.NotFound; fault.Invalid for a size that does not cover the
// event or was not reached; fault.ReadModelBehind while no checkpoint covers it.
func (x *Checkpoints) Inclusion(ctx context.Context, tenant string, ref EventRef, size int64, sees func(site int64) bool) (Included,
	error) {
	notFound := fault.New(fault.NotFound, "there is no such event")
	var in Included
	leaf, found, err := readmodels.ProofLeaf{}, false, error(nil)
	if ref.ID == uuid.Nil {
		if in.Event, err = x.event(ctx, tenant, ref.Stream, ref.Revision); err != nil || in.Event == nil {
			return in, orNotFound(err, notFound)
		}
		ref.ID = in.Event.ID
	}
	for _, tree := range []string{tenant, proof.TopTree} {
		if leaf, found, err = x.DB.ProofLeaf(ctx, tree, ref.ID); err != nil {
			return in, err
		}
		if found {
			in.Tree = tree
			break
		}
	}
	if !found {
		if in.Event != nil {
			return in, behind("the event is not in the tree yet")
		}
		return in, notFound
	}
	if in.Event, err = x.event(ctx, tenant, leaf.Stream, uint64(leaf.Revision)); err != nil || in.Event == nil {
		return in, orNotFound(err, notFound)
	}
	if site, ok := proof.SiteOf(in.Event); !ok || !sees(site) {
		return in, notFound
	}
	return in, x.include(ctx, &in, leaf.Leaf, size)
}

func orNotFound(err, notFound error) error {
	if err != nil {
		return err
	}
	return notFound
}

func (x *Checkpoints) include(ctx context.Context, in *Included, leaf, size int64) error {
	latest, ok, err := x.Latest(ctx, in.Tree)
	if err != nil {
		return err
	}
	if size == 0 && (!ok || latest.Size <= leaf) {
		if err = x.demand(ctx, in.Tree); err == nil {
			latest, ok, err = x.Latest(ctx, in.Tree)
		}
		if err != nil {
			return err
		}
	}
	if !ok || latest.Size <= leaf && size == 0 {
		return behind("the next checkpoint will cover the event")
	}
	if size == 0 {
		size = latest.Size
	}
	if size <= leaf || size > latest.Size {
		return fault.Invalid("size", "a size from %d to %d, the latest published one", leaf+1, latest.Size)
	}
	in.Leaf, in.Size = leaf, size
	if c, ok, err := x.At(ctx, in.Tree, size); err != nil {
		return err
	} else if ok {
		in.Checkpoint = &c
	}
	p, err := proof.Inclusion(uint64(leaf), uint64(size))
	if err != nil {
		return err
	}
	in.Hashes, err = x.hashes(ctx, in.Tree, p)
	return err
}

// event reads one event of a tenant's stream; nil where there is none.
func (x *Checkpoints) event(ctx context.Context, tenant, stream string, revision uint64) (*proof.Event, error) {
	s, ok := event.ParseStream(stream)
	if !ok || s.Tenant != tenant {
		return nil, nil
	}
	page, err := x.Log.ReadStream(ctx, stream, revision, 1)
	if err != nil || len(page) == 0 || page[0].Revision != revision {
		return nil, storeFault(err)
	}
	return page[0].Proved(), nil
}

// packPatience is how long an export waits for its proof.
const packPatience = 4 * time.Second

// Prove adds to a pack's material the first checkpoint ever published that
// covers the last event of a history, and the proof that it does, which are the
// same at every export. A checkpoint is published for it when there is none.
func (x *Checkpoints) Prove(ctx context.Context, history []event.Recorded, m *cases.Material) error {
	last := history[len(history)-1]
	tree, _ := proof.TreeOf(last.Stream)
	if err := x.reach(ctx, last.Position, packPatience); err != nil {
		return err
	}
	leaf, ok, err := x.DB.ProofLeaf(ctx, tree, last.ID)
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("commands: %s@%d is in no tree", last.Stream, last.Revision)
	}
	first, ok, err := x.FirstOver(ctx, tree, leaf.Leaf)
	if err == nil && !ok {
		if err = x.PublishTree(ctx, tree); err == nil {
			first, ok, err = x.FirstOver(ctx, tree, leaf.Leaf)
		}
	}
	if err != nil {
		return err
	}
	if !ok {
		return behind("no checkpoint covers the case yet")
	}
	return x.prove(ctx, history, leaf.Leaf, first, m)
}

func (x *Checkpoints) prove(ctx context.Context, history []event.Recorded, leaf int64, c readmodels.LogCheckpoint,
	m *cases.Material) error {
	keys, err := x.Keys(ctx)
	if err != nil {
		return err
	}
	_, public, err := keys.Open([]byte(c.Note))
	if err != nil {
		return err
	}
	p, err := proof.Inclusion(uint64(leaf), uint64(c.Size))
	if err != nil {
		return err
	}
	hashes, err := x.hashes(ctx, c.Tree, p)
	if err != nil {
		return err
	}
	raws, err := x.Log.ReadStream(ctx, history[0].Stream, 0, len(history))
	if err != nil {
		return storeFault(err)
	}
	events := make([]*proof.Event, len(raws))
	for i := range raws {
		events[i] = raws[i].Proved()
	}
	m.Checkpoint, m.PublicKey = []byte(c.Note), []byte(public+"\n")
	m.InclusionProof = proof.InclusionProof{Index: uint64(leaf), Hashes: hashes, Checkpoint: []byte(c.Note)}.Text()
	m.Leaves, err = proof.MarshalLines(events)
	return err
}
