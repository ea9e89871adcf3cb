package commands

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/tallystick/tallystick/commands/taxproviders"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/money"
)

// Codes of a preview that is refused, beside those of package refusal.
const (
	totalChanged          = "total_changed" // since the customer was shown it
	providerUnavailable   = "provider_unavailable"
	providerNotConfigured = "provider_not_configured"
)

const previewOperation = "commerce_tax.preview"

// SnapshotKind is a checkout that was committed.
var SnapshotKind = Kind[commerce.Snapshot]{
	Aggregate: Aggregate[commerce.Snapshot]{
		Category: commerce.Snapshots.Name, Evolve: commerce.Snapshot.Evolve, SiteOf: func(s commerce.Snapshot) int64 { return s.Site },
	},
	Noun: "snapshot", Exists: func(s commerce.Snapshot) bool { return s.ID != "" },
}

// snapshot returns one that the caller sees, the zero one where there is none.
func (x *Commerce) snapshot(ctx context.Context, c Caller, id string) (Held[commerce.Snapshot], error) {
	h, err := SnapshotKind.Load(ctx, x.Log, c, id)
	if f := fault.As(err); f != nil && f.Code == fault.NotFound {
		return Held[commerce.Snapshot]{}, nil
	}
	return h, err
}

// PreviewCart is a checkout to compute, and to commit if asked.
type PreviewCart struct {
	Cart    commerce.Cart
	Commit  bool
	Gross   *money.Dec // that a commit must come to; nil = whatever it comes to
	Explain bool
	Zone    *time.Location
}

// came refuses a commit that came to another total than was expected.
func (q PreviewCart) came(gross money.Dec) error {
	if !q.Commit || q.Gross == nil || q.Gross.Equal(gross) {
		return nil
	}
	return &indirect.Blockers{List: []*indirect.Blocked{refusal.New(totalChanged, "expected_gross", "the cart comes to %s, not %s", gross,
		q.Gross)}}
}

// Previewed is a computed cart.
type Previewed struct {
	Preview  commerce.Preview
	Body     []byte // of a snapshot, as it was committed; nil = none
	Done     Done[commerce.Snapshot]
	Appended bool // by this call
	Created  bool // by this call, or by the one that it repeats
}

// commitPermission is what a commit needs beside commerce_tax:preview: it
// writes, and whoever may only look may not.
const commitPermission = access.Permission("commerce_tax:write")

// Preview computes a cart. A cart that was committed answers what was
// committed. Errors: fault.RoleForbidden for a commit without
// commerce_tax:write; fault.InvalidInput, *tax.InputError; *indirect.Blockers,
// total_changed among them where a commit does not come to the expected total;
// fault.Immutable for another cart under a committed cart_id.
func (x *Commerce) Preview(ctx context.Context, c Caller, q PreviewCart) (Previewed, error) {
	if q.Commit && !access.Table.Allows(c.Role, commitPermission) {
		return Previewed{}, fault.New(fault.RoleForbidden, "role %s lacks %s, which a commit needs", c.Role, commitPermission)
	}
	if q.Commit && q.Cart.CartID == "" {
		return Previewed{}, fault.Invalid("cart_id", "is required to commit")
	}
	if !q.Commit && q.Gross != nil {
		return Previewed{}, fault.Invalid("expected_gross", "goes with commit")
	}
	sum, err := q.Cart.SHA256()
	if err != nil {
		return Previewed{}, err
	}
	id := ""
	if q.Cart.CartID != "" {
		id = commerce.SnapshotID(c.Tenant, c.Site, q.Cart.CartID)
		held, err := x.snapshot(ctx, c, id)
		if err != nil {
			return Previewed{}, err
		}
		s := held.State
		if s.ID != "" && s.Taken.CartSHA256 == sum {
			if err := q.came(s.Taken.Gross); err != nil {
				return Previewed{}, err
			}
			out, err := committed(s)
			out.Created = c.IdempotencyKey != "" && s.CommandID == CommandID(c, previewOperation)
			return out, err
		}
		if q.Commit {
			if err := s.SameCart(sum); err != nil {
				return Previewed{}, err
			}
		}
	}
	p, err := x.compute(ctx, c, q, sum)
	if err != nil || !q.Commit {
		return Previewed{Preview: p}, err
	}
	if err := q.came(p.Result.Gross); err != nil {
		return Previewed{}, err
	}
	p.Committed, p.SnapshotID = true, id
	commit := commerce.Commit{Cart: q.Cart, Preview: p}
	done, err := Execute(ctx, x.Executor, c, SnapshotKind.Aggregate, Order[commerce.Snapshot]{
		Operation: previewOperation, Permission: commitPermission, ID: id, Request: q.Cart, Pins: Pins(&p.Result),
		Decide: func(s commerce.Snapshot, _ act.Context) ([]event.Payload, error) { return commit.Decide(s) },
	})
	if err == nil {
		err = q.came(done.State.Taken.Gross) // another commit may have been first
	}
	if err != nil {
		return Previewed{}, err
	}
	out, err := committed(done.State)
	out.Done, out.Appended = done, !done.Nothing && !done.Replayed
	out.Created = out.Appended
	return out, err
}

// Pins are the versions that a result rests on.
func Pins(r *indirect.Result) map[string]string {
	pins := map[string]string{"calculator": r.Calculator}
	if r.LawRelease != "" {
		pins["corpus_release_id"] = r.LawRelease
	}
	for _, file := range r.LocalDatasets {
		pins["local_dataset"] = file
	}
	return pins
}

func committed(s commerce.Snapshot) (Previewed, error) {
	if !s.Whole() {
		return Previewed{}, fault.New(fault.Immutable, "the cart was committed, and its content has been forgotten with its customer")
	}
	return Previewed{Body: s.Preview, Done: Done[commerce.Snapshot]{ID: s.ID, State: s, Revision: s.Revision()}}, nil
}

// compute completes the cart and lets its provider compute it.
func (x *Commerce) compute(ctx context.Context, c Caller, q PreviewCart, sum string) (commerce.Preview, error) {
	today := civil.FromTime(x.Now().In(q.Zone))
	a, err := commerce.Assemble(q.Cart, x.Book.Config(c.Tenant), c.Site, today)
	if err != nil {
		return commerce.Preview{}, err
	}
	a.Request.Explain = q.Explain
	p := commerce.Preview{CartID: q.Cart.CartID, CartSHA256: sum, RegionID: a.Region,
		Provider: commerce.ProviderUsed{Requested: a.Provider, Used: a.Provider}}
	if a.Provider != commerce.Internal {
		if err := indirect.CheckBuyer(&a.Request.Buyer); err != nil {
			return commerce.Preview{}, err
		}
		p.Result, err = x.external(ctx, a)
		var failure *taxproviders.Failure
		if errors.As(err, &failure) && a.OnFailure == commerce.FallInternal {
			p.Provider.Used, p.Provider.Failure = commerce.Internal, failure.Error()
		} else if err != nil {
			return commerce.Preview{}, providerFault(err)
		}
	}
	if p.Provider.Used == commerce.Internal {
		proof, err := ReadConsultation(ctx, x.Executor, c, a.Request.Buyer.Consultation)
		if err != nil {
			return commerce.Preview{}, err
		}
		p.Result, err = indirect.Calculate(a.Request, indirect.Env{Local: x.Book.Local(), Overlay: a, Consultation: proof})
		if err != nil {
			return commerce.Preview{}, err
		}
	}
	if p.Provider.Failure != "" {
		p.Result.Assumptions = append(p.Result.Assumptions, "computed internally because "+p.Provider.Failure)
	}
	if q.Cart.Date.IsZero() {
		p.Result.Assumptions = append(p.Result.Assumptions, fmt.Sprintf("the date of supply is the day of asking, %s", today))
	}
	p.Applied = a.Applied
	return p, nil
}

// external asks the cart's provider. What the tenant has entered for the
// internal engine does not reach it, so a cart on which that would count is
// refused rather than computed without.
func (x *Commerce) external(ctx context.Context, a *commerce.Assembled) (indirect.Result, error) {
	p := x.Providers[a.Provider]
	if p == nil {
		return indirect.Result{}, &taxproviders.Failure{Provider: a.Provider, Why: "it is not configured"}
	}
	if a.HasOwnRates() {
		return indirect.Result{}, &taxproviders.Failure{Provider: a.Provider,
			Why: "the tenant's own rates of the region cannot be passed on to it"}
	}
	return p.Calculate(ctx, a.Request)
}

// providerFault is what a caller sees of a provider that gave no tax.
func providerFault(err error) error {
	var failure *taxproviders.Failure
	if !errors.As(err, &failure) {
		return err
	}
	code := providerUnavailable
	if failure.Why == "it is not configured" {
		code = providerNotConfigured
	}
	return &indirect.Blockers{List: []*indirect.Blocked{refusal.New(code, "provider",
		"%s; on_provider_failure internal would compute with the internal engine, and say so", failure.Error())}}
}

// ProviderHealth is how one provider stood when it was last asked.
type ProviderHealth struct {
	Provider   string    `json:"provider" enum:"internal,stripe_tax,avalara"`
	Configured bool      `json:"configured"`
	Status     string    `json:"status" enum:"up,down,not_configured"`
	Detail     string    `json:"detail,omitempty"`
	LatencyMS  int64     `json:"latency_ms"`
	CheckedAt  time.Time `json:"checked_at" doc:"When it was asked; an external one is asked again once this is 15 seconds ago."`
}

// Health tells how every provider stands, asking all at once.
func (x *Commerce) Health(ctx context.Context, ready bool) []ProviderHealth {
	names := []string{commerce.Internal, commerce.StripeTax, commerce.Avalara}
	out := make([]ProviderHealth, len(names))
	var work sync.WaitGroup
	for i, name := range names {
		work.Go(func() { out[i] = x.healthOf(ctx, name, ready) })
	}
	work.Wait()
	return out
}

func (x *Commerce) healthOf(ctx context.Context, name string, ready bool) ProviderHealth {
	h := ProviderHealth{Provider: name, Configured: true, Status: "up"}
	var said taxproviders.Health
	switch p := x.Providers[name]; {
	case name == commerce.Internal:
		said.CheckedAt = x.Now()
		said.Err = internalHealth(ready)
		said.Took = x.Now().Sub(said.CheckedAt)
	case p == nil:
		h.Configured, h.Status, said.CheckedAt = false, "not_configured", x.Now()
	default:
		said = p.Health(ctx)
	}
	if said.Err != nil {
		h.Status, h.Detail = "down", said.Err.Error()
	}
	h.LatencyMS, h.CheckedAt = said.Took.Milliseconds(), said.CheckedAt.UTC().Truncate(time.Millisecond)
	return h
}

// internalHealth computes a document whose tax is known.
func internalHealth(ready bool) error {
	if !ready {
		return errors.New("this node has not read the configuration yet")
	}
	at := indirect.Address{Country: "DE"}
	r, err := indirect.Calculate(indirect.Request{Date: civil.MustParse("2026-03-02"), Currency: "EUR",
		Seller: indirect.Seller{Address: at, Status: "business"}, Buyer: indirect.Buyer{Address: at, Status: "consumer"},
		Lines: []indirect.Line{{ID: "1", Category: "goods_standard", Quantity: money.One, UnitPrice: money.FromInt(100)}}}, indirect.Env{})
	if err == nil && r.Tax.String() != "19.00" {
		err = fmt.Errorf("it computes %s on 100.00 in Germany", r.Tax)
	}
	return err
}
