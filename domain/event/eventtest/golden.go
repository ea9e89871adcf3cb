// Package eventtest freezes the shape of events: one JSON file a type, which a
// person can read, and which whatever the log holds must decode from and encode
// to for ever.
package eventtest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/event"
)

// Golden holds every type of the categories to testdata/events/<type>.json.
// samples has one payload of each type, every field set, sealed texts holding
// ciphertext.
func Golden(t *testing.T, update bool, samples []event.Payload, categories ...event.Category) {
	t.Helper()
	decoders := map[string]event.Type{}
	for _, c := range categories {
		for _, typ := range c.Types {
			decoders[typ.Name] = typ
		}
	}
	for _, sample := range samples {
		name := sample.EventType()
		typ, ok := decoders[name]
		if !ok {
			t.Errorf("%s is in none of the categories", name)
			continue
		}
		delete(decoders, name)
		golden(t, update, typ, sample)
	}
	for name := range decoders {
		t.Errorf("%s has no sample", name)
	}
}

// Files are the golden files under a folder of packages, and of packages within those,
// by event type: one, or one a shape of old.
func Files(t testing.TB, root string) map[string][]string {
	t.Helper()
	files := map[string][]string{}
	for _, packages := range []string{"*", "*/*"} {
		found, err := filepath.Glob(filepath.Join(root, packages, "testdata", "events", "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			name := strings.TrimSuffix(filepath.Base(file), ".json")
			files[name] = append(files[name], file)
		}
	}
	if len(files) == 0 {
		t.Fatalf("%s has no golden files", root)
	}
	return files
}

func golden(t *testing.T, update bool, typ event.Type, sample event.Payload) {
	t.Helper()
	path := filepath.Join("testdata", "events", typ.Name+".json")
	written := pretty(t, sample)
	if update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, written, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	frozen, err := os.ReadFile(path)
	if err != nil {
		t.Errorf("%s has no golden file: %v", typ.Name, err)
		return
	}
	if !bytes.Equal(written, frozen) {
		t.Errorf("%s is written as\n%s\nfrozen as\n%s", typ.Name, written, frozen)
	}
	read, err := typ.Decode(frozen)
	if err != nil {
		t.Errorf("%s: %v", typ.Name, err)
		return
	}
	if again := pretty(t, read); !bytes.Equal(again, frozen) {
		t.Errorf("%s is read and written back as\n%s\nfrozen as\n%s", typ.Name, again, frozen)
	}
	for _, empty := range []string{`""`, `null`, `[]`, `{}`} {
		if slices.Contains(leaves(frozen), empty) {
			t.Errorf("%s: the sample leaves a field %s, which freezes nothing", typ.Name, empty)
		}
	}
}

// leaves are the values of the top level, as compact JSON.
func leaves(object []byte) (out []string) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(object, &fields) != nil {
		return nil
	}
	for _, v := range fields {
		var b bytes.Buffer
		if json.Compact(&b, v) == nil {
			out = append(out, b.String())
		}
	}
	return out
}

func pretty(t *testing.T, p event.Payload) []byte {
	t.Helper()
	var data, out bytes.Buffer
	enc := json.NewEncoder(&data)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(p); err != nil {
		t.Fatal(err)
	}
	if err := json.Indent(&out, bytes.TrimSpace(data.Bytes()), "", "  "); err != nil {
		t.Fatal(err)
	}
	out.WriteByte('\n')
	return out.Bytes()
}
