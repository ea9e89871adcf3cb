// Package directory is the in-memory projection of who may come in: tenants,
// sites, principals and keys. Every node keeps its own, fed straight from the
// log, so that authentication works while PostgreSQL is down and a revoked key
// is refused within a second. A node that has lost the log for longer than
// that says so, and authenticates nobody.
package directory

import (
	"context"
	"sort"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/projections/follow"
)

// Directory answers from memory; it is safe for concurrent use.
type Directory struct {
	mu         sync.RWMutex
	tenants    map[string]tenancy.Tenant
	sites      map[string]tenancy.SiteBook
	principals map[string]tenancy.Principal // by id
	keys       map[string]tenancy.Key       // by id

	changed chan struct{} // closed at the next change; nil = nobody waits

	follow.Follower
	lastSeen atomic.Int64 // when the log last answered, in nanoseconds of the process's clock
	shorter  atomic.Bool  // the log ends before what was read of it
}

// New returns an empty directory, which is not ready.
func New() *Directory {
	return &Directory{
		tenants: map[string]tenancy.Tenant{}, sites: map[string]tenancy.SiteBook{},
		principals: map[string]tenancy.Principal{}, keys: map[string]tenancy.Key{},
	}
}

// Run follows the log until ctx ends or an event cannot be read.
func (d *Directory) Run(ctx context.Context, log follow.Source) error {
	prefixes := []string{"tenant-", "sitebook-", "principal-", "key-", "privacy-"}
	prefixes = append(prefixes, eventstore.MetaPrefixes([]string{tenancy.Principals.Name, tenancy.Keys.Name})...)
	return d.Follower.Run(ctx, log, prefixes, d.apply, d.saw)
}

func (d *Directory) apply(e event.Recorded) {
	s, _ := event.ParseStream(e.Stream)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.changed != nil {
		close(d.changed)
		d.changed = nil
	}
	switch s.Category {
	case tenancy.Tenants.Name:
		d.tenants[s.Tenant] = d.tenants[s.Tenant].Evolve(e)
	case tenancy.SiteBooks.Name:
		d.sites[s.Tenant] = d.sites[s.Tenant].Evolve(e)
	case tenancy.Principals.Name:
		d.principals[s.ID] = d.principals[s.ID].Evolve(e)
	case tenancy.Keys.Name:
		d.keys[s.ID] = d.keys[s.ID].Evolve(e)
	case privacy.Category.Name:
		d.forget(e)
	}
}

// Changed returns a channel that is closed once anything changes after the call.
func (d *Directory) Changed() <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.changed == nil {
		d.changed = make(chan struct{})
	}
	return d.changed
}

// forget blanks the name of a principal who was forgotten. That this event was
// decoded has ended the subject's key in this process, which is why the directory
// reads every tenant's.
func (d *Directory) forget(e event.Recorded) {
	f, ok := e.Payload.(privacy.Forgotten)
	if !ok {
		return
	}
	if kind, id, err := privacy.Parse(f.Subject); err == nil && kind == "principal" {
		if p, known := d.principals[id]; known && p.Tenant == e.Meta.Tenant {
			p.Name = ""
			d.principals[id] = p
		}
	}
}

// silenceMax is how long the log may be silent before this node stops
// answering: it might have missed a revocation.
const silenceMax = 2 * time.Second

// started anchors the monotonic clock.
var started = time.Now()

func (d *Directory) saw() { d.lastSeen.Store(int64(time.Since(started))) }

// Watch asks the log for its head a few times a second until ctx ends; a log
// that does not answer, or ends before what was read of it, makes the directory
// unready: an older copy is no word on who may come in.
func (d *Directory) Watch(ctx context.Context, head func(context.Context) (event.Position, bool, error)) {
	const interval = 250 * time.Millisecond
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		read := d.Position()
		end, _, err := head(ctx)
		d.shorter.Store(err == nil && end.Less(read))
		if err == nil && !end.Less(read) {
			d.saw()
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Ready reports whether the directory has read the log to its head once, and
// the log still answers.
func (d *Directory) Ready() bool {
	return d.CaughtUp() && int64(time.Since(started))-d.lastSeen.Load() < int64(silenceMax)
}

// LogShorter reports that the log ends before what was read of it: it is an older
// copy, or another one.
func (d *Directory) LogShorter() bool { return d.shorter.Load() }

// Refusal says why a token opens nothing. It is counted, never shown.
type Refusal string

const (
	NoCredentials Refusal = "no_credentials"
	Malformed     Refusal = "malformed"
	UnknownKey    Refusal = "unknown_key"
	Dead          Refusal = "revoked_or_expired"
	Harmed        Refusal = "stream_damaged"
)

// Authenticate finds the key and principal of a token.
func (d *Directory) Authenticate(token string, now time.Time) (tenancy.Key, tenancy.Principal, Refusal) {
	if token == "" {
		return tenancy.Key{}, tenancy.Principal{}, NoCredentials
	}
	id, ok := tenancy.KeyID(token)
	if !ok {
		return tenancy.Key{}, tenancy.Principal{}, Malformed
	}
	d.mu.RLock()
	key, principal := d.keys[id], d.principals[d.keys[id].Principal]
	d.mu.RUnlock()
	switch hash := tenancy.Hash(token); {
	case !key.Exists:
		return tenancy.Key{}, tenancy.Principal{}, UnknownKey
	case !key.Valid(hash, now) || !principal.Exists || principal.Disabled || principal.Tenant != key.Tenant:
		return tenancy.Key{}, tenancy.Principal{}, Dead
	case d.harms(tenancy.Keys, key.Tenant, id) || d.harms(tenancy.Principals, key.Tenant, key.Principal):
		return tenancy.Key{}, tenancy.Principal{}, Harmed
	}
	return key, principal, ""
}

func (d *Directory) harms(c event.Category, tenant, id string) bool {
	return d.Damaged(func() string { return event.Stream{Category: c.Name, Tenant: tenant, ID: id}.String() })
}

// Tenant returns a tenant's settings.
func (d *Directory) Tenant(id string) (tenancy.Tenant, bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	t := d.tenants[id]
	return t, t.Exists
}

// Sites returns a tenant's sites by number.
func (d *Directory) Sites(tenant string) tenancy.SiteBook {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.sites[tenant]
}

// zones are the time zones that were read, by their IANA name: each is a file.
var zones sync.Map

// Zone is where civil dates of a tenant's site are; of site 0, and of one that names none,
// the tenant's own.
func (d *Directory) Zone(tenant string, site int64) *time.Location {
	name := ""
	for _, s := range d.Sites(tenant).Sites {
		if s.Number == site {
			name = s.TimeZone
		}
	}
	if t, ok := d.Tenant(tenant); ok && name == "" {
		name = t.TimeZone
	}
	if zone, ok := zones.Load(name); ok {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	zones.Store(name, zone)
	return zone
}

// Principal returns one principal of a tenant; of another's it returns nothing.
func (d *Directory) Principal(tenant, id string) (tenancy.Principal, bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	p := d.principals[id]
	if !p.Exists || p.Tenant != tenant {
		return tenancy.Principal{}, false
	}
	return p, true
}

// Principals returns a tenant's principals, oldest first.
func (d *Directory) Principals(tenant string) []tenancy.Principal {
	d.mu.RLock()
	defer d.mu.RUnlock()
	var out []tenancy.Principal
	for _, p := range d.principals {
		if p.Tenant == tenant {
			out = append(out, p)
		}
	}
	sort.Slice(out, func(i, j int) bool { return before(out[i].CreatedAt, out[j].CreatedAt, out[i].ID, out[j].ID) })
	return out
}

// Keys returns a tenant's keys, oldest first.
func (d *Directory) Keys(tenant string) []tenancy.Key {
	d.mu.RLock()
	defer d.mu.RUnlock()
	var out []tenancy.Key
	for _, k := range d.keys {
		if k.Tenant == tenant {
			out = append(out, k)
		}
	}
	sort.Slice(out, func(i, j int) bool { return before(out[i].CreatedAt, out[j].CreatedAt, out[i].ID, out[j].ID) })
	return out
}

// Key returns one key of a tenant.
func (d *Directory) Key(tenant, id string) (tenancy.Key, bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	k := d.keys[id]
	if !k.Exists || k.Tenant != tenant {
		return tenancy.Key{}, false
	}
	return k, true
}

func before(a, b time.Time, i, j string) bool {
	if !a.Equal(b) {
		return a.Before(b)
	}
	return i < j
}
