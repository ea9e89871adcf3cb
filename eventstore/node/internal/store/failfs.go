package store

import (
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// failFS is the file system as Pebble sees it. Where Pebble ends a file of its
// write-ahead log and begins the next one, and where it notes in a manifest which
// tables there are, an error is fatal to it: it would end the process, with all who
// read, or (see failLogger) a flush whose end Close then waits for in vain. So these
// files, and folders, tell of no error: it fails the store, which then acknowledges
// nothing any more, and what is written to them from then on is dropped.
// All other files take nothing from then on, and nothing is removed: what Pebble
// believes of the log's end never reaches the disk, and what was acknowledged stays
// where it was synced.
//
// It begins with ready: while a log is opened, Pebble answers every error. Copies
// into other folders are left alone.
type failFS struct {
	vfs.FS
	store *Store
	ready atomic.Bool
}

func (f *failFS) isOwn(folder string) bool {
	return filepath.Clean(folder) == filepath.Clean(f.store.dir)
}

// lost fails the store, and reports whether it had failed or has now.
func (f *failFS) lost(err error) bool {
	if !f.ready.Load() {
		return false
	}
	if err != nil {
		f.store.fail(err)
	}
	return f.store.Failed() != nil
}

func (f *failFS) refused() error {
	if f.ready.Load() {
		return f.store.Failed()
	}
	return nil
}

func (f *failFS) file(name string, open func() (vfs.File, error)) (vfs.File, error) {
	if !f.isOwn(f.PathDir(name)) {
		return open()
	}
	if isFatal(f.PathBase(name)) {
		return f.logFile(open)
	}
	if err := f.refused(); err != nil {
		return nil, err
	}
	file, err := open()
	if err != nil {
		return nil, err
	}
	return &refusingFile{file, f}, nil
}

// isFatal reports whether Pebble gives up on an error of a file.
func isFatal(base string) bool {
	return strings.HasSuffix(base, ".log") || strings.HasPrefix(base, "MANIFEST-") || strings.HasPrefix(base, "marker.")
}

func (f *failFS) logFile(open func() (vfs.File, error)) (vfs.File, error) {
	if f.lost(nil) {
		return &logFile{File: lostFile{}, fs: f}, nil
	}
	file, err := open()
	if f.lost(err) {
		return &logFile{File: lostFile{}, fs: f}, nil
	}
	if err != nil {
		return nil, err
	}
	return &logFile{file, f}, nil
}

func (f *failFS) Create(name string, category vfs.DiskWriteCategory) (vfs.File, error) {
	return f.file(name, func() (vfs.File, error) { return f.FS.Create(name, category) })
}

func (f *failFS) OpenReadWrite(name string, category vfs.DiskWriteCategory, o ...vfs.OpenOption) (vfs.File, error) {
	return f.file(name, func() (vfs.File, error) { return f.FS.OpenReadWrite(name, category, o...) })
}

func (f *failFS) ReuseForWrite(before, name string, category vfs.DiskWriteCategory) (vfs.File, error) {
	return f.file(name, func() (vfs.File, error) { return f.FS.ReuseForWrite(before, name, category) })
}

// OpenDir gives a folder to be synced, which belongs to beginning a file.
func (f *failFS) OpenDir(name string) (vfs.File, error) {
	dir, err := f.FS.OpenDir(name)
	if err != nil || !f.isOwn(name) {
		return dir, err
	}
	return &logFile{dir, f}, nil
}

func (f *failFS) unlessRefused(do func() error) error {
	if err := f.refused(); err != nil {
		return err
	}
	return do()
}

func (f *failFS) Remove(name string) error {
	return f.unlessRefused(func() error { return f.FS.Remove(name) })
}

func (f *failFS) RemoveAll(name string) error {
	return f.unlessRefused(func() error { return f.FS.RemoveAll(name) })
}

func (f *failFS) Rename(before, name string) error {
	return f.unlessRefused(func() error { return f.FS.Rename(before, name) })
}

func (f *failFS) Link(before, name string) error {
	return f.unlessRefused(func() error { return f.FS.Link(before, name) })
}

func (f *failFS) Unwrap() vfs.FS { return f.FS }

// logFile is a file of the write-ahead log, a manifest or what points to it, or a
// folder.
type logFile struct {
	vfs.File
	fs *failFS
}

func (l *logFile) do(work func() error) error {
	if l.fs.lost(nil) {
		return nil
	}
	if err := work(); err != nil && !l.fs.lost(err) {
		return err
	}
	return nil
}

func (l *logFile) Write(b []byte) (n int, err error) {
	return len(b), l.do(func() error { _, err := l.File.Write(b); return err })
}

func (l *logFile) WriteAt(b []byte, at int64) (n int, err error) {
	return len(b), l.do(func() error { _, err := l.File.WriteAt(b, at); return err })
}

func (l *logFile) Preallocate(at, length int64) error {
	return l.do(func() error { return l.File.Preallocate(at, length) })
}

func (l *logFile) Sync() error     { return l.do(l.File.Sync) }
func (l *logFile) SyncData() error { return l.do(l.File.SyncData) }

func (l *logFile) SyncTo(length int64) (whole bool, err error) {
	err = l.do(func() (err error) { whole, err = l.File.SyncTo(length); return err })
	return whole, err
}

// Close lets go of the file in any case.
func (l *logFile) Close() error {
	if err := l.File.Close(); err != nil && !l.fs.lost(err) {
		return err
	}
	return nil
}

// refusingFile is any other file.
type refusingFile struct {
	vfs.File
	fs *failFS
}

func (r *refusingFile) Write(b []byte) (int, error) {
	if err := r.fs.refused(); err != nil {
		return 0, err
	}
	return r.File.Write(b)
}

func (r *refusingFile) Sync() error     { return r.fs.unlessRefused(r.File.Sync) }
func (r *refusingFile) SyncData() error { return r.fs.unlessRefused(r.File.SyncData) }

// lostFile stands for a file that could not be begun.
type lostFile struct{ vfs.File }

func (lostFile) Close() error                { return nil }
func (lostFile) Fd() uintptr                 { return vfs.InvalidFd }
func (lostFile) Stat() (vfs.FileInfo, error) { return lostInfo{}, nil }

type lostInfo struct{ vfs.FileInfo }

func (lostInfo) Size() int64 { return 0 }
