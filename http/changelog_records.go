package http

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/cases"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect"
	docs "github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/readmodels"
)

// issuedBefore is how long before its supply a document may have been issued, in days.
const issuedBefore = 366

// rates are the old and the new rate of a change of a country's tax on sales; ok is
// false for any other change.
func (x changeView) rates() (old, now money.Dec, ok bool) {
	if x.old == nil || x.old.Value == nil || x.now.Value == nil || x.Unit != "rate" || !slices.Contains(indirectTaxes, x.Tax) {
		return old, now, false
	}
	return *x.old.Value, *x.now.Value, true
}

// holds reports whether a supply of a day falls under a change.
func (x changeView) holds(on civil.Date) bool {
	return !on.Before(x.From) && (x.To.IsZero() || !on.After(x.To))
}

// retaxed is a tax with the parts that stand at the old rate at the new one.
type retaxed struct {
	old, now, total, moved money.Dec
	places                 int
}

func (r *retaxed) part(rate, base, tax money.Dec) {
	if rate.Equal(r.old) {
		r.moved = r.moved.Add(base.Mul(r.now).Round(r.places, money.HalfUp)).Sub(tax)
	}
}

// row is what changes; ok is false where nothing does.
func (r retaxed) row(id string) (affectedRow, bool) {
	return affectedRow{id, r.total.String(), r.total.Add(r.moved).String()}, !r.moved.IsZero()
}

// affectedRecords are the checkouts, invoices and credit notes whose tax is another at
// the new rate. Only a country's own rate is looked for: what a document says does not
// tell two parts of a country at one rate apart.
func (s *Server) affectedRecords(ctx context.Context, c *Call, x changeView, out *affectedView) error {
	old, now, ok := x.rates()
	if !ok || len(x.Place) != 2 {
		return nil
	}
	if access.Table.Allows(c.Caller.Role, "invoices:read") {
		err := s.walk(ctx, "-created_at", out, func(page readmodels.Page) ([]string, *string, error) {
			found, err := readmodels.Invoices.List(ctx, s.DB, c.Scope(), page, readmodels.From("issued_on", x.From.AddDays(-issuedBefore)))
			return idsOf(found.Rows, func(r readmodels.InvoiceRow) string { return r.ID }), found.Next, err
		}, func(id string) error { return s.affectedInvoice(ctx, c, x, id, retaxed{old: old, now: now}, out) })
		if err != nil {
			return err
		}
	}
	if !access.Table.Allows(c.Caller.Role, "commerce_tax:read") {
		return nil
	}
	return s.walk(ctx, "-committed_at", out, func(page readmodels.Page) ([]string, *string, error) {
		found, err := readmodels.Snapshots.List(ctx, s.DB, c.Scope(), page, readmodels.From("supply_on", x.From),
			readmodels.UpTo("supply_on", x.To))
		return idsOf(found.Rows, func(r readmodels.SnapshotRow) string { return r.ID }), found.Next, err
	}, func(id string) error { return s.affectedSnapshot(ctx, c, x, id, retaxed{old: old, now: now}, out) })
}

func idsOf[R any](rows []R, id func(R) string) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = id(r)
	}
	return out
}

// walk looks at the records of a list one by one, as far as one call goes.
func (s *Server) walk(ctx context.Context, order string, out *affectedView, list func(readmodels.Page) ([]string, *string, error),
	look func(id string) error) error {
	page := readmodels.Page{Limit: readmodels.PageMax, Order: order}
	for looked := 0; ; {
		ids, next, err := list(page)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if looked == affectedMax {
				out.Complete = false
				return nil
			}
			looked++
			if err := look(id); err != nil {
				return err
			}
		}
		if next == nil {
			return nil
		}
		page.Cursor = *next
	}
}

func (s *Server) affectedInvoice(ctx context.Context, c *Call, x changeView, id string, r retaxed, out *affectedView) error {
	state, _, err := s.Invoices.Read(ctx, c.Caller, docs.Invoice, id)
	if err != nil {
		if state, _, err = s.Invoices.Read(ctx, c.Caller, docs.CreditNote, id); err != nil {
			return err
		}
	}
	d, ok := state.Document()
	if !ok || !x.holds(d.SuppliedOn) {
		return nil // its content was forgotten, or it is of another day
	}
	r.places, _ = money.MinorUnits(d.Currency)
	r.total = d.Tax
	for _, t := range d.Taxes {
		if t.Country == x.Place || t.Country == "" && d.Seller.Address.Country == x.Place {
			r.part(t.Rate, t.Base, t.Tax)
		}
	}
	if row, changed := r.row(id); changed {
		out.Invoices = append(out.Invoices, row)
	}
	return nil
}

func (s *Server) affectedSnapshot(ctx context.Context, c *Call, x changeView, id string, r retaxed, out *affectedView) error {
	snapshot, err := commands.SnapshotKind.Load(ctx, s.Log, c.Caller, id)
	var said indirect.Result
	if err != nil || json.Unmarshal(snapshot.State.Preview, &said) != nil || !x.holds(said.Date) {
		return err
	}
	r.places, _ = money.MinorUnits(said.Currency)
	r.total = said.Tax
	for _, line := range said.Lines {
		if line.Decision < 0 || line.Decision >= len(said.Decisions) || said.Decisions[line.Decision].Place.Country != x.Place {
			continue
		}
		for _, part := range line.Components {
			r.part(part.Rate, part.Taxable, part.Amount)
		}
	}
	if row, changed := r.row(id); changed {
		out.Snapshots = append(out.Snapshots, row)
	}
	return nil
}

// affectedCases are the cases of which a workpaper rests on an answer that changes.
func (s *Server) affectedCases(ctx context.Context, c *Call, out *affectedView) error {
	if len(out.Answers) == 0 || !access.Table.Allows(c.Caller.Role, "cases:read") {
		return nil
	}
	changed := map[string]affectedRow{}
	for _, row := range out.Answers {
		changed[row.ID] = row
	}
	return s.walk(ctx, "-opened_at", out, func(page readmodels.Page) ([]string, *string, error) {
		found, err := readmodels.Cases.List(ctx, s.DB, c.Scope(), page)
		return idsOf(found.Rows, func(r readmodels.CaseRow) string { return r.ID }), found.Next, err
	}, func(id string) error {
		held, err := commands.CaseKind.Load(ctx, s.Log, c.Caller, id)
		if err != nil {
			return err
		}
		if row, rests := resting(held.State, changed); rests {
			out.Cases = append(out.Cases, affectedRow{id, row.Old, row.New})
		}
		return nil
	})
}

// resting is the first changed answer that a case rests on.
func resting(s cases.State, changed map[string]affectedRow) (affectedRow, bool) {
	for _, w := range s.Workpapers {
		for _, e := range w.Evidence {
			if row, ok := changed[e.Ref]; ok && e.Kind == "answer" {
				return row, true
			}
		}
	}
	return affectedRow{}, false
}
