package orderfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/orders"
)

// readJSON reads a list of orders, an object with a list as it is pushed, one order, or
// orders one a line.
func readJSON(text string, said bool, now time.Time) (File, bool) {
	all, broken := jsonOrders(text)
	if !said && !slices.ContainsFunc(all, func(f *found) bool { return f.Order.SourceRef != "" }) {
		return File{}, false
	}
	if broken != nil {
		return File{Rows: []Row{}, Faults: []Fault{*broken}, Faulty: 1}, true
	}
	return collect(all, now), true
}

// jsonOrders reads the orders of a text. Where its structure is broken, nothing in it is
// taken, since what is missing cannot be told.
func jsonOrders(text string) (all []*found, broken *Fault) {
	start := strings.TrimLeft(text, " \t\r\n")
	head := len(text) - len(start)
	if start[0] == '{' && !json.Valid([]byte(text)) {
		whole, fits := firstObject(start)
		row, _, more := strings.Cut(start, "\n")
		if fits && whole["orders"] == nil || !fits && more && strings.HasSuffix(strings.TrimSpace(row), "}") {
			return jsonLines(text), nil
		}
	}
	x := positions{text: text}
	if start[0] == '[' {
		return x.list([]byte(start), head, "")
	}
	members, err := objectOf([]byte(start))
	if err != nil {
		return nil, &Fault{Line: x.line(head), Message: "is no JSON from here on, or ends before its end"}
	}
	list, pushed := members["orders"]
	if !pushed {
		return []*found{jsonOrder([]byte(start), x.line(head), "")}, nil
	}
	source := ""
	for name, value := range members {
		switch name {
		case "orders":
		case "source":
			if json.Unmarshal(value, &source) != nil {
				return nil, &Fault{1, "source", "is no text"}
			}
		default:
			return nil, &Fault{1, name, "is no member of a file of orders: source and orders are"}
		}
	}
	if len(list) == 0 || list[0] != '[' {
		return nil, &Fault{1, "orders", "is no list"}
	}
	return x.list(list, head+strings.Index(start, string(list[:min(len(list), 64)])), source)
}

// firstObject is the object that a text begins with; ok is false where it is none.
func firstObject(text string) (members map[string]json.RawMessage, ok bool) {
	return members, json.NewDecoder(strings.NewReader(text)).Decode(&members) == nil
}

// positions tells the lines of places in a text, from the front to the back.
type positions struct {
	text       string
	at, breaks int
}

// line is that of an offset, from 1. Offsets must not fall.
func (p *positions) line(offset int) int {
	if offset > p.at {
		p.breaks += strings.Count(p.text[p.at:min(offset, len(p.text))], "\n")
		p.at = min(offset, len(p.text))
	}
	return p.breaks + 1
}

// list reads the elements of a list that begins at an offset of the text.
func (p *positions) list(text []byte, offset int, source string) (all []*found, broken *Fault) {
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return nil, &Fault{Line: p.line(offset), Message: "is no list"}
	}
	for d.More() {
		at := offset + int(d.InputOffset())
		at += len(p.text[at:]) - len(strings.TrimLeft(p.text[at:], " \t\r\n,"))
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return all, &Fault{Line: p.line(at), Message: "is no JSON from here on, or ends before its end: nothing of the file is taken"}
		}
		all = append(all, jsonOrder(value, p.line(at), source))
		if len(all) > OrdersMax {
			return all, nil
		}
	}
	if _, err := d.Token(); err != nil {
		return all, &Fault{Line: p.line(len(p.text)), Message: "the list does not end: nothing of the file is taken"}
	}
	if rest := bytes.TrimLeft(text[d.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return all, &Fault{Line: p.line(len(p.text)), Message: "something follows the list: nothing of the file is taken"}
	}
	return all, nil
}

// jsonLines reads orders that stand one a line.
func jsonLines(text string) (all []*found) {
	line := 0
	for row := range strings.SplitSeq(text, "\n") {
		if line++; strings.TrimSpace(row) == "" {
			continue
		}
		if all = append(all, jsonOrder([]byte(row), line, "")); len(all) > OrdersMax {
			break
		}
	}
	return all
}

// objectOf reads an object; a name that stands twice is an error.
func objectOf(text []byte) (map[string]json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("is no object")
	}
	members := map[string]json.RawMessage{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		key := name.(string)
		if _, twice := members[key]; twice {
			return nil, fmt.Errorf("%q stands twice", shorten(key))
		}
		members[key] = value
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if rest := bytes.TrimSpace(text[d.InputOffset():]); len(rest) > 0 {
		return nil, fmt.Errorf("something follows the object")
	}
	return members, nil
}

// shorten keeps of a name what a message quotes.
func shorten(name string) string {
	const most = 60
	if r := []rune(name); len(r) > most {
		return string(r[:most]) + "…"
	}
	return name
}

// jsonOrder reads one order.
func jsonOrder(text []byte, line int, source string) *found {
	f := &found{Row: Row{Line: line, Source: source}}
	members, err := objectOf(text)
	if err != nil {
		f.fail(line, "", "is no order: a JSON object, whole and alone")
		return f
	}
	if own, has := members["source"]; has {
		if json.Unmarshal(own, &f.Source) != nil || source != "" && source != f.Source {
			f.fail(line, "source", "is no name of a source, or another than the file's")
		}
		delete(members, "source")
	}
	f.object(reflect.ValueOf(&f.Order).Elem(), members, "")
	if f.Order.Kind == "" {
		f.Order.Kind = orders.Sale
	}
	return f
}

func (f *found) object(v reflect.Value, members map[string]json.RawMessage, path string) {
	known := membersOf(v.Type())
	for _, m := range known {
		value, has := members[m.name]
		if !has || string(value) == "null" {
			if m.required {
				f.fail(f.Line, path+m.name, "is required")
			}
			continue
		}
		f.value(v.Field(m.index), m.tag, value, path+m.name)
	}
	if len(members) <= len(known) && !f.strange(members, known) {
		return
	}
	for _, name := range sortedKeys(members) {
		if !slices.ContainsFunc(known, func(m member) bool { return m.name == name }) {
			f.fail(f.Line, path+shorten(name), "is no member of an order")
		}
	}
}

func (f *found) strange(members map[string]json.RawMessage, known []member) bool {
	n := 0
	for _, m := range known {
		if _, has := members[m.name]; has {
			n++
		}
	}
	return n < len(members)
}

func sortedKeys(members map[string]json.RawMessage) []string {
	keys := make([]string, 0, len(members))
	for k := range members {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func (f *found) value(v reflect.Value, tag reflect.StructTag, text json.RawMessage, path string) {
	t := v.Type()
	switch {
	case t.Kind() == reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
		f.value(v.Elem(), tag, text, path)
	case t.Kind() == reflect.Bool:
		if s := string(text); s != "true" && s != "false" {
			f.fail(f.Line, path, "is neither true nor false")
			return
		}
		v.SetBool(text[0] == 't')
	case isLeaf(t):
		var said string
		if text[0] != '"' || json.Unmarshal(text, &said) != nil {
			f.fail(f.Line, path, "is no text; decimals too stand in quotes")
			return
		}
		if problem := set(v, tag, said, false); problem != "" {
			f.fail(f.Line, path, "%s", problem)
		}
	case t.Kind() == reflect.Slice:
		f.list(v, tag, text, path)
	default:
		members, err := objectOf(text)
		if err != nil {
			f.fail(f.Line, path, "is no object")
			return
		}
		f.object(v, members, path+".")
	}
}

func (f *found) list(v reflect.Value, tag reflect.StructTag, text json.RawMessage, path string) {
	var all []json.RawMessage
	if json.Unmarshal(text, &all) != nil {
		f.fail(f.Line, path, "is no list")
		return
	}
	if most, err := strconv.Atoi(tag.Get("maxItems")); err == nil && len(all) > most {
		f.fail(f.Line, path, "has more than %d elements", most)
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), len(all), len(all)))
	for i, x := range all {
		f.value(v.Index(i), "", x, path+"["+strconv.Itoa(i)+"]")
	}
}
