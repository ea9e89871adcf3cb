// Package returnpackage writes a draft return as files: JSON, a PDF whose every page
// says that it is a draft, the trace of its lines as CSV, and the three in one ZIP. The
// same package gives the same bytes.
package returnpackage

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/returnpackage"
	"github.com/tallystick/tallystick/render"
)

// ZIP is the package as one file.
func ZIP(p returnpackage.Package, at time.Time) ([]byte, error) {
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return nil, err
	}
	paper, err := PDF(p, at)
	if err != nil {
		return nil, err
	}
	trace, err := Trace(p)
	if err != nil {
		return nil, err
	}
	return render.ZIP(at, render.File{Name: p.FormSet + ".json", Data: append(text, '\n')}, render.File{Name: p.FormSet + ".pdf", Data: paper},
		render.File{Name: "trace.csv", Data: trace})
}

// shown is what stands for a line's value.
func shown(l returnpackage.Line) string {
	switch l.Kind {
	case returnpackage.NotDetermined:
		return "not determined"
	case returnpackage.Blank:
		return "blank"
	}
	return l.Value
}

// PDF is the package on paper. Its footer is on every page.
func PDF(p returnpackage.Package, at time.Time) ([]byte, error) {
	doc := render.NewPDF(render.About{Title: "Draft return " + p.FormSet + " " + p.TaxYear, Subject: p.Notice, Language: "en",
		Footer: p.Notice, Created: at})
	doc.Title(p.Title)
	doc.Paragraph(p.Notice)
	doc.Block([]string{"Tax year", p.TaxYear}, []string{"Currency", p.Currency}, []string{"Coverage", string(p.Coverage)})
	doc.Block([]string{"Calculator", p.Calculator + " " + p.Version}, []string{"Dataset", p.Dataset},
		[]string{"Law as of", p.LawAsOf.String()})
	doc.Block([]string{"Calculation", p.SnapshotID}, []string{"SHA-256 of it", p.SnapshotSHA256})
	columns := []render.Column{{Title: "Line", Share: 10, Align: render.Left}, {Title: "What", Share: 46, Align: render.Left},
		{Title: "Value", Share: 18, Align: render.Right}, {Title: "From", Share: 26, Align: render.Left}}
	form := ""
	var rows [][]string
	flush := func() {
		if len(rows) > 0 {
			doc.Heading(form)
			doc.Table(columns, rows)
			rows = nil
		}
	}
	for _, l := range sorted(p.Lines) {
		if l.Form != form {
			flush()
			form = l.Form
		}
		rows = append(rows, []string{l.Line, l.Label, shown(l), strings.TrimSuffix(l.Kind+": "+l.Formula, ": ")})
	}
	flush()
	doc.Heading("Assumptions")
	for _, a := range p.Assumptions {
		doc.Paragraph(a)
	}
	doc.Heading("Citations")
	for _, c := range p.Citations {
		doc.Paragraph(c.ID + ": " + c.Title + ", " + c.Locator + ", " + c.URL)
	}
	return doc.Bytes()
}

// sorted keeps the forms together, in the order in which they first come.
func sorted(lines []returnpackage.Line) (out []returnpackage.Line) {
	var forms []string
	by := map[string][]returnpackage.Line{}
	for _, l := range lines {
		if by[l.Form] == nil {
			forms = append(forms, l.Form)
		}
		by[l.Form] = append(by[l.Form], l)
	}
	for _, f := range forms {
		out = append(out, by[f]...)
	}
	return out
}

// Trace is where each line comes from.
func Trace(p returnpackage.Package) ([]byte, error) {
	var out bytes.Buffer
	w, err := render.NewCSV(&out, "notice", "form", "line", "label", "kind", "value", "currency", "step", "formula", "citations")
	if err != nil {
		return nil, err
	}
	for _, l := range p.Lines {
		row := make([]render.Cell, 0, 10)
		for _, text := range []string{"draft, not a filing", l.Form, l.Line, l.Label, l.Kind} {
			row = append(row, render.Text(text))
		}
		row = append(row, figure(l.Value))
		for _, text := range []string{p.Currency, l.Step, l.Formula, strings.Join(l.CitationIDs, " ")} {
			row = append(row, render.Text(text))
		}
		if err := w.Row(row...); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// figure is a value as it stands: a decimal, or what was stated in words.
func figure(text string) render.Cell {
	if _, err := money.Parse(text); err == nil {
		return render.Decimal(text)
	}
	return render.Text(text)
}
