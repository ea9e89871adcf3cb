package http

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/taxreturn"
	"github.com/tallystick/tallystick/readmodels"
)

// affectedReturns are the returns of the place with a figure that is not what the law as
// it is now makes of it, and which the law before the change would have moved.
func (s *Server) affectedReturns(ctx context.Context, c *Call, x changeView, before *law.Overlay, out *affectedView) error {
	if !access.Table.Allows(c.Caller.Role, "returns:read") {
		return nil
	}
	now, err := s.laid(c)
	if err != nil {
		return err
	}
	return s.walk(ctx, "-created_at", out, func(page readmodels.Page) ([]string, *string, error) {
		found, err := readmodels.Returns.List(ctx, s.DB, c.Scope(), page, readmodels.Is("jurisdiction", x.Place[:2]))
		return idsOf(found.Rows, func(r readmodels.ReturnRow) string { return r.ID }), found.Next, err
	}, func(id string) error {
		held, err := commands.ReturnKind.Load(ctx, s.Log, c.Caller, id)
		if err != nil {
			return err
		}
		row, moved := affectedRow{}, false
		if r := held.State; r.Kind == taxreturn.Package {
			row, moved, err = s.movedPackage(ctx, c, r.SnapshotID, before)
		} else {
			row, moved = movedPacket(r.Computed(s.Registry.Calculate, before), r.Computed(s.Registry.Calculate, now))
		}
		if row.ID = id; moved {
			out.Returns = append(out.Returns, row)
		}
		return err
	})
}

// movedPacket is the first figure of a packet that the law now makes another, where the
// law before the change made something else of it.
func movedPacket(before, now map[string]taxreturn.ComparedLine) (row affectedRow, moved bool) {
	for _, key := range slices.Sorted(maps.Keys(now)) {
		x := now[key]
		if earlier, ok := before[key]; ok && !x.Agrees && !earlier.Computed.Equal(x.Computed) {
			return affectedRow{Old: x.Printed.String(), New: x.Computed.String()}, true
		}
	}
	return row, false
}

// movedPackage is the total of a package's calculation as it was kept, where it is
// another now and the law before the change made something else of it.
func (s *Server) movedPackage(ctx context.Context, c *Call, snapshot string, before *law.Overlay) (row affectedRow, moved bool, err error) {
	held, err := commands.CalculationKind.Load(ctx, s.Log, c.Caller, snapshot)
	if err != nil || held.State.Content.Plain == "" {
		return row, false, err
	}
	kept, err := s.keptCalculation(c, held.State)
	var was struct {
		Total money.Dec `json:"total_tax"`
	}
	if err != nil || json.Unmarshal(kept.result, &was) != nil {
		return row, false, err
	}
	kept.request.ParameterDataset = ""
	now, err := kept.books.Calculate(kept.request)
	if err != nil || now.TotalTax.Equal(was.Total) {
		return row, false, nil // what is not computed any more has no new figure
	}
	kept.request.Law = before
	earlier, err := kept.books.Calculate(kept.request)
	if err != nil || earlier.TotalTax.Equal(now.TotalTax) {
		return row, false, nil
	}
	return affectedRow{Old: was.Total.String(), New: now.TotalTax.String()}, true, nil
}
