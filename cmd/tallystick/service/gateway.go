package service

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/gateway"
	"github.com/tallystick/tallystick/projections/directory"
)

// listenGateway starts the read-only EventStoreDB gateway, where there is one.
func (s *Service) listenGateway(recorder *commands.Recorder) error {
	c := s.Config
	if c.GatewayListen == "" {
		return nil
	}
	if c.GatewayCert == "" {
		return errors.New("TALLYSTICK_GATEWAY_LISTEN: needs TALLYSTICK_GATEWAY_TLS_CERT and TALLYSTICK_GATEWAY_TLS_KEY, for API keys travel over it")
	}
	certificate, err := tls.LoadX509KeyPair(c.GatewayCert, c.GatewayKey)
	if err != nil {
		return fmt.Errorf("TALLYSTICK_GATEWAY_TLS_CERT: %w", err)
	}
	l, err := net.Listen("tcp", c.GatewayListen)
	if err != nil {
		return fmt.Errorf("TALLYSTICK_GATEWAY_LISTEN: %w", err)
	}
	s.addr["gateway"] = l.Addr().String()
	s.gateway = gateway.New(gateway.Options{
		Store: s.Store, Categories: eventstore.Registry.Categories(), AuditTypes: eventstore.Registry.Types(audit.Category.Name),
		Directory: keyholders{s.Directory}, Recorder: recorder, Logger: s.Logger, Now: time.Now, Node: c.NodeName,
		Observer: newGatewayMetrics(s.Metrics.Registry),
		TLS:      &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12},
	})
	s.run(func() {
		if err := s.gateway.Serve(l); err != nil {
			s.Logger.Error("listener ended", "listener", "gateway", "error", err)
		}
	})
	return nil
}

// gatewayMetrics is what Prometheus is told of the gateway.
type gatewayMetrics struct {
	connections   prometheus.Gauge
	running       *prometheus.GaugeVec
	calls         *prometheus.CounterVec
	events, bytes *prometheus.CounterVec
	refused       *prometheus.CounterVec
	fellBehind    prometheus.Counter
}

func newGatewayMetrics(r prometheus.Registerer) *gatewayMetrics {
	counters := func(name, help, label string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, []string{label})
	}
	m := &gatewayMetrics{
		connections: prometheus.NewGauge(prometheus.GaugeOpts{Name: "tallystick_gateway_connections", Help: "Connections to the gateway."}),
		running: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "tallystick_gateway_running", Help: "Calls of the gateway that run, by kind: read, subscription."}, []string{"kind"}),
		calls:   counters("tallystick_gateway_calls_total", "Calls of the gateway that began, by kind.", "kind"),
		events:  counters("tallystick_gateway_events_total", "Events sent by the gateway, by kind of call.", "kind"),
		bytes:   counters("tallystick_gateway_bytes_total", "Bytes of messages sent by the gateway, by kind of call.", "kind"),
		refused: counters("tallystick_gateway_refusals_total", "Calls of the gateway that were refused, or ended, by code.", "code"),
		fellBehind: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "tallystick_gateway_fell_behind_total", Help: "Live subscriptions of the gateway whose reader did not keep up."}),
	}
	r.MustRegister(m.connections, m.running, m.calls, m.events, m.bytes, m.refused, m.fellBehind)
	return m
}

// The methods are those of gateway.Observer.

func (m *gatewayMetrics) Connections(change int) { m.connections.Add(float64(change)) }
func (m *gatewayMetrics) Running(kind string, change int) {
	m.running.WithLabelValues(kind).Add(float64(change))
	if change > 0 {
		m.calls.WithLabelValues(kind).Inc()
	}
}
func (m *gatewayMetrics) Sent(kind string, events, bytes int) {
	m.events.WithLabelValues(kind).Add(float64(events))
	m.bytes.WithLabelValues(kind).Add(float64(bytes))
}
func (m *gatewayMetrics) Refused(code string) { m.refused.WithLabelValues(code).Inc() }
func (m *gatewayMetrics) FellBehind()         { m.fellBehind.Inc() }

// keyholders is the directory as the gateway asks it.
type keyholders struct{ *directory.Directory }

func (k keyholders) Authenticate(token string, now time.Time) (tenancy.Key, tenancy.Principal, string) {
	key, principal, refusal := k.Directory.Authenticate(token, now)
	return key, principal, string(refusal)
}
