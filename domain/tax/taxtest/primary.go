package taxtest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// primary checks what tier covered promises: a primary source for each value
// of law that the row can use, whatever the kinds of income and the facts. What
// only exceptions of the row reach has to justify their tier: beta stands on a
// primary source too, and lacks the published examples; draft on any source.
// Each exception has to apply to some request.
func primary(t *testing.T, name string, reg *tax.Registry, j *tax.Jurisdiction, c *tax.CoverageRow, plain tax.Request) {
	var seen []reached
	for _, req := range variants(j, c, plain) {
		for _, income := range []int64{0, 1_000, 30_000, 110_000, 400_000, 40_000_000} {
			at := req
			if len(at.Components) == 0 {
				at.Income, at.HasIncome = money.FromInt(income), true
			} else {
				at.Components = slices.Clone(at.Components)
				for i := range at.Components {
					at.Components[i].Amount = money.FromInt(income)
				}
			}
			got, err := reg.Calculate(&at)
			var missing *tax.MissingFacts
			if errors.As(err, &missing) { // what this choice asks for beside it
				at.Facts = maps.Clone(at.Facts)
				for i := range missing.Facts {
					known := values(&missing.Facts[i])
					at.Facts[missing.Facts[i].Name] = known[len(known)-1]
				}
				got, err = reg.Calculate(&at)
			}
			var refused *tax.InputError
			var gap *tax.Unavailable
			if errors.As(err, &refused) || errors.As(err, &gap) {
				continue // facts that contradict this income, or what is declared as not modelled
			}
			if err != nil {
				t.Fatalf("%s: %+v: %v", name, at, err)
			}
			seen = append(seen, reached{got.CoverageStatus, got.Assumptions, got.Citations})
		}
	}
	for _, fault := range judgeSources(c, seen, isPrimary) {
		t.Errorf("%s: %s", name, fault)
	}
}

// isPrimary looks a source up in the book that a citation comes from: a region
// may have one of its own.
func isPrimary(cite *law.Citation) bool {
	folder, _, _ := strings.Cut(cite.ID, ":")
	return law.MustOpen(folder).Sources[cite.SourceID].Kind == law.Primary
}

// reached is what one result of a row says of its tier, and what it cites.
type reached struct {
	tier        tax.Tier
	assumptions []string
	citations   []law.Citation
}

// judgeSources says which values of law have too weak a source for the highest
// tier at which a result rests on them, and which exceptions never apply.
func judgeSources(c *tax.CoverageRow, seen []reached, primary func(*law.Citation) bool) (faults []string) {
	has, tiers := map[string]bool{}, map[string]tax.Tier{}
	for _, r := range seen {
		for i := range r.citations {
			cite := &r.citations[i]
			value, _, _ := strings.Cut(cite.ID, "#")
			has[value] = has[value] || primary(cite)
			if tiers[value].Below(r.tier) {
				tiers[value] = r.tier
			}
		}
	}
	for _, value := range slices.Sorted(maps.Keys(has)) {
		if !has[value] && tax.Draft.Below(tiers[value]) {
			faults = append(faults, fmt.Sprintf("results that are %s rest on %s, which has no primary source", tiers[value], value))
		}
	}
	for _, e := range c.Except {
		if !slices.ContainsFunc(seen, func(r reached) bool {
			return !e.Tier.Below(r.tier) && slices.ContainsFunc(r.assumptions, func(a string) bool { return strings.HasSuffix(a, e.Why) })
		}) {
			faults = append(faults, fmt.Sprintf("no request meets the exception of %v %v %v", e.Facts, e.Kinds, e.Bases))
		}
	}
	return faults
}

// variants are the plain request, the same by each kind of income and beside
// it, by each residence and basis, and with each value of each optional fact.
func variants(j *tax.Jurisdiction, c *tax.CoverageRow, plain tax.Request) []tax.Request {
	out := []tax.Request{plain}
	kinds := c.Kinds
	if kinds == nil {
		kinds = j.Kinds
	}
	for _, kind := range kinds {
		alone, beside := plain, plain
		alone.Components = []tax.Component{{Kind: kind}}
		beside.Components = []tax.Component{{Kind: kinds[0]}, {Kind: kind}}
		out = append(out, alone, beside)
	}
	for _, status := range c.Residence {
		there := plain
		there.Residence = &tax.Residence{Status: status}
		if status != "part_year" { // which needs dates, and uses no other law
			out = append(out, there)
		}
	}
	for _, basis := range j.Bases {
		by := plain
		by.IncomeBasis = basis
		out = append(out, by)
	}
	for _, f := range j.Facts {
		if !known(&f, c, j) {
			continue
		}
		for _, value := range values(&f) {
			with := plain
			with.Facts = maps.Clone(plain.Facts)
			with.Facts[f.Name] = value
			out = append(out, with)
		}
	}
	return out
}

// values are some that a fact can take.
func values(f *tax.Fact) []string {
	switch f.Type {
	case "boolean":
		return []string{"true", "false"}
	case "choice":
		return f.Choices
	case "integer":
		return []string{"0", "1", "3", "66", "76"}
	case "rate":
		return []string{"0", "0.1"}
	case "decimal":
		return []string{"0", "900", "20000"}
	case "number":
		return []string{"0", "1", "900", "20000"}
	}
	return nil
}
