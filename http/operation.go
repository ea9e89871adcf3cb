package http

import (
	"context"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/domain/access"
)

// Operation declares one method of one path.
type Operation struct {
	Entry      string // of the catalogue: "9.7"
	ID         string // operation id, and the event metadata's operation: "cases.finalise"
	Method     string
	Path       string // canonical, as documented: "/api/cases/{case_id}/finalise/"
	Surface    string // "cases"; its contract version stands in contracts
	Summary    string
	Describe   string // Markdown
	Permission access.Permission
	// Parts are the members of the body that need another permission, any one of
	// those listed; the rest of the body needs Permission.
	Parts     map[string][]access.Permission
	Throttled bool
	// fresh says that the handler itself waits for the read models that it reads, or
	// reads the log alone, which is never behind.
	fresh   bool
	Stream  bool        // answers bytes as they come; audited at start and end
	BodyMax int64       // bytes; 0 = bodyMaxDefault
	Upload  *UploadForm // the body is a form with files, which the handler receives; nil = JSON
	Errors  []int       // statuses beyond those that every operation can answer
	Status  int         // of success; 0 = 200, or 204 where nothing is answered
	Also    []int       // further statuses of success, with the same body
	Media   []string    // content types of what is answered beside JSON of a type; a Stream names all, or its body
	Hashed  bool        // what is answered is known whole, and contentHash comes with it

	body        *huma.Schema                  // JSON of the response, where its type does not tell
	examine     func(c *Call, body any) error // names the faults that the domain finds in a body; nil = none
	readsItself bool                          // the body reads and checks itself; see quickBody
}

// surface is a part of the API under one contract.
type surface struct {
	version string // a breaking change raises its major number
	about   string // one sentence for the reference page
}

// contracts pins each surface's contract.
var contracts = joinSurfaces(coreSurfaces, platformSurfaces, documentsSurfaces, booksSurfaces, invoicingSurfaces, knowledgeSurfaces,
	corpusSurfaces)

// joinSurfaces adds up the surfaces of the groups; one stands in one group.
func joinSurfaces(groups ...map[string]surface) map[string]surface {
	all := map[string]surface{}
	for _, g := range groups {
		for name, x := range g {
			if _, twice := all[name]; twice {
				panic("http: surface " + name + " is pinned twice")
			}
			all[name] = x
		}
	}
	return all
}

var coreSurfaces = map[string]surface{
	"answer":      {"1.0.0", "Questions in plain words: a cited figure, a question back, or an escalation; each is recorded."},
	"calculators": {"1.0.0", "Income tax and payroll by country and year, from facts that are stated, each step cited."},
	"cases":       {"1.0.0", "Issues, workpapers, evidence, sign-offs; a finalised case exports the same pack for ever."},
	"commerce":    {"1.0.0", "What a merchant has configured, and the checkouts that are computed by it."},
	"coverage":    {"1.0.0", "Which places, years, taxes and taxpayers are answered, at which tier, and the facts that each takes."},
	"governance":  {"1.0.0", "Who may do what."},
	"indirect":    {"1.0.0", "VAT, GST and sales tax of a document, tax categories, tax numbers and currency at published rates."},
	"platform":    {"1.0.0", "Keys, principals, sites and settings; the audit log, the event stream, and the proofs that the log only grew."},
}

const bodyMaxDefault = 1 << 20

func (o *Operation) bodyMax() int64 {
	if o.BodyMax == 0 && o.Upload != nil {
		return o.Upload.bodyMax()
	}
	if o.BodyMax == 0 {
		return bodyMaxDefault
	}
	return o.BodyMax
}

// contractVersion is the value of X-Contract-Version.
func (o *Operation) contractVersion() string { return o.Surface + "/" + contracts[o.Surface].version }

// register adds an operation with its handler. Decoding, validation and
// documentation come from I and O.
func register[I, O any](s *Server, o Operation, h func(ctx context.Context, c *Call, in *I) (*O, error)) {
	s.declare(o, typeOf[I](), typeOf[O](), func(ctx context.Context, c *Call, in any) (any, error) {
		out, err := h(ctx, c, in.(*I))
		if out == nil || err != nil {
			return nil, err
		}
		return out, nil
	})
}

// declare is register once its types are known as values: what stands here is compiled
// once, and not for each operation.
func (s *Server) declare(o Operation, in, out reflect.Type, h func(ctx context.Context, c *Call, in any) (any, error)) {
	if !access.Table.Known(o.Permission) {
		panic("http: " + o.ID + " names an unknown permission " + string(o.Permission))
	}
	if x := contracts[o.Surface]; x.version == "" || x.about == "" {
		panic("http: " + o.ID + " names an unknown surface " + o.Surface)
	}
	for part, permissions := range o.Parts {
		for _, p := range permissions {
			if !access.Table.Known(p) {
				panic("http: " + o.ID + " names an unknown permission " + string(p) + " for " + part)
			}
		}
	}
	s.operations = append(s.operations, &o)
	errs := append([]int{400, 401, 403, 404, 405, 503}, o.Errors...)
	if o.Throttled {
		errs = append(errs, 429)
	}
	if o.Method != http.MethodGet && o.Method != http.MethodDelete {
		errs = append(errs, 408, 413, 415)
	}
	ho := huma.Operation{
		OperationID: o.ID, Method: o.Method, Path: o.Path, Summary: o.Summary,
		Description: describe(o), Tags: []string{o.Surface},
		MaxBodyBytes: -1, BodyReadTimeout: -1, SkipValidateBody: true, // the gate reads the body and looks through it
		Responses:     responses(s.api, errs),
		Metadata:      map[string]any{"operation": &o},
		Security:      []map[string][]string{{"bearer": {}}},
		Extensions:    map[string]any{"x-catalogue-entry": o.Entry, "x-permission": string(o.Permission)},
		DefaultStatus: o.Status,
	}
	if o.body != nil || len(o.Media) > 0 {
		ho.Responses["200"] = o.answered()
	} else if out == typeOf[huma.StreamResponse]() {
		panic("http: " + o.ID + " does not say what it answers")
	}
	o.freshness(s.api, &ho, in)
	if !declaresPath(in) {
		documented(&o, &ho)
	}
	bind(s.api, ho, in, out, func(ctx context.Context, in any) (any, error) {
		c, err := s.admitted(ctx)
		if err != nil {
			return nil, err
		}
		out, err := h(ctx, c, in)
		if err != nil {
			return nil, s.problem(c, c.withOthers(err))
		}
		return out, nil
	})
	declared := s.routes.pending[len(s.routes.pending)-1].op
	if o.Upload != nil { // once registered: what is declared before, huma would read
		declared.RequestBody = o.Upload.body(s.api.OpenAPI().Components.Schemas)
	}
	for _, status := range o.Also {
		same := *declared.Responses[strconv.Itoa(declared.DefaultStatus)]
		same.Description = http.StatusText(status)
		declared.Responses[strconv.Itoa(status)] = &same
	}
}

// admitted is the call that a context belongs to, unless what it sends is malformed.
func (s *Server) admitted(ctx context.Context) (*Call, error) {
	c := callOf(ctx)
	if len(c.bodyFaults) > 0 {
		return c, validationProblem(c, "", nil)
	}
	if len(c.unknown) > 0 {
		return c, s.problem(c, c.withOthers(c.unknown.Err()))
	}
	return c, nil
}

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

// declaresPath reports whether an input declares the parameters of its path itself.
func declaresPath(in reflect.Type) bool {
	return slices.ContainsFunc(reflect.VisibleFields(in), func(f reflect.StructField) bool { return f.Tag.Get("path") != "" })
}

func describe(o Operation) string {
	text := o.Describe
	if text != "" {
		text += "\n\n"
	}
	text += "Permission: `" + string(o.Permission) + "`. Catalogue entry " + o.Entry + "."
	for _, part := range slices.Sorted(maps.Keys(o.Parts)) {
		text += " `" + part + "` needs"
		for i, p := range o.Parts[part] {
			if i > 0 {
				text += " or"
			}
			text += " `" + string(p) + "`"
		}
		text += "."
	}
	if o.Throttled {
		text += " Throttled per principal."
	}
	return text
}

// Inputs that many operations share.
type (
	// Sited narrows a call to one site; the gate has read and granted it.
	Sited struct {
		Site int64 `query:"site" minimum:"1" doc:"Narrow to one site; demands a grant of it. Left out: tenant-wide data and the sites granted."`
	}
	// Paged asks for a part of a list.
	Paged struct {
		Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"Rows a page."`
		Cursor string `query:"cursor" maxLength:"1000" doc:"next_cursor of the page before."`
	}
	// Counted is what every list says of its rows: how many match in all, and
	// where the next page begins.
	Counted struct {
		Count      int64   `json:"count"`
		CountExact *bool   `json:"count_exact,omitempty" doc:"false: counting ended at count. Left out: count is exact."`
		NextCursor *string `json:"next_cursor"`
		// Damaged marks rows whose record answers 503 stream_damaged.
		Damaged []string `json:"damaged,omitempty" doc:"Ids of rows of this page whose records are damaged in the log: they show what was there before, see GET /api/log/damage/. Left out: none is."`
	}
	// Written is how writes are made safe to repeat and to race.
	Written struct {
		IdempotencyKey string `header:"Idempotency-Key" maxLength:"200" doc:"The same key and request answer the first response again, for ever."`
		IfMatch        string `header:"If-Match" maxLength:"40" doc:"The ETag that the record must still have."`
	}
	// Fresh waits for a read model.
	Fresh struct {
		MinLogPosition string `header:"X-Min-Log-Position" maxLength:"60" doc:"X-Log-Position of a write that this call must see."`
	}
)

// emptied is a response without a body.
type emptied struct {
	Status      int
	ETag        string `header:"ETag" doc:"Revision of the record."`
	LogPosition string `header:"X-Log-Position" doc:"Where the write stands in the log."`
}

// reply is a response with the headers that resources share.
type reply[T any] struct {
	Status      int
	ETag        string `header:"ETag" doc:"Revision of the record."`
	Location    string `header:"Location" doc:"Where a created record stands."`
	LogPosition string `header:"X-Log-Position" doc:"Where the write stands in the log; send it as X-Min-Log-Position to read it back."`
	Body        T
}
