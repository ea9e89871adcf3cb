package follow

import (
	"bufio"
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
)

// History is a Source that can be asked what stands at a place.
type History interface {
	Source
	ReadAll(ctx context.Context, from event.Position, count int) ([]eventstore.Raw, error)
}

// Snapshot is a Source that begins with what it has kept in a file: the events, as
// the log holds them, so that sealed texts stay sealed and a newer release reads
// them as it reads the log. From where the file ends it goes on in the log.
//
// # The file
//
// A head (what it is, and of which prefixes), then records, each with its length
// before it: an event, or a mark. A mark names an event of the log, up to which all
// events with the prefixes stand before it, and ends with the HMAC of all bytes up to
// it. What stands after the last sound mark does not count. Before anything of the
// file counts, the log must hold the marked event at its place: else the file is of
// another log, or of a longer copy, and the log is read from its start.
type Snapshot struct {
	log    History
	path   string
	key    []byte
	logger *slog.Logger

	mu       sync.Mutex // one subscription at a time
	prefixes string
	pending  []eventstore.Raw // read from the file, not delivered yet
	at       event.Position   // up to where the file, or what was delivered since, goes
	out      *os.File         // nil = nothing is kept: another process does, or the disk failed
	buffer   *bufio.Writer
	sum      hash.Hash
	marked   time.Time
}

// NewSnapshot keeps what log delivers in a file, which key protects against changes;
// the folder is made. A file that cannot be written is said in a warning, and does
// without.
func NewSnapshot(log History, path string, key []byte, logger *slog.Logger) *Snapshot {
	return &Snapshot{log: log, path: path, key: key, logger: logger}
}

const (
	snapshotHead = "tallystick events 1\n"
	kindEvent    = 'e'
	kindMark     = 'm'
	// markPeriod is how far a file may be behind: what a restart reads again.
	markPeriod = time.Minute
	// recordMax bounds what a length in a file is believed.
	recordMax = 64 << 20
)

// Decode is the log's.
func (s *Snapshot) Decode(ctx context.Context, raw eventstore.Raw) (event.Recorded, bool, error) {
	return s.log.Decode(ctx, raw)
}

// NoneBetween is the log's.
func (s *Snapshot) NoneBetween(ctx context.Context, after, until event.Position, prefixes []string) (bool, error) {
	return s.log.NoneBetween(ctx, after, until, prefixes)
}

// Subscribe is the log's, but that from the start it begins with what was kept.
func (s *Snapshot) Subscribe(ctx context.Context, from event.Position, prefixes []string, deliver func(eventstore.Delivery) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if from == (event.Position{}) {
		if err := s.open(ctx, prefixes); err != nil {
			return err
		}
	}
	for len(s.pending) > 0 {
		e := &s.pending[0]
		if from.Less(e.Position) {
			if err := deliver(eventstore.Delivery{Event: e, Position: e.Position}); err != nil {
				return err
			}
			from = e.Position
		}
		s.pending = s.pending[1:]
	}
	s.pending = nil
	if from.Less(s.at) {
		from = s.at
	}
	if from != s.at {
		s.stop(nil) // of what was delivered meanwhile nothing is known
	}
	err := s.log.Subscribe(ctx, from, prefixes, func(d eventstore.Delivery) error {
		if err := deliver(d); err != nil {
			return err
		}
		s.keep(ctx, d)
		return nil
	})
	if ctx.Err() != nil {
		s.stop(nil) // whoever begins again opens the file
	}
	return err
}

// open reads the file. It fails only where the log does not answer.
func (s *Snapshot) open(ctx context.Context, prefixes []string) error {
	s.stop(nil)
	s.pending, s.at, s.prefixes = nil, event.Position{}, strings.Join(prefixes, " ")
	f, ours, err := s.openFile()
	if err != nil {
		s.warn(err)
		return nil
	}
	size, err := s.load(ctx, f)
	if err != nil || !ours {
		f.Close()
		return err
	}
	s.out, s.buffer = f, bufio.NewWriter(f)
	if err := s.truncate(size); err != nil {
		s.stop(err)
	}
	return nil
}

// openFile opens the file and takes its lock; ours is false where another process
// has it, which writes.
func (s *Snapshot) openFile() (f *os.File, ours bool, err error) {
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return nil, false, err
	}
	if f, err = os.OpenFile(s.path, os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return nil, false, err
	}
	return f, syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil, nil
}

// load takes what counts of the file, and returns how long that part of it is; s.sum
// has gone over it then.
func (s *Snapshot) load(ctx context.Context, f io.Reader) (size int64, err error) {
	s.sum = hmac.New(sha256.New, s.key)
	content, err := io.ReadAll(f)
	if err != nil {
		s.warn(err)
		return 0, nil
	}
	events, mark, size := s.parse(content)
	if size == 0 {
		return 0, nil
	}
	found, err := s.log.ReadAll(ctx, mark.Position, 1)
	if err != nil && !eventstore.Elsewhere(err) {
		return 0, err
	}
	if len(found) != 1 || found[0].ID != mark.ID || found[0].Position != mark.Position {
		s.logger.Warn("what was kept of the log is of another one; reading the log from its start", "file", s.path)
		s.sum.Reset()
		return 0, nil
	}
	s.pending, s.at = events, mark.Position
	s.sum.Reset()
	s.sum.Write(content[:size])
	return size, nil
}

// parse returns the events up to the last sound mark, and where that ends; size is 0
// where there is none.
func (s *Snapshot) parse(content []byte) (events []eventstore.Raw, mark eventstore.Raw, size int64) {
	rest, ok := bytes.CutPrefix(content, s.head())
	if !ok {
		return nil, mark, 0
	}
	sum := hmac.New(sha256.New, s.key)
	sum.Write(s.head())
	var all []eventstore.Raw
	for len(rest) > 4 {
		n := binary.BigEndian.Uint32(rest)
		if n < 1 || n > recordMax || uint64(n) > uint64(len(rest)-4) {
			break
		}
		kind, body := rest[4], rest[5:4+n]
		if kind == kindMark {
			if len(body) < sha256.Size {
				break
			}
			claimed := body[len(body)-sha256.Size:]
			sum.Write(rest[:4+n-sha256.Size])
			if !hmac.Equal(sum.Sum(nil), claimed) {
				break
			}
			sum.Write(claimed)
			m, ok := decodeRaw(body[:len(body)-sha256.Size])
			if !ok {
				break
			}
			events, mark, size = all, m, int64(len(content)-len(rest)+4+int(n))
		} else {
			sum.Write(rest[:4+n])
			e, ok := decodeRaw(body)
			if !ok {
				break
			}
			all = append(all, e)
		}
		rest = rest[4+n:]
	}
	return events, mark, size
}

func (s *Snapshot) head() []byte { return []byte(snapshotHead + s.prefixes + "\n") }

// truncate lets the file end after what counts, or begins it anew.
func (s *Snapshot) truncate(size int64) error {
	if err := s.out.Truncate(size); err != nil {
		return err
	}
	if _, err := s.out.Seek(size, io.SeekStart); err != nil || size > 0 {
		return err
	}
	return s.write(s.head())
}

func (s *Snapshot) write(b []byte) error {
	s.sum.Write(b)
	_, err := s.buffer.Write(b)
	return err
}

// keep writes what was delivered, and a mark now and then.
func (s *Snapshot) keep(ctx context.Context, d eventstore.Delivery) {
	if s.at.Less(d.Position) {
		s.at = d.Position
	}
	if s.out == nil {
		return
	}
	if d.Event != nil {
		if err := s.write(record(kindEvent, d.Event)); err != nil {
			s.stop(err)
			return
		}
	}
	if !d.CaughtUp && time.Since(s.marked) < markPeriod {
		return
	}
	last := d.Event
	if last == nil {
		found, err := s.log.ReadAll(ctx, d.Position, 1)
		if err != nil || len(found) != 1 || found[0].Position != d.Position {
			return // no event stands exactly there; a later one will do
		}
		last = &found[0]
	}
	if err := s.mark(last); err != nil {
		s.stop(err)
	}
}

// mark says that the file is whole up to an event.
func (s *Snapshot) mark(last *eventstore.Raw) error {
	r := record(kindMark, &eventstore.Raw{ID: last.ID, Position: last.Position})
	binary.BigEndian.PutUint32(r, uint32(len(r)-4+sha256.Size))
	if err := s.write(r); err != nil {
		return err
	}
	s.marked = time.Now()
	if err := s.write(s.sum.Sum(nil)); err != nil {
		return err
	}
	return s.buffer.Flush()
}

// stop ends keeping; err is why, where something failed.
func (s *Snapshot) stop(err error) {
	if s.out != nil {
		s.out.Close()
		s.out = nil
	}
	if err != nil {
		s.warn(err)
	}
}

func (s *Snapshot) warn(err error) {
	s.logger.Warn("events are not kept beside the log; the next start reads the log from its start", "file", s.path, "error", err)
}

// record is an event with its length and kind before it.
func record(kind byte, e *eventstore.Raw) []byte {
	b := append(make([]byte, 4, 128+len(e.Data)+len(e.Metadata)), kind)
	b = append(b, e.ID[:]...)
	for _, n := range []uint64{e.Position.Commit, e.Position.Prepare, e.Revision, uint64(e.Created.UnixNano())} {
		b = binary.BigEndian.AppendUint64(b, n)
	}
	for _, text := range [][]byte{[]byte(e.Stream), []byte(e.Type), []byte(e.ContentType), e.Data, e.Metadata} {
		b = append(binary.BigEndian.AppendUint32(b, uint32(len(text))), text...)
	}
	binary.BigEndian.PutUint32(b, uint32(len(b)-4))
	return b
}

func decodeRaw(b []byte) (e eventstore.Raw, ok bool) {
	const fixed = len(uuid.UUID{}) + 4*8
	if len(b) < fixed {
		return e, false
	}
	copy(e.ID[:], b)
	number := func(i int) uint64 { return binary.BigEndian.Uint64(b[len(e.ID)+8*i:]) }
	e.Position, e.Revision, e.Created = event.Position{Commit: number(0), Prepare: number(1)}, number(2), time.Unix(0, int64(number(3))).UTC()
	b = b[fixed:]
	texts := make([][]byte, 5)
	for i := range texts {
		if len(b) < 4 || uint64(binary.BigEndian.Uint32(b)) > uint64(len(b)-4) {
			return e, false
		}
		n := binary.BigEndian.Uint32(b)
		texts[i], b = b[4:4+n:4+n], b[4+n:]
	}
	e.Stream, e.Type, e.ContentType, e.Data, e.Metadata = string(texts[0]), string(texts[1]), string(texts[2]), texts[3], texts[4]
	return e, len(b) == 0
}
