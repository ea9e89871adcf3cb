package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/checkpoint"
	"github.com/tallystick/tallystick/eventstore/proof"
)

const testTenant = "0192aa00000000000000000000000001"

// soundMetadata is what the service writes beside an event, as far as it is asked.
func soundMetadata(at string) []byte {
	return fmt.Appendf(nil, `{"command_id":%q,"tenant":%q,"schema":1,"time":%q}`, uuid.NewSHA1(uuid.Nil, nil), testTenant, at)
}

// signedLog is a log of a few events whose head is signed and published.
func signedLog(t *testing.T, s *proof.Signer) (events []*proof.Event, note []byte) {
	t.Helper()
	for n := range 5 {
		events = append(events, &proof.Event{Stream: "case-" + testTenant + "-1", Revision: uint64(n), Type: "case.stage_moved.v1",
			Data: fmt.Appendf(nil, `{"n":%d}`, n)})
	}
	return signed(t, s, events)
}

// signed gives events their ids and metadata, and adds the event that publishes their
// signed head.
func signed(t *testing.T, s *proof.Signer, events []*proof.Event) (all []*proof.Event, note []byte) {
	t.Helper()
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	meta := soundMetadata(at.Format(time.RFC3339))
	tree, tiles := &proof.Tree{}, proof.Tiles{}
	var hasher proof.Hasher
	for n, e := range events {
		e.ID, e.ContentType, e.Metadata = uuid.NewSHA1(uuid.Nil, []byte{byte(n)}), "application/json", meta
		tree.Append(hasher.Hash(e))
	}
	for _, tile := range tree.Flush() {
		tiles[tile.TileID] = tile.Hashes
	}
	trail, err := tiles.Trail(0, tree.Size)
	if err != nil {
		t.Fatal(err)
	}
	root := tree.Root()
	if note, err = s.Sign(testTenant, tree.Size, root, at); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(checkpoint.Published{Tree: testTenant, Size: tree.Size, Root: root[:], Note: string(note), Trail: trail})
	if err != nil {
		t.Fatal(err)
	}
	return append(events, &proof.Event{Stream: checkpoint.Stream(testTenant, at), ID: uuid.NewSHA1(uuid.Nil, []byte("head")),
		Type: "checkpoint.published.v1", ContentType: "application/json", Data: data, Metadata: meta}), note
}

// writeExport writes events as tallystick export does.
func writeExport(t *testing.T, path string, events []*proof.Event) {
	t.Helper()
	var out bytes.Buffer
	for n, e := range events {
		line, err := json.Marshal(struct {
			proof.Line
			Position string    `json:"position"`
			Created  time.Time `json:"created"`
		}{proof.LineOf(e), fmt.Sprintf("%d/%d", n, n), time.Unix(0, 0).UTC()})
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(line, '\n'))
	}
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// tool runs one command and returns what it printed.
func tool(t *testing.T, args ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var out strings.Builder
	err := run(ctx, args, &out)
	return out.String(), err
}

// An auditor verifies an export, and the log it is brought into, with the public
// key; a changed byte is named; a rotated key is followed.
func TestVerify(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	t.Setenv("TALLYSTICK_DATA_DIR", data)
	keyFile := filepath.Join(dir, "first.key")
	made, err := tool(t, "checkpoint-key", "new", "--name", "test.example/log", "--out", keyFile)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tool(t, "checkpoint-key", "new", "--name", "test.example/log", "--out", keyFile); err == nil {
		t.Error("a key was overwritten")
	}
	if info, err := os.Stat(keyFile); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	public := made[strings.LastIndex(made, " ")+1 : len(made)-1]
	private, err := os.ReadFile(keyFile)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := proof.ParseSigner(strings.TrimSpace(string(private)))
	if err != nil {
		t.Fatal(err)
	}
	events, note := signedLog(t, signer)
	file, kept := filepath.Join(dir, "log.ndjson"), filepath.Join(dir, "kept.note")
	writeExport(t, file, events)
	if err := os.WriteFile(kept, note, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := tool(t, "verify", "--from", file, "--key", public, "--checkpoint", kept)
	if err != nil || !strings.Contains(out, "The log is what was signed.") || !strings.Contains(strings.Join(strings.Fields(out), " "),
		testTenant+" 5 5 2 2026-11-20T09:00:00Z") {
		t.Errorf("%s%v", out, err)
	}
	if _, err := tool(t, "verify", "--from", file, "--key",
		"other.example/log+93615f98+Acpb+Iw3JwIsCmPdU0WxgAhdK4SOiy/JdRanAEzOX3Jh"); err == nil {
		t.Error("another key verifies")
	}
	flipped := *events[3]
	flipped.Data = []byte(`{"n":4}`)
	bad := filepath.Join(dir, "bad.ndjson")
	writeExport(t, bad, append(append(append([]*proof.Event(nil), events[:3]...), &flipped), events[4:]...))
	if out, err := tool(t, "verify", "--from", bad, "--key", public); err == nil || !strings.Contains(err.Error(),
		"case-"+testTenant+"-1@3 ") {
		t.Errorf("%s%v", out, err)
	}
	if out, err := tool(t, "import", file); err != nil {
		t.Fatal(out, err)
	}
	t.Setenv("TALLYSTICK_CHECKPOINT_KEY_FILE", keyFile)
	if shown, err := tool(t, "checkpoint-key", "show"); err != nil || strings.TrimSpace(shown) != public {
		t.Errorf("%s%v", shown, err)
	}
	next, err := tool(t, "checkpoint-key", "rotate", "--out", filepath.Join(dir, "second.key"))
	if err != nil {
		t.Fatal(next, err)
	}
	t.Setenv("TALLYSTICK_CHECKPOINT_KEY_FILE", filepath.Join(dir, "second.key"))
	for _, args := range [][]string{{"verify"}, {"verify", "--from", data, "--key", public}, {"verify", "--from", data, "--key",
		kept + "-none"}} {
		out, err := tool(t, args...)
		if ok := err == nil && strings.Contains(out, "The log is what was signed."); ok == strings.HasSuffix(args[len(args)-1], "-none") {
			t.Errorf("%v: %s%v", args, out, err)
		}
	}
}
