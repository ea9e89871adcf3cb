package store

import "encoding/binary"

// idTable finds the revisions at which a stream may hold an event id: all at which
// it does, and hardly ever another, since the table keeps most of each id. It is a
// hash table with open addressing.
type idTable struct {
	slots []uint64 // 1 + piece of the id, revision; 0: free
	count int
}

const (
	revisionBits = 14
	pieceBits    = 64 - revisionBits

	// idsIndexed is how many revisions of a stream have their id in its index, and
	// in its table. Later ones have keys of their own: streams that long are rare,
	// and their tables would be big.
	idsIndexed = 1 << revisionBits

	idSlotsMin = 8
)

// piece is as good as the id, for ids that are random or hashes.
func piece(id [16]byte) uint64 {
	mixed := (binary.LittleEndian.Uint64(id[:8]) ^ binary.LittleEndian.Uint64(id[8:])) * 0x9e3779b97f4a7c15
	return min(mixed>>revisionBits, 1<<pieceBits-2) // so that one can be added to a slot
}

// add returns by how many bytes the table has grown. Revision is below idsIndexed.
func (t *idTable) add(id [16]byte, revision uint64) (grown int) {
	if 4*(t.count+1) > 3*len(t.slots) {
		grown = t.grow()
	}
	t.count++
	t.put(1 + piece(id)<<revisionBits + revision)
	return grown
}

func (t *idTable) grow() (bytes int) {
	old := t.slots
	t.slots = make([]uint64, max(idSlotsMin, 2*len(old)))
	for _, slot := range old {
		if slot != 0 {
			t.put(slot)
		}
	}
	return 8 * (len(t.slots) - len(old))
}

func (t *idTable) put(slot uint64) {
	at := t.home((slot - 1) >> revisionBits)
	for t.slots[at] != 0 {
		at = (at + 1) % uint64(len(t.slots))
	}
	t.slots[at] = slot
}

func (t *idTable) home(piece uint64) uint64 { return piece % uint64(len(t.slots)) }

// candidates appends the revisions at which the id may be.
func (t *idTable) candidates(dst []uint64, id [16]byte) []uint64 {
	if len(t.slots) == 0 {
		return dst
	}
	p := piece(id)
	for at := t.home(p); t.slots[at] != 0; at = (at + 1) % uint64(len(t.slots)) {
		if slot := t.slots[at] - 1; slot>>revisionBits == p {
			dst = append(dst, slot%idsIndexed)
		}
	}
	return dst
}

func (t *idTable) bytes() int { return 8 * len(t.slots) }
