// Package canonical writes values as the one text that RFC 8785 has for them: names in
// order, no space, one spelling of each string and number. Digests are of that text.
//
// What the program's own records hold, names and texts without escapes and whole numbers, is
// written in one pass; anything else takes the long way, through gowebpki/jcs, which also says what
// the right text is.
package canonical

import (
	"bytes"
	"encoding/json"
	"slices"
	"unicode/utf8"

	"github.com/gowebpki/jcs"
)

// JSON is the canonical form of a value, as encoding/json writes it.
func JSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // what is escaped takes the long way
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return Text(bytes.TrimRight(b.Bytes(), "\n"))
}

// Text is the canonical form of a JSON text.
func Text(text []byte) ([]byte, error) {
	w := writer{in: text, out: make([]byte, 0, len(text))}
	if w.value(0) && w.at == len(text) {
		return w.out, nil
	}
	return jcs.Transform(text)
}

// writer writes a text anew, as far as it is plain. Its methods return false for what is not.
type writer struct {
	in, out, sorted []byte
	at              int
}

// depthMax bounds how deep plain texts go.
const depthMax = 32

func (w *writer) next() byte {
	if w.at >= len(w.in) {
		return 0
	}
	return w.in[w.at]
}

func (w *writer) take(c byte) bool {
	if w.next() != c {
		return false
	}
	w.at++
	return true
}

func (w *writer) value(depth int) bool {
	switch c := w.next(); {
	case depth > depthMax:
		return false
	case c == '{':
		return w.object(depth)
	case c == '[':
		return w.array(depth)
	case c == '"':
		_, ok := w.text()
		return ok
	case c == '-' || c >= '0' && c <= '9':
		return w.number()
	}
	for _, word := range []string{"true", "false", "null"} {
		if bytes.HasPrefix(w.in[w.at:], []byte(word)) {
			w.out, w.at = append(w.out, word...), w.at+len(word)
			return true
		}
	}
	return false
}

// text takes a string without escapes; ascii tells that it has no other characters.
func (w *writer) text() (ascii, ok bool) {
	from := w.at
	ascii = true
	for w.at++; w.at < len(w.in); w.at++ {
		switch c := w.in[w.at]; {
		case c == '"':
			w.at++
			w.out = append(w.out, w.in[from:w.at]...)
			return ascii, ascii || utf8.Valid(w.in[from:w.at])
		case c == '\\' || c < ' ':
			return false, false
		case c >= 0x80:
			ascii = false
		}
	}
	return false, false
}

// digitsMax is how many digits a whole number has at most that floating point holds exactly.
const digitsMax = 15

// number takes a whole number that is written in one way only.
func (w *writer) number() bool {
	from := w.at
	w.take('-')
	digits := w.at
	for c := w.next(); c >= '0' && c <= '9'; c = w.next() {
		w.at++
	}
	n := w.at - digits
	if n == 0 || n > digitsMax || w.in[digits] == '0' && w.at-from > 1 {
		return false
	}
	switch w.next() {
	case '.', 'e', 'E':
		return false
	}
	w.out = append(w.out, w.in[from:w.at]...)
	return true
}

func (w *writer) array(depth int) bool {
	w.at++
	w.out = append(w.out, '[')
	for first := true; !w.take(']'); first = false {
		if !first {
			if !w.take(',') {
				return false
			}
			w.out = append(w.out, ',')
		}
		if !w.value(depth + 1) {
			return false
		}
	}
	w.out = append(w.out, ']')
	return true
}

// member is where a name and its value stand in what was written.
type member struct{ from, name, to int }

func (w *writer) object(depth int) bool {
	w.at++
	w.out = append(w.out, '{')
	start := len(w.out)
	var few [24]member
	members := few[:0]
	for first := true; !w.take('}'); first = false {
		if !first && !w.take(',') {
			return false
		}
		m := member{from: len(w.out)}
		if w.next() != '"' {
			return false
		}
		if ascii, ok := w.text(); !ascii || !ok {
			return false // others are in the order of their UTF-16 units
		}
		m.name = len(w.out) - 1 // the closing mark sorts after some characters
		if !w.take(':') {
			return false
		}
		w.out = append(w.out, ':')
		if !w.value(depth + 1) {
			return false
		}
		m.to = len(w.out)
		members = append(members, m)
	}
	return w.order(start, members)
}

// order puts members in order, with what stands between and after them.
func (w *writer) order(start int, members []member) bool {
	slices.SortFunc(members, func(a, b member) int { return bytes.Compare(w.out[a.from:a.name], w.out[b.from:b.name]) })
	w.sorted = w.sorted[:0]
	for i, m := range members {
		if i > 0 {
			if before := members[i-1]; bytes.Equal(w.out[before.from:before.name], w.out[m.from:m.name]) {
				return false // a name twice is for the other to refuse
			}
			w.sorted = append(w.sorted, ',')
		}
		w.sorted = append(w.sorted, w.out[m.from:m.to]...)
	}
	w.out = append(append(w.out[:start], w.sorted...), '}')
	return true
}
