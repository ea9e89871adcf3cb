package render

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"codeberg.org/go-pdf/fpdf"
	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
)

// About is what a PDF says of itself.
type About struct {
	Title, Subject, Language string
	Footer                   string // stands at the foot of every page
	Created                  time.Time
}

// PDF is a document of A4 pages, written from top to bottom.
type PDF struct {
	f       *fpdf.Fpdf
	about   About
	missing map[rune]bool
	size    float64
	weight  string
	wide    bool // the fonts of other scripts are there
}

const (
	marginMM = 18
	widthMM  = 210 - 2*marginMM
	textPt   = 9.5

	quotationMM = 6
	leading     = 1.35
	ptToMM      = 25.4 / 72
)

// Align says on which side of its column a value stands.
type Align string

// The sides.
const (
	Left  Align = "L"
	Right Align = "R"
)

// Column is one column of a table; Share is its part of the width.
type Column struct {
	Title string
	Share int
	Align Align
}

// NewPDF begins a document.
func NewPDF(about About) *PDF {
	f := fpdf.New("P", "mm", "A4", "")
	p := &PDF{f: f, about: about, missing: map[rune]bool{}}
	f.SetCatalogSort(true)
	f.SetCreationDate(about.Created.UTC())
	f.SetModificationDate(about.Created.UTC())
	f.SetProducer("Tallystick", true)
	f.SetTitle(p.known(about.Title), true)
	f.SetSubject(p.known(about.Subject), true)
	f.SetLang(about.Language)
	// The library writes into the fonts that it is given.
	f.AddUTF8FontFromBytes("go", "", bytes.Clone(goregular.TTF))
	f.AddUTF8FontFromBytes("go", "B", bytes.Clone(gobold.TTF))
	f.AddUTF8FontFromBytes("mono", "", bytes.Clone(gomono.TTF))
	f.SetMargins(marginMM, marginMM, marginMM)
	f.SetAutoPageBreak(true, marginMM+6)
	f.AliasNbPages("{pages}")
	f.SetFooterFunc(func() {
		f.SetY(-marginMM)
		f.SetFont("go", "", 7.5)
		f.SetTextColor(90, 90, 90)
		footer := p.known(about.Footer)
		again := p.fontOf(footer, "", 7.5)
		f.CellFormat(widthMM-25, 4, ordered(footer), "", 0, "L", false, 0, "")
		again()
		f.CellFormat(25, 4, fmt.Sprintf("%d / {pages}", f.PageNo()), "", 0, "R", false, 0, "")
		f.SetTextColor(0, 0, 0)
	})
	f.AddPage()
	p.style("", textPt)
	return p
}

func (p *PDF) style(weight string, pt float64) {
	p.size, p.weight = pt, weight
	p.f.SetFont("go", weight, pt)
}

// flow writes a text below what stands there, in lines of a width; 0 = as wide as the page.
func (p *PDF) flow(width float64, text string) {
	text = p.known(text)
	defer p.fontOf(text, p.weight, p.size)()
	if !rightToLeft(text) {
		p.f.MultiCell(width, p.line(), text, "", "L", false)
	} else {
		x := p.f.GetX()
		if width == 0 {
			width = widthMM + marginMM - x
		}
		for _, l := range p.f.SplitText(text, width-2.2) {
			p.f.SetX(x)
			p.f.CellFormat(width, p.line(), visual(l), "", 2, "L", false, 0, "")
		}
		p.f.SetX(marginMM)
	}
}

// ordered is a line as it is drawn.
func ordered(line string) string {
	if rightToLeft(line) {
		return visual(line)
	}
	return line
}

func (p *PDF) line() float64 { return p.size * ptToMM * leading }

// Title begins the document's text.
func (p *PDF) Title(text string) {
	p.style("B", 17)
	p.flow(0, text)
	p.Space(2)
}

// Heading begins a section.
func (p *PDF) Heading(text string) {
	p.Space(3)
	p.style("B", 11.5)
	p.flow(0, text)
	p.Space(1)
}

// Subheading begins a part of a section.
func (p *PDF) Subheading(text string) {
	p.Space(2)
	p.style("B", textPt)
	p.flow(0, text)
	p.Space(0.5)
}

// Quotation is what somebody else wrote, set in.
func (p *PDF) Quotation(text string) {
	p.style("", textPt)
	p.f.SetTextColor(60, 60, 60)
	p.f.SetLeftMargin(marginMM + quotationMM)
	p.f.SetX(marginMM + quotationMM)
	p.flow(0, text)
	p.f.SetLeftMargin(marginMM)
	p.f.SetX(marginMM)
	p.f.SetTextColor(0, 0, 0)
	p.Space(1.5)
}

// Paragraph is running text.
func (p *PDF) Paragraph(text string) {
	p.style("", textPt)
	p.flow(0, text)
	p.Space(1)
}

// Code is text whose every character counts, such as a hash.
func (p *PDF) Code(text string) {
	p.size = 8
	p.f.SetFont("mono", "", p.size)
	p.f.MultiCell(0, p.line(), text, "", "L", false)
	p.Space(1)
}

// Space leaves millimetres free.
func (p *PDF) Space(mm float64) { p.f.Ln(mm) }

// Block is some lines side by side, such as a seller's and a buyer's address.
func (p *PDF) Block(columns ...[]string) {
	p.style("", textPt)
	width := float64(widthMM) / float64(len(columns))
	top := p.f.GetY()
	bottom := top
	for i, lines := range columns {
		p.f.SetXY(marginMM+float64(i)*width, top)
		for _, l := range lines {
			p.f.SetX(marginMM + float64(i)*width)
			p.flow(width-4, l)
		}
		bottom = max(bottom, p.f.GetY())
	}
	p.f.SetXY(marginMM, bottom)
	p.Space(2)
}

// Table writes rows under a header, which each page repeats. A value that is too
// long for its column is broken into lines.
func (p *PDF) Table(columns []Column, rows [][]string) {
	widths := make([]float64, len(columns))
	total := 0
	for _, c := range columns {
		total += c.Share
	}
	header := make([]string, len(columns))
	for i, c := range columns {
		widths[i], header[i] = float64(widthMM)*float64(c.Share)/float64(total), c.Title
	}
	titled := slices.ContainsFunc(header, func(title string) bool { return title != "" })
	if titled {
		p.row(columns, widths, header, true)
	}
	for _, r := range rows {
		if p.row(columns, widths, r, false) {
			if titled {
				p.row(columns, widths, header, true)
			}
			p.row(columns, widths, r, false)
		}
	}
	p.Space(2)
}

// row writes one row; it begins a page instead, and says so, where the row does
// not fit the one it is on.
func (p *PDF) row(columns []Column, widths []float64, values []string, head bool) (turned bool) {
	weight := ""
	if head {
		weight = "B"
	}
	p.style(weight, 8.5)
	lines := make([][]string, len(columns))
	height := 1
	for i := range columns {
		text := ""
		if i < len(values) {
			text = p.known(values[i])
		}
		if text != "" {
			again := p.fontOf(text, weight, p.size)
			lines[i] = p.f.SplitText(text, widths[i]-2.2)
			again()
		}
		height = max(height, len(lines[i]))
	}
	_, pageMM := p.f.GetPageSize()
	need := float64(height)*p.line() + 1.6
	limit := pageMM - marginMM - 6
	if !head && p.f.GetY()+need > limit && p.f.GetY() > limit/2 {
		p.f.AddPage()
		return true
	}
	top := p.f.GetY()
	x := float64(marginMM)
	for i, c := range columns {
		for n, l := range lines[i] {
			p.f.SetXY(x, top+0.8+float64(n)*p.line())
			again := p.fontOf(l, weight, p.size)
			p.f.CellFormat(widths[i], p.line(), ordered(l), "", 0, string(c.Align), false, 0, "")
			again()
		}
		x += widths[i]
	}
	p.f.SetDrawColor(190, 190, 190)
	p.f.Line(marginMM, top+need, marginMM+widthMM, top+need)
	p.f.SetXY(marginMM, top+need)
	return false
}

// Bytes ends the document.
func (p *PDF) Bytes() ([]byte, error) {
	var out bytes.Buffer
	err := p.f.Output(&out)
	for r := range p.missing {
		return nil, fmt.Errorf("%w: %q", ErrGlyph, r)
	}
	return out.Bytes(), err
}

// ErrGlyph reports a character that the fonts cannot show.
var ErrGlyph = fmt.Errorf("render: the fonts lack a character")

var (
	face  = sync.OnceValue(func() *sfnt.Font { return parsed(goregular.TTF) })
	other = sync.OnceValue(func() *sfnt.Font { return parsed(dejavusans.TTF) })
)

func parsed(ttf []byte) *sfnt.Font {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic(err) // part of the program
	}
	return f
}

// known is a text as it is drawn. It notes characters that the fonts lack: CJK, and the
// scripts whose letters change beyond Arabic's.
func (p *PDF) known(text string) string {
	return strings.Map(func(r rune) rune {
		if !plain(r) && (r > runeMax || !has(other(), r) || unshaped(r)) {
			p.missing[r] = true
			return unshown
		}
		return r
	}, drawable(text))
}

// runeMax is the last character that the library can write: its fonts have tables of 16
// bits, and it fails on a later one, whether the font has it (emoji) or not (rare CJK).
const runeMax = 0xFFFF

func has(f *sfnt.Font, r rune) bool {
	at, err := f.GlyphIndex(new(sfnt.Buffer), r)
	return err == nil && at != 0
}

// plain reports whether the font of most texts has a character.
func plain(r rune) bool { return r == '\n' || r == '\t' || r < 0x7f || has(face(), r) }

// fontOf sets the font of other scripts where a text needs it, and returns what sets the
// usual one again.
func (p *PDF) fontOf(text, weight string, pt float64) (again func()) {
	if !strings.ContainsFunc(text, func(r rune) bool { return !plain(r) }) {
		return func() {}
	}
	if !p.wide {
		p.wide = true
		p.f.AddUTF8FontFromBytes("wide", "", bytes.Clone(dejavusans.TTF))
		p.f.AddUTF8FontFromBytes("wide", "B", bytes.Clone(dejavusansbold.TTF))
	}
	p.f.SetFont("wide", weight, pt)
	return func() { p.f.SetFont("go", weight, pt) }
}

// unshaped reports whether a letter's script has its letters change or move as these
// pages cannot: the font has some of them, drawn wrong one by one.
func unshaped(r rune) bool {
	return unicode.In(r, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Devanagari, unicode.Bengali, unicode.Thai, unicode.Lao,
		unicode.Tibetan, unicode.Khmer, unicode.Myanmar, unicode.Mongolian)
}
