package service_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/bench"
)

const (
	entriesOfExport = 50_000 // of two lines
	exportHeapMax   = 64 << 20
)

// TestAnExportKilled exports 100,000 lines, and holds little of them in memory; then the
// process is killed while it exports them again, and who takes that over writes the same
// bytes.
func TestAnExportKilled(t *testing.T) {
	t.Parallel()
	dir := openDir(t)
	const ask = `{"format":"csv","from":"2026-01-01","to":"2026-12-31","provisional":true}`
	const exports = "/api/accounting-feeds/exports/"
	cmd, child := spawn(t, dir)
	child.must(t, 200, "owner", http.MethodPut, "/api/ledger/books/?site=1", map[string]any{"country": "DE", "chart": "de-skr03"})
	kill := func() {
		cmd.Process.Signal(syscall.SIGKILL)
		cmd.Wait()
	}
	kill()
	open := func() *world {
		s, err := startService(testConfig(filepath.Join(dir, "data")))
		if err != nil {
			t.Fatal(err)
		}
		w := &world{Service: s, base: "http://" + s.Addr("api")}
		text, err := os.ReadFile(filepath.Join(dir, "world.json"))
		if err != nil || json.Unmarshal(text, &w.keys) != nil {
			t.Fatal(err)
		}
		key, _, _ := s.Directory.Authenticate(w.keys["owner"], time.Now())
		w.tenant = key.Tenant
		awaitHead(t, t.Context(), s)
		return w
	}
	w := open()
	if err := bench.FillLedger(t.Context(), w.DB, w.tenant, 1, entriesOfExport); err != nil {
		t.Fatal(err)
	}
	before := living()
	first := w.must(t, 202, "owner", http.MethodPost, exports+"?site=1", ask)
	var most int64
	eventually(t, "the first export", func() bool {
		most = max(most, living()-before)
		return w.must(t, 200, "owner", http.MethodGet, first.field(t, "status_url").(string), nil).field(t, "status") == "succeeded"
	})
	if most > exportHeapMax {
		t.Errorf("an export holds %d bytes", most)
	}
	t.Logf("an export holds at most %.1f MiB", float64(most)/(1<<20))
	whole := w.must(t, 200, "owner", http.MethodGet, exports+first.field(t, "id").(string)+"/", nil)
	w.Close()

	cmd, child = spawn(t, dir)
	second := child.must(t, 202, "owner", http.MethodPost, exports+"?site=1", ask)
	url := second.field(t, "status_url").(string)
	for child.must(t, 200, "owner", http.MethodGet, url, nil).field(t, "status") == "queued" {
		time.Sleep(time.Millisecond)
	}
	kill()
	w = open()
	defer w.Close()
	eventually(t, "the second export to be taken over", func() bool {
		return w.must(t, 200, "owner", http.MethodGet, url, nil).field(t, "status") != "running"
	})
	job := w.must(t, 200, "owner", http.MethodGet, url, nil)
	if job.field(t, "status") != "succeeded" || job.field(t, "try") != 2.0 {
		t.Errorf("%s", job.body)
	}
	again := w.must(t, 200, "owner", http.MethodGet, exports+second.field(t, "id").(string)+"/", nil)
	if again.field(t, "sha256") != whole.field(t, "sha256") || again.field(t, "lines") != float64(2*entriesOfExport) {
		t.Errorf("%s\n%s", whole.body, again.body)
	}
}

// living is how many bytes of the heap are in use.
func living() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
