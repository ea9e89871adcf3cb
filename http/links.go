package http

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
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

// acceptLinks lets signed links of a kind of record open an operation. checksum
// says what the record's body in a format has now; another one opens nothing.
func (s *Server) acceptLinks(kind, path string, checksum func(ctx context.Context, c link.Claim) (string, error)) {
	path = canonical(unversioned(path))
	open, end := strings.IndexByte(path, '{'), strings.IndexByte(path, '}')
	s.linked = append(s.linked, linked{kind, path[:open], path[end+1:], checksum})
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

// linkRequest asks for a signed link, or for the end of all of them.
type linkRequest struct {
	Format    string `json:"format,omitempty" maxLength:"10"`
	ExpiresIn int    `json:"expires_in,omitempty" minimum:"60" maximum:"2592000" doc:"Seconds; 7 days when left out."`
	Revoke    bool   `json:"revoke,omitempty" doc:"End every link to the record that was issued before, and issue none."`
}

func (l linkRequest) life() time.Duration { return time.Duration(l.ExpiresIn) * time.Second }

// linkView is a link that was issued.
type linkView struct {
	URL       string     `json:"url,omitempty" doc:"Whoever has it can download until it expires."`
	ExpiresAt *time.Time `json:"expires_at,omitempty"`
	LinkID    string     `json:"link_id,omitempty" doc:"By which the audit trail names each use."`
	Checksum  string     `json:"sha256,omitempty" doc:"Of the bytes that the link opens."`
	Revoked   bool       `json:"revoked" doc:"Whether every earlier link was ended."`
}

// answerLink issues a link to a record that the caller has read, or ends all.
// path is the download's.
func (s *Server) answerLink(ctx context.Context, c *Call, w Written, o linkOrder) (*reply[linkView], error) {
	caller, err := c.writer(w)
	if err != nil {
		return nil, err
	}
	if o.request.Revoke {
		done, err := s.Links.Revoke(ctx, caller, o.operation, o.permission, o.resource)
		if err != nil {
			return nil, err
		}
		settled(c, done)
		return &reply[linkView]{LogPosition: positionOf(done), Body: linkView{Revoked: true}}, nil
	}
	done, token, err := s.Links.Issue(ctx, caller, o.operation, o.permission, link.Issue{
		Resource: o.resource, Format: o.format, Checksum: o.checksum, Life: o.request.life(),
	})
	if err != nil {
		return nil, err
	}
	settled(c, done)
	issued := done.State.Last
	return &reply[linkView]{Status: http.StatusCreated, LogPosition: positionOf(done), Body: linkView{
		URL: s.LinkURL(o.path, issued.Format, token), ExpiresAt: &issued.ExpiresAt, LinkID: issued.LinkID, Checksum: issued.Checksum,
	}}, nil
}

// LinkURL is the address of a download with its token.
func (d LinkDeps) LinkURL(path, format, token string) string {
	return d.PublicURL + path + "?format=" + format + "&token=" + token
}

// linkOrder is one request for a link to one record.
type linkOrder struct {
	operation  string
	permission access.Permission
	resource   link.Resource
	format     string
	checksum   string // of the body in that format
	path       string // of the download
	request    linkRequest
}
