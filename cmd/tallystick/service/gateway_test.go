package service_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"io"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/domain/tenancy"
)

// selfSigned writes a certificate of 127.0.0.1 and its key.
func selfSigned(t *testing.T) (cert, key string) {
	t.Helper()
	private, err1 := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	certDER, err2 := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	keyDER, err3 := x509.MarshalPKCS8PrivateKey(private)
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	err4 := os.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certDER}), 0o600)
	err5 := os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER}), 0o600)
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		t.Fatal(err)
	}
	return cert, key
}

// TestGateway reads the log of a running service with the official client and
// API keys.
func TestGateway(t *testing.T) {
	t.Parallel()
	cert, key := selfSigned(t)
	w := freshWorld(t, func(c *config.Config) {
		c.GatewayListen, c.GatewayCert, c.GatewayKey = "127.0.0.1:0", cert, key
	})
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	client := func(as string) *esdb.Client {
		conf, err := esdb.ParseConnectionString("esdb://" + w.Addr("gateway") + "?tls=true&tlsCAFile=" + cert)
		if err != nil {
			t.Fatal(err)
		}
		conf.Username, conf.Password, conf.Logger = w.tenant, w.keys[as], esdb.NoopLogging()
		c, err := esdb.NewClient(conf)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	read := func(as string) (streams string, err error) {
		s, err := client(as).ReadAll(ctx, esdb.ReadAllOptions{}, 10000)
		if err != nil {
			return "", err
		}
		defer s.Close()
		for {
			e, err := s.Recv()
			if errors.Is(err, io.EOF) {
				return streams, nil
			}
			if err != nil {
				return streams, err
			}
			if strings.Contains(string(e.Event.Data), "A client's name") {
				t.Errorf("%s holds personal data", e.Event.StreamID)
			}
			streams += e.Event.StreamID + "\n"
		}
	}
	opened := w.must(t, 201, "owner", "POST", "/api/cases/?site=1", map[string]any{"title": "Seen", "client": "A client's name"})
	own := "case-" + w.tenant + "-" + opened.field(t, "id").(string)
	for as, sees := range map[string]bool{"auditor": true, "site_2_admin": false, "other_owner": false} {
		streams, err := read(as)
		if err != nil || streams == "" || strings.Contains(streams, own) != sees || strings.Contains(streams, "audit-") {
			t.Errorf("%s: %v, %q", as, err, streams)
		}
		if strings.Contains(streams, w.other) == sees && as != "site_2_admin" {
			t.Errorf("%s reads another tenant's streams: %q", as, streams)
		}
	}
	for as, want := range map[string]codes.Code{"viewer": codes.PermissionDenied, "staff": codes.PermissionDenied,
		"revoked": codes.Unauthenticated} {
		_, err := read(as)
		var e *esdb.Error
		if !errors.As(err, &e) || status.Code(e.Err()) != want {
			t.Errorf("%s: %v", as, err)
		}
	}
	eventually(t, "the calls to stand in the audit trail", func() bool {
		r := w.must(t, 200, "owner", "GET", "/api/audit/?operation=gateway.read&limit=100", nil)
		return strings.Contains(string(r.body), "stream_started") && strings.Contains(string(r.body), "stream_ended") &&
			strings.Contains(string(r.body), "role_forbidden")
	})
	sub, err := client("auditor").SubscribeToAll(ctx, esdb.SubscribeToAllOptions{From: esdb.End{}})
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	id, _ := tenancy.KeyID(w.keys["auditor"])
	w.must(t, 204, "owner", "DELETE", "/api/keys/"+id+"/", nil)
	for {
		e := sub.Recv()
		if e.SubscriptionDropped == nil {
			continue
		}
		if status.Code(e.SubscriptionDropped.Error) != codes.Unauthenticated {
			t.Errorf("dropped with %v", e.SubscriptionDropped.Error)
		}
		return
	}
}

// A gateway without TLS would show keys to the network.
func TestGatewayNeedsACertificate(t *testing.T) {
	c := testConfig(t.TempDir())
	c.GatewayListen = "127.0.0.1:0"
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	s, err := service.Open(ctx, c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Serve(ctx); err == nil || !strings.Contains(err.Error(), "TALLYSTICK_GATEWAY_TLS_CERT") {
		t.Errorf("served without a certificate: %v", err)
	}
}
