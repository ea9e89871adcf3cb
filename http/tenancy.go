package http

import (
	"context"
	"net/http"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/tenancy"
)

type principalView struct {
	ID        string        `json:"id"`
	Name      string        `json:"name"`
	Kind      string        `json:"kind" enum:"person,service"`
	Role      access.Role   `json:"role"`
	Sites     tenancy.Grant `json:"sites"`
	Disabled  bool          `json:"disabled"`
	CreatedAt time.Time     `json:"created_at"`
}

// viewPrincipal is an actor as it is shown; what is granted is a list, if an empty one.
func viewPrincipal(p tenancy.Principal) principalView {
	sites := tenancy.Grant{All: p.Sites.All, Numbers: append([]int64{}, p.Sites.Numbers...)}
	return principalView{p.ID, p.Name, p.Kind, p.Role, sites, p.Disabled, p.CreatedAt}
}

type keyView struct {
	ID        string     `json:"id"`
	Principal string     `json:"principal"`
	Label     string     `json:"label"`
	Revoked   bool       `json:"revoked"`
	ExpiresAt *time.Time `json:"expires_at"`
	CreatedAt time.Time  `json:"created_at"`
	Key       string     `json:"key,omitempty" doc:"The API key itself: shown once, when it is issued or rotated, and never stored."`
}

func viewKey(k tenancy.Key, token string) keyView {
	return keyView{k.ID, k.Principal, k.Label, k.Revoked, k.ExpiresAt, k.CreatedAt, token}
}

func (s *Server) tenancy() *commands.Tenancy {
	return &commands.Tenancy{Executor: s.Executor, Directory: s.Directory}
}

// settle waits until this node's own directory knows what a command did, so
// that a key works as soon as its response has arrived.
func (s *Server) settle(ctx context.Context, at event.Position) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	s.Directory.WaitFor(ctx, at)
}

func (s *Server) registerTenancy() {
	s.registerPrincipals()
	s.registerKeys()
	s.registerSites()
}

func (s *Server) registerPrincipals() {
	type principalList struct {
		Principals []principalView `json:"principals" nullable:"false"`
		Counted
	}
	type listIn struct {
		Sited
		Paged
		Role access.Role `query:"role" doc:"Only this role."`
	}
	register(s, Operation{
		Entry: "x.3", ID: "principals.list", Method: http.MethodGet, Path: "/api/principals/", Surface: "platform",
		Summary: "List principals", Permission: "principals:read",
	}, func(ctx context.Context, c *Call, in *listIn) (*reply[principalList], error) {
		all := filter(s.Directory.Principals(c.Caller.Tenant), func(p tenancy.Principal) bool { return in.Role == "" || p.Role == in.Role })
		rows, cursor, err := pageOf(all, in.Paged, func(p tenancy.Principal) string { return p.ID }, viewPrincipal)
		return &reply[principalList]{Body: principalList{rows, counted(len(all), cursor)}}, err
	})

	r := &resource[tenancy.Principal, principalView]{entry: "x.3", surface: "platform", list: "/api/principals/",
		one: "/api/principals/{principal_id}/", kind: commands.PrincipalKind, settle: s.settle,
		view: func(_ context.Context, _ *Call, h commands.Held[tenancy.Principal]) (principalView, error) {
			return viewPrincipal(h.State), nil
		}}
	registerCreate(s, r, Operation{Summary: "Create a principal"}, s.tenancy().PrincipalCreate())
	registerChange(s, r, Operation{Summary: "Change a principal's role, sites, or disable it"}, s.tenancy().PrincipalChange())
}

func (s *Server) registerKeys() {
	type keyList struct {
		Keys []keyView `json:"keys" nullable:"false"`
		Counted
	}
	type listIn struct {
		Sited
		Paged
		Principal string `query:"principal" maxLength:"32" doc:"Only this principal's."`
	}
	register(s, Operation{
		Entry: "x.4", ID: "keys.list", Method: http.MethodGet, Path: "/api/keys/", Surface: "platform",
		Summary: "List keys, without their secrets", Permission: "keys:manage",
	}, func(ctx context.Context, c *Call, in *listIn) (*reply[keyList], error) {
		all := filter(s.Directory.Keys(c.Caller.Tenant), func(k tenancy.Key) bool { return in.Principal == "" || k.Principal == in.Principal })
		rows, cursor, err := pageOf(all, in.Paged, func(k tenancy.Key) string { return k.ID },
			func(k tenancy.Key) keyView { return viewKey(k, "") })
		return &reply[keyList]{Body: keyList{rows, counted(len(all), cursor)}}, err
	})

	register(s, Operation{
		Entry: "x.4", ID: "keys.issue", Method: http.MethodPost, Path: "/api/keys/", Surface: "platform",
		Summary: "Issue a key", Describe: "The key is in the response, once; a repeated request is refused with `secret_shown`.",
		Permission: "keys:manage", Status: http.StatusCreated, Errors: []int{409, 422},
		examine: func(_ *Call, body any) error { return body.(*tenancy.IssueKey).Validate() },
	}, func(ctx context.Context, c *Call, in *commandIn[tenancy.IssueKey]) (*reply[keyView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, token, err := s.tenancy().IssueKey(ctx, caller, in.Body)
		if err != nil {
			return nil, err
		}
		return s.keyAnswer(ctx, c, done, token, http.StatusCreated), nil
	})
	s.registerKeyChanges()
}

func (s *Server) registerKeyChanges() {
	type rotateIn struct {
		Written
		ID   string `path:"key_id" maxLength:"32"`
		Body *struct {
			GraceSeconds int `json:"grace_seconds,omitempty" minimum:"0" maximum:"604800" doc:"How long the old secret stays valid."`
		}
	}
	register(s, Operation{
		Entry: "x.4", ID: "keys.rotate", Method: http.MethodPost, Path: "/api/keys/{key_id}/rotate/", Surface: "platform",
		Summary: "Replace a key's secret", Describe: "The key is in the response, once; a repeated request is refused with `secret_shown`.", Permission: "keys:manage", Errors: []int{409, 412, 422},
	}, func(ctx context.Context, c *Call, in *rotateIn) (*reply[keyView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		cmd := tenancy.RotateKey{}
		if in.Body != nil {
			cmd.GraceSeconds = in.Body.GraceSeconds
		}
		done, token, err := s.tenancy().RotateKey(ctx, caller, in.ID, cmd)
		if err != nil {
			return nil, err
		}
		return s.keyAnswer(ctx, c, done, token, http.StatusOK), nil
	})

	type revokeIn struct {
		Written
		ID string `path:"key_id" maxLength:"32"`
	}
	register(s, Operation{
		Entry: "x.4", ID: "keys.revoke", Method: http.MethodDelete, Path: "/api/keys/{key_id}/", Surface: "platform",
		Summary: "Revoke a key", Permission: "keys:manage", Errors: []int{409, 412, 422},
	}, func(ctx context.Context, c *Call, in *revokeIn) (*emptied, error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.tenancy().RevokeKey(ctx, caller, in.ID, tenancy.RevokeKey{})
		if err != nil {
			return nil, err
		}
		settled(c, done)
		s.settle(ctx, done.Position)
		return &emptied{Status: http.StatusNoContent, LogPosition: positionOf(done)}, nil
	})
}

func (s *Server) keyAnswer(ctx context.Context, c *Call, done commands.Done[tenancy.Key], token string, status int) *reply[keyView] {
	settled(c, done)
	s.settle(ctx, done.Position)
	return &reply[keyView]{Status: status, ETag: etag(done.Revision), LogPosition: positionOf(done), Body: viewKey(done.State, token)}
}

func (s *Server) registerSites() {
	type siteList struct {
		Sites []tenancy.Site `json:"sites" nullable:"false"`
		Counted
	}
	type listIn struct {
		Sited
		Paged
	}
	register(s, Operation{
		Entry: "x.5", ID: "sites.list", Method: http.MethodGet, Path: "/api/sites/", Surface: "platform",
		Summary: "List the sites that are granted", Permission: "sites:read",
	}, func(ctx context.Context, c *Call, in *listIn) (*reply[siteList], error) {
		all := filter(s.Directory.Sites(c.Caller.Tenant).Sites, func(x tenancy.Site) bool { return c.Sees(x.Number) })
		rows, cursor, err := pageOf(all, in.Paged, func(x tenancy.Site) string { return etag(uint64(x.Number)) },
			func(x tenancy.Site) tenancy.Site { return x })
		return &reply[siteList]{Body: siteList{rows, counted(len(all), cursor)}}, err
	})

	register(s, Operation{
		Entry: "x.5", ID: "sites.add", Method: http.MethodPost, Path: "/api/sites/", Surface: "platform",
		Summary: "Add a site", Permission: "sites:manage", Status: http.StatusCreated, Errors: []int{409, 422},
		examine: func(_ *Call, body any) error { return body.(*tenancy.AddSite).Validate() },
	}, func(ctx context.Context, c *Call, in *commandIn[tenancy.AddSite]) (*reply[tenancy.Site], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.tenancy().AddSite(ctx, caller, in.Body)
		if err != nil {
			return nil, err
		}
		settled(c, done)
		s.settle(ctx, done.Position)
		site := done.State.Sites[len(done.State.Sites)-1]
		return &reply[tenancy.Site]{Status: http.StatusCreated, LogPosition: positionOf(done), Body: site}, nil
	})
}

func filter[T any](all []T, keep func(T) bool) []T {
	out := make([]T, 0, len(all))
	for _, x := range all {
		if keep(x) {
			out = append(out, x)
		}
	}
	return out
}

// pageOf pages a list that is held in memory; the cursor is the id of the last
// row shown.
func pageOf[T, V any](all []T, p Paged, id func(T) string, view func(T) V) (rows []V, next *string, err error) {
	start := 0
	if p.Cursor != "" {
		start = -1
		for i, x := range all {
			if id(x) == p.Cursor {
				start = i + 1
			}
		}
		if start < 0 {
			return nil, nil, fault.Invalid("cursor", "is not a cursor of this list")
		}
	}
	rows = []V{}
	for i := start; i < len(all) && len(rows) < p.Limit; i++ {
		rows = append(rows, view(all[i]))
		if len(rows) == p.Limit && i+1 < len(all) {
			last := id(all[i])
			next = &last
		}
	}
	return rows, next, nil
}
