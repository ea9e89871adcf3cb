package tenancy_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/tenancy"
)

var (
	now   = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	asked = act.Context{Now: now, Tenant: "firm", Principal: strings.Repeat("a", 32), Role: "admin"}
	book  = tenancy.SiteBook{Sites: []tenancy.Site{{Number: 1}, {Number: 2}}}
	owner = tenancy.Grantor{Role: access.Owner, Sites: tenancy.Grant{All: true}, Book: book}
	admin = tenancy.Grantor{Role: access.Admin, Sites: tenancy.Grant{Numbers: []int64{1}}, Book: book}
)

func blockers(err error) (codes []string) {
	if f := fault.As(err); f != nil {
		for _, b := range f.Blockers {
			codes = append(codes, b.Code)
		}
	}
	return codes
}

// Nobody hands out more than they hold, and only an owner makes an owner; all
// that is unmet is named at once.
func TestGrantsAreBounded(t *testing.T) {
	for _, c := range []struct {
		name  string
		by    tenancy.Grantor
		role  access.Role
		sites tenancy.Grant
		want  []string
	}{
		{"owner makes owner", owner, access.Owner, tenancy.Grant{All: true}, nil},
		{"admin makes viewer of own site", admin, access.Viewer, tenancy.Grant{Numbers: []int64{1}}, nil},
		{"admin makes owner", admin, access.Owner, tenancy.Grant{}, []string{"owner_required"}},
		{"admin grants all", admin, access.Viewer, tenancy.Grant{All: true}, []string{"sites_not_held"}},
		{"admin grants another site", admin, access.Viewer, tenancy.Grant{Numbers: []int64{2}}, []string{"sites_not_held"}},
		{"a site that is not there", owner, access.Viewer, tenancy.Grant{Numbers: []int64{9}}, []string{"site_unknown"}},
		{"everything at once", admin, access.Owner, tenancy.Grant{Numbers: []int64{9}}, []string{"owner_required", "sites_not_held",
			"site_unknown"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := tenancy.CreatePrincipal{Name: "x", Kind: "person", Role: c.role, Sites: c.sites}.Decide(tenancy.Principal{}, asked, c.by)
			if got := blockers(err); !slices.Equal(got, c.want) {
				t.Errorf("blockers %v (%v), want %v", got, err, c.want)
			}
			existing := tenancy.Principal{Exists: true, ID: strings.Repeat("b", 32), Role: access.Viewer}
			_, err = tenancy.ChangePrincipal{Role: &c.role, Sites: &c.sites}.Decide(existing, asked, c.by)
			if got := blockers(err); !slices.Equal(got, c.want) {
				t.Errorf("changing: blockers %v, want %v", got, c.want)
			}
		})
	}
}

func TestNobodyChangesThemselves(t *testing.T) {
	me := tenancy.Principal{Exists: true, ID: asked.Principal, Role: access.Admin}
	disabled := true
	_, err := tenancy.ChangePrincipal{Disabled: &disabled}.Decide(me, asked, owner)
	if got := blockers(err); !slices.Equal(got, []string{"own_principal"}) {
		t.Errorf("%v", err)
	}
}

// Covers is what Includes says of every site.
func TestCovers(t *testing.T) {
	grants := rapid.Custom(func(t *rapid.T) tenancy.Grant {
		return tenancy.Grant{All: rapid.IntRange(0, 4).Draw(t, "all") == 0, Numbers: rapid.SliceOfN(rapid.Int64Range(1, 5), 0, 5).Draw(t,
			"numbers")}
	})
	rapid.Check(t, func(t *rapid.T) {
		g, o := grants.Draw(t, "g"), grants.Draw(t, "o")
		want := true
		for site := int64(0); site <= 6; site++ { // 6 stands for every site to come
			want = want && (!o.Includes(site) || g.Includes(site))
		}
		if g.Covers(o) != want {
			t.Fatalf("%+v covers %+v: %v", g, o, !want)
		}
	})
}

// key runs a key through its life.
func key(events ...event.Payload) (k tenancy.Key) {
	for i, p := range events {
		k = k.Evolve(event.Recorded{Stream: "key-firm-" + strings.Repeat("c", 32), Revision: uint64(i), Payload: p,
			Meta: event.Metadata{Time: now}})
	}
	return k
}

func TestKeyLife(t *testing.T) {
	first, second := tenancy.Hash("first"), tenancy.Hash("second")
	expiry := now.Add(time.Hour)
	issued := tenancy.KeyIssued{Principal: "p", Hash: first, ExpiresAt: &expiry}
	rotated := tenancy.KeyRotated{Hash: second, GraceUntil: now.Add(time.Minute)}
	for _, c := range []struct {
		name  string
		key   tenancy.Key
		hash  []byte
		after time.Duration
		valid bool
	}{
		{"issued", key(issued), first, 0, true},
		{"another secret", key(issued), second, 0, false},
		{"no hash", key(issued), nil, 0, false},
		{"expired", key(issued), first, time.Hour, false},
		{"rotated, new", key(issued, rotated), second, 0, true},
		{"rotated, old in grace", key(issued, rotated), first, 59 * time.Second, true},
		{"rotated, old after grace", key(issued, rotated), first, time.Minute, false},
		{"revoked", key(issued, tenancy.KeyRevoked{}), first, 0, false},
		{"revoked in grace", key(issued, rotated, tenancy.KeyRevoked{}), first, 0, false},
		{"never issued", tenancy.Key{}, nil, 0, false},
	} {
		if got := c.key.Valid(c.hash, now.Add(c.after)); got != c.valid {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	if _, err := (tenancy.RevokeKey{}).Decide(key(issued, tenancy.KeyRevoked{}), tenancy.Principal{}, owner); !errors.Is(err,
		fault.New(fault.Immutable, "")) {
		t.Errorf("revoked twice: %v", err)
	}
	if _, err := (tenancy.RotateKey{}).Decide(tenancy.Key{}, tenancy.Principal{}, nil, asked, owner); !errors.Is(err,
		fault.New(fault.NotFound, "")) {
		t.Errorf("rotated what is not there: %v", err)
	}
}

// An admin cannot take over an owner by issuing or rotating their key.
func TestOwnersKeysAreOwners(t *testing.T) {
	them := tenancy.Principal{Exists: true, ID: "p", Role: access.Owner, Sites: tenancy.Grant{}}
	_, issue := tenancy.IssueKey{Principal: "p"}.Decide(tenancy.Key{}, them, nil, asked, admin)
	_, rotate := tenancy.RotateKey{}.Decide(key(tenancy.KeyIssued{Principal: "p"}), them, nil, asked, admin)
	_, revoke := tenancy.RevokeKey{}.Decide(key(tenancy.KeyIssued{Principal: "p"}), them, admin)
	for name, err := range map[string]error{"issue": issue, "rotate": rotate, "revoke": revoke} {
		if got := blockers(err); !slices.Equal(got, []string{"owner_required"}) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzKeyID: only what Token writes names a key.
func FuzzKeyID(f *testing.F) {
	f.Add(tenancy.Token(strings.Repeat("0", 32), [32]byte{}))
	f.Add("tally_")
	f.Add("tally_" + strings.Repeat("_", 40))
	f.Fuzz(func(t *testing.T, token string) {
		id, ok := tenancy.KeyID(token)
		if ok != (id != "") || ok && (len(id) != 32 || !strings.HasPrefix(token, "tally_"+id+"_")) {
			t.Errorf("%q names %q, %v", token, id, ok)
		}
	})
}

func TestSitesAreNumberedInOrder(t *testing.T) {
	var b tenancy.SiteBook
	for want := int64(1); want <= 3; want++ {
		events, err := tenancy.AddSite{Name: "x"}.Decide(b)
		if err != nil || events[0].(tenancy.SiteAdded).Number != want {
			t.Fatalf("%v, %v", events, err)
		}
		before := b
		b = b.Evolve(event.Recorded{Payload: events[0]})
		if len(before.Sites) != int(want)-1 || !b.Has(want) || b.Has(want+1) {
			t.Errorf("%+v then %+v", before, b)
		}
	}
}

func TestTimeZones(t *testing.T) {
	for zone, good := range map[string]bool{"": true, "UTC": true, "Europe/London": true, "Local": false, "Nowhere/Else": false,
		"../etc/passwd": false} {
		if err := (tenancy.CreateTenant{Name: "x", TimeZone: zone}).Validate(); (err == nil) != good {
			t.Errorf("%q: %v", zone, err)
		}
	}
}
