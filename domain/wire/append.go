package wire

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// appender writes an addressable value.
type appender func(b []byte, v reflect.Value) ([]byte, error)

var (
	appenders sync.Map // reflect.Type → appender

	decType       = reflect.TypeFor[money.Dec]()
	dateType      = reflect.TypeFor[civil.Date]()
	marshaler     = reflect.TypeFor[json.Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
	zeroer        = reflect.TypeFor[interface{ IsZero() bool }]()
)

// Append appends the JSON of what v points to, as json.Marshal writes it.
func Append[T any](b []byte, v *T) ([]byte, error) {
	value := reflect.ValueOf(v).Elem()
	return appenderOf(value.Type())(b, value)
}

func appenderOf(t reflect.Type) appender {
	if f, ok := appenders.Load(t); ok {
		return f.(appender)
	}
	// A type may hold itself: the plan is looked up when it is used.
	appenders.Store(t, appender(func(b []byte, v reflect.Value) ([]byte, error) { return planAppender(t)(b, v) }))
	f := planAppender(t)
	appenders.Store(t, f)
	return f
}

func planAppender(t reflect.Type) appender {
	switch {
	case t == decType:
		return func(b []byte, v reflect.Value) ([]byte, error) {
			return append(v.Addr().Interface().(*money.Dec).Append(append(b, '"')), '"'), nil
		}
	case t == dateType:
		return func(b []byte, v reflect.Value) ([]byte, error) {
			return append(appendDate(append(b, '"'), *v.Addr().Interface().(*civil.Date)), '"'), nil
		}
	case t.Implements(marshaler), t.Implements(textMarshaler), reflect.PointerTo(t).Implements(marshaler),
		reflect.PointerTo(t).Implements(textMarshaler):
		return appendAny
	}
	switch t.Kind() {
	case reflect.String:
		return func(b []byte, v reflect.Value) ([]byte, error) { return appendString(b, v.String()), nil }
	case reflect.Bool:
		return func(b []byte, v reflect.Value) ([]byte, error) { return strconv.AppendBool(b, v.Bool()), nil }
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(b []byte, v reflect.Value) ([]byte, error) { return strconv.AppendInt(b, v.Int(), 10), nil }
	case reflect.Pointer:
		return appendPointer(t)
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return appendAny
		}
		return appendSlice(t)
	case reflect.Struct:
		return appendStruct(t)
	}
	return appendAny
}

// appendDate writes YYYY-MM-DD, and nothing for no date.
func appendDate(b []byte, d civil.Date) []byte {
	if d.IsZero() {
		return b
	}
	year, month, day := d.Time().Date()
	const last = 9999
	if year < 0 || year > last {
		return append(b, d.String()...)
	}
	two := func(n int) { b = append(b, byte('0'+n/10%10), byte('0'+n%10)) }
	two(year / 100)
	two(year)
	b = append(b, '-')
	two(int(month))
	b = append(b, '-')
	two(day)
	return b
}

// appendAny leaves a value to encoding/json.
func appendAny(b []byte, v reflect.Value) ([]byte, error) {
	text, err := json.Marshal(v.Addr().Interface())
	return append(b, text...), err
}

func appendPointer(t reflect.Type) appender {
	inner := appenderOf(t.Elem())
	return func(b []byte, v reflect.Value) ([]byte, error) {
		if v.IsNil() {
			return append(b, "null"...), nil
		}
		return inner(b, v.Elem())
	}
}

func appendSlice(t reflect.Type) appender {
	inner := appenderOf(t.Elem())
	return func(b []byte, v reflect.Value) ([]byte, error) {
		if v.IsNil() {
			return append(b, "null"...), nil
		}
		b = append(b, '[')
		var err error
		for i := range v.Len() {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = inner(b, v.Index(i)); err != nil {
				return b, err
			}
		}
		return append(b, ']'), nil
	}
}

// member is one field that an object shows.
type member struct {
	index []int
	key   string // ,"name":
	write appender
	skip  func(v reflect.Value) bool // nil = never
}

func appendStruct(t reflect.Type) appender {
	members, ok := membersOf(t, nil)
	seen := map[string]bool{}
	for _, m := range members {
		ok = ok && !seen[m.key]
		seen[m.key] = true
	}
	if !ok {
		return appendAny
	}
	return func(b []byte, v reflect.Value) ([]byte, error) {
		b = append(b, '{')
		start := len(b)
		var err error
		for i := range members {
			m := &members[i]
			f := v.Field(m.index[0])
			for _, at := range m.index[1:] {
				f = f.Field(at)
			}
			if m.skip != nil && m.skip(f) {
				continue
			}
			key := m.key
			if len(b) == start {
				key = key[1:]
			}
			if b, err = m.write(append(b, key...), f); err != nil {
				return b, err
			}
		}
		return append(b, '}'), nil
	}
}

// membersOf lists the fields of an object, those of embedded structs in their
// place; ok is false for what has no plan here.
func membersOf(t reflect.Type, at []int) (members []member, ok bool) {
	for i := range t.NumField() {
		f := t.Field(i)
		tag, tagged := f.Tag.Lookup("json")
		name, options, _ := strings.Cut(tag, ",")
		index := append(at[:len(at):len(at)], i)
		switch {
		case tag == "-":
			continue
		case f.Anonymous && name == "":
			if f.Type.Kind() != reflect.Struct || !f.IsExported() || tagged {
				return nil, false
			}
			inner, ok := membersOf(f.Type, index)
			if !ok {
				return nil, false
			}
			members = append(members, inner...)
			continue
		case !f.IsExported():
			continue
		case name == "":
			name = f.Name
		}
		m := member{index: index, key: string(append(appendString([]byte{','}, name), ':')), write: appenderOf(f.Type)}
		switch options {
		case "":
		case "omitempty":
			m.skip = emptiness(f.Type)
		case "omitzero":
			if f.Type.Kind() == reflect.Pointer || f.Type.Kind() == reflect.Interface {
				return nil, false
			}
			m.skip = zeroness(f.Type)
		default:
			return nil, false
		}
		members = append(members, m)
	}
	return members, true
}

func emptiness(t reflect.Type) func(reflect.Value) bool {
	switch t.Kind() {
	case reflect.String, reflect.Slice, reflect.Map, reflect.Array:
		return func(v reflect.Value) bool { return v.Len() == 0 }
	case reflect.Struct:
		return nil
	}
	return reflect.Value.IsZero
}

func zeroness(t reflect.Type) func(reflect.Value) bool {
	if reflect.PointerTo(t).Implements(zeroer) {
		return func(v reflect.Value) bool { return v.Addr().Interface().(interface{ IsZero() bool }).IsZero() }
	}
	return reflect.Value.IsZero
}

const hex = "0123456789abcdef"

// plain are the bytes that stand for themselves in a string.
var plain = func() (t [256]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		t[c] = c != '"' && c != '\\' && c != '<' && c != '>' && c != '&'
	}
	return t
}()

// appendString writes a string with the escapes of json.Marshal.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if plain[c] {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			b = append(b, s[start:i]...)
			switch c {
			case '"', '\\':
				b = append(b, '\\', c)
			case '\b':
				b = append(b, '\\', 'b')
			case '\f':
				b = append(b, '\\', 'f')
			case '\n':
				b = append(b, '\\', 'n')
			case '\r':
				b = append(b, '\\', 'r')
			case '\t':
				b = append(b, '\\', 't')
			default:
				b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			}
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b = append(append(b, s[start:i]...), `\ufffd`...)
			start = i + size
		case r == '\u2028' || r == '\u2029':
			b = append(append(b, s[start:i]...), '\\', 'u', '2', '0', '2', hex[r&15])
			start = i + size
		}
		i += size
	}
	return append(append(b, s[start:]...), '"')
}
