package render

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"path"
	"strings"
	"time"
)

// File is one entry of a ZIP.
type File struct {
	Name string // with forward slashes, relative
	Data []byte
}

// zipEpoch is the earliest time that a ZIP can hold.
var zipEpoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// Archive writes a ZIP entry by entry. Entries are stored as they are, since what
// a compressor makes of them changes with its version, and carry one time.
type Archive struct {
	w    *zip.Writer
	at   time.Time
	seen map[string]bool
}

// NewArchive begins a ZIP whose entries carry the time at; the zero time is 1980.
func NewArchive(w io.Writer, at time.Time) *Archive {
	if at.Before(zipEpoch) {
		at = zipEpoch
	}
	return &Archive{w: zip.NewWriter(w), at: at.UTC(), seen: map[string]bool{}}
}

// Entry begins an entry; what is written goes into it until the next begins.
func (a *Archive) Entry(name string) (io.Writer, error) {
	if name == "" || path.IsAbs(name) || path.Clean(name) != name || strings.HasPrefix(name, "../") || strings.Contains(name, `\`) || a.seen[name] {
		return nil, fmt.Errorf("render: %q is no name of an entry of its own", name)
	}
	a.seen[name] = true
	return a.w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store, Modified: a.at})
}

// Close ends the ZIP.
func (a *Archive) Close() error { return a.w.Close() }

// ZIP is the archive of some files, in their order.
func ZIP(at time.Time, files ...File) ([]byte, error) {
	var out bytes.Buffer
	a := NewArchive(&out, at)
	for _, f := range files {
		w, err := a.Entry(f.Name)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.Data); err != nil {
			return nil, err
		}
	}
	err := a.Close()
	return out.Bytes(), err
}
