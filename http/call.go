package http

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/link"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/readmodels"
)

var problemType = reflect.TypeFor[Problem]()

// Call is one request on its way through the layers.
type Call struct {
	RequestID string          // as records and the process's own log have it
	Caller    commands.Caller // Site is set when the call narrows to one
	Principal tenancy.Principal

	server     *Server
	vars       map[string]string // parameters of the path
	said       string            // the request's id as the caller gave it, or was given
	operation  *Operation
	method     string
	token      string // of the key that the call came in by
	cut        bool   // its stream was not sent whole
	started    time.Time
	target     string             // path and query, in the one form that everybody reads alike
	unknown    fault.Fields       // what is wrong with the query before its values are looked at
	bodyFaults fault.Fields       // what is wrong with the body, as far as is listed
	moreFaults int                // and how many faults are not
	input      examiner           // what was sent, where the domain finds more in it than the schema; nil = it does not
	incoming   *http.Request      // where the handler reads its body itself; nil = it does not
	appended   bool               // the call's own events are its record
	refused    *audit.CallRefused // why it was refused or an answer declined
	link       *link.Claim        // by which signed link the call came in; nil = by a key
	pins       map[string]string  // versions that the outcome rests on
}

type callKey struct{}

// callOf returns the call that a context belongs to.
func callOf(ctx context.Context) *Call { return ctx.Value(callKey{}).(*Call) }

func (c *Call) operationID() string {
	if c.operation == nil {
		return "unrouted"
	}
	return c.operation.ID
}

// Scope is what the call may read.
func (c *Call) Scope() readmodels.Scope {
	return readmodels.Scope{Tenant: c.Caller.Tenant, AllSites: c.Caller.Sites.All, Sites: c.Caller.Sites.Numbers, Site: c.Caller.Site}
}

// Sees reports whether the call may read a record of a site.
func (c *Call) Sees(site int64) bool {
	if c.Caller.Site != 0 {
		return site == c.Caller.Site
	}
	return c.Caller.Sites.Includes(site)
}

// writer returns the caller with what the request's headers ask of a write.
func (c *Call) writer(w Written) (commands.Caller, error) {
	caller := c.Caller
	caller.IdempotencyKey, caller.Target = w.IdempotencyKey, c.target
	if w.IfMatch != "" && w.IfMatch != "*" {
		if strings.HasPrefix(w.IfMatch, "W/") {
			return caller, fault.Invalid("If-Match", "a weak tag never matches (RFC 9110, 13.1.1); send the ETag as it came")
		}
		revision, err := strconv.ParseUint(strings.TrimSuffix(strings.TrimPrefix(w.IfMatch, `"`), `"`), 10, 64)
		if err != nil {
			return caller, fault.Invalid("If-Match", `the ETag of a record, such as "3"`)
		}
		caller.IfMatch = &revision
	}
	return caller, nil
}

// narrow takes the site that a body names, as the query parameter would.
func (c *Call) narrow(site int64) error {
	if site == 0 || site == c.Caller.Site {
		return nil
	}
	if c.Caller.Site != 0 {
		return fault.Invalid("site", "is %d in the body and %d in the query", site, c.Caller.Site)
	}
	if err := c.server.mayNarrow(c, site); err != nil {
		return err
	}
	c.Caller.Site = site
	return nil
}

// pin notes a version that the outcome rests on.
func (c *Call) pin(name, version string) {
	if c.pins == nil {
		c.pins = map[string]string{}
	}
	c.pins[name] = version
}

// wrote notes that a command's events are the call's record.
func (c *Call) wrote() { c.appended = true }

// etag writes a revision.
func etag(revision uint64) string { return `"` + strconv.FormatUint(revision, 10) + `"` }

// logPosition writes a position.
func logPosition(p event.Position) string { return fmt.Sprintf("%d/%d", p.Commit, p.Prepare) }

// parsePosition reads what logPosition writes.
func parsePosition(field, text string) (event.Position, error) {
	commit, prepare, ok := strings.Cut(text, "/")
	c, err1 := strconv.ParseUint(commit, 10, 64)
	p, err2 := strconv.ParseUint(prepare, 10, 64)
	if !ok || err1 != nil || err2 != nil {
		return event.Position{}, fault.Invalid(field, "a log position such as 1024/1024")
	}
	return event.Position{Commit: c, Prepare: p}, nil
}

// after waits until the read models have reached the position that the
// caller asks for; those of the projections that are read, or all where none is named.
func (c *Call) after(ctx context.Context, f Fresh, projections ...string) error {
	if f.MinLogPosition == "" {
		return nil
	}
	at, err := parsePosition("X-Min-Log-Position", f.MinLogPosition)
	if err != nil {
		return err
	}
	return c.server.awaitProjections(ctx, at, projections...)
}

// readPatience bounds the wait for a read model, in memory or in the database.
const readPatience = readmodels.AwaitMax

func (s *Server) awaitReadModels(ctx context.Context, at event.Position) error {
	return s.awaitProjections(ctx, at)
}

func (s *Server) awaitProjections(ctx context.Context, at event.Position, projections ...string) error {
	return s.DB.Await(ctx, readmodels.Position{Commit: at.Commit, Prepare: at.Prepare}, projections...)
}
