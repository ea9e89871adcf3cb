package readmodels

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tallystick/tallystick/domain/fault"
)

// Page asks for a part of a list.
type Page struct {
	Limit  int    // 1 to PageMax
	Cursor string // opaque, from the page before; "" = the first
	Order  string // a column the list allows, "-" before it for descending
}

// PageDefault and PageMax are the sizes of a page.
const (
	PageDefault = 50
	PageMax     = 200
)

// listing is one list query: where it reads, what it may be ordered by, and
// the conditions so far. Its order always ends in id, so that a cursor names
// one place, and inserts neither repeat nor hide a row.
type listing struct {
	view    string
	columns string
	orders  map[string]string // allowed order names → column
	where   []string
	args    []any
}

// filter adds a condition; each ? takes the next argument.
func (l *listing) filter(condition string, args ...any) {
	for _, a := range args {
		l.args = append(l.args, a)
		condition = strings.Replace(condition, "?", fmt.Sprintf("$%d", len(l.args)), 1)
	}
	l.where = append(l.where, condition)
}

// equal adds a condition on one column, unless the value is empty.
func (l *listing) equal(column, value string) {
	if value != "" {
		l.filter(column+" = ?", value)
	}
}

// between adds a half-open range of instants; zero ends are open.
func (l *listing) between(column string, from, to time.Time) {
	if !from.IsZero() {
		l.filter(column+" >= ?", from)
	}
	if !to.IsZero() {
		l.filter(column+" < ?", to)
	}
}

// scope adds the tenant and site fence.
func (l *listing) scope(s Scope) {
	condition, args := s.where(len(l.args) + 1)
	l.args = append(l.args, args...)
	l.where = append(l.where, condition)
}

// search adds a case-insensitive substring match over columns.
func (l *listing) search(text string, columns ...string) {
	if text == "" {
		return
	}
	escaped := strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text)
	l.args = append(l.args, "%"+escaped+"%")
	parts := make([]string, len(columns))
	for i, c := range columns {
		parts[i] = fmt.Sprintf("%s ilike $%d", c, len(l.args))
	}
	l.where = append(l.where, "("+strings.Join(parts, " or ")+")")
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

// queries returns the page's SQL and the count's, with their arguments. The
// page asks for one row more than its limit, by which it knows whether another
// page follows.
func (l *listing) queries(p Page) (page, count string, pageArgs, countArgs []any, err error) {
	name, descending := strings.CutPrefix(p.Order, "-")
	column, ok := l.orders[name]
	if !ok {
		return "", "", nil, nil, fault.Invalid("order", "cannot order by %q", p.Order)
	}
	countArgs = l.args
	count = "select count(*) from " + l.view + " where " + strings.Join(l.where, " and ")
	conditions, args := l.where, l.args[:len(l.args):len(l.args)]
	if p.Cursor != "" {
		var c cursor
		raw, decodeErr := base64.RawURLEncoding.DecodeString(p.Cursor)
		if decodeErr != nil || json.Unmarshal(raw, &c) != nil || c.Order != p.Order {
			return "", "", nil, nil, fault.Invalid("cursor", "is not a cursor of this list in this order")
		}
		compare := ">"
		if descending {
			compare = "<"
		}
		args = append(args, c.Value, c.ID)
		conditions = append(conditions[:len(conditions):len(conditions)],
			fmt.Sprintf("(%s, id) %s ($%d::text::%s, $%d)", column, compare, len(args)-1, castOf(column), len(args)))
	}
	direction := "asc"
	if descending {
		direction = "desc"
	}
	page = fmt.Sprintf("select %s, %s::text as order_value from %s where %s order by %s %s, id %s limit %d",
		l.columns, column, l.view, strings.Join(conditions, " and "), column, direction, direction, p.Limit+1)
	return page, count, args, countArgs, nil
}

// castOf is the type of an order column: instants end in _at, dates in _on.
func castOf(column string) string {
	switch {
	case strings.HasSuffix(column, "_at"):
		return "timestamptz"
	case strings.HasSuffix(column, "_on"):
		return "date"
	case strings.HasSuffix(column, "number") || strings.HasSuffix(column, "revision"):
		return "bigint"
	}
	return "text"
}

// next cuts the surplus row off and makes the cursor from the last one kept.
func next[T any](rows []T, p Page, place func(T) (value, id string)) ([]T, *string) {
	if len(rows) <= p.Limit {
		return rows, nil
	}
	rows = rows[:p.Limit]
	value, id := place(rows[len(rows)-1])
	c := cursor{p.Order, value, id}.String()
	return rows, &c
}

func joinColumns(columns []Column) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}

// listed is a row with the text of its order column.
type listed[T any] struct {
	row   T
	order string
}

// dataException is the class of errors in a value that was sent.
const dataException = "22"

// list runs a listing: one page and the count of all that match.
func list[T any](ctx context.Context, db *DB, tenant string, l listing, p Page, id func(T) string) (rows []T, count int64, cursor *string, err error) {
	page, countSQL, pageArgs, countArgs, err := l.queries(p)
	if err != nil {
		return nil, 0, nil, err
	}
	var found []listed[T]
	err = db.fenced(ctx, tenant, []query{
		{page, pageArgs, collectOrdered(&found)},
		{countSQL, countArgs, scalar(&count)},
	})
	var refused *pgconn.PgError
	if p.Cursor != "" && errors.As(err, &refused) && strings.HasPrefix(refused.Code, dataException) {
		return nil, 0, nil, fault.Invalid("cursor", "is not a cursor of this list")
	}
	if err != nil {
		return nil, 0, nil, err
	}
	found, cursor = next(found, p, func(x listed[T]) (string, string) { return x.order, id(x.row) })
	rows = make([]T, len(found))
	for i, x := range found {
		rows[i] = x.row
	}
	return rows, count, cursor, nil
}

// collectOrdered reads rows whose last column is order_value.
func collectOrdered[T any](into *[]listed[T]) func(pgx.Rows) error {
	return func(rows pgx.Rows) (err error) {
		*into, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (listed[T], error) {
			var x listed[T]
			row, err := pgx.RowToStructByNameLax[T](withoutLast{r})
			if err != nil {
				return x, err
			}
			x.row = row
			values := r.RawValues()
			x.order = string(values[len(values)-1])
			return x, nil
		})
		return err
	}
}

// withoutLast hides a row's last column from a struct scan.
type withoutLast struct{ pgx.CollectableRow }

func (w withoutLast) FieldDescriptions() []pgconn.FieldDescription {
	all := w.CollectableRow.FieldDescriptions()
	return all[:len(all)-1]
}

func (w withoutLast) Scan(dest ...any) error {
	var order any
	return w.CollectableRow.Scan(append(dest, &order)...)
}
