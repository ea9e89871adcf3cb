package service_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"
)

// blockers returns the codes of a 422, sorted, each once.
func (r reply) blockers(t *testing.T) []string {
	t.Helper()
	var p struct {
		Code     string
		Blockers []struct{ Code string }
	}
	if err := json.Unmarshal(r.body, &p); err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, b := range p.Blockers {
		codes = append(codes, b.Code)
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// openCase makes a case that is complete up to the reviewer's part.
func (w *world) openCase(t *testing.T, client string) (id, answerID string) {
	t.Helper()
	opened := w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{
		"title": "Income tax 2025-26", "client": client, "jurisdiction": "GB",
		"period": map[string]string{"from": "2025-04-06", "to": "2026-04-05"}, "scope": "The tax on employment income.",
	})
	id = opened.field(t, "id").(string)
	asked := w.must(t, 200, "preparer", "POST", "/api/v1/tax-assistant/answer",
		map[string]any{"question": "How much income tax do I pay on £60,000 in England in 2025-26?"})
	answerID = asked.header.Get("X-Answer-Id")
	w.must(t, 200, "preparer", "PATCH", "/api/cases/"+id+"/", map[string]any{
		"engagement_check": map[string]any{"outcome": "passed", "on": "2026-05-01"}, "reviewer": w.ids["reviewer"], "stage": "preparation",
	})
	w.must(t, 200, "preparer", "POST", "/api/cases/"+id+"/workpapers/", map[string]any{
		"title": "Computation", "body": "See the answer.", "conclusion": "The tax is as computed.",
		"evidence": []map[string]any{{"kind": "answer", "ref": answerID, "title": "The answer"}},
	})
	return id, answerID
}

// finishReview signs off and moves a case to approval.
func (w *world) finishReview(t *testing.T, id string) {
	t.Helper()
	w.must(t, 200, "preparer", "PATCH", "/api/cases/"+id+"/", map[string]any{"stage": "review"})
	paper := w.firstWorkpaper(t, id)
	w.must(t, 200, "reviewer", "PATCH", "/api/cases/"+id+"/", map[string]any{
		"sign_offs": []map[string]any{{"workpaper_id": paper.ID, "revision": paper.Revision}}, "stage": "approval",
	})
	w.must(t, 200, "preparer", "PATCH", "/api/cases/"+id+"/", map[string]any{
		"client_approval": map[string]any{"approved_by": "The client", "on": "2026-06-01", "method": "email"},
	})
}

type workpaper struct {
	ID       string
	Revision int
}

func (w *world) firstWorkpaper(t *testing.T, id string) workpaper {
	t.Helper()
	var v struct{ Workpapers []workpaper }
	if err := json.Unmarshal(w.must(t, 200, "viewer", "GET", "/api/cases/"+id, nil).body, &v); err != nil || len(v.Workpapers) == 0 {
		t.Fatalf("%v: %+v", err, v)
	}
	return v.Workpapers[0]
}

func TestCaseFromOpenToFinal(t *testing.T) {
	w := sharedWorld(t)
	empty := w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "Bare"}).field(t, "id").(string)
	refused := w.must(t, 422, "tax_manager", "POST", "/api/cases/"+empty+"/finalise/", nil)
	want := []string{"client_approval_missing", "client_period_or_place_missing", "engagement_check_missing", "no_reviewer", "no_workpapers",
		"stage_not_approval"}
	if got := refused.blockers(t); !slices.Equal(got, want) {
		t.Errorf("blockers of a bare case: %v, want %v", got, want)
	}

	id, answerID := w.openCase(t, "Ada Byron")
	issue := w.must(t, 200, "preparer", "POST", "/api/cases/"+id+"/issues/", map[string]any{"title": "Bonus?"})
	var v struct{ Issues []struct{ ID string } }
	if err := json.Unmarshal(issue.body, &v); err != nil {
		t.Fatal(err)
	}
	w.finishReview(t, id)
	if got := w.must(t, 422, "tax_manager", "POST", "/api/cases/"+id+"/finalise/", nil).blockers(t); !slices.Equal(got,
		[]string{"open_issue"}) {
		t.Errorf("blockers with an open issue: %v", got)
	}
	w.must(t, 200, "reviewer", "POST", "/api/cases/"+id+"/issues/"+v.Issues[0].ID+"/resolve/", map[string]any{"resolution": "None was paid."})
	w.must(t, 200, "preparer", "POST", "/api/cases/"+id+"/attachments/", map[string]any{"kind": "answer", "id": answerID})
	w.must(t, 403, "preparer", "POST", "/api/cases/"+id+"/finalise/", nil)
	if final := w.must(t, 200, "tax_manager", "POST", "/api/cases/"+id+"/finalise/", nil); final.field(t, "stage") != "finalised" {
		t.Errorf("finalised: %s", final.body)
	}
	w.checkFinal(t, id, answerID)
}

// checkFinal holds that a final case is immutable, its pack stable, and a
// reopened one is in a new revision.
func (w *world) checkFinal(t *testing.T, id, answerID string) {
	t.Helper()
	for _, c := range []struct {
		as, method, path string
		body             any
	}{
		{"preparer", "PATCH", "", map[string]any{"title": "Other"}},
		{"preparer", "POST", "workpapers/", map[string]any{"title": "More"}},
		{"preparer", "POST", "issues/", map[string]any{"title": "More"}},
		{"preparer", "POST", "attachments/", map[string]any{"kind": "answer", "id": answerID}},
		{"owner", "POST", "finalise/", nil},
	} {
		w.must(t, 409, c.as, c.method, "/api/cases/"+id+"/"+c.path, c.body)
	}
	first := w.must(t, 200, "auditor", "GET", "/api/cases/"+id+"/export/", nil)
	checkPack(t, first)
	pdf := w.must(t, 200, "auditor", "GET", "/api/cases/"+id+"/export/?format=pdf", nil)
	if !bytes.HasPrefix(pdf.body, []byte("%PDF-")) || !bytes.HasPrefix(w.must(t, 200, "auditor", "GET",
		"/api/cases/"+id+"/export/?format=html", nil).body, []byte("<!doctype html>")) {
		t.Errorf("the report is no PDF: %.60s", pdf.body)
	}
	w.must(t, 400, "auditor", "GET", "/api/cases/"+id+"/export/?format=exe", nil)
	w.must(t, 400, "tax_manager", "POST", "/api/cases/"+id+"/reopen/", map[string]any{})
	reopened := w.must(t, 200, "tax_manager", "POST", "/api/cases/"+id+"/reopen/", map[string]any{"reason": "A late payslip"})
	if reopened.field(t, "revision") != float64(2) || reopened.field(t, "stage") != "preparation" {
		t.Errorf("reopened: %s", reopened.body)
	}
	w.must(t, 200, "preparer", "PATCH", "/api/cases/"+id+"/", map[string]any{"title": "Amended"})
	again := w.must(t, 200, "auditor", "GET", "/api/cases/"+id+"/export/?revision=1", nil)
	if !bytes.Equal(first.body, again.body) {
		t.Error("the pack of revision 1 has changed")
	}
	w.must(t, 422, "auditor", "GET", "/api/cases/"+id+"/export/?revision=2", nil)
}

// checkPack verifies a pack's hash, and its manifest against every file.
func checkPack(t *testing.T, r reply) {
	t.Helper()
	if sum := sha256.Sum256(r.body); r.header.Get("X-Content-SHA256") != hex.EncodeToString(sum[:]) {
		t.Error("X-Content-SHA256 is not the body's")
	}
	z, err := zip.NewReader(bytes.NewReader(r.body), int64(len(r.body)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name], _ = io.ReadAll(in)
	}
	for _, name := range []string{"report.html", "case.json", "history.ndjson", "manifest.json"} {
		if len(files[name]) == 0 {
			t.Errorf("the pack has no %s", name)
		}
	}
	for name, content := range files {
		sum := sha256.Sum256(content)
		if name != "manifest.json" && !strings.Contains(string(files["manifest.json"]), hex.EncodeToString(sum[:])) {
			t.Errorf("the manifest does not hold %s", name)
		}
	}
	if !strings.Contains(string(files["report.html"]), "Ada Byron") {
		t.Errorf("the report does not name the client:\n%s", files["report.html"])
	}
}

func TestCaseWritesAreSafeToRepeatAndToRace(t *testing.T) {
	w := sharedWorld(t)
	body := map[string]any{"title": "Once", "client": "Grace"}
	first := w.must(t, 201, "preparer", "POST", "/api/cases/", body, "Idempotency-Key", "once")
	again := w.must(t, 201, "preparer", "POST", "/api/cases/", body, "Idempotency-Key", "once")
	if !bytes.Equal(first.body, again.body) {
		t.Errorf("a repeated request answered otherwise:\n%s\n%s", first.body, again.body)
	}
	w.must(t, 409, "preparer", "POST", "/api/cases/", map[string]any{"title": "Other"}, "Idempotency-Key", "once")
	id := first.field(t, "id").(string)
	sibling := w.must(t, 201, "preparer", "POST", "/api/cases/", body).field(t, "id").(string)
	note := map[string]any{"title": "Of one case"}
	raised := w.must(t, 200, "preparer", "POST", "/api/cases/"+sibling+"/issues/", note, "Idempotency-Key", "of one record")
	w.must(t, 409, "preparer", "POST", "/api/cases/"+id+"/issues/", note, "Idempotency-Key", "of one record")
	if repeated := w.must(t, 200, "preparer", "POST", "/api/cases/"+sibling+"/issues/", note, "Idempotency-Key",
		"of one record"); !bytes.Equal(raised.body, repeated.body) {
		t.Errorf("a repeated request answered otherwise:\n%s\n%s", raised.body, repeated.body)
	}
	w.must(t, 412, "preparer", "PATCH", "/api/cases/"+id, map[string]any{"title": "Late"}, "If-Match", `"7"`)
	w.must(t, 400, "preparer", "PATCH", "/api/cases/"+id, map[string]any{"title": "Late"}, "If-Match", `seven`)
	changed := w.must(t, 200, "preparer", "PATCH", "/api/cases/"+id, map[string]any{"title": "In time"}, "If-Match", first.header.Get("ETag"))
	if changed.header.Get("ETag") != `"1"` {
		t.Errorf("ETag %s", changed.header.Get("ETag"))
	}
	list := w.must(t, 200, "viewer", "GET", "/api/cases/?q=in+time", nil, "X-Min-Log-Position", changed.header.Get("X-Log-Position"))
	if !strings.Contains(string(list.body), id) {
		t.Errorf("a write is not in the list that waited for it: %s", list.body)
	}
}

func TestCaseListPagesWithoutGapsOrRepeats(t *testing.T) {
	w := sharedWorld(t)
	var last reply
	for range 7 {
		last = w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "Paged", "client": "Kurt"})
	}
	for _, order := range []string{"-opened_at", "opened_at", "title", "-updated_at"} {
		seen, cursor := map[string]bool{}, ""
		for pages := 0; ; pages++ {
			r := w.must(t, 200, "viewer", "GET", "/api/cases/?q=paged&limit=3&order="+order+"&cursor="+cursor, nil, "X-Min-Log-Position",
				last.header.Get("X-Log-Position"))
			var v struct {
				Cases []struct{ ID string }
				Count int
				Next  *string `json:"next_cursor"`
			}
			if err := json.Unmarshal(r.body, &v); err != nil {
				t.Fatal(err)
			}
			for _, c := range v.Cases {
				if seen[c.ID] {
					t.Errorf("%s stands on two pages", c.ID)
				}
				seen[c.ID] = true
			}
			if v.Count != 7 {
				t.Errorf("count %d", v.Count)
			}
			if v.Next == nil {
				break
			}
			cursor = *v.Next
			if pages > 5 {
				t.Fatal("the pages do not end")
			}
		}
		if len(seen) != 7 {
			t.Errorf("order %s: %d of 7 cases", order, len(seen))
		}
	}
	w.must(t, 400, "viewer", "GET", "/api/cases/?cursor=nonsense", nil)
}
