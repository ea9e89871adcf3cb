package ledger

import (
	"context"
	"errors"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/reactors/jobs"
	"github.com/tallystick/tallystick/reactors/ledger/shops"
	"github.com/tallystick/tallystick/readmodels"
)

// Resync asks a source what it says of some orders now, and takes it as a push
// would be taken: what is posted or invoiced does not change, what differs is
// noted.
func (w *Work) Resync(ctx context.Context, t *jobs.Task) (string, error) {
	c, err := w.caller(t, "read", t.Site)
	if err != nil {
		return "", err
	}
	h, err := commands.ResyncKind.Load(ctx, w.Books().Log, c, t.RecordID)
	if err != nil {
		return "", err
	}
	r := &resync{Work: w, t: t, s: h.State, end: orders.ResyncEnded{ByOutcome: map[string]int{}, Skipped: []string{}}, seen: map[string]bool{}}
	result := "/api/ledger/entries/?source=" + r.s.Source
	if r.s.Ended != nil {
		return result, nil
	}
	if err := r.read(ctx); err != nil {
		if errors.Is(err, shops.ErrRefused) || fault.As(err) != nil && fault.As(err).Code == fault.Blocked {
			return "", jobs.Final("source_refused", "the source does not answer as its interface is documented, or its address is not allowed")
		}
		if errors.Is(err, shops.ErrAway) && t.Try >= job.TriesMax {
			return "", jobs.Final("source_unreachable", "the source did not answer, or broke off, each time")
		}
		return "", err
	}
	if err := r.missing(ctx); err != nil {
		return "", err
	}
	if c, err = w.caller(t, "end", r.s.Site); err != nil {
		return "", err
	}
	return result, w.Books().EndResync(ctx, c, r.s.ResyncID, r.end)
}

// resync is one comparison under way.
type resync struct {
	*Work
	t    *jobs.Task
	s    orders.ResyncState
	end  orders.ResyncEnded
	seen map[string]bool // source_ref that the source knows
}

func (r *resync) read(ctx context.Context) error {
	if r.s.Source == orders.Checkouts {
		return r.checkouts(ctx)
	}
	shop, ok := shops.Find(r.Shops, r.t.Tenant, r.s.Source)
	if !ok {
		return jobs.Final("source_not_connected", "the operator has disconnected the source")
	}
	q := shops.Query{IDs: r.s.IDs}
	if len(q.IDs) == 0 {
		q.From, q.To = r.s.From.Time(), r.s.To.AddDays(1).Time()
	}
	return r.Reader.Read(ctx, shop, q, shops.Hearer{Order: func(o orders.Order) error { return r.take(ctx, o, "") }, Skip: r.skip,
		Open: func(ref string) {
			r.seen[ref] = true
			r.end.ByOutcome["not_final"]++
		}})
}

// skippedMax bounds how many names of what cannot be taken are kept.
const skippedMax = 200

func (r *resync) skip(ref string) {
	r.seen[ref] = true
	r.end.ByOutcome["skipped"]++
	if len(r.end.Skipped) < skippedMax {
		r.end.Skipped = append(r.end.Skipped, ref)
	}
}

// take takes what a source says of an order; subject is whose data it is, of a
// checkout.
func (r *resync) take(ctx context.Context, o orders.Order, subject string) error {
	if o.Kind == orders.Sale {
		r.seen[o.SourceRef] = true
	}
	r.end.Read++
	r.t.Progress(int64(r.end.Read), 0)
	var bad fault.Fields
	if o.Faults(&bad, "", r.Books().Now()); bad.Err() != nil {
		r.skip(o.SourceRef)
		return nil
	}
	c, err := r.caller(r.t, "take/"+string(o.Kind)+"/"+o.SourceRef, r.s.Site)
	if err != nil {
		return err
	}
	var taken commands.OrderTaken
	if r.s.Source == orders.Checkouts {
		taken, err = r.Books().TakeCheckout(ctx, c, o, subject)
	} else {
		taken, err = r.Books().TakeOrder(ctx, c, r.s.Source, o)
	}
	if f := fault.As(err); f != nil && f.Code == fault.Immutable {
		r.skip(o.SourceRef)
		return nil
	}
	if err == nil {
		r.end.ByOutcome[taken.Status]++
	}
	return err
}

// missing notes the orders that were asked for by name and that the source does
// not know.
func (r *resync) missing(ctx context.Context) error {
	for _, ref := range r.s.IDs {
		if r.seen[ref] {
			continue
		}
		c, err := r.caller(r.t, "miss/"+ref, r.s.Site)
		if err != nil {
			return err
		}
		known, err := r.Books().MissOrder(ctx, c, r.s.Source, ref, r.s.ResyncID)
		if err != nil {
			return err
		}
		if known {
			r.end.ByOutcome["missing_at_source"]++
		} else {
			r.end.ByOutcome["unknown"]++
		}
	}
	return nil
}

// checkouts reads the committed checkouts of the site, and what was reversed of checkouts.
func (r *resync) checkouts(ctx context.Context) error {
	scope := readmodels.Scope{Tenant: r.t.Tenant, AllSites: true, Site: r.s.Site}
	if len(r.s.IDs) > 0 {
		for _, id := range r.s.IDs {
			row, ok, err := readmodels.Snapshots.Find(ctx, r.DB, scope, id)
			if err != nil {
				return err
			}
			if ok && row.Site == r.s.Site {
				if err := r.checkout(ctx, row.ID, row.CommittedAt); err != nil {
					return err
				}
			}
			back, ok, err := readmodels.Reversals.Find(ctx, r.DB, scope, id)
			if err != nil {
				return err
			}
			if ok && back.Site == r.s.Site {
				r.seen[id] = true
				if err := r.checkout(ctx, back.ID, back.ReversedAt); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if err := committed(ctx, r, readmodels.Snapshots, "committed_at", scope, func(row readmodels.SnapshotRow) (string, int64, time.Time) {
		return row.ID, row.Site, row.CommittedAt
	}); err != nil {
		return err
	}
	return committed(ctx, r, readmodels.Reversals, "reversed_at", scope, func(row readmodels.ReversalRow) (string, int64, time.Time) {
		return row.ID, row.Site, row.ReversedAt
	})
}

// committed reads the rows of a table that are of the site and of the days asked for, by the
// column that says when; of says what of a row is taken.
func committed[R any](ctx context.Context, r *resync, m *readmodels.Model[R], when string, scope readmodels.Scope,
	of func(R) (id string, site int64, at time.Time)) error {
	page := readmodels.Page{Limit: readmodels.PageMax, Order: when}
	conds := readmodels.Between(when, r.s.From.Time(), r.s.To.AddDays(1).Time())
	for {
		found, err := m.List(ctx, r.DB, scope, page, conds...)
		if err != nil {
			return err
		}
		for _, row := range found.Rows {
			id, site, at := of(row)
			if site != r.s.Site {
				continue
			}
			if err := r.checkout(ctx, id, at); err != nil {
				return err
			}
		}
		if found.Next == nil {
			return nil
		}
		page.Cursor = *found.Next
	}
}

// checkout takes a committed one, or a reversal, of an instant.
func (r *resync) checkout(ctx context.Context, id string, at time.Time) error {
	c, err := r.caller(r.t, "checkout/"+id, r.s.Site)
	if err != nil {
		return err
	}
	found, ok, err := r.Checkouts(ctx, c, id)
	if err != nil || !ok {
		return err
	}
	if found.Mismatch != "" {
		r.skip(id)
		return nil
	}
	return r.take(ctx, ofCheckout(found, at), found.Subject)
}
