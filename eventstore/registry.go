package eventstore

import (
	"github.com/tallystick/tallystick/domain/answers"
	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/cases"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/tenancy"
)

// Registry is the list of every category and event type of the service.
var Registry = event.NewRegistry(
	audit.Category,
	tenancy.Tenants,
	tenancy.SiteBooks,
	tenancy.Principals,
	tenancy.Keys,
	answers.Category,
	cases.Category,
)
