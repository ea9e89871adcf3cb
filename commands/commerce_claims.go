package commands

import (
	"context"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

var regionClaims = Aggregate[commerce.RegionClaimState]{Category: commerce.RegionClaims.Name, Evolve: commerce.RegionClaimState.Evolve}

// claimRegion has the region that events write claim its destinations in the log, where two at
// once meet. Errors: those of Execute; fault.Blocked with tax_region_duplicate.
func (x *Commerce) claimRegion(ctx context.Context, c Caller, site int64, id string, events []event.Payload) error {
	var content commerce.Region
	for _, e := range events {
		switch p := e.(type) {
		case commerce.RegionCreated:
			id, content = p.RegionID, p.Region
		case commerce.RegionChanged:
			content = p.Region
		}
	}
	claim, stream, ok := content.Claim(id, site)
	if content.Country == "" || !ok {
		return nil
	}
	c.IdempotencyKey, c.Command, c.IfMatch = "", uuid.Nil, nil
	_, err := Execute(ctx, x.Executor, c, regionClaims, Order[commerce.RegionClaimState]{
		Operation: "commerce_regions.claim", Permission: "commerce_tax:write", ID: stream, Request: claim,
		Decide: func(s commerce.RegionClaimState, a act.Context) ([]event.Payload, error) {
			for _, rival := range s.Rivals(claim, a.Now) {
				name := event.Stream{Category: commerce.Regions.Category.Name, Tenant: c.Tenant, ID: rival.RegionID}.String()
				history, err := x.Log.Load(ctx, name)
				if err != nil {
					return nil, err
				}
				if rival.Holds(claim, folded(history, commerce.Regions.Evolve)) {
					return nil, fault.Blockers{commerce.TwinRegion(rival.RegionID)}.Err()
				}
			}
			return []event.Payload{claim}, nil
		},
	})
	return err
}
