package proof

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/transparency-dev/merkle/compact"
	"github.com/transparency-dev/merkle/rfc6962"
	"pgregory.net/rapid"
)

// The reference tree of Certificate Transparency, RFC 6962: its leaves, the
// root at each size, and proofs over it. From google/certificate-transparency,
// cpp/merkletree/merkle_tree_test.cc, as transparency-dev/merkle carries them on
// (testonly/constants.go, proof/verify_test.go).
var (
	ctLeaves = []string{"", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"}
	ctRoots  = []string{
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
		"fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
		"aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
		"d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
		"4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
		"76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
		"ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
		"5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
	}
	ctInclusion = []struct {
		index, size uint64
		path        []string
	}{
		{0, 1, nil},
		{0, 8, []string{"96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
			"5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
			"6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"}},
		{5, 8, []string{"bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
			"ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
			"d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"}},
	}
	ctConsistency = []struct {
		from, to uint64
		path     []string
	}{
		{1, 1, nil},
		{1, 8, []string{"96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
			"5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
			"6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"}},
		{6, 8, []string{"0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
			"ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
			"d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"}},
		{2, 5, []string{"5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
			"bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"}},
	}
)

// forest is a tree with all of its tiles.
type forest struct {
	*Tree
	tiles Tiles
}

func newForest() *forest { return &forest{&Tree{}, Tiles{}} }

func (f *forest) add(leaf Hash) {
	f.Append(leaf)
	for _, tile := range f.Flush() {
		f.tiles[tile.TileID] = tile.Hashes
	}
}

func ctForest(t *testing.T, size int) *forest {
	t.Helper()
	f := newForest()
	for _, text := range ctLeaves[:size] {
		leaf, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		f.add(LeafHash(leaf))
	}
	return f
}

func hexes(hashes []Hash) (out []string) {
	for _, h := range hashes {
		out = append(out, hex.EncodeToString(h[:]))
	}
	return out
}

func TestPublishedVectors(t *testing.T) {
	for size, want := range ctRoots {
		root := ctForest(t, size).Root()
		if got := hex.EncodeToString(root[:]); got != want {
			t.Errorf("root of %d leaves: %s, want %s", size, got, want)
		}
	}
	whole := ctForest(t, 8)
	for _, x := range ctInclusion {
		p, err := Inclusion(x.index, x.size)
		if err != nil {
			t.Fatal(err)
		}
		hashes, err := p.Hashes(whole.tiles)
		if err != nil || fmt.Sprint(hexes(hashes)) != fmt.Sprint(x.path) {
			t.Errorf("inclusion of %d in %d: %v, %v", x.index, x.size, hexes(hashes), err)
		}
	}
	for _, x := range ctConsistency {
		p, err := Consistency(x.from, x.to)
		if err != nil {
			t.Fatal(err)
		}
		hashes, err := p.Hashes(whole.tiles)
		if err != nil || fmt.Sprint(hexes(hashes)) != fmt.Sprint(x.path) {
			t.Errorf("consistency of %d with %d: %v, %v", x.from, x.to, hexes(hashes), err)
		}
	}
}

func leafNumber(n uint64) Hash { return LeafHash([]byte(fmt.Sprint("leaf ", n))) }

// Trees as tiles agree with another implementation at every size, also when
// they are taken up again from their edge, and every proof over them verifies
// and fails for another leaf or root.
func TestTreesAgreeWithTheReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.Uint64Range(1, 3000).Draw(t, "size")
		f := newForest()
		reference := (&compact.RangeFactory{Hash: rfc6962.DefaultHasher.HashChildren}).NewEmptyRange(0)
		roots := []Hash{EmptyRoot()}
		for n := range size {
			h := leafNumber(n)
			f.add(h)
			reference.Append(h[:], nil)
			if n%97 == 96 {
				resumed := map[TileID][]Hash{}
				for _, id := range Edge(f.Size) {
					resumed[id] = f.tiles[id]
				}
				tree, err := Resume(f.Size, resumed)
				if err != nil {
					t.Fatal(err)
				}
				f.Tree = tree
			}
			root, _ := reference.GetRootHash(nil)
			roots = append(roots, Hash(root))
			if f.Root() != Hash(root) {
				t.Fatalf("the root of %d leaves differs", n+1)
			}
		}
		for range 20 {
			at := rapid.Uint64Range(1, size).Draw(t, "at")
			index := rapid.Uint64Range(0, at-1).Draw(t, "index")
			p, err := Inclusion(index, at)
			if err != nil {
				t.Fatal(err)
			}
			hashes, err := p.Hashes(f.tiles)
			if err != nil {
				t.Fatal(err)
			}
			if err := VerifyInclusion(index, at, leafNumber(index), hashes, roots[at]); err != nil {
				t.Fatalf("inclusion of %d in %d: %v", index, at, err)
			}
			if VerifyInclusion(index, at, leafNumber(index+1), hashes, roots[at]) == nil {
				t.Fatal("another leaf verifies")
			}
			p, err = Consistency(at, size)
			if err != nil {
				t.Fatal(err)
			}
			if hashes, err = p.Hashes(f.tiles); err != nil {
				t.Fatal(err)
			}
			if err := VerifyConsistency(at, size, hashes, roots[at], roots[size]); err != nil {
				t.Fatalf("consistency of %d with %d: %v", at, size, err)
			}
			if VerifyConsistency(at, size, hashes, roots[at-1], roots[size]) == nil {
				t.Fatal("another root verifies")
			}
		}
	})
}

func TestTrails(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.Uint64Range(1, 5000).Draw(t, "size")
		from := rapid.Uint64Range(0, size-1).Draw(t, "from")
		f := newForest()
		edge := ranges.NewEmptyRange(0)
		for n := range size {
			h := leafNumber(n)
			f.add(h)
			if n < from {
				edge.Append(h[:], nil)
			}
		}
		trail, err := f.tiles.Trail(from, size)
		if err != nil {
			t.Fatal(err)
		}
		if size-from <= trailHashesMax && len(trail) != int(size-from)*HashBytes || len(trail) > (trailHashesMax+64)*HashBytes {
			t.Fatalf("the trail from %d to %d has %d bytes", from, size, len(trail))
		}
		root, err := trailRoot(edge, size, trail)
		if err != nil || root != f.Root() {
			t.Fatalf("the trail from %d to %d does not lead to the root: %v", from, size, err)
		}
		trail[rapid.IntRange(0, len(trail)-1).Draw(t, "flip")] ^= 1
		if root, err := trailRoot(edge, size, trail); err == nil && root == f.Root() {
			t.Fatal("a changed trail leads to the root")
		}
	})
}

// benchEvent is an event of the usual size: 400 bytes of data and 300 of
// metadata.
func benchEvent() *Event {
	return &Event{Stream: "case-0192aa00000000000000000000000001-0192aa00000000000000000000000001", Revision: 1, Type: "case.opened.v1",
		ContentType: "application/json", Data: bytes.Repeat([]byte("d"), 400), Metadata: bytes.Repeat([]byte("m"), 300)}
}

// BenchmarkTree builds a tree; BenchmarkHash is its floor, the same bytes
// hashed.
func BenchmarkTree(b *testing.B) {
	e, tree, hasher := benchEvent(), &Tree{}, Hasher{}
	b.ReportAllocs()
	for b.Loop() {
		e.Revision++
		tree.Append(hasher.Hash(e))
		if tree.Size%2000 == 0 {
			tree.Flush()
		}
	}
}

func BenchmarkHash(b *testing.B) {
	leaf := benchEvent().Leaf()
	b.ReportAllocs()
	for b.Loop() {
		sha256.Sum256(leaf)
	}
}
