package service

import (
	"context"
	"slices"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
)

// openGroups makes the parts of every group; each stands in the file that
// bears its name.
func (s *Service) openGroups(c config.Config) error {
	for _, open := range []func(config.Config) error{s.openPlatform, s.openDocuments, s.openBooks, s.openInvoicing, s.openKnowledge} {
		if err := open(c); err != nil {
			return err
		}
	}
	return nil
}

// startGroups begins what runs beside the API.
func (s *Service) startGroups(ctx context.Context) error {
	s.Metrics.Registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "tallystick_projections_failing", Help: "Projections that are put alone; /readyz names them.",
	}, func() float64 { return float64(len(s.Runner.Failing())) }))
	for _, start := range []func(context.Context) error{s.startPlatform, s.startDocuments, s.startBooks, s.startInvoicing, s.startKnowledge} {
		if err := start(ctx); err != nil {
			return err
		}
	}
	return nil
}

// groupsUnready names what of any group is not ready.
func (s *Service) groupsUnready(ctx context.Context) []string {
	return slices.Concat(s.platformUnready(ctx), s.documentsUnready(ctx), s.booksUnready(ctx), s.invoicingUnready(ctx),
		s.knowledgeUnready(ctx))
}
