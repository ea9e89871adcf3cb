package eventstore

import (
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/link"
	"github.com/tallystick/tallystick/domain/notification"
	"github.com/tallystick/tallystick/domain/schedule"
	"github.com/tallystick/tallystick/domain/settings"
)

// platform lists the categories of what every group stands on: jobs, files, settings, links, notifications, feedback.
var platform = []event.Category{
	job.Category,
	settings.Category,
	link.Category,
	notification.Category,
	notification.Suppressions,
	schedule.Category,
	schedule.Firings,
}
