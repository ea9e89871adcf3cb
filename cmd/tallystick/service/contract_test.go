package service_test

import (
	"bytes"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/http/examples"
)

// apiContract holds every JSON response that these tests get against the document
// that clients are generated from: its status is declared, and its body is what
// the schema says.
type apiContract struct {
	mu       sync.Mutex
	paths    map[string]map[string]any // path → method → operation
	root     map[string]any
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema
	broken   map[string]string // operation and status → what is wrong with the first such response
	seen     harvest
}

const documentURL = "https://tallystick.invalid/openapi.json"

func newContract(document []byte) (*apiContract, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		return nil, err
	}
	k := &apiContract{paths: map[string]map[string]any{}, root: doc.(map[string]any), compiler: jsonschema.NewCompiler(),
		schemas: map[string]*jsonschema.Schema{}, broken: map[string]string{}, seen: harvest{}}
	k.compiler.DefaultDraft(jsonschema.Draft2020)
	if err := k.compiler.AddResource(documentURL, doc); err != nil {
		return nil, err
	}
	for path, item := range k.root["paths"].(map[string]any) {
		k.paths[path] = item.(map[string]any)
	}
	return k, nil
}

// hold checks one response, and what it teaches of the operation.
func (k *apiContract) hold(method, target string, request []byte, r reply) {
	k.mu.Lock()
	defer k.mu.Unlock()
	path := k.match(target)
	operation, _ := k.paths[path][strings.ToLower(method)].(map[string]any)
	if operation == nil {
		return // a path or method that is refused as such
	}
	id := operation["operationId"].(string)
	what := fmt.Sprintf("%s %d", id, r.status)
	if err := k.check(path, strings.ToLower(method), operation, r); err != nil {
		if !onlyForgotten(err) && k.broken[what] == "" {
			k.broken[what] = err.Error()
		}
		return
	}
	if k.accepts(path, strings.ToLower(method), operation, request) || r.status >= 400 {
		k.seen.see(id, method, target, request, r)
	}
}

// match is the path of the document that a target means; "" = none.
func (k *apiContract) match(target string) string {
	u, err := url.Parse(target)
	if err != nil {
		return ""
	}
	said := strings.TrimSuffix(u.EscapedPath(), "/")
	if path := k.matchPath(said); path != "" {
		return path
	}
	if rest, ok := strings.CutPrefix(said, "/api/v1/"); ok {
		return k.matchPath("/api/" + rest)
	}
	return ""
}

func (k *apiContract) matchPath(said string) string {
	if k.paths[said] != nil {
		return said
	}
	parts := strings.Split(said, "/")
	best, fewest := "", len(parts)+1
	for path := range k.paths {
		declared := strings.Split(path, "/")
		if len(declared) != len(parts) {
			continue
		}
		open, fits := 0, true
		for i, d := range declared {
			if strings.HasPrefix(d, "{") {
				open++
			} else if d != parts[i] {
				fits = false
			}
		}
		if fits && open < fewest {
			best, fewest = path, open
		}
	}
	return best
}

// keeps reports whether an example of an operation is what the document says.
func (k *apiContract) keeps(id string, e examples.Example) bool {
	for path, item := range k.paths {
		for method, o := range item {
			operation, _ := o.(map[string]any)
			if operation == nil || operation["operationId"] != id {
				continue
			}
			media := "application/json"
			if e.File != nil {
				media = e.File.Type
			}
			r := reply{e.Status, http.Header{"Content-Type": {media}}, e.Response}
			return k.check(path, method, operation, r) == nil && k.accepts(path, method, operation, e.Request)
		}
	}
	return false
}

// accepts reports whether a request's body is what the document says.
func (k *apiContract) accepts(path, method string, operation map[string]any, request []byte) bool {
	body, _ := operation["requestBody"].(map[string]any)
	content, _ := body["content"].(map[string]any)
	if content["multipart/form-data"] != nil {
		return true // its parts are held by the tests of uploads
	}
	if len(request) == 0 || content["application/json"] == nil {
		return len(request) == 0
	}
	schema, err := k.schema([]string{"paths", path, method, "requestBody", "content", "application/json", "schema"})
	if err != nil {
		return false
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(request))
	return err == nil && schema.Validate(v) == nil
}

func (k *apiContract) check(path, method string, operation map[string]any, r reply) error {
	if r.status == 500 { // never declared: it is never meant
		return errors.New(string(r.body))
	}
	responses := operation["responses"].(map[string]any)
	at := []string{"paths", path, method, "responses", strconv.Itoa(r.status)}
	response, _ := responses[at[4]].(map[string]any)
	if response == nil {
		return errors.New("the status is not declared")
	}
	if ref, ok := response["$ref"].(string); ok {
		at = strings.Split(strings.TrimPrefix(ref, "#/"), "/")
		response = k.root[at[0]].(map[string]any)[at[1]].(map[string]any)[at[2]].(map[string]any)
	}
	if err := checkHash(response, r); err != nil {
		return err
	}
	media, _, _ := mime.ParseMediaType(r.header.Get("Content-Type"))
	content, _ := response["content"].(map[string]any)
	declared, _ := content[media].(map[string]any)
	if len(r.body) > 0 && (declared == nil || declared["schema"] == nil) {
		return fmt.Errorf("%s is not declared", media)
	}
	if len(r.body) == 0 || !strings.HasSuffix(media, "json") || media == "application/x-ndjson" {
		return nil
	}
	schema, err := k.schema(append(at, "content", media, "schema"))
	if err != nil {
		return err
	}
	body, err := jsonschema.UnmarshalJSON(bytes.NewReader(r.body))
	if err != nil {
		return err
	}
	if err := schema.Validate(body); err != nil {
		return fmt.Errorf("%w\n%.600s", err, r.body)
	}
	return nil
}

// checkHash holds a body against the hash that comes with it where the document says that
// one does, and nowhere else.
func checkHash(response map[string]any, r reply) error {
	const name = "X-Content-SHA256"
	headers, _ := response["headers"].(map[string]any)
	_, declared := headers[name]
	switch said := r.header.Get(name); {
	case declared != (said != ""):
		return fmt.Errorf("%s is %q, declared: %v", name, said, declared)
	case declared && said != commands.Hash(r.body):
		return fmt.Errorf("%s is %s, and the body's %s", name, said, commands.Hash(r.body))
	}
	return nil
}

// onlyForgotten reports whether nothing is wrong but that personal data which was
// forgotten reads as an empty string, as the document's introduction says.
func onlyForgotten(err error) bool {
	var e *jsonschema.ValidationError
	if !errors.As(err, &e) {
		return false
	}
	for _, cause := range e.Causes {
		if !onlyForgotten(cause) {
			return false
		}
	}
	short, ok := e.ErrorKind.(*kind.MinLength)
	return len(e.Causes) > 0 || ok && short.Got == 0
}

func (k *apiContract) schema(at []string) (*jsonschema.Schema, error) {
	var pointer strings.Builder
	for _, part := range at {
		pointer.WriteString("/" + url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(part)))
	}
	where := documentURL + "#" + pointer.String()
	if s := k.schemas[where]; s != nil {
		return s, nil
	}
	s, err := k.compiler.Compile(where)
	k.schemas[where] = s
	return s, err
}

// report prints what was broken, and says whether anything was.
func (k *apiContract) report() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	for what, err := range k.broken {
		fmt.Fprintf(os.Stderr, "the API document is not kept: %s: %s\n", what, err)
	}
	return len(k.broken) > 0
}
