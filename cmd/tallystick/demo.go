package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
)

// demoFacts is data/demo.json: what scripts need to try the service.
type demoFacts struct {
	BaseURL  string `json:"base_url"`
	OpsURL   string `json:"ops_url"`
	EventLog string `json:"event_log"`
	// Gateway takes any of the keys that may read events as a password; GatewayCA
	// is the file of the certificate to trust.
	Gateway   string            `json:"gateway"`
	GatewayCA string            `json:"gateway_ca"`
	Tenant    string            `json:"tenant"`
	Keys      map[string]string `json:"keys"` // by role; staff, superuser, other_tenant
}

const (
	demoFile = "demo.json"
	keyFile  = "master.key"
)

func demoMasterKey(dataDir string) (string, error) {
	key, err := os.ReadFile(filepath.Join(dataDir, keyFile))
	return strings.TrimSpace(string(key)), err
}

// prepareDemo marks a fresh directory as a demo's and draws its master key.
func prepareDemo(dataDir string) error {
	if isDemo(dataDir) {
		return nil
	}
	if entries, err := os.ReadDir(dataDir); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty and not a demo's; name another in TALLYSTICK_DATA_DIR", dataDir)
	}
	if err := os.MkdirAll(dataDir, 0o755); err != nil {
		return err
	}
	key := make([]byte, 32)
	rand.Read(key) // never fails
	if err := os.WriteFile(filepath.Join(dataDir, keyFile), []byte(hex.EncodeToString(key)+"\n"), 0o600); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dataDir, demoMark), []byte("A demo's data. Its keys lie in "+demoFile+".\n"), 0o644)
}

func demo(ctx context.Context, _ []string, out io.Writer) error {
	c, err := config.Load(os.Environ())
	if err != nil {
		return err
	}
	if err := errors.Join(prepareDemo(c.DataDir), alone(c)); err != nil {
		return err
	}
	if c.MasterKey, err = demoMasterKey(c.DataDir); err != nil {
		return err
	}
	if c.CheckpointKey == "" {
		if c.CheckpointKey, err = demoCheckpointKey(c.DataDir); err != nil {
			return err
		}
	}
	if c.LogListen == "" {
		c.LogListen = "127.0.0.1:2113"
	}
	if c.GatewayListen == "" {
		c.GatewayListen = "127.0.0.1:2114"
	}
	if err := freePorts(&c, out); err != nil {
		return err
	}
	if c.GatewayCert == "" {
		if c.GatewayCert, c.GatewayKey, err = demoCertificate(c.DataDir, time.Now()); err != nil {
			return err
		}
	}
	if os.Getenv("TALLYSTICK_LOG_LEVEL") == "" {
		c.LogLevel = "warn"
	}
	setGCPercent(gcPercentStart)
	go boundMemory(ctx)
	s, err := service.Open(ctx, c, logger(c))
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.Serve(ctx); err != nil {
		return err
	}
	if err := s.ReadModelsReady(ctx, func(waits string) { fmt.Fprintln(os.Stderr, "waiting:", waits) }); err != nil {
		return err
	}
	go readLaw(s.Logger)
	facts, err := seed(ctx, s, filepath.Join(c.DataDir, demoFile))
	if err != nil {
		return fmt.Errorf("seed the demo: %w", err)
	}
	printDemo(out, facts, filepath.Join(c.DataDir, demoFile))
	<-ctx.Done()
	return nil
}

// seed makes the demo's tenants, sites, principals and keys, or takes those
// that an earlier run made.
func seed(ctx context.Context, s *service.Service, path string) (demoFacts, error) {
	var facts demoFacts
	text, err := os.ReadFile(path)
	if err == nil {
		if err := json.Unmarshal(text, &facts); err != nil {
			return facts, fmt.Errorf("%s: %w", path, err)
		}
	} else if !errors.Is(err, os.ErrNotExist) {
		return facts, err
	}
	if facts.Keys == nil {
		if facts.Tenant, facts.Keys, err = seedTenants(ctx, s); err != nil {
			return facts, err
		}
	}
	scheme := "http://"
	if s.Config.TLSCert != "" {
		scheme = "https://"
	}
	facts.BaseURL, facts.OpsURL = scheme+s.Addr("api"), "http://"+s.Addr("ops")
	facts.EventLog = "esdb://" + s.Addr("log") + "?tls=false"
	if s.Config.EventStoreURL != "" {
		facts.EventLog = eventstore.Redacted(s.Config.EventStoreURL)
	}
	if facts.GatewayCA, err = filepath.Abs(s.Config.GatewayCert); err != nil {
		return facts, err
	}
	facts.Gateway = "esdb://" + s.Addr("gateway") + "?tls=true&tlsCAFile=" + strings.ReplaceAll(url.QueryEscape(facts.GatewayCA), "%2F", "/")
	if text, err = json.MarshalIndent(facts, "", "  "); err != nil {
		return facts, err
	}
	return facts, writeAtomically(path, append(text, '\n'))
}

// writeAtomically never leaves half a file of keys behind.
func writeAtomically(path string, content []byte) error {
	temp := path + ".new"
	if err := os.WriteFile(temp, content, 0o600); err != nil {
		return err
	}
	return os.Rename(temp, path)
}

func seedTenants(ctx context.Context, s *service.Service) (tenant string, keys map[string]string, err error) {
	keys = map[string]string{}
	seeder := seeder{ctx: ctx, service: s, tenancy: &commands.Tenancy{Executor: s.Executor, Directory: s.Directory}}
	tenant = seeder.tenant("Demo & Partners", "Europe/London", "London office", "Edinburgh office")
	for _, role := range access.TenantRoles() {
		keys[string(role)] = seeder.principal(tenant, role)
	}
	keys["other_tenant"] = seeder.principal(seeder.tenant("Another Firm", "Europe/Dublin"), access.Owner)
	for _, role := range []access.Role{access.Staff, access.Superuser} {
		keys[string(role)] = seeder.principal(tenancy.Platform, role)
	}
	return tenant, keys, seeder.err
}

// seeder stops at the first error.
type seeder struct {
	ctx     context.Context
	service *service.Service
	tenancy *commands.Tenancy
	err     error
}

// local is the caller of the command line: an owner of the tenant it works on,
// recorded as "commandline".
func local(tenant string) commands.Caller {
	return commands.Caller{Tenant: tenant, Principal: "commandline", Role: access.Owner, Sites: tenancy.Grant{All: true},
		Request: "commandline"}
}

func (x *seeder) tenant(name, zone string, sites ...string) string {
	id := newID()
	if x.err != nil {
		return id
	}
	done, err := x.tenancy.CreateTenant(x.ctx, local(id), tenancy.CreateTenant{Name: name, TimeZone: zone})
	x.err = errors.Join(err, x.service.Directory.WaitFor(x.ctx, done.Position))
	for _, site := range sites {
		if x.err == nil {
			done, err := x.tenancy.AddSite(x.ctx, local(id), tenancy.AddSite{Name: site})
			x.err = errors.Join(err, x.service.Directory.WaitFor(x.ctx, done.Position))
		}
	}
	return id
}

func (x *seeder) principal(tenant string, role access.Role) (token string) {
	if x.err != nil {
		return ""
	}
	token, _, x.err = makePrincipal(x.ctx, x.service, tenant, "Demo "+string(role), role)
	return token
}

// makePrincipal creates a principal with one key and returns the key.
func makePrincipal(ctx context.Context, s *service.Service, tenant, name string, role access.Role) (token, id string, err error) {
	t := &commands.Tenancy{Executor: s.Executor, Directory: s.Directory}
	var p commands.Done[tenancy.Principal]
	if role.IsStaff() {
		p, err = t.CreateStaff(ctx, local(tenant), tenancy.CreateStaff{Name: name, Role: role})
	} else {
		p, err = t.CreatePrincipal(ctx, local(tenant), tenancy.CreatePrincipal{Name: name, Kind: "person", Role: role,
			Sites: tenancy.Grant{All: true}})
	}
	if err != nil {
		return "", "", err
	}
	if err := s.Directory.WaitFor(ctx, p.Position); err != nil {
		return "", "", err
	}
	key, token, err := t.IssueKey(ctx, local(tenant), tenancy.IssueKey{Principal: p.ID, Label: "first key"})
	if err != nil {
		return "", "", err
	}
	return token, p.ID, s.Directory.WaitFor(ctx, key.Position)
}

func printDemo(out io.Writer, f demoFacts, path string) {
	fmt.Fprintf(out, `Tallystick is running.

  API         %[1]s
  Reference   %[2]s/docs/
  Event log   %[3]s
  Gateway     %[6]s
              (read-only, a tenant's own events; user: any, password: a key)
  Keys        %[4]s (one per role, staff, superuser, other_tenant)

Try:

  KEY=%[5]s

  curl -s %[1]s/api/v1/tax-assistant/answer -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \
    -d '{"question": "How much income tax do I pay on £60,000 in England in 2025-26?"}'

  curl -s %[1]s/api/tax-assistant/calculate/income/ -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \
    -d '{"jurisdiction": "GB", "tax_year": "2025-26", "income": "60000.00", "sub_region": "scotland", "explain": true}'

  curl -sN '%[1]s/api/events/?follow=false' -H "Authorization: Bearer $KEY"

Stop with Ctrl-C; the next run continues on the same data.
`, f.BaseURL, f.OpsURL, f.EventLog, path, f.Keys["owner"], f.Gateway)
}
