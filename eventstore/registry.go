package eventstore

import (
	"slices"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/answerrecord"
	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/cases"
	"github.com/tallystick/tallystick/domain/checkpoint"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/consultation"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/domain/published"
	"github.com/tallystick/tallystick/domain/tenancy"
)

// Registry is the list of every category and event type of the service; the
// categories of a group stand in the file that bears its name.
var Registry = event.NewRegistry(slices.Concat(core, platform, documents, booksGroup, invoicing, knowledge)...)

var core = []event.Category{
	act.Commands,
	audit.Category,
	tenancy.Tenants,
	tenancy.SiteBooks,
	tenancy.Principals,
	tenancy.Keys,
	answerrecord.Category,
	answerrecord.Calculations,
	cases.Category,
	commerce.Regions.Category,
	commerce.RegionClaims,
	commerce.Rates.Category,
	commerce.Rules.Category,
	commerce.Registrations.Category,
	commerce.Exemptions.Category,
	commerce.Snapshots,
	consultation.Category,
	published.Category,
	privacy.Category,
	checkpoint.Category,
}
