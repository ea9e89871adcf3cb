package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

// ErrStreamNotFound is returned for a stream that was never written or is
// soft-deleted.
var ErrStreamNotFound = errors.New("stream not found")

const (
	// A page ends at whichever limit it meets first; it always has room for one
	// event. No iterator outlives a page, so a slow reader pins nothing.
	pageEventsMax = 512
	pageBytesMax  = 512 << 10
	// pageExaminedMax bounds the work of a page whose filter matches little.
	pageExaminedMax = 16 << 10

	pageIdleBytes  = 16 << 10
	pageIdleEvents = 16
)

// Page is the result of one read and the memory it uses. The zero value is
// ready; reading into it again overwrites its events.
type Page struct {
	Events []Event
	// More is false if the read came to the end of what it asked for. If true,
	// Next is where to go on, in the terms of the query's From.
	More bool
	Next uint64
	// Examined counts the events that were looked at, matching or not.
	Examined uint64
	// Marks are positions to report between events, see AllQuery.MarkEvery.
	Marks []Mark

	records []pageRecord
	buf     []byte
}

// Mark is a position reached in a filtered read. It belongs behind the first
// After events of its page.
type Mark struct {
	After    int
	Position uint64
}

type pageRecord struct {
	position   uint64
	start, end int
}

func (p *Page) reset() {
	p.Events, p.records, p.buf, p.Marks = p.Events[:0], p.records[:0], p.buf[:0], p.Marks[:0]
	p.More, p.Next, p.Examined = false, 0, 0
}

// Shrink lets go of the memory of a big page, for a reader that is going to wait.
// The events are gone.
func (p *Page) Shrink() {
	if cap(p.buf) > pageIdleBytes || cap(p.Events) > pageIdleEvents {
		*p = Page{}
	}
}

func (p *Page) full() bool {
	return len(p.records) >= pageEventsMax || len(p.buf) >= pageBytesMax || p.Examined >= pageExaminedMax
}

func (p *Page) add(position uint64, record []byte) {
	start := len(p.buf)
	p.buf = append(p.buf, record...)
	p.records = append(p.records, pageRecord{position, start, len(p.buf)})
}

// decode runs once the buffer no longer moves.
func (p *Page) decode() error {
	for _, r := range p.records {
		p.Events = append(p.Events, Event{})
		if err := decodeRecord(r.position, p.buf[r.start:r.end], &p.Events[len(p.Events)-1]); err != nil {
			return err
		}
	}
	return nil
}

// AllQuery asks for events in the order of their positions.
type AllQuery struct {
	// From is the first position going forwards, inclusive, and the position to
	// stay below going backwards.
	From      uint64
	Backwards bool
	Limit     uint64 // matching events
	// Match sees every event before its payload is read; nil matches all. Its error
	// ends the read.
	Match func(stream, typ []byte) (bool, error)
	// MarkEvery asks for a mark after so many examined events, of which MarkSince
	// were examined before this page. 0: no marks.
	MarkEvery, MarkSince uint64
}

// ReadAll fills a page. It returns what is durable now; More false means that
// the end of the log or of the query was reached.
func (s *Store) ReadAll(p *Page, q AllQuery) error {
	p.reset()
	p.Next = q.From
	head := s.head.Load()
	lower, upper := q.From, head+1
	if q.Backwards {
		lower, upper = 0, min(q.From, head+1)
	}
	if lower >= upper {
		return nil
	}
	it, err := s.db.NewIter(&pebble.IterOptions{LowerBound: eventKey(nil, lower), UpperBound: eventKey(nil, upper)})
	if err != nil {
		return err
	}
	defer it.Close()
	begin, advance := it.First, it.Next
	if q.Backwards {
		begin, advance = it.Last, it.Prev
	}
	for more := begin(); more; more = advance() {
		if uint64(len(p.records)) >= q.Limit {
			break
		}
		if p.full() {
			p.More = true
			break
		}
		if err := p.examine(it, &q); err != nil {
			return err
		}
	}
	return errors.Join(it.Error(), p.decode())
}

func (p *Page) examine(it *pebble.Iterator, q *AllQuery) error {
	position := eventKeyPosition(it.Key())
	p.Examined++
	p.Next = position
	if !q.Backwards {
		p.Next++
	}
	record, err := it.ValueAndErr()
	if err != nil {
		return err
	}
	matches := true
	if q.Match != nil {
		stream, typ, _, err := peekRecord(record)
		if err != nil {
			return fmt.Errorf("position %d: %w", position, err)
		}
		if matches, err = q.Match(stream, typ); err != nil {
			return err
		}
	}
	if matches {
		p.add(position, record)
	}
	if q.MarkEvery > 0 && (q.MarkSince+p.Examined)%q.MarkEvery == 0 {
		p.Marks = append(p.Marks, Mark{After: len(p.records), Position: position})
	}
	return nil
}

// StreamQuery asks for events of one stream in the order of their revisions.
type StreamQuery struct {
	Stream    string
	From      uint64 // inclusive both ways
	Backwards bool
	Limit     uint64
}

// ReadStream fills a page. Events that the stream's metadata hides are left out.
// Errors: ErrStreamNotFound, *StreamDeletedError.
func (s *Store) ReadStream(p *Page, q StreamQuery) error {
	p.reset()
	info, err := s.visible(q.Stream)
	if err != nil {
		return err
	}
	// What the cache knows is durable, even if the head is only about to move.
	head := max(s.head.Load(), info.lastAt)
	if info.tombstoned {
		return &StreamDeletedError{Stream: q.Stream}
	}
	if !info.live() {
		return ErrStreamNotFound
	}
	lower, upper := info.first(), uint64(deletedBefore)
	if q.Backwards {
		upper = min(upper, saturatingAdd(q.From, 1))
	} else {
		lower = max(lower, q.From)
	}
	p.Next = q.From
	if lower >= upper {
		return nil
	}
	oldest, expires := info.oldest(time.Now())
	if !expires {
		oldest = math.MinInt64
	}
	if err := s.readIndex(p, q, info.number, head, oldest, lower, upper); err != nil {
		return err
	}
	return p.decode()
}

// visible is a stream as readers see it; the metadata of a tombstoned one is as gone
// as the stream.
func (s *Store) visible(stream string) (streamInfo, error) {
	info, err := s.info(stream)
	if original, ok := OriginalStream(stream); ok && err == nil {
		described, err := s.info(original)
		if err != nil {
			return info, err
		}
		info.tombstoned = info.tombstoned || described.tombstoned
	}
	return info, err
}

// Tombstoned returns the position of a stream's tombstone.
func (s *Store) Tombstoned(stream string) (at uint64, ok bool) {
	info, err := s.info(stream)
	return info.lastAt, err == nil && info.tombstoned
}

func saturatingAdd(a, b uint64) uint64 {
	if a > math.MaxUint64-b {
		return math.MaxUint64
	}
	return a + b
}

// readIndex walks the stream's index and fetches the records it points to with a
// second iterator: positions of a stream grow with its revisions, which makes
// each seek a short one.
func (s *Store) readIndex(p *Page, q StreamQuery, number, head uint64, oldest int64, lower, upper uint64) error {
	index, err := s.newIndexIter(q.Stream, number, lower, upper)
	if err != nil {
		return err
	}
	defer index.Close()
	records, err := s.db.NewIter(&pebble.IterOptions{LowerBound: eventKey(nil, 0), UpperBound: eventKey(nil, head+1)})
	if err != nil {
		return err
	}
	defer records.Close()

	begin, advance := index.First, index.Next
	if q.Backwards {
		begin, advance = index.Last, index.Prev
	}
	for more := begin(); more; more = advance() {
		if uint64(len(p.records)) >= q.Limit {
			break
		}
		revision := indexKeyRevision(index.Key())
		if p.full() {
			p.More, p.Next = true, revision
			break
		}
		at := indexPosition(index.Value())
		if at > head && !q.Backwards {
			break
		}
		p.Examined++
		p.Next = revision + 1 // backwards it matters only when there is more
		if at > head {
			continue
		}
		if err := p.fetch(records, at, oldest); err != nil {
			return fmt.Errorf("revision %d of %q: %w", revision, q.Stream, err)
		}
	}
	return index.Error()
}

// fetch adds the record at a position unless it is expired. Expired events do
// not count as read.
func (p *Page) fetch(records *pebble.Iterator, at uint64, oldest int64) error {
	if !seek(records, at) {
		if err := records.Error(); err != nil {
			return err
		}
		return fmt.Errorf("%w: nothing at position %d", ErrCorrupt, at)
	}
	record, err := records.ValueAndErr()
	if err != nil {
		return err
	}
	if len(record) < recordFixed {
		return fmt.Errorf("%w: %d bytes at position %d", ErrCorrupt, len(record), at)
	}
	if int64(binary.BigEndian.Uint64(record[offsetCreated:])) >= oldest {
		p.add(at, record)
	}
	return nil
}

// seek moves to a position, if a record stands there. What was appended together
// stands side by side, where a step costs a third of a seek.
func seek(records *pebble.Iterator, at uint64) bool {
	if records.Valid() && eventKeyPosition(records.Key())+1 == at {
		return records.Next() && eventKeyPosition(records.Key()) == at
	}
	var key [9]byte
	return records.SeekGE(eventKey(key[:], at)) && eventKeyPosition(records.Key()) == at
}

// Last returns the last revision that a stream holds. Errors: ErrStreamNotFound,
// *StreamDeletedError.
func (s *Store) Last(stream string) (uint64, error) {
	info, err := s.visible(stream)
	switch {
	case err != nil:
		return 0, err
	case info.tombstoned:
		return 0, &StreamDeletedError{Stream: stream}
	case !info.live():
		return 0, ErrStreamNotFound
	}
	return info.last, nil
}
