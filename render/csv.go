package render

import (
	"bufio"
	"encoding/csv"
	"io"
)

// CSV writes a table as RFC 4180: commas, CRLF, UTF-8 without a byte order mark.
type CSV struct {
	buffer *bufio.Writer
	w      *csv.Writer
	row    []string
}

// NewCSV begins a table with its header.
func NewCSV(w io.Writer, header ...string) (*CSV, error) {
	const bufferBytes = 64 << 10
	b := bufio.NewWriterSize(w, bufferBytes)
	c := &CSV{buffer: b, w: csv.NewWriter(b)}
	c.w.UseCRLF = true
	return c, c.w.Write(header)
}

// Row writes one row.
func (c *CSV) Row(cells ...Cell) error {
	c.row = c.row[:0]
	for _, x := range cells {
		c.row = append(c.row, x.Plain())
	}
	return c.w.Write(c.row)
}

// Close writes out what is held back; it does not close the writer below.
func (c *CSV) Close() error {
	c.w.Flush()
	if err := c.w.Error(); err != nil {
		return err
	}
	return c.buffer.Flush()
}
