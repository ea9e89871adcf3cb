package service

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/eventstore/blobs"
)

// blobFolder is where a backup keeps the files, encrypted as they are stored, and
// filesList what they are: a line a file, of its name and the SHA-256 of what is stored.
const blobFolder, filesList = "blobs", "files.sha256"

// ManifestFiles is what a backup must hold of the files.
type ManifestFiles struct {
	Count  int    `json:"count"`
	SHA256 string `json:"sha256"` // of files.sha256
	// Unsound are those that the log names and that were damaged or missing before they were copied.
	Unsound []UnsoundFile `json:"unsound,omitempty"`
}

// ErrUnsound: of the files that the log names, some are damaged or missing.
var ErrUnsound = errors.New("some files that the log names are damaged or missing")

// Unsound is ErrUnsound with the files, the first of many; nil of none.
func Unsound(files []UnsoundFile) error {
	if len(files) == 0 {
		return nil
	}
	var names []string
	for _, u := range files[:min(damagedShown, len(files))] {
		names = append(names, u.String())
	}
	return fmt.Errorf("%w: %d, %s", ErrUnsound, len(files), strings.Join(names, "; "))
}

// backupFiles copies every file that is stored. It comes after the log: a file is
// stored before the event that names it, so that the copy holds all that the log
// names. One that is swept or forgotten meanwhile is no part of it. One that is damaged is
// copied as it is, and the manifest says so.
func (s *Service) backupFiles(ctx context.Context, dir string, m *Manifest, named *NamedFiles) error {
	var lines []string
	err := s.Blobs.Each(ctx, func(b blobs.Stored) error {
		r, err := s.Blobs.Export(ctx, b)
		if errors.Is(err, blobs.ErrMissing) {
			return nil
		}
		if err != nil {
			return err
		}
		defer r.Close()
		path := filepath.Join(dir, blobFolder, b.Tenant, b.Ref.Subject, b.Ref.SHA256)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		hash := sha256.New()
		if err := writeFile(path, func(w io.Writer) error {
			_, err := io.Copy(io.MultiWriter(w, hash), r)
			return err
		}); err != nil {
			return err
		}
		lines = append(lines, fmt.Sprintf("%s/%s/%s %x\n", b.Tenant, b.Ref.Subject, b.Ref.SHA256, hash.Sum(nil)))
		return nil
	})
	if err != nil {
		return err
	}
	copied, err := blobs.OpenToCheck("", filepath.Join(dir, blobFolder))
	if err != nil {
		return err
	}
	unsound, err := s.unsoundFiles(ctx, named, copied)
	if err != nil {
		return err
	}
	m.Files = &ManifestFiles{len(lines), sumOf(lines), unsound}
	return writeFile(filepath.Join(dir, filesList), func(w io.Writer) error {
		_, err := io.WriteString(w, strings.Join(lines, "")) // sumOf has sorted them
		return err
	})
}

func sumOf(lines []string) string {
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(strings.Join(lines, "")))
	return hex.EncodeToString(sum[:])
}

// restoreFiles brings the files of a backup, each hashed on the way. A backup
// from before there were files has none.
func (s *Service) restoreFiles(ctx context.Context, dir string, m Manifest) error {
	if m.Files == nil {
		return nil
	}
	if err := checkFiles(dir, m); err != nil {
		return err
	}
	var lines []string
	root := filepath.Join(dir, blobFolder)
	names, err := filepath.Glob(filepath.Join(root, "*", "*", "*"))
	if err != nil {
		return err
	}
	for _, path := range names {
		parts := strings.Split(filepath.ToSlash(strings.TrimPrefix(path, root+string(filepath.Separator))), "/")
		b := blobs.Stored{Tenant: parts[0], Ref: blob.Ref{Subject: parts[1], SHA256: parts[2]}}
		hash := sha256.New()
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		err = s.Blobs.Import(ctx, b, io.TeeReader(file, hash))
		if err = errors.Join(err, file.Close()); err != nil {
			return err
		}
		lines = append(lines, fmt.Sprintf("%s/%s/%s %x\n", parts[0], parts[1], parts[2], hash.Sum(nil)))
	}
	if sum := sumOf(lines); len(lines) != m.Files.Count || sum != m.Files.SHA256 {
		return fmt.Errorf("%d files (%s); the manifest says %d (%s)", len(lines), sum, m.Files.Count, m.Files.SHA256)
	}
	return nil
}

// filesRestored holds what is stored to what the log names.
func (s *Service) filesRestored(ctx context.Context) error {
	named := &NamedFiles{}
	if _, _, err := digest(ctx, s.Store, named); err != nil {
		return err
	}
	unsound, err := s.unsoundFiles(ctx, named, s.Blobs.Checker())
	return errors.Join(err, Unsound(unsound))
}

// damagedShown is how many damaged files are named.
const damagedShown = 10

// checkFiles names the files of a backup that are not as they were backed up, before any is
// taken. A backup from before there was a list has none; its files are held to the
// manifest's sum alone.
func checkFiles(dir string, m Manifest) error {
	list, err := os.ReadFile(filepath.Join(dir, filesList))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if sum := sha256.Sum256(list); hex.EncodeToString(sum[:]) != m.Files.SHA256 {
		return fmt.Errorf("%s is damaged: its hash is %x; the manifest says %s", filesList, sum, m.Files.SHA256)
	}
	var damaged []string
	for line := range strings.Lines(string(list)) {
		name, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		got, err := hashFile(filepath.Join(dir, blobFolder, filepath.FromSlash(name)))
		switch {
		case errors.Is(err, os.ErrNotExist):
			damaged = append(damaged, name+" is missing")
		case err != nil:
			damaged = append(damaged, fmt.Sprintf("%s cannot be read: %v", name, err))
		case got != want:
			damaged = append(damaged, name+" was changed")
		}
	}
	if len(damaged) == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d files are damaged: %s", len(damaged), m.Files.Count,
		strings.Join(damaged[:min(damagedShown, len(damaged))], ", "))
}

func hashFile(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	hash := sha256.New()
	_, err = io.Copy(hash, file)
	return hex.EncodeToString(hash.Sum(nil)), err
}
