package main

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/eventstore/blobs"
	"github.com/tallystick/tallystick/eventstore/proof"
)

// noVault seals as the vault does, and opens nothing: verify holds no key.
type noVault struct{}

func (noVault) Seal(context.Context, string, string, string) ([]byte, error) {
	return make([]byte, 60), nil
}
func (noVault) Open(context.Context, string, string, []byte) (string, bool, error) {
	panic("a key was asked for")
}

const filesSeed = 20261127

// Whoever verifies a log with its files reads which of them is damaged, cut or missing, and
// which record names it; one of somebody who was forgotten need not be there. It takes no key.
func TestVerifyNamesUnsoundFiles(t *testing.T) {
	t.Setenv("TALLYSTICK_DATA_DIR", t.TempDir())
	signer, public := newTestSigner(t)
	dir := t.TempDir()
	store, err := blobs.Open("", dir, noVault{})
	if err != nil {
		t.Fatal(err)
	}
	var events []*proof.Event
	add := func(stream string, p event.Payload) {
		data, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, &proof.Event{Stream: stream, Type: p.EventType(), Data: data})
	}
	received := func(id, subject, text string) (ref blob.Ref, stream, path string) {
		ref, err := store.Put(t.Context(), testTenant, subject, strings.NewReader(text), 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		stream = documents.Category.Name + "-" + testTenant + "-" + id
		add(stream, documents.Received{DocumentID: id, Media: "text/plain", Blob: ref})
		return ref, stream, filepath.Join(dir, "blobs", testTenant, subject, ref.SHA256)
	}
	ref, stream, path := received("1", "document-1", strings.Repeat("what document-1 holds", 4000))
	_, _, gone := received("2", "client-2", "what is forgotten")
	add(privacy.Category.Name+"-"+testTenant+"-5", privacy.Forgotten{Subject: "client-2", Reason: "asked", Table: "1"})
	events, _ = signed(t, signer, events)
	log := filepath.Join(t.TempDir(), "log.ndjson")
	writeExport(t, log, events)
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	verify := func() (string, error) {
		return tool(t, "verify", "--from", log, "--key", public, "--files", filepath.Join(dir, "blobs"))
	}
	out, err := verify()
	if err != nil || !strings.Contains(out, "1 file(s) that the log names are stored as they were; 1 are forgotten.") {
		t.Fatalf("sound files: %s%v", out, err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	named := func(what, says string) {
		t.Helper()
		_, err := verify()
		for _, word := range []string{testTenant + "/document-1/" + ref.SHA256, says, "named by " + stream} {
			if err == nil || !strings.Contains(err.Error(), word) {
				t.Errorf("seed %d, %s: %q is not said: %v", filesSeed, what, word, err)
			}
		}
	}
	r := rand.New(rand.NewPCG(filesSeed, 0))
	for range 40 {
		at, bad := r.IntN(len(whole)), bytes.Clone(whole)
		what := "cut"
		if bad = bad[:at]; r.IntN(2) == 0 {
			what, bad = "flipped", bytes.Clone(whole)
			bad[at] ^= 1 << r.IntN(8)
		}
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		named(what, "is damaged")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	named("missing", "is missing")
	if out, err := tool(t, "verify", "--from", log, "--key", public); err != nil || strings.Contains(out, "file(s)") {
		t.Errorf("an export is not asked for files that are elsewhere: %s%v", out, err)
	}
}
