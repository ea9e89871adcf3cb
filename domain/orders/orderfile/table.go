package orderfile

import (
	"encoding/csv"
	"errors"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/orders"
)

// lineColumn begins the columns of the line of an order that a row holds.
const lineColumn = "line."

// column is where the cells of one belong.
type column struct {
	name string
	kind columnKind
	path []int // of fields, from the order, or from the tax or line
	tag  reflect.StructTag
	tax  int // which
	dec  bool
}

type columnKind int

const (
	ofOrder columnKind = iota
	ofTax
	ofLine
	ofSource
)

var taxColumn = regexp.MustCompile(`^taxes\[(\d{1,2})\]\.([a-z_]+)$`)

// columnOf finds where a column belongs: its name is the path of the member in a pushed
// order. ok is false for what is no member.
func columnOf(name string) (c column, ok bool) {
	c = column{name: name}
	if name == "source" {
		c.kind = ofSource
		return c, true
	}
	t, rest := reflect.TypeFor[orders.Order](), name
	if m := taxColumn.FindStringSubmatch(name); m != nil {
		c.kind, rest, t = ofTax, m[2], reflect.TypeFor[booking.Tax]()
		c.tax, _ = strconv.Atoi(m[1])
		field, _ := reflect.TypeFor[orders.Order]().FieldByName("Taxes")
		if most, _ := strconv.Atoi(field.Tag.Get("maxItems")); c.tax >= most {
			return c, false
		}
	} else if after, is := strings.CutPrefix(name, lineColumn); is {
		c.kind, rest, t = ofLine, after, reflect.TypeFor[orders.Line]()
	}
	for {
		step, more, deeper := strings.Cut(rest, ".")
		i := slices.IndexFunc(membersOf(t), func(m member) bool { return m.name == step })
		if i < 0 {
			return c, false
		}
		m := membersOf(t)[i]
		c.path, c.tag, rest = append(c.path, m.index), m.tag, more
		if t = t.Field(m.index).Type; t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if isLeaf(t) || !deeper {
			c.dec = t == decType
			return c, isLeaf(t) && !deeper
		}
		if t.Kind() != reflect.Struct {
			return c, false
		}
	}
}

// table is a file of rows under way.
type table struct {
	comma   rune
	columns []column
	numbers numberStyle
	all     []*found
	said    []string // the cells of the order under way, by column
}

// required are the columns without which there is no order.
var required = []string{"source_ref", "placed_at", "currency", "net", "gross"}

// readTable reads rows: each an order, or one line of the order that it names as the
// rows before do.
func readTable(text string, said bool, now time.Time) (File, bool) {
	text, offset := withoutSeparatorLine(text)
	x := table{comma: separatorOf(text)}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.ReuseRecord = x.comma, -1, true
	head, err := r.Read()
	whole := func(line int, field, message string) (File, bool) {
		return File{Rows: []Row{}, Faults: []Fault{{line, field, message}}, Faulty: 1}, true
	}
	if err != nil || !said && !namesOrders(head) {
		if !said {
			return File{}, false
		}
		return whole(1, "", "is no head that names columns")
	}
	if faults := x.head(head, 1+offset); len(faults) > 0 {
		return File{Rows: []Row{}, Faults: faults, Faulty: 1}, true
	}
	rows, line, err := x.rows(r, offset)
	if errors.Is(err, errTooMany) {
		return File{Rows: []Row{}, Faults: []Fault{}, TooMany: true}, true
	}
	if err != nil {
		return whole(line, "", "is no row: a quotation mark that does not end, or stands within a cell. Nothing of the file is taken")
	}
	x.numbers = styleOf(x.comma, x.columns, rows)
	for _, row := range rows {
		x.row(row)
	}
	return collect(x.all, now), true
}

// withoutSeparatorLine drops the first line by which spreadsheets are told the separator.
func withoutSeparatorLine(text string) (rest string, lines int) {
	first, rest, _ := strings.Cut(text, "\n")
	if first = strings.TrimSpace(first); len(first) == len("sep=;") && strings.HasPrefix(first, "sep=") {
		return rest, 1
	}
	return text, 0
}

// separatorOf is the one that the head uses most.
func separatorOf(text string) rune {
	head, _, _ := strings.Cut(text, "\n")
	best := ','
	for _, comma := range []rune{';', '\t'} {
		if strings.Count(head, string(comma)) > strings.Count(head, string(best)) {
			best = comma
		}
	}
	return best
}

func nameOf(cell string) string { return strings.ToLower(strings.TrimSpace(cell)) }

// namesOrders reports whether a head is one of orders, whoever says nothing.
func namesOrders(head []string) bool {
	has := func(name string) bool {
		return slices.ContainsFunc(head, func(cell string) bool { return nameOf(cell) == name })
	}
	return has("source_ref") && has("gross")
}

// head finds the columns.
func (x *table) head(cells []string, line int) (faults []Fault) {
	names := map[string]bool{}
	for _, cell := range cells {
		name := nameOf(cell)
		c, ok := columnOf(name)
		switch {
		case names[name]:
			faults = append(faults, Fault{line, shorten(name), "stands twice in the head"})
		case !ok:
			faults = append(faults, Fault{line, shorten(name), "is no column of a file of orders"})
		}
		names[name] = true
		x.columns = append(x.columns, c)
		if len(faults) == faultsOfOne {
			break
		}
	}
	for _, name := range required {
		if !names[name] {
			faults = append(faults, Fault{line, name, "is no column of the head, and is required"})
		}
	}
	return faults
}

// record is one row of cells.
type record struct {
	line  int
	cells []string
}

var errTooMany = errors.New("orderfile: too many rows")

// rowsMax bounds the rows, of which an order has one for each of its lines.
const rowsMax = 4 * OrdersMax

// rows reads what follows the head; line is where an error stands.
func (x *table) rows(r *csv.Reader, offset int) (rows []record, line int, err error) {
	for {
		cells, err := r.Read()
		var broken *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return rows, 0, nil
		case errors.As(err, &broken):
			return nil, broken.StartLine + offset, err
		case err != nil:
			return nil, 1, err
		}
		if !slices.ContainsFunc(cells, func(cell string) bool { return strings.TrimSpace(cell) != "" }) {
			continue
		}
		at, _ := r.FieldPos(0)
		if rows = append(rows, record{at + offset, slices.Clone(cells)}); len(rows) > rowsMax {
			return nil, at + offset, errTooMany
		}
	}
}

// row takes one: of the order under way, or of the next.
func (x *table) row(row record) {
	cell := func(i int) string {
		if i < len(row.cells) {
			return strings.TrimSpace(row.cells[i])
		}
		return ""
	}
	var f *found
	if n := len(x.all); n > 0 && x.continues(cell) {
		f = x.all[n-1]
	} else {
		f = &found{Row: Row{Line: row.line}, lines: []int{}}
		x.all, x.said = append(x.all, f), make([]string, len(x.columns))
	}
	if len(row.cells) != len(x.columns) {
		f.fail(row.line, "", "has %d cells where the head has %d: it is cut off, or a separator stands within a cell", len(row.cells),
			len(x.columns))
	}
	first, seen := f.Line == row.line, map[string]bool{}
	var line orders.Line
	ofLines := false
	for i, c := range x.columns {
		text := cell(i)
		if text == "" {
			continue
		}
		if strings.HasPrefix(text, "=") {
			f.fail(row.line, c.name, "begins with =, as a formula does; a value is needed")
			continue
		}
		if c.kind == ofLine {
			ofLines, seen[c.name] = true, true
			x.put(f, reflect.ValueOf(&line).Elem(), c, row.line, text)
			continue
		}
		if !first {
			if x.said[i] != text {
				f.fail(row.line, c.name, "is not what line %d says of the same order", f.Line)
			}
			continue
		}
		x.said[i], seen[c.name] = text, true
		x.order(f, c, row.line, text)
	}
	if first {
		f.complete(x.columns, seen)
		if f.Order.Kind == "" {
			f.Order.Kind = orders.Sale
		}
	}
	if ofLines {
		f.line(row.line, line, seen)
	} else if !first {
		f.fail(row.line, "source_ref", "stands in line %d already, and this row is no line of it", f.Line)
	}
}

// continues reports whether a row names the order under way.
func (x *table) continues(cell func(int) string) bool {
	for i, c := range x.columns {
		switch c.name {
		case "source_ref", "kind", "source":
			if text := cell(i); text != x.said[i] || c.name == "source_ref" && text == "" {
				return false
			}
		}
	}
	return true
}

// order puts a cell into the order, or one of its taxes.
func (x *table) order(f *found, c column, line int, text string) {
	switch c.kind {
	case ofSource:
		f.Source = text
	case ofTax:
		for len(f.Order.Taxes) <= c.tax {
			f.Order.Taxes = append(f.Order.Taxes, booking.Tax{})
		}
		x.put(f, reflect.ValueOf(&f.Order.Taxes[c.tax]).Elem(), c, line, text)
	default:
		x.put(f, reflect.ValueOf(&f.Order).Elem(), c, line, text)
	}
}

// put sets the field of a column.
func (x *table) put(f *found, v reflect.Value, c column, line int, text string) {
	for _, i := range c.path {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(i)
	}
	if c.dec {
		said, problem := x.numbers.decimal(text)
		if problem != "" {
			f.fail(line, c.name, "%s", problem)
			return
		}
		text = said
	}
	if problem := set(v, c.tag, text, true); problem != "" {
		f.fail(line, c.name, "%s", problem)
	}
}

// complete names what an order lacks. Of a tax and of a payment all is said, or nothing.
func (f *found) complete(columns []column, seen map[string]bool) {
	for _, name := range required {
		if !seen[name] {
			f.fail(f.Line, name, "is required")
		}
	}
	for i := range f.Order.Taxes {
		for _, name := range []string{"rate", "base", "tax"} {
			if at := "taxes[" + strconv.Itoa(i) + "]." + name; !seen[at] {
				f.fail(f.Line, at, "is required with the others of this tax")
			}
		}
	}
	if f.Order.Payment != nil {
		for _, at := range []string{"payment.method", "payment.paid_on"} {
			if !seen[at] {
				f.fail(f.Line, at, "is required with the other of the payment")
			}
		}
	}
}

// line adds a line to the order.
func (f *found) line(at int, l orders.Line, seen map[string]bool) {
	for _, m := range membersOf(reflect.TypeFor[orders.Line]()) {
		if m.required && !seen[lineColumn+m.name] {
			f.fail(at, lineColumn+m.name, "is required of a line")
		}
	}
	field, _ := reflect.TypeFor[orders.Order]().FieldByName("Lines")
	if most, _ := strconv.Atoi(field.Tag.Get("maxItems")); len(f.Order.Lines) >= most {
		f.fail(at, "line.id", "the order has more than %d lines", most)
		return
	}
	f.Order.Lines, f.lines = append(f.Order.Lines, l), append(f.lines, at)
}
