package store

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

func randomID(r *rand.Rand) (id [16]byte) {
	binary.LittleEndian.PutUint64(id[:8], r.Uint64())
	binary.LittleEndian.PutUint64(id[8:], r.Uint64())
	return id
}

// A set never lacks what was added, and lacks nearly all the rest.
func TestIDSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var s idSet
	var added [][16]byte
	for i := range 40_000 {
		id := randomID(r)
		if !s.add(id, idFilterBytesMax) {
			t.Fatalf("full after %d", i)
		}
		if added = append(added, id); i%97 == 0 && s.lacks(added[r.IntN(len(added))]) {
			t.Fatalf("lacks one of %d", i)
		}
	}
	for i, id := range added {
		if s.lacks(id) {
			t.Fatalf("lacks %d", i)
		}
	}
	wrong := 0
	for range 10_000 {
		if !s.lacks(randomID(r)) {
			wrong++
		}
	}
	if wrong > 500 {
		t.Errorf("%d of 10,000 ids that were never added are thought to be there", wrong)
	}
	if s.bytes() == 0 || s.bytes() > 512<<10 {
		t.Errorf("%d bytes", s.bytes())
	}
}

// A set ends at its own bound or where the memory of all does.
func TestIDSetBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var s idSet
	for i := range idsListed {
		if !s.add(randomID(r), 0) {
			t.Fatalf("full after %d", i)
		}
	}
	if s.add(randomID(r), 0) {
		t.Error("a filter without memory for it")
	}
	n := 0
	for s.add(randomID(r), idFilterBytesMax) {
		n++
	}
	if n < idsMax || n > 2*idsMax {
		t.Errorf("%d ids", n)
	}
}

// The cache counts the sets of the streams that it holds, and no others.
func TestIDBytesAreCounted(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	c := newInfoCache(16)
	for i := range 200 {
		name := string(rune('a' + i%40))
		info, _ := c.get(name, func() (streamInfo, error) { return streamInfo{ids: &idSet{}}, nil })
		for range 300 {
			info.remember(randomID(r), c.idBytesLeft())
		}
		c.put(name, info)
	}
	var held int
	for i := range c.shards {
		for _, info := range c.shards[i].lru.Values() {
			held += info.ids.bytes()
		}
	}
	if held == 0 || int(c.idBytes.Load()) != held {
		t.Errorf("counted %d, held %d", c.idBytes.Load(), held)
	}
}
