package http

import (
	"maps"
	"net/http"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
)

// edit makes of huma's document what readers and generators are given: every
// property is described, words are listed, and what many operations share stands
// once, among the components.
func edit(doc map[string]any, types huma.Registry) {
	eachProperty(doc, describeProperty)
	sayNullable(doc, types)
	eachSchema(doc, dropForeign)
	shareResponses(doc)
	shareParameters(doc)
	shareHeaders(doc)
	addExamples(doc)
}

// describeProperty adds what the type itself does not say.
func describeProperty(owner, name string, property map[string]any) {
	texts := []string{ownTerms[owner+"."+name], terms[name]}
	if ref, ok := property["$ref"].(string); ok {
		texts[1] = typeTerms[path.Base(ref)]
	}
	for _, text := range texts {
		if property["description"] == nil && text != "" {
			property["description"] = text
		}
	}
	words, own := vocabularies[owner+"."+name]
	if !own {
		words = vocabularies[name]
	}
	if property["type"] == "string" && property["enum"] == nil && len(words) > 0 && len(owner) > 0 {
		property["enum"] = anys(words)
	}
}

// sayNullable lets be null what is written as null: the property of a pointer to
// a struct where there is nothing, and personal data once it is forgotten.
func sayNullable(doc map[string]any, types huma.Registry) {
	eachProperty(doc, func(owner, name string, property map[string]any) {
		t := types.TypeFromRef("#/components/schemas/" + owner)
		if t == nil || t.Kind() != reflect.Struct {
			return
		}
		for _, f := range reflect.VisibleFields(t) {
			tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			if tag != name || strings.Contains(options, "omit") && f.Type != reflect.TypeFor[sealed.Text]() {
				continue
			}
			ref := property["$ref"]
			switch {
			case f.Type == reflect.TypeFor[sealed.Text]():
				property["type"] = []any{"string", "null"}
			case f.Type == reflect.TypeFor[civil.Date]() && property["format"] == "date": // written as an empty string where there is none
				delete(property, "format")
				property["pattern"] = `^([0-9]{4}-[0-9]{2}-[0-9]{2})?$`
			case ref == nil && f.Type.Kind() == reflect.Pointer && property["type"] == "string":
				property["type"] = []any{"string", "null"}
			case ref != nil && (f.Type.Kind() == reflect.Pointer || f.Tag.Get("absent") == "null"):
				delete(property, "$ref")
				property["anyOf"] = []any{map[string]any{"$ref": ref}, map[string]any{"type": "null"}}
				if text := terms[name]; text != "" && property["description"] == nil {
					property["description"] = text
				}
			}
		}
	})
}

func anys(words []string) []any {
	all := make([]any, len(words))
	for i, w := range words {
		all[i] = w
	}
	return all
}

// dropForeign turns what JSON Schema does not know into words.
func dropForeign(schema map[string]any) {
	form, ok := schema["patternDescription"].(string)
	if !ok {
		return
	}
	delete(schema, "patternDescription")
	said, _ := schema["description"].(string)
	if !strings.Contains(said, form) && !(strings.Contains(form, "decimal string") && strings.Contains(said, "decimal string")) {
		schema["description"] = strings.TrimSpace(said + " Form: " + form + ".")
	}
}

// eachSchema visits every object of the document that is typed.
func eachSchema(v any, visit func(map[string]any)) {
	switch x := v.(type) {
	case []any:
		for _, e := range x {
			eachSchema(e, visit)
		}
	case map[string]any:
		if x["type"] != nil {
			visit(x)
		}
		for _, e := range x {
			eachSchema(e, visit)
		}
	}
}

// eachOperation visits the operations of the document.
func eachOperation(doc map[string]any, visit func(operation map[string]any)) {
	paths, _ := doc["paths"].(map[string]any)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		item := paths[path].(map[string]any)
		for _, method := range slices.Sorted(maps.Keys(item)) {
			if operation, ok := item[method].(map[string]any); ok && operation["operationId"] != nil {
				visit(operation)
			}
		}
	}
}

// component puts a part among the components of its kind, and refers to it. A
// part that differs from the one that stands there stays where it is.
func component(doc map[string]any, kind, name string, part map[string]any) map[string]any {
	components := doc["components"].(map[string]any)
	all, _ := components[kind].(map[string]any)
	if all == nil {
		all = map[string]any{}
		components[kind] = all
	}
	if all[name] == nil {
		all[name] = part
	}
	if !reflect.DeepEqual(all[name], part) {
		return part
	}
	return map[string]any{"$ref": "#/components/" + kind + "/" + name}
}

var notLetters = regexp.MustCompile(`[^A-Za-z]+`)

// shareResponses refers to one description of each problem, which lists the codes
// that come with its status.
func shareResponses(doc map[string]any) {
	codes := map[int][]string{}
	for _, c := range fault.Codes() {
		status := statuses[c.Kind()]
		codes[status] = append(codes[status], "`"+c.Name()+"`")
	}
	eachOperation(doc, func(operation map[string]any) {
		responses := operation["responses"].(map[string]any)
		for text, r := range responses {
			status, err := strconv.Atoi(text)
			response := r.(map[string]any)
			content, _ := response["content"].(map[string]any)
			if err != nil || status < 400 || content["application/problem+json"] == nil {
				continue
			}
			response["description"] = http.StatusText(status) + "; `code` is one of " + strings.Join(codes[status], ", ") + "."
			responses[text] = component(doc, "responses", notLetters.ReplaceAllString(http.StatusText(status), "")+"Problem", response)
		}
	})
}

// shared are the parameters that nearly every operation takes alike.
var shared = []string{"site", "limit", "cursor", "Idempotency-Key", "If-Match", "X-Min-Log-Position"}

func shareParameters(doc map[string]any) {
	eachOperation(doc, func(operation map[string]any) {
		parameters, _ := operation["parameters"].([]any)
		for i, p := range parameters {
			parameter := p.(map[string]any)
			name, _ := parameter["name"].(string)
			schema, _ := parameter["schema"].(map[string]any)
			if schema["description"] == parameter["description"] {
				delete(schema, "description")
			}
			if parameter["in"] == "path" && parameter["description"] == nil {
				parameter["description"] = pathTerm(name)
			}
			if parameter["in"] == "query" && parameter["description"] == nil && terms[name] != "" {
				parameter["description"] = terms[name]
			}
			if slices.Contains(shared, name) {
				parameters[i] = component(doc, "parameters", notLetters.ReplaceAllString(name, "")+"Parameter", parameter)
			}
		}
	})
}

// pathTerm describes a parameter of a path: "case_id" is the id of the case.
func pathTerm(name string) string {
	if terms[name] != "" {
		return terms[name]
	}
	return "Id of the " + strings.ReplaceAll(strings.TrimSuffix(name, "_id"), "_", " ") + "."
}

func shareHeaders(doc map[string]any) {
	eachOperation(doc, func(operation map[string]any) {
		for _, r := range operation["responses"].(map[string]any) {
			headers, _ := r.(map[string]any)["headers"].(map[string]any)
			for name, h := range headers {
				header := h.(map[string]any)
				schema, _ := header["schema"].(map[string]any)
				if text := schema["description"]; text != nil && header["description"] == nil {
					header["description"] = text
					delete(schema, "description")
				}
				if slices.Contains([]string{"ETag", "Location", "X-Log-Position", contentHash}, name) {
					headers[name] = component(doc, "headers", notLetters.ReplaceAllString(name, ""), header)
				}
			}
		}
	})
}
