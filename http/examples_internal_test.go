package http

import (
	"testing"

	"github.com/tallystick/tallystick/http/examples"
)

// What is no JSON is told in words: what it is, what it is named, how it begins; and that
// there is nothing, where there is nothing.
func TestOpenAPITellsOfFiles(t *testing.T) {
	for want, e := range map[string]examples.Example{
		"":                              {Status: 200, Response: []byte(`{}`)},
		"`GET /api/log/?a=1`":           {Status: 200, Target: "GET /api/log/?a=1", Response: []byte(`{}`)},
		"answered with 204 and no body": {Status: 204},
		"`GET /x?y=1` answered with `text/csv`, named `a.csv`, which begins\n\n```\na,b\n1,2\n```": {Status: 200, Target: "GET /x?y=1",
			File: &examples.File{Type: "text/csv", Name: "a.csv", Begins: "a,b\n1,2\n"}},
		"answered with `application/pdf`": {Status: 200, File: &examples.File{Type: "application/pdf"}},
	} {
		if got := toldOf(e); got != want {
			t.Errorf("%+v: %q, want %q", e, got, want)
		}
	}
}
