package http

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/domain/access"
)

// boundedList is a list of a body, the most that it takes, and bodies in which it is wrap's.
type boundedList struct {
	path, element string
	most          int
	wrap          func(string) string
}

// Each list of each body has a bound, which its fault names.
func TestListsOfBodiesAreBounded(t *testing.T) {
	tried := 0
	for _, role := range []access.Role{access.Owner, access.Superuser} {
		s, token := memoryServer(t, role)
		schemas := s.api.OpenAPI().Components.Schemas
		for _, rt := range s.routes.pending {
			op := rt.op.Metadata["operation"].(*Operation)
			if rt.op.RequestBody == nil || rt.op.RequestBody.Content["application/json"] == nil || !access.Table.Allows(role, op.Permission) {
				continue
			}
			path := regexp.MustCompile(`\{[a-z_]+\}`).ReplaceAllString(op.Path, strings.Repeat("0", 32))
			for _, l := range listsOf(schemas, rt.op.RequestBody.Content["application/json"].Schema) {
				tried++
				w := send(s, token, op.Method, path, l.wrap("["+strings.TrimSuffix(strings.Repeat(l.element+",", l.most+1), ",")+"]"))
				var p Problem
				named := false // or not among the faults that one answer lists, where each element has some
				if json.Unmarshal(w.Body.Bytes(), &p) == nil && w.Code == 400 {
					named = len(p.Errors) == faultsMax && p.More > 0
					for _, f := range p.Errors {
						named = named || f.Field == l.path && strings.Contains(f.Message, "more than")
					}
				}
				if !named {
					t.Errorf("%s: %d elements of %s: %d %.300s", op.ID, l.most+1, l.path, w.Code, w.Body)
				}
			}
		}
	}
	if tried < 60 {
		t.Errorf("%d lists were tried", tried)
	}
}

// listsOf are the lists of a schema, those within its objects and lists too.
func listsOf(schemas huma.Registry, s *huma.Schema) (all []boundedList) {
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
			l := boundedList{path: path, element: sampleOf(schemas, s.Items, 0), most: listMax, wrap: wrap}
			if s.MaxItems != nil {
				l.most = *s.MaxItems
			}
			all = append(all, l)
			walk(s.Items, path+"[0]", depth+1, func(v string) string { return wrap("[" + v + "]") })
		case huma.TypeObject:
			for _, name := range sortedKeys(s.Properties) {
				walk(s.Properties[name], strings.TrimPrefix(path+"."+name, "."), depth+1, func(v string) string {
					return wrap(`{"` + name + `":` + v + "}")
				})
			}
		}
	}
	walk(s, "", 0, func(v string) string { return v })
	return all
}
