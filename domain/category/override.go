package category

import (
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// Kind is the kind of stream that a tenant's word on a category is; its id is the
// category's.
var Kind = event.Category{Name: "category", Types: []event.Type{event.Of[Changed]()}}

// Changed says anew how a tenant names a category and whether it is used.
type Changed struct {
	CategoryID string `json:"category_id"`
	Label      string `json:"label"` // "" = the tree's own
	Disabled   bool   `json:"disabled"`
}

// EventType is the type of the event.
func (Changed) EventType() string { return "category.changed.v1" }

// Override is a tenant's word on a category.
type Override struct {
	Category  Category
	Label     string
	Disabled  bool
	Events    int
	UpdatedAt time.Time
}

// Evolve is the override after e.
func (o Override) Evolve(e event.Recorded) Override {
	if p, ok := e.Payload.(Changed); ok {
		o.Category, _ = Find(p.CategoryID)
		o.Label, o.Disabled = p.Label, p.Disabled
		o.Events++
		o.UpdatedAt = e.Meta.Time
	}
	return o
}

// Adjust renames a category or disables it.
type Adjust struct {
	ID       string  `json:"-"`
	Label    *string `json:"label,omitempty" maxLength:"100" doc:"Empty: the tree's own name."`
	Disabled *bool   `json:"disabled,omitempty" doc:"It takes no new uses; past ones stay."`
}

// Validate reports every malformed field.
func (c Adjust) Validate() error {
	if c.Label == nil && c.Disabled == nil {
		return fault.Invalid("body", "label, disabled, or both")
	}
	return nil
}

const changesMax = 900

// Decide gives Changed; none where nothing changes. Errors: fault.NotFound;
// fault.Blocked with category_required for the one that takes what has no other.
func (c Adjust) Decide(o Override, _ act.Context) ([]event.Payload, error) {
	known, ok := Find(c.ID)
	if !ok {
		return nil, fault.New(fault.NotFound, "there is no such category")
	}
	p := Changed{known.ID, o.Label, o.Disabled}
	if c.Label != nil {
		p.Label = strings.TrimSpace(*c.Label)
	}
	if c.Disabled != nil {
		p.Disabled = *c.Disabled
	}
	if p.Disabled && known.Code == "other" {
		var b fault.Blockers
		b.Add("category_required", "%s takes what has no other category", known.ID)
		return nil, b.Err()
	}
	if p.Label == o.Label && p.Disabled == o.Disabled {
		return nil, nil
	}
	if o.Events >= changesMax {
		return nil, fault.New(fault.Immutable, "the category was changed %d times", o.Events)
	}
	return []event.Payload{p}, nil
}
