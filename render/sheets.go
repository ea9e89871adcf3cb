package render

import (
	"archive/zip"
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// Sheets writes a workbook row by row, however long, without holding it: a sheet
// that is full (1,048,576 rows) is followed by another. Cells are typed, so that
// no text is ever a formula.
type Sheets struct {
	zip     *zip.Writer
	at      time.Time
	name    string
	header  []string
	count   int // of sheets
	rows    int // of the current sheet
	rowsMax int
	out     *bufio.Writer
}

// sheetRowsMax is how many rows a sheet of the format can have.
const sheetRowsMax = 1 << 20

// NewSheets begins a workbook whose parts carry the time at.
func NewSheets(w io.Writer, at time.Time, name string, header ...string) (*Sheets, error) {
	if at.Before(zipEpoch) {
		at = zipEpoch
	}
	s := &Sheets{zip: zip.NewWriter(w), at: at.UTC(), name: name, header: header, rowsMax: sheetRowsMax}
	return s, s.begin()
}

func (s *Sheets) part(name string) (io.Writer, error) {
	return s.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: s.at})
}

func (s *Sheets) begin() error {
	s.count, s.rows = s.count+1, 0
	w, err := s.part(fmt.Sprintf("xl/worksheets/sheet%d.xml", s.count))
	if err != nil {
		return err
	}
	const bufferBytes = 64 << 10
	s.out = bufio.NewWriterSize(w, bufferBytes)
	s.out.WriteString(xml.Header + `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`)
	cells := make([]Cell, len(s.header))
	for i, h := range s.header {
		cells[i] = Text(h)
	}
	return s.write(cells)
}

func (s *Sheets) end() error {
	s.out.WriteString("</sheetData></worksheet>")
	return s.out.Flush()
}

// Row adds a row.
func (s *Sheets) Row(cells ...Cell) error {
	if s.rows == s.rowsMax {
		if err := s.end(); err != nil {
			return err
		}
		if err := s.begin(); err != nil {
			return err
		}
	}
	return s.write(cells)
}

func (s *Sheets) write(cells []Cell) error {
	s.rows++
	s.out.WriteString("<row>")
	for _, c := range cells {
		switch {
		case c.text == "":
			s.out.WriteString("<c/>")
		case c.kind == kindNumber && len(strings.Trim(strings.Replace(c.text, ".", "", 1), "-0")) <= exactDigitsMax:
			s.out.WriteString("<c><v>" + c.text + "</v></c>")
		default:
			s.out.WriteString(`<c t="inlineStr"><is><t xml:space="preserve">`)
			if err := xml.EscapeText(s.out, []byte(c.text)); err != nil {
				return err
			}
			s.out.WriteString("</t></is></c>")
		}
	}
	_, err := s.out.WriteString("</row>")
	return err
}

// Close ends the workbook.
func (s *Sheets) Close() error {
	if err := s.end(); err != nil {
		return err
	}
	const (
		office   = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
		packages = "http://schemas.openxmlformats.org/package/2006/"
		main     = "application/vnd.openxmlformats-officedocument.spreadsheetml."
	)
	var sheets, relations, types strings.Builder
	for i := range s.count {
		n, name := strconv.Itoa(i+1), s.name
		if i > 0 {
			name += " " + n
		}
		sheets.WriteString(`<sheet name="` + name + `" sheetId="` + n + `" r:id="rId` + n + `"/>`)
		relations.WriteString(`<Relationship Id="rId` + n + `" Type="` + office + `/worksheet" Target="worksheets/sheet` + n + `.xml"/>`)
		types.WriteString(`<Override PartName="/xl/worksheets/sheet` + n + `.xml" ContentType="` + main + `worksheet+xml"/>`)
	}
	for _, p := range [][2]string{
		{"[Content_Types].xml", `<Types xmlns="` + packages + `content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="` + main + `sheet.main+xml"/>` + types.String() + `</Types>`},
		{"_rels/.rels", `<Relationships xmlns="` + packages + `relationships"><Relationship Id="rId1" Type="` + office + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="` + packages + `relationships">` + relations.String() + `</Relationships>`},
		{"xl/workbook.xml", `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` + office + `"><sheets>` + sheets.String() + `</sheets></workbook>`},
	} {
		w, err := s.part(p[0])
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, xml.Header+p[1]); err != nil {
			return err
		}
	}
	return s.zip.Close()
}
