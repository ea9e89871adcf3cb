package readmodels

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tallystick/tallystick/domain/fault"
)

// Listed is a page of a list.
type Listed[R any] struct {
	Rows  []R
	Count int64 // of all that match
	Exact bool  // false: Count is where counting ended
	Next  *string
	// Damaged are the ids of the page's rows whose records are (see DB.Damaged).
	Damaged []string
}

// List returns a page of the rows that a caller may see, and how many match.
func (m *Model[R]) List(ctx context.Context, db *DB, s Scope, p Page, conds ...Cond) (Listed[R], error) {
	var out Listed[R]
	var l listing
	l.scope(s, m.byName["site"] != nil)
	l.narrow(&m.Table, conds)
	page, pageArgs, err := m.pageSQL(l, p)
	if err != nil {
		return out, err
	}
	count, countArgs := m.countSQL(l, conds)
	var found []listed[R]
	err = db.read(ctx, s, []query{{page, pageArgs, m.collectOrdered(&found, p.Limit)}, {count, countArgs, scalar(&out.Count)}})
	var refused *pgconn.PgError
	if p.Cursor != "" && errors.As(err, &refused) && strings.HasPrefix(refused.Code, dataException) {
		return out, fault.Invalid("cursor", "is not a cursor of this list")
	}
	if err != nil {
		return out, err
	}
	if out.Exact = m.keeps(conds) || out.Count <= countExactMax; !out.Exact {
		out.Count = countExactMax
	}
	if len(found) > p.Limit {
		found = found[:p.Limit]
		last := found[len(found)-1]
		next := cursor{p.Order, last.order, m.id(&last.row)}.String()
		out.Next = &next
	}
	out.Rows = make([]R, len(found))
	for i, x := range found {
		out.Rows[i] = x.row
		if db.Damaged != nil {
			if tenant, id := m.tenant(&x.row), m.id(&x.row); db.Damaged(tenant, id) {
				out.Damaged = append(out.Damaged, id)
			}
		}
	}
	return out, nil
}

// Find returns the row of a key: what the list is within, then the id. ok is false
// where there is none that the caller may see.
func (m *Model[R]) Find(ctx context.Context, db *DB, s Scope, key ...any) (row R, ok bool, err error) {
	var l listing
	l.scope(s, m.byName["site"] != nil)
	for i, name := range m.Key[1:] {
		if i < len(key) {
			l.filter(name+" = ?", key[i])
		}
	}
	var rows []R
	sql := fmt.Sprintf("select %s from read.%s where %s limit 1", m.selected(), m.Name, l.all())
	if err := db.read(ctx, s, []query{{sql, l.args, collect(&rows)}}); err != nil || len(rows) == 0 {
		return row, false, err
	}
	return rows[0], true, nil
}

// Tally returns how many rows have each value of a column, whatever narrows them:
// from the kept counts where these know, else counted.
func (m *Model[R]) Tally(ctx context.Context, db *DB, s Scope, column string, conds ...Cond) (map[string]int64, error) {
	from, n := m.Name, "count(*)"
	if c := m.byName[column]; c != nil && c.counted && m.keeps(conds) {
		from, n = m.Name+"_counts", "sum(n)::bigint"
	}
	var l listing
	l.scope(s, m.byName["site"] != nil)
	l.narrow(&m.Table, conds)
	var rows []struct {
		Value string `db:"value"`
		N     int64  `db:"n"`
	}
	sql := fmt.Sprintf("select %[1]s::text as value, %[2]s as n from read.%[3]s where %[4]s group by %[1]s having %[2]s > 0", column, n, from, l.all())
	if err := db.read(ctx, s, []query{{sql, l.args, collect(&rows)}}); err != nil {
		return nil, err
	}
	out := map[string]int64{}
	for _, r := range rows {
		out[r.Value] = r.N
	}
	return out, nil
}

// id is a row's, and tenant whose it is.
func (m *Model[R]) id(r *R) string     { return m.text(r, "id") }
func (m *Model[R]) tenant(r *R) string { return m.text(r, "tenant") }

func (m *Model[R]) text(r *R, column string) string {
	return fmt.Sprint(reflect.ValueOf(r).Elem().FieldByIndex(m.byName[column].index).Interface())
}

// listed is a row with the text of its order column.
type listed[T any] struct {
	row   T
	order string
}

// dataException is the class of errors in a value that was sent.
const dataException = "22"

// collectOrdered reads rows of the table's columns and a last one, order_value, as whose
// text it is kept. Which field a column goes to is known beforehand: a page costs little
// more than its rows.
func (m *Model[R]) collectOrdered(into *[]listed[R], limit int) func(pgx.Rows) error {
	return func(rows pgx.Rows) error {
		defer rows.Close()
		*into = make([]listed[R], 0, limit+1)
		targets := make([]any, len(m.columns)+1) // the last is read as it came
		for rows.Next() {
			*into = append(*into, listed[R]{})
			x := &(*into)[len(*into)-1]
			v := reflect.ValueOf(&x.row).Elem()
			for i := range m.columns {
				targets[i] = v.FieldByIndex(m.columns[i].index).Addr().Interface()
			}
			if err := rows.Scan(targets...); err != nil {
				return err
			}
			values := rows.RawValues()
			x.order = string(values[len(values)-1])
		}
		return rows.Err()
	}
}
