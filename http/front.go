package http

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
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

// requestSpace is the UUIDv5 namespace of request ids in records.
var requestSpace = uuid.MustParse("0e6cf0a6-5b0e-5c5f-8a43-5e9b8d6b7f11")

// recordedID is how records name a request: by its id where that is a UUID, else
// by a UUID made of it. What a caller chose may name a person, whom the log
// could not forget.
func recordedID(said string) string {
	if id, err := uuid.Parse(said); err == nil && len(said) == 36 {
		return id.String()
	}
	return uuid.NewSHA1(requestSpace, []byte(said)).String()
}

// segmentBytesMax bounds a part of a path: what names a record is far shorter, and what
// is longer could name no stream.
const segmentBytesMax = 256

// oddPath reports a path that can name nothing: with a slash that is written as none,
// which separates nothing, or with a part that is too long.
func oddPath(u *url.URL) bool {
	return strings.Contains(strings.ToLower(u.RawPath), "%2f") ||
		slices.ContainsFunc(strings.Split(u.Path, "/"), func(part string) bool { return len(part) > segmentBytesMax })
}

// unauthenticated is the same for every path, known or not.
var unauthenticated = []byte(`{"type":"urn:tallystick:error:unauthenticated","title":"No valid credentials","status":401,"detail":"send Authorization: Bearer <API key>","code":"unauthenticated"}`)

// authenticate establishes the caller, or answers 401 and counts a stranger.
// A key needs no store: keys are in memory.
func (s *Server) authenticate(c *Call, w http.ResponseWriter, r *http.Request) bool {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	refusal := directory.NoCredentials
	if l, id, brings := s.linkOf(r); brings {
		why, err := s.byLink(c, r, l, id)
		if err != nil {
			s.problem(c, err).write(w)
			return false
		}
		if why == "" {
			return true
		}
		refusal = why
	} else if strings.EqualFold(scheme, "Bearer") {
		c.token = strings.TrimSpace(token)
		key, principal, why := s.Directory.Authenticate(c.token, c.started)
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
	u := *r.URL
	u.Path, u.RawPath = canonical(unversioned(u.Path)), ""
	probe.URL = &u
	if oddPath(r.URL) {
		return "unknown"
	}
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

// dispatch is the gate: role, what the call must see, site, throttle, limits and unknown parameters, in
// that order, before anything is decoded.
func (s *Server) dispatch(w http.ResponseWriter, r *http.Request, ho *huma.Operation, run func(http.ResponseWriter, *http.Request,
	url.Values)) {
	c := callOf(r.Context())
	c.operation = ho.Metadata["operation"].(*Operation)
	w.Header().Set("X-Contract-Version", c.operation.contractVersion())
	query, faults := readQuery(r, ho)
	c.unknown = faults
	c.target = r.URL.Path + "?" + query.Encode()
	err := s.gate(c, w, r, query)
	if err == nil {
		err = s.gateBody(c, w, r, ho)
	}
	if err != nil {
		s.problem(c, err).write(w)
		return
	}
	if c.operation.Upload != nil {
		c.incoming = r
	}
	run(w, r, query)
}

func (s *Server) gate(c *Call, w http.ResponseWriter, r *http.Request, query url.Values) error {
	o := c.operation
	if err := gateRole(c, r); err != nil {
		return err
	}
	if err := s.gateFresh(c, r); err != nil { // a site may have been added by what it must see
		return err
	}
	if err := s.gateSite(c, query); err != nil {
		return err
	}
	if o.Throttled {
		return s.throttle.admit(c.Caller.Tenant+c.Caller.Principal, c.started)
	}
	return nil
}

// gateRole asks for the operation's permission, or, where its parts have their
// own, for those of the parts that were sent. A body that names none, or cannot
// be read, needs the operation's.
func gateRole(c *Call, r *http.Request) error {
	if c.link != nil {
		return nil // the link stands for its issuer's permission
	}
	o, role := c.operation, c.Caller.Role
	sent := []string{""}
	if slices.ContainsFunc(slices.Collect(maps.Values(o.Parts)), func(p []access.Permission) bool { return allowsAny(role, p) }) {
		if names := members(r, o.bodyMax()); len(names) > 0 {
			sent = names
		}
	}
	for _, part := range sent {
		switch needs := o.Parts[part]; {
		case needs == nil && !access.Table.Allows(role, o.Permission):
			return fault.New(fault.RoleForbidden, "role %s lacks %s", role, o.Permission)
		case needs != nil && !allowsAny(role, needs):
			return fault.New(fault.RoleForbidden, "role %s lacks %s, which %s needs", role, needs[0], part)
		}
	}
	return nil
}

func allowsAny(role access.Role, permissions []access.Permission) bool {
	return slices.ContainsFunc(permissions, func(p access.Permission) bool { return access.Table.Allows(role, p) })
}

// members are the names of the body's members, none where it cannot be read;
// it can still be read from.
func members(r *http.Request, limit int64) []string {
	if r.ContentLength > limit {
		return nil
	}
	sent := r.Body
	body, err := io.ReadAll(io.LimitReader(sent, limit))
	rest := io.Reader(sent)
	if err != nil {
		rest = failing{err}
	}
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(body), rest), sent}
	var fields map[string]json.RawMessage
	if err != nil || json.Unmarshal(body, &fields) != nil {
		return nil
	}
	return slices.Sorted(maps.Keys(fields))
}

// failing is a body that has ended in an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// gateSite takes ?site=; a malformed one stands among the faults of the query.
func (s *Server) gateSite(c *Call, query url.Values) error {
	if !query.Has("site") {
		return nil
	}
	site, err := strconv.ParseInt(query.Get("site"), 10, 64)
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

// notText reports what no store can hold or compare.
func notText(value string) bool { return !utf8.ValidString(value) || strings.ContainsRune(value, 0) }

// readQuery reads the query, once: what it returns is what every later step
// goes by. It names what is wrong with it: a misspelt filter must not silently
// widen a list, nor an empty site a call, nor two values mean one of them.
func readQuery(r *http.Request, ho *huma.Operation) (query url.Values, faults fault.Fields) {
	if r.URL.RawQuery == "" {
		return nil, nil
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		faults.Add("query", "is not well formed")
	}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		values := query[name]
		declared := slices.ContainsFunc(ho.Parameters, func(p *huma.Param) bool { return p.In == "query" && p.Name == name })
		switch {
		case !declared:
			if name = strings.ToValidUTF8(name, "\ufffd"); name == "" {
				name = "query"
			}
			faults.Add(name, "no such parameter")
		case slices.ContainsFunc(values, notText):
			faults.Add(name, "is not text")
		case len(values) > 1:
			faults.Add(name, "is given %d times", len(values))
		case name == "site" && values[0] == "":
			faults.Add(name, "is empty; leave it out to ask for every site granted")
		}
	}
	return query, faults
}
