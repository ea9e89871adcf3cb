package tenancy

import (
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/settings"
)

// CreateTenant asks for a new firm.
type CreateTenant struct {
	Name     string `json:"name"`
	TimeZone string `json:"time_zone"`
	Adviser  string `json:"adviser"`
}

// Validate reports every malformed field.
func (c CreateTenant) Validate() error {
	var f fault.Fields
	if fault.Blank(c.Name) || len(c.Name) > 200 {
		f.Add("name", "needs 1 to 200 characters")
	}
	validateZone(&f, c.TimeZone)
	settings.CheckText(&f, "adviser", c.Adviser, 0, 200)
	return f.Err()
}

func validateZone(f *fault.Fields, zone string) {
	if zone == "Local" {
		f.Add("time_zone", "an IANA time zone such as Europe/London")
	} else if _, err := time.LoadLocation(zone); err != nil {
		f.Add("time_zone", "an IANA time zone such as Europe/London")
	}
}

// Decide creates the tenant.
func (c CreateTenant) Decide(t Tenant) ([]event.Payload, error) {
	if t.Exists {
		return nil, fault.New(fault.Immutable, "the tenant exists")
	}
	if c.TimeZone == "" {
		c.TimeZone = "UTC"
	}
	return []event.Payload{TenantCreated(c)}, nil
}

// AddSite asks for a site.
type AddSite struct {
	Name     string `json:"name" minLength:"1" maxLength:"200"`
	TimeZone string `json:"time_zone,omitempty" maxLength:"60" doc:"IANA; left out, the tenant's."`
	Country  string `json:"country,omitempty" maxLength:"2" doc:"ISO 3166-1: where the site is."`
}

// Validate reports every malformed field.
func (c AddSite) Validate() error {
	var f fault.Fields
	if fault.Blank(c.Name) || len(c.Name) > 200 {
		f.Add("name", "needs 1 to 200 characters")
	}
	validateZone(&f, c.TimeZone)
	if c.Country != "" && !settings.IsCountry(c.Country) {
		f.Add("country", "a country of ISO 3166-1, such as DE")
	}
	return f.Err()
}

// sitesMax keeps the book's stream short enough to load whole.
const sitesMax = 900

// Decide adds the site under the next number.
func (c AddSite) Decide(b SiteBook) ([]event.Payload, error) {
	if len(b.Sites) >= sitesMax {
		var blockers fault.Blockers
		blockers.Add("too_many_sites", "a tenant has at most %d sites", sitesMax)
		return nil, blockers.Err()
	}
	return []event.Payload{SiteAdded{Number: int64(len(b.Sites)) + 1, Name: c.Name, TimeZone: c.TimeZone, Country: c.Country}}, nil
}
