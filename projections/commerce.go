package projections

import (
	"encoding/json"

	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/readmodels"
)

// Commerce lists the records of commerce configurations and the snapshots of
// committed checkouts, with what of them was reversed.
func Commerce() Projection {
	categories := []string{commerce.Snapshots.Name}
	for _, c := range commerce.Categories() {
		categories = append(categories, c.Name)
	}
	return Redacting(Projection{
		Name: "commerce", Version: 4,
		Tables:     []readmodels.Table{readmodels.Commerce.Table, readmodels.Snapshots.Table, readmodels.Reversals.Table},
		Categories: categories, Handle: handleCommerce,
	}, redactCustomer)
}

func handleCommerce(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	if taken, ok := e.Payload.(commerce.SnapshotTaken); ok {
		readmodels.Snapshots.Add(b, readmodels.SnapshotRow{
			Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, CartID: taken.CartID, CartSHA256: taken.CartSHA256, CustomerID: taken.CustomerID.Plain,
			Subject: taken.Subject(),
			Date:    taken.Date, Currency: taken.Currency, Net: taken.Net.String(), Tax: taken.Tax.String(), Gross: taken.Gross.String(),
			Lines: int32(taken.Lines), Provider: taken.Provider, Coverage: taken.Coverage, CommittedAt: e.Meta.Time, CommittedBy: e.Meta.Principal,
			Remaining: readmodels.Remaining{RemainingNet: taken.Net.String(), RemainingTax: taken.Tax.String(),
				RemainingGross: taken.Gross.String()},
		})
		return nil
	}
	if back, ok := e.Payload.(commerce.CheckoutReversed); ok {
		handleReversed(s, e, back, b)
		return nil
	}
	d, ok := commerce.Describe(e.Payload)
	if !ok {
		return nil
	}
	set := readmodels.Set{"updated_at": e.Meta.Time, "log_revision": int64(e.Revision)}
	if !d.RetiredOn.IsZero() {
		set["retired_on"] = d.RetiredOn
		readmodels.Commerce.Change(b, set, s.Tenant, s.Category, s.ID)
		return nil
	}
	content, err := json.Marshal(d.Content)
	if err != nil {
		return err
	}
	if d.Created {
		readmodels.Commerce.Add(b, readmodels.CommerceRow{
			Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Kind: s.Category, Name: d.Name, Country: d.Country, RegionID: d.RegionID,
			CustomerID: d.CustomerID, Subject: d.Subject, EffectiveFrom: d.EffectiveFrom, EffectiveTo: d.EffectiveTo, Content: content,
			CreatedAt: e.Meta.Time, CreatedBy: e.Meta.Principal, UpdatedAt: e.Meta.Time, Log: int64(e.Revision),
		})
		return nil
	}
	set["name"], set["country"], set["region_id"], set["customer_id"], set["subject"] = d.Name, d.Country, d.RegionID, d.CustomerID, d.Subject
	set["effective_from_on"], set["effective_to_on"], set["content"] = readmodels.Least{V: d.EffectiveFrom}, d.EffectiveTo,
		json.RawMessage(content)
	readmodels.Commerce.Change(b, set, s.Tenant, s.Category, s.ID)
	return nil
}

func handleReversed(s event.Stream, e event.Recorded, r commerce.CheckoutReversed, b *readmodels.Batch) {
	left := readmodels.Remaining{RemainingNet: r.Remaining.Net.String(), RemainingTax: r.Remaining.Tax.String(),
		RemainingGross: r.Remaining.Gross.String()}
	readmodels.Reversals.Add(b, readmodels.ReversalRow{
		Tenant: s.Tenant, ID: r.ReversalID, Site: e.Meta.Site, SnapshotID: s.ID, CartID: r.CartID, Number: int32(r.Number), Date: r.Date,
		Currency: r.Currency, Net: r.Reversed.Net.String(), Tax: r.Reversed.Tax.String(), Gross: r.Reversed.Gross.String(), Remaining: left,
		SHA256: r.SHA256, ReversedAt: e.Meta.Time, ReversedBy: e.Meta.Principal,
	})
	readmodels.Snapshots.Change(b, readmodels.Set{"remaining_net": left.RemainingNet, "remaining_tax": left.RemainingTax,
		"remaining_gross": left.RemainingGross}, s.Tenant, s.ID)
}
