package service

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"time"

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
		TLS: &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12},
	})
	s.run(func() {
		if err := s.gateway.Serve(l); err != nil {
			s.Logger.Error("listener ended", "listener", "gateway", "error", err)
		}
	})
	return nil
}

// keyholders is the directory as the gateway asks it.
type keyholders struct{ *directory.Directory }

func (k keyholders) Authenticate(token string, now time.Time) (tenancy.Key, tenancy.Principal, string) {
	key, principal, refusal := k.Directory.Authenticate(token, now)
	return key, principal, string(refusal)
}
