package cases

import (
	"fmt"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/sealed"
)

// page builds one Markdown page of a pack. What people wrote is escaped, so
// that it can neither pass for the page's own words nor break its tables.
type page struct{ b strings.Builder }

func (p *page) bytes() []byte { return []byte(p.b.String()) }

// head writes a heading; level 1 is the page's title.
func (p *page) head(level int, format string, args ...any) {
	if p.b.Len() > 0 {
		p.b.WriteByte('\n')
	}
	fmt.Fprintf(&p.b, "%s %s\n", strings.Repeat("#", level), fmt.Sprintf(format, args...))
}

// line writes a paragraph of the page's own words.
func (p *page) line(format string, args ...any) {
	fmt.Fprintf(&p.b, "\n%s\n", fmt.Sprintf(format, args...))
}

// quote writes what a person wrote, line by line; an absent text says so.
func (p *page) quote(text string) {
	p.b.WriteByte('\n')
	for _, l := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		p.b.WriteString("> " + escape(l) + "  \n")
	}
}

// list writes what records say, one point each.
func (p *page) list(points []string) {
	p.b.WriteByte('\n')
	for _, x := range points {
		p.b.WriteString("- " + escape(x) + "\n")
	}
}

// table writes rows of plain cells under headings.
func (p *page) table(headings []string, rows [][]string) {
	p.b.WriteString("\n| " + strings.Join(headings, " | ") + " |\n|" + strings.Repeat("---|", len(headings)) + "\n")
	for _, row := range rows {
		p.b.WriteByte('|')
		for _, cell := range row {
			p.b.WriteString(" " + escape(cell) + " |")
		}
		p.b.WriteByte('\n')
	}
}

var escapes = strings.NewReplacer(
	"\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "|", "\\|", "#", "\\#", "~", "\\~",
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "", "\n", " ", "\t", " ",
)

func escape(s string) string { return escapes.Replace(s) }

// read is a text for a page.
func read(t sealed.Text) string {
	switch {
	case t.Forgotten:
		return "(forgotten)"
	case t.Plain == "":
		return "(none given)"
	}
	return t.Plain
}

// stated is a code or date for a page.
func stated(s string) string {
	if s == "" {
		return "(none given)"
	}
	return s
}

func instant(t time.Time) string { return t.UTC().Format(time.RFC3339) }
