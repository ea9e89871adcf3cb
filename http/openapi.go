package http

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"path"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/coverage"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// openAPIConfig is huma's, without its own document, page and schema links:
// the document needs a key here, and the page loads nothing from elsewhere.
func openAPIConfig(version string) huma.Config {
	c := huma.DefaultConfig("Tallystick", version)
	c.OpenAPIPath, c.DocsPath, c.SchemasPath = "", "", ""
	c.CreateHooks = nil
	format := huma.Format{Marshal: marshalJSON, Unmarshal: unmarshalJSON}
	c.Formats = map[string]huma.Format{"application/json": format, "json": format} // the latter for …+json
	c.DefaultFormat = "application/json"
	c.Info.Description = description
	c.Info.Contact = &huma.Contact{Name: "Whoever runs this service"}
	c.Info.License = &huma.License{Name: "Proprietary", Identifier: "LicenseRef-Proprietary"}
	c.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	c.Components.Schemas.RegisterTypeAlias(reflect.TypeFor[sealed.Text](), reflect.TypeFor[string]())
	c.Components.Schemas.RegisterTypeAlias(reflect.TypeFor[money.Dec](), reflect.TypeFor[decimalText]())
	c.Components.Schemas.RegisterTypeAlias(reflect.TypeFor[coverage.Limit](), reflect.TypeFor[decimalText]())
	c.Components.Schemas.RegisterTypeAlias(reflect.TypeFor[contract.Confidence](), reflect.TypeFor[float64]())
	c.Servers = []*huma.Server{{URL: "/", Description: "This service; every path is mirrored under /api/v1/."}}
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"bearer": {Type: "http", Scheme: "bearer", Description: "An API key of a principal."},
	}
	return c
}

// prefixed are the packages whose types have names that others use too.
var prefixed = map[string]string{
	"anomaly": "Anomaly", "auditproof": "Proof", "booking": "Booking", "books": "Books", "calc": "Indirect", "chart": "Chart",
	"corpus":   "LawText",
	"commerce": "Commerce", "filing": "Filing",
	"fx": "Currency", "indirect": "Indirect", "journal": "Journal", "legislative": "Law", "orders": "Orders",
	"party": "Party", "schedule": "Schedule", "taxid": "TaxID", "taxreturn": "Return",
}

// schemaName names a type's schema: the type's name, with its package's before
// it where that is needed to tell it apart.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if p := prefixed[path.Base(t.PkgPath())]; p != "" && t.Name() != "" {
		return p + name
	}
	return name
}

const description = `Exact, cited tax figures; or a question about a missing fact; or an escalation with its reason.

Amounts and rates are decimal strings, never JSON numbers. A trailing slash is optional. Errors are RFC 9457 problem
details; of malformed input the first 100 faults. A list in a request holds at most 1,000 elements where nothing else
is said, and nothing nests deeper than 64. What was forgotten on a person's demand reads as null or as an empty
string. Writes accept Idempotency-Key and If-Match and answer X-Log-Position; every call accepts X-Min-Log-Position, and sees what
stood in the log there.`

// encoded is a body that writes its own JSON. Bytes that the log holds are
// written as they are, so that their SHA-256 is the record's.
type encoded interface{ encodeTo(w io.Writer) error }

// marshalJSON writes without HTML escapes.
func marshalJSON(w io.Writer, v any) error {
	if e, ok := v.(encoded); ok {
		return e.encodeTo(w)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// renderOpenAPI writes the document. Its paths stand without the trailing slash,
// which is served with and without; its surfaces are described.
func (s *Server) renderOpenAPI() []byte {
	doc := *s.api.OpenAPI()
	doc.Paths = map[string]*huma.PathItem{}
	for path, item := range s.api.OpenAPI().Paths {
		if doc.Paths[canonical(path)] != nil {
			panic("http: " + path + " is declared with and without a slash")
		}
		doc.Paths[canonical(path)] = item
	}
	doc.Tags = nil
	served := map[string]bool{}
	for _, o := range s.operations {
		served[o.Surface] = true
	}
	for _, surface := range slices.Sorted(maps.Keys(served)) {
		doc.Tags = append(doc.Tags, &huma.Tag{Name: surface, Description: fmt.Sprintf("%s Responses carry `X-Contract-Version: %s/%s`.",
			contracts[surface].about, surface, contracts[surface].version)})
	}
	edited := asMap(&doc)
	edit(edited, doc.Components.Schemas)
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", " ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(edited); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// asMap is a document as plain JSON values.
func asMap(doc *huma.OpenAPI) map[string]any {
	text, err := json.Marshal(doc)
	if err != nil {
		panic(err)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var m map[string]any
	if err := dec.Decode(&m); err != nil {
		panic(err)
	}
	return m
}

// OpenAPI returns the document.
func (s *Server) OpenAPI() []byte { return s.openapi() }

const openAPIMedia = "application/vnd.oai.openapi+json"

type rawJSON struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

func (s *Server) registerOpenAPI() {
	register(s, Operation{
		Entry: "x.6", ID: "platform.openapi", Method: http.MethodGet, Path: "/api/openapi.json", Surface: "platform",
		Summary: "OpenAPI document", Permission: "openapi:read",
		Media: []string{openAPIMedia},
	}, func(ctx context.Context, c *Call, in *struct{}) (*rawJSON, error) {
		return &rawJSON{openAPIMedia + ";version=3.1", s.openapi()}, nil
	})
}
