package commands

import (
	"context"
	"crypto/rand"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/tenancy"
)

// The aggregates of who there is.
var (
	tenants    = Aggregate[tenancy.Tenant]{Category: tenancy.Tenants.Name, Evolve: tenancy.Tenant.Evolve}
	siteBooks  = Aggregate[tenancy.SiteBook]{Category: tenancy.SiteBooks.Name, Evolve: tenancy.SiteBook.Evolve}
	principals = Aggregate[tenancy.Principal]{Category: tenancy.Principals.Name, Evolve: tenancy.Principal.Evolve}
	keys       = Aggregate[tenancy.Key]{Category: tenancy.Keys.Name, Evolve: tenancy.Key.Evolve}
)

// Directory is what these commands need to know of other aggregates.
type Directory interface {
	Sites(tenant string) tenancy.SiteBook
	Principal(tenant, id string) (tenancy.Principal, bool)
	Key(tenant, id string) (tenancy.Key, bool)
}

// Tenancy carries out the commands of tenants, sites, principals and keys.
type Tenancy struct {
	*Executor
	Directory Directory
}

func (t *Tenancy) grantor(c Caller) tenancy.Grantor {
	return tenancy.Grantor{Role: c.Role, Sites: c.Sites, Book: t.Directory.Sites(c.Tenant)}
}

// CreateTenant begins the caller's tenant; only the command line can ask.
func (t *Tenancy) CreateTenant(ctx context.Context, c Caller, cmd tenancy.CreateTenant) (Done[tenancy.Tenant], error) {
	if err := cmd.Validate(); err != nil {
		return Done[tenancy.Tenant]{}, err
	}
	return Execute(ctx, t.Executor, c, tenants, Order[tenancy.Tenant]{
		Operation: "tenants.create", ID: "settings", Request: cmd,
		Decide: func(s tenancy.Tenant, _ act.Context) ([]event.Payload, error) { return cmd.Decide(s) },
	})
}

// AddSite gives the tenant a site.
func (t *Tenancy) AddSite(ctx context.Context, c Caller, cmd tenancy.AddSite) (Done[tenancy.SiteBook], error) {
	if err := cmd.Validate(); err != nil {
		return Done[tenancy.SiteBook]{}, err
	}
	return Execute(ctx, t.Executor, c, siteBooks, Order[tenancy.SiteBook]{
		Operation: "sites.add", Permission: "sites:manage", ID: "0", Request: cmd,
		Decide: func(b tenancy.SiteBook, _ act.Context) ([]event.Payload, error) { return cmd.Decide(b) },
	})
}

// PrincipalKind is an actor.
var PrincipalKind = Kind[tenancy.Principal]{Aggregate: principals, Noun: "principal", Exists: func(p tenancy.Principal) bool { return p.Exists }}

// principalVerb is a command on principals, with what the one who asks may hand out.
func principalVerb[C interface {
	command
	Decide(p tenancy.Principal, a act.Context, g tenancy.Grantor) ([]event.Payload, error)
}](t *Tenancy, id string) Verb[tenancy.Principal, C] {
	return Informed[tenancy.Principal, tenancy.Grantor, C](id, "principals:manage", PrincipalKind,
		func(_ context.Context, c Caller, _ tenancy.Principal, _ C) (tenancy.Grantor, error) {
			return t.grantor(c), nil
		})
}

// PrincipalCreate makes an actor, PrincipalChange changes a role, grants, or ends one.
func (t *Tenancy) PrincipalCreate() Verb[tenancy.Principal, tenancy.CreatePrincipal] {
	return principalVerb[tenancy.CreatePrincipal](t, "principals.create").Creating()
}
func (t *Tenancy) PrincipalChange() Verb[tenancy.Principal, tenancy.ChangePrincipal] {
	return principalVerb[tenancy.ChangePrincipal](t, "principals.change")
}

// CreatePrincipal carries out PrincipalCreate, ChangePrincipal PrincipalChange.
func (t *Tenancy) CreatePrincipal(ctx context.Context, c Caller, cmd tenancy.CreatePrincipal) (Done[tenancy.Principal], error) {
	_, done, err := t.PrincipalCreate().Do(ctx, t.Executor, c, "", cmd)
	return done, err
}
func (t *Tenancy) ChangePrincipal(ctx context.Context, c Caller, id string, cmd tenancy.ChangePrincipal) (Done[tenancy.Principal], error) {
	_, done, err := t.PrincipalChange().Do(ctx, t.Executor, c, id, cmd)
	return done, err
}

// CreateStaff makes an account of the platform; only the command line can ask.
func (t *Tenancy) CreateStaff(ctx context.Context, c Caller, cmd tenancy.CreateStaff) (Done[tenancy.Principal], error) {
	c.Tenant = tenancy.Platform
	return Execute(ctx, t.Executor, c, principals, Order[tenancy.Principal]{
		Operation: "staff.create", Request: cmd,
		Decide: func(p tenancy.Principal, a act.Context) ([]event.Payload, error) { return cmd.Decide(p, a) },
	})
}

// secret draws a key's secret; it is never stored.
func secret() (s [32]byte) {
	rand.Read(s[:]) // never fails
	return s
}

// shownOnce refuses the repetition of a command whose answer was a secret:
// whoever did not get that answer has to ask for another secret.
func shownOnce(done Done[tenancy.Key], err error) error {
	if err != nil || !done.Replayed {
		return err
	}
	return fault.New(fault.SecretShown,
		"this request was carried out before, on key %s; if its answer was lost, rotate the key under another Idempotency-Key", done.ID)
}

// IssueKey makes a key and returns its token, which is shown this once.
// Errors: fault.SecretShown when the command is repeated.
func (t *Tenancy) IssueKey(ctx context.Context, c Caller, cmd tenancy.IssueKey) (done Done[tenancy.Key], token string, err error) {
	if err := cmd.Validate(); err != nil {
		return done, "", err
	}
	done, err = Execute(ctx, t.Executor, c, keys, Order[tenancy.Key]{
		Operation: "keys.issue", Permission: "keys:manage", Request: cmd,
		Decide: func(k tenancy.Key, a act.Context) ([]event.Payload, error) {
			owner, _ := t.Directory.Principal(c.Tenant, cmd.Principal)
			token = tenancy.Token(a.NewID(0), secret())
			return cmd.Decide(k, owner, tenancy.Hash(token), a, t.grantor(c))
		},
	})
	if err = shownOnce(done, err); err != nil {
		token = ""
	}
	return done, token, err
}

// RotateKey replaces a key's secret and returns the new token.
// Errors: fault.SecretShown when the command is repeated.
func (t *Tenancy) RotateKey(ctx context.Context, c Caller, id string, cmd tenancy.RotateKey) (done Done[tenancy.Key], token string,
	err error) {
	if err := cmd.Validate(); err != nil {
		return done, "", err
	}
	done, err = Execute(ctx, t.Executor, c, keys, Order[tenancy.Key]{
		Operation: "keys.rotate", Permission: "keys:manage", ID: id, Request: cmd,
		Decide: func(k tenancy.Key, a act.Context) ([]event.Payload, error) {
			owner, _ := t.Directory.Principal(c.Tenant, k.Principal)
			token = tenancy.Token(id, secret())
			return cmd.Decide(k, owner, tenancy.Hash(token), a, t.grantor(c))
		},
	})
	if err = shownOnce(done, err); err != nil {
		token = ""
	}
	return done, token, err
}

// RevokeKey ends a key.
func (t *Tenancy) RevokeKey(ctx context.Context, c Caller, id string, cmd tenancy.RevokeKey) (Done[tenancy.Key], error) {
	return Execute(ctx, t.Executor, c, keys, Order[tenancy.Key]{
		Operation: "keys.revoke", Permission: "keys:manage", ID: id, Request: cmd,
		Decide: func(k tenancy.Key, _ act.Context) ([]event.Payload, error) {
			owner, _ := t.Directory.Principal(c.Tenant, k.Principal)
			return cmd.Decide(k, owner, t.grantor(c))
		},
	})
}
