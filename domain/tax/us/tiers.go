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
