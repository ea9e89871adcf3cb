// Package coverage is what a tenant offers of what the engine covers: profiles, one
// for a row of the coverage matrix.
//
// # Vocabulary
//
// A Row is a row of the matrix by its key: place, tax year, region, tax type,
// taxpayer. A Profile stands for one row and narrows it: the row is offered or not,
// from a tier on, and above an amount of income a person looks at the answer.
// Seeding makes and changes profiles for the rows that selectors name.
//
// # Rules
//
//   - A profile narrows, and never widens: without a row nothing is offered.
//   - A tenant without profiles offers every row. One with profiles offers the rows
//     that have one, so that what a later build adds waits for the next seeding.
//   - Seeding again adds what is new and changes only what is named; what was
//     disabled stays so unless `enabled` is said of it.
//   - A profile whose row is gone is retired by the next seeding.
package coverage

import (
	"strings"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// Category has one stream a tenant: coverage-<tenant>-profiles.
var Category = event.Category{Name: "coverage", Types: []event.Type{event.Of[Seeded]()}}

// StreamID is the id of a tenant's one stream.
const StreamID = "profiles"

// Row is the key of a row of the coverage matrix.
type Row struct {
	Jurisdiction string `json:"jurisdiction" doc:"ISO 3166-1 code."`
	TaxYear      string `json:"tax_year" doc:"In the form of the place."`
	Region       string `json:"region" doc:"Slug; empty: all regions."`
	TaxType      string `json:"tax_type"`
	Taxpayer     string `json:"taxpayer"`
}

// ID is the key as one text, such as GB:2025-26:scotland:individual_income:individual.
func (r Row) ID() string {
	return strings.Join([]string{r.Jurisdiction, r.TaxYear, r.Region, r.TaxType, r.Taxpayer}, ":")
}

// RowOf is the key of a row that a jurisdiction declares, its defaults filled in.
func RowOf(jurisdiction string, r *tax.CoverageRow) Row {
	k := Row{jurisdiction, r.TaxYear, r.Region, r.TaxType, r.Taxpayer}
	if k.TaxType == "" {
		k.TaxType = tax.IndividualIncome
	}
	if k.Taxpayer == "" {
		k.Taxpayer = "individual"
	}
	return k
}

// Setting is what a profile says of its row.
type Setting struct {
	TierMin    tax.Tier   `json:"tier_min" enum:"covered,beta,draft" doc:"Results below this tier are not offered."`
	ReviewOver *money.Dec `json:"review_over" doc:"In the currency of the place: above this income a person looks at the answer; null: at none."`
	Enabled    bool       `json:"enabled"`
	Source     string     `json:"source" enum:"seed,selector" doc:"Whether everything was seeded, or rows that selectors named."`
}

// equal compares by value.
func (s Setting) equal(o Setting) bool {
	if (s.ReviewOver == nil) != (o.ReviewOver == nil) || s.ReviewOver != nil && !s.ReviewOver.Equal(*o.ReviewOver) {
		return false
	}
	return s.TierMin == o.TierMin && s.Enabled == o.Enabled && s.Source == o.Source
}

// Profile is a row with its setting.
type Profile struct {
	ID string `json:"id" doc:"The key of the row, joined by colons."`
	Row
	Setting
}

// Kept is a profile as an event holds it.
type Kept struct {
	ID string `json:"id"`
	Setting
}

// Seeded is a part of what one seeding set and ended; a seeding of many rows takes
// several in one append.
type Seeded struct {
	Profiles []Kept   `json:"profiles"`
	Retired  []string `json:"retired"` // ids whose row is gone
}

func (Seeded) EventType() string { return "coverage.seeded.v1" }

// State is a tenant's profiles by id. Evolve leaves the one that it is called on as
// it was.
type State struct {
	Profiles map[string]Setting
	Seedings int
}

// Evolve applies an event.
func (s State) Evolve(e event.Recorded) State {
	p, ok := e.Payload.(Seeded)
	if !ok {
		return s
	}
	next := make(map[string]Setting, len(s.Profiles)+len(p.Profiles))
	for id, x := range s.Profiles {
		next[id] = x
	}
	for _, k := range p.Profiles {
		next[k.ID] = k.Setting
	}
	for _, id := range p.Retired {
		delete(next, id)
	}
	return State{Profiles: next, Seedings: s.Seedings + 1}
}

// Find returns the profile of a row.
func (s State) Find(r Row) (Profile, bool) {
	x, ok := s.Profiles[r.ID()]
	return Profile{r.ID(), r, x}, ok
}

// Reasons why a row is not offered. They hold no figure: answers repeat them.
const (
	NoProfile = "the firm's coverage profiles leave it out"
	Disabled  = "the firm has disabled its coverage profile"
	BelowTier = "its tier is below the one that the firm's coverage profile asks for"
)

// Refuses says why a row is not offered at a tier; "" = it is offered.
func (s State) Refuses(r Row, tier tax.Tier) string {
	if len(s.Profiles) == 0 {
		return ""
	}
	x, ok := s.Profiles[r.ID()]
	switch {
	case !ok:
		return NoProfile
	case !x.Enabled:
		return Disabled
	case tier.Below(x.TierMin):
		return BelowTier
	}
	return ""
}

// ReviewOver is the income above which a person looks at answers of a row; nil =
// none.
func (s State) ReviewOver(r Row) *money.Dec { return s.Profiles[r.ID()].ReviewOver }
