package commands

import (
	"context"
	"fmt"

	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/readmodels"
)

// What stands in the log as a published head may be written by somebody else, who can
// write there and has no key of this log. Such a head is none: it is passed over wherever
// heads are read or continued, said once, and named by verify (ADR 94).

// headPages reads published heads of one tree page by page.
type headPages func(skip int) ([]readmodels.LogCheckpoint, error)

// signed returns the first of the heads that a known key has signed. Where there is none,
// foreign is the first of those that none has, nil without any.
func (x *Checkpoints) signed(keys *proof.Keyring, tree string, pages headPages) (row, foreign *readmodels.LogCheckpoint, c proof.Checkpoint,
	err error) {
	for skip := 0; ; skip += readmodels.HeadsPage {
		page, err := pages(skip)
		if err != nil {
			return nil, nil, c, err
		}
		for i := range page {
			row := &page[i]
			if c, _, err = keys.Open([]byte(row.Note)); err == nil && c.Tree == tree {
				return row, foreign, c, nil
			}
			x.sayForeign(row, err)
			if foreign == nil {
				foreign = row
			}
		}
		if len(page) < readmodels.HeadsPage {
			return nil, foreign, proof.Checkpoint{}, nil
		}
	}
}

// sayForeign logs a head that no known key has signed, once.
func (x *Checkpoints) sayForeign(row *readmodels.LogCheckpoint, err error) {
	if _, said := x.foreign.LoadOrStore(fmt.Sprintf("%s@%d", row.Stream, row.Revision), true); !said && x.Logger != nil {
		x.Logger.Error("a published head is not signed by a known key and counts for nothing", "tree", row.Tree, "size", row.Size,
			"stream", row.Stream, "revision", row.Revision, "error", err)
	}
}

// read is signed for those who are shown heads: where this process knows none of the keys,
// since it signs nothing itself, they are shown the first, and judge it by theirs.
func (x *Checkpoints) read(ctx context.Context, tree string, pages headPages) (readmodels.LogCheckpoint, bool, error) {
	keys, err := x.Keys(ctx)
	if err != nil {
		return readmodels.LogCheckpoint{}, false, err
	}
	row, foreign, _, err := x.signed(keys, tree, pages)
	if row == nil && x.Signer == nil {
		row = foreign
	}
	if err != nil || row == nil {
		return readmodels.LogCheckpoint{}, false, err
	}
	return *row, true, nil
}

// Latest returns the largest published head of a tree.
func (x *Checkpoints) Latest(ctx context.Context, tree string) (readmodels.LogCheckpoint, bool, error) {
	return x.read(ctx, tree, x.latest(ctx, tree))
}

func (x *Checkpoints) latest(ctx context.Context, tree string) headPages {
	return func(skip int) ([]readmodels.LogCheckpoint, error) { return x.DB.LatestHeads(ctx, tree, skip) }
}

// At returns the published head of a size.
func (x *Checkpoints) At(ctx context.Context, tree string, size int64) (readmodels.LogCheckpoint, bool, error) {
	return x.read(ctx, tree, func(skip int) ([]readmodels.LogCheckpoint, error) { return x.DB.HeadsAt(ctx, tree, size, skip) })
}

// FirstOver returns the first head ever published that covers a leaf.
func (x *Checkpoints) FirstOver(ctx context.Context, tree string, leaf int64) (readmodels.LogCheckpoint, bool, error) {
	return x.read(ctx, tree, func(skip int) ([]readmodels.LogCheckpoint, error) { return x.DB.HeadsOver(ctx, tree, leaf, skip) })
}

// grown returns the trees whose size no head of a known key has, and those that are
// smaller than a head says: whoever signs one of these finds out why. tree narrows to one.
func (x *Checkpoints) grown(ctx context.Context, keys *proof.Keyring, tree string) (grown []readmodels.ProofTree, err error) {
	trees, err := x.DB.HeadedTrees(ctx, tree)
	for _, t := range trees {
		if t.Note != "" && !t.Larger {
			if c, _, err := keys.Open([]byte(t.Note)); err == nil && c.Tree == t.Tree {
				continue
			}
		}
		grown = append(grown, t.ProofTree)
	}
	return grown, err
}

// keysInOrder reports whether the tree of heads bears a known key's signature: then a head
// elsewhere that bears none was written by somebody else, and not with a key of ours that
// this process was not told of.
func (x *Checkpoints) keysInOrder(ctx context.Context, keys *proof.Keyring) (bool, error) {
	row, _, _, err := x.signed(keys, proof.TopTree, x.latest(ctx, proof.TopTree))
	return row != nil, err
}
