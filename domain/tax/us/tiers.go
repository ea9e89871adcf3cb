package us

import (
	"slices"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
)

// factsBeside lists the facts of a year's return that are not among some.
func factsBeside(some []string, year int) (out []string) {
	first, last := civil.Of(year, 1, 1), civil.Of(year, 12, 31)
	for _, f := range facts() {
		late := !f.Since.IsZero() && f.Since.After(last)
		gone := !f.Until.IsZero() && f.Until.Before(first)
		if !late && !gone && !slices.Contains(some, f.Name) {
			out = append(out, f.Name)
		}
	}
	return out
}

func kindsBeside(some []tax.Kind) (out []tax.Kind) {
	for _, k := range incomeKinds {
		if !slices.Contains(some, k) {
			out = append(out, k)
		}
	}
	return out
}

// below keeps the exceptions that lower a tier, with the kinds that a row has;
// nil is all.
func below(row tax.Tier, kinds []tax.Kind, all []tax.Exception) (out []tax.Exception) {
	for _, e := range all {
		if !e.Tier.Below(row) {
			continue
		}
		if kinds != nil {
			e.Kinds = slices.DeleteFunc(slices.Clone(e.Kinds), func(k tax.Kind) bool { return !slices.Contains(kinds, k) })
		}
		out = append(out, e)
	}
	return out
}

// joined are the exceptions of the federal return and of a state's: what both name has the
// lower of the two tiers.
func joined(federal, state []tax.Exception) (out []tax.Exception) {
	state = unless(state, func(mine tax.Tier, names func(tax.Exception) bool) bool {
		return slices.ContainsFunc(federal, func(e tax.Exception) bool { return names(e) && !mine.Below(e.Tier) })
	})
	federal = unless(federal, func(_ tax.Tier, names func(tax.Exception) bool) bool { return slices.ContainsFunc(state, names) })
	return append(federal, state...)
}

// unless leaves of exceptions the kinds and facts that are not held already; what then
// names nothing goes.
func unless(all []tax.Exception, held func(mine tax.Tier, names func(tax.Exception) bool) bool) (out []tax.Exception) {
	for _, e := range all {
		e.Kinds = slices.DeleteFunc(slices.Clone(e.Kinds), func(k tax.Kind) bool {
			return held(e.Tier, func(x tax.Exception) bool { return slices.Contains(x.Kinds, k) })
		})
		e.Facts = slices.DeleteFunc(slices.Clone(e.Facts), func(name string) bool {
			return held(e.Tier, func(x tax.Exception) bool { return slices.Contains(x.Facts, name) })
		})
		if len(e.Kinds)+len(e.Facts)+len(e.Bases)+len(e.Lacking)+len(e.AtLeast) > 0 {
			out = append(out, e)
		}
	}
	return out
}
