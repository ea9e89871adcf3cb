package invoicing

import (
	"slices"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/domain/retention"
)

// HoldsOf is what of a document keeps its buyer from being forgotten: an issued
// one is kept as the law of the seller's country has it, and of each whose tax
// stands on it.
func (s State) HoldsOf() []privacy.Record {
	resource := "invoice/" + s.DocumentID
	if s.Abandoned != nil {
		return nil
	}
	if s.Issued == nil {
		return []privacy.Record{{Resource: resource, InUse: "the document is about to take its number"}}
	}
	d, ok := s.Document()
	if !ok {
		return nil
	}
	on := d.IssuedOn
	if on.Before(d.SuppliedOn) {
		on = d.SuppliedOn
	}
	places := []string{d.Seller.Address.Country}
	for _, t := range d.Taxes {
		if t.Country != "" && !slices.Contains(places, t.Country) {
			places = append(places, t.Country)
		}
	}
	var out []privacy.Record
	for _, place := range places {
		out = append(out, privacy.Record{Resource: resource, Record: retention.Record{Place: place, Supply: true,
			Period: civil.Period{From: civil.Of(on.Year(), 1, 1), To: civil.Of(on.Year(), 12, 31)}, LastEntry: civil.FromTime(s.UpdatedAt.UTC())}})
	}
	return out
}
