package http

import (
	"context"
	"net/http"
	"strings"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/link"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/projections/directory"
)

// LinkDeps is what signed download links stand on.
type LinkDeps struct {
	Links     *commands.Links
	PublicURL string // where clients reach the API, without a slash at its end; "" = links are relative
}

// linked is one download that signed links open.
type linked struct {
	kind, before, after string // of its path, around the record's id
	// checksum of a record's body in a format, now; "" = there is none.
	checksum func(ctx context.Context, c link.Claim) (string, error)
}

// linkOf is the record whose signed link a request may bring.
func (s *Server) linkOf(r *http.Request) (l linked, id string, ok bool) {
	if r.Method != http.MethodGet || r.URL.RawQuery == "" {
		return l, "", false
	}
	path := canonical(unversioned(r.URL.Path))
	for _, l := range s.linked {
		rest, ok := strings.CutPrefix(path, l.before)
		if id, ends := strings.CutSuffix(rest, l.after); ok && ends && id != "" && !strings.Contains(id, "/") {
			return l, id, r.URL.Query().Has("token")
		}
	}
	return l, "", false
}

// badLink is why a token opens nothing, whatever is wrong with it.
const badLink directory.Refusal = "bad_link"

// byLink establishes the caller that a signed link stands for. Beside a token no
// bearer counts.
func (s *Server) byLink(c *Call, r *http.Request, l linked, id string) (directory.Refusal, error) {
	query := r.URL.Query()
	claim, ok, err := s.Links.Open(r.Context(), query.Get("token"), link.Resource{Kind: l.kind, ID: id})
	if err != nil || !ok || query.Has("format") && query.Get("format") != claim.Format {
		return badLink, err
	}
	if _, known := s.Directory.Tenant(claim.Tenant); !known {
		return badLink, nil
	}
	now, err := l.checksum(r.Context(), claim)
	if err != nil || now != claim.Checksum || now == "" {
		return badLink, err
	}
	c.link = &claim
	c.Caller = commands.Caller{
		Tenant: claim.Tenant, Principal: "link:" + claim.Link, Sites: tenancy.Grant{All: true}, Request: c.RequestID,
	}
	return "", nil
}

// Tokened is the input of a download that a signed link opens.
type Tokened struct {
	Token string `query:"token" maxLength:"1000" doc:"Of a signed link; it stands in the place of the bearer."`
}
