package blobs

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/tallystick/tallystick/domain/blob"
)

// SweepAfter is how long bytes may stand without an event that names them: far
// longer than any request or job takes between the two.
const SweepAfter = 24 * time.Hour

// Sweep removes what is older than SweepAfter and not named, and what was
// received and never kept. named is asked about many blobs of one tenant at
// once, and must know every event that was in the log when Sweep began.
func (s *Store) Sweep(ctx context.Context, now time.Time, named func(ctx context.Context, tenant string, refs []blob.Ref) ([]bool,
	error)) (removed int, err error) {
	before := now.Add(-SweepAfter)
	if err := s.sweepStaging(before); err != nil {
		return 0, err
	}
	const together = 500
	old := map[string][]Stored{}
	ask := func(tenant string) error {
		n, err := s.sweep(ctx, before, tenant, old[tenant], named)
		removed += n
		delete(old, tenant)
		return err
	}
	err = s.backend.list(ctx, "", func(b Stored) error {
		if b.Modified.After(before) {
			return nil
		}
		old[b.Tenant] = append(old[b.Tenant], b)
		if len(old[b.Tenant]) < together {
			return nil
		}
		return ask(b.Tenant)
	})
	for tenant := range old {
		if err == nil {
			err = ask(tenant)
		}
	}
	return removed, err
}

func (s *Store) sweep(ctx context.Context, before time.Time, tenant string, old []Stored, named func(context.Context, string,
	[]blob.Ref) ([]bool, error)) (removed int, err error) {
	refs := make([]blob.Ref, len(old))
	for i, b := range old {
		refs[i] = b.Ref
	}
	known, err := named(ctx, tenant, refs)
	if err != nil {
		return 0, err
	}
	for i, b := range old {
		if known[i] {
			continue
		}
		gone, err := s.removeUnlessRenewed(ctx, b, before)
		if err != nil {
			return removed, err
		}
		if gone {
			removed++
		}
	}
	return removed, nil
}

// removeUnlessRenewed looks again: the same bytes may have come back since they
// were listed.
func (s *Store) removeUnlessRenewed(ctx context.Context, b Stored, before time.Time) (bool, error) {
	s.moving.Lock()
	defer s.moving.Unlock()
	old := false
	err := s.backend.list(ctx, b.name(), func(now Stored) error {
		old = now.name() == b.name() && !now.Modified.After(before)
		return nil
	})
	if err != nil || !old {
		return false, err
	}
	return true, s.backend.remove(ctx, b.name())
}

func (s *Store) sweepStaging(before time.Time) error {
	entries, err := os.ReadDir(s.staging)
	if err != nil {
		return err
	}
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && info.ModTime().Before(before) {
			err = os.Remove(filepath.Join(s.staging, e.Name()))
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Forget removes all blobs of a subject, whose key is gone already.
func (s *Store) Forget(ctx context.Context, tenant, subject string) error {
	if !tenantValid(tenant) || !(blob.Ref{Subject: subject, SHA256: emptySHA256}).Valid() {
		return nil // it can own none
	}
	return s.backend.list(ctx, tenant+"/"+subject+"/", func(b Stored) error { return s.backend.remove(ctx, b.name()) })
}

// emptySHA256 is a hash that is well formed.
const emptySHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// Each calls f for every blob that is stored.
func (s *Store) Each(ctx context.Context, f func(Stored) error) error {
	return s.backend.list(ctx, "", f)
}

// Export opens a blob's file as it is stored, encrypted, for a copy elsewhere.
func (s *Store) Export(ctx context.Context, b Stored) (io.ReadCloser, error) {
	return s.backend.get(ctx, b.name())
}

// Import keeps the file of a blob that Export gave.
func (s *Store) Import(ctx context.Context, b Stored, r io.Reader) (err error) {
	file, path, err := s.disk.create(s.staging)
	if err != nil {
		return full(err)
	}
	defer func() {
		if err != nil {
			s.disk.remove(path)
		}
	}()
	_, err = io.Copy(file, &within{ctx, r})
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return full(err)
	}
	return s.backend.put(ctx, b.name(), path)
}
