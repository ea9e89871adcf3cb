package readmodels

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/civil"
)

// Model is a table declared from its row type R: every exported field with a tag
// `db` is a column, in the order of the fields. Its SQL type follows from the Go
// type: string is text, int64 bigint, int32 int, bool, time.Time timestamptz (date
// where the name ends in _on), civil.Date a date that is null when zero, []string
// text[], []int64 bigint[], []byte bytea, json.RawMessage json, uuid.UUID uuid; a
// pointer may be null. A tag `sql` says otherwise: an amount is a string with
// `sql:"numeric"`, which keeps its digits.
//
// The tag `list` says what lists do with a column, words separated by commas:
//
//	order      lists may be ordered by it; order=name where callers name it otherwise
//	default    the same, and lists are in this order unless they say otherwise
//	filter     lists may be narrowed to one value of it, by an index of its own
//	narrow     the same without an index, where few rows are read to find the rest
//	count      the same, and how many rows have each value is kept
//	within     every list and look-up names it: lists of another value are apart
//	search     lists are searched in it
//	months     rows of each UTC month of it stand apart, so that old ones go at once
//
// Columns tenant, id and site have their meaning everywhere; a table without site
// is of the whole tenant. Indexes, the table of counts and the fences follow.
type Model[R any] struct {
	Table
	columns []column
	byName  map[string]*column
	orders  map[string]*column
	finds   [][]string // columns of each index by which changes may find their rows, the key first
}

// column is a column with what lists do with it.
type column struct {
	Column
	index                   []int  // of the field
	order                   string // its name in orders, "" = none
	filter, indexed, first  bool
	counted, within, search bool
}

// Define declares the table name of a projection from R; more are indexes that
// its lists do not need. It panics where R cannot be a table, since the list is
// part of the program.
func Define[R any](projection, name string, more ...string) *Model[R] {
	m := &Model[R]{Table: Table{Name: name, Projection: projection}, byName: map[string]*column{}, orders: map[string]*column{}}
	m.read(reflect.TypeFor[R](), nil)
	m.Key = []string{"tenant"}
	for i := range m.columns {
		c := &m.columns[i]
		m.byName[c.Name] = c
		m.Columns = append(m.Columns, c.Column)
		if c.order != "" {
			m.orders[c.order] = c
		}
		if c.within {
			m.Key = append(m.Key, c.Name)
		}
		if c.within || c.counted || c.Name == "site" {
			m.Counted = append(m.Counted, c.Name)
		}
		if c.search {
			m.Search = append(m.Search, c.Name)
		}
	}
	if m.byName["tenant"] == nil || m.byName["id"] == nil {
		panic("readmodels: " + name + " needs the columns tenant and id")
	}
	m.Key = append(m.Key, "id")
	m.Indexes = append(m.indexes(), more...)
	if m.Months != "" {
		m.Key = append(m.Key, m.Months)
	}
	m.finds = append(m.finds, m.Key)
	for _, index := range m.Indexes {
		m.finds = append(m.finds, indexed(index))
	}
	return m
}

// indexed are the columns of an index, with what is none where it has expressions; nothing
// where only some rows are in it, unless they are those that have something in one of its
// columns.
func indexed(index string) []string {
	list, some, partial := strings.Cut(strings.TrimPrefix(index, "("), ") where ")
	if column, filled := strings.CutSuffix(some, " <> ''"); partial && !(filled && strings.Contains(list, column)) {
		return nil
	}
	return strings.Split(strings.TrimSuffix(list, ")"), ", ")
}

func (m *Model[R]) read(t reflect.Type, at []int) {
	for i := range t.NumField() {
		f := t.Field(i)
		index := append(slices.Clone(at), i)
		name := f.Tag.Get("db")
		if f.Anonymous && name == "" {
			m.read(f.Type, index)
			continue
		}
		if name == "" || name == "-" {
			continue
		}
		c := column{Column: Column{Name: name, Type: sqlType(f)}, index: index}
		for _, word := range strings.FieldsFunc(f.Tag.Get("list"), func(r rune) bool { return r == ',' || r == ' ' }) {
			word, value, _ := strings.Cut(word, "=")
			switch word {
			case "order", "default":
				c.order, c.first = name, c.first || word == "default"
				if value != "" {
					c.order = value
				}
			case "filter":
				c.filter, c.indexed = true, true
			case "narrow":
				c.filter = true
			case "count":
				c.filter, c.indexed, c.counted = true, true, true
			case "within":
				c.filter, c.within = true, true
			case "search":
				c.search = true
			case "months":
				m.Months = name
			default:
				panic(fmt.Sprintf("readmodels: %s.%s: lists know no %q", m.Name, name, word))
			}
		}
		m.columns = append(m.columns, c)
	}
}

// columnType is the SQL type of a Go type; "" = it has none. (A function, since
// tables are declared while the package's variables are still being made.)
func columnType(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[int64]():
		return "bigint"
	case reflect.TypeFor[int32]():
		return "int"
	case reflect.TypeFor[bool]():
		return "bool"
	case reflect.TypeFor[time.Time]():
		return "timestamptz"
	case reflect.TypeFor[civil.Date]():
		return "date null"
	case reflect.TypeFor[[]byte]():
		return "bytea"
	case reflect.TypeFor[json.RawMessage]():
		return "json"
	case reflect.TypeFor[uuid.UUID]():
		return "uuid"
	case reflect.TypeFor[[]string]():
		return "text[]"
	case reflect.TypeFor[[]int64]():
		return "bigint[]"
	}
	if t.Kind() == reflect.String {
		return "text"
	}
	return ""
}

func sqlType(f reflect.StructField) string {
	if said := f.Tag.Get("sql"); said != "" {
		return said
	}
	t, null := f.Type, ""
	if t.Kind() == reflect.Pointer {
		t, null = t.Elem(), " null"
	}
	typ := columnType(t)
	if typ == "" {
		panic(fmt.Sprintf("readmodels: column %s of type %s needs a tag sql", f.Tag.Get("db"), f.Type))
	}
	if typ == "timestamptz" && strings.HasSuffix(f.Tag.Get("db"), "_on") {
		typ = "date"
	}
	return typ + null
}

// indexes that the lists need: one for each order, and one for each column that
// narrows them, in the first order.
func (m *Model[R]) indexes() (out []string) {
	prefix := "(" + strings.Join(m.Key[:len(m.Key)-1], ", ") + ", "
	first := ""
	for i := range m.columns {
		c := &m.columns[i]
		if c.order == "" {
			continue
		}
		keys := strings.Join(c.orderKeys(), ", ") + ", "
		if first == "" || c.first {
			first = keys
		}
		out = append(out, prefix+keys+"id)")
	}
	for i := range m.columns {
		if c := &m.columns[i]; c.indexed {
			out = append(out, prefix+c.Name+", "+first+"id)")
		}
	}
	return out
}

// kind is the SQL type without its nullability.
func (c *column) kind() string { return strings.TrimSuffix(c.Type, " null") }

func (c *column) nullable() bool { return strings.HasSuffix(c.Type, " null") }

// last stands in orders for what is null: it comes after everything.
func (c *column) last() string {
	switch c.kind() {
	case "date", "timestamptz", "numeric":
		return "'infinity'"
	case "bigint":
		return "9223372036854775807"
	case "int":
		return "2147483647"
	}
	panic("readmodels: lists cannot be ordered by " + c.Name + ", a " + c.Type)
}

// orderKeys are the expressions by which rows are ordered. Comparing numeric
// values might tell of other tenants' rows, so that PostgreSQL does not let a
// fenced query enter an index by them: a column of their floats comes first, by
// which it may, and changes no order.
func (c *column) orderKeys() []string {
	key, rank := c.Name, c.Name+"_rank"
	if c.nullable() {
		key, rank = fmt.Sprintf("coalesce(%s, %s)", key, c.last()), fmt.Sprintf("coalesce(%s, 'infinity')", rank)
	}
	if c.kind() == "numeric" {
		return []string{rank, key}
	}
	return []string{key}
}

// selected is the column in a query: numeric values travel as text, which keeps
// their digits.
func (c *column) selected() string {
	if c.kind() == "numeric" {
		return c.Name + "::text as " + c.Name
	}
	return c.Name
}

func (m *Model[R]) selected() string { return m.selectedAs("") }

// selectedAs is selected of the table under an alias, "x.".
func (m *Model[R]) selectedAs(alias string) string {
	all := make([]string, len(m.columns))
	for i := range m.columns {
		all[i] = alias + m.columns[i].selected()
	}
	return strings.Join(all, ", ")
}

// values are a row's, in the order of the columns.
func (m *Model[R]) values(r *R) []any {
	v := reflect.ValueOf(r).Elem()
	out := make([]any, len(m.columns))
	for i := range m.columns {
		out[i] = stored(v.FieldByIndex(m.columns[i].index).Interface())
	}
	return out
}

// stored is a value as the driver takes it.
func stored(v any) any {
	switch x := v.(type) {
	case civil.Date:
		if x.IsZero() {
			return (*time.Time)(nil)
		}
		return x.Time()
	case json.RawMessage:
		return string(x)
	case string, int64, int32, bool, time.Time:
		return v
	}
	if r := reflect.ValueOf(v); r.Kind() == reflect.String {
		return r.String()
	}
	return v
}

// Add queues a row that cannot exist yet.
func (m *Model[R]) Add(b *Batch, r R) {
	if m.hasArrays() { // arrays of arrays would be taken apart whole
		b.exec(m.Name, m.insertSQL(), m.values(&r))
		return
	}
	b.insertByMonth(m.Name, m.Months, m.Columns, m.values(&r))
}

func (m *Model[R]) hasArrays() bool {
	return slices.ContainsFunc(m.Columns, func(c Column) bool { return strings.Contains(c.Type, "[]") })
}

// Put queues a whole row that may exist.
func (m *Model[R]) Put(b *Batch, r R) { b.upsert(&m.Table, m.values(&r)) }
