package documents

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"sync"

	"golang.org/x/image/draw"

	"github.com/tallystick/tallystick/domain/documents/reading"
)

// recogniser turns pictures into words by Tesseract.
type recogniser struct {
	first  string // language that is tried where none is known
	accept int    // how sure a value must be to stand without a person, in thousandths
	// tesseract runs it on a picture and gives its table of words. It begins while the picture
	// is made: both take their time before the first letter.
	tesseract func(ctx context.Context, p picture, args ...string) ([]byte, error)
}

// picture gives a page as a PGM, each time the same.
type picture func(context.Context) ([]byte, error)

// onceMade is a picture that is made when it is first asked for; whoever asks again while it
// is being made waits.
func onceMade(from picture) picture {
	var once sync.Once
	var content []byte
	var err error
	return func(ctx context.Context) ([]byte, error) {
		once.Do(func() { content, err = from(ctx) })
		return content, err
	}
}

// made is a picture that there is.
func made(content []byte) picture {
	return func(context.Context) ([]byte, error) { return content, nil }
}

// page reads a picture. Where no language is known, the words of a first reading
// tell it. What matters and is not sure is read a second time, by itself and larger.
func (r recogniser) page(ctx context.Context, from picture, language string, number int) (reading.Page, string, error) {
	first := language
	if first == "" {
		first = r.first
	}
	p, err := r.read(ctx, from, first, number)
	if err == nil && language == "" {
		language = first
		if spoken := reading.Language([]reading.Page{p}); spoken != "" && spoken != first {
			language = spoken
			p, err = r.read(ctx, from, language, number)
		}
	}
	if err != nil {
		return p, language, err
	}
	p, err = r.again(ctx, from, p, language)
	return p, language, err
}

// read reads the letters of a page: as lines of columns first, as receipts and
// invoices have them. Where that finds no total, a column of amounts may have been
// taken for a picture: then as one block, if that finds one.
func (r recogniser) read(ctx context.Context, from picture, language string, number int) (reading.Page, error) {
	first := reading.Page{Number: number}
	for i, mode := range []string{"4", "6"} {
		table, err := r.tesseract(ctx, from, "-l", language, "--psm", mode)
		if err != nil {
			return reading.Page{}, err
		}
		p := reading.Page{Number: number}
		if pages := wordsOf(table, nil); len(pages) > 0 {
			p.Words = pages[0].Words
		}
		if totalled(p, language) || i > 0 && len(first.Words) == 0 {
			return p, nil
		}
		if i == 0 {
			first = p
		}
	}
	return first, nil
}

// mattering are the fields that are read twice.
var mattering = []string{reading.Date, reading.Gross, reading.Net, reading.Tax, reading.Currency}

// again reads the lines of what is not sure a second time, where surer letters would have
// it accepted: of what its label leaves open another reading would say nothing.
func (r recogniser) again(ctx context.Context, from picture, p reading.Page, language string) (reading.Page, error) {
	var doubtful []reading.Box
	for _, f := range reading.Read([]reading.Page{p}, language) {
		if slices.Contains(mattering, f.Name) && f.Score < r.accept && f.Most() >= r.accept {
			doubtful = append(doubtful, f.Box)
		}
	}
	var lines []reading.Line
	for _, l := range reading.Lines(p) {
		if slices.ContainsFunc(doubtful, func(b reading.Box) bool { return within(b, l.Box) }) {
			lines = append(lines, l)
		}
	}
	if len(lines) == 0 {
		return p, nil
	}
	content, err := from(ctx)
	if err != nil {
		return p, err
	}
	whole, ok := grayOf(content)
	if !ok {
		return p, nil
	}
	s := stripsOf(whole, lines)
	table, err := r.tesseract(ctx, made(pgm(s.picture)), "-l", language, "--psm", "6")
	var refused rejection
	if errors.As(err, &refused) {
		return p, nil // the first reading stands, as sure as it was
	}
	if err != nil {
		return p, err
	}
	second := reading.Page{Number: p.Number}
	if pages := wordsOf(table, nil); len(pages) > 0 {
		second.Words = s.onPage(pages[0].Words)
	}
	return reading.Again(p, second, func(w reading.Word) bool {
		return slices.ContainsFunc(lines, func(l reading.Line) bool { return within(w.Box, l.Box) })
	}), nil
}

func within(b, line reading.Box) bool {
	middle := (b.Top + b.Bottom) / 2
	return middle >= line.Top && middle <= line.Bottom
}

// strips are lines of a page, larger and below each other.
type strips struct {
	picture *image.Gray
	page    image.Rectangle
	top     []int // of each strip in picture
	from    []int // the row of the page that it begins with
}

// Of a strip, in pixels: what stands above and below its line, what is white between
// two, and by how much it is larger than the page, in halves.
const (
	stripPad   = 8
	stripGap   = 24
	stripScale = 3
)

func stripsOf(page *image.Gray, lines []reading.Line) strips {
	w, h := page.Rect.Dx(), page.Rect.Dy()
	s := strips{page: page.Rect}
	var cut []image.Rectangle
	tall := stripGap
	for _, l := range lines {
		r := image.Rect(0, l.Box.Top*h/10_000-stripPad, w, l.Box.Bottom*h/10_000+stripPad).Intersect(page.Rect)
		cut = append(cut, r)
		s.top, s.from = append(s.top, tall), append(s.from, r.Min.Y)
		tall += r.Dy()*stripScale/2 + stripGap
	}
	s.picture = image.NewGray(image.Rect(0, 0, w*stripScale/2, tall))
	for i := range s.picture.Pix {
		s.picture.Pix[i] = 255
	}
	for i, r := range cut {
		draw.CatmullRom.Scale(s.picture, image.Rect(0, s.top[i], w*stripScale/2, s.top[i]+r.Dy()*stripScale/2), page, r, draw.Src, nil)
	}
	return s
}

// onPage gives words of strips their places on the page.
func (s strips) onPage(words []reading.Word) (out []reading.Word) {
	tall := s.picture.Rect.Dy()
	for _, w := range words {
		top, bottom := w.Box.Top*tall/10_000, w.Box.Bottom*tall/10_000
		at := 0
		for i := range s.top {
			if (top+bottom)/2 >= s.top[i] {
				at = i
			}
		}
		row := func(y int) int { return (s.from[at] + (y-s.top[at])*2/stripScale) * 10_000 / max(s.page.Dy(), 1) }
		w.Box.Top, w.Box.Bottom = row(top), row(bottom)
		out = append(out, w)
	}
	return out
}

// grayOf reads the picture that the tools hand on, a binary PGM; ok is false where it
// is none, or too large.
func grayOf(picture []byte) (g *image.Gray, ok bool) {
	var w, h, most int
	r := bytes.NewReader(picture)
	if _, err := fmt.Fscanf(r, "P5\n%d %d\n%d\n", &w, &h, &most); err != nil {
		return nil, false
	}
	pixels := picture[len(picture)-r.Len():]
	if w <= 0 || h <= 0 || most != 255 || w > sideMax || h > sideMax || len(pixels) < w*h {
		return nil, false
	}
	return &image.Gray{Pix: pixels[:w*h], Stride: w, Rect: image.Rect(0, 0, w, h)}, true
}

func pgm(g *image.Gray) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "P5\n%d %d\n255\n", g.Rect.Dx(), g.Rect.Dy())
	out.Write(g.Pix)
	return out.Bytes()
}
