package readmodels

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/fault"
)

// Page asks for a part of a list.
type Page struct {
	Limit  int    // 1 to PageMax
	Cursor string // opaque, from the page before; "" = the first
	Order  string // an order that the list allows, "-" before it for descending
}

// PageDefault and PageMax are the sizes of a page.
const (
	PageDefault = 50
	PageMax     = 200
)

// countExactMax is how far rows are counted that no count is kept of.
const countExactMax = 10_000

// Cond narrows a list. One whose value is empty narrows nothing.
type Cond struct {
	column, operator string
	value            any
	sql              string // of this package alone, instead: each ? takes the next of args
	args             []any
}

// Is keeps the rows whose column has a value.
func Is(column string, value any) Cond { return Cond{column: column, operator: "=", value: value} }

// In keeps the rows whose column has one of some values.
func In(column string, values []string) Cond {
	return Cond{column: column, operator: "any", value: values}
}

// From keeps what is not before a time or date, Before what is.
func From(column string, at any) Cond   { return Cond{column: column, operator: ">=", value: at} }
func Before(column string, at any) Cond { return Cond{column: column, operator: "<", value: at} }

// UpTo keeps what is not after a date.
func UpTo(column string, at any) Cond { return Cond{column: column, operator: "<=", value: at} }

// Search keeps the rows in whose searched columns a text occurs, whatever its case.
func Search(text string) Cond { return Cond{operator: "search", value: text} }

// empty reports whether c narrows nothing.
func (c Cond) empty() bool {
	if c.sql != "" {
		return false
	}
	switch v := c.value.(type) {
	case nil:
		return true
	case []string:
		return len(v) == 0
	case interface{ IsZero() bool }:
		return v.IsZero()
	}
	return reflect.ValueOf(c.value).IsZero()
}

// listing is one list query: where it reads and the conditions so far. Its order
// always ends in id, so that a cursor names one place, and inserts neither repeat
// nor hide a row.
type listing struct {
	where []string
	args  []any
}

// filter adds a condition; each ? takes the next argument.
func (l *listing) filter(condition string, args ...any) {
	for _, a := range args {
		l.args = append(l.args, stored(a))
		condition = strings.Replace(condition, "?", fmt.Sprintf("$%d", len(l.args)), 1)
	}
	l.where = append(l.where, condition)
}

// narrow adds the conditions of a list.
func (l *listing) narrow(t *Table, conds []Cond) {
	for _, c := range conds {
		switch {
		case c.empty():
		case c.sql != "":
			l.filter(c.sql, c.args...)
		case c.operator == "search":
			l.search(c.value.(string), t.Search)
		case c.operator == "any":
			l.filter(c.column+" = any(?)", c.value)
		default:
			l.filter(c.column+" "+c.operator+" ?", c.value)
		}
	}
}

// scope adds the tenant and site fence.
func (l *listing) scope(s Scope, sited bool) {
	condition, args := s.where(len(l.args)+1, sited)
	l.args = append(l.args, args...)
	if condition != "" {
		l.where = append(l.where, condition)
	}
}

// search adds a case-insensitive substring match over columns.
func (l *listing) search(text string, columns []string) {
	escaped := strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text)
	l.args = append(l.args, "%"+escaped+"%")
	parts := make([]string, len(columns))
	for i, c := range columns {
		parts[i] = fmt.Sprintf("%s ilike $%d", c, len(l.args))
	}
	l.where = append(l.where, "("+strings.Join(parts, " or ")+")")
}

// all are the conditions as one.
func (l *listing) all() string {
	if len(l.where) == 0 {
		return "true"
	}
	return strings.Join(l.where, " and ")
}

// cursor is the place after which a page begins.
type cursor struct {
	Order string `json:"o"`
	Value string `json:"v"` // of the order column, as text
	ID    string `json:"i"`
}

func (c cursor) String() string {
	b, _ := json.Marshal(c)
	return base64.RawURLEncoding.EncodeToString(b)
}

func readCursor(p Page) (c cursor, err error) {
	raw, decodeErr := base64.RawURLEncoding.DecodeString(p.Cursor)
	if decodeErr != nil || json.Unmarshal(raw, &c) != nil || c.Order != p.Order {
		return c, fault.Invalid("cursor", "is not a cursor of this list in this order")
	}
	return c, nil
}

// pageSQL is the query of a page. It asks for one row more than its limit, by
// which it knows whether another page follows.
func (m *Model[R]) pageSQL(l listing, p Page) (sql string, args []any, err error) {
	name, descending := strings.CutPrefix(p.Order, "-")
	column, ok := m.orders[name]
	if !ok {
		return "", nil, fault.Invalid("order", "cannot order by %q", p.Order)
	}
	keys := column.orderKeys()
	key := keys[len(keys)-1]
	args = l.args[:len(l.args):len(l.args)]
	l.where = l.where[:len(l.where):len(l.where)]
	if p.Cursor != "" {
		c, err := readCursor(p)
		if err != nil {
			return "", nil, err
		}
		compare := ">"
		if descending {
			compare = "<"
		}
		args = append(args, c.Value, c.ID)
		value := fmt.Sprintf("$%d::text::%s", len(args)-1, column.kind())
		if len(keys) > 1 {
			l.where = append(l.where, fmt.Sprintf("%s %s= %s::double precision", keys[0], compare, value))
		}
		l.where = append(l.where, fmt.Sprintf("(%s, id) %s (%s, $%d)", key, compare, value, len(args)))
	}
	direction := " asc"
	if descending {
		direction = " desc"
	}
	order := strings.Join(keys, direction+", ")
	if !column.nullable() { // by the column itself, not by the text that is selected under its name
		order = "listed." + strings.Join(keys, direction+", listed.")
	}
	return fmt.Sprintf("select %s, %s::text as order_value from read.%s listed where %s order by %s%s, id%s limit %d",
		m.selected(), key, m.Name, l.all(), order, direction, direction, p.Limit+1), args, nil
}

// countSQL is the query of how many rows match: from the kept counts where these
// know, else counted as far as it goes.
func (m *Model[R]) countSQL(l listing, conds []Cond) (sql string, args []any) {
	if !m.keeps(conds) {
		return fmt.Sprintf("select count(*) from (select from read.%s where %s limit %d) found", m.Name, l.all(), countExactMax+1), l.args
	}
	return fmt.Sprintf("select coalesce(sum(n), 0)::bigint from read.%s_counts where %s", m.Name, l.all()), l.args
}

// keeps reports whether counts are kept of what the conditions leave.
func (m *Model[R]) keeps(conds []Cond) bool {
	if m.Counted == nil {
		return false
	}
	for _, c := range conds {
		if c.empty() {
			continue
		}
		known := m.byName[c.column]
		if known == nil || !(known.counted || known.within) || c.operator != "=" && c.operator != "any" {
			return false
		}
	}
	return true
}

// Check reports the first condition or order that the table does not declare.
func (m *Model[R]) Check(conds []Cond, orders ...string) error {
	for _, c := range conds {
		known := m.byName[c.column]
		switch {
		case c.sql != "":
		case c.operator == "search":
			if len(m.Search) == 0 {
				return fmt.Errorf("readmodels: %s declares no column for searches", m.Name)
			}
		case known == nil:
			return fmt.Errorf("readmodels: %s has no column %s", m.Name, c.column)
		case c.operator == "=" || c.operator == "any":
			if !known.filter {
				return fmt.Errorf("readmodels: %s declares no filter %s", m.Name, c.column)
			}
		case known.order == "":
			return fmt.Errorf("readmodels: %s is narrowed by %s, which no index is ordered by", m.Name, c.column)
		}
	}
	for _, o := range orders {
		if m.orders[strings.TrimPrefix(o, "-")] == nil {
			return fmt.Errorf("readmodels: %s cannot be ordered by %q", m.Name, o)
		}
	}
	return nil
}

// Between keeps what lies in a half-open range of instants; zero ends are open.
func Between(column string, from, to time.Time) []Cond {
	return []Cond{From(column, from), Before(column, to)}
}
