package service_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/node"
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
	file := []byte("what was stored of a file")
	list := fmt.Appendf(nil, "t/document-1/ab %x\n", sha256.Sum256(file))
	m.Files = &service.ManifestFiles{Count: 1, SHA256: fmt.Sprintf("%x", sha256.Sum256(list))}
	if err := os.MkdirAll(filepath.Join(dir, "blobs", "t", "document-1"), 0o700); err != nil {
		t.Fatal(err)
	}
	write("files.sha256", list)
	write("blobs/t/document-1/ab", file)
	if err := check(); err != nil {
		t.Fatal(err)
	}
	for name, whole := range map[string][]byte{"files.sha256": list, "blobs/t/document-1/ab": file} {
		for i := range whole {
			damaged := bytes.Clone(whole)
			damaged[i] ^= 1
			if write(name, damaged); check() == nil {
				t.Errorf("byte %d of %s is another", i, name)
			}
		}
		write(name, whole)
	}
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

// nodeBackup makes a node's log of some megabytes, and of it what a backup has.
func nodeBackup(t *testing.T, dir string) (m service.Manifest) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "log")
	with := func(f func(*node.Node, *eventstore.Store) error) {
		t.Helper()
		n, err := node.Open(node.Options{Dir: log})
		if err != nil {
			t.Fatal(err)
		}
		l, err := net.Listen("unix", filepath.Join(openDir(t), "s"))
		if err != nil {
			t.Fatal(err)
		}
		go n.Serve(l)
		store, err := eventstore.Connect(eventstore.Config{Socket: l.Addr().String()})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(f(n, store), store.Close(), n.Close()); err != nil {
			t.Fatal(err)
		}
	}
	with(func(_ *node.Node, store *eventstore.Store) error {
		random := rand.NewChaCha8([32]byte{1})
		for i := range 40 {
			var copies []eventstore.Raw
			for j := range 50 {
				data := make([]byte, 1500) // what does not compress
				random.Read(data)
				copies = append(copies, eventstore.Raw{Stream: fmt.Sprintf("case-t-%d", i), Revision: uint64(j), ID: uuid.New(), Type: "opened", Data: data})
			}
			if _, err := store.AppendCopies(t.Context(), copies); err != nil {
				return err
			}
		}
		return nil
	})
	m.Format, m.Log.Form = 1, "node"
	with(func(n *node.Node, store *eventstore.Store) error { // opened again, it has all in tables
		from, err := transfer.ToHead(t.Context(), store, "")
		if err != nil {
			return err
		}
		if m.Log.Events, m.Log.Chain, err = transfer.Digest(t.Context(), from); err != nil {
			return err
		}
		return n.Backup(filepath.Join(dir, "log"))
	})
	return m
}

// A byte of a node's tables that is another is damage by name, which nobody waits for to end
// by itself; where none is read that is damaged, all is there that the manifest says.
func TestADamagedLogIsNamed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	m := nodeBackup(t, dir)
	restore := func() error {
		_, err := service.RestoreNode(t.Context(), config.Config{DataDir: t.TempDir()}, dir, m)
		return err
	}
	if err := restore(); err != nil {
		t.Fatal(err)
	}
	tables, err := filepath.Glob(filepath.Join(dir, "log", "*.sst"))
	if err != nil || len(tables) == 0 {
		t.Fatal("the backup has no tables", err)
	}
	named := 0
	for i, random := 0, rand.New(rand.NewPCG(3, 4)); i < 12; i++ {
		path := tables[random.IntN(len(tables))]
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		damaged, at := bytes.Clone(whole), random.IntN(len(whole))
		damaged[at] ^= 1 << random.IntN(8)
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		switch err := restore(); {
		case errors.Is(err, eventstore.ErrCorrupt):
			if named++; strings.Contains(err.Error(), "\n") {
				t.Errorf("more than one line: %v", err)
			}
		case errors.Is(err, eventstore.ErrUnavailable):
			t.Errorf("byte %d of %s: as if it could end by itself: %v", at, filepath.Base(path), err)
		}
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if named == 0 {
		t.Error("no damage was met")
	}
}
