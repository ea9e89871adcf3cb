package ledger

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/orders/orderfile"
	"github.com/tallystick/tallystick/eventstore/blobs"
	"github.com/tallystick/tallystick/reactors/jobs"
)

// FiledOrders takes the orders of documents into the ledger.
type FiledOrders struct {
	*Work
	Documents func() *commands.Documents
	// Rows hands over the orders of a file, one after the other, until take fails.
	Rows func(ctx context.Context, tenant string, o docs.OrdersFile, take func(orderfile.Row) error) error
}

// filedAtOnce is how many orders of a file are taken at a time: their appends share what
// it costs to be durable.
const filedAtOnce = 16

// Handler is the worker's.
func (w *FiledOrders) Handler() jobs.Handler {
	return jobs.Handler{AtOnce: 2, Do: w.take, Abandon: func(ctx context.Context, t *jobs.Task, code, _ string) error {
		_, err := w.Documents().OrdersTaken(ctx, t.Caller("abandon"), t.RecordID, docs.OrdersTaken{JobID: t.ID, Code: code})
		return err
	}}
}

// take takes each order as a push would, for the principal by whose call the file is read.
// Each stands by itself: a try that was cut off leaves those that it took, and the next
// one finds them.
func (w *FiledOrders) take(ctx context.Context, t *jobs.Task) (string, error) {
	result := "/api/tax-assistant/documents/" + t.RecordID + "/"
	s, _, err := w.Documents().Read(ctx, t.Caller("read"), t.RecordID)
	if err != nil {
		return "", err
	}
	if !s.Orders.Waiting() || s.Orders.JobID != t.ID {
		return result, nil // an earlier try got as far, or the file was read again
	}
	c, err := w.caller(t, "may", s.Site)
	if err != nil {
		return "", err
	}
	if !access.Table.Allows(c.Role, "ledger:write") || !c.Sites.Includes(s.Site) {
		return "", jobs.Final("not_permitted", "who brought the file may not write to the ledger of its site; who may can have it read again")
	}
	f := filing{FiledOrders: w, t: t, s: s, said: docs.OrdersTaken{JobID: t.ID, ByOutcome: map[string]int{}}}
	if err := f.all(ctx); err != nil {
		if errors.Is(err, blobs.ErrForgotten) {
			return "", jobs.Final("forgotten", "the document's client was forgotten")
		}
		return "", err
	}
	slices.SortFunc(f.said.Refused, func(a, b docs.OrderRefused) int { return cmp.Compare(a.Line, b.Line) })
	f.said.Refused = f.said.Refused[:min(len(f.said.Refused), docs.RefusedMax)]
	_, err = w.Documents().OrdersTaken(ctx, t.Caller("taken"), t.RecordID, f.said)
	return result, err
}

// filing is one file under way.
type filing struct {
	*FiledOrders
	t *jobs.Task
	s docs.State

	mu   sync.Mutex
	said docs.OrdersTaken
	err  error // the first that ends the work
}

// all takes every order, some at a time, and returns what the first failed with.
func (f *filing) all(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	rows := make(chan orderfile.Row)
	var work sync.WaitGroup
	for range filedAtOnce {
		work.Go(func() {
			for row := range rows {
				if err := f.one(ctx, row); err != nil {
					f.fail(err)
					stop()
				}
			}
		})
	}
	err := f.Rows(ctx, f.t.Tenant, f.s.Orders.OrdersFile, func(row orderfile.Row) error {
		select {
		case rows <- row:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	close(rows)
	work.Wait()
	return cmp.Or(f.err, err)
}

func (f *filing) fail(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = err
	}
}

// one takes an order; one that the ledger refuses is noted.
func (f *filing) one(ctx context.Context, row orderfile.Row) error {
	source := cmp.Or(row.Source, f.s.Orders.Source)
	c, err := f.caller(f.t, "take/"+source+"/"+string(row.Order.Kind)+"/"+row.Order.SourceRef, f.s.Site)
	if err != nil {
		return err
	}
	taken, err := f.Books().TakeFiledOrder(ctx, c, source, row.Order, f.s.ID)
	refused := fault.As(err)
	switch {
	case err == nil:
		f.note(taken.Status, nil)
	case refused != nil && slices.Contains([]fault.Code{fault.InvalidInput, fault.Immutable, fault.BodyTooLarge}, refused.Code):
		f.note("refused", &docs.OrderRefused{Line: row.Line, Code: refused.Code.Name()})
	case refused != nil && (refused.Code == fault.RoleForbidden || refused.Code == fault.SiteForbidden):
		return jobs.Final("not_permitted", "who brought the file may no longer write to the ledger of its site")
	default:
		return err
	}
	return nil
}

// note counts what became of an order, and says how far the work is.
func (f *filing) note(outcome string, refused *docs.OrderRefused) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.said.Read++
	f.said.ByOutcome[outcome]++
	if refused != nil {
		f.said.Refused = append(f.said.Refused, *refused)
	}
	f.t.Progress(int64(f.said.Read), int64(f.s.Orders.Count))
}
