package gateway

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"

	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
)

// scopes makes the scope of each call.
type scopes struct {
	categories []string
	auditNouns []string // beginnings of the audit category's types: "call."
}

func newScopes(categories, auditTypes []string) *scopes {
	x := &scopes{categories: categories}
	for _, t := range auditTypes {
		noun, _, _ := strings.Cut(t, ".")
		if !slices.Contains(x.auditNouns, noun+".") {
			x.auditNouns = append(x.auditNouns, noun+".")
		}
	}
	return x
}

// scope is which events one call is shown.
type scope struct {
	of     *scopes
	tenant string
	filter *filter                       // the caller's own; nil = none
	audit  bool                          // audit streams were asked for
	sites  atomic.Pointer[tenancy.Grant] // as it is now
}

func (x *scopes) of(p tenancy.Principal, f *filter) *scope {
	s := &scope{of: x, tenant: p.Tenant, filter: f, audit: f != nil && f.namesAudit(x.auditNouns)}
	s.sites.Store(&p.Sites)
	return s
}

// owns reports whether a stream is of the tenant and a registered category.
func (x *scopes) owns(tenant, stream string) bool {
	s, ok := event.ParseStream(stream)
	return ok && s.Tenant == tenant && slices.Contains(x.categories, s.Category)
}

// shows decides about one event of the log, whatever query brought it here.
func (s *scope) shows(e *eventstore.Raw) bool {
	if !s.of.owns(s.tenant, e.Stream) || !s.granted(e) {
		return false
	}
	if !s.audit && strings.HasPrefix(e.Stream, audit.Category.Name+"-") {
		return false
	}
	return s.filter == nil || s.filter.match(e.Stream, e.Type)
}

// granted applies the site fence; what does not say its site is not shown.
func (s *scope) granted(e *eventstore.Raw) bool {
	var meta struct {
		Site *int64 `json:"site"`
	}
	return json.Unmarshal(e.Metadata, &meta) == nil && meta.Site != nil && s.sites.Load().Includes(*meta.Site)
}

// prefixes is the filter that the log is asked with: never empty, never wider
// than the tenant. Where the caller's filter is narrower, so is it.
func (s *scope) prefixes() (narrow []string) {
	var whole []string
	for _, category := range s.of.categories {
		if category != audit.Category.Name || s.audit {
			whole = append(whole, category+"-"+s.tenant+"-")
		}
	}
	if s.filter == nil || s.filter.byType || s.filter.regex != nil {
		return whole
	}
	for _, w := range whole {
		for _, p := range s.filter.prefixes {
			if strings.HasPrefix(w, p) {
				narrow = append(narrow, w)
			} else if strings.HasPrefix(p, w) {
				narrow = append(narrow, p)
			}
		}
	}
	if len(narrow) == 0 {
		return whole // nothing of it will match
	}
	slices.Sort(narrow)
	return slices.Compact(narrow)
}

// filter is what a caller asked of $all.
type filter struct {
	byType   bool // of event types; else of stream names
	prefixes []string
	regex    *regexp.Regexp
	every    eventstore.Checkpoints
}

const (
	// regexBytesMax bounds the work of compiling a filter.
	regexBytesMax = 4 << 10
	// prefixesMax bounds the work of a match.
	prefixesMax = 256
	// windowDefault is used when a client asks for no window, or for less: smaller ones
	// would have a cluster read its log event by event.
	windowDefault = 32
	// multiplierMin is the least number of windows between two checkpoints.
	multiplierMin = 8
	// checkpointMax bounds both factors of a checkpoint interval.
	checkpointMax = 1 << 15
)

// parseFilter returns nil if the request has no filter.
//
// Errors: fault.InvalidInput.
func parseFilter(wire *api.ReadReq_Options_FilterOptions) (*filter, error) {
	if wire == nil {
		return nil, nil
	}
	f := &filter{every: eventstore.Checkpoints{Window: windowDefault, Multiplier: multiplierMin}}
	var e *api.ReadReq_Options_FilterOptions_Expression
	switch v := wire.GetFilter().(type) {
	case *api.ReadReq_Options_FilterOptions_StreamIdentifier:
		e = v.StreamIdentifier
	case *api.ReadReq_Options_FilterOptions_EventType:
		e, f.byType = v.EventType, true
	}
	if wire.GetMax() > 0 {
		f.every.Window = int(max(windowDefault, min(wire.GetMax(), checkpointMax)))
	}
	if n := wire.GetCheckpointIntervalMultiplier(); n > 0 {
		f.every.Multiplier = int(max(multiplierMin, min(n, checkpointMax)))
	}
	switch regex, prefixes := e.GetRegex(), e.GetPrefix(); {
	case (regex == "") == (len(prefixes) == 0):
		return nil, fault.Invalid("filter", "takes a regular expression or prefixes, one of both")
	case len(prefixes) > prefixesMax:
		return nil, fault.Invalid("filter", "has %d prefixes; at most %d are taken", len(prefixes), prefixesMax)
	case len(regex) > regexBytesMax:
		return nil, fault.Invalid("filter", "the expression has %d bytes; at most %d are taken", len(regex), regexBytesMax)
	case regex != "":
		compiled, err := regexp.Compile(regex)
		if err != nil {
			return nil, fault.Invalid("filter", "%v", err)
		}
		f.regex = compiled
	default:
		f.prefixes = prefixes
	}
	return f, nil
}

func (f *filter) match(stream, typ string) bool {
	name := stream
	if f.byType {
		name = typ
	}
	if f.regex != nil {
		return f.regex.MatchString(name)
	}
	return slices.ContainsFunc(f.prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}

// namesAudit reports whether a filter means audit streams, rather than taking
// them in with everything else.
func (f *filter) namesAudit(nouns []string) bool {
	names := nouns
	if !f.byType {
		names = []string{audit.Category.Name}
	}
	for _, name := range names {
		if f.regex != nil && strings.Contains(f.regex.String(), strings.TrimSuffix(name, ".")) {
			return true
		}
		if slices.ContainsFunc(f.prefixes, func(p string) bool { return strings.HasPrefix(p, name) }) {
			return true
		}
	}
	return false
}
