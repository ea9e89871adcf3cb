package blobs

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/tallystick/tallystick/domain/blob"
)

// folder keeps blobs as files.
type folder struct {
	dir  string
	disk disk
}

func newFolder(dir string, d disk) (*folder, error) { return &folder{dir, d}, makeDurable(d, dir) }

func (f *folder) put(_ context.Context, name, path string) error {
	to := filepath.Join(f.dir, filepath.FromSlash(name))
	if err := f.disk.mkdirAll(filepath.Dir(to)); err != nil {
		return full(err)
	}
	if err := f.disk.rename(path, to); err != nil {
		return full(err)
	}
	// The name is durable once each folder on the way to it is.
	for dir := filepath.Dir(to); ; dir = filepath.Dir(dir) {
		if err := f.disk.syncDir(dir); err != nil {
			return full(err)
		}
		if dir == f.dir {
			return nil
		}
	}
}

func (f *folder) get(_ context.Context, name string) (io.ReadCloser, error) {
	file, err := f.disk.open(filepath.Join(f.dir, filepath.FromSlash(name)))
	if errors.Is(err, os.ErrNotExist) {
		return nil, ErrMissing
	}
	if err != nil {
		return nil, full(err)
	}
	return file, nil
}

func (f *folder) remove(_ context.Context, name string) error {
	err := os.Remove(filepath.Join(f.dir, filepath.FromSlash(name)))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

func (f *folder) list(ctx context.Context, prefix string, each func(Stored) error) error {
	root := filepath.Join(f.dir, filepath.FromSlash(prefix))
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, os.ErrNotExist) {
			return nil // removed meanwhile, or nothing was ever kept
		}
		if err != nil {
			return err
		}
		if d.IsDir() {
			return ctx.Err()
		}
		info, err := d.Info()
		if errors.Is(err, os.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		name, err := filepath.Rel(f.dir, path)
		if err != nil {
			return err
		}
		stored, ok := parse(filepath.ToSlash(name))
		if !ok {
			return nil
		}
		stored.Ref.Bytes, stored.Modified = info.Size(), info.ModTime()
		return each(stored)
	})
}

func (f *folder) probe(context.Context) error {
	file, err := os.CreateTemp(filepath.Dir(f.dir), "blobs.probe*")
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

// parse reads a name; what is none of ours is left alone.
func parse(name string) (Stored, bool) {
	parts := strings.Split(name, "/")
	if len(parts) != 3 || !tenantValid(parts[0]) {
		return Stored{}, false
	}
	s := Stored{Tenant: parts[0], Ref: blob.Ref{Subject: parts[1], SHA256: parts[2]}}
	return s, s.Ref.Valid()
}
