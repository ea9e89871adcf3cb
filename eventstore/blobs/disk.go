package blobs

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// disk is what keeping files asks of a file system: the writes whose order and
// failure decide what is there after a loss of power.
type disk interface {
	// create makes a file in a folder, under a name that is not in use.
	create(dir string) (file diskFile, path string, err error)
	open(path string) (io.ReadCloser, error)
	mkdirAll(dir string) error
	rename(from, to string) error
	remove(path string) error
	// syncDir makes the names in a folder durable.
	syncDir(dir string) error
}

type diskFile interface {
	io.Writer
	io.ReaderAt
	io.WriterAt
	io.Closer
	Sync() error
	// Begin has the disk begin to write a part of what was written, and waits for nothing.
	Begin(at, bytes int64)
}

// local is this machine's.
type local struct{}

func (local) create(dir string) (diskFile, string, error) {
	f, err := os.CreateTemp(dir, "*")
	if err != nil {
		return nil, "", err
	}
	return localFile{f}, f.Name(), nil
}

// localFile is a file of this machine's.
type localFile struct{ *os.File }

func (local) open(path string) (io.ReadCloser, error) { return os.Open(path) }
func (local) mkdirAll(dir string) error               { return os.MkdirAll(dir, 0o700) }
func (local) rename(from, to string) error            { return os.Rename(from, to) }
func (local) remove(path string) error                { return os.Remove(path) }

func (local) syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// makeDurable makes a folder, and its name.
func makeDurable(d disk, dir string) error {
	if err := d.mkdirAll(dir); err != nil {
		return err
	}
	return d.syncDir(filepath.Dir(dir))
}
