package service

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/projections/follow"
	"github.com/tallystick/tallystick/reactors/jobs"
)

// jobParts is this node's part of the background work. Groups add their
// handlers when they open; the work begins once all have.
type jobParts struct {
	commands *commands.Jobs
	handlers map[job.Kind]jobs.Handler
	wake     chan struct{}
}

func (s *Service) openJobs(c config.Config) {
	s.jobs = jobParts{
		commands: &commands.Jobs{Executor: s.Executor, Node: c.NodeName},
		handlers: map[job.Kind]jobs.Handler{},
		wake:     make(chan struct{}, 1),
	}
	s.Runner.Opened = func() {
		select {
		case s.jobs.wake <- struct{}{}:
		default: // it will look
		}
	}
}

// Works has this node do the work of a kind of job.
func (s *Service) Works(kind job.Kind, h jobs.Handler) { s.jobs.handlers[kind] = h }

func (s *Service) startJobs(ctx context.Context) {
	took := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "tallystick_job_seconds", Help: "How long a node worked on a job, by how that ended.",
		Buckets: prometheus.ExponentialBuckets(0.01, 4, 9),
	}, []string{"kind", "outcome"})
	s.Metrics.Registry.MustRegister(took)
	w := &jobs.Worker{
		Jobs: s.jobs.commands, Queue: s.DB, Handlers: s.jobs.handlers, Logger: s.Logger, Wake: s.jobs.wake,
		Known: s.memories().WaitFor,
		Observe: func(kind job.Kind, outcome string, d time.Duration) {
			took.WithLabelValues(string(kind), outcome).Observe(d.Seconds())
		},
	}
	if len(w.Handlers) > 0 {
		s.whenMade(ctx, func() { w.Run(ctx) }, "jobs")
	}
}

// jobsWaiting names the kinds of work that cannot be done on this node.
func (s *Service) jobsWaiting() (why []string) {
	for _, kind := range slices.Sorted(maps.Keys(s.jobs.handlers)) {
		if h := s.jobs.handlers[kind]; h.Waits != nil {
			if reason := h.Waits(); reason != "" {
				why = append(why, "jobs "+string(kind)+": "+reason)
			}
		}
	}
	return why
}

// memories are all projections that this node keeps in memory.
func (s *Service) memories() follow.All {
	return follow.All{s.Directory, s.TaxBook, s.LedgerBook, s.LawBook, s.WatchBook, s.CorpusBook}
}
