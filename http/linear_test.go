package http

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/domain/access"
)

// repetition is a body with something in it n times.
type repetition struct {
	name string
	body func(n int) string
}

// Whatever of a body is repeated, twice as much of it costs no more than twice
// as much, and the answer stays short: it lists the first faults and says how
// many more there are. Work is counted, not timed.
func TestBodiesCostWhatTheyWeigh(t *testing.T) {
	tried, done := 0, map[string]bool{}
	for _, role := range []access.Role{access.Owner, access.Superuser} {
		s, token := memoryServer(t, role)
		for _, rt := range s.routes.pending {
			op := rt.op.Metadata["operation"].(*Operation)
			if done[op.ID] || rt.op.RequestBody == nil || rt.op.RequestBody.Content["application/json"] == nil ||
				!access.Table.Allows(role, op.Permission) {
				continue
			}
			done[op.ID] = true
			path := regexp.MustCompile(`\{[a-z_]+\}`).ReplaceAllString(op.Path, strings.Repeat("0", 32))
			for _, r := range repetitions(s.api.OpenAPI().Components.Schemas, rt.op.RequestBody.Content["application/json"].Schema) {
				tried++
				t.Run(op.ID+" "+r.name, func(t *testing.T) { holdLinear(t, s, token, op.Method, path, r) })
			}
		}
	}
	if tried < 100 {
		t.Errorf("%d bodies were tried", tried)
	}
}

func holdLinear(t *testing.T, s *Server, token, method, path string, r repetition) {
	const n = 300
	type cost struct{ allocations, bytes uint64 }
	least := func(before cost, n int) cost {
		body := r.body(n)
		var begun, ended runtime.MemStats
		runtime.ReadMemStats(&begun)
		w := send(s, token, method, path, body)
		runtime.ReadMemStats(&ended)
		var p Problem
		if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || w.Code != http.StatusBadRequest {
			t.Fatalf("%d times: %d %.300s", n, w.Code, w.Body)
		}
		if len(p.Errors) > faultsMax || w.Body.Len() > faultsMax*(fieldMax+messageMax) || len(p.Errors) == faultsMax && p.More == 0 &&
			n > 2*faultsMax {
			t.Fatalf("%d times: %d faults listed and %d more, in %d bytes", n, len(p.Errors), p.More, w.Body.Len())
		}
		return cost{min(before.allocations, ended.Mallocs-begun.Mallocs), min(before.bytes, ended.TotalAlloc-begun.TotalAlloc)}
	}
	one, two := cost{^uint64(0), ^uint64(0)}, cost{^uint64(0), ^uint64(0)}
	for range 3 { // what runs beside it is not its cost
		one, two = least(one, n), least(two, 2*n)
		if two.allocations <= 2*one.allocations+one.allocations/4+500 && two.bytes <= 2*one.bytes+one.bytes/4+poolBytes {
			return
		}
	}
	t.Errorf("%+v, and twice as much %+v", one, two)
}

// repetitions are bodies in which each list, map and text of a schema, or
// something that is none of it, is long. None is taken: a member is unknown.
func repetitions(schemas huma.Registry, s *huma.Schema) (all []repetition) {
	const unknown = `"no_such_member":0`
	many := func(of string) func(int) string {
		return func(n int) string { return "{" + unknown + strings.Repeat(","+of, n) + "}" }
	}
	all = append(all,
		repetition{"twice named", many(`"a":1`)},
		repetition{"unknown members", func(n int) string {
			var b strings.Builder
			for i := range n {
				fmt.Fprintf(&b, `,"m%d":1`, i)
			}
			return "{" + unknown + b.String() + "}"
		}},
		repetition{"nested", func(n int) string { return `{"a":` + strings.Repeat("[", n) + strings.Repeat("]", n) + "}" }},
		repetition{"a long name", func(n int) string { return `{"` + strings.Repeat("n", 100*n) + `":1}` }},
	)
	var walk func(s *huma.Schema, path string, depth int, wrap func(string) string)
	walk = func(s *huma.Schema, path string, depth int, wrap func(string) string) {
		for s.Ref != "" {
			s = schemas.SchemaFromRef(s.Ref)
		}
		if depth > 4 {
			return
		}
		switch s.Type {
		case huma.TypeArray:
			for name, element := range map[string]string{"objects": `{"x":1}`, "numbers": `7`, "nulls": `null`, "texts": `"x"`, "lists": `[]`, "samples": sampleOf(schemas, s.Items, 0)} {
				all = append(all, repetition{path + " of " + name, func(n int) string {
					return wrap("[" + strings.TrimSuffix(strings.Repeat(element+",", n), ",") + "]")
				}})
			}
			walk(s.Items, path+"[]", depth+1, func(v string) string { return wrap("[" + v + "]") })
		case huma.TypeObject:
			for _, name := range sortedKeys(s.Properties) {
				walk(s.Properties[name], path+"."+name, depth+1, func(v string) string { return wrap(`{"` + name + `":` + v + "}") })
			}
			if of, ok := s.AdditionalProperties.(*huma.Schema); ok {
				all = append(all, repetition{path + " with members", func(n int) string {
					var b strings.Builder
					for i := range n {
						fmt.Fprintf(&b, `,"m%d":%s`, i, sampleOf(schemas, of, 0))
					}
					return wrap("{" + strings.TrimPrefix(b.String(), ",") + "}")
				}})
			}
		case huma.TypeString:
			all = append(all, repetition{path + " long", func(n int) string { return wrap(`"` + strings.Repeat("ab ", 30*n) + `"`) }})
		}
	}
	walk(s, "", 0, func(v string) string {
		if v == "{}" {
			return "{" + unknown + "}"
		}
		return "{" + unknown + "," + strings.TrimPrefix(v, "{")
	})
	return all
}

func sortedKeys(m map[string]*huma.Schema) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// sampleOf is a value that a schema takes, more or less.
func sampleOf(schemas huma.Registry, s *huma.Schema, depth int) string {
	for s.Ref != "" {
		s = schemas.SchemaFromRef(s.Ref)
	}
	switch {
	case len(s.Enum) > 0:
		return fmt.Sprintf("%q", s.Enum[0])
	case s.Type == huma.TypeObject && depth < 4:
		var members []string
		for _, name := range s.Required {
			members = append(members, fmt.Sprintf("%q:%s", name, sampleOf(schemas, s.Properties[name], depth+1)))
		}
		return "{" + strings.Join(members, ",") + "}"
	case s.Type == huma.TypeObject:
		return "{}"
	case s.Type == huma.TypeArray:
		return "[]"
	case s.Type == huma.TypeInteger, s.Type == huma.TypeNumber:
		return "1"
	case s.Type == huma.TypeBoolean:
		return "true"
	}
	return `"1"`
}
