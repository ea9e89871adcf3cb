package service

import (
	"context"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/eventstore/blobs"
	api "github.com/tallystick/tallystick/http"
)

// platformParts are what what every group stands on: jobs, files, settings, links, notifications, feedback run on.
type platformParts struct {
	Blobs *blobs.Store
	jobs  jobParts
	correspondence
	mailParts
	Schedules *commands.Schedules // groups set what recurs by it
}

// openPlatform makes the parts; the stores are connected, nothing runs yet.
func (s *Service) openPlatform(c config.Config) (err error) {
	s.platformParts = platformParts{}
	if s.Blobs, err = blobs.Open(c.BlobURL, c.DataDir, s.Vault); err != nil {
		return err
	}
	s.openJobs(c)
	s.openSchedules()
	if err := s.openCorrespondence(c); err != nil {
		return err
	}
	return s.openMail(c)
}

// startPlatform begins the group's work beside the API, until ctx ends. Its metrics
// are registered here.
func (s *Service) startPlatform(ctx context.Context) error {
	s.sweepBlobs(ctx)
	s.countMail()
	s.gaugeBasics()
	s.startSchedules(ctx)
	s.startJobs(ctx)
	return nil
}

// platformUnready names what of the group is not ready, for /readyz.
func (s *Service) platformUnready(ctx context.Context) []string {
	var unready []string
	if err := s.Blobs.Probe(ctx); err != nil {
		unready = append(unready, "files: cannot be stored now")
	}
	return append(unready, s.jobsWaiting()...)
}

// platformDeps hands the parts to the API.
func (s *Service) platformDeps() api.PlatformDeps {
	return api.PlatformDeps{Jobs: s.jobs.commands, Blobs: s.Blobs, Notifications: s.Notifications, LinkDeps: s.linkDeps()}
}
