package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// firstFormat writes a log as the first format had it: an index by name, a key for
// every event id, and heads that say where a stream ends.
type firstFormat struct {
	t        *testing.T
	db       *pebble.DB
	position uint64
	next     map[string]uint64
}

func (f *firstFormat) write(stream, typ string, revision uint64, id byte, data string) {
	f.t.Helper()
	f.position++
	e := Proposed{ID: [16]byte{id}, Type: typ, JSON: true, Data: []byte(data)}
	record := make([]byte, recordSize(stream, &e))
	encodeRecord(record, stream, &e, int64(f.position), revision)
	record[0] = recordVersionNamed
	at := binary.BigEndian.AppendUint64(nil, f.position)
	head := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, revision), f.position)
	flags := byte(0)
	if typ == TombstoneType {
		flags = 1
	}
	index := append([]byte{'s', 0, byte(len(stream))}, stream...)
	for _, kv := range [][2][]byte{
		{eventKey(nil, f.position), record},
		{binary.BigEndian.AppendUint64(index, revision), at},
		{idKey(nil, stream, e.ID), at},
		{headKey(nil, stream), append(head, flags)},
	} {
		if err := f.db.Set(kv[0], kv[1], nil); err != nil {
			f.t.Fatal(err)
		}
	}
}

func (f *firstFormat) append(stream string, id byte) {
	f.t.Helper()
	f.write(stream, "t", f.next[stream], id, "{}")
	f.next[stream]++
}

// openFirstFormat opens a log of the first format with the streams "a" (ids 1 to
// 5), "ab" (6, 7), "cut" (8, 9, truncated before 1) and "gone" (10, tombstoned).
func openFirstFormat(t *testing.T) (*Store, vfs.FS) {
	t.Helper()
	fs := vfs.NewMem()
	db, err := pebble.Open("log", &pebble.Options{FS: fs, FormatMajorVersion: pebble.FormatNewest})
	if err != nil {
		t.Fatal(err)
	}
	f := &firstFormat{t: t, db: db, next: map[string]uint64{}}
	for id := range byte(5) {
		f.append("a", id+1)
	}
	f.append("ab", 6)
	f.append("ab", 7)
	f.append("cut", 8)
	f.append("cut", 9)
	f.write("$$cut", MetadataType, 0, 20, `{"$tb":1}`)
	f.append("gone", 10)
	f.write("gone", TombstoneType, deletedBefore, 21, "")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return reopen(t, nil, fs), fs
}

func reopen(t *testing.T, s *Store, fs vfs.FS) *Store {
	t.Helper()
	if s != nil {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Open(Options{Dir: "log", FS: fs})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A log of the first format is read, continued, and keeps its promises: nothing is
// rewritten, and what comes after is found beside what was there.
func TestFirstFormat(t *testing.T) {
	s, fs := openFirstFormat(t)
	defer func() { _ = s.Close() }()
	want := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	append := func(stream string, e Expected, ids ...byte) string {
		list := make([]Proposed, len(ids))
		for i, id := range ids {
			list[i] = Proposed{ID: [16]byte{id}, Type: "t"}
		}
		r, err := s.Append(stream, e, list)
		return outcome(r, err, true)
	}
	at := func(revision uint64) Expected { return Expected{Condition: AtRevision, Revision: revision} }

	want("head", fmt.Sprint(s.Head()), "12")
	want("a", readIDs(s, "a"), "[1 2 3 4 5]")
	want("cut", readIDs(s, "cut"), "[9]")
	want("gone", readIDs(s, "gone"), "deleted")
	want("a retry", append("a", at(0), 2, 3), "ok 2")
	want("a retry of any", append("a", Expected{}, 2, 3), "ok 2")
	want("far ahead", append("a", at(99), 2, 3), "wrong")
	want("half a retry", append("a", at(1), 3, 99), "wrong")
	want("no stream", append("ab", Expected{Condition: NoStream}, 30), "wrong")
	want("the next", append("a", at(4), 31), "ok 5")
	want("its retry", append("a", at(4), 31), "ok 5")
	want("on a tombstone", append("gone", Expected{}, 32), "deleted")
	want("an id that is cut", append("cut", Expected{}, 8), "ok 0")
	want("it is not written again", append("cut", Expected{Condition: NoStream}, 8), "ok 0")
	want("a new stream", append("new", Expected{Condition: NoStream}, 33, 34), "ok 1")
	for range 2 {
		s = reopen(t, s, fs)
		want("a retry across the formats", append("a", Expected{}, 5, 31), "ok 5")
		want("a", readIDs(s, "a"), "[1 2 3 4 5 31]")
		want("ab", readIDs(s, "ab"), "[6 7]")
		want("cut", readIDs(s, "cut"), "[9]")
		want("new", readIDs(s, "new"), "[33 34]")
		want("its retry", append("new", Expected{}, 33, 34), "ok 1")
	}
	if _, err := s.Delete("ab", at(1)); err != nil {
		t.Error(err)
	}
	want("after a delete", append("ab", Expected{Condition: NoStream}, 35), "ok 2")
	want("ab", readIDs(s, "ab"), "[35]")
}

// A program that knows the first format only must not open a log that was
// continued: it finds records of a version that it does not know.
func TestRecordsHaveTheVersionOfTheirKeys(t *testing.T) {
	s, _ := openFirstFormat(t)
	defer s.Close()
	r, err := s.Append("a", Expected{}, []Proposed{{ID: [16]byte{50}, Type: "t"}})
	if err != nil {
		t.Fatal(err)
	}
	for position, version := range map[uint64]byte{1: recordVersionNamed, r.Position: recordVersion} {
		record, closer, err := s.db.Get(eventKey(nil, position))
		if err != nil {
			t.Fatal(err)
		}
		if record[0] != version {
			t.Errorf("position %d has version %d", position, record[0])
		}
		_ = closer.Close()
	}
}

// Ids are found again on both sides of the revision from which on they have keys of
// their own, and across a restart.
func TestLateIDs(t *testing.T) {
	fs := vfs.NewMem()
	s := reopen(t, nil, fs)
	defer func() { _ = s.Close() }()
	id := func(i int) (id [16]byte) {
		binary.BigEndian.PutUint64(id[8:], uint64(i)*0x9e3779b97f4a7c15)
		return id
	}
	const total, batch = idsIndexed + 600, 500
	write := func(from int) (Result, error) {
		list := make([]Proposed, min(batch, total-from))
		for i := range list {
			list[i] = Proposed{ID: id(from + i), Type: "t"}
		}
		return s.Append("long", Expected{}, list)
	}
	for from := 0; from < total; from += batch {
		if r, err := write(from); err != nil || r.Revision != uint64(min(from+batch, total)-1) {
			t.Fatal(from, r, err)
		}
	}
	for range 2 {
		for _, i := range []int{0, batch, idsIndexed - 1, idsIndexed, total - 1} {
			r, err := s.Append("long", Expected{}, []Proposed{{ID: id(i), Type: "t"}})
			if err != nil || r.Revision != uint64(i) {
				t.Errorf("the retry of %d is answered with %d, %v", i, r.Revision, err)
			}
		}
		if r, err := write(idsIndexed / batch * batch); err != nil || r.Revision != idsIndexed/batch*batch+batch-1 {
			t.Errorf("the retry of a batch: %d, %v", r.Revision, err)
		}
		if last, err := s.Last("long"); err != nil || last != total-1 {
			t.Errorf("the last is %d, %v", last, err)
		}
		s = reopen(t, s, fs)
	}
	it, err := s.db.NewIter(&pebble.IterOptions{LowerBound: []byte{prefixID}, UpperBound: []byte{prefixID + 1}})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for ok := it.First(); ok; ok = it.Next() {
		n++
	}
	if err := errors.Join(it.Error(), it.Close()); err != nil || n != total-idsIndexed {
		t.Errorf("%d ids have keys of their own, %v", n, err)
	}
	var p Page
	if err := s.ReadStream(&p, StreamQuery{Stream: "long", From: math.MaxUint64, Backwards: true, Limit: 1}); err != nil ||
		len(p.Events) != 1 || p.Events[0].ID != id(total-1) {
		t.Errorf("the last event: %v, %v", p.Events, err)
	}
}
