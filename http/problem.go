package http

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/fault"
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
	More     int             `json:"more_errors,omitempty" doc:"How many malformed fields there are beyond those listed, which are the first 100."`
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
	fault.KindTooSlow: 408, fault.KindTooLarge: 413, fault.KindMedia: 415, fault.KindBlocked: 422, fault.KindThrottled: 429,
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

func (s *Server) problemOf(c *Call, f *fault.Error) *Problem {
	p := &Problem{
		Type: "urn:tallystick:error:" + f.Code.Name(), Title: f.Code.Title(), Status: statuses[f.Code.Kind()],
		Detail: f.Detail, Instance: c.said, Code: f.Code.Name(),
		Blockers: f.Blockers, retryAfter: f.Retry,
	}
	p.listFaults(f.Fields, c.moreFaults)
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

// listFaults lists the first faults, and says how many more there are.
func (p *Problem) listFaults(fields fault.Fields, more int) {
	listed := faultList{more: more}
	for _, f := range fields {
		listed.add(f.Field, "%s", f.Message)
	}
	p.Errors, p.More = listed.Fields, listed.more
	p.Detail = cut(p.Detail, messageMax)
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

// inFull is fmt.Sprintf with numbers as people write them: a limit is 2592000, not 2.592e+06.
func inFull(format string, args ...any) string {
	for i, a := range args {
		if x, ok := a.(float64); ok {
			args[i] = strconv.FormatFloat(x, 'f', -1, 64)
		}
	}
	return fmt.Sprintf(format, args...)
}

// init replaces huma's process-wide constructor of validation errors, so that
// they answer 400 with every faulty field, and has it tell the case of names.
func init() {
	huma.DefaultArrayNullable = false // nothing is said by an empty list, never by null
	huma.ValidateStrictCasing = true  // "Currency" is no "currency", and would stand beside it unnoticed
	huma.ErrorFormatter = inFull
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
