package http

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/tax"
)

// Problem is an RFC 9457 problem detail.
type Problem struct {
	Type     string          `json:"type" doc:"urn:tallystick:error:<code>"`
	Title    string          `json:"title"`
	Status   int             `json:"status"`
	Detail   string          `json:"detail,omitempty"`
	Instance string          `json:"instance,omitempty" doc:"The request id."`
	Code     string          `json:"code" doc:"Stable; never renamed."`
	Errors   []fault.Field   `json:"errors,omitempty" doc:"Every malformed field (400)."`
	Blockers []fault.Blocker `json:"blockers,omitempty" doc:"Every unmet precondition (422)."`
	Limit    int64           `json:"limit,omitempty" doc:"What was exceeded (413)."`

	retryAfter time.Duration
}

// Error and GetStatus make a Problem what huma writes as it is.
func (p *Problem) Error() string  { return p.Code + ": " + p.Detail }
func (p *Problem) GetStatus() int { return p.Status }

// ContentType is RFC 9457's.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// GetHeaders advises when to come back.
func (p *Problem) GetHeaders() http.Header {
	h := http.Header{}
	if p.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int((p.retryAfter+time.Second-1)/time.Second)))
	}
	return h
}

// statuses maps the domain's classes of refusal; nothing else does.
var statuses = map[fault.Kind]int{
	fault.KindInvalid: 400, fault.KindUnauthenticated: 401, fault.KindForbidden: 403,
	fault.KindNotFound: 404, fault.KindMethod: 405, fault.KindImmutable: 409, fault.KindStale: 412,
	fault.KindTooLarge: 413, fault.KindMedia: 415, fault.KindBlocked: 422, fault.KindThrottled: 429,
	fault.KindInternal: 500, fault.KindUnavailable: 503,
}

// problem turns any error into what the caller sees, and notes a refusal for
// the audit record. Errors that are no fault of the domain are logged, and
// their text stays inside.
func (s *Server) problem(c *Call, err error) *Problem {
	var p *Problem
	if errors.As(err, &p) {
		return p
	}
	f := fault.As(inputFault(err))
	if f == nil {
		s.Logger.Error("unexpected fault", "request", c.RequestID, "operation", c.operationID(), "error", err)
		f = fault.New(fault.Internal, "an unexpected fault; the request id names it in the log")
	}
	return s.problemOf(c, f)
}

// inputFault gives the calculators' list of malformed fields the domain's form.
func inputFault(err error) error {
	var input *tax.InputError
	if !errors.As(err, &input) {
		return err
	}
	var fields fault.Fields
	for _, f := range input.Fields {
		fields.Add(f.Field, "%s", f.Message)
	}
	return fields.Err()
}

// found is a malformed field that the domain found, beyond the schema.
type found struct{ fault.Field }

func (f found) Error() string { return f.Field.Field + ": " + f.Message }

// alsoFaulty makes what the domain finds malformed part of the same 400 as what
// the schema does. Every other error comes up again when the input is used.
func alsoFaulty(err error) []error {
	f := fault.As(inputFault(err))
	if f == nil {
		return nil
	}
	var out []error
	for _, field := range f.Fields {
		out = append(out, found{field})
	}
	return out
}

func (s *Server) problemOf(c *Call, f *fault.Error) *Problem {
	p := &Problem{
		Type: "urn:tallystick:error:" + f.Code.Name(), Title: f.Code.Title(), Status: statuses[f.Code.Kind()],
		Detail: f.Detail, Instance: c.RequestID, Code: f.Code.Name(),
		Errors: f.Fields, Blockers: f.Blockers, retryAfter: f.Retry,
	}
	if p.Status == http.StatusServiceUnavailable && p.retryAfter == 0 {
		p.retryAfter = time.Second
	}
	switch p.Status {
	case 403, 409, 422, 429:
		refused := &audit.CallRefused{Status: p.Status, Code: p.Code, Reason: f.Detail}
		for _, b := range f.Blockers {
			refused.Unmet = append(refused.Unmet, b.Code)
		}
		c.refused = refused
	}
	return p
}

// write sends a problem outside of huma.
func (p *Problem) write(w http.ResponseWriter) {
	body, err := json.Marshal(p)
	if err != nil {
		panic(err) // plain data always encodes
	}
	for k, v := range p.GetHeaders() {
		w.Header()[k] = v
	}
	w.Header().Set("Content-Type", p.ContentType(""))
	w.WriteHeader(p.Status)
	w.Write(body)
}

// init replaces huma's process-wide constructor of validation errors, so that
// they answer 400 with every faulty field.
func init() {
	huma.NewErrorWithContext = func(hc huma.Context, status int, msg string, errs ...error) huma.StatusError {
		c := callOf(hc.Context())
		switch {
		case status == http.StatusUnprocessableEntity || status == http.StatusBadRequest:
			return validationProblem(c, msg, errs)
		case status == http.StatusUnsupportedMediaType:
			return c.server.problemOf(c, fault.New(fault.MediaNotAccepted, "%s", msg))
		case status == http.StatusRequestTimeout || status == http.StatusRequestEntityTooLarge:
			return c.server.problemOf(c, fault.New(fault.BodyTooLarge, "%s", msg))
		}
		return c.server.problem(c, errors.Join(append(errs, errors.New(msg))...))
	}
	huma.NewError = func(status int, msg string, errs ...error) huma.StatusError {
		return &Problem{Type: "urn:tallystick:error:internal", Title: http.StatusText(status), Status: status, Detail: msg, Code: "internal"}
	}
}

func validationProblem(c *Call, msg string, errs []error) *Problem {
	fields := append(fault.Fields{}, c.unknown...)
	var later []found
	for _, err := range errs {
		var d *huma.ErrorDetail
		var f found
		switch {
		case errors.As(err, &f):
			later = append(later, f)
		case errors.As(err, &d):
			name, message := fieldName(d.Location), sentence(d)
			if absent, ok := absentProperty(d.Message); ok {
				name, message = fieldName(d.Location+"."+absent), "is required"
			}
			fields.Add(name, "%s", message)
		default:
			fields.Add("body", "%s", plain(err.Error()))
		}
	}
	bySchema := fields
	for _, f := range later {
		if !doubtful(bySchema, f.Field.Field) {
			fields = append(fields, f.Field)
		}
	}
	if len(fields) == 0 {
		fields.Add("body", "%s", plain(msg))
	}
	return c.server.problem(c, fields.Err())
}

// doubtful reports whether the schema has faulted the field of the body that
// name is a part of: the rest of that field may not have been read. Facts are
// read one by one.
func doubtful(faulted fault.Fields, name string) bool {
	part := func(name string) string {
		if strings.HasPrefix(name, "facts.") {
			return name
		}
		if i := strings.IndexAny(name, ".["); i >= 0 {
			return name[:i]
		}
		return name
	}
	for _, f := range faulted {
		if part(f.Field) == part(name) {
			return true
		}
	}
	return false
}

// absentProperty is the name of a required property that is not there, which
// huma reports on the object that lacks it.
func absentProperty(message string) (string, bool) {
	before, after, _ := strings.Cut(validation.MsgExpectedRequiredProperty, "%s")
	name, ok := strings.CutPrefix(message, before)
	if !ok {
		return "", false
	}
	return strings.CutSuffix(name, after)
}

// fieldName drops where huma found a field: callers know their own names.
func fieldName(location string) string {
	for _, prefix := range []string{"body.", "query.", "path.", "header."} {
		if name, ok := strings.CutPrefix(location, prefix); ok {
			return name
		}
	}
	if location == "" {
		return "body"
	}
	return location
}

// sentence says the right form where huma's own words would not.
func sentence(d *huma.ErrorDetail) string {
	if _, number := d.Value.(float64); number && d.Message == validation.MsgExpectedString {
		return `must be a string: amounts are decimal strings such as "60000.00", never JSON numbers`
	}
	return plain(d.Message)
}

// plain keeps a decoder's remarks about Go types out of answers.
func plain(message string) string {
	if i := strings.Index(message, "json: cannot unmarshal"); i >= 0 {
		return "is not of the expected type"
	}
	return strings.TrimPrefix(message, "json: ")
}

// responses documents the problems that an operation can answer.
func responses(api huma.API, codes []int) map[string]*huma.Response {
	schema := api.OpenAPI().Components.Schemas.Schema(problemType, true, "Problem")
	out := map[string]*huma.Response{}
	for _, code := range codes {
		out[strconv.Itoa(code)] = &huma.Response{
			Description: http.StatusText(code),
			Content:     map[string]*huma.MediaType{"application/problem+json": {Schema: schema}},
		}
	}
	return out
}
