package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

// tx is one group commit: a Pebble batch and the state that the requests already
// staged in it leave for the ones behind them. Only the writer uses it.
//
// A request that is refused must not have staged anything: it loads what it
// needs, decides, and only then stages.
type tx struct {
	store   *Store
	batch   *pebble.Batch
	next    uint64 // next position
	now     int64  // ticks
	events  int
	streams map[string]*stagedStream
	ids     map[string]uint64 // idKey → position, staged in this batch
	scratch []byte
	value   [headSize]byte
}

type stagedStream struct {
	info    streamInfo
	dirty   bool
	pending []stagedEvent // in order of revision
	meta    []byte        // metadata staged in this batch, nil if none
}

type stagedEvent struct {
	revision, position uint64
	id                 [16]byte
	record             []byte
}

// changed reports whether a reader of the stream may see something new.
func (s *stagedStream) changed() bool { return s.dirty || s.meta != nil }

func (s *Store) begin() *tx {
	return &tx{
		store:   s,
		batch:   s.db.NewBatch(),
		next:    s.next,
		now:     max(Ticks(time.Now()), s.lastCreated),
		streams: map[string]*stagedStream{},
		ids:     map[string]uint64{},
	}
}

func (tx *tx) stream(name string) (*stagedStream, error) {
	if staged, ok := tx.streams[name]; ok {
		return staged, nil
	}
	info, err := tx.store.info(name)
	if err != nil {
		return nil, err
	}
	staged := &stagedStream{info: info}
	tx.streams[name] = staged
	return staged, nil
}

// info is the state of a stream as the next request finds it.
func (tx *tx) info(name string) (*streamInfo, error) {
	staged, err := tx.stream(name)
	if err != nil {
		return nil, err
	}
	return &staged.info, nil
}

// stage writes the next event of a stream; info must come from tx.info.
func (tx *tx) stage(stream string, info *streamInfo, id [16]byte, record []byte) {
	revision := uint64(0)
	if info.exists {
		revision = info.last + 1
	}
	tx.stageAt(stream, info, revision, id, record)
}

func (tx *tx) stageAt(stream string, info *streamInfo, revision uint64, id [16]byte, record []byte) {
	position := tx.next
	tx.next++
	tx.events++
	stampRecord(record, tx.now, revision)

	var at [8]byte
	binary.BigEndian.PutUint64(at[:], position)
	tx.scratch = eventKey(tx.scratch, position)
	tx.set(tx.scratch, record)
	tx.scratch = indexKey(tx.scratch, stream, revision)
	tx.set(tx.scratch, at[:])
	tx.scratch = idKey(tx.scratch, stream, id)
	tx.set(tx.scratch, at[:])
	tx.ids[string(tx.scratch)] = position

	info.exists, info.last, info.lastAt = true, revision, position
	info.remember(id, tx.store.cache.idBytesLeft())
	staged := tx.streams[stream]
	staged.dirty = true
	staged.pending = append(staged.pending, stagedEvent{revision, position, id, record})
}

// set copies into the batch. A batch only fails to grow past 4 GiB, which the
// writer's limit on bytes rules out.
func (tx *tx) set(key, value []byte) { _ = tx.batch.Set(key, value, nil) }

// finish stages the heads of all streams that were written.
func (tx *tx) finish() {
	for name, staged := range tx.streams {
		if staged.dirty {
			tx.scratch = headKey(tx.scratch, name)
			tx.set(tx.scratch, encodeHead(tx.value[:], &staged.info))
		}
	}
}

// metadata is the latest metadata event's data, nil if there is none.
func (tx *tx) metadata(stream string) ([]byte, error) {
	staged, err := tx.stream(stream)
	if err != nil {
		return nil, err
	}
	if staged.meta != nil || !staged.info.hasMeta {
		return staged.meta, nil
	}
	meta, err := tx.info(Metastream(stream))
	if err != nil {
		return nil, err
	}
	var data []byte
	err = tx.store.Event(meta.lastAt, func(e *Event) { data = append([]byte{}, e.Data...) })
	return data, err
}

// setMetadata makes staged metadata count for the requests behind. The stream
// must have been loaded in this tx.
func (tx *tx) setMetadata(stream string, data []byte) {
	staged := tx.streams[stream]
	staged.meta = data
	staged.info.hasMeta = true
	staged.info.settings = parseSettings(data)
}

// findID returns the revision under which a stream holds an event id.
func (tx *tx) findID(stream string, id [16]byte) (revision uint64, found bool, err error) {
	tx.scratch = idKey(tx.scratch, stream, id)
	if at, ok := tx.ids[string(tx.scratch)]; ok {
		for _, e := range tx.streams[stream].pending {
			if e.position == at {
				return e.revision, true, nil
			}
		}
	}
	value, closer, err := tx.store.db.Get(tx.scratch)
	if errors.Is(err, pebble.ErrNotFound) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, err
	}
	at := binary.BigEndian.Uint64(value)
	_ = closer.Close()
	err = tx.store.Event(at, func(e *Event) {
		revision, found = e.Revision, string(e.Stream) == stream && e.ID == id
	})
	return revision, found, err
}

// eventAt returns id and position of one revision of a stream.
func (tx *tx) eventAt(stream string, revision uint64) (id [16]byte, position uint64, ok bool, err error) {
	if staged, isStaged := tx.streams[stream]; isStaged && len(staged.pending) > 0 {
		if first := staged.pending[0].revision; revision >= first && revision-first < uint64(len(staged.pending)) {
			e := staged.pending[revision-first]
			return e.id, e.position, true, nil
		}
	}
	tx.scratch = indexKey(tx.scratch, stream, revision)
	value, closer, err := tx.store.db.Get(tx.scratch)
	if errors.Is(err, pebble.ErrNotFound) {
		return id, 0, false, nil
	}
	if err != nil {
		return id, 0, false, err
	}
	position = binary.BigEndian.Uint64(value)
	_ = closer.Close()
	err = tx.store.Event(position, func(e *Event) { id = e.ID })
	return id, position, err == nil, err
}

// Event calls fn with the event at a position that some read returned; the slices
// of the event are valid only during the call.
func (s *Store) Event(position uint64, fn func(*Event)) error {
	record, closer, err := s.db.Get(eventKey(nil, position))
	if err != nil {
		return fmt.Errorf("position %d: %w", position, err)
	}
	defer closer.Close()
	var e Event
	if err := decodeRecord(position, record, &e); err != nil {
		return err
	}
	fn(&e)
	return nil
}
