package tenancy

import (
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
)

// CreatePrincipal asks for a new actor.
type CreatePrincipal struct {
	Name  string      `json:"name" minLength:"1" maxLength:"200" doc:"Kept encrypted."`
	Kind  string      `json:"kind" enum:"person,service"`
	Role  access.Role `json:"role" enum:"owner,admin,tax_manager,preparer,reviewer,bookkeeper,auditor,viewer"`
	Sites Grant       `json:"sites" required:"false"`
}

// Validate reports every malformed field.
func (c CreatePrincipal) Validate() error {
	var f fault.Fields
	if fault.Blank(c.Name) || len(c.Name) > 200 {
		f.Add("name", "needs 1 to 200 characters")
	}
	if c.Kind != "person" && c.Kind != "service" {
		f.Add("kind", "person or service")
	}
	validateRole(&f, c.Role)
	return f.Err()
}

func validateRole(f *fault.Fields, r access.Role) {
	if !access.IsTenantRole(r) {
		f.Add("role", "one of %s", join(access.TenantRoles()))
	}
}

func join(roles []access.Role) string {
	names := make([]string, len(roles))
	for i, r := range roles {
		names[i] = string(r)
	}
	return strings.Join(names, ", ")
}

// Grantor is what the asking principal may hand out.
type Grantor struct {
	Role  access.Role
	Sites Grant
	Book  SiteBook
}

// check holds the rules of handing out: only an owner makes or changes an
// owner, nobody grants more sites than they hold, and granted sites exist.
func (g Grantor) check(b *fault.Blockers, roles []access.Role, sites Grant) {
	for _, r := range roles {
		if r == access.Owner && g.Role != access.Owner && !g.Role.IsStaff() {
			b.Add("owner_required", "only an owner may make or change an owner")
		}
	}
	if !g.Sites.Covers(sites) {
		b.Add("sites_not_held", "sites are granted that the asking principal does not hold")
	}
	for _, n := range sites.Numbers {
		if !g.Book.Has(n) {
			b.Add("site_unknown", "site %d does not exist", n)
		}
	}
}

// Decide creates the principal.
func (c CreatePrincipal) Decide(p Principal, a act.Context, g Grantor) ([]event.Payload, error) {
	if p.Exists {
		return nil, fault.New(fault.Immutable, "the principal exists")
	}
	var b fault.Blockers
	g.check(&b, []access.Role{c.Role}, c.Sites)
	if err := b.Err(); err != nil {
		return nil, err
	}
	return []event.Payload{PrincipalCreated{
		Name: sealed.Of(Subject(a.NewID(0)), c.Name), Kind: c.Kind, Role: c.Role, Sites: c.Sites,
	}}, nil
}

// CreateStaff asks for an account of the platform.
type CreateStaff struct {
	Name string      `json:"name"`
	Role access.Role `json:"role"` // staff | superuser
}

// Decide creates the account.
func (c CreateStaff) Decide(p Principal, a act.Context) ([]event.Payload, error) {
	if !c.Role.IsStaff() {
		return nil, fault.Invalid("role", "staff or superuser")
	}
	if p.Exists {
		return nil, fault.New(fault.Immutable, "the account exists")
	}
	return []event.Payload{PrincipalCreated{Name: sealed.Of(Subject(a.NewID(0)), c.Name), Kind: "person", Role: c.Role}}, nil
}

// Subject names a principal as the one whose data a sealed text is.
func Subject(principal string) string { return "principal-" + principal }

// ChangePrincipal asks for another role, other sites or an end; a nil field
// stays as it is.
type ChangePrincipal struct {
	Role     *access.Role `json:"role,omitempty" enum:"owner,admin,tax_manager,preparer,reviewer,bookkeeper,auditor,viewer"`
	Sites    *Grant       `json:"sites,omitempty"`
	Disabled *bool        `json:"disabled,omitempty"`
}

// Validate reports every malformed field.
func (c ChangePrincipal) Validate() error {
	var f fault.Fields
	if c.Role == nil && c.Sites == nil && c.Disabled == nil {
		f.Add("role", "name at least one of role, sites, disabled")
	}
	if c.Role != nil {
		validateRole(&f, *c.Role)
	}
	return f.Err()
}

// Decide changes the principal. Nobody changes themselves: a role that can be
// raised by its holder is no role.
func (c ChangePrincipal) Decide(p Principal, a act.Context, g Grantor) ([]event.Payload, error) {
	if !p.Exists {
		return nil, fault.New(fault.NotFound, "no such principal")
	}
	next := PrincipalChanged{Role: p.Role, Sites: p.Sites, Disabled: p.Disabled}
	if c.Role != nil {
		next.Role = *c.Role
	}
	if c.Sites != nil {
		next.Sites = *c.Sites
	}
	if c.Disabled != nil {
		next.Disabled = *c.Disabled
	}
	var b fault.Blockers
	if p.ID == a.Principal {
		b.Add("own_principal", "a principal cannot change itself")
	}
	g.check(&b, []access.Role{p.Role, next.Role}, next.Sites)
	if err := b.Err(); err != nil {
		return nil, err
	}
	return []event.Payload{next}, nil
}

// IssueKey asks for a key of a principal. The secret is drawn by the caller of
// Decide and shown once.
type IssueKey struct {
	Principal string     `json:"principal" maxLength:"32"`
	Label     string     `json:"label" required:"false" maxLength:"100"`
	ExpiresAt *time.Time `json:"expires_at,omitempty"`
}

// Validate reports every malformed field.
func (c IssueKey) Validate() error {
	var f fault.Fields
	if len(c.Principal) != 32 {
		f.Add("principal", "the id of a principal")
	}
	if len(c.Label) > 100 {
		f.Add("label", "at most 100 characters")
	}
	return f.Err()
}

// Decide issues the key of hash to the owner it is for.
func (c IssueKey) Decide(k Key, owner Principal, hash []byte, a act.Context, g Grantor) ([]event.Payload, error) {
	if k.Exists {
		return nil, fault.New(fault.Immutable, "the key exists; its secret was shown once")
	}
	if !owner.Exists {
		return nil, fault.Invalid("principal", "no such principal")
	}
	var b fault.Blockers
	if owner.Disabled {
		b.Add("principal_disabled", "the principal is disabled")
	}
	if c.ExpiresAt != nil && !c.ExpiresAt.After(a.Now) {
		b.Add("already_expired", "expires_at lies in the past")
	}
	g.check(&b, []access.Role{owner.Role}, owner.Sites)
	if err := b.Err(); err != nil {
		return nil, err
	}
	return []event.Payload{KeyIssued{Principal: c.Principal, Label: c.Label, Hash: hash, ExpiresAt: c.ExpiresAt}}, nil
}

// keyGraceMax bounds how long a rotated secret lives on.
const keyGraceMax = 7 * 24 * time.Hour

// RotateKey replaces a key's secret.
type RotateKey struct {
	GraceSeconds int `json:"grace_seconds,omitempty"` // how long the old secret stays valid
}

// Validate reports every malformed field.
func (c RotateKey) Validate() error {
	if c.GraceSeconds < 0 || time.Duration(c.GraceSeconds)*time.Second > keyGraceMax {
		return fault.Invalid("grace_seconds", "0 to %d", int(keyGraceMax.Seconds()))
	}
	return nil
}

// Decide rotates the key to hash.
func (c RotateKey) Decide(k Key, owner Principal, hash []byte, a act.Context, g Grantor) ([]event.Payload, error) {
	if err := usable(k); err != nil {
		return nil, err
	}
	var b fault.Blockers
	g.check(&b, []access.Role{owner.Role}, owner.Sites)
	if err := b.Err(); err != nil {
		return nil, err
	}
	return []event.Payload{KeyRotated{hash, a.Now.Add(time.Duration(c.GraceSeconds) * time.Second)}}, nil
}

// RevokeKey ends a key.
type RevokeKey struct {
	Reason string `json:"reason,omitempty"`
}

// Decide revokes the key.
func (c RevokeKey) Decide(k Key, owner Principal, g Grantor) ([]event.Payload, error) {
	if err := usable(k); err != nil {
		return nil, err
	}
	var b fault.Blockers
	g.check(&b, []access.Role{owner.Role}, owner.Sites)
	if err := b.Err(); err != nil {
		return nil, err
	}
	return []event.Payload{KeyRevoked(c)}, nil
}

func usable(k Key) error {
	if !k.Exists {
		return fault.New(fault.NotFound, "no such key")
	}
	if k.Revoked {
		return fault.New(fault.Immutable, "the key is revoked")
	}
	return nil
}
