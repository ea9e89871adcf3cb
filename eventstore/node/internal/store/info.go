package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"sync"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// streamInfo is what an append or a read must know of a stream.
type streamInfo struct {
	exists     bool   // at least one event was written
	number     uint64 // see indexKey; known once it exists
	last       uint64 // last revision, if exists
	lastAt     uint64 // its position
	tombstoned bool
	hasMeta    bool // a metadata event exists
	settings
}

func (i *streamInfo) softDeleted() bool { return i.truncateBefore == deletedBefore }

// live reports whether a client may see the stream as existing.
func (i *streamInfo) live() bool { return i.exists && !i.softDeleted() }

// next is the revision of the next event.
func (i *streamInfo) next() uint64 {
	if i.exists {
		return i.last + 1
	}
	return 0
}

// first is the first revision a reader may see.
func (i *streamInfo) first() uint64 {
	first := i.truncateBefore
	if i.exists && i.maxCount > 0 && i.last+1 > i.maxCount {
		first = max(first, i.last+1-i.maxCount)
	}
	return first
}

// oldest is the creation time, in ticks, before which events are expired.
func (i *streamInfo) oldest(now time.Time) (ticks int64, ok bool) {
	if !i.hasMaxAge {
		return 0, false
	}
	return Ticks(now.Add(-i.maxAge)), true
}

// A head value is the stream's number. That of a stream which was begun in the
// first format is longer, and what it says of the stream's end is out of date.
const (
	headSize      = 8
	headSizeNamed = 17
)

func headNumber(value []byte) (number uint64, err error) {
	switch len(value) {
	case headSize:
		return binary.BigEndian.Uint64(value), nil
	case headSizeNamed:
		return 0, nil
	}
	return 0, fmt.Errorf("%w: head of %d bytes", ErrCorrupt, len(value))
}

// infoCache keeps what readers know of streams. A shard's lock is held while a
// miss is loaded, so that an update, which follows its commit, can never be
// overwritten by something read before it.
type infoCache struct {
	seed   maphash.Seed
	shards [16]struct {
		sync.Mutex
		lru *simplelru.LRU[string, streamInfo]
	}
}

func newInfoCache(streams int) *infoCache {
	c := &infoCache{seed: maphash.MakeSeed()}
	for i := range c.shards {
		// The only error is a size that is not positive.
		c.shards[i].lru, _ = simplelru.NewLRU[string, streamInfo](max(1, streams/len(c.shards)), nil)
	}
	return c
}

func (c *infoCache) get(stream string, load func() (streamInfo, error)) (streamInfo, error) {
	shard := &c.shards[maphash.String(c.seed, stream)%uint64(len(c.shards))]
	shard.Lock()
	defer shard.Unlock()
	if info, ok := shard.lru.Get(stream); ok {
		return info, nil
	}
	info, err := load()
	if err == nil {
		shard.lru.Add(stream, info)
	}
	return info, err
}

// update changes what is there; what nobody has read need not be.
func (c *infoCache) update(stream string, info streamInfo) {
	shard := &c.shards[maphash.String(c.seed, stream)%uint64(len(c.shards))]
	shard.Lock()
	defer shard.Unlock()
	if shard.lru.Contains(stream) {
		shard.lru.Add(stream, info)
	}
}

// info is a stream as readers may see it.
func (s *Store) info(stream string) (streamInfo, error) {
	return s.cache.get(stream, func() (streamInfo, error) { return s.loadInfo(stream, s.durable.Load()) })
}

// loadInfo reads a stream as it was when the log ended at a position.
func (s *Store) loadInfo(stream string, end uint64) (streamInfo, error) {
	info, err := s.loadHead(stream, end)
	if err != nil {
		return info, err
	}
	meta, err := s.loadHead(Metastream(stream), end)
	if err != nil {
		return info, err
	}
	if meta.exists {
		info.hasMeta = true
		err := s.Event(meta.lastAt, func(e *Event) { info.settings = parseSettings(e.Data) })
		if err != nil {
			return info, fmt.Errorf("metadata of %q: %w", stream, err)
		}
	}
	if _, ok := OriginalStream(stream); ok {
		info.maxCount = 1 // a metastream keeps one event
	}
	return info, nil
}

// loadHead reads what the index says of a stream. That may run ahead of the end
// while a batch that is not synced yet is already visible in Pebble.
func (s *Store) loadHead(stream string, end uint64) (streamInfo, error) {
	var info streamInfo
	value, closer, err := s.db.Get(headKey(nil, stream))
	if errors.Is(err, pebble.ErrNotFound) {
		return info, nil
	}
	if err != nil {
		return info, err
	}
	number, err := headNumber(value)
	_ = closer.Close()
	if err != nil {
		return info, fmt.Errorf("%q: %w", stream, err)
	}
	it, err := s.newIndexIter(stream, number, 0, deletedBefore+1)
	if err != nil {
		return info, err
	}
	defer it.Close()
	for ok := it.Last(); ok; ok = it.Prev() {
		if at := indexPosition(it.Value()); at <= end {
			last := indexKeyRevision(it.Key())
			info = streamInfo{exists: true, number: number, last: last, lastAt: at, tombstoned: last == deletedBefore}
			break
		}
	}
	return info, it.Error()
}

// newIndexIter goes through revisions from lower to below upper.
func (s *Store) newIndexIter(stream string, number, lower, upper uint64) (*pebble.Iterator, error) {
	return s.db.NewIter(&pebble.IterOptions{
		LowerBound: indexKey(nil, stream, number, lower),
		UpperBound: indexKey(nil, stream, number, upper),
	})
}
