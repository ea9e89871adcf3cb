package overlay

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Origins of a publication.
const (
	ByHand      = "rule_pack"    // a person wrote the pack
	Override    = "override"     // a person set one rate
	AutoApplied = "auto_applied" // a run took it from structured data
)

// Category has one stream a pack: rulepack-<tenant>-<pack, its hyphens as _>.
var Category = event.Category{Name: "rulepack", Types: []event.Type{event.Of[Published](), event.Of[Retired]()}}

// Published is one version of a pack.
type Published struct {
	PackID  string      `json:"pack_id"`
	Version int         `json:"version"` // from 1
	Origin  string      `json:"origin"`
	Content Pack        `json:"content"`
	SHA256  string      `json:"sha256"` // of the content
	Reason  sealed.Text `json:"reason"`
}

// Retired ends a pack: it lays nothing over the law any more.
type Retired struct {
	Version int         `json:"version"` // the last that was published
	Reason  sealed.Text `json:"reason"`
}

func (Published) EventType() string { return "rulepack.published.v1" }
func (Retired) EventType() string   { return "rulepack.retired.v1" }

// PackEdition is a version as it is read.
type PackEdition struct {
	Version   int       `json:"version"`
	Origin    string    `json:"origin" enum:"rule_pack,override,auto_applied"`
	SHA256    string    `json:"sha256"`
	Reason    string    `json:"reason"`
	By        string    `json:"published_by" doc:"Principal."`
	At        time.Time `json:"published_at" doc:"When."`
	Retired   bool      `json:"retired" doc:"It was taken out of force."`
	RetiredBy string    `json:"retired_by,omitempty" doc:"Principal."`
}

// State is a pack in all its versions.
type State struct {
	PackID   string
	Editions []PackEdition
	Current  Pack // of the last version
	Retired  bool
}

// Evolve applies an event.
func (s State) Evolve(e event.Recorded) State {
	switch p := e.Payload.(type) {
	case Published:
		s.PackID, s.Current, s.Retired = p.PackID, p.Content, false
		s.Editions = append(s.Editions, PackEdition{Version: p.Version, Origin: p.Origin, SHA256: p.SHA256, Reason: p.Reason.String(),
			By: e.Meta.Principal, At: e.Meta.Time})
	case Retired:
		s.Retired = true
		if n := len(s.Editions); n > 0 {
			s.Editions[n-1].Retired, s.Editions[n-1].RetiredBy = true, e.Meta.Principal
		}
	}
	return s
}

// PublishPack publishes a pack's next version, or retires it.
type PublishPack struct {
	Pack
	Reason string `json:"reason" minLength:"1" maxLength:"1000" doc:"Why; kept with the version."`
	Retire bool   `json:"retire,omitempty" doc:"Take the pack out of force; nothing but the reason beside it."`

	ID     string `json:"-"` // the pack's name, of the path
	Origin string `json:"-"` // "" = ByHand
}

var slugForm = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

const (
	slugMax       = 60
	parametersMax = 200
	sizeMax       = 60 << 10 // of the content, as JSON
	versionsMax   = 400
)

// StreamID is the id of a pack's stream, "" of what is no name.
func StreamID(pack string) string {
	if len(pack) > slugMax || !slugForm.MatchString(pack) {
		return ""
	}
	return strings.ReplaceAll(pack, "-", "_")
}

// Validate reports every malformed field.
func (c PublishPack) Validate() error {
	var f fault.Fields
	if StreamID(c.ID) == "" {
		f.Add("pack_id", "must be words of a to z and 0 to 9 joined by single hyphens, at most %d characters", slugMax)
	}
	if fault.Blank(c.Reason) {
		f.Add("reason", "says nothing")
	}
	if c.Retire {
		if c.Place != "" || len(c.Sources) > 0 || len(c.Parameters) > 0 {
			f.Add("retire", "stands with the reason alone")
		}
		return f.Err()
	}
	if c.Place == "" {
		f.Add("place", "is required")
	}
	if len(c.Parameters) > parametersMax {
		f.Add("parameters", "are more than %d", parametersMax)
	}
	for id, s := range c.Sources {
		checkDate(&f, "sources."+id+".checked", s.Checked)
	}
	for name, q := range c.Parameters {
		for i, v := range q.Values {
			at := fmt.Sprintf("parameters.%s.values[%d]", name, i)
			checkDate(&f, at+".from", v.From)
			checkDate(&f, at+".to", v.To)
		}
	}
	if text, err := json.Marshal(c.Pack); err != nil || len(text) > sizeMax {
		f.Add("parameters", "the pack is larger than %d KiB; split it", sizeMax>>10)
	}
	return f.Err()
}

func checkDate(f *fault.Fields, at, text string) {
	if text == "" {
		return
	}
	if d, err := civil.Parse(text); err != nil || d.Year() < 1900 || d.Year() > 2199 {
		f.Add(at, "%q is no date; write it as 2026-04-06", text)
	}
}

// Decide gives Published, Retired, or nothing where the content is the same.
func (c PublishPack) Decide(s State, a act.Context, env Env) ([]event.Payload, error) {
	reason := sealed.Of("tenant-"+a.Tenant, c.Reason)
	if c.Retire {
		switch {
		case s.PackID == "":
			return nil, fault.New(fault.NotFound, "there is no such rule pack")
		case s.Retired:
			return nil, nil
		}
		return []event.Payload{Retired{Version: len(s.Editions), Reason: reason}}, nil
	}
	digest := c.Pack.Digest()
	if n := len(s.Editions); n > 0 && !s.Retired && s.Editions[n-1].SHA256 == digest {
		return nil, nil
	}
	blockers := check(c.ID, c.Pack, env)
	if len(s.Editions) >= versionsMax {
		blockers.Add("versions_exhausted", "a pack has at most %d versions; publish another pack", versionsMax)
	}
	if err := blockers.Err(); err != nil {
		return nil, err
	}
	origin := c.Origin
	if origin == "" {
		origin = ByHand
	}
	return []event.Payload{Published{PackID: c.ID, Version: len(s.Editions) + 1, Origin: origin, Content: c.Pack, SHA256: digest,
		Reason: reason}}, nil
}
