// Package ledger is the background work of the books: orders that wait for
// books, scans for anomalies, comparisons with sources of orders.
package ledger

import (
	"context"
	"strconv"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/reactors/jobs"
	"github.com/tallystick/tallystick/reactors/ledger/shops"
	"github.com/tallystick/tallystick/readmodels"
)

// Work is what the jobs stand on.
type Work struct {
	Books     func() *commands.Books
	DB        *readmodels.DB
	Checkouts commands.OrderSource // the committed ones
	Shops     []shops.Shop
	Reader    *shops.Reader
}

// caller is who a step acts as: the principal who opened the job, with the role
// that they have now.
func (w *Work) caller(t *jobs.Task, step string, site int64) (commands.Caller, error) {
	c := t.Caller(step)
	c.Site = site
	for _, p := range w.Books().People.Principals(t.Tenant) {
		if p.ID == t.Principal && !p.Disabled {
			c.Role, c.Sites = p.Role, p.Sites
			return c, nil
		}
	}
	return c, jobs.Final("principal_gone", "who asked for the work may not act any more")
}

// Pending proposes the journal entries of a site's orders that wait for them.
func (w *Work) Pending(ctx context.Context, t *jobs.Task) (string, error) {
	site, err := strconv.ParseInt(t.RecordID, 10, 64)
	if err != nil {
		return "", err
	}
	page := readmodels.Page{Limit: readmodels.PageMax, Order: "placed_at"} // as they happened
	for done := int64(0); ; {
		found, err := readmodels.CommerceEntries.List(ctx, w.DB, readmodels.Scope{Tenant: t.Tenant, AllSites: true, Site: site}, page,
			readmodels.Is("status", "pending"))
		if err != nil {
			return "", err
		}
		for _, row := range found.Rows {
			if row.Site != site {
				continue
			}
			if err := w.book(ctx, t, row.ID, site); err != nil {
				return "", err
			}
			done++
		}
		t.Progress(done, found.Count)
		if found.Next == nil {
			return "/api/ledger/entries/", nil
		}
		page.Cursor = *found.Next
	}
}

// Difference has the journal follow a source's word that was taken.
func (w *Work) Difference(ctx context.Context, t *jobs.Task) (string, error) {
	c, err := w.caller(t, "follow", t.Site)
	if err != nil {
		return "", err
	}
	s, _, err := w.Books().CommerceEntry(ctx, c, t.RecordID)
	if err == nil {
		_, err = w.Books().FollowDifference(ctx, c, s)
	}
	return "/api/ledger/entries/" + t.RecordID + "/", err
}

// book proposes one order's entry; one that cannot be booked goes on waiting.
func (w *Work) book(ctx context.Context, t *jobs.Task, id string, site int64) error {
	c, err := w.caller(t, "book/"+id, site)
	if err != nil {
		return err
	}
	s, _, err := w.Books().CommerceEntry(ctx, c, id)
	if err == nil && !s.Voided {
		_, err = w.Books().ProposeOrder(ctx, c, s)
	}
	if f := fault.As(err); f != nil && (f.Code == fault.Blocked || f.Code == fault.Immutable || f.Code == fault.NotFound ||
		f.Code == fault.InvalidInput) {
		return nil
	}
	return err
}
