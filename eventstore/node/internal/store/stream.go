package store

import (
	"math"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// stream is a stream as the next request will find it, which may be ahead of what
// is durable. Only the writer uses it, but for the name, which never changes.
type stream struct {
	name string
	streamInfo
	ids idTable // of revisions below idsIndexed; empty for a stream without a number

	// In the group that is being decided:
	touched bool   // it was asked for
	changed bool   // readers will see something new
	begun   bool   // it has its first event
	meta    []byte // metadata that was written, nil if none
}

// streams keeps the streams that the writer has used last. It is trimmed between
// groups, so that there is one of each within a group.
type streams struct {
	lru     *simplelru.LRU[string, *stream]
	idBytes int // of the tables of all
}

const (
	cachedStreams = 32 << 10
	idBytesMax    = 32 << 20
)

func newStreams() *streams {
	c := &streams{}
	// The only error is a size that is not positive.
	c.lru, _ = simplelru.NewLRU(math.MaxInt, func(_ string, s *stream) { c.idBytes -= s.ids.bytes() })
	return c
}

func (c *streams) trim() {
	for c.lru.Len() > cachedStreams || c.idBytes > idBytesMax && c.lru.Len() > 0 {
		c.lru.RemoveOldest()
	}
}

// remember notes that a stream holds an id.
func (c *streams) remember(s *stream, id [16]byte, revision uint64) {
	if s.number != 0 && revision < idsIndexed {
		c.idBytes += s.ids.add(id, revision)
	}
}

// loadStream reads a stream with everything that was written, durable or not.
func (s *Store) loadStream(name string) (*stream, error) {
	info, err := s.loadInfo(name, math.MaxUint64)
	if err != nil {
		return nil, err
	}
	st := &stream{name: name, streamInfo: info}
	if info.exists && info.number != 0 {
		if err := s.loadIDs(st); err != nil {
			s.streams.idBytes -= st.ids.bytes()
			return nil, err
		}
	}
	return st, nil
}

func (s *Store) loadIDs(st *stream) error {
	it, err := s.newIndexIter(st.name, st.number, 0, idsIndexed)
	if err != nil {
		return err
	}
	defer it.Close()
	for ok := it.First(); ok; ok = it.Next() {
		if id, ok := indexID(it.Value()); ok {
			s.streams.remember(st, id, indexKeyRevision(it.Key()))
		}
	}
	return it.Error()
}
