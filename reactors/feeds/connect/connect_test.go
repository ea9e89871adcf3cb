package connect

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/commands/fetchguard"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/reactors/jobs"
)

// Servers of these tests have one certificate, which is trusted before anything asks
// for the system's.
func TestMain(m *testing.M) {
	s := httptest.NewUnstartedServer(nil)
	s.StartTLS()
	dir, err := os.MkdirTemp("", "connect-test-")
	if err != nil {
		panic(err)
	}
	path := filepath.Join(dir, "ca.pem")
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}), 0o600); err != nil {
		panic(err)
	}
	s.Close()
	os.Setenv("SSL_CERT_FILE", path)
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

const (
	tenant  = "00000000000000000000000000000001"
	content = "number;amount\r\n1;10.00\r\n"
)

// memory is the log of one sync, and the file that it sends.
type memory struct {
	sync.Mutex
	sending commands.Sending
	steps   map[string]bool
	events  []event.Payload
	now     time.Time
}

func (m *memory) ReadSync(context.Context, commands.HeldJob, string) (commands.Sending, error) {
	m.Lock()
	defer m.Unlock()
	return m.sending, nil
}

func (m *memory) StepSync(_ context.Context, h commands.HeldJob, _, step string,
	decide func(feeds.Sync, time.Time) []event.Payload) (feeds.Sync, error) {
	m.Lock()
	defer m.Unlock()
	if key := h.ID + step; !m.steps[key] { // the same step is the same command
		m.steps[key] = true
		for _, p := range decide(m.sending.Sync, m.now) {
			m.events = append(m.events, p)
			m.sending.Sync = m.sending.Sync.Evolve(event.Recorded{Stream: "exportsync-t-" + m.sending.ID, Payload: p})
		}
	}
	return m.sending.Sync, nil
}

func (m *memory) Open(context.Context, string, blob.Ref) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader(content)), nil
}

func newMemory(p feeds.ConnectorPlan) *memory {
	const export = "0192aa00000000000000000000000001"
	sum := sha256.Sum256([]byte(content))
	m := &memory{steps: map[string]bool{}, now: time.Unix(1_800_000_000, 0)}
	m.sending.Sync = feeds.Sync{}.Evolve(event.Recorded{Stream: "exportsync-t-1", Payload: feeds.SyncRequested{ExportID: export,
		ConnectorID: "c", Round: 1}})
	m.sending.ID, m.sending.JobID = feeds.SyncID(export, "c"), "job"
	m.sending.Export = feeds.Export{ID: export, Request: feeds.ExportRequested{Format: "csv"},
		Done: &feeds.ExportCompleted{Name: "journal.csv",
			File: blob.Ref{Subject: "export-" + export, SHA256: hex.EncodeToString(sum[:]), Bytes: int64(len(content))}}}
	p.Direction, p.SecretRef = "out", "key"
	m.sending.Connector = feeds.Connector{Planned: feeds.Planned[feeds.ConnectorPlan]{Exists: true, Plan: p}}
	return m
}

// sender may dial this machine at the port of an address, and nothing else of it.
func sender(t *testing.T, m *memory, user, secret string) *Sender {
	t.Helper()
	u, err := url.Parse(m.sending.Connector.Plan.URL)
	if err != nil {
		t.Fatal(err)
	}
	port, _ := strconv.Atoi(u.Port())
	guard := fetchguard.New(fetchguard.Config{Networks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Ports: []int{port},
		Patience: 5 * time.Second})
	return &Sender{Outlets: &Outlets{Guard: guard, Secrets: Secrets{{tenant, "key", m.sending.Connector.Plan.Host(), user, secret}}}, Log: m,
		Files: m,
		Media: commands.ExportMedia}
}

func run(t *testing.T, x *Sender) error {
	t.Helper()
	task := &jobs.Task{RecordID: "1"}
	task.Tenant, task.ID = tenant, "job"
	_, err := x.do(t.Context(), task)
	return err
}

func name(m *memory) string { return m.sending.Export.ID + "-journal.csv" }

// A webhook can tell who sent the file and that it is whole; what it answers decides
// what follows, and no redirect is followed.
func TestWebhook(t *testing.T) {
	var answer int
	var got []*http.Request
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		sum := sha256.Sum256(body)
		if digest := "sha-256=:" + base64.StdEncoding.EncodeToString(sum[:]) + ":"; string(body) != content ||
			r.Header.Get("Content-Digest") != digest {
			t.Errorf("%q under %s", body, r.Header.Get("Content-Digest"))
		}
		got = append(got, r)
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(answer)
	}))
	defer server.Close()
	m := newMemory(feeds.ConnectorPlan{Kind: feeds.Webhook, URL: server.URL + "/in"})
	x := sender(t, m, "", "shared")
	for _, c := range []struct {
		answer int
		status feeds.SyncStatus
	}{{503, feeds.SyncQueued}, {429, feeds.SyncQueued}, {204, feeds.SyncDone}} {
		if answer = c.answer; run(t, x) != nil && m.sending.Status != c.status || m.sending.Status != c.status {
			t.Fatalf("%d: %+v", c.answer, m.sending.Sync)
		}
	}
	if len(got) != 3 || run(t, x) != nil || len(got) != 3 {
		t.Errorf("%d requests", len(got))
	}
	for _, r := range got {
		h := r.Header
		params := strings.TrimPrefix(h.Get("Signature-Input"), "tallystick=")
		mac := hmac.New(sha256.New, []byte("shared"))
		fmt.Fprintf(mac, "\"@method\": POST\n\"@target-uri\": %s/in\n\"content-type\": %s\n\"content-digest\": %s\n\"idempotency-key\": %q\n\"@signature-params\": %s",
			server.URL, h.Get("Content-Type"), h.Get("Content-Digest"), m.sending.ID, params)
		if want := "tallystick=:" + base64.StdEncoding.EncodeToString(mac.Sum(nil)) + ":"; h.Get("Signature") != want || h.Get("Idempotency-Key") != `"`+m.sending.ID+`"` {
			t.Errorf("%v", h)
		}
	}
	for _, final := range []int{302, 400, 404} {
		m = newMemory(m.sending.Connector.Plan)
		x, answer, got = sender(t, m, "", "shared"), final, nil
		if run(t, x); m.sending.Status != feeds.SyncGivenUp || m.sending.Answer != final || len(got) != 1 {
			t.Errorf("%d: %+v, %d requests", final, m.sending.Sync, len(got))
		}
	}
}

// A secret goes nowhere but to its tenant and host; a closed network is not dialled.
func TestWhereSecretsGo(t *testing.T) {
	asked := 0
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	defer server.Close()
	for what, spoil := range map[string]func(x *Sender){
		"another tenant's": func(x *Sender) { x.Secrets[0].Tenant = "2" },
		"another host's":   func(x *Sender) { x.Secrets[0].Host = "example.com" },
		"another name's":   func(x *Sender) { x.Secrets[0].Name = "other" },
		"a closed network": func(x *Sender) { x.Guard = fetchguard.New(fetchguard.Config{Ports: []int{443}}) },
	} {
		m := newMemory(feeds.ConnectorPlan{Kind: feeds.ERPNext, URL: server.URL})
		x := sender(t, m, "u", "s")
		spoil(x)
		if run(t, x); m.sending.Status != feeds.SyncGivenUp || asked != 0 {
			t.Errorf("%s: %+v, %d requests", what, m.sending.Sync, asked)
		}
	}
}

func TestBucket(t *testing.T) {
	backend := s3mem.New()
	if err := backend.CreateBucket("books"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewTLSServer(gofakes3.New(backend).Server())
	defer server.Close()
	m := newMemory(feeds.ConnectorPlan{Kind: feeds.Bucket, URL: server.URL, Settings: feeds.ConnectorSettings{Bucket: "books",
		Folder: "in/2026", Region: "us-east-1"}})
	if err := run(t, sender(t, m, "id", "key")); err != nil || m.sending.Status != feeds.SyncDone {
		t.Fatal(err, m.sending.Sync)
	}
	o, err := backend.GetObject("books", "in/2026/"+name(m), nil)
	if err != nil {
		t.Fatal(err)
	}
	if body, _ := io.ReadAll(o.Contents); string(body) != content {
		t.Errorf("%q", body)
	}
	m = newMemory(m.sending.Connector.Plan)
	m.sending.Connector.Plan.Settings.Bucket = "absent"
	if run(t, sender(t, m, "id", "key")); m.sending.Status != feeds.SyncGivenUp || m.sending.Answer != 404 {
		t.Errorf("%+v", m.sending.Sync)
	}
}

// An ERPNext site gets a private file once: after an attempt that may have arrived it
// is asked first.
func TestERPNext(t *testing.T) {
	kept, lose := map[string]string{}, true
	uploads := 0
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("Authorization") != "token u:s":
			w.WriteHeader(403)
		case r.URL.Path == "/api/resource/File":
			found := `{"data":[]}`
			for name := range kept {
				if strings.Contains(r.URL.Query().Get("filters"), name) {
					found = `{"data":[{"name":"1"}]}`
				}
			}
			io.WriteString(w, found)
		case r.URL.Path == "/api/method/upload_file" && r.FormValue("is_private") == "1":
			file, head, err := r.FormFile("file")
			if err != nil {
				t.Error(err)
				return
			}
			body, _ := io.ReadAll(file)
			kept[head.Filename] = string(body)
			if uploads++; lose {
				lose = false
				panic(http.ErrAbortHandler) // it is kept, and the answer is lost
			}
			io.WriteString(w, `{"message":{"name":"1"}}`)
		default:
			w.WriteHeader(404)
		}
	}))
	defer server.Close()
	server.Config.ErrorLog = nil
	m := newMemory(feeds.ConnectorPlan{Kind: feeds.ERPNext, URL: server.URL})
	x := sender(t, m, "u", "s")
	if run(t, x); m.sending.Status != feeds.SyncQueued || m.sending.Code != "unreachable" {
		t.Fatalf("%+v", m.sending.Sync)
	}
	if err := run(t, x); err != nil || m.sending.Status != feeds.SyncDone || uploads != 1 || kept[name(m)] != content {
		t.Errorf("%v %+v %d uploads of %q", err, m.sending.Sync, uploads, kept)
	}
}

// sshServer serves a folder by SFTP; cut = end the connection once the file is there,
// before it is answered.
func sshServer(t *testing.T, password string) (address, fingerprint, folder string) {
	t.Helper()
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	config := &ssh.ServerConfig{PasswordCallback: func(c ssh.ConnMetadata, given []byte) (*ssh.Permissions, error) {
		if c.User() == "u" && string(given) == password {
			return nil, nil
		}
		return nil, errors.New("no")
	}}
	config.AddHostKey(signer)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	folder = t.TempDir()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go serveSFTP(c, config, folder)
		}
	}()
	return "sftp://" + l.Addr().String(), ssh.FingerprintSHA256(signer.PublicKey()), folder
}

func serveSFTP(c net.Conn, config *ssh.ServerConfig, folder string) {
	_, channels, requests, err := ssh.NewServerConn(c, config)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests)
	for ch := range channels {
		channel, asked, err := ch.Accept()
		if err != nil {
			return
		}
		go func() {
			for r := range asked {
				r.Reply(r.Type == "subsystem", nil)
			}
		}()
		s, err := sftp.NewServer(channel, sftp.WithServerWorkingDirectory(folder))
		if err != nil {
			return
		}
		s.Serve()
		s.Close()
	}
}

// A server is known by its key before the password is said; a file comes whole, under
// the same name again after a crash, and nothing else stays in the folder.
func TestSFTP(t *testing.T) {
	address, key, folder := sshServer(t, "secret")
	plan := feeds.ConnectorPlan{Kind: feeds.SFTP, URL: address, Settings: feeds.ConnectorSettings{Folder: "in", HostKey: key}}
	m := newMemory(plan)
	x := sender(t, m, "u", "secret")
	if err := run(t, x); err != nil || m.sending.Status != feeds.SyncDone {
		t.Fatal(err, m.sending.Sync)
	}
	check := func() {
		t.Helper()
		entries, err := os.ReadDir(filepath.Join(folder, "in"))
		if err != nil || len(entries) != 1 || entries[0].Name() != name(m) {
			t.Fatal(entries, err)
		}
		if body, err := os.ReadFile(filepath.Join(folder, "in", name(m))); err != nil || !bytes.Equal(body, []byte(content)) {
			t.Errorf("%q %v", body, err)
		}
	}
	check()
	// The node died between the sending and its record.
	again := newMemory(plan)
	again.sending.Sync = again.sending.Sync.Evolve(event.Recorded{Payload: feeds.SyncAttempted{Number: 1}})
	if err := run(t, sender(t, again, "u", "secret")); err != nil || again.sending.Status != feeds.SyncDone || !again.sending.Repeated {
		t.Error(err, again.sending.Sync)
	}
	check()
	for code, spoil := range map[string]func(p *feeds.ConnectorPlan, secret *string){
		"host_key_differs": func(p *feeds.ConnectorPlan, _ *string) {
			p.Settings.HostKey = "SHA256:n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg"
		},
		"login_refused":     func(_ *feeds.ConnectorPlan, secret *string) { *secret = "wrong" },
		"secret_unreadable": func(_ *feeds.ConnectorPlan, secret *string) { *secret = "-----BEGIN OPENSSH PRIVATE KEY-----" },
	} {
		p, secret := plan, "secret"
		spoil(&p, &secret)
		m := newMemory(p)
		if run(t, sender(t, m, "u", secret)); m.sending.Status != feeds.SyncGivenUp || m.sending.Code != code {
			t.Errorf("%s: %+v", code, m.sending.Sync)
		}
	}
}

func TestParseSecrets(t *testing.T) {
	if list, err := ParseSecrets(`[{"tenant":"1","name":"a","host":"h.example","secret":"s"}]`); err != nil || len(list) != 1 {
		t.Error(list, err)
	}
	for _, bad := range []string{"x", `[{}]`, `[{"tenant":"1","name":"A","host":"h","secret":"s"}]`, `[{"tenant":"1","name":"a","host":"https://h","secret":"s"}]`,
		`[{"tenant":"1","name":"a","host":"h","secret":"s"},{"tenant":"1","name":"a","host":"h","secret":"t"}]`, `[{"tenant":"1","what":"a"}]`} {
		if _, err := ParseSecrets(bad); err == nil || strings.Contains(err.Error(), `"s"`) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
