package http

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tallystick/tallystick/domain/fault"
)

// jsonText is JSON that is known to be well formed, read from the front.
type jsonText struct {
	text []byte
	at   int
}

// next is the first byte of the next token.
func (j *jsonText) next() byte {
	for j.at < len(j.text) {
		switch c := j.text[j.at]; c {
		case ' ', '\t', '\n', '\r', ',', ':':
			j.at++
		default:
			return c
		}
	}
	return 0
}

// str reads a string with its quotes.
func (j *jsonText) str() []byte {
	begin := j.at
	for j.at++; j.text[j.at] != '"'; j.at++ {
		if j.text[j.at] == '\\' {
			j.at++
		}
	}
	j.at++
	return j.text[begin:j.at]
}

// value reads a whole value.
func (j *jsonText) value() []byte {
	first := j.next()
	begin := j.at
	switch first {
	case '"':
		return j.str()
	case '{', '[':
		for depth := 0; ; {
			switch j.text[j.at] {
			case '"':
				j.str()
				continue
			case '{', '[':
				depth++
			case '}', ']':
				depth--
			}
			j.at++
			if depth == 0 {
				return j.text[begin:j.at]
			}
		}
	}
	for j.at < len(j.text) && !bytes.ContainsRune([]byte(" \t\n\r,]}"), rune(j.text[j.at])) {
		j.at++
	}
	return j.text[begin:j.at]
}

// enter steps into an object or list; leave steps out where it ends.
func (j *jsonText) enter() { j.at++ }
func (j *jsonText) leave(end byte) bool {
	if j.next() != end {
		return false
	}
	j.at++
	return true
}

// name reads the name of a member.
func (j *jsonText) name() string {
	j.next()
	return memberName(j.str())
}

func memberName(quoted []byte) (name string) {
	if inside := quoted[1 : len(quoted)-1]; !bytes.ContainsRune(inside, '\\') {
		return string(inside)
	}
	if json.Unmarshal(quoted, &name) != nil {
		return string(quoted)
	}
	return name
}

// fieldPath is where in a body one is: lines[2].price.
type fieldPath []byte

func (p *fieldPath) member(name string) {
	if len(*p) > 0 {
		*p = append(*p, '.')
	}
	*p = append(*p, name...)
}

func (p *fieldPath) element(i int) {
	*p = append(strconv.AppendInt(append(*p, '['), int64(i), 10), ']')
}

func (p fieldPath) String() string {
	if len(p) == 0 {
		return "body"
	}
	return string(p)
}

// depthMax is how deep a body may nest.
const depthMax = 64

// scan looks through well-formed JSON for what a decoder would take in silence:
// a name that stands twice, what is no text, nesting without end.
type scan struct {
	jsonText
	faults *faultList
	path   fieldPath
}

func (s *scan) value(depth int) {
	first := s.next()
	if depth > depthMax {
		s.faults.add(s.path.String(), "is nested deeper than %d", depthMax)
		s.jsonText.value()
		return
	}
	switch first {
	case '"':
		if !isText(s.str()) {
			s.faults.add(s.path.String(), "is not text")
		}
	case '{':
		s.object(depth)
	case '[':
		s.enter()
		here := len(s.path)
		for i := 0; !s.leave(']'); i++ {
			s.path.element(i)
			s.value(depth + 1)
			s.path = s.path[:here]
		}
	default:
		s.jsonText.value()
	}
}

func (s *scan) object(depth int) {
	s.enter()
	here := len(s.path)
	var few []string
	var many map[string]bool
	for !s.leave('}') {
		s.next()
		quoted := s.str()
		name := memberName(quoted)
		s.path.member(name)
		switch {
		case !isText(quoted):
			s.faults.add("body", "has a member whose name is not text")
		case many[name] || slices.Contains(few, name):
			s.faults.add(s.path.String(), "stands twice")
		case len(few) < 16:
			few = append(few, name)
		case many == nil:
			many = map[string]bool{name: true}
		default:
			many[name] = true
		}
		s.value(depth + 1)
		s.path = s.path[:here]
	}
}

// isText reports whether a string in quotes is Unicode text without the zero
// character, and whole: without halves of surrogate pairs.
func isText(quoted []byte) bool {
	if !utf8.Valid(quoted) {
		return false
	}
	for rest := quoted; ; {
		i := bytes.IndexByte(rest, '\\')
		if i < 0 {
			return true
		}
		rest = rest[i+1:]
		if rest[0] != 'u' {
			rest = rest[1:]
			continue
		}
		unit := hex4(rest[1:])
		rest = rest[5:]
		switch {
		case unit == 0, 0xdc00 <= unit && unit < 0xe000:
			return false
		case 0xd800 <= unit && unit < 0xdc00:
			if len(rest) < 6 || rest[0] != '\\' || rest[1] != 'u' {
				return false
			}
			if low := hex4(rest[2:]); low < 0xdc00 || low >= 0xe000 {
				return false
			}
			rest = rest[6:]
		}
	}
}

func hex4(digits []byte) uint64 {
	n, err := strconv.ParseUint(string(digits[:4]), 16, 32)
	if err != nil {
		return 0 // well-formed JSON has none
	}
	return n
}

// faultsMax is how many faults one answer lists.
const faultsMax = 100

// faultList is the first faults, and how many more there are.
type faultList struct {
	fault.Fields
	more int
}

func (l *faultList) add(field, format string, args ...any) {
	if len(l.Fields) >= faultsMax {
		l.more++
		return
	}
	l.Add(cut(field, fieldMax), "%s", cut(fmt.Sprintf(format, args...), messageMax))
}

// fieldMax and messageMax bound what a fault repeats of what was sent.
const fieldMax, messageMax = 300, 2000

func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

func (l *faultList) full() bool { return len(l.Fields) >= faultsMax }
