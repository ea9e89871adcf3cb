package commerce

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/taxid"
)

// Schemes of a registration.
const (
	Standard    = "standard" // with the authority of the place
	UnionOSS    = "union_oss"
	NonUnionOSS = "non_union_oss"
	IOSS        = "ioss"
)

// Registration is the merchant's standing with a tax authority.
type Registration struct {
	Country  string `json:"country" pattern:"^[A-Z]{2}$" example:"DE"`
	Region   string `json:"region,omitempty" pattern:"^[A-Z0-9]{1,3}$" doc:"State or province, without its country: MN, BC."`
	Standing string `json:"standing" enum:"registered,not_registered" doc:"not_registered states that the merchant need not collect there."`
	Scheme   string `json:"scheme" enum:"standard,union_oss,non_union_oss,ioss"`
	Number   string `json:"number,omitempty" maxLength:"64" doc:"Checked as 1.9 checks it where it is a VAT number."`
	Returns  string `json:"returns,omitempty" enum:"month,two_months,quarter,half_year,year" doc:"How often returns are made there; the calendar of obligations asks for it where the law leaves it open."`
	// What the calendar of obligations asks for beside.
	ReturnDay  int    `json:"return_day,omitempty" minimum:"1" maximum:"28" doc:"Day of the month after the period that the authority gave the business for its return, where the law leaves it to that: of France, in the account with the authority."`
	Statements string `json:"statements,omitempty" enum:"month,quarter,year" doc:"How often statements of supplies to businesses in other Member States are made there; left out: none are."`
	Effective
}

// Registrations is how registrations are written down.
var Registrations = Kind[Registration]{
	Noun: "registration",
	Category: event.Category{Name: "taxregistration", Types: []event.Type{
		event.Of[RegistrationCreated](), event.Of[RegistrationChanged](), event.Of[RegistrationRetired](),
	}},
	created: func(id string, c Registration) event.Payload { return RegistrationCreated{id, c} },
	changed: func(c Registration) event.Payload { return RegistrationChanged{c} },
	retired: func(on civil.Date) event.Payload { return RegistrationRetired{on} },
	read: func(p event.Payload) (change[Registration], bool) {
		switch p := p.(type) {
		case RegistrationCreated:
			return change[Registration]{created: &p.Registration}, true
		case RegistrationChanged:
			return change[Registration]{changed: &p.Registration}, true
		case RegistrationRetired:
			return change[Registration]{retired: p.On}, true
		}
		return change[Registration]{}, false
	},
}

// RegistrationCreated begins a registration.
type RegistrationCreated struct {
	RegistrationID string       `json:"registration_id"`
	Registration   Registration `json:"registration"`
}

// RegistrationChanged holds the whole of what the registration says from its
// effective_from on.
type RegistrationChanged struct {
	Registration Registration `json:"registration"`
}

// RegistrationRetired ends a registration.
type RegistrationRetired struct {
	On civil.Date `json:"on"`
}

func (RegistrationCreated) EventType() string { return "commerce.registration_created.v1" }
func (RegistrationChanged) EventType() string { return "commerce.registration_changed.v1" }
func (RegistrationRetired) EventType() string { return "commerce.registration_retired.v1" }

func (r Registration) effective() Effective { return r.Effective }
func (r Registration) regionID() string     { return "" }

// place is how package indirect names it: "FR", "US-MN".
func (r Registration) place() string {
	if r.Region == "" {
		return r.Country
	}
	return r.Country + "-" + strings.ToUpper(r.Region)
}

func (r Registration) check(f *fault.Fields) {
	checkPlace(f, r.Country, r.Region, r.EffectiveFrom)
	checkAuthority(f, r.Country, r.Region, r.EffectiveFrom)
	if r.Country == "US" && r.Region == "" {
		f.Add("region", "sales tax is registered with a state: MN")
	}
	if r.Standing == "not_registered" {
		if r.ReturnDay != 0 || r.Statements != "" {
			f.Add("statements", "neither they nor return_day with standing not_registered")
		}
		if r.Number != "" {
			f.Add("number", "not with standing not_registered")
		}
		if r.Scheme != Standard {
			f.Add("scheme", "standard, with standing not_registered")
		}
		return
	}
	outside := !rates.IsMember(r.Country, r.EffectiveFrom) && r.Country != "GB"
	if r.Scheme != Standard && r.Scheme != "" && (r.Region != "" || outside) {
		f.Add("scheme", "%s is registered for in a Member State (for goods from Northern Ireland, in GB), without a region", r.Scheme)
	}
	if (r.Scheme == UnionOSS || r.Scheme == NonUnionOSS) && r.Returns != "" && r.Returns != "quarter" {
		f.Add("returns", "quarter, or left out: %s has returns of quarters alone", r.Scheme)
	}
	r.checkReturns(f)
	if r.Scheme == Standard && r.Region == "" && r.Number != "" {
		result, err := taxid.Validate(r.Country, "vat", r.Number)
		var unknown *taxid.InputError
		if errors.As(err, &unknown) && unknown.Field == "number" {
			f.Add("number", "%s", unknown.Message)
		}
		if err == nil && !result.Valid {
			f.Add("number", "%s: %s", result.Name, result.Faults[0].Message)
		}
	}
}

// checkReturns names what a registration says of returns that its authority knows not.
func (r Registration) checkReturns(f *fault.Fields) {
	own := r.Region == "" && (r.Scheme == Standard || r.Scheme == "")
	if r.ReturnDay != 0 && (!own || r.Country != "FR") {
		f.Add("return_day", "only of France's own return: elsewhere the law sets the day")
	}
	if r.Statements != "" && (!own || !rates.IsMember(r.Country, r.EffectiveFrom)) {
		f.Add("statements", "only of a registration with a Member State's own authority")
	}
}

// RegistrationDuplicate is the code of a registration that stands already.
const RegistrationDuplicate = "registration_duplicate"

// SameKind reports whether two registrations are with one authority under one scheme.
func (r Registration) SameKind(o Registration) bool {
	return r.Standing == o.Standing && r.place() == o.place() && r.Scheme == o.Scheme
}

// duplicate finds a registration of the same site and kind that stands on a day on
// which r would: the returns of both would be one, and of two numbers nobody could say
// under which.
func (c Config) duplicate(r Registration, id string, site int64) string {
	for _, other := range slices.Sorted(maps.Keys(c.registrations)) {
		record := c.registrations[other]
		if other == id || record.Site != site {
			continue
		}
		for i, v := range record.Versions {
			if v.Content.SameKind(r) && overlap(r.Effective, record.span(i)) {
				return other
			}
		}
	}
	return ""
}

// Duplicate is duplicate as a decision's facts give it.
func (c Config) Duplicate(site int64) func(Registration, string) string {
	return func(r Registration, id string) string { return c.duplicate(r, id, site) }
}
