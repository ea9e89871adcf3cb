package main

import (
	"encoding"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/eventstore"
)

// docsEvents describes every event type: its fields from the registry, its example
// from the golden files of the checkout that it runs in.
func docsEvents(out io.Writer) error {
	fmt.Fprint(out, "# Events\n\nWhat the log holds. A stream is `<category>-<tenant>-<id>`; a type's name and shape never change: "+
		"another shape is another version, and old ones are read as the newest.\n\nEvery event carries metadata: "+
		"`command_id`, `request_hash`, `operation`, `tenant`, `site`, `principal`, `role`, `key`, `request`, `correlation`, `causation`, "+
		"`pins`, `schema`, `time` (RFC 3339, UTC).\n\nA *sealed text* is personal data: `subject` says whose, `sealed` is ciphertext, which "+
		"`GET /api/events/` opens for who may read personal data, until the subject is forgotten. A *file* is a blob by its hash. Decimals "+
		"are strings.\n")
	golden := map[string]string{} // type → file
	for _, packages := range []string{"*/*", "*"} {
		files, err := filepath.Glob("domain/" + packages + "/testdata/events/*.json")
		if err != nil {
			return err
		}
		slices.Reverse(files) // the first of several is shown
		for _, file := range files {
			golden[strings.TrimSuffix(filepath.Base(file), ".json")] = file
		}
	}
	for _, category := range eventstore.Registry.Categories() {
		fmt.Fprintf(out, "\n## %s\n", category)
		for _, name := range eventstore.Registry.Types(category) {
			p, _, err := eventstore.Registry.Decode(category+"-t-1", name, []byte("{}"))
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "\n### `%s`\n\n", name)
			if p.EventType() != name {
				fmt.Fprintf(out, "Read as `%s`.\n\n", p.EventType())
			} else if fields := fieldsOfEvent(reflect.TypeOf(p), "", nil); len(fields) > 0 {
				fmt.Fprintf(out, "| field | type |\n|---|---|\n%s\n", strings.Join(fields, ""))
			}
			if golden[name] == "" {
				return fmt.Errorf("%s has no golden file; run this in a checkout", name)
			}
			example, err := os.ReadFile(golden[name])
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "```json\n%s\n```\n", strings.TrimSpace(string(example)))
		}
	}
	return nil
}

// fieldsOfEvent are rows of a table: the JSON path of each field, and its type.
func fieldsOfEvent(t reflect.Type, path string, within []reflect.Type) (rows []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case !f.IsExported() && !f.Anonymous || name == "-":
			continue
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			rows = append(rows, fieldsOfEvent(f.Type, path, within)...)
			continue
		case name == "":
			name = f.Name
		}
		word, inner := wordFor(f.Type)
		if strings.Contains(options, "omit") {
			word += ", may be absent"
		}
		rows = append(rows, fmt.Sprintf("| `%s%s` | %s |\n", path, name, word))
		recursive := false
		for _, outer := range within {
			recursive = recursive || outer == inner
		}
		if inner != nil && !recursive {
			rows = append(rows, fieldsOfEvent(inner, path+name+".", append(within, inner))...)
		}
	}
	return rows
}

var knownTypes = map[reflect.Type]string{
	reflect.TypeFor[sealed.Text](): "sealed text", reflect.TypeFor[blob.Ref](): "file", reflect.TypeFor[time.Time](): "instant",
	reflect.TypeFor[json.RawMessage](): "JSON",
}

// wordFor says what a type is, and which struct's fields follow; nil = none.
func wordFor(t reflect.Type) (string, reflect.Type) {
	if word := knownTypes[t]; word != "" {
		return word, nil
	}
	if t.Kind() != reflect.Pointer && (t.Implements(reflect.TypeFor[json.Marshaler]()) ||
		t.Implements(reflect.TypeFor[encoding.TextMarshaler]())) {
		word := map[string]string{"Dec": "decimal"}[t.Name()]
		if word == "" {
			word = strings.ToLower(t.Name())
		}
		return word, nil
	}
	switch t.Kind() {
	case reflect.Pointer:
		word, inner := wordFor(t.Elem())
		return word + " or null", inner
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes in base64", nil
		}
		word, inner := wordFor(t.Elem())
		return "list of " + word, inner
	case reflect.Map:
		word, inner := wordFor(t.Elem())
		return "by key: " + word, inner
	case reflect.Struct:
		return "object", t
	case reflect.Bool:
		return "boolean", nil
	case reflect.String:
		return "text", nil
	case reflect.Interface:
		return "JSON", nil
	}
	return "integer", nil
}
