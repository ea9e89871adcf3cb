package link

import (
	"maps"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// Issued is one more link to the resource of the stream.
type Issued struct {
	LinkID    string    `json:"link_id"`
	Kind      string    `json:"kind"`
	RecordID  string    `json:"record_id"`
	Format    string    `json:"format"`
	Checksum  string    `json:"checksum_sha256"`
	ExpiresAt time.Time `json:"expires_at"`
	SignedBy  string    `json:"signed_by"` // id of the signing key
}

// Revoked ends every link to the resource that was issued before.
type Revoked struct {
	Links int `json:"links"` // that had not expired
}

func (Issued) EventType() string  { return "link.issued.v1" }
func (Revoked) EventType() string { return "link.revoked.v1" }

// Category of the streams link-<tenant>-<kind>_<id>.
var Category = event.Category{Name: "link", Types: []event.Type{event.Of[Issued](), event.Of[Revoked]()}}

// State is the links of one resource that have not been revoked.
type State struct {
	Live   map[string]Issued // by link id
	Events int
	Last   Issued // the newest
}

// Evolve applies one event.
func (s State) Evolve(e event.Recorded) State {
	s.Events++
	switch p := e.Payload.(type) {
	case Issued:
		s.Live = maps.Clone(s.Live)
		if s.Live == nil {
			s.Live = map[string]Issued{}
		}
		s.Live[p.LinkID], s.Last = p, p
	case Revoked:
		s.Live = nil
	}
	return s
}

// Opens reports whether a claim is one of a link that stands.
func (s State) Opens(c Claim) bool {
	l, ok := s.Live[c.Link]
	return ok && l.Format == c.Format && l.Checksum == c.Checksum && l.Kind == c.Resource.Kind && l.RecordID == c.Resource.ID &&
		l.ExpiresAt.Unix() == c.ExpiresAt.Unix()
}

// How long a link lasts.
const (
	LifeDefault = 7 * 24 * time.Hour
	LifeMax     = 30 * 24 * time.Hour
	LifeMin     = time.Minute
)

// linksMax keeps a resource's stream short enough to load whole.
const linksMax = 900

// Issue asks for a link.
type Issue struct {
	Resource Resource
	Format   string
	Checksum string
	Life     time.Duration
	SignedBy string
}

// Decide issues the link; its id is the command's first.
//
// Blockers: too_many_links.
func (c Issue) Decide(s State, a act.Context) ([]event.Payload, error) {
	if c.Life == 0 {
		c.Life = LifeDefault
	}
	if c.Life < LifeMin || c.Life > LifeMax {
		return nil, fault.Invalid("expires_in", "seconds, from 60 to 2592000 (30 days)")
	}
	if s.Events >= linksMax {
		var b fault.Blockers
		b.Add("too_many_links", "a record has at most %d links", linksMax)
		return nil, b.Err()
	}
	return []event.Payload{Issued{
		LinkID: a.NewID(0), Kind: c.Resource.Kind, RecordID: c.Resource.ID, Format: c.Format, Checksum: c.Checksum,
		ExpiresAt: a.Now.Add(c.Life).Truncate(time.Second), SignedBy: c.SignedBy,
	}}, nil
}

// Revoke asks for the end of every link to a resource.
type Revoke struct{}

// Decide revokes; where no link stands nothing changes.
func (Revoke) Decide(s State, a act.Context) ([]event.Payload, error) {
	live := 0
	for _, l := range s.Live {
		if a.Now.Before(l.ExpiresAt) {
			live++
		}
	}
	if live == 0 {
		return nil, nil
	}
	return []event.Payload{Revoked{live}}, nil
}
