package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"slices"
)

// openAPI prints the document with a line an operation and a line a schema, so that one of them
// that changes is one line of a diff.
func openAPI(_ context.Context, _ []string, out io.Writer) error {
	const toOperations = 3 // paths, path, method; components, schemas, name
	var text bytes.Buffer
	if err := byLine(&text, declared().OpenAPI(), toOperations); err != nil {
		return err
	}
	text.WriteByte('\n')
	_, err := out.Write(text.Bytes())
	return err
}

// byLine writes JSON with a line for each member of an object, so many objects deep. Members
// stand in the order of their names.
func byLine(out *bytes.Buffer, value json.RawMessage, deep int) error {
	var members map[string]json.RawMessage
	if deep == 0 || json.Unmarshal(value, &members) != nil || len(members) == 0 {
		return json.Compact(out, value)
	}
	separator := "{\n"
	for _, name := range slices.Sorted(maps.Keys(members)) {
		quoted, err := json.Marshal(name)
		if err != nil {
			return err
		}
		out.WriteString(separator)
		out.Write(quoted)
		out.WriteString(": ")
		if err := byLine(out, members[name], deep-1); err != nil {
			return err
		}
		separator = ",\n"
	}
	out.WriteString("\n}")
	return nil
}
