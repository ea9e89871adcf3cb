package store

import (
	"encoding/binary"
	"slices"
)

// idSet tells of most event ids that a stream does not have them, without a
// look-up: a list while the stream is short, then Bloom filters of growing size.
// What it says it lacks was never added; what it does not lack may be there.
//
// A set is shared by the copies of its stream's state, which is harmless: an id
// that was added for an append that then failed costs a look-up.
type idSet struct {
	short   []uint64
	filters []idFilter
}

const (
	idsListed = 64 // in the list; then the first filter begins
	// A filter holds so many times the ids of the one before.
	idFilterGrowth = 8
	// idsMax bounds the ids of one stream, idFilterBytesMax the filters of all.
	idsMax           = idsListed * idFilterGrowth * idFilterGrowth * idFilterGrowth * idFilterGrowth
	idFilterBytesMax = 32 << 20
)

// fingerprint is as good as the id, for ids that are random or hashes.
func fingerprint(id [16]byte) uint64 {
	return binary.LittleEndian.Uint64(id[:8]) ^ binary.LittleEndian.Uint64(id[8:])
}

func (s *idSet) lacks(id [16]byte) bool {
	f := fingerprint(id)
	return !slices.Contains(s.short, f) && !slices.ContainsFunc(s.filters, func(filter idFilter) bool { return filter.has(f) })
}

// add returns false if the set is full; it is of no use then.
func (s *idSet) add(id [16]byte, bytesLeft int) bool {
	if len(s.short) < idsListed {
		s.short = append(s.short, fingerprint(id))
		return true
	}
	last := len(s.filters) - 1
	if last < 0 || s.filters[last].full() {
		capacity := idsListed * idFilterGrowth
		if last >= 0 {
			capacity = s.filters[last].capacity * idFilterGrowth
		}
		if capacity > idsMax || capacity*idFilterBits/8 > bytesLeft {
			return false
		}
		s.filters = append(s.filters, newIDFilter(capacity))
		last++
	}
	s.filters[last].add(fingerprint(id))
	return true
}

// bytes counts the filters.
func (s *idSet) bytes() (n int) {
	if s != nil {
		for _, f := range s.filters {
			n += 8 * len(f.bits)
		}
	}
	return n
}

// idFilter is a Bloom filter with about one false answer in a hundred.
type idFilter struct {
	capacity, count int
	bits            []uint64
}

const (
	idFilterBits   = 10 // for each id
	idFilterHashes = 7
)

func newIDFilter(capacity int) idFilter {
	return idFilter{capacity: capacity, bits: make([]uint64, (capacity*idFilterBits+63)/64)}
}

func (f *idFilter) full() bool { return f.count == f.capacity }

func (f *idFilter) add(fingerprint uint64) {
	f.count++
	for i := range uint64(idFilterHashes) {
		at := f.bit(fingerprint, i)
		f.bits[at/64] |= 1 << (at % 64)
	}
}

func (f *idFilter) has(fingerprint uint64) bool {
	for i := range uint64(idFilterHashes) {
		if at := f.bit(fingerprint, i); f.bits[at/64]&(1<<(at%64)) == 0 {
			return false
		}
	}
	return true
}

func (f *idFilter) bit(fingerprint, i uint64) uint64 {
	return (fingerprint + i*(fingerprint>>32|fingerprint<<32|1)) % uint64(64*len(f.bits))
}
