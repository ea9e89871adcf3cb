package service_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/blobs"
	"github.com/tallystick/tallystick/eventstore/storetest"
	"github.com/tallystick/tallystick/eventstore/transfer"
)

// openDir is a temporary folder that the database's user can enter.
func openDir(t *testing.T) string {
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

// writers open cases until stop, and return the titles that were acknowledged.
func (w *world) writers(t *testing.T, n int) (acknowledged func() []string, stop func()) {
	t.Helper()
	var mu sync.Mutex
	var titles []string
	var work sync.WaitGroup
	done := make(chan struct{})
	for i := range n {
		work.Add(1)
		go func() {
			defer work.Done()
			for k := 0; ; k++ {
				select {
				case <-done:
					return
				default:
				}
				title := fmt.Sprintf("writer %d case %d", i, k)
				r, err := w.try("owner", "POST", "/api/cases/", map[string]any{"title": title, "client": "Client of " + title})
				if err != nil || r.status != 201 {
					t.Errorf("a write under load: %d %v %s", r.status, err, r.body)
					return
				}
				mu.Lock()
				titles = append(titles, title)
				mu.Unlock()
			}
		}()
	}
	acknowledged = func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(titles)
	}
	return acknowledged, func() {
		close(done)
		work.Wait()
	}
}

// restored is a service over a backup, in a data directory of its own.
func restored(t *testing.T, backup string, change func(*config.Config)) *service.Service {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	m, err := service.ReadManifest(backup)
	if err != nil {
		t.Fatal(err)
	}
	s, there := openedFor(t, backup, m, change)
	if !there { // whatever is restored goes into an empty log, and nothing is written before
		if err := s.Ready(ctx); err != nil {
			t.Fatal(err)
		}
		if last, err := s.Store.Last(ctx, eventstore.Registry.Categories()...); err != nil || last != (event.Position{}) {
			t.Errorf("a log that was opened has events of ours up to %v, %v", last, err)
		}
	}
	if _, err := s.Restore(ctx, backup, m, there, nil); err != nil {
		s.Close()
		t.Fatal(err)
	}
	s.Close()
	running, err := startService(s.Config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(running.Close)
	return running
}

// openedFor is a service in a data directory of its own that a backup can be restored to;
// there is as RestoreNode says.
func openedFor(t *testing.T, backup string, m service.Manifest, change func(*config.Config)) (s *service.Service, there bool) {
	t.Helper()
	c := testConfig(filepath.Join(openDir(t), "data"))
	c.DatabaseURL = emptyDatabase(t)
	if change != nil {
		change(&c)
	}
	there, err := service.RestoreNode(t.Context(), c, backup, m)
	if err != nil {
		t.Fatal(err)
	}
	if s, err = service.Open(t.Context(), c, quiet()); err != nil {
		t.Fatal(err)
	}
	return s, there
}

func logDigest(t *testing.T, log transfer.Log) (int, string) {
	t.Helper()
	from, err := transfer.ToHead(t.Context(), log, "")
	if err != nil {
		t.Fatal(err)
	}
	n, chain, err := transfer.Digest(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	return n, chain
}

// TestBackupUnderLoad makes a backup by way of the control socket while clients
// write, restores it beside, and compares: everything acknowledged before the
// backup began is there and readable, rows are those of the original, and the
// restored service goes on.
func TestBackupUnderLoad(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	acknowledged, stop := w.writers(t, 4)
	eventually(t, "the writers to get going", func() bool { return len(acknowledged()) > 50 })
	before := acknowledged()
	dir := filepath.Join(openDir(t), "backup")
	m, err := service.AskBackup(t.Context(), w.Config, dir)
	after := acknowledged()
	eventually(t, "the writers to go on", func() bool { return len(acknowledged()) > len(after)+50 })
	stop()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := service.AskBackup(t.Context(), w.Config, dir); err == nil {
		t.Error("a backup overwrote another")
	}
	all, _ := logDigest(t, w.Store)
	if m.Log.Events == 0 || m.Log.Events >= all || m.Vault.Keys < len(before) {
		t.Errorf("%+v of a log with %d events", m, all)
	}
	t.Logf("%d writes before, %d during, %d of %d events in the backup", len(before), len(after)-len(before), m.Log.Events, all)

	r := restored(t, dir, nil)
	if n, chain := logDigest(t, r.Store); n < m.Log.Events || n == m.Log.Events && chain != m.Log.Chain {
		t.Errorf("%d events %s restored; backed up %d %s", n, chain, m.Log.Events, m.Log.Chain)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	awaitHead(t, ctx, w.Service)
	awaitHead(t, ctx, r)
	original, copied := dumpRows(t, ctx, w.Service)["cases"], dumpRows(t, ctx, r)["cases"]
	for _, row := range copied {
		if !slices.Contains(original, row) {
			t.Errorf("a restored row is not the original's: %s", row)
		}
	}
	text := strings.Join(copied, "\n")
	for _, title := range before {
		if !strings.Contains(text, "Client of "+title+",") && !strings.Contains(text, "Client of "+title+`"`) {
			t.Errorf("%q was acknowledged before the backup and is not in it", title)
		}
	}
	w2 := &world{Service: r, base: "http://" + r.Addr("api"), keys: w.keys, ids: w.ids}
	w2.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "After the restore"})
}

// TestBackupOfADamagedFile holds that a restore notices what was changed.
func TestBackupIsVerifiedWhenRestored(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.must(t, 201, "owner", "POST", "/api/cases/", map[string]any{"title": "One", "client": "A"})
	dir := filepath.Join(openDir(t), "backup")
	m, err := w.Backup(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	c := testConfig(filepath.Join(openDir(t), "data"))
	c.DatabaseURL = emptyDatabase(t)
	wrong := m
	wrong.Log.Chain = strings.Repeat("0", 64)
	if _, err := service.RestoreNode(t.Context(), c, dir, wrong); err == nil {
		t.Error("a log that is not the manifest's was restored")
	}
	file := filepath.Join(dir, "vault.jsonl")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), strings.Repeat("5a", 8)) || !strings.Contains(string(text), `"wrapped"`) {
		t.Errorf("vault.jsonl: %s", text)
	}
	text[len(text)/2] ^= 1
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	there, err := service.RestoreNode(t.Context(), c, dir, m)
	if err != nil || !there {
		t.Fatal(err)
	}
	s, err := service.Open(t.Context(), c, quiet())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Restore(t.Context(), dir, m, there, nil); err == nil || !strings.Contains(err.Error(), "manifest") {
		t.Errorf("a vault that was changed: %v", err)
	}
}

// A file of a backup that was changed or is missing is named before anything is restored,
// and so is a list of files that was changed.
func TestDamagedFilesOfABackupAreNamed(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	for _, text := range []string{"One,1\n", "Two,2\n"} {
		if status, said, _ := w.upload(t, "owner", "/api/tax-assistant/documents/?site=1", []byte(text), nil); status != 201 {
			t.Fatal(said)
		}
	}
	dir := filepath.Join(openDir(t), "backup")
	m, err := w.Backup(t.Context(), dir)
	if err != nil || m.Files.Count < 2 {
		t.Fatal(m.Files, err)
	}
	s, there := openedFor(t, dir, m, nil)
	defer s.Close()
	files, err := filepath.Glob(filepath.Join(dir, "blobs", "*", "*", "*"))
	if err != nil || len(files) != m.Files.Count {
		t.Fatal(files, err)
	}
	change := func(path string) (undo func()) {
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		changed := bytes.Clone(whole)
		changed[len(changed)/2] ^= 1
		if err := os.WriteFile(path, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		return func() {
			if err := os.WriteFile(path, whole, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	refused := func(what string, words ...string) {
		t.Helper()
		_, err := s.Restore(t.Context(), dir, m, there, nil)
		for _, word := range words {
			if !strings.Contains(fmt.Sprint(err), word) {
				t.Errorf("%s: %v, without %q", what, err, word)
			}
		}
		if err := s.Blobs.Each(t.Context(), func(b blobs.Stored) error { return fmt.Errorf("%s: %v was restored", what, b) }); err != nil {
			t.Error(err)
		}
	}
	first, second := filepath.Base(files[0]), filepath.Base(files[1])
	undo := change(files[0])
	refused("a changed file", "1 of ", first+" was changed")
	if err := os.Rename(files[1], files[1]+"x"); err != nil {
		t.Fatal(err)
	}
	refused("and a missing one", "2 of ", first+" was changed", second+" is missing")
	if err := os.Rename(files[1]+"x", files[1]); err != nil {
		t.Fatal(err)
	}
	undo()
	undo = change(filepath.Join(dir, "files.sha256"))
	refused("a changed list", "files.sha256 is damaged")
	undo()
	if _, err := s.Restore(t.Context(), dir, m, there, nil); err != nil {
		t.Errorf("the whole backup: %v", err)
	}
}

// lockedCluster is a double of a cluster, over TLS, as the service's own user, who may
// read and append.
func lockedCluster(t *testing.T) (url string) {
	t.Helper()
	cluster := storetest.NewSecured(t, 3)
	admin := (&storetest.Server{Config: cluster.As(storetest.Admin, storetest.AdminPassword)}).Store(t)
	if _, err := admin.CreateUser(t.Context(), "tallystick", "swordfish"); err != nil {
		t.Fatal(err)
	}
	if _, err := admin.Secure(t.Context(), "tallystick"); err != nil {
		t.Fatal(err)
	}
	return cluster.As("tallystick", "swordfish").URL
}

// endStrayStream has somebody else write a stream that is none of the service's, and end
// it for good, after which no log can be given it again.
func (w *world) endStrayStream(t *testing.T, stream string) {
	t.Helper()
	conf, err := esdb.ParseConnectionString("esdb://" + w.Addr("log") + "?tls=false")
	if err != nil {
		t.Fatal(err)
	}
	conf.Logger = esdb.NoopLogging()
	client, err := esdb.NewClient(conf)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for range 2 {
		if _, err := client.AppendToStream(t.Context(), stream, esdb.AppendToStreamOptions{}, esdb.EventData{EventID: uuid.New(), EventType: "strange",
			ContentType: esdb.ContentTypeJson, Data: []byte("{}")}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := client.TombstoneStream(t.Context(), stream, esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Any{}}); err != nil {
		t.Fatal(err)
	}
}

// TestMoveToAServerAndBack restores a node's backup to a locked cluster, runs a service
// on it, and brings that one's backup back to an embedded node.
func TestMoveToAServerAndBack(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, func(c *config.Config) { c.LogListen = "127.0.0.1:0" })
	opened := w.must(t, 201, "owner", "POST", "/api/cases/", map[string]any{"title": "Moved", "client": "Someone"})
	path := "/api/cases/" + opened.field(t, "id").(string)
	w.endStrayStream(t, "case-elsewhere")
	first := filepath.Join(openDir(t), "backup")
	m, err := w.Backup(t.Context(), first)
	if err != nil || m.Log.Form != "node" {
		t.Fatalf("%+v, %v", m, err)
	}
	url := lockedCluster(t)
	b := restored(t, first, func(c *config.Config) { c.EventStoreURL = url })
	onServer := &world{Service: b, base: "http://" + b.Addr("api"), keys: w.keys}
	if got := onServer.must(t, 200, "viewer", "GET", path, nil); got.field(t, "title") != "Moved" {
		t.Errorf("on the server: %s", got.body)
	}
	onServer.must(t, 201, "owner", "POST", "/api/cases/", map[string]any{"title": "Made on the server"})
	eventually(t, "the service to be ready, and to know that its log is locked", func() bool {
		said, ok := onServer.ready(t)
		return ok && !strings.Contains(said, "not locked")
	})
	second := filepath.Join(openDir(t), "backup")
	m2, err := b.Backup(t.Context(), second)
	if err != nil || m2.Log.Form != "lines" || m2.Log.Events <= m.Log.Events-3 { // the stray stream's do not follow
		t.Fatalf("%+v, %v", m2, err)
	}
	back := restored(t, second, nil)
	w3 := &world{Service: back, base: "http://" + back.Addr("api"), keys: w.keys}
	if got := w3.must(t, 200, "viewer", "GET", path, nil); got.field(t, "client") != "Someone" {
		t.Errorf("back on a node: %s", got.body)
	}
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// TestDatabaseLostBesideTheLog brings the keys alone into an empty database.
func TestDatabaseLostBesideTheLog(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	opened := w.must(t, 201, "owner", "POST", "/api/cases/", map[string]any{"title": "Kept", "client": "Someone"})
	path := "/api/cases/" + opened.field(t, "id").(string)
	dir := filepath.Join(openDir(t), "backup")
	m, err := w.Backup(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	since := w.must(t, 201, "owner", "POST", "/api/sites/", map[string]any{"name": "Made since"})
	c := w.Config
	w.Close()
	fresh := testConfig(filepath.Join(openDir(t), "data"))
	if err := os.MkdirAll(fresh.DataDir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(c.DataDir, "log"), filepath.Join(fresh.DataDir, "log")); err != nil {
		t.Fatal(err)
	}
	s, err := service.Open(t.Context(), fresh, quiet())
	if err != nil {
		t.Fatal(err)
	}
	err = s.RestoreVault(t.Context(), dir, m)
	s.Close()
	if err != nil {
		t.Fatal(err)
	}
	again, err := startService(fresh)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	w2 := &world{Service: again, base: "http://" + again.Addr("api"), keys: w.keys}
	if got := w2.must(t, 200, "viewer", "GET", path, nil); got.field(t, "client") != "Someone" {
		t.Errorf("%s", got.body)
	}
	w2.must(t, 200, "viewer", "GET", "/api/cases/?q=kept", nil, "X-Min-Log-Position", since.header.Get("X-Log-Position"))
}
