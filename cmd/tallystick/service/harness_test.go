package service_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/reactors/sandbox"
)

// world is a running service with two tenants, one principal a role.
type world struct {
	*service.Service
	base   string
	tenant string // "" = populate makes one
	other  string
	keys   map[string]string // role → API key; other_owner; site_viewer: an admin with site 1 only
	ids    map[string]string // role → principal id
	drop   func()            // its database, of one that newWorldOf has made
}

var shared struct {
	once sync.Once
	w    *world
	err  error
}

// sharedWorld is one service for all tests that do not stop its stores.
func sharedWorld(t *testing.T) *world {
	t.Helper()
	shared.once.Do(func() { shared.w, shared.err = newWorld(os.TempDir(), nil) })
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.w
}

// kept is the contract that all worlds keep.
var kept struct {
	once sync.Once
	*apiContract
}

func (w *world) contract() *apiContract {
	kept.once.Do(func() {
		k, err := newContract(w.API.OpenAPI())
		if err != nil {
			panic(err)
		}
		kept.apiContract = k
	})
	return kept.apiContract
}

func TestMain(m *testing.M) {
	sandbox.Enter()
	if os.Getenv(childDir) != "" {
		runChild()
		return
	}
	sideBySide()
	code := m.Run()
	if kept.apiContract != nil && kept.report() && code == 0 {
		code = 1
	}
	if kept.apiContract != nil && *writeExamples {
		if err := kept.seen.write("../../../http/examples", kept.keeps); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	if shared.w != nil {
		dir := shared.w.Config.DataDir
		shared.w.Close()
		os.RemoveAll(dir)
	}
	if err := cleanTemplates(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

// sideBySide runs twice as many tests at once as there are processors, unless -parallel says
// how many: what these take is mostly waiting, for a store, a timer, or a service that starts.
func sideBySide() {
	flag.Parse()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == "test.parallel" })
	if !said {
		if err := flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0))); err != nil {
			panic(err)
		}
	}
}

// freshWorld is a service of the test's own.
func freshWorld(t *testing.T, change func(*config.Config)) *world {
	t.Helper()
	return freshWorldOf(t, newTenantID(), change)
}

// freshWorldOf is one whose first tenant's id is known before it starts.
func freshWorldOf(t *testing.T, tenant string, change func(*config.Config)) *world {
	t.Helper()
	dir := worldDir(t)
	w, err := newWorldOf(dir, tenant, change)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		w.Close()
		w.drop()
	})
	return w
}

// worldDir is a folder that PostgreSQL's user can reach, which t.TempDir's is
// not; it is gone after the test.
func worldDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "tallystick-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func testConfig(dir string) config.Config {
	tools := os.Getenv("TALLYSTICK_TOOLS_DIR") // what make has unpacked
	c, err := config.Load([]string{
		"TALLYSTICK_TOOLS_DIR=" + tools, "TALLYSTICK_LISTEN=127.0.0.1:0", "TALLYSTICK_OPS_LISTEN=127.0.0.1:0", "TALLYSTICK_DATA_DIR=" + dir,
		"TALLYSTICK_MASTER_KEY=" + strings.Repeat("5a", 32), "TALLYSTICK_QUESTIONS_PER_SECOND=100000", "TALLYSTICK_QUESTION_BURST=100000",
		"TALLYSTICK_CHECKPOINT_KEY=" + testCheckpointKey,
	})
	if err != nil {
		panic(err)
	}
	c.PostgresBinary = os.Getenv("TALLYSTICK_POSTGRES_BIN")
	return c
}

func newWorld(under string, change func(*config.Config)) (*world, error) {
	return newWorldOf(under, newTenantID(), change)
}

func newWorldOf(under, tenant string, change func(*config.Config)) (*world, error) {
	dir, err := os.MkdirTemp(under, "tallystick-test-")
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		return nil, err
	}
	c := testConfig(dir)
	if change != nil {
		change(&c)
	}
	drop, err := seed(&c)
	if err != nil {
		return nil, err
	}
	w := &world{tenant: tenant, keys: map[string]string{}, ids: map[string]string{}, drop: drop}
	if w.Service, err = startService(c); err != nil {
		return nil, err
	}
	w.base = "http://" + w.Addr("api")
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return w, w.populate(ctx)
}

func startService(c config.Config, change ...func(*service.Service)) (*service.Service, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	logs := io.Discard
	if os.Getenv("TEST_LOGS") != "" {
		logs = os.Stderr
	}
	s, err := service.Open(ctx, c, slog.New(slog.NewTextHandler(logs, nil)))
	if err != nil {
		return nil, err
	}
	for _, f := range change {
		f(s)
	}
	if err := s.Serve(ctx); err != nil {
		return nil, err
	}
	if err := s.Ready(ctx); err != nil {
		return nil, err
	}
	return s, awaitReadModels(ctx, s)
}

// awaitReadModels waits for the first leader to make them and to read what a log begins
// with; before that lists answer 503. Those that a test keeps from it stay so.
func awaitReadModels(ctx context.Context, s *service.Service) error {
	for _, p := range s.Runner.Projections {
		for {
			if known, err := s.DB.KnownOrNewer(ctx, p.Name, p.Version); known || ctx.Err() != nil {
				break
			} else if err != nil {
				return err
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	head, _, err := s.Store.Head(ctx)
	for tries := 0; err == nil && tries < 2000; tries++ {
		if reached, err := s.DB.Reached(ctx); err == nil && reached.Commit >= head.Commit {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	return ctx.Err()
}

func newTenantID() string { return act.Compact(uuid.Must(uuid.NewV7())) }

func local(tenant string) commands.Caller {
	return commands.Caller{Tenant: tenant, Principal: "test", Role: access.Owner, Sites: tenancy.Grant{All: true}}
}

func (w *world) populate(ctx context.Context) error {
	t := &commands.Tenancy{Executor: w.Executor, Directory: w.Directory}
	if w.tenant == "" {
		w.tenant = newTenantID()
	}
	w.other = newTenantID()
	for _, id := range []string{w.tenant, w.other} {
		if _, err := t.CreateTenant(ctx, local(id), tenancy.CreateTenant{Name: "Test", TimeZone: "Europe/London"}); err != nil {
			return err
		}
		for range 2 {
			done, err := t.AddSite(ctx, local(id), tenancy.AddSite{Name: "Site"})
			if err != nil {
				return err
			}
			if err := w.Directory.WaitFor(ctx, done.Position); err != nil {
				return err
			}
		}
	}
	everywhere := tenancy.Grant{All: true}
	for _, role := range access.TenantRoles() {
		if err := w.addPrincipal(ctx, string(role), w.tenant, role, everywhere); err != nil {
			return err
		}
	}
	for name, p := range map[string]struct {
		tenant string
		role   access.Role
		sites  tenancy.Grant
	}{
		"other_owner":  {w.other, access.Owner, everywhere},
		"site_2_admin": {w.tenant, access.Admin, tenancy.Grant{Numbers: []int64{2}}},
		"staff":        {tenancy.Platform, access.Staff, tenancy.Grant{}},
		"superuser":    {tenancy.Platform, access.Superuser, tenancy.Grant{}},
		"revoked":      {w.tenant, access.Owner, everywhere},
	} {
		if err := w.addPrincipal(ctx, name, p.tenant, p.role, p.sites); err != nil {
			return err
		}
	}
	id, _ := tenancy.KeyID(w.keys["revoked"])
	done, err := t.RevokeKey(ctx, local(w.tenant), id, tenancy.RevokeKey{Reason: "test"})
	if err != nil {
		return err
	}
	return w.Directory.WaitFor(ctx, done.Position)
}

func (w *world) addPrincipal(ctx context.Context, name, tenant string, role access.Role, sites tenancy.Grant) error {
	t := &commands.Tenancy{Executor: w.Executor, Directory: w.Directory}
	var p commands.Done[tenancy.Principal]
	var err error
	if role.IsStaff() {
		p, err = t.CreateStaff(ctx, local(tenant), tenancy.CreateStaff{Name: name, Role: role})
	} else {
		p, err = t.CreatePrincipal(ctx, local(tenant), tenancy.CreatePrincipal{Name: name, Kind: "person", Role: role, Sites: sites})
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := w.Directory.WaitFor(ctx, p.Position); err != nil {
		return err
	}
	key, token, err := t.IssueKey(ctx, local(tenant), tenancy.IssueKey{Principal: p.ID})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	w.keys[name], w.ids[name] = token, p.ID
	return w.Directory.WaitFor(ctx, key.Position)
}

// reply is a response, read whole.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// field returns a top-level field of a JSON object.
func (r reply) field(t *testing.T, name string) any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(r.body, &v); err != nil {
		t.Fatalf("%s: %v", r.body, err)
	}
	return v[name]
}

// call sends a request as one of the world's keys ("" = none). body is JSON
// text, or a value to encode.
func (w *world) call(t *testing.T, as, method, path string, body any, headers ...string) reply {
	t.Helper()
	r, err := w.try(as, method, path, body, headers...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (w *world) try(as, method, path string, body any, headers ...string) (reply, error) {
	var sent []byte
	switch b := body.(type) {
	case nil:
	case string:
		sent = []byte(b)
	default:
		var err error
		if sent, err = json.Marshal(b); err != nil {
			return reply{}, err
		}
	}
	req, err := http.NewRequest(method, w.base+path, bytes.NewReader(sent))
	if err != nil {
		return reply{}, err
	}
	if as != "" {
		key := w.keys[as]
		if key == "" {
			key = as
		}
		req.Header.Set("Authorization", "Bearer "+key)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return reply{}, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	r := reply{resp.StatusCode, resp.Header, text}
	if err == nil && w.Service != nil { // that of a process of its own has no document here
		w.contract().hold(method, path, sent, r)
	}
	return r, err
}

// must is call that insists on a status.
func (w *world) must(t *testing.T, status int, as, method, path string, body any, headers ...string) reply {
	t.Helper()
	r := w.patient(t, status, as, method, path, body, headers...)
	if r.status != status {
		t.Fatalf("%s %s as %s: %d, want %d: %s", method, path, as, r.status, status, r.body)
	}
	w.opens(t, as, r)
	return r
}

// patient asks again while read models are behind, as it is told to by Retry-After: how long
// they take is not what tests hold.
func (w *world) patient(t *testing.T, status int, as, method, path string, body any, headers ...string) (r reply) {
	t.Helper()
	for range 20 {
		r = w.call(t, as, method, path, body, headers...)
		if r.status == status || r.status != http.StatusServiceUnavailable || r.problem(t).Code != "read_model_behind" {
			return r
		}
		time.Sleep(time.Second)
	}
	return r
}

// opens follows the Location of what was made, as its caller: it stands there, unless
// who may make it may not read it, or it is read in its list alone.
func (w *world) opens(t *testing.T, as string, made reply) {
	t.Helper()
	where := made.header.Get("Location")
	if made.status != http.StatusCreated || where == "" {
		return
	}
	r := w.patient(t, http.StatusOK, as, "GET", where, nil, "X-Min-Log-Position", made.header.Get("X-Log-Position"))
	if r.status != http.StatusOK && r.status != http.StatusForbidden && r.status != http.StatusMethodNotAllowed {
		t.Fatalf("%s was made, and answers %d: %s", where, r.status, r.body)
	}
}
