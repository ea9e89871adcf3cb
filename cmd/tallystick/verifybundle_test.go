package main

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/checkpoint"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/domain/taxreturn"
	"github.com/tallystick/tallystick/eventstore/proof"
)

func writeZIP(t *testing.T, files ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bundle.zip")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	w := zip.NewWriter(out)
	for i := 0; i+1 < len(files); i += 2 {
		f, err := w.CreateHeader(&zip.FileHeader{Name: files[i], Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// sampleBundle is what a bundle of a few files is made of.
type sampleBundle struct {
	signer            *proof.Signer
	public, log, note string
	manifest          feeds.EvidenceManifest
	files             map[string]string // by name in the archive
}

const testExport = "0192aa00000000000000000000000009"

// sampleEvidence is a log in which a document, a return, an export and a document of
// somebody forgotten name files, and a request for it as evidence.
func sampleEvidence(t *testing.T, without ...access.Permission) sampleBundle {
	t.Helper()
	private, public, err := proof.NewKey(nil, "test.example/log")
	if err != nil {
		t.Fatal(err)
	}
	signer, err := proof.ParseSigner(private)
	if err != nil {
		t.Fatal(err)
	}
	b := sampleBundle{signer: signer, public: public, files: map[string]string{}}
	inventory := &feeds.Inventory{ExportID: testExport}
	var events []*proof.Event
	add := func(category, id string, p event.Payload) {
		data, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		e := &proof.Event{Stream: category + "-" + testTenant + "-" + id, Type: p.EventType(), Data: data}
		events = append(events, e)
		inventory.Take(e.Stream, p)
	}
	blobOf := func(subject string) blob.Ref {
		text := "what " + subject + " holds"
		sum := sha256.Sum256([]byte(text))
		ref := blob.Ref{Subject: subject, SHA256: hex.EncodeToString(sum[:]), Bytes: int64(len(text))}
		b.files["files/"+subject+"/"+ref.SHA256] = text
		return ref
	}
	add(documents.Category.Name, "1", documents.Received{DocumentID: "1", Media: "text/plain", Blob: blobOf("document-1")})
	add(documents.Category.Name, "2", documents.Received{DocumentID: "2", Media: "text/plain", Blob: blobOf("client-2")})
	add(taxreturn.Category.Name, "3", taxreturn.PacketReceived{ReturnID: "3", Media: "text/plain", Blob: blobOf("return-3")})
	add(feeds.Exports.Name, "4", feeds.ExportCompleted{File: blobOf("export-4"), Name: "journal.csv", Totals: []feeds.ExportTotal{}})
	add(privacy.Category.Name, "5", privacy.Forgotten{Subject: "client-2", Reason: "asked", Table: "1"})
	day := civil.Of(2026, 11, 20)
	add(feeds.Exports.Name, testExport, feeds.ExportRequested{ExportID: testExport, Format: feeds.EvidenceFormat, From: day, To: day,
		KnownAt: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), Without: without})
	leaves := uint64(len(events))
	events, note := signed(t, signer, events)
	inventory.Take(events[leaves].Stream, checkpoint.Published{})
	lines, err := proof.MarshalLines(events)
	if err != nil {
		t.Fatal(err)
	}
	b.log, b.note = string(lines), string(note)
	var ok bool
	if b.manifest, ok = inventory.Evidence(leaves); !ok {
		t.Fatal("the log does not hold its request")
	}
	for _, f := range b.manifest.Files {
		if f.State != feeds.FileKept {
			delete(b.files, f.Name)
		}
	}
	return b
}

// write writes the bundle as a ZIP, with more entries.
func (b sampleBundle) write(t *testing.T, more ...string) string {
	t.Helper()
	text, err := b.manifest.Text()
	if err != nil {
		t.Fatal(err)
	}
	entries := append([]string{bundleLog, b.log, "checkpoint.txt", b.note, bundleManifest, string(text)}, more...)
	for _, name := range slices.Sorted(maps.Keys(b.files)) {
		entries = append(entries, name, b.files[name])
	}
	return writeZIP(t, entries...)
}

func (b sampleBundle) verify(t *testing.T, path string) error {
	t.Helper()
	_, err := tool(t, "verify", "--from", path, "--key", b.public)
	return err
}

// A bundle verifies by the key alone, whole and made for who may not download returns.
func TestVerifyBundle(t *testing.T) {
	for _, without := range [][]access.Permission{nil, {"returns:write"}} {
		b := sampleEvidence(t, without...)
		out, err := tool(t, "verify", "--from", b.write(t, "files/", ""), "--key", b.public)
		for _, said := range []string{"The log is what was signed.", ": export\n", ": forgotten\n"} {
			if err != nil || !strings.Contains(out, said) {
				t.Errorf("without %v: %q is not said: %s%v", without, said, out, err)
			}
		}
		if withheld := strings.Contains(out, ": withheld\n"); withheld != (without != nil) {
			t.Errorf("without %v: %s", without, out)
		}
	}
}

// Whatever is taken out of a bundle, put in or said otherwise than the signed events
// have it is found.
func TestVerifyBundleAltered(t *testing.T) {
	states := []string{feeds.FileKept, feeds.FileWithheld, feeds.FileForgotten, feeds.FileExport, feeds.FileMissing, feeds.FileDamaged, ""}
	altered := map[string]func(b *sampleBundle){
		"another tenant":    func(b *sampleBundle) { b.manifest.Tenant = "0192aa00000000000000000000000002" },
		"another request":   func(b *sampleBundle) { b.manifest.ExportID = "4" },
		"no request":        func(b *sampleBundle) { b.manifest.ExportID = "" },
		"another position":  func(b *sampleBundle) { b.manifest.LogPosition-- },
		"more events":       func(b *sampleBundle) { b.manifest.Events++ },
		"another head":      func(b *sampleBundle) { b.manifest.Checkpoint-- },
		"another format":    func(b *sampleBundle) { b.manifest.Format = "tallystick.evidence.v1" },
		"without more":      func(b *sampleBundle) { b.manifest.Without = append(b.manifest.Without, "cases:read") },
		"no files listed":   func(b *sampleBundle) { b.manifest.Files = nil },
		"no files":          func(b *sampleBundle) { b.files = nil },
		"none, none listed": func(b *sampleBundle) { b.manifest.Files, b.files = []feeds.BundleFile{}, nil },
		"a file of nobody":  func(b *sampleBundle) { b.files["files/document-1/00"] = "x" },
		"a changed event":   func(b *sampleBundle) { b.log = strings.Replace(b.log, `"revision":0`, `"revision":1`, 1) },
		"a log cut off":     func(b *sampleBundle) { b.log = b.log[:strings.Index(b.log, "\n")+1] },
		"no head":           func(b *sampleBundle) { b.note = "" },
		"one listed twice":  func(b *sampleBundle) { b.manifest.Files = append(b.manifest.Files, b.manifest.Files[0]) },
	}
	for i, f := range sampleEvidence(t).manifest.Files {
		for _, state := range states {
			if state == f.State {
				continue
			}
			said := f.Name + " is said to be " + state
			altered[said] = func(b *sampleBundle) { b.manifest.Files[i].State = state }
			altered[said+", and is gone"] = func(b *sampleBundle) {
				b.manifest.Files[i].State = state
				delete(b.files, f.Name)
			}
		}
		altered[f.Name+" has other bytes"] = func(b *sampleBundle) { b.manifest.Files[i].Bytes++ }
		altered[f.Name+" is not listed"] = func(b *sampleBundle) {
			b.manifest.Files = slices.Delete(b.manifest.Files, i, i+1)
		}
		if f.State == feeds.FileKept {
			altered[f.Name+" is gone"] = func(b *sampleBundle) { delete(b.files, f.Name) }
			altered[f.Name+" is another"] = func(b *sampleBundle) { b.files[f.Name] = strings.ToUpper(b.files[f.Name]) }
		} else {
			altered[f.Name+" is there all the same"] = func(b *sampleBundle) { b.files[f.Name] = "x" }
		}
	}
	for what, alter := range altered {
		b := sampleEvidence(t)
		alter(&b)
		if b.verify(t, b.write(t)) == nil {
			t.Errorf("%s: it verifies", what)
		}
	}
	b := sampleEvidence(t)
	if b.verify(t, b.write(t, bundleManifest, "{}")) == nil {
		t.Error("two manifests: it verifies")
	}
	for _, name := range []string{"../../evil", "a.txt", "files", "/files/x", "log.ndjson.sig", "rotations/x.txt", ""} {
		if b.verify(t, b.write(t, name, "x")) == nil {
			t.Errorf("with an entry %q it verifies", name)
		}
	}
	if err := b.verify(t, b.write(t, "files/", "", "rotations/", "")); err != nil {
		t.Errorf("with folders of its own: %v", err)
	}
	if b.verify(t, writeZIP(t, "a", "b")) == nil || b.verify(t, writeZIP(t, bundleLog, b.log, "checkpoint.txt", b.note)) == nil {
		t.Error("another ZIP, or one without a manifest, verifies")
	}
}

// What a bundle says to people, and its keys, are as the service writes them: no letter of
// it can be another one. A rotation lets who holds another key of the log verify it.
func TestVerifyBundleWords(t *testing.T) {
	b := sampleEvidence(t)
	private, other, err := proof.NewKey(nil, "test.example/log")
	if err != nil {
		t.Fatal(err)
	}
	next, err := proof.ParseSigner(private)
	if err != nil {
		t.Fatal(err)
	}
	rotation, err := b.signer.Rotate(next, time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]string{"README.txt": feeds.EvidenceReadme, "keys.txt": b.public + "\n" + other + "\n",
		"rotations/001.txt": string(rotation)}
	pack := func(words map[string]string) string {
		var more []string
		for _, name := range slices.Sorted(maps.Keys(words)) {
			more = append(more, name, words[name])
		}
		return b.write(t, more...)
	}
	for _, key := range []string{b.public, other} {
		if _, err := tool(t, "verify", "--from", pack(words), "--key", key); err != nil {
			t.Errorf("by the key %s: %v", key, err)
		}
	}
	const seed = 18
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, seed))
	for name, text := range words {
		for range 12 {
			altered := maps.Clone(words)
			letters := []byte(text)
			at := random.IntN(len(letters))
			letters[at] ^= 1 << random.IntN(7)
			altered[name] = string(letters)
			if b.verify(t, pack(altered)) == nil {
				t.Errorf("%s with %q at %d verifies", name, letters[at], at)
			}
		}
		altered := maps.Clone(words)
		altered[name] = text + "\n"
		if name != "rotations/001.txt" && b.verify(t, pack(altered)) == nil {
			t.Errorf("%s with an empty line verifies", name)
		}
	}
}

// A file is held to the hash that the event names.
func TestVerifyFile(t *testing.T) {
	sum := sha256.Sum256([]byte("original"))
	f := feeds.BundleFile{SHA256: hex.EncodeToString(sum[:]), Bytes: 8}
	f.Name = "files/document-1/" + f.SHA256
	for text, right := range map[string]bool{"original": true, "0riginal": false, "original and more": false, "": false} {
		r, err := zip.OpenReader(writeZIP(t, f.Name, text))
		if err != nil {
			t.Fatal(err)
		}
		if err := verifyFile(r.File[0], map[string]feeds.BundleFile{f.Name: f}); (err == nil) != right {
			t.Errorf("%q: %v", text, err)
		}
		r.Close()
	}
}
