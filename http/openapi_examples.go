package http

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/http/examples"
)

// addExamples shows of each operation an exchange that took place, and the codes by
// which it refuses.
func addExamples(doc map[string]any) {
	eachOperation(doc, func(operation map[string]any) {
		e, ok := examples.Of(operation["operationId"].(string))
		if !ok {
			return
		}
		body, _ := operation["requestBody"].(map[string]any)
		setExample(body, e.Request)
		responses := operation["responses"].(map[string]any)
		response, _ := responses[strconv.Itoa(e.Status)].(map[string]any)
		setExample(response, e.Response)
		text, _ := operation["description"].(string)
		if told := toldOf(e); told != "" {
			text += "\n\nExample: " + told
		}
		for _, status := range slices.Sorted(maps.Keys(e.Refusals)) {
			text += "\n\nSeen with " + status + ": `" + strings.Join(e.Refusals[status], "`, `") + "`."
		}
		operation["description"] = text
	})
}

// toldOf is what an example says beside the bodies that stand where they belong: the query,
// and of a response that is no JSON what it is.
func toldOf(e examples.Example) string {
	var parts []string
	if e.Target != "" {
		parts = append(parts, "`"+e.Target+"`")
	}
	switch {
	case e.File != nil:
		says := "answered with `" + e.File.Type + "`"
		if e.File.Name != "" {
			says += ", named `" + e.File.Name + "`"
		}
		if e.File.Begins != "" {
			says += ", which begins\n\n```\n" + strings.TrimRight(e.File.Begins, "\n") + "\n```"
		}
		parts = append(parts, says)
	case e.Status == http.StatusNoContent:
		parts = append(parts, "answered with 204 and no body")
	}
	return strings.Join(parts, " ")
}

// setExample gives an example to the JSON content of a body.
func setExample(body map[string]any, example json.RawMessage) {
	content, _ := body["content"].(map[string]any)
	for media, c := range content {
		if shape, ok := c.(map[string]any); ok && len(example) > 0 && strings.HasSuffix(media, "json") {
			dec := json.NewDecoder(bytes.NewReader(example))
			dec.UseNumber()
			var v any
			if dec.Decode(&v) == nil {
				shape["example"] = v
			}
		}
	}
}
