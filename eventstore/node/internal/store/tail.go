package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/cockroachdb/errors/oserror"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// ErrTruncated is wrapped by Open when the log ends before an event that was
// acknowledged. What is there is a clean prefix. Restore a backup, or remove the
// TAIL file to accept the loss; positions of lost events may then be used again.
var ErrTruncated = errors.New("store: acknowledged events are missing from the end of the log")

const (
	tailName = "TAIL"

	// reserveBlock positions are reserved by one sync.
	reserveBlock = 1 << 20

	// A slot is sequence(8) reserved(8) witnessed(8) crc32c(4). Two slots are
	// written in turn, far enough apart for a torn sector to hit only one.
	slotSize   = 28
	slotStride = 4096
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// tail is the TAIL file; the writer owns it. See the package comment.
type tail struct {
	file      vfs.File
	sequence  uint64
	reserved  uint64
	witnessed uint64
}

func openTail(fs vfs.FS, dir string) (*tail, error) {
	path := fs.PathJoin(dir, tailName)
	_, err := fs.Stat(path)
	fresh := oserror.IsNotExist(err)
	if err != nil && !fresh {
		return nil, err
	}
	file, err := fs.OpenReadWrite(path, vfs.WriteCategoryUnspecified)
	if err != nil {
		return nil, err
	}
	t := &tail{file: file}
	if fresh {
		err = errors.Join(t.write(), file.Sync(), syncDir(fs, dir))
	} else {
		err = t.load()
	}
	if err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

func syncDir(fs vfs.FS, dir string) error {
	d, err := fs.OpenDir(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// load takes the newer of the two slots that are whole. A file with none is
// empty, torn when it was created, or damaged; the log's own end then counts.
func (t *tail) load() error {
	for slot := range int64(2) {
		var b [slotSize]byte
		if _, err := t.file.ReadAt(b[:], slot*slotStride); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		sequence := binary.BigEndian.Uint64(b[:])
		if crc32.Checksum(b[:24], castagnoli) != binary.BigEndian.Uint32(b[24:]) || sequence < t.sequence {
			continue
		}
		t.sequence = sequence
		t.reserved = binary.BigEndian.Uint64(b[8:])
		t.witnessed = binary.BigEndian.Uint64(b[16:])
	}
	return nil
}

func (t *tail) write() error {
	t.sequence++
	var b [slotSize]byte
	binary.BigEndian.PutUint64(b[:], t.sequence)
	binary.BigEndian.PutUint64(b[8:], t.reserved)
	binary.BigEndian.PutUint64(b[16:], t.witnessed)
	binary.BigEndian.PutUint32(b[24:], crc32.Checksum(b[:24], castagnoli))
	_, err := t.file.WriteAt(b[:], int64(t.sequence%2)*slotStride)
	return err
}

// reserve makes sure that position is covered by a durable reservation.
func (t *tail) reserve(position uint64) error {
	if position <= t.reserved {
		return nil
	}
	t.reserved = position + reserveBlock
	return errors.Join(t.write(), t.file.Sync())
}

// witness notes an acknowledged position. It is synced, or the next write could
// tear the only durable copy of the reservation. Losing a note costs only the
// ability to notice a truncated log, so errors are left to the next reservation.
func (t *tail) witness(position uint64) {
	if position != t.witnessed {
		t.witnessed = position
		_ = errors.Join(t.write(), t.file.Sync())
	}
}

// close notes a clean stop: nothing above reserved was ever handed out.
func (t *tail) close(head, reserved uint64) error {
	t.reserved, t.witnessed = reserved, head
	return errors.Join(t.write(), t.file.Sync(), t.file.Close())
}
