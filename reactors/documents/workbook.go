package documents

import (
	"archive/zip"
	"bytes"
	"io"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/tallystick/tallystick/domain/documents/statement"
	"github.com/tallystick/tallystick/reactors/sandbox"
)

// parseWorkbook is the parser of bank statements that come as a workbook.
const parseWorkbook = "documents.workbook"

func init() {
	sandbox.Register(parseWorkbook, func(_ []string, in io.Reader, out io.Writer) error { return answerOf(in, out, readWorkbook) })
}

// Limits of a workbook, looked at in its head before anything is unpacked.
const (
	workbookEntriesMax = 2_000
	workbookBytesMax   = 200 << 20
	workbookRatioMax   = 100
	workbookColumnsMax = 60
)

// readWorkbook reads the statements of a workbook, one a sheet; sheets that hold none
// are passed over.
func readWorkbook(content []byte) parsed {
	if code := examineWorkbook(content); code != "" {
		return parsed{Refused: code}
	}
	f, err := excelize.OpenReader(bytes.NewReader(content), excelize.Options{
		RawCellValue: true, UnzipSizeLimit: workbookBytesMax, UnzipXMLSizeLimit: workbookBytesMax, // larger parts would go to files
	})
	if err != nil {
		return parsed{Refused: "unreadable"}
	}
	w := workbook{File: f, days: map[int]bool{}}
	if p, err := f.GetWorkbookProps(); err == nil && p.Date1904 != nil {
		w.from1904 = *p.Date1904
	}
	var all []statement.Statement
	for _, sheet := range f.GetSheetList() {
		rows, err := w.rows(sheet)
		if err != nil {
			return parsed{Refused: "unreadable"}
		}
		one, ok, err := statement.Table(rows)
		if err != nil {
			return parsed{Refused: "unreadable"}
		}
		if ok {
			all = append(all, one)
		}
	}
	if len(all) == 0 {
		return parsed{Refused: "format_not_known"}
	}
	return statements(all, nil)
}

// examineWorkbook tells by its head whether a workbook is taken: "" = it is.
func examineWorkbook(content []byte) (code string) {
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return "unreadable"
	}
	if len(z.File) > workbookEntriesMax {
		return errTooComplex.Error()
	}
	var whole uint64
	for _, f := range z.File {
		name := strings.ToLower(f.Name)
		if strings.Contains(name, "vbaproject") || strings.Contains(name, "macrosheets/") {
			return "scripted"
		}
		if whole += f.UncompressedSize64; whole > workbookBytesMax || f.UncompressedSize64 > workbookBytesMax {
			return errTooComplex.Error()
		}
	}
	if whole > workbookRatioMax*uint64(len(content)) {
		return errTooComplex.Error()
	}
	return ""
}

// workbook reads cells.
type workbook struct {
	*excelize.File
	days     map[int]bool // by style: its numbers are days
	from1904 bool
}

func (w *workbook) rows(sheet string) (out [][]statement.Cell, err error) {
	rows, err := w.Rows(sheet)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for n := 1; rows.Next() && n <= statement.LinesMax+50; n++ {
		texts, err := rows.Columns()
		if err != nil {
			return nil, err
		}
		row := make([]statement.Cell, min(len(texts), workbookColumnsMax))
		for i := range row {
			if row[i], err = w.cell(sheet, i+1, n, texts[i]); err != nil {
				return nil, err
			}
		}
		out = append(out, row)
	}
	return out, rows.Error()
}

// cell is a cell with what the workbook says that it is: a number, or by its style a
// day.
func (w *workbook) cell(sheet string, column, row int, text string) (c statement.Cell, err error) {
	if c.Text = text; text == "" {
		return c, nil
	}
	name, err := excelize.CoordinatesToCellName(column, row)
	if err != nil {
		return c, err
	}
	kind, err := w.GetCellType(sheet, name)
	if err != nil || kind != excelize.CellTypeUnset && kind != excelize.CellTypeNumber {
		return c, err
	}
	style, err := w.GetCellStyle(sheet, name)
	if err != nil {
		return c, err
	}
	if !w.isDay(style) {
		c.Amount = decimalOf(text)
		return c, nil
	}
	serial, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return c, nil // a text that looks like a day
	}
	day, err := excelize.ExcelDateToTime(serial, w.from1904)
	if err != nil {
		return c, nil
	}
	c.Day = day.Format("2006-01-02")
	return c, nil
}

// isDay reports whether a style shows numbers as days: by one of the formats that every
// workbook has (ECMA-376, part 1, 18.8.30), or by one of its own with a year or a day.
func (w *workbook) isDay(style int) bool {
	if day, known := w.days[style]; known {
		return day
	}
	s, err := w.GetStyle(style)
	day := false
	if err == nil && s != nil {
		n := s.NumFmt
		day = n >= 14 && n <= 17 || n == 22 || n >= 27 && n <= 31 || n == 36 || n >= 50 && n <= 54 || n == 57 || n == 58
		if s.CustomNumFmt != nil {
			day = showsDay(*s.CustomNumFmt)
		}
	}
	w.days[style] = day
	return day
}

// showsDay reports whether a format of numbers has a year or a day in it, outside of
// quoted text and of brackets.
func showsDay(format string) bool {
	until := rune(0)
	escaped := false
	for _, c := range strings.ToLower(format) {
		switch {
		case escaped:
			escaped = false
		case until != 0:
			if c == until {
				until = 0
			}
		case c == '\\' || c == '_' || c == '*':
			escaped = true
		case c == '"':
			until = '"'
		case c == '[':
			until = ']'
		case c == 'y' || c == 'd':
			return true
		}
	}
	return false
}

// workbookNumber is how workbooks write numbers; an exponent of more digits is no amount's.
var workbookNumber = regexp.MustCompile(`^-?[0-9]{1,20}(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,2})?$`)

// decimalOf is a number of a workbook as a decimal; "" where it is none. Workbooks keep
// binary fractions: 0.30000000000000004 is 0.30. What has
// more places than an amount is read as text is.
func decimalOf(text string) string {
	exact, ok := new(big.Rat), workbookNumber.MatchString(text)
	if ok {
		_, ok = exact.SetString(text)
	}
	if !ok {
		return ""
	}
	const places, near = 2, 1_000_000
	rounded := exact.FloatString(places)
	back, _ := new(big.Rat).SetString(rounded)
	off := new(big.Rat).Sub(exact, back)
	switch {
	case off.Abs(off).Cmp(big.NewRat(1, near)) >= 0:
		return ""
	case back.Sign() == 0:
		return "0.00" // and never -0.00
	}
	return rounded
}
