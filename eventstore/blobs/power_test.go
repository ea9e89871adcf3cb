package blobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/packaging/soak"
)

// crashable is a disk that forgets what was not synced when the power fails, and is
// full after some more writes.
type crashable struct {
	fs vfs.FS

	mu    sync.Mutex
	left  int // writes until it is full; below 0 = it never is
	files int
}

func (c *crashable) write() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left == 0 {
		return syscall.ENOSPC
	}
	c.left--
	return nil
}

func (c *crashable) create(dir string) (diskFile, string, error) {
	if err := c.write(); err != nil {
		return nil, "", err
	}
	c.mu.Lock()
	c.files++
	path := filepath.Join(dir, fmt.Sprint(c.files))
	c.mu.Unlock()
	f, err := c.fs.Create(path, vfs.WriteCategoryUnspecified)
	return &crashableFile{f, c, 0}, path, err
}

func (c *crashable) open(path string) (io.ReadCloser, error) { return c.fs.Open(path) }

func (c *crashable) mkdirAll(dir string) error {
	if err := c.write(); err != nil {
		return err
	}
	return c.fs.MkdirAll(dir, 0o700)
}

func (c *crashable) rename(from, to string) error {
	if err := c.write(); err != nil {
		return err
	}
	return c.fs.Rename(from, to)
}

func (c *crashable) remove(path string) error { return c.fs.Remove(path) }

func (c *crashable) syncDir(dir string) error {
	if err := c.write(); err != nil {
		return err
	}
	d, err := c.fs.OpenDir(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// crashableFile can be written anywhere: what comes late is put together before.
type crashableFile struct {
	vfs.File
	disk *crashable
	end  int64
}

func (f *crashableFile) Write(p []byte) (int, error) {
	n, err := f.WriteAt(p, f.end)
	f.end += int64(n)
	return n, err
}

func (f *crashableFile) WriteAt(p []byte, at int64) (int, error) {
	if err := f.disk.write(); err != nil {
		return 0, err
	}
	return f.File.WriteAt(p, at)
}

// Begin makes nothing durable, as far as anyone may rely on it.
func (f *crashableFile) Begin(int64, int64) {}

func (f *crashableFile) Sync() error {
	if err := f.disk.write(); err != nil {
		return err
	}
	return f.File.Sync()
}

func readBlob(t *testing.T, s *Store, ref blob.Ref) ([]byte, error) {
	t.Helper()
	r, err := s.Open(context.Background(), tenant, ref)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// Whenever the power fails, a blob that was kept is there, whole, and one that was not
// is absent or says that it is damaged: never other bytes.
func TestPowerLoss(t *testing.T) {
	for seed := range uint64(soak.Of(40, 300)) {
		random := rand.New(rand.NewPCG(seed, 3))
		memory, b := vfs.NewCrashableMem(), newBox()
		if err := errors.Join(memory.MkdirAll("/data", 0o700), (&crashable{fs: memory, left: -1}).syncDir("/")); err != nil {
			t.Fatal(err)
		}
		kept, tried := map[blob.Ref][]byte{}, map[blob.Ref][]byte{}
		for range 4 {
			s, err := open("", "/data", b, &crashable{fs: memory, left: -1})
			if err != nil {
				t.Fatal(err)
			}
			for range random.IntN(6) {
				body := content(random.Uint64(), random.IntN(200_000))
				st, err := s.Receive(context.Background(), bytes.NewReader(body), 1<<20)
				if err != nil {
					t.Fatal(err)
				}
				subject := fmt.Sprintf("client-%032x", random.IntN(3))
				if random.IntN(4) == 0 {
					tried[blob.Ref{Subject: subject, SHA256: st.SHA256, Bytes: st.Bytes}] = body
					continue // the power fails before it is kept
				}
				ref, err := st.Keep(context.Background(), tenant, subject)
				if err != nil {
					t.Fatal(err)
				}
				kept[ref] = body
			}
			memory = memory.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: random.IntN(101), RNG: random})
			s = &Store{box: b, disk: &crashable{fs: memory, left: -1}}
			s.backend = &folder{"/data/blobs", s.disk}
			for ref, body := range kept {
				if got, err := readBlob(t, s, ref); err != nil || !bytes.Equal(got, body) {
					t.Fatalf("seed %d: a blob of %d bytes that was kept: %d bytes, %v", seed, len(body), len(got), err)
				}
			}
			for ref, body := range tried {
				if got, err := readBlob(t, s, ref); err == nil && !bytes.Equal(got, body) {
					t.Fatalf("seed %d: a blob that was not kept has other bytes", seed)
				}
			}
		}
	}
}

// At whichever write the disk is full, it is said, nothing is left in the way, and the
// same bytes are kept once there is space.
func TestFullDisk(t *testing.T) {
	body := content(1, 200_000)
	for n := 0; ; n++ {
		b, d := newBox(), &crashable{fs: vfs.NewCrashableMem(), left: -1}
		s, err := open("", "/data", b, d)
		if err != nil {
			t.Fatal(err)
		}
		d.left = n
		const subject = "client-00000000000000000000000000000001"
		_, err = s.Put(context.Background(), tenant, subject, bytes.NewReader(body), 1<<20)
		if err == nil {
			if n < 8 {
				t.Errorf("only %d writes were tried", n)
			}
			return
		}
		if !errors.Is(err, fault.New(fault.StoreUnavailable, "")) {
			t.Errorf("write %d: %v", n, err)
		}
		if left, err := d.fs.List("/data/blobs.staging"); err != nil || len(left) > 0 {
			t.Errorf("write %d: %v is left, %v", n, left, err)
		}
		d.left = -1
		ref, err := s.Put(context.Background(), tenant, subject, bytes.NewReader(body), 1<<20)
		if err != nil {
			t.Fatalf("write %d, with space again: %v", n, err)
		}
		if got, err := readBlob(t, s, ref); err != nil || !bytes.Equal(got, body) {
			t.Errorf("write %d: %d bytes, %v", n, len(got), err)
		}
	}
}
