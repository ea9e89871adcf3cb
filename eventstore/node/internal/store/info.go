package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// streamInfo is what an append or a read must know of a stream.
type streamInfo struct {
	exists     bool   // at least one event was written
	last       uint64 // last revision, if exists
	lastAt     uint64 // its position
	tombstoned bool
	hasMeta    bool // a metadata event exists
	settings

	// ids are all ids of a stream that was created while in the cache, until there
	// are too many; nil if they are not known. It saves most appends the look-up of
	// their first event id. Only the writer uses it.
	ids     *idSet
	idBytes int // of ids, as they were counted for the cache
}

// lacks reports that the stream certainly has no event with this id.
func (i *streamInfo) lacks(id [16]byte) bool {
	return !i.exists || i.ids != nil && i.ids.lacks(id)
}

func (i *streamInfo) remember(id [16]byte, bytesLeft int) {
	if i.ids != nil && !i.ids.add(id, bytesLeft) {
		i.ids = nil
	}
}

func (i *streamInfo) softDeleted() bool { return i.truncateBefore == deletedBefore }

// live reports whether a client may see the stream as existing.
func (i *streamInfo) live() bool { return i.exists && !i.softDeleted() }

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

// A head value is last revision(8) position(8) flags(1).
const (
	headSize       = 17
	headTombstoned = 1
)

func encodeHead(dst []byte, i *streamInfo) []byte {
	dst = binary.BigEndian.AppendUint64(dst[:0], i.last)
	dst = binary.BigEndian.AppendUint64(dst, i.lastAt)
	var flags byte
	if i.tombstoned {
		flags = headTombstoned
	}
	return append(dst, flags)
}

// infoCache keeps the heads of recently used streams. A shard's lock is held
// while a miss is loaded, so that the writer's update, which follows its commit,
// can never be overwritten by something read before it.
type infoCache struct {
	seed    maphash.Seed
	idBytes atomic.Int64 // of the sets of ids in the cache
	shards  [16]struct {
		sync.Mutex
		lru *simplelru.LRU[string, streamInfo]
	}
}

func newInfoCache(streams int) *infoCache {
	c := &infoCache{seed: maphash.MakeSeed()}
	for i := range c.shards {
		// The only error is a size that is not positive.
		c.shards[i].lru, _ = simplelru.NewLRU(max(1, streams/len(c.shards)), func(_ string, info streamInfo) {
			c.idBytes.Add(-int64(info.idBytes))
		})
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

func (c *infoCache) put(stream string, info streamInfo) {
	shard := &c.shards[maphash.String(c.seed, stream)%uint64(len(c.shards))]
	shard.Lock()
	defer shard.Unlock()
	before, _ := shard.lru.Peek(stream)
	info.idBytes = info.ids.bytes()
	c.idBytes.Add(int64(info.idBytes - before.idBytes))
	shard.lru.Add(stream, info)
}

func (c *infoCache) idBytesLeft() int { return idFilterBytesMax - int(c.idBytes.Load()) }

func (s *Store) info(stream string) (streamInfo, error) {
	return s.cache.get(stream, func() (streamInfo, error) { return s.loadInfo(stream) })
}

func (s *Store) loadInfo(stream string) (streamInfo, error) {
	info, err := s.loadHead(stream)
	if err != nil {
		return info, err
	}
	meta, err := s.loadHead(Metastream(stream))
	if err != nil {
		return info, err
	}
	if meta.exists {
		record, closer, err := s.db.Get(eventKey(nil, meta.lastAt))
		if err != nil {
			return info, fmt.Errorf("metadata of %q at %d: %w", stream, meta.lastAt, err)
		}
		defer closer.Close()
		var e Event
		if err := decodeRecord(meta.lastAt, record, &e); err != nil {
			return info, err
		}
		info.hasMeta = true
		info.settings = parseSettings(e.Data)
	}
	if _, ok := OriginalStream(stream); ok {
		info.maxCount = 1 // a metastream keeps one event
	}
	if !info.exists {
		info.ids = &idSet{}
	}
	return info, nil
}

// loadHead reads the head of a stream as of the store's head. The stored one may
// run ahead while a batch that is not synced yet is already visible in Pebble;
// the index then tells the last revision that may be seen.
func (s *Store) loadHead(stream string) (streamInfo, error) {
	var info streamInfo
	value, closer, err := s.db.Get(headKey(nil, stream))
	if errors.Is(err, pebble.ErrNotFound) {
		return info, nil
	}
	if err != nil {
		return info, err
	}
	defer closer.Close()
	if len(value) != headSize {
		return info, fmt.Errorf("%w: head of %q has %d bytes", ErrCorrupt, stream, len(value))
	}
	info.last = binary.BigEndian.Uint64(value)
	info.lastAt = binary.BigEndian.Uint64(value[8:])
	info.tombstoned = value[16]&headTombstoned != 0
	info.exists = true
	if head := s.head.Load(); info.lastAt > head {
		return s.lastBefore(stream, head)
	}
	return info, nil
}

func (s *Store) lastBefore(stream string, head uint64) (streamInfo, error) {
	var info streamInfo
	it, err := s.db.NewIter(&pebble.IterOptions{
		LowerBound: indexKey(nil, stream, 0),
		UpperBound: indexKey(nil, stream, deletedBefore),
	})
	if err != nil {
		return info, err
	}
	defer it.Close()
	for ok := it.Last(); ok; ok = it.Prev() {
		if at := binary.BigEndian.Uint64(it.Value()); at <= head {
			info = streamInfo{exists: true, last: indexKeyRevision(it.Key()), lastAt: at}
			break
		}
	}
	return info, it.Error()
}
