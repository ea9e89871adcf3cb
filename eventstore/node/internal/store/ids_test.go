package store

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func randomID(r *rand.Rand) (id [16]byte) {
	binary.LittleEndian.PutUint64(id[:8], r.Uint64())
	binary.LittleEndian.PutUint64(id[8:], r.Uint64())
	return id
}

// A table finds every revision of what was added, and next to none of the rest,
// however full it is.
func TestIDTable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var table idTable
	var added [][16]byte
	grown := 0
	for revision := range uint64(idsIndexed) {
		id := randomID(r)
		if revision%100 == 99 { // the same again, as after a truncation
			id = added[revision-50]
		}
		grown += table.add(id, revision)
		added = append(added, id)
	}
	var found []uint64
	for revision, id := range added {
		if found = table.candidates(found[:0], id); !slices.Contains(found, uint64(revision)) {
			t.Fatalf("revision %d is not among %v", revision, found)
		}
	}
	wrong := 0
	for range 10_000 {
		wrong += len(table.candidates(nil, randomID(r)))
	}
	if wrong > 10 {
		t.Errorf("%d candidates for 10,000 ids that were never added", wrong)
	}
	if grown != table.bytes() || grown > 256<<10 {
		t.Errorf("grown by %d bytes to %d", grown, table.bytes())
	}
}

// Pieces at the edge of what a slot holds.
func TestIDTableEdges(t *testing.T) {
	var table idTable
	if got := table.candidates(nil, [16]byte{}); got != nil {
		t.Errorf("an empty table knows %v", got)
	}
	edge := edgeID()
	if piece(edge) != 1<<pieceBits-2 {
		t.Fatalf("piece %x", piece(edge))
	}
	for _, id := range [][16]byte{{}, edge} {
		for _, revision := range []uint64{0, idsIndexed - 1} {
			table.add(id, revision)
			if got := table.candidates(nil, id); !slices.Contains(got, revision) {
				t.Errorf("%x at %d: %v", id, revision, got)
			}
		}
	}
}

// edgeID has a piece of ones, before it is bounded: the multiplier's inverse times
// the greatest number.
func edgeID() (id [16]byte) {
	inverse := uint64(1)
	for range 6 { // each step doubles the bits that are right
		inverse *= 2 - 0x9e3779b97f4a7c15*inverse
	}
	binary.LittleEndian.PutUint64(id[:8], inverse*math.MaxUint64)
	return id
}

// The cache counts the tables of the streams that it holds, and no others, and
// keeps within its bounds.
func TestIDBytesAreCounted(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	c := newStreams()
	held := func() (bytes int) {
		for _, s := range c.lru.Values() {
			bytes += s.ids.bytes()
		}
		return bytes
	}
	for i := range 150 {
		s := &stream{name: string(rune('a' + i)), streamInfo: streamInfo{number: 1}}
		c.lru.Add(s.name, s)
		for revision := range uint64(idsIndexed) + 10 {
			c.remember(s, randomID(r), revision)
		}
		c.trim()
		if c.idBytes > idBytesMax {
			t.Fatalf("%d bytes", c.idBytes)
		}
	}
	if n := c.lru.Len(); n == 0 || n == 150 || c.idBytes != held() {
		t.Errorf("counted %d, held %d by %d streams", c.idBytes, held(), n)
	}
}
