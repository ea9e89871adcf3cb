package tenancy

import (
	"time"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/event"
)

// Tenant is the state of a tenant's settings.
type Tenant struct {
	Exists                  bool
	Name, TimeZone, Adviser string
}

// Evolve applies one event.
func (t Tenant) Evolve(e event.Recorded) Tenant {
	if p, ok := e.Payload.(TenantCreated); ok {
		return Tenant{true, p.Name, p.TimeZone, p.Adviser}
	}
	return t
}

// Site is one site of a tenant.
type Site struct {
	Number    int64     `json:"number"`
	Name      string    `json:"name"`
	TimeZone  string    `json:"time_zone"`
	Country   string    `json:"country" doc:"ISO 3166-1; empty: not said."`
	CreatedAt time.Time `json:"created_at"`
}

// SiteBook is all sites of a tenant.
type SiteBook struct{ Sites []Site }

// Evolve applies one event.
func (b SiteBook) Evolve(e event.Recorded) SiteBook {
	if p, ok := e.Payload.(SiteAdded); ok {
		b.Sites = append(b.Sites[:len(b.Sites):len(b.Sites)], Site{p.Number, p.Name, p.TimeZone, p.Country, e.Meta.Time})
	}
	return b
}

// Has reports whether the book holds a site number.
func (b SiteBook) Has(number int64) bool {
	for _, s := range b.Sites {
		if s.Number == number {
			return true
		}
	}
	return false
}

// Principal is the state of one actor.
type Principal struct {
	ID        string
	Tenant    string
	Exists    bool
	Name      string
	Kind      string
	Role      access.Role
	Sites     Grant
	Disabled  bool
	CreatedAt time.Time
	Revision  uint64
}

// Evolve applies one event.
func (p Principal) Evolve(e event.Recorded) Principal {
	switch x := e.Payload.(type) {
	case PrincipalCreated:
		s, _ := event.ParseStream(e.Stream)
		p = Principal{
			ID: s.ID, Tenant: s.Tenant, Exists: true, Name: x.Name.String(), Kind: x.Kind, Role: x.Role, Sites: x.Sites,
			CreatedAt: e.Meta.Time,
		}
	case PrincipalChanged:
		p.Role, p.Sites, p.Disabled = x.Role, x.Sites, x.Disabled
	}
	p.Revision = e.Revision
	return p
}

// Key is the state of one key.
type Key struct {
	ID         string
	Tenant     string
	Exists     bool
	Principal  string
	Label      string
	Hash       []byte
	OldHash    []byte // valid until GraceUntil
	GraceUntil time.Time
	ExpiresAt  *time.Time
	Revoked    bool
	CreatedAt  time.Time
	Revision   uint64
}

// Evolve applies one event.
func (k Key) Evolve(e event.Recorded) Key {
	switch x := e.Payload.(type) {
	case KeyIssued:
		s, _ := event.ParseStream(e.Stream)
		k = Key{
			ID: s.ID, Tenant: s.Tenant, Exists: true, Principal: x.Principal, Label: x.Label, Hash: x.Hash,
			ExpiresAt: x.ExpiresAt, CreatedAt: e.Meta.Time,
		}
	case KeyRotated:
		k.OldHash, k.Hash, k.GraceUntil = k.Hash, x.Hash, x.GraceUntil
	case KeyRevoked:
		k.Revoked = true
	}
	k.Revision = e.Revision
	return k
}

// Valid reports whether a token's hash opens k at an instant.
func (k Key) Valid(hash []byte, now time.Time) bool {
	if !k.Exists || k.Revoked || k.ExpiresAt != nil && !now.Before(*k.ExpiresAt) {
		return false
	}
	return equal(hash, k.Hash) || len(k.OldHash) > 0 && now.Before(k.GraceUntil) && equal(hash, k.OldHash)
}
