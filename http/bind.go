package http

import (
	"bytes"
	"cmp"
	"context"
	"encoding"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// binding is an operation between the request and its handler: what reflection tells of
// its input and output, found once. huma's own Register does what this file does, in
// code that is compiled anew for each pair of types; of what it can, this takes what
// operations here use, and refuses the rest when they are registered (ADR 93).
type binding struct {
	api     huma.API
	op      *huma.Operation
	in      reflect.Type
	params  []param
	body    []int   // of the input: its JSON body; nil = none
	looks   [][]int // of the input: values that look at themselves once all is read
	status  []int   // of the output; nil = it is always the operation's own
	answer  []int   // of the output: its body; nil = none
	headers []header
	handle  func(ctx context.Context, in any) (out any, err error)
}

// param is a parameter in the path, the query or a header.
type param struct {
	index    []int
	in, name string
	missing  string // what stands for it where it was not sent
	required bool
	schema   *huma.Schema
}

// header is one of the response.
type header struct {
	index []int
	name  string
}

// bind documents an operation whose handler takes a pointer to an in and answers a
// pointer to an out, or nil, and has requests for it reach the handler.
func bind(api huma.API, op huma.Operation, in, out reflect.Type, handle func(ctx context.Context, in any) (any, error)) {
	b := &binding{api: api, op: &op, in: in, handle: handle}
	b.takes(in)
	b.gives(out)
	api.OpenAPI().AddOperation(b.op)
	api.Adapter().Handle(b.op, api.Middlewares().Handler(b.serve))
}

func (b *binding) schemas() huma.Registry { return b.api.OpenAPI().Components.Schemas }

// takes reads an input's type.
func (b *binding) takes(in reflect.Type) {
	for _, f := range fieldsBeside(in, "Body") {
		b.takeParam(f)
	}
	if looks(in) {
		b.looks = append(b.looks, []int{})
	}
	f, ok := in.FieldByName("Body")
	if !ok {
		return
	}
	b.body = f.Index
	if looks(f.Type) {
		b.looks = append(b.looks, f.Index)
	}
	b.op.RequestBody = &huma.RequestBody{
		Required: f.Tag.Get("required") == "true" || f.Type.Kind() != reflect.Pointer && f.Type.Kind() != reflect.Interface,
		Content: map[string]*huma.MediaType{"application/json": {Schema: huma.SchemaFromField(b.schemas(), f,
			hintOf(in, f.Name, b.op.OperationID+"Request"))}},
	}
	b.op.RequestBody.Content["application/json"].Schema.PrecomputeMessages()
}

func (b *binding) takeParam(f reflect.StructField) {
	p := param{index: f.Index, missing: f.Tag.Get("default"), required: f.Tag.Get("required") == "true"}
	doc := &huma.Param{}
	switch {
	case f.Tag.Get("path") != "":
		p.in, p.name, p.required = "path", f.Tag.Get("path"), true
	case f.Tag.Get("query") != "":
		p.in, p.name, doc.Explode = "query", f.Tag.Get("query"), new(bool)
	case f.Tag.Get("header") != "":
		p.in, p.name = "header", f.Tag.Get("header")
	default:
		return
	}
	if !reads(f.Type) {
		panic(fmt.Sprintf("http: %s: parameters are no %s", b.op.OperationID, f.Type))
	}
	p.schema = huma.SchemaFromField(b.schemas(), f, "")
	b.params = append(b.params, p)
	for _, declared := range b.op.Parameters {
		if declared.Name == p.name && declared.In == p.in {
			return
		}
	}
	doc.Name, doc.In, doc.Required, doc.Schema, doc.Description = p.name, p.in, p.required, p.schema, p.schema.Description
	b.op.Parameters = append(b.op.Parameters, doc)
}

// gives reads an output's type.
func (b *binding) gives(out reflect.Type) {
	if f, ok := out.FieldByName("Status"); ok {
		b.status = f.Index
	}
	body, has := out.FieldByName("Body")
	if has {
		b.answer = body.Index
	}
	switch {
	case b.op.DefaultStatus != 0:
	case has:
		b.op.DefaultStatus = http.StatusOK
	default:
		b.op.DefaultStatus = http.StatusNoContent
	}
	status := strconv.Itoa(b.op.DefaultStatus)
	r := b.op.Responses[status]
	if r == nil {
		r = &huma.Response{}
		b.op.Responses[status] = r
	}
	r.Description = cmp.Or(r.Description, http.StatusText(b.op.DefaultStatus))
	if has && body.Type.Kind() != reflect.Func {
		schema := huma.SchemaFromField(b.schemas(), body, hintOf(out, body.Name, b.op.OperationID+"Response"))
		if r.Content == nil {
			r.Content = map[string]*huma.MediaType{"application/json": {Schema: schema}}
		}
	}
	for _, f := range fieldsBeside(out, "Status", "Body") {
		h := header{f.Index, cmp.Or(f.Tag.Get("header"), f.Name)}
		if f.Type.Kind() != reflect.String && f.Type.Kind() != reflect.Int && f.Type.Kind() != reflect.Int64 {
			panic(fmt.Sprintf("http: %s: headers are no %s", b.op.OperationID, f.Type))
		}
		b.headers = append(b.headers, h)
		if r.Headers == nil {
			r.Headers = map[string]*huma.Param{}
		}
		r.Headers[h.name] = &huma.Header{Schema: huma.SchemaFromField(b.schemas(), f, hintOf(out, f.Name, b.op.OperationID+status+h.name))}
	}
}

// hintOf is what a schema is called that has no name of its own.
func hintOf(parent reflect.Type, field, otherwise string) string {
	if parent.Name() != "" {
		return parent.Name() + field
	}
	return otherwise
}

// fieldsBeside are the exported fields of a struct and of those that it embeds, but for some.
func fieldsBeside(t reflect.Type, but ...string) (fields []reflect.StructField) {
	for _, f := range reflect.VisibleFields(t) {
		among := false
		for _, name := range but {
			among = among || f.Name == name
		}
		if !f.Anonymous && f.IsExported() && !among {
			fields = append(fields, f)
		}
	}
	return fields
}

// looks reports whether values of a type look at themselves.
func looks(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[huma.Resolver]()) || p.Implements(reflect.TypeFor[huma.ResolverWithPath]())
}

// serve carries a request that the gate has let in to its handler, and the answer back.
func (b *binding) serve(hc huma.Context) {
	in := reflect.New(b.in)
	found := &huma.ValidateResult{}
	for i := range b.params {
		b.params[i].read(hc, b.schemas(), in.Elem().FieldByIndex(b.params[i].index), found)
	}
	if b.body != nil {
		if status, err := b.readBody(hc, in.Elem().FieldByIndex(b.body), found); err != nil {
			huma.WriteErr(b.api, hc, status, err.Error())
			return
		}
	}
	for _, at := range b.looks {
		switch x := in.Elem().FieldByIndex(at).Addr().Interface().(type) {
		case huma.Resolver:
			found.Errors = append(found.Errors, x.Resolve(hc)...)
		case huma.ResolverWithPath:
			found.Errors = append(found.Errors, x.Resolve(hc, huma.NewPathBuffer(nil, 0))...)
		}
	}
	if len(found.Errors) > 0 {
		huma.WriteErr(b.api, hc, http.StatusUnprocessableEntity, "validation failed", found.Errors...)
		return
	}
	out, err := b.handle(hc.Context(), in.Interface())
	switch {
	case err != nil:
		b.refuse(hc, err)
	case out == nil:
		hc.SetStatus(b.op.DefaultStatus)
	default:
		b.write(hc, reflect.ValueOf(out).Elem())
	}
}

// readBody decodes what the gate has read and looked through; status is what is answered
// where there is nothing to decode.
func (b *binding) readBody(hc huma.Context, into reflect.Value, found *huma.ValidateResult) (status int, err error) {
	var buf bytes.Buffer
	if _, err := buf.ReadFrom(hc.BodyReader()); err != nil {
		return http.StatusInternalServerError, fmt.Errorf("cannot read request body: %w", err)
	}
	if buf.Len() == 0 {
		if b.op.RequestBody.Required {
			return http.StatusBadRequest, errors.New("request body is required")
		}
		return 0, nil
	}
	if err := unmarshalJSON(buf.Bytes(), into.Addr().Interface()); err != nil {
		found.Errors = append(found.Errors, &huma.ErrorDetail{Location: "body", Message: err.Error(), Value: buf.String()})
	}
	return 0, nil
}

// refuse writes an error of the handler.
func (b *binding) refuse(hc huma.Context, err error) {
	var p *Problem
	if !errors.As(err, &p) {
		panic(err) // register makes problems of all
	}
	for name, values := range p.GetHeaders() {
		for _, v := range values {
			hc.AppendHeader(name, v)
		}
	}
	b.writeBody(hc, p.Status, p.ContentType(""), p)
}

// write writes an output.
func (b *binding) write(hc huma.Context, out reflect.Value) {
	media := ""
	for _, h := range b.headers {
		f := out.FieldByIndex(h.index)
		text := ""
		if f.Kind() == reflect.String {
			text = f.String()
		} else {
			text = strconv.FormatInt(f.Int(), 10)
		}
		if text == "" {
			continue
		}
		if hc.SetHeader(h.name, text); h.name == "Content-Type" {
			media = text
		}
	}
	status := b.op.DefaultStatus
	if b.status != nil {
		status = int(out.FieldByIndex(b.status).Int())
	}
	if b.answer == nil {
		hc.SetStatus(status)
		return
	}
	switch body := out.FieldByIndex(b.answer).Interface().(type) {
	case func(huma.Context):
		body(hc)
	case []byte:
		hc.SetStatus(status)
		hc.BodyWriter().Write(body)
	default:
		b.writeBody(hc, status, media, body)
	}
}

// writeBody encodes a body; what cannot be encoded is a fault of ours, unless nobody
// waits for it any more.
func (b *binding) writeBody(hc huma.Context, status int, media string, body any) {
	if media == "" {
		media = "application/json"
		hc.SetHeader("Content-Type", media)
	} else if _, ok := body.(*Problem); ok {
		hc.SetHeader("Content-Type", media)
	}
	hc.SetStatus(status)
	if status == http.StatusNoContent || status == http.StatusNotModified {
		return
	}
	if err := marshalJSON(hc.BodyWriter(), body); err != nil && hc.Context().Err() == nil {
		panic(fmt.Errorf("encode the answer of %s: %w", b.op.OperationID, err))
	}
}

// reads reports whether parameters may be of a type.
func reads(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.String, reflect.Int, reflect.Int32, reflect.Int64, reflect.Bool:
		return true
	}
	return reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// read sets a parameter to what was sent, and names what is wrong with that.
func (p *param) read(hc huma.Context, schemas huma.Registry, into reflect.Value, found *huma.ValidateResult) {
	text := ""
	switch p.in {
	case "path":
		text = hc.Param(p.name)
	case "query":
		text = hc.Query(p.name)
	case "header":
		text = hc.Header(p.name)
	}
	path := huma.NewPathBuffer(nil, 0)
	path.Push(p.in)
	path.Push(p.name)
	if text = cmp.Or(text, p.missing); text == "" {
		if p.required {
			found.Add(path, "", "required "+p.in+" parameter is missing")
		}
		return
	}
	var value any = text
	switch into.Kind() {
	case reflect.String:
		into.SetString(text)
	case reflect.Bool:
		v, err := strconv.ParseBool(text)
		if err != nil {
			found.Add(path, text, "invalid boolean")
			return
		}
		into.SetBool(v)
		value = v
	case reflect.Int, reflect.Int32, reflect.Int64:
		v, err := strconv.ParseInt(text, 10, into.Type().Bits())
		if err != nil {
			found.Add(path, text, "invalid integer")
			return
		}
		into.SetInt(v)
		value = v
	default:
		if err := into.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(text)); err != nil {
			found.Add(path, text, "invalid value: "+err.Error())
			return
		}
	}
	huma.Validate(schemas, p.schema, path, huma.ModeWriteToServer, value, found)
}
