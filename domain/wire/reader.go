package wire

import (
	"encoding"
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// Reader reads objects of one type.
type Reader[T any] struct{ plan parser }

// parser reads one value from the front of the text into an addressable value;
// ok is false where it declines. Strings that it reads are parts of the text.
type parser func(text string, v reflect.Value) (rest string, ok bool)

var (
	unmarshaler     = reflect.TypeFor[json.Unmarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
	schemaProvider  = "Schema" // a type that describes itself is not read here
)

// NewReader makes a reader of T, a struct.
func NewReader[T any]() *Reader[T] {
	return &Reader[T]{parserOf(reflect.TypeFor[T](), "")}
}

// Read reads text into into, or declines; into is then of no use.
func (r *Reader[T]) Read(text []byte, into *T) bool {
	rest, ok := r.plan(blanks(string(text)), reflect.ValueOf(into).Elem())
	return ok && len(blanks(rest)) == 0
}

func decline(string, reflect.Value) (string, bool) { return "", false }

// bounds are the tags that narrow a field, beyond its name.
var bounds = []string{"minLength", "maxLength", "pattern", "enum", "format", "minimum", "maximum", "minItems", "maxItems"}

// foreign are tags whose meaning is not known here.
var foreign = []string{"multipleOf", "exclusiveMinimum", "exclusiveMaximum", "uniqueItems", "dependentRequired", "readOnly", "writeOnly",
	"minProperties", "maxProperties", "additionalProperties", "contentEncoding", "required", "default", "hidden"}

func parserOf(t reflect.Type, tag reflect.StructTag) parser {
	for _, name := range foreign {
		if _, has := tag.Lookup(name); has {
			return decline
		}
	}
	switch {
	case t == decType:
		return parseDec(tag)
	case t == dateType:
		return parseDate(tag)
	}
	p := reflect.PointerTo(t)
	if _, describes := p.MethodByName(schemaProvider); describes || p.Implements(unmarshaler) || p.Implements(textUnmarshaler) {
		return decline
	}
	switch t.Kind() {
	case reflect.String:
		return parseString(tag)
	case reflect.Bool:
		return parseBool(tag)
	case reflect.Int64:
		return parseInt(tag)
	case reflect.Pointer:
		inner := parserOf(t.Elem(), tag)
		return func(text string, v reflect.Value) (string, bool) {
			v.Set(reflect.New(t.Elem()))
			return inner(text, v.Elem())
		}
	case reflect.Slice:
		return parseSlice(t, tag)
	case reflect.Struct:
		if narrowed(tag) {
			return decline
		}
		return parseStruct(t)
	}
	return decline
}

// narrowed reports whether a field has bounds other than those named.
func narrowed(tag reflect.StructTag, but ...string) bool {
	return slices.ContainsFunc(bounds, func(name string) bool {
		_, has := tag.Lookup(name)
		return has && !slices.Contains(but, name)
	})
}

func blanks(text string) string {
	for len(text) > 0 && (text[0] == ' ' || text[0] == '\n' || text[0] == '\t' || text[0] == '\r') {
		text = text[1:]
	}
	return text
}

// quoted takes a string without escapes off the front.
func quoted(text string) (inside, rest string, ok bool) {
	if len(text) == 0 || text[0] != '"' {
		return "", "", false
	}
	ascii := true
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			inside = text[1:i]
			return inside, text[i+1:], ascii || utf8.ValidString(inside)
		case c == '\\' || c < ' ':
			return "", "", false
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return "", "", false
}

func atoi(tag reflect.StructTag, name string, otherwise int) (int, bool) {
	text, has := tag.Lookup(name)
	if !has {
		return otherwise, true
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

const unbounded = int(^uint(0) >> 1)

func parseString(tag reflect.StructTag) parser {
	least, ok1 := atoi(tag, "minLength", 0)
	most, ok2 := atoi(tag, "maxLength", unbounded)
	if !ok1 || !ok2 || narrowed(tag, "minLength", "maxLength", "pattern", "enum") {
		return decline
	}
	var oneOf []string
	if list, has := tag.Lookup("enum"); has {
		oneOf = strings.Split(list, ",")
	}
	fits := fitting(tag.Get("pattern"))
	return func(text string, v reflect.Value) (string, bool) {
		inside, rest, ok := quoted(text)
		if !ok {
			return "", false
		}
		if n := utf8.RuneCountInString(inside); n < least || n > most || !fits(inside) {
			return "", false
		}
		if oneOf != nil && !slices.Contains(oneOf, inside) {
			return "", false
		}
		v.SetString(inside)
		return rest, true
	}
}

func parseDec(tag reflect.StructTag) parser {
	if narrowed(tag, "pattern") || tag.Get("pattern") == "" {
		return decline
	}
	fits := fitting(tag.Get("pattern"))
	return func(text string, v reflect.Value) (string, bool) {
		inside, rest, ok := quoted(text)
		if !ok || !fits(inside) {
			return "", false
		}
		d, err := money.Parse(inside)
		*v.Addr().Interface().(*money.Dec) = d
		return rest, err == nil
	}
}

func parseDate(tag reflect.StructTag) parser {
	if narrowed(tag, "format") || tag.Get("format") != "date" {
		return decline
	}
	return func(text string, v reflect.Value) (string, bool) {
		inside, rest, ok := quoted(text)
		if !ok || len(inside) != len("2006-01-02") {
			return "", false
		}
		d, err := civil.Parse(inside)
		*v.Addr().Interface().(*civil.Date) = d
		return rest, err == nil
	}
}

// decimalPattern is how amounts are narrowed.
var decimalPattern = regexp.MustCompile(`^\^\[0-9\]\{1,([0-9]+)\}\(\[\.\]\[0-9\]\{1,([0-9]+)\}\)\?\$$`)

// fitting tells whether a text matches a pattern; "" is matched by all.
func fitting(pattern string) func(string) bool {
	if pattern == "" {
		return func(string) bool { return true }
	}
	m := decimalPattern.FindStringSubmatch(pattern)
	if m == nil {
		return regexp.MustCompile(pattern).MatchString
	}
	whole, _ := strconv.Atoi(m[1]) // the pattern has digits there
	places, _ := strconv.Atoi(m[2])
	return func(text string) bool {
		i := digits(text)
		if i == 0 || i > whole {
			return false
		}
		if i == len(text) {
			return true
		}
		n := digits(text[i+1:])
		return text[i] == '.' && n > 0 && n <= places && i+1+n == len(text)
	}
}

func digits(text string) int {
	n := 0
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	return n
}

func parseBool(tag reflect.StructTag) parser {
	if narrowed(tag) {
		return decline
	}
	return func(text string, v reflect.Value) (string, bool) {
		for _, value := range []string{"false", "true"} {
			if len(text) >= len(value) && text[:len(value)] == value {
				v.SetBool(value == "true")
				return text[len(value):], true
			}
		}
		return "", false
	}
}

func parseInt(tag reflect.StructTag) parser {
	least, ok1 := atoi(tag, "minimum", 0)
	most, ok2 := atoi(tag, "maximum", unbounded)
	if !ok1 || !ok2 || least < 0 || narrowed(tag, "minimum", "maximum") {
		return decline
	}
	return func(text string, v reflect.Value) (string, bool) {
		const safe = 15 // digits that a float holds too
		n := digits(text)
		if n == 0 || n > safe || n > 1 && text[0] == '0' || n < len(text) && strings.IndexByte(".eE", text[n]) >= 0 {
			return "", false
		}
		value, err := strconv.Atoi(text[:n])
		if err != nil || value < least || value > most {
			return "", false
		}
		v.SetInt(int64(value))
		return text[n:], true
	}
}

func parseSlice(t reflect.Type, tag reflect.StructTag) parser {
	least, ok1 := atoi(tag, "minItems", 0)
	most, ok2 := atoi(tag, "maxItems", unbounded)
	if !ok1 || !ok2 || narrowed(tag, "minItems", "maxItems") {
		return decline
	}
	inner := parserOf(t.Elem(), "")
	return func(text string, v reflect.Value) (string, bool) {
		if len(text) == 0 || text[0] != '[' {
			return "", false
		}
		text = blanks(text[1:])
		whole := len(text)
		n, ok := 0, false
		v.Set(reflect.MakeSlice(t, 0, 0))
		for len(text) > 0 && text[0] != ']' {
			if n > 0 {
				if text[0] != ',' {
					return "", false
				}
				text = blanks(text[1:])
			}
			if n == most {
				return "", false
			}
			if n == v.Cap() {
				v.Grow(min(ahead(n, whole-len(text), len(text)), most-n))
			}
			v.SetLen(n + 1)
			if text, ok = inner(text, v.Index(n)); !ok {
				return "", false
			}
			n++
			text = blanks(text)
		}
		if len(text) == 0 || n < least || n > most {
			return "", false
		}
		return text[1:], true
	}
}

// ahead is for how many elements more there should be room, when n took a length
// of text and another is left, most of it for elements of the same length.
func ahead(n, took, left int) int {
	const first = 4
	if n == 0 {
		return first
	}
	return max(first, left*n/took*9/8+1)
}

// property is one member that an object can have.
type property struct {
	name     string
	index    []int
	required bool
	parse    parser
}

func parseStruct(t reflect.Type) parser {
	all, ok := propertiesOf(t, nil)
	const most = 64 // members are noted in one word
	if !ok || len(all) > most {
		return decline
	}
	var required uint64
	for i, p := range all {
		if slices.ContainsFunc(all[:i], func(q property) bool { return strings.EqualFold(p.name, q.name) }) {
			return decline
		}
		if p.required {
			required |= 1 << i
		}
	}
	return func(text string, v reflect.Value) (string, bool) {
		if len(text) == 0 || text[0] != '{' {
			return "", false
		}
		text = blanks(text[1:])
		var seen uint64
		next := 0 // members mostly come in the fields' order
		for first := true; len(text) > 0 && text[0] != '}'; first = false {
			if !first {
				if text[0] != ',' {
					return "", false
				}
				text = blanks(text[1:])
			}
			name, rest, ok := quoted(text)
			if !ok {
				return "", false
			}
			at := position(all, name, next)
			text = blanks(rest)
			if at < 0 || seen&(1<<at) != 0 || len(text) == 0 || text[0] != ':' {
				return "", false
			}
			seen |= 1 << at
			next = at + 1
			f := v.Field(all[at].index[0])
			for _, i := range all[at].index[1:] {
				f = f.Field(i)
			}
			if text, ok = all[at].parse(blanks(text[1:]), f); !ok {
				return "", false
			}
			text = blanks(text)
		}
		if len(text) == 0 || seen&required != required {
			return "", false
		}
		return text[1:], true
	}
}

func position(all []property, name string, from int) int {
	for i := range all {
		at := (from + i) % len(all)
		if all[at].name == name {
			return at
		}
	}
	return -1
}

// propertiesOf lists what an object can have, what is embedded in its place.
func propertiesOf(t reflect.Type, at []int) (all []property, ok bool) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		index := append(at[:len(at):len(at)], i)
		switch {
		case name == "-" || !f.IsExported() && !f.Anonymous:
			continue
		case f.Anonymous && name == "":
			if f.Type.Kind() != reflect.Struct {
				return nil, false
			}
			inner, ok := propertiesOf(f.Type, index)
			if !ok {
				return nil, false
			}
			all = append(all, inner...)
			continue
		case name == "" || options != "" && options != "omitempty" && options != "omitzero":
			return nil, false
		}
		all = append(all, property{name, index, options == "", parserOf(f.Type, f.Tag)})
	}
	return all, true
}
