package commerce

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/indirect/rates"
)

// RegionClaims is the kind of stream in which tax regions claim their destinations before
// they are written: of two at once the log takes one, and the other is decided on
// what that left. One stream is a site's claims within a country.
var RegionClaims = event.Category{Name: "taxregionclaim", Types: []event.Type{event.Of[RegionClaimed]()}}

// RegionClaimed says that a region is about to name destinations.
type RegionClaimed struct {
	RegionID       string   `json:"region_id"`
	Country        string   `json:"country"`
	Region         string   `json:"region"`
	PostalPrefixes []string `json:"postal_prefixes"`
	Effective
}

func (RegionClaimed) EventType() string { return "commerce.region_claimed.v1" }

// Claim is what a region that is about to be written claims, and the id of the stream in
// which it does; ok is false where it names no place.
func (r Region) Claim(id string, site int64) (c RegionClaimed, stream string, ok bool) {
	at, b := rates.Locate(r.Country, r.Region, "", r.EffectiveFrom)
	if b != nil {
		return c, "", false
	}
	prefixes := r.PostalPrefixes
	if prefixes == nil {
		prefixes = []string{}
	}
	return RegionClaimed{id, r.Country, r.Region, prefixes, r.Effective}, fmt.Sprintf("%d_%s", site, strings.ToLower(at.Country)), true
}

// RegionClaim is a claim and when it was made.
type RegionClaim struct {
	RegionClaimed
	At time.Time
}

// RegionClaimState is the claims of a stream, in order.
type RegionClaimState struct{ Claims []RegionClaim }

// Evolve is the state after e; the one before stays as it was.
func (s RegionClaimState) Evolve(e event.Recorded) RegionClaimState {
	if p, ok := e.Payload.(RegionClaimed); ok {
		s.Claims = append(slices.Clip(s.Claims), RegionClaim{p, e.Meta.Time})
	}
	return s
}

// ClaimCounts is how long a claim counts that no region followed. Within it a node
// has read every region whose claim is older.
const ClaimCounts = time.Minute

// Rivals are the claims of other regions, as young as that nodes may not have read what
// followed them, on destinations that c names as closely.
func (s RegionClaimState) Rivals(c RegionClaimed, now time.Time) (out []RegionClaim) {
	for _, other := range s.Claims {
		if other.RegionID != c.RegionID && now.Sub(other.At) < ClaimCounts && c.region().beside(other.region()) {
			out = append(out, other)
		}
	}
	return out
}

func (c RegionClaimed) region() Region {
	return Region{Country: c.Country, Region: c.Region, PostalPrefixes: c.PostalPrefixes, Effective: c.Effective}
}

// Holds reports whether a claim stands against c: no region followed it yet, or the one
// that did, r, still says what was claimed.
func (rival RegionClaim) Holds(c RegionClaimed, r Record[Region]) bool {
	switch {
	case r.ID == "":
		return true
	case !r.RetiredOn.IsZero() && !r.RetiredOn.After(c.EffectiveFrom):
		return false
	}
	return rival.At.After(r.UpdatedAt) || slices.ContainsFunc(r.Versions, func(v Version[Region]) bool { return c.region().beside(v.Content) })
}

// beside reports whether two regions name some destination as closely on some day. Both
// are where the law of r's first day has them.
func (r Region) beside(other Region) bool {
	at, b1 := rates.Locate(r.Country, r.Region, "", r.EffectiveFrom)
	of, b2 := rates.Locate(other.Country, other.Region, "", r.EffectiveFrom)
	return b1 == nil && b2 == nil && of == at && overlap(r.Effective, other.Effective) && sharePostal(r.PostalPrefixes, other.PostalPrefixes)
}
