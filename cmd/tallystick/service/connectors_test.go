package service_test

import (
	"crypto/ed25519"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
)

// filesServer is an SFTP server for u with password p.
func filesServer(t *testing.T) (address net.Addr, fingerprint, folder string) {
	t.Helper()
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	conf := &ssh.ServerConfig{PasswordCallback: func(c ssh.ConnMetadata, p []byte) (*ssh.Permissions, error) {
		if c.User() != "u" || string(p) != "p" {
			return nil, os.ErrPermission
		}
		return nil, nil
	}}
	conf.AddHostKey(key)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	folder = t.TempDir()
	serve := func(c net.Conn) {
		_, channels, requests, err := ssh.NewServerConn(c, conf)
		if err != nil {
			return
		}
		go ssh.DiscardRequests(requests)
		for n := range channels {
			ch, asked, err := n.Accept()
			if err != nil {
				return
			}
			go func() {
				for r := range asked {
					r.Reply(r.Type == "subsystem", nil)
				}
			}()
			if s, err := sftp.NewServer(ch, sftp.WithServerWorkingDirectory(folder)); err == nil {
				s.Serve()
				s.Close()
			}
		}
	}
	go func() {
		for c, err := l.Accept(); err == nil; c, err = l.Accept() {
			go serve(c)
		}
	}()
	return l.Addr(), ssh.FingerprintSHA256(key.PublicKey()), folder
}

// A completed export is sent by a connector once, with a secret that the operator has
// configured; what stands against it is said at once, and each attempt is in the
// history.
func TestAConnector(t *testing.T) {
	t.Parallel()
	address, key, folder := filesServer(t)
	port := strconv.Itoa(address.(*net.TCPAddr).Port)
	tenant := newTenantID()
	w := freshWorldOf(t, tenant, func(c *config.Config) {
		c.FetchNetworks, c.FetchPorts = "127.0.0.0/8", port
		c.ConnectorSecrets = `[{"tenant":"` + tenant + `","name":"files","host":"` + address.String() + `","user":"u","secret":"p"}]`
	})
	w.openBooks(t, 1)
	posted := w.post(t, w.propose(t, 1, purchase("2026-03-04", "100.00", "19.00", "119.00")))
	w.must(t, 200, "auditor", "GET", "/api/ledger/trial-balance/?site=1", nil, at(posted)...)
	list := "/api/accounting-feeds/connectors/"
	plan := func(url, ref, more string) string {
		return `{"kind":"sftp","direction":"out","url":"` + url + `","secret_ref":"` + ref + `","settings":{"host_key":"` + key + `","folder":"in"}` + more + `}`
	}
	here := "sftp://" + address.String()
	w.must(t, 403, "bookkeeper", "POST", list, plan(here, "files", ""))
	w.must(t, 400, "owner", "POST", list, plan("sftp://u:p@"+address.String(), "files", ""))
	w.must(t, 400, "owner", "POST", list, plan(here, "files", `,"password":"p"`))
	if got := w.must(t, 422, "owner", "POST", list, plan("sftp://10.0.0.1", "files", "")); !strings.Contains(string(got.body), "address_not_allowed") {
		t.Errorf("%s", got.body)
	}
	made := w.must(t, 201, "owner", "POST", list, plan(here, "files", ""), "Idempotency-Key", "c")
	if again := w.must(t, 201, "owner", "POST", list, plan(here, "files", ""), "Idempotency-Key", "c"); again.field(t, "id") != made.field(t,
		"id") {
		t.Errorf("%s", again.body)
	}
	if made.field(t, "secret_configured") != true || strings.Contains(string(made.body), `"p"`) {
		t.Errorf("%s", made.body)
	}
	one := list + made.field(t, "id").(string) + "/"
	w.must(t, 404, "other_owner", "GET", one, nil)
	w.must(t, 200, "owner", "PATCH", one, plan(here, "unknown", `,"disabled":true`))

	export := w.must(t, 202, "owner", "POST", "/api/accounting-feeds/exports/?site=1", `{"format":"csv","from":"2026-01-01","to":"2026-12-31","provisional":true}`)
	sync := "/api/accounting-feeds/exports/" + export.field(t, "id").(string) + "/sync/"
	body := `{"connector_id":"` + made.field(t, "id").(string) + `"}`
	w.finished(t, "owner", export.field(t, "status_url").(string))
	blocked := w.must(t, 422, "owner", "POST", sync, body)
	for _, code := range []string{"connector_disabled", "secret_missing"} {
		if !strings.Contains(string(blocked.body), code) {
			t.Errorf("%s is not among %s", code, blocked.body)
		}
	}
	w.must(t, 200, "owner", "PATCH", one, plan(here, "files", ""))
	w.must(t, 400, "owner", "POST", sync, `{"connector_id":"x"}`)
	w.must(t, 404, "owner", "POST", sync, `{"connector_id":"`+strings.Repeat("0", 32)+`"}`)
	w.must(t, 404, "other_owner", "POST", sync, body)
	queued := w.must(t, 202, "owner", "POST", sync, body)
	if job := w.finished(t, "owner", queued.field(t, "status_url").(string)); job["status"] != "succeeded" {
		t.Fatalf("%v", job)
	}
	sent, err := os.ReadFile(filepath.Join(folder, "in", queued.field(t, "name").(string)))
	file := w.must(t, 200, "owner", "GET", strings.Replace(sync, "/sync/", "/download/", 1), nil)
	if err != nil || string(sent) != string(file.body) {
		t.Errorf("%q %v", sent, err)
	}
	w.must(t, 409, "owner", "POST", sync, body)
	history := w.must(t, 200, "auditor", "GET", "/api/accounting-feeds/sync-attempts/?status=succeeded&sync_id="+queued.field(t,
		"id").(string), nil)
	if history.field(t, "count").(float64) != 1 {
		t.Errorf("%s", history.body)
	}
	w.checkScheduledSync(t, made.field(t, "id").(string), folder)
	w.must(t, 204, "owner", "DELETE", one, nil)
	w.must(t, 404, "owner", "GET", one, nil)
}

// checkScheduledSync has a schedule's export sent by the connector that it names, without
// anybody asking; whoever may not send may not have it sent.
func (w *world) checkScheduledSync(t *testing.T, connector, folder string) {
	t.Helper()
	const list = "/api/accounting-feeds/schedules/"
	plan := func(id string) string {
		return `{"format":"csv","rule":{"every":"month","day":3,"time_zone":"Europe/Berlin"},"provisional":true,"connector_id":"` + id + `"}`
	}
	w.must(t, 400, "owner", "POST", list+"?site=1", plan("x"))
	if r := w.must(t, 400, "owner", "POST", list+"?site=1", plan(strings.Repeat("0", 32))); !strings.Contains(string(r.body), "connector_id") {
		t.Errorf("%s", r.body)
	}
	w.must(t, 403, "tax_manager", "POST", list+"?site=1", plan(connector))
	one := list + w.must(t, 201, "owner", "POST", list+"?site=1", plan(connector)).field(t, "id").(string) + "/"
	w.must(t, 403, "tax_manager", "POST", one+"run/", nil)
	run := w.must(t, 202, "owner", "POST", one+"run/", nil)
	id := run.field(t, "id").(string)
	eventually(t, "the export to be sent", func() bool {
		sent, err := filepath.Glob(filepath.Join(folder, "in", id+"-*"))
		return err == nil && len(sent) == 1
	})
	eventually(t, "the attempt to be listed", func() bool {
		return w.must(t, 200, "auditor", "GET", "/api/accounting-feeds/sync-attempts/?status=succeeded&export_id="+id, nil).field(t, "count") == 1.0
	})
	w.must(t, 204, "owner", "DELETE", one, nil)
}
