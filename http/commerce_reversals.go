package http

import (
	"context"
	"net/http"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/readmodels"
)

// reversalView is a reversal of a committed checkout, which never changes.
type reversalView struct {
	ID            string                 `json:"id"`
	Site          int64                  `json:"site" doc:"0: tenant-wide."`
	SnapshotID    string                 `json:"snapshot_id"`
	CartID        string                 `json:"cart_id"`
	PreviewSHA256 string                 `json:"preview_sha256" doc:"Of the committed answer that it takes back."`
	Number        int                    `json:"number" doc:"Among the checkout's reversals, from 1."`
	Date          civil.Date             `json:"date" format:"date" doc:"In whose period its tax counts."`
	Currency      string                 `json:"currency"`
	Net           money.Dec              `json:"net"`
	Tax           money.Dec              `json:"tax"`
	Gross         money.Dec              `json:"gross"`
	Taxes         []commerce.ReversedTax `json:"taxes" nullable:"false" doc:"Of the reversed part, at the rates that were committed."`
	Lines         []reversedLineView     `json:"lines" nullable:"false" doc:"What was taken back."`
	Remaining     commerce.Totals        `json:"remaining" doc:"Of the checkout, after this reversal."`
	Reason        string                 `json:"reason" doc:"Empty: none was given, or it was forgotten."`
	SHA256        string                 `json:"sha256" doc:"Of its figures, as its events hold them, in their RFC 8785 form."`
	Forgotten     bool                   `json:"forgotten" doc:"The checkout's content was forgotten with its customer; ids of lines and names of their taxes are empty."`
	ReversedAt    time.Time              `json:"reversed_at" doc:"Instant at which it was recorded, RFC 3339 in UTC."`
	ReversedBy    string                 `json:"reversed_by" doc:"Id of the principal who recorded it."`
}

// reversedLineView is a line of a reversal.
type reversedLineView struct {
	Line     int               `json:"line" doc:"Place of the line in the checkout, from 1."`
	ID       string            `json:"id" doc:"Of the checkout's line."`
	Quantity money.Dec         `json:"quantity" doc:"That came back; 0: an amount was taken off, and nothing came."`
	Net      money.Dec         `json:"net"`
	Tax      money.Dec         `json:"tax"`
	Gross    money.Dec         `json:"gross"`
	Taxes    []reversedTaxView `json:"taxes" nullable:"false" doc:"Each of the line's taxes, in the order of the committed answer."`
}

// reversedTaxView is a tax of a line of a reversal.
type reversedTaxView struct {
	Code string    `json:"code" doc:"Names the tax, as the committed answer does."`
	Rate money.Dec `json:"rate" doc:"At which it was committed, a fraction."`
	Tax  money.Dec `json:"tax"`
}

// remainingView is what of a checkout no reversal has taken back.
type remainingView struct {
	commerce.Totals
	Lines []remainingLine `json:"lines" nullable:"false" doc:"Empty where the content was forgotten."`
}

// remainingLine is what of a line no reversal has taken back.
type remainingLine struct {
	ID       string    `json:"id" doc:"Of the checkout's line."`
	Quantity money.Dec `json:"quantity"`
	Net      money.Dec `json:"net"`
	Tax      money.Dec `json:"tax"`
	Gross    money.Dec `json:"gross"`
}

// reversedView names a reversal beside its checkout.
type reversedView struct {
	ID    string     `json:"id"`
	Date  civil.Date `json:"date" format:"date" doc:"In whose period its tax counts."`
	Net   money.Dec  `json:"net"`
	Tax   money.Dec  `json:"tax"`
	Gross money.Dec  `json:"gross"`
}

func viewRemaining(s commerce.Snapshot) remainingView {
	v := remainingView{Totals: s.Remaining(), Lines: []remainingLine{}}
	left, _ := s.Left()
	for _, l := range left {
		v.Lines = append(v.Lines, remainingLine{l.ID, l.Quantity, l.Net, l.Tax, l.Gross})
	}
	return v
}

func viewReversed(s commerce.Snapshot) []reversedView {
	out := make([]reversedView, len(s.Reversals))
	for i, r := range s.Reversals {
		out[i] = reversedView{r.ReversalID, r.Date, r.Reversed.Net, r.Reversed.Tax, r.Reversed.Gross}
	}
	return out
}

func viewReversal(s commerce.Snapshot, r commerce.Reversal) reversalView {
	v := reversalView{ID: r.ReversalID, Site: s.Site, SnapshotID: s.ID, CartID: r.CartID, PreviewSHA256: r.PreviewSHA256, Number: r.Number,
		Date: r.Date, Currency: r.Currency, Net: r.Reversed.Net, Tax: r.Reversed.Tax, Gross: r.Reversed.Gross, Taxes: r.Taxes,
		Lines: make([]reversedLineView, len(r.Lines)), Remaining: r.Remaining, Reason: r.Reason.Plain, SHA256: r.SHA256,
		ReversedAt: r.Meta.Time, ReversedBy: r.Meta.Principal}
	committed, ok := s.Committed()
	v.Forgotten = !ok
	for i, l := range r.Lines {
		line := reversedLineView{Line: l.Line, Quantity: l.Quantity, Net: l.Net, Tax: l.Tax, Gross: l.Gross,
			Taxes: make([]reversedTaxView, len(l.Taxes))}
		for n, t := range l.Taxes {
			line.Taxes[n].Tax = t
		}
		if ok && l.Line >= 1 && l.Line <= len(committed) {
			line.ID = committed[l.Line-1].ID
			for n, t := range committed[l.Line-1].Codes[:min(len(l.Taxes), len(committed[l.Line-1].Codes))] {
				line.Taxes[n].Code, line.Taxes[n].Rate = t.Code, t.Rate
			}
		}
		v.Lines[i] = line
	}
	return v
}

type reversalListIn struct {
	Listing
	Dated
	SnapshotID string `query:"snapshot_id" maxLength:"64"`
	CartID     string `query:"cart_id" maxLength:"100"`
	Currency   string `query:"currency" pattern:"^[A-Z]{3}$"`
	Order      string `query:"order" enum:"reversed_at,-reversed_at,date,-date" default:"-reversed_at"`
}

func (in *reversalListIn) order() string { return in.Order }

func (in *reversalListIn) narrow(c *Call) ([]readmodels.Cond, error) {
	conds, err := in.days(c, "reversed_at")
	return append(conds, readmodels.Is("snapshot_id", in.SnapshotID), readmodels.Is("cart_id", in.CartID),
		readmodels.Is("currency", in.Currency)), err
}

func (s *Server) registerReversals() {
	r := &resource[commerce.Snapshot, reversalView]{entry: "x.22", surface: "commerce", list: "/api/commerce-tax/reversals/",
		one: "/api/commerce-tax/reversals/{reversal_id}/", kind: commands.SnapshotKind}
	registerList[reversalListIn](s, Operation{
		Entry: r.entry, ID: "commerce_reversals.list", Path: r.list, Surface: r.surface, Permission: "commerce_tax:read",
		Summary: "List the reversals of committed checkouts", Describe: "Each with what remained of its checkout then.",
	}, "reversals", readmodels.Reversals, asIs)

	register(s, r.filled(Operation{ID: "commerce_reversals.read", Summary: "Read a reversal of a committed checkout",
		Permission: "commerce_tax:read", fresh: true}, http.MethodGet, r.one),
		func(ctx context.Context, c *Call, _ *struct{ Sited }) (*reply[reversalView], error) {
			none := fault.New(fault.NotFound, "there is no such reversal")
			snapshot, ok := commerce.ReversedSnapshot(r.id(c))
			if !ok {
				return nil, none
			}
			held, err := r.kind.Load(ctx, s.Log, c.Caller, snapshot)
			if f := fault.As(err); f != nil && f.Code == fault.NotFound {
				return nil, none
			}
			if err != nil {
				return nil, err
			}
			found, ok := held.State.Reversal(r.id(c))
			if !ok {
				return nil, none
			}
			return &reply[reversalView]{ETag: etag(found.Revision), Body: viewReversal(held.State, found)}, nil
		})

	verb := commands.ReverseCheckout(s.commerce())
	of := &resource[commerce.Snapshot, reversalView]{entry: r.entry, surface: r.surface, one: "/api/commerce-tax/snapshots/{snapshot_id}/",
		kind: r.kind}
	o := of.filled(Operation{
		Summary: "Take a committed checkout back, wholly or by line", Path: of.one + "reversals/", Status: http.StatusCreated,
		Describe: "Its own record, which never changes; the checkout stays as it was committed. Figures are in proportion to what remains of each line, with the tax " +
			"at the rates that were committed, and the last part takes the remainder, so that parts come to the whole to the minor unit. An empty body takes " +
			"all that remains. It comes into the commerce ledger as a refund by itself, and a credit note names it as `refund_id`. " +
			"422: `reversal_exceeds_checkout`, `reversal_comes_to_nothing`, `total_changed`. 409 once the checkout's content was forgotten. `If-Match` takes the ETag of the checkout.",
	}, http.MethodPost, "", 409, 412, 422)
	examining(&o, verb, nil)
	register(s, o, func(ctx context.Context, c *Call, in *commandIn[commerce.Reverse]) (*reply[reversalView], error) {
		held, done, err := perform(ctx, s, c, of, verb, in.Written, of.id(c), in.Body)
		if err != nil {
			return nil, err
		}
		made := held.State.Reversals[len(held.State.Reversals)-1] // a repetition finds the state that the first one left
		return &reply[reversalView]{Status: http.StatusCreated, ETag: etag(held.Revision), Location: r.list + made.ReversalID + "/",
			LogPosition: positionOf(done), Body: viewReversal(held.State, made)}, nil
	})
}
