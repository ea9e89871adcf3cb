package commands_test

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/eventstore"
)

// Every category that seals texts or names files says whose they are and what holds
// them; what it says can be named to be forgotten, and no frozen event is sealed
// under a subject of another kind.
func TestEveryCategorySaysWhoseDataItKeeps(t *testing.T) {
	frozen := eventtest.Files(t, "../domain")
	declared := map[string]commands.Holding{}
	for _, h := range commands.Holdings {
		if _, twice := declared[h.Category]; twice {
			t.Errorf("%s is declared twice", h.Category)
		}
		declared[h.Category] = h
		for _, kind := range h.Kinds {
			id := strings.Repeat("0a", 16)
			if kind == "books" || kind == "intake" {
				id = "1"
			}
			if got, _, err := privacy.Parse(kind + "-" + id); kind != "*" && (err != nil || got != kind) {
				t.Errorf("%s seals under %s-…, which nobody can have forgotten: add it to the grammar of package privacy", h.Category, kind)
			}
		}
	}
	for _, category := range eventstore.Registry.Categories() {
		personal := false
		for _, name := range eventstore.Registry.Types(category) {
			p, _, err := eventstore.Registry.Decode(category+"-t-1", name, []byte("{}"))
			if err != nil {
				t.Fatal(err)
			}
			personal = personal || blob.Names(p) || seals(reflect.TypeOf(p), map[reflect.Type]bool{})
			if len(frozen[name]) == 0 {
				t.Fatalf("%s has no golden file", name)
			}
			for _, kind := range frozenKinds(t, frozen[name]) {
				if h := declared[category]; !slices.Contains(h.Kinds, kind) && !slices.Contains(h.Kinds, "*") {
					t.Errorf("%s is sealed under %s-…, which category %s does not declare", name, kind, category)
				}
			}
		}
		if _, ok := declared[category]; ok != personal {
			t.Errorf("category %s keeps personal data: %v, declared in commands/holdings.go: %v", category, personal, ok)
		}
	}
}

func seals(typ reflect.Type, within map[reflect.Type]bool) bool {
	if typ == reflect.TypeFor[sealed.Text]() {
		return true
	}
	if within[typ] {
		return false
	}
	within[typ] = true
	switch typ.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return seals(typ.Elem(), within)
	case reflect.Struct:
		for i := range typ.NumField() {
			if typ.Field(i).IsExported() && seals(typ.Field(i).Type, within) {
				return true
			}
		}
	}
	return false
}

// frozenKinds are the kinds of subjects in an event's golden files.
func frozenKinds(t *testing.T, files []string) (kinds []string) {
	t.Helper()
	var walk func(v any)
	walk = func(v any) {
		switch x := v.(type) {
		case []any:
			for _, y := range x {
				walk(y)
			}
		case map[string]any:
			subject, _ := x["subject"].(string)
			_, text := x["sealed"]
			_, file := x["sha256"]
			if kind, _, ok := strings.Cut(subject, "-"); ok && (text || file && len(x) == 3) {
				kinds = append(kinds, kind)
			}
			for _, y := range x {
				walk(y)
			}
		}
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := json.Unmarshal(raw, &v); err != nil {
			t.Fatal(err)
		}
		walk(v)
	}
	return kinds
}
