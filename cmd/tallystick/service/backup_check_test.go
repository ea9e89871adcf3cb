package service_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/transfer"
)

// raws are a log.
type raws []eventstore.Raw

func (r *raws) Next(context.Context) (eventstore.Raw, error) {
	if len(*r) == 0 {
		return eventstore.Raw{}, io.EOF
	}
	e := (*r)[0]
	*r = (*r)[1:]
	return e, nil
}

// A backup that is damaged says so before anything is written by it: whatever of an event
// or a key is other than it was, missing or too much.
func TestADamagedBackupIsFoundFirst(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, content []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var log bytes.Buffer
	events := raws{}
	for i := range 3 {
		events = append(events, eventstore.Raw{Stream: "case-t-1", Revision: uint64(i), ID: uuid.New(), Type: "opened",
			ContentType: "application/json", Data: []byte(`{"a":"bcdefghijkl"}`), Metadata: []byte(`{}`), Position: event.Position{Commit: uint64(i)}})
	}
	report, err := transfer.Export(t.Context(), &events, &log)
	if err != nil {
		t.Fatal(err)
	}
	lines, keys := log.Bytes(), []byte(`{"subject":"a","key":"b"}`+"\n")
	sum := sha256.Sum256(keys)
	var m service.Manifest
	m.Format, m.Log.Form, m.Log.Events, m.Log.Chain = 1, "lines", report.Copied, report.Chain
	m.Vault.Keys, m.Vault.SHA256 = 1, hex.EncodeToString(sum[:])
	check := func() error { return service.CheckBackup(t.Context(), dir, m) }

	write("log.ndjson", lines)
	write("vault.jsonl", keys)
	if err := check(); err != nil {
		t.Fatal(err)
	}
	for i := range keys {
		damaged := bytes.Clone(keys)
		damaged[i] ^= 1
		if write("vault.jsonl", damaged); check() == nil {
			t.Errorf("byte %d of the keys is another", i)
		}
	}
	write("vault.jsonl", keys)
	end := bytes.IndexByte(lines, '\n') + 1
	for what, damaged := range map[string][]byte{
		"a line is missing":  lines[end:],
		"a line came twice":  append(bytes.Clone(lines[:end]), lines...),
		"the end is missing": lines[:len(lines)-1],
		"nothing is left":    nil,
		"words follow":       append(bytes.Clone(lines), "…\n"...),
		"other data":         bytes.Replace(lines, []byte(`"data":"eyJ`), []byte(`"data":"eyK`), 1),
		"another type":       bytes.Replace(lines, []byte("opened"), []byte("closed"), 1),
		"another stream":     bytes.Replace(lines, []byte("case-t-1"), []byte("case-u-1"), 1),
	} {
		if write("log.ndjson", damaged); check() == nil {
			t.Error(what)
		}
	}
	if err := os.Remove(filepath.Join(dir, "log.ndjson")); err != nil {
		t.Fatal(err)
	}
	if check() == nil {
		t.Error("no log")
	}
}
