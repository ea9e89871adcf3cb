package http

import (
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"
	"github.com/gorilla/mux"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/projections/directory"
)

// requestID takes the caller's own id when it is a short plain token, and
// makes one otherwise.
func requestID(r *http.Request) string {
	id := r.Header.Get("X-Request-Id")
	if len(id) == 0 || len(id) > 64 {
		return uuid.Must(uuid.NewV7()).String()
	}
	for i := range len(id) {
		c := id[i]
		if c != '-' && c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return uuid.Must(uuid.NewV7()).String()
		}
	}
	return id
}

// unauthenticated is the same for every path, known or not.
var unauthenticated = []byte(`{"type":"urn:tallystick:error:unauthenticated","title":"No valid credentials","status":401,"detail":"send Authorization: Bearer <API key>","code":"unauthenticated"}`)

// authenticate establishes the caller, or answers 401 and counts a stranger.
// It needs no store: keys are in memory.
func (s *Server) authenticate(c *Call, w http.ResponseWriter, r *http.Request) bool {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	refusal := directory.NoCredentials
	if strings.EqualFold(scheme, "Bearer") {
		key, principal, why := s.Directory.Authenticate(strings.TrimSpace(token), c.started)
		if why == "" {
			c.Principal = principal
			c.Caller = commands.Caller{
				Tenant: principal.Tenant, Principal: principal.ID, Role: principal.Role, Sites: principal.Sites,
				Key: key.ID, Request: c.RequestID,
			}
			return true
		}
		refusal = why
	}
	s.strangers.Count(s.pathClass(r), string(refusal))
	w.Header().Set("WWW-Authenticate", `Bearer realm="tallystick"`)
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(http.StatusUnauthorized)
	w.Write(unauthenticated)
	return false
}

func (s *Server) pathClass(r *http.Request) string {
	probe := *r
	url := *r.URL
	url.Path, url.RawPath = canonical(unversioned(url.Path)), ""
	probe.URL = &url
	if h, _, allow := s.routes.match(&probe); h != nil || allow != nil {
		return "known"
	}
	return "unknown"
}

func muxVars(r *http.Request, vars map[string]string) *http.Request {
	if len(vars) == 0 {
		return r
	}
	return mux.SetURLVars(r, vars)
}

func (s *Server) methodNotAllowed(c *Call, w http.ResponseWriter, allow []string) {
	w.Header().Set("Allow", strings.Join(allow, ", "))
	s.problemOf(c, fault.New(fault.MethodNotAllowed, "the path answers %s", strings.Join(allow, ", "))).write(w)
}

func (s *Server) pathNotFound(c *Call, w http.ResponseWriter) {
	s.problemOf(c, fault.New(fault.PathNotFound, "no such path")).write(w)
}

func (s *Server) recoverPanic(c *Call, w *response) {
	v := recover()
	if v == nil {
		return
	}
	if v == http.ErrAbortHandler {
		panic(v)
	}
	s.Logger.Error("panic", "request", c.RequestID, "operation", c.operationID(), "panic", v, "stack", string(debug.Stack()))
	w.reset()
	s.problemOf(c, fault.New(fault.Internal, "an unexpected fault; the request id names it in the log")).write(w)
}

// dispatch is the gate: role, site, throttle, limits and unknown parameters, in
// that order, before anything is decoded.
func (s *Server) dispatch(w http.ResponseWriter, r *http.Request, ho *huma.Operation, run func(http.ResponseWriter, *http.Request)) {
	c := callOf(r.Context())
	c.operation = ho.Metadata["operation"].(*Operation)
	w.Header().Set("X-Contract-Version", c.operation.contractVersion())
	if err := s.gate(c, w, r, ho); err != nil {
		s.problem(c, err).write(w)
		return
	}
	run(w, r)
}

func (s *Server) gate(c *Call, w http.ResponseWriter, r *http.Request, ho *huma.Operation) error {
	o := c.operation
	if !access.Table.Allows(c.Caller.Role, o.Permission) && (o.Admits == nil || !o.Admits(c, r)) {
		return fault.New(fault.RoleForbidden, "role %s lacks %s", c.Caller.Role, o.Permission)
	}
	if err := s.gateSite(c, r); err != nil {
		return err
	}
	if o.Throttled {
		if err := s.throttle.admit(c.Caller.Tenant+c.Caller.Principal, c.started); err != nil {
			return err
		}
	}
	if err := gateBody(o, w, r); err != nil {
		return err
	}
	c.unknown = unknownParameters(r, ho)
	return nil
}

// gateSite takes ?site=; a malformed one is left to validation, which names
// every other fault with it.
func (s *Server) gateSite(c *Call, r *http.Request) error {
	if !strings.Contains(r.URL.RawQuery, "site=") {
		return nil
	}
	site, err := strconv.ParseInt(r.URL.Query().Get("site"), 10, 64)
	if err != nil || site <= 0 {
		return nil
	}
	if err := s.mayNarrow(c, site); err != nil {
		return err
	}
	c.Caller.Site = site
	return nil
}

// mayNarrow refuses a site that is not granted and one that does not exist
// alike.
func (s *Server) mayNarrow(c *Call, site int64) error {
	if site < 0 || !c.Caller.Sites.Includes(site) || !s.Directory.Sites(c.Caller.Tenant).Has(site) {
		return fault.New(fault.SiteForbidden, "site %d is not granted", site)
	}
	return nil
}

func gateBody(o *Operation, w http.ResponseWriter, r *http.Request) error {
	limit := o.BodyMax
	if limit == 0 {
		limit = bodyMaxDefault
	}
	if r.ContentLength > limit {
		return fault.New(fault.BodyTooLarge, "the body has %d bytes; at most %d are taken", r.ContentLength, limit)
	}
	if r.Body != nil && r.Body != http.NoBody {
		r.Body = http.MaxBytesReader(w, r.Body, limit)
	}
	if r.Method == http.MethodGet || r.Method == http.MethodDelete || r.ContentLength == 0 {
		return nil
	}
	media, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	switch strings.TrimSpace(strings.ToLower(media)) {
	case "application/json", "application/merge-patch+json", "":
		return nil
	}
	return fault.New(fault.MediaNotAccepted, "send application/json")
}

// notText reports what no store can hold or compare.
func notText(value string) bool { return !utf8.ValidString(value) || strings.ContainsRune(value, 0) }

// unknownParameters names the query parameters that an operation does not
// declare: a misspelt filter must not silently widen a list. Declared ones that
// hold no text, and a query that cannot be read, are named too.
func unknownParameters(r *http.Request, ho *huma.Operation) (unknown fault.Fields) {
	if r.URL.RawQuery == "" {
		return nil
	}
	given, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		unknown.Add("query", "is not well formed")
	}
next:
	for name, values := range given {
		for _, p := range ho.Parameters {
			if p.In == "query" && p.Name == name {
				if !slices.ContainsFunc(values, notText) {
					continue next
				}
				unknown.Add(name, "is not text")
				continue next
			}
		}
		if name = strings.ToValidUTF8(name, "\ufffd"); name == "" {
			name = "query"
		}
		unknown.Add(name, "no such parameter")
	}
	return unknown
}
