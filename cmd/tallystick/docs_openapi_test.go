package main

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// What is printed is the document that is served, a line an operation and a line a schema.
func TestTheDocumentIsPrintedByLine(t *testing.T) {
	printed, err := tool(t, "openapi")
	if err != nil {
		t.Fatal(err)
	}
	var got, want map[string]any
	if err := json.Unmarshal([]byte(printed), &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(declared().OpenAPI(), &want); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("it is another document than the one that is served: %v", err)
	}
	lines := strings.Split(printed, "\n")
	holds := func(begin, end string) bool {
		return slices.ContainsFunc(lines, func(l string) bool {
			return strings.HasPrefix(l, begin) && strings.HasSuffix(strings.TrimSuffix(l, ","), end)
		})
	}
	for _, path := range got["paths"].(map[string]any) {
		for method := range path.(map[string]any) {
			if !holds(`"`+method+`": {`, "}") {
				t.Fatalf("%s stands on no line of its own", method)
			}
		}
	}
	for name := range got["components"].(map[string]any)["schemas"].(map[string]any) {
		if !holds(`"`+name+`": {`, "}") { // a header may have its name
			t.Errorf("the schema %s stands on no line of its own", name)
		}
	}
	for text, want := range map[string]string{`{"b":{"d":[1, 2],"c":"<"},"a":null}`: "{\n\"a\": null,\n\"b\": {\"d\":[1,2],\"c\":\"<\"}\n}", `[1, 2]`: "[1,2]", `{}`: "{}"} {
		var out bytes.Buffer
		if err := byLine(&out, []byte(text), 1); err != nil || out.String() != want {
			t.Errorf("%s: %s %v", text, out.String(), err)
		}
	}
}
