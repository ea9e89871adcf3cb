package service

import (
	"context"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/reactors/schedules"
)

// startSchedules has this node see to what recurs. Groups set schedules by
// s.Schedules and work on the jobs that they open, which they declare by s.Works.
func (s *Service) startSchedules(ctx context.Context) {
	clock := &schedules.Clock{Due: s.DB, Firer: s.Schedules, Now: s.Executor.Now, Logger: s.Logger}
	s.whenMade(ctx, func() { clock.Run(ctx) }, "schedules")
}

func (s *Service) openSchedules() {
	s.Schedules = &commands.Schedules{Executor: s.Executor, Directory: s.Directory}
}
