package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

// tx is one group commit: a Pebble batch and the state that the requests already
// staged in it leave for the ones behind them. The writer fills it; then it is the
// publisher's.
//
// A request that is refused must not have staged anything: it loads what it
// needs, decides, and only then stages.
type tx struct {
	store   *Store
	group   []*write
	began   time.Time
	batch   *pebble.Batch
	bytes   int    // of the batch, when it is finished; 0: nothing is written
	next    uint64 // next position
	now     int64  // ticks
	touched []*stream
	staged  []stagedEvent // in order of position
	changes []change

	key        []byte
	value      [indexValueSize]byte
	candidates []uint64
}

type stagedEvent struct {
	stream             *stream
	typ                string
	revision, position uint64
	id                 [16]byte
}

// change is a stream as a commit leaves it.
type change struct {
	stream string
	info   streamInfo
}

// begin takes what waits; its memory may have served an earlier transaction.
func (s *Store) begin() *tx {
	var t *tx
	select {
	case t = <-s.spare:
	default:
		t = &tx{store: s}
	}
	t.group, t.began = s.queue.take(t.group), time.Now()
	t.batch = s.db.NewBatch()
	t.next = s.next
	t.now = max(Ticks(t.began), s.lastCreated)
	return t
}

// release gives the memory of a transaction that is over to a later one.
func (s *Store) release(t *tx) {
	_ = t.batch.Close()
	t.batch = nil
	clear(t.group)
	clear(t.touched)
	clear(t.staged)
	clear(t.changes)
	t.touched, t.staged, t.changes = t.touched[:0], t.staged[:0], t.changes[:0]
	if cap(t.staged) > groupRequestsMax {
		return // of a bulk load
	}
	select {
	case s.spare <- t:
	default:
	}
}

// stream is a stream as the next request finds it.
func (tx *tx) stream(name string) (*stream, error) {
	st, ok := tx.store.streams.lru.Get(name)
	if !ok {
		var err error
		if st, err = tx.store.loadStream(name); err != nil {
			return nil, err
		}
		tx.store.streams.lru.Add(name, st)
	}
	if !st.touched {
		st.touched = true
		tx.touched = append(tx.touched, st)
	}
	return st, nil
}

// stage writes the next event of a stream.
func (tx *tx) stage(st *stream, e *Proposed) { tx.stageAt(st, st.next(), e) }

func (tx *tx) stageAt(st *stream, revision uint64, e *Proposed) {
	position := tx.next
	tx.next++
	// A batch only fails to grow past 4 GiB, which the writer's limit on bytes
	// rules out.
	op := tx.batch.SetDeferred(1+8, recordSize(st.name, e))
	eventKey(op.Key, position)
	encodeRecord(op.Value, st.name, e, tx.now, revision)
	_ = op.Finish()
	tx.staged = append(tx.staged, stagedEvent{st, e.Type, revision, position, e.ID})

	if !st.exists {
		st.exists, st.begun, st.number = true, true, position
	}
	st.last, st.lastAt, st.changed = revision, position, true
	tx.store.streams.remember(st, e.ID, revision)
}

// finish stages what leads to the events: keys of one kind lie together, which
// Pebble's memtable likes best. It says what has changed.
func (tx *tx) finish() {
	for i := range tx.staged {
		e := &tx.staged[i]
		tx.key = indexKey(tx.key, e.stream.name, e.stream.number, e.revision)
		tx.set(tx.key, appendIndexValue(tx.value[:0], e.position, e.id))
	}
	for i := range tx.staged {
		if e := &tx.staged[i]; e.stream.number == 0 || e.revision >= idsIndexed {
			tx.key = idKey(tx.key, e.stream.name, e.id)
			tx.set(tx.key, binary.BigEndian.AppendUint64(tx.value[:0], e.position))
		}
	}
	for _, st := range tx.touched {
		if st.begun {
			tx.key = headKey(tx.key, st.name)
			tx.set(tx.key, binary.BigEndian.AppendUint64(tx.value[:0], st.number))
		}
		if st.changed {
			tx.changes = append(tx.changes, change{st.name, st.streamInfo})
		}
		st.touched, st.begun, st.changed, st.meta = false, false, false, nil
	}
	tx.store.streams.trim()
	if tx.bytes = 0; !tx.batch.Empty() {
		tx.bytes = tx.batch.Len() // Pebble may take the bytes
	}
}

func (tx *tx) set(key, value []byte) { _ = tx.batch.Set(key, value, nil) } // as in stageAt

// metadata is the latest metadata event's data, nil if there is none.
func (tx *tx) metadata(st *stream) ([]byte, error) {
	if st.meta != nil || !st.hasMeta {
		return st.meta, nil
	}
	meta, err := tx.stream(Metastream(st.name))
	if err != nil {
		return nil, err
	}
	var data []byte
	err = tx.store.Event(meta.lastAt, func(e *Event) { data = slices.Clone(e.Data) })
	return data, err
}

// setMetadata makes staged metadata count for the requests behind.
func (tx *tx) setMetadata(st *stream, data []byte) {
	st.meta, st.changed = data, true
	st.hasMeta = true
	st.settings = parseSettings(data)
}

// findID returns the last revision under which a stream holds an event id.
func (tx *tx) findID(st *stream, id [16]byte) (revision uint64, found bool, err error) {
	for i := len(tx.staged) - 1; i >= 0; i-- {
		if e := &tx.staged[i]; e.stream == st && e.id == id {
			return e.revision, true, nil
		}
	}
	if st.number == 0 || st.last >= idsIndexed {
		if revision, found, err = tx.findLateID(st.name, id); found || err != nil {
			return revision, found, err
		}
	}
	for _, candidate := range tx.candidates {
		at, _, ok, err := tx.indexed(st, candidate)
		if err != nil {
			return 0, false, err
		}
		if ok && at == id && (!found || candidate > revision) {
			revision, found = candidate, true
		}
	}
	return revision, found, nil
}

// findLateID looks among the ids that have keys of their own.
func (tx *tx) findLateID(stream string, id [16]byte) (revision uint64, found bool, err error) {
	tx.key = idKey(tx.key, stream, id)
	value, closer, err := tx.store.db.Get(tx.key)
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

// lacks reports that a stream certainly does not hold an id, which is the common
// case; else findID must follow.
func (tx *tx) lacks(st *stream, id [16]byte) bool {
	if !st.exists {
		return true
	}
	tx.candidates = st.ids.candidates(tx.candidates[:0], id)
	return len(tx.candidates) == 0 && st.number != 0 && st.last < idsIndexed
}

// eventAt returns id and position of one revision of a stream.
func (tx *tx) eventAt(st *stream, revision uint64) (id [16]byte, position uint64, ok bool, err error) {
	for i := range tx.staged {
		if e := &tx.staged[i]; e.stream == st && e.revision == revision {
			return e.id, e.position, true, nil
		}
	}
	return tx.indexed(st, revision)
}

// indexed is eventAt for what is in Pebble already.
func (tx *tx) indexed(st *stream, revision uint64) (id [16]byte, position uint64, ok bool, err error) {
	tx.key = indexKey(tx.key, st.name, st.number, revision)
	value, closer, err := tx.store.db.Get(tx.key)
	if errors.Is(err, pebble.ErrNotFound) {
		return id, 0, false, nil
	}
	if err != nil {
		return id, 0, false, err
	}
	position = indexPosition(value)
	id, ok = indexID(value)
	_ = closer.Close()
	if ok {
		return id, position, true, nil
	}
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
