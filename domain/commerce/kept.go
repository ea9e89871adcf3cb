package commerce

import (
	"encoding/json"
	"slices"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/domain/retention"
)

// HoldsOf is what of a snapshot must be kept and so holds its customer: for each
// country whose law may have the merchant keep it, one record. Those are where
// the merchant is, and where tax was due from the merchant; a One Stop Shop has
// law of its own. A snapshot that cannot be read names no country.
func (s Snapshot) HoldsOf() (held []privacy.Record) {
	year := s.Taken.Date.Year()
	last := s.CommittedAt
	if n := len(s.Reversals); n > 0 {
		last = s.Reversals[n-1].Meta.Time
	}
	of := retention.Record{Supply: true, LastEntry: civil.FromTime(last.UTC()),
		Period: civil.Period{From: civil.Of(year, 1, 1), To: civil.Of(year, 12, 31)}}
	for _, place := range s.places() {
		of.Place = place
		held = append(held, privacy.Record{Resource: "taxsnapshot/" + s.ID, Record: of})
	}
	return held
}

func (s Snapshot) places() []string {
	var cart Cart
	var preview Preview
	if json.Unmarshal(s.Cart, &cart) != nil || json.Unmarshal(s.Preview, &preview) != nil {
		return []string{""}
	}
	places := []string{cart.Seller.Country}
	for _, d := range preview.Result.Decisions {
		place := d.Place.Country
		switch d.Scheme {
		case "union_oss", "non_union_oss", "ioss":
			place = retention.UnionSchemes
		}
		if d.Liable == "supplier" && !slices.Contains(places, place) {
			places = append(places, place)
		}
	}
	return places
}

// ExemptionHolds is what of an exemption's events holds the customer that a
// subject names; none where no version of it is that customer's.
func ExemptionHolds(history []event.Recorded, subject string, today civil.Date) (held []privacy.Record) {
	var r Record[Exemption]
	theirs := false
	var last civil.Date // on which a version of theirs holds
	for _, e := range history {
		r = Exemptions.Evolve(r, e)
		if d, ok := Describe(e.Payload); ok && d.Subject == subject {
			theirs, last = true, d.EffectiveTo
		}
	}
	if !theirs {
		return nil
	}
	inUse := ""
	if status := r.Status(today); r.Latest().subject == subject && (status == InEffect || status == Upcoming) {
		inUse = "the exemption certificate is in use; retire it first"
	}
	if !r.RetiredOn.IsZero() && (last.IsZero() || r.RetiredOn.Before(last)) {
		last = r.RetiredOn
	}
	if last.IsZero() {
		last = today
	}
	return []privacy.Record{{Resource: "taxexemption/" + r.ID, InUse: inUse, Record: retention.Record{
		Place: "US", Supply: true, LastEntry: civil.FromTime(r.UpdatedAt.UTC()),
		Period: civil.Period{From: r.Versions[0].Content.EffectiveFrom, To: last},
	}}}
}
