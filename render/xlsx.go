package render

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// Sheet is a table of a workbook.
type Sheet struct {
	Name   string // at most 31 characters
	Header []string
	Rows   [][]Cell
}

// exactDigitsMax is how many digits a spreadsheet's number holds exactly; a longer
// one is written as a text.
const exactDigitsMax = 15

// XLSX is a workbook. Texts are texts, whatever they look like.
func XLSX(created time.Time, sheets ...Sheet) ([]byte, error) {
	f := excelize.NewFile()
	defer f.Close()
	for i, s := range sheets {
		if i == 0 {
			if err := f.SetSheetName("Sheet1", s.Name); err != nil {
				return nil, err
			}
		} else if _, err := f.NewSheet(s.Name); err != nil {
			return nil, err
		}
		if err := writeSheet(f, s); err != nil {
			return nil, fmt.Errorf("render: sheet %s: %w", s.Name, err)
		}
	}
	stamp := created.UTC().Format(time.RFC3339)
	if err := f.SetDocProps(&excelize.DocProperties{Created: stamp, Modified: stamp, Creator: "Tallystick"}); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		return nil, err
	}
	return repeatable(out.Bytes(), created)
}

func writeSheet(f *excelize.File, s Sheet) error {
	w, err := f.NewStreamWriter(s.Name)
	if err != nil {
		return err
	}
	bold, err := f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return err
	}
	header := make([]any, len(s.Header))
	for i, h := range s.Header {
		header[i] = excelize.Cell{StyleID: bold, Value: h}
	}
	if err := w.SetRow("A1", header); err != nil {
		return err
	}
	for i, row := range s.Rows {
		values := make([]any, len(row))
		for j, c := range row {
			values[j] = c.value()
		}
		if err := w.SetRow("A"+strconv.Itoa(i+2), values); err != nil {
			return err
		}
	}
	return w.Flush()
}

// value is what the workbook holds: a number where it is exact, else a text.
func (c Cell) value() any {
	if c.kind == kindNumber && len(strings.Trim(strings.Replace(c.text, ".", "", 1), "-0")) <= exactDigitsMax {
		if n, err := strconv.ParseFloat(c.text, 64); err == nil {
			return n
		}
	}
	return c.text
}

var override = regexp.MustCompile(`<(Override|Default) [^>]*/>|<(Override|Default) [^>]*></(Override|Default)>`)

// repeatable writes a workbook's ZIP anew: its parts in order of name, the list of
// their types in order too, and one time.
func repeatable(workbook []byte, at time.Time) ([]byte, error) {
	r, err := zip.NewReader(bytes.NewReader(workbook), int64(len(workbook)))
	if err != nil {
		return nil, err
	}
	var files []File
	for _, part := range r.File {
		in, err := part.Open()
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(in)
		in.Close()
		if err != nil {
			return nil, err
		}
		if part.Name == "[Content_Types].xml" {
			types := override.FindAll(data, -1)
			slices.SortFunc(types, bytes.Compare)
			i := -1
			data = override.ReplaceAllFunc(data, func([]byte) []byte { i++; return types[i] })
		}
		files = append(files, File{part.Name, data})
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return ZIP(at, files...)
}
