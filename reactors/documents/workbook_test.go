package documents

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

// bookOf is a workbook with rows on one sheet after an empty one. The days of a column
// are numbers with a style, as spreadsheet programs keep them.
func bookOf(t *testing.T, change func(f *excelize.File), rows ...[]any) []byte {
	t.Helper()
	f := excelize.NewFile()
	if _, err := f.NewSheet("Account"); err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		if err := f.SetSheetRow("Account", fmt.Sprint("A", i+1), &row); err != nil {
			t.Fatal(err)
		}
	}
	if change != nil {
		change(f)
	}
	var out bytes.Buffer
	if _, err := f.WriteTo(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func march(day int) time.Time { return time.Date(2026, 3, day, 0, 0, 0, 0, time.UTC) }

// A workbook says itself which cells are days and numbers, whatever they look like;
// cells that are text are read by the habits of the file.
func TestWorkbooks(t *testing.T) {
	head := []any{"Date", "Description", "Amount", "Balance"}
	styled := func(format string) func(*excelize.File) {
		return func(f *excelize.File) {
			style, err := f.NewStyle(&excelize.Style{CustomNumFmt: &format})
			if err != nil {
				t.Fatal(err)
			}
			if err := f.SetCellStyle("Account", "A2", "A3", style); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		file    []byte
		opening string
		days    string
	}{
		"days and numbers": {bookOf(t, nil, head, []any{march(4), "Rent", -500.1, 500.2}, []any{march(5), "12345", 120.5, 620.7}), "1000.30",
			"2026-03-04 2026-03-05"},
		"a style with the month first": {bookOf(t, styled(`mm\/dd\/yyyy "day"`), head, []any{march(4), "Rent", -500, 500}, []any{march(5), "Sale", 0.1 + 0.2,
			500.3}), "1000.00", "2026-03-04 2026-03-05"},
		"text": {bookOf(t, nil, head, []any{"14.03.2026", "Miete", "-500,10", "1.500,20"}, []any{"15.03.2026", "Verkauf", "120,50", "1.620,70"}), "2000.30",
			"2026-03-14 2026-03-15"},
		"a head below others": {bookOf(t, nil, []any{"Account 4711"}, []any{}, head, []any{march(4), "Rent", -1, 2}, []any{march(4), "x", 1, 3}), "3.00",
			"2026-03-04 2026-03-04"},
	} {
		p := readWorkbook(c.file)
		if p.Refused != "" || len(p.Statements) != 1 {
			t.Errorf("%s: %q, %d statements", name, p.Refused, len(p.Statements))
			continue
		}
		s := p.Statements[0]
		var days []string
		for _, l := range s.Lines {
			days = append(days, l.BookedOn.String())
		}
		if balances, known := s.Balances(); s.Opening.String() != c.opening || strings.Join(days, " ") != c.days || !balances || !known {
			t.Errorf("%s: opening %s on %v, balances %v", name, s.Opening, days, balances)
		}
	}
	odd := readWorkbook(bookOf(t, nil, head, []any{march(4), "12345", 1, 2}, []any{march(5), "0077", 1, 3}))
	if len(odd.Statements) != 1 || odd.Statements[0].Lines[1].Description != "0077" {
		t.Errorf("a text of digits: %+v", odd)
	}
}

// rezipped is a workbook with its parts changed; nil leaves a part out.
func rezipped(t *testing.T, book []byte, also map[string][]byte) []byte {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	add := func(name string, content io.Reader) {
		part, err := w.Create(name)
		if err == nil {
			_, err = io.Copy(part, content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range r.File {
		part, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		add(f.Name, part)
	}
	for name, content := range also {
		add(name, bytes.NewReader(content))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// lying is a workbook whose head says of each part that it unpacks to ten bytes.
func lying(book []byte) []byte {
	out := bytes.Clone(book)
	const size = 24 // where a part's entry in the head says it
	for at := 0; ; at++ {
		i := bytes.Index(out[at:], []byte("PK\x01\x02"))
		if i < 0 {
			return out
		}
		at += i
		binary.LittleEndian.PutUint32(out[at+size:], 10)
	}
}

// locked is a workbook that asks for a password.
func locked(t *testing.T, book []byte) []byte {
	t.Helper()
	out, err := excelize.Encrypt(book, &excelize.Options{Password: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// What a workbook must not be, by its head where that tells.
func TestWorkbooksThatAreRefused(t *testing.T) {
	head := []any{"Date", "Description", "Amount"}
	plain := bookOf(t, nil, head, []any{march(4), "Rent", -500})
	many := map[string][]byte{}
	for i := range workbookEntriesMax {
		many[fmt.Sprint("xl/x", i)] = nil
	}
	// As much as is taken packs to at least a hundredth of it, so that its size alone tells.
	large := make([]byte, 201<<20)
	rand.NewChaCha8([32]byte{16}).Read(large[:3<<20])
	tooLarge := rezipped(t, plain, map[string][]byte{"xl/media/x": large})
	if len(tooLarge) < len(large)/workbookRatioMax || len(tooLarge) > FileBytesMax {
		t.Fatalf("%d bytes: the ratio tells", len(tooLarge))
	}
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"as it is":               {plain, ""},
		"201 MiB":                {tooLarge, "too_complex"},
		"a head that lies":       {lying(bookOf(t, nil, head, []any{march(4), strings.Repeat("a", 30_000), -500})), "unreadable"},
		"with a password":        {locked(t, plain), "unreadable"},
		"macros":                 {rezipped(t, plain, map[string][]byte{"xl/vbaProject.bin": []byte("x")}), "scripted"},
		"macros of another case": {rezipped(t, plain, map[string][]byte{"XL/VBAProject.BIN": []byte("x")}), "scripted"},
		"old macros":             {rezipped(t, plain, map[string][]byte{"xl/macrosheets/sheet1.xml": []byte("x")}), "scripted"},
		"too many parts":         {rezipped(t, plain, many), "too_complex"},
		"a bomb":                 {rezipped(t, plain, map[string][]byte{"xl/media/x": make([]byte, 100<<20)}), "too_complex"},
		"cut off":                {plain[:len(plain)/2], "unreadable"},
		"no statement":           {bookOf(t, nil, []any{"a", "b"}, []any{1, 2}), "format_not_known"},
		"a day that is none":     {bookOf(t, nil, head, []any{"yesterday", "Rent", -500}), "unreadable"},
		"days of two readings":   {bookOf(t, nil, head, []any{"03/04/2026", "Rent", -500}), "unreadable"},
		"an amount that is none": {bookOf(t, nil, head, []any{march(4), "Rent", "lots"}), "unreadable"},
	} {
		if got := readWorkbook(c.file).Refused; got != c.want {
			t.Errorf("%s: %q, not %q", name, got, c.want)
		}
	}
}

func TestNumbersOfWorkbooks(t *testing.T) {
	for text, want := range map[string]string{"0.30000000000000004": "0.30", "-5": "-5.00", "1E3": "1000.00", "1.5E-1": "0.15", "0.125": "", "-0.000000001": "0.00",
		"1e999999999": "", "1/3": "", "0x10": "", "": "", "NaN": "", "12345678901234567890123": "", "1234567.89": "1234567.89"} {
		if got := decimalOf(text); got != want {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
	for format, want := range map[string]bool{`dd/mm/yyyy`: true, `0.00`: false, `#,##0.00 "day"`: false, `[Red]0.00`: false, `yyyy`: true, `[$-409]d\.m\.`: true,
		`0\d`: false, `_d0.00`: false, `General`: false, `m/d/yy h:mm`: true} {
		if got := showsDay(format); got != want {
			t.Errorf("%s: %v", format, got)
		}
	}
}
