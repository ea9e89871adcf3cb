package commerce

import (
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
)

// Described is what a list shows of one event of a record.
type Described struct {
	Created   bool
	RetiredOn civil.Date // not zero: the event retires the record, and the rest is empty
	Content   any        // a Region, Rate, Rule, Registration or Exemption
	Effective
	Name, Country, RegionID, CustomerID string
	Subject                             string // whose data it is; "" = nobody's
}

// Describe reads an event of a record; ok is false for any other.
func Describe(p event.Payload) (d Described, ok bool) {
	if c, ok := Regions.read(p); ok {
		return describe(c, func(r Region, d *Described) { d.Name, d.Country = r.Name, r.Country }), true
	}
	if c, ok := Rates.read(p); ok {
		return describe(c, func(r Rate, d *Described) { d.Name = r.Name }), true
	}
	if c, ok := Rules.read(p); ok {
		return describe(c, func(r Rule, d *Described) { d.Name = r.Name }), true
	}
	if c, ok := Registrations.read(p); ok {
		return describe(c, func(r Registration, d *Described) { d.Name, d.Country = r.place()+" "+r.Scheme, r.Country }), true
	}
	if c, ok := Exemptions.read(p); ok {
		return describe(c, func(e Exemption, d *Described) {
			d.Name, d.CustomerID, d.Subject = e.Kind+" "+strings.Join(e.Places, " "), e.CustomerID, e.subject
		}), true
	}
	return Described{}, false
}

func describe[C Content](c change[C], name func(C, *Described)) Described {
	if !c.retired.IsZero() {
		return Described{RetiredOn: c.retired}
	}
	d := Described{Created: c.created != nil}
	content := c.changed
	if d.Created {
		content = c.created
	}
	d.Content, d.Effective, d.RegionID = *content, (*content).effective(), (*content).regionID()
	name(*content, &d)
	return d
}
