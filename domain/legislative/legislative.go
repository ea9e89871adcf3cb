// Package legislative watches the sources of the law: whether they still read as
// they did when somebody last looked.
//
// # Vocabulary
//
// A place is a folder of the law, such as GB or US-NY; its sources are those that
// the parameters cite. A run fetches them and hashes their text, without markup
// and space. The first time a text is seen it is kept for comparison. A text that
// is unchanged moves the day on which it was checked; a changed one opens a
// notice, which stands until somebody settles it with a reason; one that cannot
// be reached moves nothing.
//
// # Rules
//
// Text never sets a rate. Where a place may apply by itself, a source that answers
// with a rule pack as JSON is published as one, past the same checks as a pack
// that a person publishes, if no redirect led away from the hosts of the place;
// results that read it are draft. An address that a
// tenant gives for a source stands at a host that the law's own sources of the
// place have.
package legislative

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Categories of this package: what is known of a place, one stream each, and runs.
var (
	Category = event.Category{Name: "legislative", Types: []event.Type{event.Of[Configured](), event.Of[Checked](), event.Of[NoticeSettled]()}}
	Runs     = event.Category{Name: "legislativerun", Types: []event.Type{event.Of[RunRequested](), event.Of[RunEnded]()}}
)

// RunJob is the work of a run.
const RunJob job.Kind = "legislative.run"

// Configured says anew what is to be done about a place.
type Configured struct {
	Place     string            `json:"place"`
	Enabled   bool              `json:"enabled"`
	AutoApply bool              `json:"auto_apply"`
	Addresses map[string]string `json:"addresses"` // of sources, in place of the law's own
}

// Outcome of looking at a source.
type Outcome string

// The outcomes.
const (
	First       Outcome = "first"
	Unchanged   Outcome = "unchanged"
	Changed     Outcome = "changed"
	Unreachable Outcome = "unreachable"
	Applied     Outcome = "applied" // structured data that was published as a pack
)

// Checked says how the sources of a place read in a run.
type Checked struct {
	Place   string    `json:"place"`
	RunID   string    `json:"run_id"`
	Results []Reading `json:"results"`
}

// Reading is how one source read.
type Reading struct {
	SourceID string  `json:"source_id"`
	URL      string  `json:"url"`
	Outcome  Outcome `json:"outcome"`
	SHA256   string  `json:"sha256,omitempty"` // of the text; "" = it was not read
}

// NoticeSettled ends a notice: somebody has read what changed.
type NoticeSettled struct {
	Place    string      `json:"place"`
	SourceID string      `json:"source_id"`
	Reason   sealed.Text `json:"reason"`
}

// RunRequested asks for a run over places.
type RunRequested struct {
	RunID  string   `json:"run_id"`
	Places []string `json:"places"` // none = all that are enabled
}

// OpensJobs has the sources looked at.
func (RunRequested) OpensJobs() []job.Opening { return []job.Opening{{Kind: RunJob}} }

// RunEnded says what a run found.
type RunEnded struct {
	Sources   int            `json:"sources"`
	ByOutcome map[string]int `json:"by_outcome"`
}

func (Configured) EventType() string    { return "legislative.configured.v1" }
func (Checked) EventType() string       { return "legislative.checked.v1" }
func (NoticeSettled) EventType() string { return "legislative.notice_settled.v1" }
func (RunRequested) EventType() string  { return "legislativerun.requested.v1" }
func (RunEnded) EventType() string      { return "legislativerun.ended.v1" }

// Source is what is known of one.
type Source struct {
	SHA256    string
	URL       string
	Outcome   Outcome
	LookedAt  time.Time // last, whatever came of it
	CheckedAt time.Time // last read as it was known, or settled; zero = never
	Notice    *Notice
}

// Notice says that a source reads otherwise.
type Notice struct {
	SourceID string    `json:"source_id"`
	URL      string    `json:"url"`
	SHA256   string    `json:"sha256" doc:"Of the text as it reads now."`
	Before   string    `json:"previous_sha256"`
	OpenedAt time.Time `json:"opened_at"`
}

// State is a place as its events leave it. The zero State is enabled.
type State struct {
	Place     string
	Disabled  bool
	AutoApply bool
	Addresses map[string]string
	Sources   map[string]Source
	LastRun   string
	Events    int
}

// Evolve is the state after e; the one before stays as it was.
func (s State) Evolve(e event.Recorded) State {
	s.Events++
	at := e.Meta.Time
	switch p := e.Payload.(type) {
	case Configured:
		s.Place, s.Disabled, s.AutoApply, s.Addresses = p.Place, !p.Enabled, p.AutoApply, p.Addresses
	case Checked:
		s.Place, s.Sources, s.LastRun = p.Place, cloned(s.Sources), p.RunID
		for _, r := range p.Results {
			s.Sources[r.SourceID] = s.Sources[r.SourceID].after(r, at)
		}
	case NoticeSettled:
		s.Sources = cloned(s.Sources)
		x := s.Sources[p.SourceID]
		x.Notice, x.CheckedAt = nil, at
		s.Sources[p.SourceID] = x
	}
	return s
}

func cloned(m map[string]Source) map[string]Source {
	if m == nil {
		return map[string]Source{}
	}
	return maps.Clone(m)
}

func (x Source) after(p Reading, at time.Time) Source {
	x.Outcome, x.LookedAt = p.Outcome, at
	switch p.Outcome {
	case First, Unchanged, Applied:
		x.SHA256, x.URL, x.CheckedAt = p.SHA256, p.URL, at
	case Changed:
		n := Notice{SourceID: p.SourceID, URL: p.URL, SHA256: p.SHA256, Before: x.SHA256, OpenedAt: at}
		if x.Notice != nil {
			n.Before, n.OpenedAt = x.Notice.Before, x.Notice.OpenedAt
		}
		x.SHA256, x.URL, x.Notice = p.SHA256, p.URL, &n
	}
	return x
}

// Address is where a source is read: the tenant's own, else the law's.
func (s State) Address(source, own string) string {
	if a := s.Addresses[source]; a != "" {
		return a
	}
	return own
}

// StreamID is the id of a place's stream.
func StreamID(folder string) string { return strings.ReplaceAll(folder, "-", "_") }

// OverrideID names the rule pack by which a parameter of a place is set by hand.
func OverrideID(place, parameter string) string { return packID("override", place, parameter) }

// AppliedID names the rule pack that a source of a place publishes by itself.
func AppliedID(place, source string) string { return packID("applied", place, source) }

const packIDMax = 60

// packID joins words by single hyphens; a long one ends in its hash.
func packID(words ...string) string {
	text := strings.Join(strings.FieldsFunc(strings.ToLower(strings.Join(words, "-")), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
	if len(text) <= packIDMax {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return strings.TrimRight(text[:packIDMax-9], "-") + "-" + hex.EncodeToString(sum[:4])
}

// Normal is a text without markup, scripts and space: what of a page is law.
func Normal(text string) string {
	var out strings.Builder
	lower := strings.ToLower(text)
	for i := 0; i < len(text); {
		if text[i] != '<' {
			if c := text[i]; c > ' ' {
				out.WriteByte(c)
			}
			i++
			continue
		}
		for _, name := range []string{"script", "style"} {
			if strings.HasPrefix(lower[i:], "<"+name) {
				if end := strings.Index(lower[i:], "</"+name); end >= 0 {
					i += end
				} else {
					i = len(text) - 1
				}
				break
			}
		}
		end := strings.IndexByte(text[i:], '>')
		if end < 0 {
			break
		}
		i += end + 1
	}
	return out.String()
}

// Digest is the SHA-256 of the normal text, in hex.
func Digest(text string) string {
	sum := sha256.Sum256([]byte(Normal(text)))
	return hex.EncodeToString(sum[:])
}

// Compare says how a text reads after what is known of its source.
func (s State) Compare(source, digest string) Outcome {
	switch known := s.Sources[source]; {
	case known.SHA256 == "":
		return First
	case known.SHA256 == digest && known.Notice == nil:
		return Unchanged
	case known.SHA256 == digest:
		return Changed // as it was found to be; nobody has read it yet
	}
	return Changed
}

// Address of a source, as a tenant sets it; "" takes the law's own again.
type Address struct {
	SourceID string `json:"id" minLength:"1" maxLength:"80"`
	URL      string `json:"url" maxLength:"500"`
}

// Settle ends a notice.
type Settle struct {
	SourceID string `json:"source_id" minLength:"1" maxLength:"80"`
	Reason   string `json:"reason" minLength:"1" maxLength:"1000" doc:"What was read, and what came of it."`
}

// Configure changes what is done about a place; what is absent stays.
type Configure struct {
	Enabled   *bool     `json:"enabled,omitempty"`
	AutoApply *bool     `json:"auto_apply,omitempty" doc:"Structured data of its sources may be published as a rule pack."`
	Addresses []Address `json:"sources,omitempty" maxItems:"50"`
	Settle    []Settle  `json:"settle,omitempty" maxItems:"50" doc:"Notices that somebody has read."`
}

// Facts is what a decision is told of the law.
type Facts struct {
	Place   string            // "GB"
	Sources map[string]string // addresses by id
}

// At reports whether an address stands at a host that the law's own sources have.
func (f Facts) At(address string) bool {
	u, err := url.Parse(address)
	return err == nil && slices.Contains(hosts(f.Sources), u.Hostname())
}

// placeEventsMax bounds a place's stream: a run adds one event.
const placeEventsMax = 900

// Look notes how the sources of a place read.
type Look struct{ Checked }

// Decide gives Checked; none where this run has told it. Errors: fault.Immutable
// once the place was looked at too often.
func (c Look) Decide(s State) ([]event.Payload, error) {
	if s.Events >= placeEventsMax {
		return nil, fault.New(fault.Immutable, "the place has been looked at %d times", s.Events)
	}
	if s.LastRun == c.RunID {
		return nil, nil
	}
	return []event.Payload{c.Checked}, nil
}

// Decide gives Configured and NoticeSettled; none where nothing changes. Errors:
// fault.InvalidInput; fault.Blocked with source_host_not_allowed, notice_not_open.
func (c Configure) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	var bad fault.Fields
	var b fault.Blockers
	next := Configured{Place: f.Place, Enabled: !s.Disabled, AutoApply: s.AutoApply, Addresses: maps.Clone(s.Addresses)}
	if next.Addresses == nil {
		next.Addresses = map[string]string{}
	}
	if c.Enabled != nil {
		next.Enabled = *c.Enabled
	}
	if c.AutoApply != nil {
		next.AutoApply = *c.AutoApply
	}
	for _, x := range c.Addresses {
		if _, ok := f.Sources[x.SourceID]; !ok {
			bad.Add("sources", "the law of %s has no source %q", f.Place, x.SourceID)
			continue
		}
		if x.URL == "" {
			delete(next.Addresses, x.SourceID)
			continue
		}
		u, err := url.Parse(x.URL)
		switch {
		case err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && u.Scheme != "http":
			bad.Add("sources", "the address of %s is no https address", x.SourceID)
		case !slices.Contains(hosts(f.Sources), u.Hostname()):
			b.On("source/"+x.SourceID, "source_host_not_allowed", "%s is no host of the sources of %s", u.Hostname(), f.Place)
		default:
			next.Addresses[x.SourceID] = x.URL
		}
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	var out []event.Payload
	if next.Enabled == s.Disabled || next.AutoApply != s.AutoApply || !maps.Equal(next.Addresses, s.Addresses) {
		out = append(out, next)
	}
	for _, x := range c.Settle {
		if s.Sources[x.SourceID].Notice == nil {
			b.On("source/"+x.SourceID, "notice_not_open", "no notice of %q is open", x.SourceID)
			continue
		}
		out = append(out, NoticeSettled{f.Place, x.SourceID, sealed.Of("tenant-"+a.Tenant, x.Reason)})
	}
	return out, b.Err()
}

// hosts are those of addresses.
func hosts(sources map[string]string) (out []string) {
	for _, address := range sources {
		if u, err := url.Parse(address); err == nil {
			out = append(out, u.Hostname())
		}
	}
	return out
}

// Run is what is asked for by RunRequested.
type Run struct {
	RunRequested
	Command uuid.UUID // that asked for it; its job's id derives from it
	Ended   *RunEnded
}

// Evolve is the state after e.
func (s Run) Evolve(e event.Recorded) Run {
	switch p := e.Payload.(type) {
	case RunRequested:
		s.RunRequested, s.Command = p, e.Meta.CommandID
	case RunEnded:
		s.Ended = &p
	}
	return s
}
