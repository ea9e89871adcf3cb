package invoice

import (
	"bytes"
	"encoding/xml"
	"strings"
	"unicode/utf8"
)

// writer writes XML from top to bottom.
type writer struct {
	b     bytes.Buffer
	depth int
}

func newWriter() *writer {
	w := &writer{}
	w.b.WriteString(xml.Header)
	return w
}

// in opens an element around what f writes.
func (w *writer) in(name string, f func()) {
	w.indent()
	w.b.WriteString("<" + name + ">\n")
	w.depth++
	f()
	w.depth--
	w.indent()
	tag, _, _ := strings.Cut(name, " ")
	w.b.WriteString("</" + tag + ">\n")
}

// leaf writes an element with a text; attributes come in pairs. An empty text
// writes nothing.
func (w *writer) leaf(name, text string, attributes ...string) {
	if text == "" {
		return
	}
	w.indent()
	w.b.WriteString("<" + name)
	for i := 0; i+1 < len(attributes); i += 2 {
		w.b.WriteString(" " + attributes[i] + `="`)
		escape(&w.b, attributes[i+1])
		w.b.WriteByte('"')
	}
	w.b.WriteByte('>')
	escape(&w.b, text)
	w.b.WriteString("</" + name + ">\n")
}

func (w *writer) indent() {
	for range w.depth {
		w.b.WriteString("  ")
	}
}

// escape writes a text without what XML 1.0 cannot hold.
func escape(b *bytes.Buffer, s string) {
	for _, r := range s {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&quot;")
		case r == '\r', r == utf8.RuneError, r < ' ' && r != '\n' && r != '\t', r == 0xFFFE, r == 0xFFFF:
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
}
