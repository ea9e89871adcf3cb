package render_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/render"
)

var at = time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)

// hostile is what a spreadsheet would run.
var hostile = []string{`=cmd|'/c calc'!A1`, "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "＝1+1", "\x00=1"}

func TestACSVRunsNothing(t *testing.T) {
	var out bytes.Buffer
	w, err := render.NewCSV(&out, "text", "amount", "on")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range hostile {
		if err := w.Row(render.Text(text), render.Number(money.MustParse("-1.50")), render.Date(civil.MustParse("2026-01-31"))); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Row(render.Text("a,\"b\"\nc"), render.Int(-7), render.Date(civil.Date{})); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "'"); n != len(hostile)+2 { // two stand in the first text itself
		t.Errorf("%d apostrophes: %s", n, out.String())
	}
	if !strings.Contains(out.String(), ",-1.50,2026-01-31\r\n") || !strings.HasSuffix(out.String(), "\"a,\"\"b\"\"\r\nc\",-7,\r\n") {
		t.Errorf("%q", out.String())
	}
}

func TestAWorkbookHoldsTextsAndNumbersAndRepeats(t *testing.T) {
	sheet := render.Sheet{Name: "Lines", Header: []string{"text", "amount"}}
	for _, text := range hostile[:4] {
		sheet.Rows = append(sheet.Rows, []render.Cell{render.Text(text), render.Number(money.MustParse("12345.67"))})
	}
	sheet.Rows = append(sheet.Rows, []render.Cell{render.Text("x"), render.Number(money.MustParse("12345678901234567.89"))})
	first, err := render.XLSX(at, sheet, render.Sheet{Name: "More", Header: []string{"a"}})
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if again, err := render.XLSX(at, sheet, render.Sheet{Name: "More", Header: []string{"a"}}); err != nil || !bytes.Equal(first, again) {
			t.Fatalf("other bytes, %v", err)
		}
	}
	f, err := excelize.OpenReader(bytes.NewReader(first))
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range hostile[:4] {
		cell, _ := excelize.CoordinatesToCellName(1, i+2)
		value, _ := f.GetCellValue("Lines", cell)
		if formula, _ := f.GetCellFormula("Lines", cell); value != text || formula != "" {
			t.Errorf("%s holds %q, formula %q", cell, value, formula)
		}
	}
	if kind, _ := f.GetCellType("Lines", "B2"); kind != excelize.CellTypeUnset && kind != excelize.CellTypeNumber {
		t.Errorf("an amount is of type %v", kind)
	}
	if value, _ := f.GetCellValue("Lines", "B6"); value != "12345678901234567.89" {
		t.Errorf("a long amount became %s", value)
	}
}

func TestArchivesRefuseNamesThatLeaveThem(t *testing.T) {
	for _, name := range []string{"", "/etc/passwd", "../a", "a/../../b", `a\b`, "a//b"} {
		if _, err := render.ZIP(at, render.File{Name: name}); err == nil {
			t.Errorf("%q is taken", name)
		}
	}
	if _, err := render.ZIP(at, render.File{Name: "a"}, render.File{Name: "a"}); err == nil {
		t.Error("two entries of one name are taken")
	}
	a, err := render.ZIP(at, render.File{Name: "a/b.txt", Data: []byte("x")})
	if b, _ := render.ZIP(at.Add(0), render.File{Name: "a/b.txt", Data: []byte("x")}); err != nil || !bytes.Equal(a, b) {
		t.Errorf("other bytes, %v", err)
	}
}

func document(t *testing.T, text string) ([]byte, error) {
	t.Helper()
	p := render.NewPDF(render.About{Title: "Proof", Language: "de", Footer: "not audited", Created: at})
	p.Title("Überschrift")
	p.Paragraph(text)
	p.Block([]string{"Left", "Weg 1"}, []string{"Right"})
	var rows [][]string
	for range 90 {
		rows = append(rows, []string{"1", strings.Repeat("Ein langer Posten ", 6), "1.234,50 €"})
	}
	p.Table([]render.Column{{"#", 1, render.Left}, {"Posten", 8, render.Left}, {"Betrag", 3, render.Right}}, rows)
	p.Code(strings.Repeat("ab", 32))
	return p.Bytes()
}

func TestAPDFRepeatsAndCanBeRead(t *testing.T) {
	first, err := document(t, "Grüße, Łódź, Ελλάδα, Привет")
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if again, err := document(t, "Grüße, Łódź, Ελλάδα, Привет"); err != nil || !bytes.Equal(first, again) {
			t.Fatalf("other bytes, %v", err)
		}
	}
	// No glyphs, glyphs that change and move, or characters beyond the library's tables.
	for _, text := range []string{"請求書", "चालान", "ใบแจ้งหนี้", "𠮷田", "Lamp 😀", "𝐀", "\U0010FFFF", "שלום 😀"} {
		if _, err := document(t, text); !errors.Is(err, render.ErrGlyph) {
			t.Errorf("%s: %v", text, err)
		}
	}
	tool, err := exec.LookPath("pdftotext")
	if err != nil {
		return // what follows needs poppler, which setup installs
	}
	file := filepath.Join(t.TempDir(), "a.pdf")
	if err := os.WriteFile(file, first, 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := exec.Command(tool, "-layout", file, "-").Output()
	if err != nil || strings.Count(string(text), "1.234,50 €") != 90 || !strings.Contains(string(text), "Grüße, Łódź, Ελλάδα, Привет") {
		t.Errorf("%v: %s", err, text)
	}
	if pages := strings.Count(string(text), "Posten   "); pages < 3 {
		t.Errorf("the header stands on %d pages", pages)
	}
}
