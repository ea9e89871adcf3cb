package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/anomaly"
	"github.com/tallystick/tallystick/domain/booking"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/readmodels"
)

// bookedAs is what an order is booked as. Where another source reports it alike a person is
// to look: nothing says for certain that the two are one, so that neither is refused, and no
// posting rule takes the later one by itself (ADR 160). Two that come at the same moment
// do not see each other; a scan for anomalies does.
func (x *Books) bookedAs(ctx context.Context, s orders.State, o orders.Order, source journal.Source, f booking.Facts) (
	journal.Proposal, error,
) {
	p, err := orderProposal(o, source, f)
	if err != nil {
		return p, err
	}
	row := readmodels.OrderRow{Tenant: s.Tenant, Site: s.Site, Source: s.Source, SourceRef: s.SourceRef, Kind: string(s.Kind),
		Currency: o.Currency, Gross: o.Gross.String()}
	alike, err := x.DB.OrdersAlike(ctx, row, o.PlacedAt.AddDate(0, 0, -anomaly.SameOrderDays), o.PlacedAt.AddDate(0, 0, anomaly.SameOrderDays))
	if len(alike) > 0 {
		p.ReviewReasons = append(p.ReviewReasons, docs.DuplicateLikely)
	}
	return p, err
}
