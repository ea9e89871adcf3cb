package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/link"
)

var linksOf = Aggregate[link.State]{Category: link.Category.Name, Evolve: link.State.Evolve}

// Links issues, revokes and opens signed download links.
type Links struct {
	*Executor
	Signer *link.Signer
}

// Issue makes a link; the caller has read the resource. The same
// Idempotency-Key gives the same token.
func (x *Links) Issue(ctx context.Context, c Caller, operation string, p access.Permission, cmd link.Issue) (Done[link.State], string,
	error) {
	cmd.SignedBy = x.Signer.KeyID()
	done, err := Execute(ctx, x.Executor, c, linksOf, Order[link.State]{
		Operation: operation, Permission: p, ID: cmd.Resource.StreamID(), Request: cmd,
		Decide: func(s link.State, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a) },
	})
	if err != nil {
		return done, "", err
	}
	l := done.State.Last
	return done, x.Signer.Sign(link.Claim{
		Link: l.LinkID, Tenant: c.Tenant, Resource: cmd.Resource, Format: l.Format, Checksum: l.Checksum, ExpiresAt: l.ExpiresAt,
	}), nil
}

// Revoke ends every link to a resource.
func (x *Links) Revoke(ctx context.Context, c Caller, operation string, p access.Permission, r link.Resource) (Done[link.State], error) {
	return Execute(ctx, x.Executor, c, linksOf, Order[link.State]{
		Operation: operation + ".revoke", Permission: p, ID: r.StreamID(), Request: r,
		Decide: func(s link.State, a act.Context) ([]event.Payload, error) { return link.Revoke{}.Decide(s, a) },
	})
}

// Open returns what a token claims, if its link stands. ok is false for whatever
// is forged, expired, revoked or of another resource; err is for a log that
// cannot be asked.
func (x *Links) Open(ctx context.Context, token string, r link.Resource) (c link.Claim, ok bool, err error) {
	c, ok = x.Signer.Open(token, x.Now())
	if !ok || c.Resource != r {
		return link.Claim{}, false, nil
	}
	stream := event.Stream{Category: link.Category.Name, Tenant: c.Tenant, ID: r.StreamID()}
	if _, valid := event.ParseStream(stream.String()); !valid {
		return link.Claim{}, false, nil
	}
	history, err := x.Log.Load(ctx, stream.String())
	if err != nil {
		return link.Claim{}, false, storeFault(err)
	}
	var s link.State
	for _, e := range history {
		s = s.Evolve(e)
	}
	return c, s.Opens(c), nil
}
