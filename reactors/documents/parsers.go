package documents

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // decoders of what is taken
	_ "image/png"
	"io"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/tiff"
	_ "golang.org/x/image/webp"

	"github.com/tallystick/tallystick/domain/documents/einvoice"
	"github.com/tallystick/tallystick/domain/documents/einvoice/terms"
	"github.com/tallystick/tallystick/domain/documents/markup"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/documents/statement"
	"github.com/tallystick/tallystick/reactors/sandbox"
)

// Names of the parsers, which run in the sandbox.
const (
	parseXML      = "documents.xml"
	parseText     = "documents.text"
	parseImage    = "documents.image"
	parseAttached = "documents.attached"
)

func init() {
	sandbox.Register(parseXML, func(_ []string, in io.Reader, out io.Writer) error { return answerOf(in, out, readXML) })
	sandbox.Register(parseText, func(args []string, in io.Reader, out io.Writer) error {
		return answerOf(in, out, func(content []byte) parsed { return readText(content, strings.Join(args, "")) })
	})
	sandbox.Register(parseAttached, func(_ []string, in io.Reader, out io.Writer) error { return answerOf(in, out, readAttached) })
	sandbox.Register(parseImage, grayscale)
}

// parsed is what a parser found in a file.
type parsed struct {
	Refused    string                `json:"refused,omitempty"` // code of the rejection
	Kind       string                `json:"kind,omitempty"`
	Fields     []reading.Found       `json:"fields,omitempty"`
	Statements []statement.Statement `json:"statements,omitempty"`
	Orders     *ordersRead           `json:"orders,omitempty"`
	Invoice    *terms.Group          `json:"invoice,omitempty"` // of an electronic one
}

func answerOf(in io.Reader, out io.Writer, read func([]byte) parsed) error {
	content, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(read(content))
}

func readXML(content []byte) parsed {
	root, err := markup.Parse(content)
	if err != nil {
		return parsed{Refused: "xml_refused"}
	}
	if p, ok := readInvoice(root); ok {
		return p
	}
	if all, ok, err := statement.CAMT(root); ok {
		return statements(all, err)
	}
	if all, ok, err := statement.OFX(letters(content)); ok {
		return statements(all, err)
	}
	return parsed{Refused: "format_not_known"}
}

// readInvoice reads an electronic invoice: what documents are told by, and its business terms
// but for the files that it embeds, which stand in it.
func readInvoice(root *markup.Node) (p parsed, ok bool) {
	kind, fields, ok := einvoice.Read(root)
	if !ok {
		return p, false
	}
	said, _, _ := terms.Read(root)
	for _, supporting := range said.All("BG-24") {
		for i, t := range supporting.Terms {
			if t.Name == "BT-125" {
				supporting.Terms[i].Value = ""
			}
		}
	}
	return parsed{Kind: kind, Fields: fields, Invoice: said}, true
}

func statements(all []statement.Statement, err error) parsed {
	if err != nil {
		return parsed{Refused: "unreadable"}
	}
	return parsed{Kind: "bank_statement", Statements: all}
}

// readText reads what is text; said is what its sender calls it, "" = nothing.
func readText(content []byte, said string) parsed {
	text := letters(content)
	if said == "orders" {
		return readOrders(content, text, true)
	}
	if all, ok, err := statement.OFX(text); ok {
		return statements(all, err)
	}
	if text, ok := bareXML(text); ok {
		return readXML([]byte(text))
	}
	if all, ok, err := statement.MT940(text); ok {
		return statements(all, err)
	}
	if said == "" {
		if p := readOrders(content, text, false); p.Orders != nil {
			return p
		}
	}
	if one, ok, err := statement.CSV(text); ok {
		return statements([]statement.Statement{one}, err)
	}
	return parsed{Refused: "format_not_known"}
}

// bareXML is the XML of a text that does not say in its first bytes that it is: its
// declaration may be missing, or follow a mark of byte order, or say in which of two bytes
// its letters were, which they are no longer.
func bareXML(text string) (string, bool) {
	text = strings.TrimLeft(text, "\ufeff \t\r\n")
	if !strings.HasPrefix(text, "<") {
		return "", false
	}
	if strings.HasPrefix(text, "<?xml") {
		_, text, _ = strings.Cut(text, "?>")
	}
	return text, true
}

// letters reads UTF-8, UTF-16 that says so by its first bytes, and what is neither as the
// letters of western Europe.
func letters(content []byte) string {
	if text, ok := wide(content); ok {
		return text
	}
	text := string(content)
	if strings.ToValidUTF8(text, "") == text {
		return text
	}
	runes := make([]rune, len(content))
	for i, b := range content {
		runes[i] = rune(b)
		if b == 0x80 {
			runes[i] = '€'
		}
	}
	return string(runes)
}

// Limits of a picture, looked at before it is decoded.
const (
	sideMax   = 20_000
	pixelsMax = 50_000_000
)

var errTooComplex = errors.New("too_complex")

// grayscale writes a picture as a PGM, upright, its lines level and in shades of gray,
// small ones enlarged: letters are recognised best where they are some 30 pixels high.
// The first line of its output is the rejection's code, or how the page was turned.
func grayscale(_ []string, in io.Reader, out io.Writer) error {
	content, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	picture, err := decoded(content)
	if err != nil {
		code := "unreadable"
		if errors.Is(err, errTooComplex) {
			code = errTooComplex.Error()
		}
		_, err = io.WriteString(out, code+"\n")
		return err
	}
	gray, turn := level(evenly(upright(toGray(picture), orientation(content))))
	if side := max(gray.Rect.Dx(), gray.Rect.Dy()); side < 1500 && side > 0 {
		factor := min(3, (1500+side-1)/side)
		larger := image.NewGray(image.Rect(0, 0, gray.Rect.Dx()*factor, gray.Rect.Dy()*factor))
		draw.CatmullRom.Scale(larger, larger.Rect, gray, gray.Rect, draw.Src, nil)
		gray = larger
	}
	if _, err := fmt.Fprintf(out, "%s\nP5\n%d %d\n255\n", turn.head(), gray.Rect.Dx(), gray.Rect.Dy()); err != nil {
		return err
	}
	_, err = out.Write(gray.Pix)
	return err
}

func toGray(p image.Image) *image.Gray {
	b := p.Bounds()
	gray := image.NewGray(image.Rect(0, 0, b.Dx(), b.Dy()))
	if y, ok := p.(*image.YCbCr); ok { // a photograph's brightness is there already
		for row := range b.Dy() {
			at := y.YOffset(b.Min.X, b.Min.Y+row)
			copy(gray.Pix[row*gray.Stride:], y.Y[at:at+b.Dx()])
		}
		return gray
	}
	if g, ok := p.(*image.Gray); ok { // as scanners write them
		for row := range b.Dy() {
			at := g.PixOffset(b.Min.X, b.Min.Y+row)
			copy(gray.Pix[row*gray.Stride:], g.Pix[at:at+b.Dx()])
		}
		return gray
	}
	white := image.NewRGBA(b) // behind what is transparent
	draw.Draw(white, b, image.White, image.Point{}, draw.Src)
	draw.Draw(white, b, p, b.Min, draw.Over)
	for i := range gray.Pix {
		c := white.Pix[4*i : 4*i+3]
		gray.Pix[i] = uint8((299*int(c[0]) + 587*int(c[1]) + 114*int(c[2]) + 500) / 1000) // ITU-R BT.601, as of JPEG
	}
	return gray
}

// orientation is EXIF's, 1 where a picture has none, or its decoder has turned it.
func orientation(jpeg []byte) int {
	if isHEIC(jpeg) {
		return 1
	}
	at := bytes.Index(jpeg[:min(len(jpeg), 1<<16)], []byte("Exif\x00\x00"))
	if at < 0 || at+20 > len(jpeg) {
		return 1
	}
	tiff := jpeg[at+6:]
	big := tiff[0] == 'M'
	u16 := func(i int) int {
		if i+2 > len(tiff) {
			return 0
		}
		if big {
			return int(tiff[i])<<8 | int(tiff[i+1])
		}
		return int(tiff[i+1])<<8 | int(tiff[i])
	}
	first := u16(4)
	if big {
		first = u16(6)
	}
	for i := range min(u16(first), 100) {
		if entry := first + 2 + 12*i; u16(entry) == 0x0112 {
			if o := u16(entry + 8); o >= 1 && o <= 8 {
				return o
			}
		}
	}
	return 1
}

// upright turns a picture as its orientation says; mirrored ones are not met.
func upright(g *image.Gray, o int) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	turn := func(w2, h2 int, from func(x, y int) (int, int)) *image.Gray {
		t := image.NewGray(image.Rect(0, 0, w2, h2))
		for y := range h2 {
			for x := range w2 {
				fx, fy := from(x, y)
				t.Pix[y*t.Stride+x] = g.Pix[fy*g.Stride+fx]
			}
		}
		return t
	}
	switch o {
	case 3:
		return turn(w, h, func(x, y int) (int, int) { return w - 1 - x, h - 1 - y })
	case 6:
		return turn(h, w, func(x, y int) (int, int) { return y, h - 1 - x })
	case 8:
		return turn(h, w, func(x, y int) (int, int) { return w - 1 - y, x })
	}
	return g
}

// wordsOf reads the table of words that pdftotext and tesseract write, one page
// or more; missing is how many pages have none. Where a page's size is not in the
// table, it is what its words fill. Of pages that lie aside, width and height stand in it
// the other way round.
func wordsOf(table []byte, aside map[int]bool) []reading.Page {
	var pages []reading.Page
	var width, height float64
	text := string(table) // once: words are parts of it
	for row := range strings.SplitSeq(text, "\n") {
		var cell [12]string
		if !cellsOf(row, &cell) {
			continue
		}
		if cell[0] != "1" && cell[0] != "5" {
			continue
		}
		var n [5]float64 // left, top, width, height, confidence
		for i := range n {
			n[i], _ = strconv.ParseFloat(cell[6+i], 64)
		}
		if cell[0] == "1" {
			number, _ := strconv.Atoi(cell[1])
			pages = append(pages, reading.Page{Number: number})
			if width, height = n[2], n[3]; aside[number] {
				width, height = height, width
			}
			continue
		}
		if len(pages) == 0 || strings.TrimSpace(cell[11]) == "" || width <= 0 || height <= 0 {
			continue
		}
		p := &pages[len(pages)-1]
		place := func(v, whole float64) int { return min(max(int(v*10_000/whole+0.5), 0), 10_000) }
		word := reading.Word{Text: cell[11], Score: min(max(int(n[4]*10), 0), 1000), Box: reading.Box{
			Left: place(n[0], width), Top: place(n[1], height), Right: place(n[0]+n[2], width), Bottom: place(n[1]+n[3], height)}}
		if strings.IndexFunc(word.Text, unicode.IsControl) < 0 {
			p.Words = append(p.Words, word)
			continue
		}
		for _, w := range spread(withoutControls(word.Text), word.Box) {
			w.Score = word.Score
			p.Words = append(p.Words, w)
		}
	}
	return pages
}

// withoutControls is a word with blanks for what shows nothing: a PDF's may hold tabs, also
// before its first letter.
func withoutControls(word string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, word)
}

// cellsOf are the cells of a row; ok is false where it has fewer. The last is the word: a PDF
// may have tabs within.
func cellsOf(row string, into *[12]string) (ok bool) {
	last := len(into) - 1
	for i := range last {
		if into[i], row, ok = strings.Cut(row, "\t"); !ok {
			return false
		}
	}
	into[last] = row
	return true
}
