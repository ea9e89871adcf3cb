package rates

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/category"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
)

// partsOf are the narrower categories of one whose class a country holds, in
// the order of the catalogue, by class.
func partsOf(c *country, whole category.Category, on civil.Date) (byClass map[string][]string) {
	byClass = map[string][]string{}
	for _, part := range category.Parts(whole.Code) {
		if p := at(c.categories[part.Code], on); p != nil && !strings.Contains(p.text, "|") {
			byClass[p.text] = append(byClass[p.text], part.Code)
		}
	}
	return byClass
}

// atLarge gives a category that a country taxes in parts the class that its law
// gives it at large. What the law excepts is held as narrower categories; that
// none of it is sold is assumed, and said.
func (r *Rate) atLarge(c *country, whole category.Category, d, general *dated, on civil.Date) {
	r.Class, r.Tier = general.text, worse(general.tier, d.tier)
	r.Citations = append(slices.Clone(general.cite), d.cite...)
	var apart []string
	byClass := partsOf(c, whole, on)
	for _, class := range strings.Split(d.text, "|") {
		if class != general.text && len(byClass[class]) > 0 {
			apart = append(apart, fmt.Sprintf("%s (%s)", strings.Join(byClass[class], ", "), class))
		}
	}
	r.Assumption = fmt.Sprintf("%s: %s is %s at large; nothing that the law excepts is sold", r.place(), lower(whole.Name), general.text)
	if len(apart) > 0 {
		r.Assumption += ", such as " + strings.Join(apart, " and ") + ", which are categories of their own"
	}
	r.Note = general.note
}

// inParts refuses a category that a country taxes in parts. It names the
// narrower categories that decide, each with the class that it gives, and the
// classes that none of them gives.
func (r *Rate) inParts(c *country, whole category.Category, d *dated, field string, on civil.Date) *refusal.Blocked {
	var given []string
	classes := strings.Split(d.text, "|")
	left := slices.Clone(classes)
	byClass := partsOf(c, whole, on)
	for _, part := range category.Parts(whole.Code) {
		for class, parts := range byClass {
			if slices.Contains(parts, part.Code) {
				given = append(given, part.Code+" ("+class+")")
				left = slices.DeleteFunc(left, func(x string) bool { return x == class })
			}
		}
	}
	why := fmt.Sprintf("%s taxes %s in parts, at %s", r.Location.Country, lower(whole.Name), strings.Join(classes, ", "))
	if d.note != "" {
		why += ": " + d.note
	}
	how := "state rate_class"
	if len(given) > 0 {
		how = "state one of these categories: " + strings.Join(given, ", ") + "; or rate_class"
		if len(left) > 0 {
			how += " (no category held has " + strings.Join(left, " or ") + ")"
		}
	}
	return refusal.New(refusal.RateClassRequired, field, "%s: %s", why, how).With(r.choices(c, classes, byClass, field, on))
}

// choices are the classes that a caller may state, each with the narrower
// categories that have it and its rate of the day.
func (r *Rate) choices(c *country, classes []string, byClass map[string][]string, field string, on civil.Date) []refusal.Choice {
	prefix := ""
	if t := territoryBySlug[r.Location.Territory]; t != nil && t.Own {
		prefix = t.Slug + "/"
	}
	out := make([]refusal.Choice, 0, len(classes))
	for _, class := range classes {
		one := refusal.Choice{Field: strings.TrimSuffix(field, "category") + "rate_class", Value: class, Says: strings.Join(byClass[class], ", ")}
		switch d := at(c.rates[prefix+class], on); {
		case class == Zero:
			one.Rate = "0"
		case d != nil && len(c.levies) == 0 && r.Location.Country != "CA": // one figure, whatever else is charged beside it
			one.Rate = d.rate.Trim(0).String()
		}
		out = append(out, one)
	}
	return out
}
