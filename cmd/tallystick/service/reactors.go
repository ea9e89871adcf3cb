package service

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/reactors"
)

// startReactors begins the work that follows events.
func (s *Service) startReactors(ctx context.Context) error {
	forgotten := prometheus.NewCounter(prometheus.CounterOpts{
		Name: "tallystick_forgotten_subjects_total", Help: "Subjects whose key was found or made destroyed since the start."})
	s.Metrics.Registry.MustRegister(forgotten)
	forgetter := &reactors.Forgetter{Log: s.Log, Vault: s.Vault, Files: []reactors.Files{s.Blobs, s.spool}, Logger: s.Logger,
		Destroyed: forgotten.Inc}
	s.whenPrepared(ctx, func() { forgetter.Run(ctx) })
	return s.startForwarding(ctx)
}

// whenPrepared runs f once the database is there, until ctx ends.
func (s *Service) whenPrepared(ctx context.Context, f func()) {
	s.run(func() {
		select {
		case <-s.prepared:
			f()
		case <-ctx.Done():
		}
	})
}

// madeEvery is how soon work begins on read models that have just been made.
const madeEvery = 50 * time.Millisecond

// whenMade runs f once the read models of projections are there, until ctx ends.
func (s *Service) whenMade(ctx context.Context, f func(), projections ...string) {
	s.whenPrepared(ctx, func() {
		for ctx.Err() == nil {
			if unmade, err := s.DB.Unmade(ctx, projections...); err == nil && len(unmade) == 0 {
				f()
				return
			}
			sleep(ctx, madeEvery)
		}
	})
}

func (s *Service) startForwarding(ctx context.Context) error {
	if s.Config.ForwardURL == "" {
		return nil
	}
	prefixes, err := forwardPrefixes(s.Config.ForwardOnly)
	if err != nil {
		return err
	}
	broker, err := reactors.OpenBroker(s.Config.ForwardURL, s.Config.ForwardTopic)
	if err != nil {
		return fmt.Errorf("TALLYSTICK_FORWARD_URL: %w", err)
	}
	m := newForwardMetrics(s.Metrics.Registry)
	f := &reactors.Forwarder{
		Source: s.Log, Positions: s.DB, Broker: broker, Prefixes: prefixes, Logger: s.Logger,
		Observe: func(n int, lag time.Duration) {
			m.events.Add(float64(n))
			m.lag.Set(lag.Seconds())
		},
		Failed: m.failures.Inc, PassedOver: m.passedOver.Inc,
	}
	s.run(func() {
		<-ctx.Done()
		broker.Close() // ends a publication that waits for the broker
	})
	s.whenPrepared(ctx, func() { f.Run(ctx) })
	return nil
}

// forwardPrefixes of the categories asked for; all but the audit's otherwise.
func forwardPrefixes(asked string) ([]string, error) {
	known := eventstore.Registry.Categories()
	var prefixes []string
	if asked == "" {
		for _, c := range known {
			if c != audit.Category.Name {
				prefixes = append(prefixes, c+"-")
			}
		}
		return prefixes, nil
	}
	for _, c := range strings.Split(asked, ",") {
		if c = strings.TrimSpace(c); !slices.Contains(known, c) {
			return nil, fmt.Errorf("TALLYSTICK_FORWARD_CATEGORIES: no category %q; there are %s", c, strings.Join(known, ", "))
		}
		prefixes = append(prefixes, c+"-")
	}
	return prefixes, nil
}

type forwardMetrics struct {
	events, failures, passedOver prometheus.Counter
	lag                          prometheus.Gauge
}

func newForwardMetrics(r prometheus.Registerer) forwardMetrics {
	m := forwardMetrics{
		events: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "tallystick_forwarded_events_total", Help: "Events that the broker has acknowledged."}),
		failures: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "tallystick_forward_failures_total", Help: "Publications that failed and were tried again."}),
		passedOver: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "tallystick_forward_passed_over_total", Help: "Events of damaged streams, which the service did not write and does not forward."}),
		lag: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "tallystick_forward_lag_seconds", Help: "Age of the last event when the broker had acknowledged it."}),
	}
	r.MustRegister(m.events, m.failures, m.passedOver, m.lag)
	return m
}
