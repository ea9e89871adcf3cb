package proof

import (
	"crypto/sha256"
	"fmt"

	"github.com/transparency-dev/merkle/compact"
	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
)

// A tile has 32 hashes of one level: five levels of the tree.
const (
	tileLevels = 5
	TileHashes = 1 << tileLevels
)

// TileID names a tile: its hashes are of level Level*5 of the tree, those with
// numbers Index*32 to Index*32+31.
type TileID struct {
	Level int
	Index uint64
}

// EmptyRoot is the root of a tree without leaves.
func EmptyRoot() Hash { return sha256.Sum256(nil) }

// Tree is the right edge of a growing tree: enough to add leaves and to know
// the root.
type Tree struct {
	Size uint64
	// edge holds, for each level of tiles, the hashes of the tile that is not
	// full yet.
	edge [][]Hash
	// touched reports whether a level's tile has changed since Flush.
	touched []bool
	full    []Tile
}

// Tile is a tile with the hashes that it has so far.
type Tile struct {
	TileID
	Hashes []Hash
}

// Edge names the tiles by which a tree of a size continues.
func Edge(size uint64) []TileID {
	var ids []TileID
	for level := 0; size>>(tileLevels*level) > 0; level++ {
		nodes := size >> (tileLevels * level)
		if nodes%TileHashes != 0 {
			ids = append(ids, TileID{level, nodes / TileHashes})
		}
	}
	return ids
}

// Resume returns a tree of a size; tiles holds those that Edge names.
func Resume(size uint64, tiles map[TileID][]Hash) (*Tree, error) {
	t := &Tree{Size: size}
	for level := 0; size>>(tileLevels*level) > 0; level++ {
		nodes := size >> (tileLevels * level)
		t.grow(level)
		want := int(nodes % TileHashes)
		have := tiles[TileID{level, nodes / TileHashes}]
		if want == 0 {
			continue
		}
		if len(have) < want {
			return nil, fmt.Errorf("proof: tile %d/%d of a tree of %d leaves holds %d hashes, not %d", level, nodes/TileHashes, size, len(have),
				want)
		}
		t.edge[level] = append(t.edge[level], have[:want]...)
	}
	return t, nil
}

func (t *Tree) grow(level int) {
	for len(t.edge) <= level {
		t.edge = append(t.edge, make([]Hash, 0, TileHashes))
		t.touched = append(t.touched, false)
	}
}

// Append adds a leaf.
func (t *Tree) Append(leaf Hash) {
	t.Size++
	for level, h := 0, leaf; ; level++ {
		t.grow(level)
		t.edge[level] = append(t.edge[level], h)
		t.touched[level] = true
		if len(t.edge[level]) < TileHashes {
			return
		}
		// The tile is full: its hash is the next one of the level above.
		index := t.Size>>(tileLevels*(level+1)) - 1
		t.full = append(t.full, Tile{TileID{level, index}, t.edge[level]})
		t.touched[level] = false
		h = fold(t.edge[level])
		t.edge[level] = make([]Hash, 0, TileHashes)
	}
}

// Flush returns the tiles that have changed since the last one, each once.
func (t *Tree) Flush() []Tile {
	tiles := t.full
	t.full = nil
	for level, changed := range t.touched {
		if changed {
			index := t.Size >> (tileLevels * (level + 1))
			tiles = append(tiles, Tile{TileID{level, index}, append([]Hash(nil), t.edge[level]...)})
			t.touched[level] = false
		}
	}
	return tiles
}

// Root is the root of the tree as it stands.
func (t *Tree) Root() Hash {
	if t.Size == 0 {
		return EmptyRoot()
	}
	var root Hash
	some := false
	for _, hashes := range t.edge {
		// From the right: the perfect subtrees that the level's hashes form.
		end := len(hashes)
		for width := 1; end > 0; width *= 2 {
			if end&width == 0 {
				continue
			}
			h := fold(hashes[end-width : end])
			if some {
				h = children(h, root)
			}
			root, some = h, true
			end -= width
		}
	}
	return root
}

// fold hashes 1, 2, 4, … neighbours into the root of their subtree.
func fold(hashes []Hash) Hash {
	var level [TileHashes]Hash
	n := copy(level[:], hashes)
	for ; n > 1; n /= 2 {
		for i := range n / 2 {
			level[i] = children(level[2*i], level[2*i+1])
		}
	}
	return level[0]
}

// Tiles is a part of a tree's tiles.
type Tiles map[TileID][]Hash

// TilesOf names the tiles that hold what some nodes are made of.
func TilesOf(nodes []compact.NodeID) []TileID {
	var ids []TileID
	seen := map[TileID]bool{}
	for _, n := range nodes {
		id, _, _ := place(n)
		if !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	return ids
}

// place is where a node's subtree stands in its tile.
func place(n compact.NodeID) (id TileID, first, width int) {
	level := int(n.Level) / tileLevels
	above := n.Level % tileLevels
	begin := n.Index << above
	return TileID{level, begin / TileHashes}, int(begin % TileHashes), 1 << above
}

// node is the hash of a perfect subtree.
func (t Tiles) node(n compact.NodeID) (Hash, error) {
	id, first, width := place(n)
	hashes := t[id]
	if len(hashes) < first+width {
		return Hash{}, fmt.Errorf("proof: tile %d/%d holds %d hashes; node %d/%d needs more", id.Level, id.Index, len(hashes), n.Level, n.Index)
	}
	return fold(hashes[first : first+width]), nil
}

// Proof is an inclusion or consistency proof that waits for its tiles.
type Proof struct {
	nodes proof.Nodes
	Tiles []TileID // that it is made from
}

// Inclusion prepares the proof that the tree of a size holds the leaf with a
// number.
func Inclusion(index, size uint64) (Proof, error) {
	n, err := proof.Inclusion(index, size)
	return Proof{n, TilesOf(n.IDs)}, err
}

// Consistency prepares the proof that the tree of size to begins with the tree
// of size from.
func Consistency(from, to uint64) (Proof, error) {
	n, err := proof.Consistency(from, to)
	return Proof{n, TilesOf(n.IDs)}, err
}

// Hashes is the proof, from the leaf's side to the root's.
func (p Proof) Hashes(tiles Tiles) ([]Hash, error) {
	raw := make([][]byte, len(p.nodes.IDs))
	for i, id := range p.nodes.IDs {
		h, err := tiles.node(id)
		if err != nil {
			return nil, err
		}
		raw[i] = h[:]
	}
	raw, err := p.nodes.Rehash(raw, rfc6962.DefaultHasher.HashChildren)
	if err != nil {
		return nil, err
	}
	hashes := make([]Hash, len(raw))
	for i := range raw {
		hashes[i] = Hash(raw[i])
	}
	return hashes, nil
}

// VerifyInclusion checks that the tree with a root holds a leaf.
func VerifyInclusion(index, size uint64, leaf Hash, hashes []Hash, root Hash) error {
	return proof.VerifyInclusion(rfc6962.DefaultHasher, index, size, leaf[:], byteSlices(hashes), root[:])
}

// VerifyConsistency checks that a tree begins with an earlier one.
func VerifyConsistency(from, to uint64, hashes []Hash, rootFrom, rootTo Hash) error {
	return proof.VerifyConsistency(rfc6962.DefaultHasher, from, to, byteSlices(hashes), rootFrom[:], rootTo[:])
}

func byteSlices(hashes []Hash) [][]byte {
	out := make([][]byte, len(hashes))
	for i := range hashes {
		out[i] = hashes[i][:]
	}
	return out
}

// JoinHashes is hashes one after another, as tiles are stored.
func JoinHashes(hashes []Hash) []byte {
	out := make([]byte, 0, len(hashes)*HashBytes)
	for _, h := range hashes {
		out = append(out, h[:]...)
	}
	return out
}

// SplitHashes undoes JoinHashes; what is over at the end is left out.
func SplitHashes(joined []byte) []Hash {
	out := make([]Hash, len(joined)/HashBytes)
	for i := range out {
		out[i] = Hash(joined[i*HashBytes:])
	}
	return out
}
