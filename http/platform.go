package http

import (
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/eventstore/blobs"
)

// PlatformDeps is what the operations of the group stand on.
type PlatformDeps struct {
	Jobs          *commands.Jobs
	Blobs         *blobs.Store
	Notifications *commands.Notifications
	LinkDeps
}

// platformSurfaces pins the contracts of what every group stands on: jobs, files, settings, links, notifications, feedback.
var platformSurfaces = map[string]surface{
	"jobs":         {"1.0.0", "Work that goes on after its request: how far it is, and its end."},
	"notification": {"1.0.0", "Mail that was sent or will be, by recipient, and addresses that take none."},
}

// registerPlatform declares the operations of what every group stands on: jobs, files, settings, links, notifications, feedback.
func (s *Server) registerPlatform() {
	s.registerJobs()
	s.registerSettings()
	s.registerNotifications()
}
