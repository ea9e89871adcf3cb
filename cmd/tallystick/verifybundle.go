package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/eventstore/proof/rfc3161"
)

// isZIP reports whether a path is of a ZIP, as evidence bundles are.
func isZIP(path string) bool {
	in, err := os.Open(path)
	if err != nil {
		return false
	}
	defer in.Close()
	head := make([]byte, 4)
	_, err = io.ReadFull(in, head)
	return err == nil && string(head) == "PK\x03\x04"
}

// bundleLog is the entry of an evidence bundle that holds the events.
const bundleLog = "log.ndjson"

// verifyBundle looks at an evidence bundle: its events as any other log's, its
// manifest by the events, and its files by the manifest.
func verifyBundle(path string, ring *proof.Keyring, trusted *rfc3161.Authority, kept, pdfs []string, out io.Writer) error {
	archive, err := zip.OpenReader(path)
	if err != nil {
		return err
	}
	defer archive.Close()
	if !slices.ContainsFunc(archive.File, func(f *zip.File) bool { return f.Name == bundleLog }) {
		return fmt.Errorf("%s holds no %s: it is no evidence bundle", path, bundleLog)
	}
	if err := onlyBundled(archive.File); err != nil {
		return err
	}
	if err := verifyWords(&archive.Reader, ring); err != nil {
		return err
	}
	claimed, raw, err := claims(&archive.Reader)
	if err != nil {
		return err
	}
	var named *feeds.Inventory
	log := func(take func(*proof.Event) error) error {
		named = &feeds.Inventory{ExportID: claimed.ExportID} // the log is read twice
		in, err := archive.Open(bundleLog)
		if err != nil {
			return err
		}
		defer in.Close()
		return proof.ReadLines(in, func(e *proof.Event) error {
			p, _, err := eventstore.Registry.Decode(e.Stream, e.Type, e.Data)
			if err != nil || eventstore.NotOurs(e) != "" {
				p = nil // what it should be is the log's to say
			}
			named.Take(e.Stream, p)
			return take(e)
		})
	}
	own, err := ownCheckpoint(&archive.Reader)
	if err != nil {
		return err
	}
	defer os.Remove(own)
	if err := verifyLog(log, nil, ring, trusted, append(slices.Clone(kept), own), pdfs, out); err != nil {
		return err
	}
	size, err := checkpointSize(own, ring)
	if err != nil {
		return err
	}
	if err := verifyManifest(claimed, raw, named, size); err != nil {
		return err
	}
	return verifyFiles(archive.File, claimed.Files, out)
}

// bundled are the names of a bundle's entries; folders are written by other programs.
var bundled = regexp.MustCompile(`^(log\.ndjson|manifest\.json|checkpoint\.txt|keys\.txt|README\.txt|rotations/\d{3,}\.txt|files/.*|[a-z]+/)$`)

// onlyBundled refuses an archive in which a name stands twice, since programs differ in
// which of the two they read, and one with an entry that no bundle has: nothing here
// vouches for it.
func onlyBundled(files []*zip.File) error {
	seen := map[string]bool{}
	for _, f := range files {
		if seen[f.Name] {
			return fmt.Errorf("%s stands twice in the bundle", f.Name)
		}
		if !bundled.MatchString(f.Name) {
			return fmt.Errorf("%q is no part of a bundle", f.Name)
		}
		seen[f.Name] = true
	}
	return nil
}

// bundleManifest is the entry of an evidence bundle that says what it holds.
const bundleManifest = "manifest.json"

// manifestBytesMax bounds what of a manifest is read: some hundred bytes a file.
const manifestBytesMax = 1 << 30

// claims reads what the bundle says of itself.
func claims(archive *zip.Reader) (m feeds.EvidenceManifest, raw []byte, err error) {
	in, err := archive.Open(bundleManifest)
	if err != nil {
		return m, nil, fmt.Errorf("the bundle lacks its manifest: %w", err)
	}
	defer in.Close()
	if raw, err = io.ReadAll(io.LimitReader(in, manifestBytesMax)); err != nil {
		return m, nil, fmt.Errorf("%s: %w", bundleManifest, err)
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return m, nil, fmt.Errorf("%s: %w", bundleManifest, err)
	}
	return m, raw, nil
}

// checkpointSize is how many leaves a signed head covers.
func checkpointSize(path string, ring *proof.Keyring) (uint64, error) {
	note, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	c, _, err := ring.Open(wholeNote(note))
	return c.Size, err
}

// verifyManifest holds a manifest to what follows from the events, which are what
// was signed: each file, and why one is not here. That a file was lost is the one
// thing that they cannot say, and makes the evidence incomplete.
func verifyManifest(m feeds.EvidenceManifest, raw []byte, named *feeds.Inventory, checkpointSize uint64) error {
	want, ok := named.Evidence(checkpointSize)
	if !ok {
		return fmt.Errorf("%s: no event asks for the evidence that is export_id %q", bundleManifest, m.ExportID)
	}
	text, err := want.Text()
	if err != nil || bytes.Equal(text, raw) {
		return err
	}
	var wrong []error
	differ := func(what string, says, follows any) {
		if says != follows {
			wrong = append(wrong, fmt.Errorf("  %s: it says %v; the events say %v", what, says, follows))
		}
	}
	differ("format", m.Format, want.Format)
	differ("tenant", m.Tenant, want.Tenant)
	differ("log_position", m.LogPosition, want.LogPosition)
	differ("events", m.Events, want.Events)
	differ("checkpoint_size", m.Checkpoint, want.Checkpoint)
	differ("without", fmt.Sprint(m.Without), fmt.Sprint(want.Without))
	listed := map[string]feeds.BundleFile{}
	for _, f := range m.Files {
		listed[f.Name] = f
	}
	for _, f := range want.Files {
		says, ok := listed[f.Name]
		delete(listed, f.Name)
		f.Ref, f.Stream = blob.Ref{}, ""
		switch {
		case !ok:
			wrong = append(wrong, fmt.Errorf("  %s: an event names it, and it is not listed", f.Name))
		case f.State == feeds.FileKept && (says.State == feeds.FileMissing || says.State == feeds.FileDamaged):
			wrong = append(wrong, fmt.Errorf("  %s: it was %s when the bundle was made, and no event says why", f.Name, says.State))
		default:
			differ(f.Name, says, f)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		wrong = append(wrong, fmt.Errorf("  %s: no event names it", name))
	}
	if len(wrong) == 0 {
		wrong = append(wrong, errors.New("  it is not written as it was made"))
	}
	return found("the manifest is not what follows from the events", wrong)
}

// found is an error that lists findings, the first of many.
func found(what string, wrong []error) error {
	if n := len(wrong); n > findingsShown {
		wrong = append(wrong[:findingsShown:findingsShown], fmt.Errorf("  … and %d more", n-findingsShown))
	}
	return fmt.Errorf("%s:\n%w", what, errors.Join(wrong...))
}

// verifyFiles holds the files of the archive to the manifest, which is what the
// events say: those that it says are kept are here byte for byte, and no others.
func verifyFiles(archive []*zip.File, listed []feeds.BundleFile, out io.Writer) error {
	kept, absent := map[string]feeds.BundleFile{}, map[string][]string{}
	for _, f := range listed {
		if f.State == feeds.FileKept {
			kept[f.Name] = f
		} else {
			absent[f.State] = append(absent[f.State], f.Name)
		}
	}
	present := 0
	var wrong []error
	for _, f := range archive {
		if !strings.HasPrefix(f.Name, "files/") || strings.HasSuffix(f.Name, "/") {
			continue // a folder, as other programs write them
		}
		if err := verifyFile(f, kept); err != nil {
			wrong = append(wrong, err)
		}
		present++
		delete(kept, f.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(kept)) {
		wrong = append(wrong, fmt.Errorf("  %s: the manifest lists it as kept, and it is not here", name))
	}
	if len(wrong) > 0 {
		return found("the bundle's files are not what its events name", wrong)
	}
	fmt.Fprintf(out, "%d file(s) are what the events name, byte for byte; %d that they name are not here.\n", present, len(listed)-present)
	for _, state := range slices.Sorted(maps.Keys(absent)) {
		for i, name := range absent[state] {
			if i == findingsShown {
				fmt.Fprintf(out, "  … and %d more: %s\n", len(absent[state])-i, state)
				break
			}
			fmt.Fprintf(out, "  %s: %s\n", name, state)
		}
	}
	return nil
}

// ownCheckpoint is a file with the signed head that the bundle ends at: a log that
// was cut off is shorter than it.
func ownCheckpoint(archive *zip.Reader) (path string, err error) {
	in, err := archive.Open("checkpoint.txt")
	if err != nil {
		return "", fmt.Errorf("the bundle lacks its checkpoint: %w", err)
	}
	defer in.Close()
	out, err := os.CreateTemp("", "tallystick-checkpoint-*.txt")
	if err != nil {
		return "", err
	}
	_, err = io.Copy(out, io.LimitReader(in, 1<<16))
	return out.Name(), errors.Join(err, out.Close())
}

// verifyFile holds a file to the event that names it.
func verifyFile(f *zip.File, kept map[string]feeds.BundleFile) error {
	want, ok := kept[f.Name]
	if !ok {
		return fmt.Errorf("  %s: the manifest does not list it as kept", f.Name)
	}
	in, err := f.Open()
	if err != nil {
		return fmt.Errorf("  %s: %w", f.Name, err)
	}
	defer in.Close()
	h := sha256.New()
	n, err := io.Copy(h, io.LimitReader(in, want.Bytes+1))
	switch {
	case err != nil:
		return fmt.Errorf("  %s: %w", f.Name, err)
	case n != want.Bytes || hex.EncodeToString(h.Sum(nil)) != want.SHA256:
		return fmt.Errorf("  %s: its bytes are not those that the event names", f.Name)
	}
	return nil
}
