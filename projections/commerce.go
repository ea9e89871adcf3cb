package projections

import (
	"encoding/json"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/readmodels"
)

// Commerce lists the records of commerce configurations and the snapshots of
// committed checkouts.
func Commerce() Projection {
	categories := []string{commerce.Snapshots.Name}
	for _, c := range commerce.Categories() {
		categories = append(categories, c.Name)
	}
	return Redacting(Projection{
		Name: "commerce", Version: 2, Tables: []readmodels.Table{readmodels.CommerceTable, readmodels.SnapshotsTable},
		Categories: categories, Handle: handleCommerce,
	}, redactCustomer)
}

func handleCommerce(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	if taken, ok := e.Payload.(commerce.SnapshotTaken); ok {
		b.AddSnapshot(readmodels.SnapshotRow{
			Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, CartID: taken.CartID, CartSHA256: taken.CartSHA256, CustomerID: taken.CustomerID.Plain, Subject: taken.Subject(),
			Date: taken.Date.Time(), Currency: taken.Currency, Net: taken.Net.String(), Tax: taken.Tax.String(), Gross: taken.Gross.String(),
			Lines: int32(taken.Lines), Provider: taken.Provider, Coverage: taken.Coverage, CommittedAt: e.Meta.Time, CommittedBy: e.Meta.Principal,
		})
		return nil
	}
	d, ok := commerce.Describe(e.Payload)
	if !ok {
		return nil
	}
	if !d.RetiredOn.IsZero() {
		b.RetireCommerce(s.Tenant, s.Category, s.ID, d.RetiredOn.Time(), e.Meta.Time, e.Revision)
		return nil
	}
	content, err := json.Marshal(d.Content)
	if err != nil {
		return err
	}
	row := readmodels.CommerceRow{
		Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Kind: s.Category, Name: d.Name, Country: d.Country, RegionID: d.RegionID,
		CustomerID: d.CustomerID, Subject: d.Subject, EffectiveFrom: d.EffectiveFrom.Time(), EffectiveTo: dayOrNil(d.EffectiveTo), Content: content,
		CreatedAt: e.Meta.Time, CreatedBy: e.Meta.Principal, UpdatedAt: e.Meta.Time, Log: int64(e.Revision),
	}
	if d.Created {
		b.AddCommerce(row)
	} else {
		b.ChangeCommerce(row)
	}
	return nil
}

func dayOrNil(d civil.Date) *time.Time {
	if d.IsZero() {
		return nil
	}
	t := d.Time()
	return &t
}
