package documents

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/reactors/sandbox"
)

// parseFields is the parser of what is filled into the form of a PDF.
const parseFields = "documents.fields"

func init() {
	sandbox.Register(parseFields, func(_ []string, in io.Reader, out io.Writer) error {
		content, err := io.ReadAll(in)
		if err != nil {
			return err
		}
		pages, err := readFields(content)
		if err != nil {
			return err
		}
		return json.NewEncoder(out).Encode(pages)
	})
}

// openPDF reads the objects of a PDF. The library's package api would do as well, but makes
// tables of a megabyte whenever the program starts, and each parser is one.
func openPDF(content []byte) (*model.Context, error) {
	model.ConfigPath = "disable" // no file is looked for
	return pdfcpu.Read(bytes.NewReader(content), model.NewDefaultConfiguration())
}

// fieldsMax bounds the fields that are read of a form.
const fieldsMax = 20_000

// readFields reads the fields of every page, each where it stands: what is written
// in it, or a cross where it is ticked.
func readFields(content []byte) ([]reading.Page, error) {
	ctx, err := openPDF(content)
	if err != nil {
		return nil, err
	}
	if err := ctx.EnsurePageCount(); err != nil {
		return nil, err
	}
	var pages []reading.Page
	read := 0
	for n := 1; n <= min(ctx.PageCount, pagesMax); n++ {
		d, _, inherited, err := ctx.PageDict(n, false)
		if err != nil || d == nil || inherited == nil || inherited.MediaBox == nil || inherited.Rotate%360 != 0 {
			continue
		}
		shown := inherited.MediaBox
		if inherited.CropBox != nil {
			shown = inherited.CropBox
		}
		annotations, err := ctx.DereferenceArray(d["Annots"])
		if err != nil {
			continue
		}
		page := reading.Page{Number: n}
		for _, a := range annotations {
			if read++; read > fieldsMax {
				return pages, nil
			}
			if text, box, ok := fieldOf(ctx, a, shown); ok {
				page.Words = append(page.Words, spread(text, box)...)
			}
		}
		if len(page.Words) > 0 {
			pages = append(pages, page)
		}
	}
	return pages, nil
}

// fieldOf is what a field of a form holds, and its place on the page.
func fieldOf(ctx *model.Context, annotation types.Object, page *types.Rectangle) (text string, box reading.Box, ok bool) {
	d, err := ctx.DereferenceDict(annotation)
	if err != nil || d == nil || d.Subtype() == nil || *d.Subtype() != "Widget" {
		return "", box, false
	}
	corners, err := ctx.DereferenceArray(d["Rect"])
	if err != nil || len(corners) != 4 {
		return "", box, false
	}
	r, err := ctx.RectForArray(corners)
	if err != nil || page.Width() <= 0 || page.Height() <= 0 {
		return "", box, false
	}
	place := func(v, whole float64) int { return min(max(int(v*10_000/whole+0.5), 0), 10_000) }
	box = reading.Box{Left: place(r.LL.X-page.LL.X, page.Width()), Right: place(r.UR.X-page.LL.X, page.Width()),
		Top: place(page.UR.Y-r.UR.Y, page.Height()), Bottom: place(page.UR.Y-r.LL.Y, page.Height())}
	kind, value := inheritedOf(ctx, d)
	if kind == "Btn" {
		state, err := ctx.DereferenceName(d["AS"], model.V10, nil)
		return "X", box, err == nil && state != "" && state != "Off"
	}
	if value == nil {
		return "", box, false
	}
	text, err = ctx.DereferenceText(value)
	text = strings.TrimSpace(text)
	return text, box, err == nil && text != "" && len(text) <= 200 && utf8.ValidString(text)
}

// inheritedOf is the type and value of a field, which stand in it or above it.
func inheritedOf(ctx *model.Context, d types.Dict) (kind string, value types.Object) {
	const deep = 20
	for range deep {
		if n := d.NameEntry("FT"); n != nil && kind == "" {
			kind = *n
		}
		if v, has := d.Find("V"); has && value == nil {
			value = v
		}
		parent, err := ctx.DereferenceDict(d["Parent"])
		if err != nil || parent == nil {
			break
		}
		d = parent
	}
	return kind, value
}

// spread gives each word of a field a part of its box, in the height of one line.
func spread(text string, box reading.Box) (words []reading.Word) {
	parts := strings.Fields(text)
	wide := (box.Right - box.Left) / max(len(parts), 1)
	for i, p := range parts {
		words = append(words, reading.Word{Text: p, Score: 1000, Box: reading.Box{Left: box.Left + i*wide, Right: box.Left + (i+1)*wide - 1,
			Top: box.Top, Bottom: box.Bottom}})
	}
	return words
}
