package http

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/wire"
	"github.com/tallystick/tallystick/readmodels"
)

// previewBody is a preview: computed now, or the bytes that were committed.
type previewBody struct {
	preview   commerce.Preview
	committed []byte
}

// MarshalJSON gives the body within another one.
func (b previewBody) MarshalJSON() ([]byte, error) {
	if b.committed != nil {
		return b.committed, nil
	}
	return wire.Append(nil, &b.preview)
}

// previewTexts keeps the room that previews are written in.
var previewTexts = sync.Pool{New: func() any { return new([]byte) }}

// encodeTo writes the body; committed bytes are given as they are.
func (b previewBody) encodeTo(w io.Writer) error {
	room := previewTexts.Get().(*[]byte)
	text, err := (*room)[:0], error(nil)
	if b.committed != nil {
		text = append(text, b.committed...)
	} else if text, err = wire.Append(text, &b.preview); err != nil {
		return err
	}
	_, err = w.Write(text)
	const most = 256 << 10 // what is rare is not kept
	if cap(text) <= most {
		*room = text
		previewTexts.Put(room)
	}
	return err
}

// Schema documents the bytes as what they are.
func (b previewBody) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[commerce.Preview](), true, "CheckoutPreview")
}

type snapshotItem struct {
	readmodels.SnapshotRow
	SupplyDate string `json:"date" format:"date" doc:"Of supply."`
}

type snapshotList struct {
	Snapshots []snapshotItem `json:"snapshots" nullable:"false"`
	Counted
}

type snapshotView struct {
	ID            string         `json:"id"`
	Site          int64          `json:"site" doc:"0: tenant-wide."`
	CommittedAt   time.Time      `json:"committed_at"`
	CommittedBy   string         `json:"committed_by"`
	PreviewSHA256 string         `json:"preview_sha256" doc:"Of the committed answer's bytes."`
	Forgotten     bool           `json:"forgotten" doc:"The content was forgotten with its customer; cart and preview are null."`
	Cart          *commerce.Cart `json:"cart"`
	Preview       previewBody    `json:"preview" absent:"null"`
	Remaining     remainingView  `json:"remaining"`
	Reversals     []reversedView `json:"reversals" nullable:"false" doc:"What was taken back of it, the first one first."`
}

func (s *Server) registerCommerceCheckout() {
	type listIn struct {
		Sited
		Paged
		Fresh
		Dated
		CartID     string `query:"cart_id" maxLength:"100"`
		CustomerID string `query:"customer_id" maxLength:"100"`
		Provider   string `query:"provider" enum:"internal,stripe_tax,avalara"`
		Order      string `query:"order" enum:"committed_at,-committed_at" default:"-committed_at"`
	}
	register(s, Operation{
		Entry: "23.6", ID: "commerce_snapshots.list", Method: http.MethodGet, Path: "/api/commerce-tax/snapshots/", Surface: "commerce",
		Summary: "List committed checkouts", Permission: "commerce_tax:read",
	}, func(ctx context.Context, c *Call, in *listIn) (*reply[snapshotList], error) {
		if err := c.after(ctx, in.Fresh, readmodels.Snapshots.Projection); err != nil {
			return nil, err
		}
		from, to, err := in.Dated.instants(s.zone(c))
		if err != nil {
			return nil, err
		}
		conds := append(readmodels.Between("committed_at", from, to), readmodels.Is("cart_id", in.CartID),
			readmodels.Is("customer_id", in.CustomerID), readmodels.Is("provider", in.Provider))
		found, err := readmodels.Snapshots.List(ctx, s.DB, c.Scope(), in.page(in.Order), conds...)
		if err != nil {
			return nil, err
		}
		list := snapshotList{make([]snapshotItem, len(found.Rows)), countedOf(found)}
		for i, r := range found.Rows {
			list.Snapshots[i] = snapshotItem{r, r.Date.String()}
		}
		return &reply[snapshotList]{Body: list}, nil
	})

	register(s, Operation{
		Entry: "23.6", ID: "commerce_snapshots.read", Method: http.MethodGet, Path: "/api/commerce-tax/snapshots/{snapshot_id}/",
		Surface: "commerce",
		Summary: "One committed checkout: the cart, the answer it got, and what of it remains", Permission: "commerce_tax:read",
	}, s.readSnapshot)
	s.registerPreview()

	type health struct {
		Providers []commands.ProviderHealth `json:"providers" nullable:"false"`
		Policy    string                    `json:"policy"`
	}
	register(s, Operation{
		Entry: "23.7", ID: "commerce_providers.health", Method: http.MethodGet, Path: "/api/commerce-tax/providers/health/", Surface: "commerce",
		Summary: "How the internal engine and the two external providers stand", Permission: "commerce_tax:read",
		Describe: "`checked_at` is when each was asked; an answer of an external one stands for 15 seconds. Both external ones are off until this installation has their keys.",
	}, func(ctx context.Context, c *Call, in *struct{ Sited }) (*reply[health], error) {
		return &reply[health]{Body: health{s.commerce().Health(ctx, s.TaxBook.Ready()), providerPolicy}}, nil
	})
}

// providerPolicy is what happens when a provider gives no tax.
const providerPolicy = "A provider that does not answer, or not completely, gives no tax: the preview is refused with blocker provider_unavailable, " +
	"or, where on_provider_failure is internal, computed by the internal engine, which the result says. Tax is never left out."

// SnapshotPath names one snapshot.
type SnapshotPath struct {
	Sited
	ID string `path:"snapshot_id" maxLength:"64"`
}

func (s *Server) readSnapshot(ctx context.Context, c *Call, in *struct{ SnapshotPath }) (*reply[snapshotView], error) {
	held, err := commands.SnapshotKind.Load(ctx, s.Log, c.Caller, in.ID)
	if err != nil {
		return nil, err
	}
	snapshot := held.State
	v := snapshotView{ID: snapshot.ID, Site: snapshot.Site, CommittedAt: snapshot.CommittedAt, CommittedBy: snapshot.CommittedBy,
		PreviewSHA256: snapshot.Taken.PreviewSHA256, Forgotten: !snapshot.Whole(), Preview: previewBody{committed: []byte("null")},
		Remaining: viewRemaining(snapshot), Reversals: viewReversed(snapshot)}
	if !v.Forgotten {
		v.Preview.committed = snapshot.Preview
		if err := json.Unmarshal(snapshot.Cart, &v.Cart); err != nil {
			return nil, err
		}
	}
	return &reply[snapshotView]{ETag: etag(held.Revision), Body: v}, nil
}

func (s *Server) registerPreview() {
	type previewIn struct {
		Sited
		Fresh
		IdempotencyKey string `header:"Idempotency-Key" maxLength:"200" doc:"The same key and request answer the first response again."`
		Body           quickBody[checkout]
	}
	register(s, Operation{
		Entry: "23.8", ID: "commerce_tax.preview", Method: http.MethodPost, Path: "/api/commerce-tax/preview/", Surface: "commerce",
		Summary: "Compute a checkout with the tenant's configuration", Permission: "commerce_tax:preview", Also: []int{http.StatusCreated},
		Errors: []int{409, 422},
		Describe: "With `commit`, which needs `commerce_tax:write` too, the answer becomes an immutable snapshot; from then on the same cart answers the same bytes for ever, " +
			"whatever changes in configuration or law, and another cart under its `cart_id` is a 409 when committed. What a commit computes, it computes then: `expected_gross` refuses it when the total is no longer the one that was shown. " + providerPolicy,
	}, func(ctx context.Context, c *Call, in *previewIn) (*reply[previewBody], error) {
		asked := &in.Body.said
		if err := c.narrow(asked.Site); err != nil {
			return nil, err
		}
		if err := s.taxBookReady(); err != nil {
			return nil, err
		}
		caller, err := c.writer(Written{IdempotencyKey: in.IdempotencyKey})
		if err != nil {
			return nil, err
		}
		p, err := s.commerce().Preview(ctx, caller, commands.PreviewCart{Cart: asked.Cart, Commit: asked.Commit, Gross: asked.Gross,
			Explain: asked.Explain, Zone: s.zone(c)})
		if err != nil {
			return nil, indirectFault(err)
		}
		a := &reply[previewBody]{Body: previewBody{p.Preview, p.Body}}
		if p.Body != nil {
			a.ETag, a.Location = etag(p.Done.Revision), "/api/commerce-tax/snapshots/"+p.Done.ID+"/"
			a.LogPosition = positionOf(p.Done)
		} else {
			for name, version := range commands.Pins(&p.Preview.Result) {
				c.pin(name, version)
			}
		}
		if p.Appended {
			c.wrote()
		}
		if p.Created {
			a.Status = http.StatusCreated
		}
		return a, nil
	})
	s.validatesItself("commerce_tax.preview")
}
