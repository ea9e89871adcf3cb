package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/eventstore/blobs"
	"github.com/tallystick/tallystick/eventstore/proof"
)

// filesOf is where the files that a log names are stored, nil where they are not looked
// at: what stored says, else those of a data directory, or of the bucket that this
// configuration names for it.
func filesOf(stored, dataDir string) (*blobs.Checker, error) {
	switch {
	case stored == "none" || stored == "" && dataDir == "":
		return nil, nil
	case strings.HasPrefix(stored, "s3:"):
		return blobs.OpenToCheck(stored, "")
	case stored != "":
		return blobs.OpenToCheck("", stored)
	}
	c, err := loadWithDemoKey()
	if err == nil && c.BlobURL != "" && sameFolder(c.DataDir, dataDir) {
		return blobs.OpenToCheck(c.BlobURL, "")
	}
	return blobs.OpenToCheck("", filepath.Join(dataDir, "blobs"))
}

func sameFolder(a, b string) bool {
	a, err1 := filepath.Abs(a)
	b, err2 := filepath.Abs(b)
	return err1 == nil && err2 == nil && a == b
}

// verifyStored holds the files to the events that name them, by sums that need no key.
func verifyStored(ctx context.Context, files *blobs.Checker, log func() replayed, out io.Writer) error {
	if files == nil {
		return nil
	}
	look := func() (r service.FilesReport, err error) {
		var named service.NamedFiles
		if err := log()(func(e *proof.Event) error { named.Take(e); return nil }); err != nil {
			return r, err
		}
		return named.Check(ctx, files, nil)
	}
	r, err := look()
	if err == nil && len(r.Unsound) > 0 {
		r, err = look() // beside a service that runs, one may have been forgotten meanwhile
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%d file(s) that the log names are stored as they were", r.Sound)
	if r.ByLength > 0 {
		fmt.Fprintf(out, "; %d older, which carry no sum, are there with their length", r.ByLength)
	}
	if r.Forgotten > 0 {
		fmt.Fprintf(out, "; %d are forgotten", r.Forgotten)
	}
	fmt.Fprintln(out, ".")
	if len(r.Unsound) == 0 {
		return nil
	}
	var wrong []error
	for _, u := range r.Unsound {
		wrong = append(wrong, fmt.Errorf("  %s", u))
	}
	return found("files are not what the log names", wrong)
}
