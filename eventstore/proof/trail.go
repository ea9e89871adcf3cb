package proof

import (
	"fmt"

	"github.com/transparency-dev/merkle/compact"
)

// trailHashesMax keeps a trail within what an event may hold.
const trailHashesMax = 1024

// trailLevel is the level of the smallest subtrees that a trail tells apart: 0,
// single leaves, unless too many were added at once.
func trailLevel(from, to uint64) (level uint) {
	for (to-from)>>level > trailHashesMax {
		level++
	}
	return level
}

// TrailNodes names the nodes whose hashes are the trail of the leaves from, …,
// to-1, from left to right.
func TrailNodes(from, to uint64) []compact.NodeID {
	level := trailLevel(from, to)
	var nodes []compact.NodeID
	for _, n := range compact.RangeNodes(from, to, nil) {
		if n.Level <= level {
			nodes = append(nodes, n)
			continue
		}
		begin, end := n.Coverage()
		for i := begin >> level; i < end>>level; i++ {
			nodes = append(nodes, compact.NewNodeID(level, i))
		}
	}
	return nodes
}

// Trail is the hashes of the nodes that TrailNodes names, joined.
func (t Tiles) Trail(from, to uint64) ([]byte, error) {
	var trail []byte
	for _, n := range TrailNodes(from, to) {
		h, err := t.node(n)
		if err != nil {
			return nil, err
		}
		trail = append(trail, h[:]...)
	}
	return trail, nil
}

// trailRoot is the root that a tree has after a trail. The tree is not changed.
func trailRoot(edge *compact.Range, to uint64, trail []byte) (Hash, error) {
	nodes := TrailNodes(edge.End(), to)
	if len(trail) != len(nodes)*HashBytes {
		return Hash{}, fmt.Errorf("proof: a trail of %d bytes for %d nodes", len(trail), len(nodes))
	}
	whole, err := ranges.NewRange(0, edge.End(), append([][]byte(nil), edge.Hashes()...))
	if err != nil {
		return Hash{}, err
	}
	for i, n := range nodes {
		begin, end := n.Coverage()
		part, err := ranges.NewRange(begin, end, [][]byte{trail[i*HashBytes : (i+1)*HashBytes]})
		if err != nil {
			return Hash{}, err
		}
		if err := whole.AppendRange(part, nil); err != nil {
			return Hash{}, err
		}
	}
	return rootOf(whole)
}

var ranges = &compact.RangeFactory{Hash: func(left, right []byte) []byte {
	h := children(Hash(left), Hash(right))
	return h[:]
}}

func rootOf(r *compact.Range) (Hash, error) {
	if r.End() == 0 {
		return EmptyRoot(), nil
	}
	root, err := r.GetRootHash(nil)
	if err != nil {
		return Hash{}, err
	}
	return Hash(root), nil
}
