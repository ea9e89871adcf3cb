package render

import (
	"bytes"
	_ "embed"
	"html/template"
	"strings"

	"golang.org/x/image/font/sfnt"

	"github.com/tallystick/tallystick/domain/report"
)

//go:embed report.html
var reportPage string

var reportTemplate = template.Must(template.New("report").Parse(reportPage))

// ReportHTML is a report as one page of HTML that loads nothing and runs no script.
func ReportHTML(d report.Document) ([]byte, error) {
	var b bytes.Buffer
	err := reportTemplate.Execute(&b, d)
	return b.Bytes(), err
}

// unshown stands in a PDF for a character that its fonts lack.
const unshown = '\u25a1'

// ReportPDF is a report on pages of A4. What the fonts lack is shown as an empty
// box, and the report says so; its HTML form has every character.
func ReportPDF(d report.Document) ([]byte, error) {
	lacking := false
	shown := func(text string) string {
		var buffer sfnt.Buffer
		return strings.Map(func(r rune) rune {
			if r == '\n' || r == '\t' || r < 0x7f {
				return r
			}
			if at, err := face().GlyphIndex(&buffer, r); err != nil || at == 0 {
				lacking = true
				return unshown
			}
			return r
		}, text)
	}
	p := NewPDF(About{Title: shown(d.Title), Language: d.Language, Footer: shown(d.Footer), Created: d.Created})
	p.Title(shown(d.Title))
	for _, b := range d.Blocks {
		switch b.Kind {
		case report.Heading:
			if b.Level == 1 {
				p.Heading(shown(b.Text))
			} else {
				p.Subheading(shown(b.Text))
			}
		case report.Paragraph:
			p.Paragraph(shown(b.Text))
		case report.Quotation:
			p.Quotation(shown(b.Text))
		case report.PageBreak:
			p.f.AddPage()
		case report.Table:
			p.reportTable(b, shown)
		}
	}
	if lacking {
		p.Paragraph("Characters that the fonts of this form lack are shown as " + string(unshown) + "; the HTML form has them all.")
	}
	return p.Bytes()
}

func (p *PDF) reportTable(b report.Block, shown func(string) string) {
	columns := make([]Column, len(b.Columns))
	for i, c := range b.Columns {
		columns[i] = Column{Title: shown(c.Title), Share: c.Share, Align: Left}
		if c.Number {
			columns[i].Align = Right
		}
	}
	rows := make([][]string, len(b.Rows))
	for i, r := range b.Rows {
		for _, cell := range r {
			rows[i] = append(rows[i], shown(cell))
		}
	}
	p.Table(columns, rows)
}
