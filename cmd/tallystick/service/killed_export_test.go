package service_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/bench"
	"github.com/tallystick/tallystick/packaging/soak"
)

const exportHeapMax = 64 << 20

// entriesOfExport is how many entries of two lines are exported; a soak exports a million
// lines.
func entriesOfExport() int {
	return soak.Of(50_000, 500_000)
}

// TestAnExportKilled exports 100,000 lines in a process of its own, which holds little of
// them in memory; then the process is killed while it exports them again, and who takes
// that over writes the same bytes.
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
	if err := bench.FillLedger(t.Context(), w.DB, w.tenant, 1, entriesOfExport()); err != nil {
		t.Fatal(err)
	}
	w.Close()

	living := filepath.Join(dir, "living")
	cmd, child = spawn(t, dir, childHeap+"="+living, "GOGC=20")
	before := livingBytes(t, living)
	var first reply
	eventually(t, "the first export to be asked for", func() bool { // over so many lines a busy database may answer late
		first = child.call(t, "owner", http.MethodPost, exports+"?site=1", ask, "Idempotency-Key", "first")
		if first.status != http.StatusAccepted && first.status != http.StatusServiceUnavailable {
			t.Fatalf("%d %s", first.status, first.body)
		}
		return first.status == http.StatusAccepted
	})
	eventually(t, "the first export", func() bool {
		return child.must(t, 200, "owner", http.MethodGet, first.field(t, "status_url").(string), nil).field(t, "status") == "succeeded"
	})
	most := livingBytes(t, living) - before
	if most > exportHeapMax {
		t.Errorf("an export holds %d bytes", most)
	}
	t.Logf("an export holds at most %.1f MiB, above %.1f", float64(most)/(1<<20), float64(before)/(1<<20))
	whole := child.must(t, 200, "owner", http.MethodGet, exports+first.field(t, "id").(string)+"/", nil)
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
	if again.field(t, "sha256") != whole.field(t, "sha256") || again.field(t, "lines") != float64(2*entriesOfExport()) {
		t.Errorf("%s\n%s", whole.body, again.body)
	}
}

// childHeap names the file into which a child writes the most bytes that a collection of its
// garbage has left.
const childHeap = "TALLYSTICK_TEST_HEAP"

// watchHeap writes what livingBytes reads, for as long as the child lives.
func watchHeap(file string) {
	runtime.GC()
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	var most uint64
	for {
		metrics.Read(sample)
		if now := sample[0].Value.Uint64(); now > most {
			most = now
			os.WriteFile(file+".new", strconv.AppendUint(nil, most, 10), 0o600)
			os.Rename(file+".new", file)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// livingBytes is what a child has written so far.
func livingBytes(t *testing.T, file string) (n int64) {
	t.Helper()
	eventually(t, "the child's count of its heap", func() bool {
		text, err := os.ReadFile(file)
		if err == nil {
			n, err = strconv.ParseInt(string(text), 10, 64)
		}
		return err == nil
	})
	return n
}
