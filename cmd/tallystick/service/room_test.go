package service_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
)

// A tenant whose files hold as much as they may uploads nothing and exports nothing,
// and is told so; other tenants go on.
func TestAFullTenant(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, func(c *config.Config) { c.FilesPerTenant = 1 })
	const uploads = "/api/tax-assistant/documents/"
	refused := func(name string, status int, blockers []string) {
		t.Helper()
		if status != 422 || !slices.Contains(blockers, "storage_full") {
			t.Errorf("%s: %d %v", name, status, blockers)
		}
	}
	codes := func(answer map[string]any) (codes []string) {
		list, _ := answer["blockers"].([]any)
		for _, b := range list {
			codes = append(codes, b.(map[string]any)["code"].(string))
		}
		return codes
	}
	file := func(size int, name string) []byte {
		f := pdfOf(name)
		return append(f, bytes.Repeat([]byte("\n"), size-len(f))...)
	}
	status, answer, _ := w.upload(t, "owner", uploads, file(1<<20+1, "too large"), nil)
	refused("more than there is room for", status, codes(answer))
	if status, answer, _ := w.upload(t, "owner", uploads, file(1<<20, "all there is room for"), nil); status != 201 {
		t.Fatalf("what fits: %d %v", status, answer)
	}
	more := 0
	eventually(t, "what fits to be counted", func() bool {
		more++ // another file each time
		status, answer, _ = w.upload(t, "owner", uploads, file(4096+more, "one more"), nil)
		return status == 422
	})
	refused("one more", status, codes(answer))
	export := w.must(t, 422, "owner", "POST", "/api/accounting-feeds/exports/?site=1", `{"format":"csv","from":"2026-01-01","to":"2026-03-31"}`)
	refused("an export", 422, export.blockers(t))
	other := w.must(t, 422, "other_owner", "POST", "/api/accounting-feeds/exports/?site=1", `{"format":"csv","from":"2026-01-01","to":"2026-03-31"}`)
	if slices.Contains(other.blockers(t), "storage_full") {
		t.Error("another tenant is full too")
	}
}
