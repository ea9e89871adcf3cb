package http

// PlatformDeps is what the operations of the group stand on.
type PlatformDeps struct{}

// platformSurfaces pins the contracts of what every group stands on: jobs, files, settings, links, notifications, feedback.
var platformSurfaces = map[string]string{}

// registerPlatform declares the operations of what every group stands on: jobs, files, settings, links, notifications, feedback.
func (s *Server) registerPlatform() {}
