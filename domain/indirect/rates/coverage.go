package rates

import (
	"sort"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// CoverageRow is what is held of one place on a day.
type CoverageRow struct {
	Country    string               `json:"country"`
	Standard   money.Dec            `json:"standard_rate"`
	Classes    map[string]money.Dec `json:"classes"`
	Categories map[string]string    `json:"categories"` // category code → class, or classes with "|"
	Tier       tax.Tier             `json:"coverage_status"`
	Since      civil.Date           `json:"since"` // from when the standard rate is held without a gap
	Citations  []law.Citation       `json:"citations"`
}

// Coverage lists the places whose standard rate is held on a day, by code, and
// those that charge no tax on sales, with the class none alone.
func Coverage(on civil.Date) []CoverageRow {
	var out []CoverageRow
	for _, folder := range law.Folders() {
		code := strings.ToUpper(folder)
		c := open(code)
		if c == nil {
			continue
		}
		if d := at(c.rules[untaxed], on); d != nil {
			out = append(out, CoverageRow{Country: code, Tier: d.tier, Citations: d.cite, Classes: map[string]money.Dec{None: money.Zero},
				Categories: map[string]string{}, Since: since(c.rules[untaxed], on)})
			continue
		}
		std := at(c.rates[Standard], on)
		if std == nil {
			continue
		}
		row := CoverageRow{Country: code, Standard: std.rate, Tier: std.tier, Citations: std.cite,
			Classes: map[string]money.Dec{}, Categories: map[string]string{}, Since: since(c.rates[Standard], on)}
		c.charged(on, func(class string, d *dated) {
			row.Classes[class] = d.rate
			row.Tier = worse(row.Tier, d.tier)
		})
		for cat, values := range c.categories {
			if d := at(values, on); d != nil {
				row.Categories[cat] = d.text
			}
		}
		out = append(out, row)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Country < out[j].Country })
	return out
}

// charged calls take with each class of rate that the country has on a day, and each levy.
func (c *country) charged(on civil.Date, take func(class string, d *dated)) {
	for class, values := range c.rates {
		if d := at(values, on); d != nil && !strings.Contains(class, "/") {
			take(class, d)
		}
	}
	for code, values := range c.levies {
		if d := at(values, on); d != nil {
			take("levy_"+code, d)
		}
	}
}

// Held are the rates of one place on a day, in no order: those of its row in Coverage, for
// a thousandth of the work and nothing to keep. ok is false where Coverage has no row.
func Held(code string, on civil.Date) (held []money.Dec, ok bool) {
	c := open(code)
	switch {
	case c == nil:
		return nil, false
	case at(c.rules[untaxed], on) != nil:
		return []money.Dec{money.Zero}, true
	case at(c.rates[Standard], on) == nil:
		return nil, false
	}
	c.charged(on, func(_ string, d *dated) { held = append(held, d.rate) })
	return held, true
}

// since walks back over values that join without a gap.
func since(values []dated, on civil.Date) (first civil.Date) {
	for d := at(values, on); d != nil; d = at(values, first.AddDays(-1)) {
		first = d.period.From
	}
	return first
}
