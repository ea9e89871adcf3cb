// Package report is a document for reading: headings, paragraphs, quotations and
// tables, one after the other. It says what stands in a document and nothing of how
// it looks; package render writes it as HTML and as PDF.
package report

import (
	"fmt"
	"time"
)

// Document is a whole report.
type Document struct {
	Title    string
	Language string // BCP 47
	Footer   string // stands at the foot of every page
	Created  time.Time
	Blocks   []Block
}

// Kind says what a block is.
type Kind string

// The kinds of blocks.
const (
	Heading   Kind = "heading"
	Paragraph Kind = "paragraph"
	Quotation Kind = "quotation" // what a person wrote, or a law says
	Table     Kind = "table"
	PageBreak Kind = "page_break"
)

// Block is one piece of a document.
type Block struct {
	Kind    Kind
	Level   int      // of a heading: 1 begins a part, 2 and 3 stand below
	Text    string   // of all but tables
	Columns []Column // of a table; without titles it has no head
	Rows    [][]string
}

// Column is a column of a table; Share is its part of the width.
type Column struct {
	Title  string
	Share  int
	Number bool // aligned to the right
}

// Head begins a section.
func (d *Document) Head(level int, format string, args ...any) {
	d.Blocks = append(d.Blocks, Block{Kind: Heading, Level: level, Text: fmt.Sprintf(format, args...)})
}

// Say adds a paragraph of the report's own words.
func (d *Document) Say(format string, args ...any) {
	d.Blocks = append(d.Blocks, Block{Kind: Paragraph, Text: fmt.Sprintf(format, args...)})
}

// Quote adds what somebody wrote, as it was written.
func (d *Document) Quote(text string) {
	d.Blocks = append(d.Blocks, Block{Kind: Quotation, Text: text})
}

// Table adds rows under a head; without rows it adds nothing.
func (d *Document) Table(columns []Column, rows [][]string) {
	if len(rows) > 0 {
		d.Blocks = append(d.Blocks, Block{Kind: Table, Columns: columns, Rows: rows})
	}
}

// Break begins a page.
func (d *Document) Break() { d.Blocks = append(d.Blocks, Block{Kind: PageBreak}) }
