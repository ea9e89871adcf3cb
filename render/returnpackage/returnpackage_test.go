package returnpackage_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/returnpackage"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us"
	paper "github.com/tallystick/tallystick/render/returnpackage"
)

func built(t *testing.T) returnpackage.Package {
	t.Helper()
	q := tax.Request{Jurisdiction: "US", TaxYear: "2025", Explain: true, Facts: map[string]string{"filing_status": "single", "age": "40",
		"children": "0", "other_dependents": "0"},
		HasIncome: true, Income: money.MustParse("60000")}
	asked := q
	r, err := us.FederalRegistry().Calculate(&asked)
	if err != nil {
		t.Fatal(err)
	}
	kept, _ := json.Marshal(r)
	p, err := returnpackage.Build(returnpackage.Given{FormSet: "us-1040", SnapshotID: "s", SHA256: "ab", Kept: kept, Request: q, Result: r})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The same package is the same bytes, holds the three files, and says on every page
// and in every row that it is a draft.
func TestEveryPageIsADraft(t *testing.T) {
	p, at := built(t), time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)
	first, err := paper.ZIP(p, at)
	if err != nil {
		t.Fatal(err)
	}
	again, err := paper.ZIP(p, at)
	if err != nil || !bytes.Equal(first, again) {
		t.Fatalf("the bytes differ: %v", err)
	}
	r, err := zip.NewReader(bytes.NewReader(first), int64(len(first)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(in); err != nil {
			t.Fatal(err)
		}
	}
	rows := strings.Split(strings.TrimSpace(string(files["trace.csv"])), "\r\n")
	if len(rows) != len(p.Lines)+1 {
		t.Errorf("%d rows of %d lines", len(rows)-1, len(p.Lines))
	}
	for _, row := range rows[1:] {
		if !strings.HasPrefix(row, `"draft, not a filing"`) {
			t.Errorf("%s", row)
		}
	}
	if !bytes.Contains(files["us-1040.json"], []byte(returnpackage.Notice)) {
		t.Error("the JSON does not say that it is a draft")
	}
	reader, err := exec.LookPath("pdftotext") // poppler, which documents need too
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "p.pdf")
	if err := os.WriteFile(file, files["us-1040.pdf"], 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := exec.Command(reader, "-layout", file, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	pages := strings.Split(strings.TrimRight(string(text), "\f"), "\f")
	if len(pages) < 2 {
		t.Errorf("%d pages", len(pages))
	}
	for i, page := range pages {
		if !strings.Contains(page, "DRAFT, not a filing") {
			t.Errorf("page %d does not say that it is a draft", i+1)
		}
	}
	if !strings.Contains(string(text), "not determined") {
		t.Error("nothing is not determined")
	}
}
