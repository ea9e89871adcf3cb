package corpus

import (
	"maps"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/tax/law"
)

// Builtin is the embedded law as passages: a document for each source and provision,
// a passage for each dated value, in words of our own. A passage's id is that of its
// citation.
func Builtin() ([]Passage, error) {
	var out []Passage
	for _, folder := range law.Folders() {
		book, err := law.Open(folder)
		if err != nil {
			return nil, err
		}
		for _, name := range book.Names() {
			p := book.Parameters[name]
			for _, v := range p.Values {
				text := Cut(wording(p, v), PassageRunesMax)
				for _, c := range v.Citations() {
					out = append(out, Passage{
						ID: c.ID, Work: "law:" + folder + ":" + c.SourceID, Document: c.Title, Locator: c.Locator, Heading: p.Title, Text: text,
						Language: "en", From: v.From, To: v.To, Dated: true, URL: c.URL, SHA256: c.SHA256,
					})
				}
			}
		}
	}
	return out, nil
}

// wording says what a value is.
func wording(p *law.Parameter, v *law.Value) string {
	var b strings.Builder
	b.WriteString(p.Title + " (" + strings.ReplaceAll(p.Name, "_", " ") + "): ")
	switch {
	case v.Value != nil:
		b.WriteString(v.Value.String() + " " + p.Unit)
	case len(v.Bands) > 0:
		for i, band := range v.Bands {
			if i > 0 {
				b.WriteString("; ")
			}
			if band.Label != "" {
				b.WriteString(band.Label + ", ")
			}
			if band.To != nil {
				b.WriteString("up to " + band.To.String() + " at " + band.Rate.String())
			} else {
				b.WriteString("above at " + band.Rate.String())
			}
		}
		b.WriteString(" (" + p.Unit + ")")
	case len(v.Table) > 0:
		for i, k := range slices.Sorted(maps.Keys(v.Table)) {
			if i > 0 {
				b.WriteString("; ")
			}
			b.WriteString(strings.ReplaceAll(k, "_", " ") + " " + v.Table[k].String())
		}
		b.WriteString(" (" + p.Unit + ")")
	default:
		b.WriteString(v.Text)
	}
	b.WriteString(". In force from " + v.From.String())
	if !v.To.IsZero() {
		b.WriteString(" until " + v.To.String())
	}
	b.WriteString(".")
	if v.Note != "" {
		b.WriteString(" " + v.Note)
	}
	return b.String()
}
