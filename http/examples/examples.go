// Package examples holds one exchange of each operation, as the service's tests had
// it, and the codes by which they saw the operation refused. `make examples` writes
// the files; what stands in them and still keeps the document is left as it is.
package examples

import (
	"embed"
	"encoding/json"
	"fmt"
)

// Example is an exchange.
type Example struct {
	Target   string              `json:"target,omitempty"`   // path and query, where it had a query
	Request  json.RawMessage     `json:"request,omitempty"`  // body
	Status   int                 `json:"status,omitempty"`   // of the response, 2xx; 0 = none was seen
	Response json.RawMessage     `json:"response,omitempty"` // body, where it is JSON
	File     *File               `json:"file,omitempty"`     // what the body is, where it is something else; nil = it is JSON, or there is none
	Refusals map[string][]string `json:"refusals,omitempty"` // 409 and 422 → codes, of blockers too; sorted
}

// File is a body that is no JSON: a download, or a stream.
type File struct {
	Type   string `json:"type"`             // Content-Type
	Name   string `json:"name,omitempty"`   // by which it is offered to be kept
	Begins string `json:"begins,omitempty"` // its first lines, where it is text
}

//go:embed *.json
var files embed.FS

// Of is the example of an operation by its id; false = there is none.
func Of(operation string) (Example, bool) {
	text, err := files.ReadFile(Name(operation))
	if err != nil {
		return Example{}, false
	}
	var e Example
	if err := json.Unmarshal(text, &e); err != nil {
		panic(fmt.Sprintf("examples: %s: %v", Name(operation), err)) // the files are the build's own
	}
	return e, true
}

// Name is the file of an operation's example.
func Name(operation string) string { return operation + ".json" }
