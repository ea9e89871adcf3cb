package cases

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/report"
	"github.com/tallystick/tallystick/domain/sealed"
)

const answerJSON = `{"verification_status":"verified","facts_used":[{"key":"income","value":"60000","currency":"GBP"}],` +
	`"assumptions":[],"risks":["Residence was not examined | at all"],"calculations":[{"calculator":"gb.income","calculator_version":"1.0.0",` +
	`"parameter_dataset":"gb-2026.1","law_as_of":"2026-11-20","coverage_status":"covered","tax_year":"2025-26","currency":"GBP","total_tax":"11432.00",` +
	`"steps":[{"label":"Basic rate","formula":"37700 * 0.20","amount":"7540.00","citation_ids":["gb-1"]}]}],` +
	`"citations":[{"id":"gb-1","title":"Income Tax Act 2007","locator":"s. 10","url":"https://www.legislation.gov.uk/ukpga/2007/3","excerpt":"Income tax is charged","effective_from":"2023-04-06","effective_to":null,"retrieved_at":"2026-11-20","sha256":"00"}]}`

const calculationJSON = `{"request":{"jurisdiction":"GB","income":"60000","explain":true},"result":{"calculator":"gb.income","calculator_version":"1.0.0","total_tax":"11432.00"}}`

func hashOf(data string) string {
	sum := sha256.Sum256([]byte(data))
	return hex.EncodeToString(sum[:])
}

var material = Material{
	Records: []MaterialRecord{
		{Kind: KindCalculation, ID: "calc1", Bytes: []byte(calculationJSON)},
		{Kind: KindAnswer, ID: "answer1", Question: "What do I owe?", Bytes: []byte(answerJSON)},
	},
	Checkpoint: []byte("a signed note\n"), InclusionProof: []byte("a proof\n"), PublicKey: []byte("a key\n"),
}

// packed is a final case whose evidence is an answer, a calculation, a document
// and an address, finalised by its preparer under a waiver.
func packed(t testing.TB) *world {
	w := newWorld()
	w.facts.Names = map[string]string{owner: "O. Wner", preparer: "Pre Parer", reviewer: "Re Viewer", manager: "Ma Nager"}
	w.facts.Records[Ref{KindAnswer, "answer1"}] = Record{SHA256: hashOf(answerJSON), Coverage: "covered"}
	w.facts.Records[Ref{KindCalculation, "calc1"}] = Record{SHA256: hashOf(calculationJSON), Coverage: "draft"}
	w.must(t, preparer, full).must(t, preparer, passed).must(t, manager, assign(reviewer))
	w.must(t, preparer, WriteWorkpaper{Title: "Income # | of the year", Body: "Added up\n# not a heading", Conclusion: "11432.00 is due",
		Evidence: []EvidenceLink{
			{Kind: KindAnswer, Ref: "answer1", Title: "The answer"}, {Kind: KindCalculation, Ref: "calc1"},
			{Kind: KindURL, Ref: "https://www.gov.uk/income-tax-rates", SHA256: hashOf("the page")},
		}})
	w.must(t, preparer, Attach{Kind: KindDocument, ID: "doc1", Note: "payslip"}).must(t, preparer, agreed)
	w.must(t, preparer, AddIssue{Title: "Payslip is missing", WorkpaperID: w.s.Workpapers[0].ID})
	w.must(t, manager, Update{AcceptDraft: &AcceptDraft{Reason: "small"}, Stage: ptr(Preparation)}).must(t, manager, to(Review))
	w.must(t, reviewer, ResolveIssue{IssueID: w.s.Issues[0].ID, Resolution: "It came"}).must(t, reviewer, w.signAll())
	w.must(t, reviewer, to(Approval)).must(t, owner, waive(finaliserIsPreparer, "2026-12-31"))
	return w.must(t, preparer, Finalise{})
}

func mustPack(t testing.TB, w *world, revision int, m Material) []byte {
	t.Helper()
	history, err := Cut(w.history, revision)
	if err != nil {
		t.Fatal(err)
	}
	data, err := Pack(history, Fold(history), m, outline)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// outline lays a report out as lines.
func outline(d report.Document) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s (%s)\n", d.Title, d.Footer)
	for _, block := range d.Blocks {
		fmt.Fprintf(&b, "%s%d %s\n", block.Kind, block.Level, block.Text)
		for _, row := range block.Rows {
			fmt.Fprintf(&b, "  %s\n", strings.Join(row, " | "))
		}
	}
	return b.Bytes(), nil
}

// inFormat is the world whose last finalisation pinned another format of packs.
func (w *world) inFormat(format string) *world {
	w.history[len(w.history)-1].Meta.Pins = map[string]string{PackFormatPin: format}
	return w
}

func unzip(t testing.TB, data []byte) (names []string, files map[string][]byte) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	files = map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		names, files[f.Name] = append(names, f.Name), content
	}
	return names, files
}

// What a pack of each format holds stands in testdata/pack, to be read in a diff.
func TestPackPages(t *testing.T) {
	for format, name := range map[string]string{packPages: "pack.txt", PackFormat: "report.txt"} {
		names, files := unzip(t, mustPack(t, packed(t).inFormat(format), 0, material))
		var all bytes.Buffer
		for _, n := range names {
			all.WriteString("=== " + n + "\n")
			all.Write(files[n])
			all.WriteString("\n")
		}
		path := filepath.Join("testdata", "pack", name)
		if *update {
			if err := os.WriteFile(path, all.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(all.Bytes(), want) {
			t.Errorf("the pack differs from %s; it is now\n%s", path, all.Bytes())
		}
	}
}

// The report names people, gives the question and its figure before anything else,
// and each source once.
func TestReportIsAPractitioners(t *testing.T) {
	w := packed(t).inFormat(PackFormat)
	_, files := unzip(t, mustPack(t, w, 0, material))
	page := string(files["report.html"])
	for _, id := range []string{preparer, reviewer, owner} {
		if strings.Count(page, id) != 1 { // among the people
			t.Errorf("%s stands %d times in\n%s", id, strings.Count(page, id), page)
		}
	}
	if n := strings.Count(page, "https://www.legislation.gov.uk/ukpga/2007/3"); n != 1 {
		t.Errorf("a source is listed %d times", n)
	}
	question, figure := strings.Index(page, "What do I owe?"), strings.Index(page, "11432.00 GBP")
	if question < 0 || figure < question || figure > strings.Index(page, string(report.PageBreak)) {
		t.Errorf("the question stands at %d, the figure at %d of\n%s", question, figure, page)
	}
	if !strings.Contains(page, "Pre Parer") {
		t.Errorf("nobody is named:\n%s", page)
	}
}

func TestPackManifest(t *testing.T) {
	w := packed(t)
	data := mustPack(t, w, 0, material)
	names, files := unzip(t, data)
	var m struct {
		Files []struct{ Path, SHA256 string }
	}
	if err := json.Unmarshal(files["manifest.json"], &m); err != nil {
		t.Fatal(err)
	}
	if len(m.Files) != len(names)-1 {
		t.Fatalf("the manifest lists %d of %d files", len(m.Files), len(names)-1)
	}
	for i, f := range m.Files {
		if f.Path != names[i] || f.SHA256 != hashOf(string(files[f.Path])) {
			t.Errorf("the manifest is wrong about %s", f.Path)
		}
	}
	if string(files["records/answer-answer1.json"]) != answerJSON {
		t.Error("a record is not byte for byte what was hashed")
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		if !f.Modified.Equal(w.s.final().At) || f.Method != zip.Store {
			t.Errorf("%s is of %s, method %d", f.Name, f.Modified, f.Method)
		}
	}
	if lines := bytes.Count(files["history.ndjson"], []byte("\n")); lines != len(w.history) {
		t.Errorf("the history has %d lines", lines)
	}
}

// The pack of a revision is the same bytes at every export, also after the
// case was reopened and changed, and whatever order the material comes in.
func TestPackIsTheSameForEver(t *testing.T) {
	w := packed(t)
	first := mustPack(t, w, 0, material)
	w.must(t, owner, Reopen{Reason: "an error"}).must(t, preparer, Update{Title: ptr("Other"), Approval: agreed.Approval})
	w.must(t, manager, to(Review)).must(t, manager, to(Approval)).must(t, manager, Finalise{})
	turned := material
	turned.Records = []MaterialRecord{material.Records[1], material.Records[0]}
	if !bytes.Equal(first, mustPack(t, w, 1, turned)) {
		t.Error("the pack of revision 1 changed")
	}
	second := mustPack(t, w, 2, material)
	if !bytes.Equal(second, mustPack(t, w, 0, material)) || bytes.Equal(first, second) {
		t.Error("the latest pack is not that of revision 2")
	}
	if _, err := Cut(w.history, 3); outcome(nil, err) != "blocked case_not_finalised" {
		t.Errorf("a revision that never was: %v", err)
	}
}

func TestPackRefuses(t *testing.T) {
	w := packed(t)
	refuse := func(name, want string, m Material) {
		t.Helper()
		if _, err := Pack(w.history, w.s, m, outline); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	refuse("without its records", "lacks", Material{})
	changed := append([]MaterialRecord{{Kind: KindAnswer, ID: "answer1", Bytes: []byte(answerJSON + " ")}}, material.Records[0])
	refuse("another answer", "does not hold", Material{Records: changed})
	refuse("a stranger", "does not hold", Material{Records: append([]MaterialRecord{{Kind: KindAnswer, ID: "answer2", Bytes: nil}},
		material.Records...)})
	refuse("one twice", "once", Material{Records: append(material.Records[:1:1], material.Records...)})
	if _, err := Pack(w.history[:3], Fold(w.history[:3]), material, outline); err == nil {
		t.Error("a case that is not final was packed")
	}
	w.history[0].Payload = Opened{CaseID: w.s.ID, Title: cipher("title")}
	if _, err := Pack(w.history, Fold(w.history), material, outline); err == nil || !strings.Contains(err.Error(), "still sealed") {
		t.Errorf("ciphertext was packed: %v", err)
	}
	w.history[0].Payload = Opened{CaseID: w.s.ID, Title: sealed.Text{Subject: w.s.Subject(), Forgotten: true}}
	_, files := unzip(t, mustPack(t, w.inFormat(packPages), 0, material))
	if !strings.Contains(string(files["summary.md"]), "| Title | (forgotten) |") || !strings.Contains(string(files["history.ndjson"]), `"title":null`) {
		t.Error("a forgotten text is not shown as such")
	}
}

// A pack is written in the format that its case was finalised with, or not at all.
func TestPackFormatIsPinned(t *testing.T) {
	w := packed(t)
	last := &w.history[len(w.history)-1]
	for pin, want := range map[string]string{"": "1", "1": "1", PackFormat: PackFormat, "3": ""} {
		last.Meta.Pins = map[string]string{PackFormatPin: pin}
		if got, err := packFormat(*last); (err == nil) != (want != "") || got != want {
			t.Errorf("format %q: %s, %v", pin, got, err)
		}
	}
	if _, err := Pack(w.history, w.s, Material{}, outline); err == nil {
		t.Error("a pack without its records was written")
	}
}
