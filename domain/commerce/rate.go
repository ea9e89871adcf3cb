package commerce

import (
	"fmt"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect/category"
	"github.com/tallystick/tallystick/domain/money"
)

// Rate is a rate of the tenant's own at a region. It caps the coverage of what
// rests on it at draft.
type Rate struct {
	RegionID string    `json:"region_id" pattern:"^[0-9a-f]{32}$"`
	Name     string    `json:"name" minLength:"1" maxLength:"200"`
	Code     string    `json:"code" pattern:"^[A-Za-z0-9_-]{1,40}$" example:"IPSI" doc:"Names the tax in results."`
	Rate     money.Dec `json:"rate" pattern:"^[0-9]([.][0-9]{1,8})?$" patternDescription:"a fraction as a decimal string: 0.0725 is 7.25 %" example:"0.04"`
	Category string    `json:"category,omitempty" maxLength:"60" doc:"Of the tax category catalogue, with its parts that are not apart; left out: every category."`
	Mode     string    `json:"mode" enum:"replace,add" doc:"In place of the rates of law, or beside them."`
	Source   string    `json:"source" minLength:"1" maxLength:"500" doc:"Where the rate comes from; it stands in every result."`
	Effective
}

// Rates is how rates are written down.
var Rates = Kind[Rate]{
	Noun: "rate",
	Category: event.Category{Name: "taxrate", Types: []event.Type{
		event.Of[RateCreated](), event.Of[RateChanged](), event.Of[RateRetired](),
	}},
	created: func(id string, c Rate) event.Payload { return RateCreated{id, c} },
	changed: func(c Rate) event.Payload { return RateChanged{c} },
	retired: func(on civil.Date) event.Payload { return RateRetired{on} },
	read: func(p event.Payload) (change[Rate], bool) {
		switch p := p.(type) {
		case RateCreated:
			return change[Rate]{created: &p.Rate}, true
		case RateChanged:
			return change[Rate]{changed: &p.Rate}, true
		case RateRetired:
			return change[Rate]{retired: p.On}, true
		}
		return change[Rate]{}, false
	},
}

// RateCreated begins a rate.
type RateCreated struct {
	RateID string `json:"rate_id"`
	Rate   Rate   `json:"rate"`
}

// RateChanged holds the whole of what the rate says from its effective_from on.
type RateChanged struct {
	Rate Rate `json:"rate"`
}

// RateRetired ends a rate.
type RateRetired struct {
	On civil.Date `json:"on"`
}

func (RateCreated) EventType() string { return "commerce.rate_created.v1" }
func (RateChanged) EventType() string { return "commerce.rate_changed.v1" }
func (RateRetired) EventType() string { return "commerce.rate_retired.v1" }

func (r Rate) effective() Effective { return r.Effective }
func (r Rate) regionID() string     { return r.RegionID }

func (r Rate) check(f *fault.Fields) {
	if !r.Rate.Less(money.One) || r.Rate.Sign() < 0 {
		f.Add("rate", "a fraction below 1: 0.0725 is 7.25 %%")
	}
	checkCategory(f, "category", r.Category)
	checkText(f, "name", r.Name)
	checkText(f, "source", r.Source)
}

func checkCategory(f *fault.Fields, field, code string) {
	if _, ok := category.Find(code); code != "" && !ok {
		f.Add(field, "%s", category.Wanted(code))
	}
}

func index(list string, i int) string { return fmt.Sprintf("%s[%d]", list, i) }
