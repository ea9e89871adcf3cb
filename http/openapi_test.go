package http_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/eventstore"
	api "github.com/tallystick/tallystick/http"
)

func document(t *testing.T) (*api.Server, map[string]any) {
	t.Helper()
	s := api.New(api.Deps{
		Log:      &eventstore.Log{Codec: &eventstore.Codec{Registry: eventstore.Registry}},
		Registry: all.Registry(), Logger: slog.New(slog.DiscardHandler), Now: time.Now, Metrics: api.NewMetrics(), QuestionsPerS: 1,
		QuestionBurst: 1, Version: "1",
	})
	var doc map[string]any
	if err := json.Unmarshal(s.OpenAPI(), &doc); err != nil {
		t.Fatal(err)
	}
	return s, doc
}

// at follows a path of names.
func at(v any, names ...string) any {
	for _, name := range names {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	return v
}

var inPath = regexp.MustCompile(`\{([a-z_]+)\}`)

// The document describes every operation once: unique ids, each parameter of
// the path declared and required, its problems documented, credentials asked
// for; and every reference in it leads somewhere.
func TestOpenAPIDescribesEveryOperation(t *testing.T) {
	s, doc := document(t)
	if v := at(doc, "openapi"); v != "3.1.0" {
		t.Errorf("version %v", v)
	}
	ids := map[string]bool{}
	described := 0
	for path, item := range at(doc, "paths").(map[string]any) {
		for method, operation := range item.(map[string]any) {
			if !slices.Contains([]string{"get", "post", "put", "patch", "delete"}, method) {
				continue
			}
			described++
			id := fmt.Sprint(at(operation, "operationId"))
			if ids[id] || id == "" {
				t.Errorf("%s %s: operation id %q is not its own", method, path, id)
			}
			ids[id] = true
			var declared []string
			parameters, _ := at(operation, "parameters").([]any)
			for _, p := range parameters {
				if at(p, "in") == "path" {
					declared = append(declared, fmt.Sprint(at(p, "name")))
					if at(p, "required") != true {
						t.Errorf("%s: path parameter %v is not required", id, at(p, "name"))
					}
				}
			}
			var needed []string
			for _, m := range inPath.FindAllStringSubmatch(path, -1) {
				needed = append(needed, m[1])
			}
			slices.Sort(declared)
			slices.Sort(needed)
			if !slices.Equal(declared, needed) {
				t.Errorf("%s: path parameters %v, declared %v", id, needed, declared)
			}
			responses, _ := at(operation, "responses").(map[string]any)
			for _, status := range []string{"400", "401", "403", "404", "405", "503"} {
				if at(resolved(doc, at(responses, status)), "content", "application/problem+json", "schema") == nil {
					t.Errorf("%s does not document %s", id, status)
				}
			}
			good := slices.ContainsFunc(slices.Collect(keys(responses)), func(s string) bool { return strings.HasPrefix(s, "2") })
			if !good || at(operation, "security") == nil || at(operation, "summary") == nil {
				t.Errorf("%s lacks a success, a summary or credentials", id)
			}
		}
	}
	if described != len(s.Operations()) {
		t.Errorf("%d operations are described of %d", described, len(s.Operations()))
	}
	references(t, doc, doc, "#")
}

// resolved is what a reference refers to, or the value itself.
func resolved(doc, v any) any {
	if ref, ok := at(v, "$ref").(string); ok {
		return at(doc, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
	}
	return v
}

func keys(m map[string]any) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// references follows every $ref, and holds that schemas are such.
func references(t *testing.T, doc, v any, where string) {
	t.Helper()
	switch x := v.(type) {
	case []any:
		for i, e := range x {
			references(t, doc, e, fmt.Sprintf("%s/%d", where, i))
		}
	case map[string]any:
		if ref, ok := x["$ref"].(string); ok {
			rest, local := strings.CutPrefix(ref, "#/")
			if !local || at(doc, strings.Split(rest, "/")...) == nil {
				t.Errorf("%s leads nowhere: %s", where, ref)
			}
		}
		if pattern, ok := x["pattern"].(string); ok {
			if _, err := regexp.Compile(pattern); err != nil {
				t.Errorf("%s: %v", where, err)
			}
		}
		if required, ok := x["required"].([]any); ok && at(x, "properties") != nil {
			for _, name := range required {
				if at(x, "properties", fmt.Sprint(name)) == nil {
					t.Errorf("%s requires %v, which is no property", where, name)
				}
			}
		}
		for k, e := range x {
			references(t, doc, e, where+"/"+k)
		}
	}
}

// What linters ask of a document as a whole: no path ends with a slash, every
// tag that is used is described, once, and the license has an identifier.
func TestOpenAPIAsAWhole(t *testing.T) {
	_, doc := document(t)
	if at(doc, "info", "license", "identifier") == nil {
		t.Error("the license has no identifier")
	}
	described := map[string]bool{}
	tags, _ := at(doc, "tags").([]any)
	for _, tag := range tags {
		name := fmt.Sprint(at(tag, "name"))
		if described[name] || at(tag, "description") == nil {
			t.Errorf("tag %s stands twice or undescribed", name)
		}
		described[name] = true
	}
	for path, item := range at(doc, "paths").(map[string]any) {
		if strings.HasSuffix(path, "/") || strings.Contains(path, "?") {
			t.Errorf("path %s", path)
		}
		for method, operation := range item.(map[string]any) {
			used, _ := at(operation, "tags").([]any)
			if len(used) != 1 || !described[fmt.Sprint(used[0])] {
				t.Errorf("%s %s: tags %v", method, path, used)
			}
		}
	}
}

// Amounts are strings: but for counts, sizes and the like no schema of a money
// field is a JSON number.
func TestOpenAPIHasNoNumbersForAmounts(t *testing.T) {
	_, doc := document(t)
	amounts := regexp.MustCompile(`(amount|income|tax|rate|total|price|net|gross)$`)
	var walk func(v any, where string)
	walk = func(v any, where string) {
		m, ok := v.(map[string]any)
		if !ok {
			return
		}
		for name, p := range m {
			if properties, ok := p.(map[string]any); ok && name == "properties" {
				for field, schema := range properties {
					if amounts.MatchString(field) && at(schema, "type") == "number" {
						t.Errorf("%s.%s is a JSON number", where, field)
					}
				}
			}
			walk(p, where+"/"+name)
		}
	}
	walk(doc, "#")
}

var componentName = regexp.MustCompile(`^[a-zA-Z0-9._-]+$`)

// Every property of every request and response says what it means, and lists are
// never null. What the glossary says, some property uses.
func TestOpenAPIDescribesEveryProperty(t *testing.T) {
	_, doc := document(t)
	for owner, schema := range at(doc, "components", "schemas").(map[string]any) {
		if !componentName.MatchString(owner) {
			t.Errorf("%q is no name of a component", owner)
		}
		properties, _ := at(schema, "properties").(map[string]any)
		for name, p := range properties {
			if at(p, "description") == nil {
				t.Errorf("%s.%s is not described: a doc tag, or the glossary", owner, name)
			}
			if types, ok := at(p, "type").([]any); ok && slices.Contains(types, any("array")) {
				t.Errorf("%s.%s may be null, and is a list", owner, name)
			}
		}
	}
}

// Generators name the bodies of a response by the second part of their content types: no
// two are alike in it.
func TestContentTypesAreToldApart(t *testing.T) {
	_, doc := document(t)
	streams := 0
	for path, item := range at(doc, "paths").(map[string]any) {
		for method, operation := range item.(map[string]any) {
			responses, _ := at(operation, "responses").(map[string]any)
			for status, r := range responses {
				content, _ := at(r, "content").(map[string]any)
				named := map[string]string{}
				for media := range content {
					_, name, _ := strings.Cut(media, "/")
					if named[name] != "" {
						t.Errorf("%s %s %s: %s and %s", method, path, status, named[name], media)
					}
					named[name] = media
				}
				streams += max(0, len(content)-1)
			}
		}
	}
	if streams == 0 {
		t.Error("no response has several content types")
	}
}
