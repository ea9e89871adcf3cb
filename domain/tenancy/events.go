package tenancy

import (
	"time"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Platform is the tenant of staff.
const Platform = "0"

// TenantCreated begins a tenant.
type TenantCreated struct {
	Name     string `json:"name"`
	TimeZone string `json:"time_zone"` // IANA
	Adviser  string `json:"adviser"`   // the responsible adviser; "" = output is computation, never advice
}

// SiteAdded gives a tenant a site.
type SiteAdded struct {
	Number   int64  `json:"number"`
	Name     string `json:"name"`
	TimeZone string `json:"time_zone"` // "" = the tenant's
	Country  string `json:"country,omitempty"`
}

// PrincipalCreated begins a principal.
type PrincipalCreated struct {
	Name  sealed.Text `json:"name"`
	Kind  string      `json:"kind"` // person | service
	Role  access.Role `json:"role"`
	Sites Grant       `json:"sites"`
}

// PrincipalChanged carries the new role and grants, both whole.
type PrincipalChanged struct {
	Role     access.Role `json:"role"`
	Sites    Grant       `json:"sites"`
	Disabled bool        `json:"disabled"`
}

// KeyIssued begins a key. Hash is the SHA-256 of the whole token.
type KeyIssued struct {
	Principal string     `json:"principal"`
	Label     string     `json:"label"`
	Hash      []byte     `json:"hash"`
	ExpiresAt *time.Time `json:"expires_at,omitempty"`
}

// KeyRotated replaces the secret; the old one stays valid until GraceUntil.
type KeyRotated struct {
	Hash       []byte    `json:"hash"`
	GraceUntil time.Time `json:"grace_until"`
}

// KeyRevoked ends a key.
type KeyRevoked struct {
	Reason string `json:"reason"`
}

func (TenantCreated) EventType() string    { return "tenant.created.v1" }
func (SiteAdded) EventType() string        { return "site.added.v1" }
func (PrincipalCreated) EventType() string { return "principal.created.v1" }
func (PrincipalChanged) EventType() string { return "principal.changed.v1" }
func (KeyIssued) EventType() string        { return "key.issued.v1" }
func (KeyRotated) EventType() string       { return "key.rotated.v1" }
func (KeyRevoked) EventType() string       { return "key.revoked.v1" }

// Categories of this package.
var (
	Tenants    = event.Category{Name: "tenant", Types: []event.Type{event.Of[TenantCreated]()}}
	SiteBooks  = event.Category{Name: "sitebook", Types: []event.Type{event.Of[SiteAdded]()}}
	Principals = event.Category{Name: "principal", Types: []event.Type{event.Of[PrincipalCreated](), event.Of[PrincipalChanged]()}}
	Keys       = event.Category{Name: "key", Types: []event.Type{event.Of[KeyIssued](), event.Of[KeyRotated](), event.Of[KeyRevoked]()}}
)

// Grant says which sites a principal may act in. Tenant-wide data needs no
// grant.
type Grant struct {
	All     bool    `json:"all" doc:"Every site, future ones too."`
	Numbers []int64 `json:"numbers" required:"false" nullable:"false" doc:"Granted sites."`
}

// Includes reports whether a site is granted; 0 (tenant-wide) always is.
func (g Grant) Includes(site int64) bool {
	if site == 0 || g.All {
		return true
	}
	for _, n := range g.Numbers {
		if n == site {
			return true
		}
	}
	return false
}

// Covers reports whether g includes all that o does: nobody hands out more
// than they hold.
func (g Grant) Covers(o Grant) bool {
	if g.All {
		return true
	}
	if o.All {
		return false
	}
	for _, n := range o.Numbers {
		if !g.Includes(n) {
			return false
		}
	}
	return true
}
