package readmodels

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// Batch collects the row changes of one projection batch and applies them in
// one transaction. Changes of one table keep their order; runs of plain
// inserts become one statement over arrays (COPY is not to be had under forced
// row security).
type Batch struct {
	schema string
	tables map[string]*changes
	order  []string
	err    error // the first change that cannot be made
}

// fail makes the whole batch fail: a change that names what is not there must not
// be left out.
func (b *Batch) fail(err error) {
	if b.err == nil {
		b.err = err
	}
}

type changes struct {
	steps []step
}

// step is either rows to insert together or statements to send.
type step struct {
	months  string // column by whose months the rows stand apart, "" = none
	columns []Column
	rows    [][]any
	sql     string
	args    [][]any
}

// Column is a column's name and its SQL type.
type Column struct{ Name, Type string }

// NewBatch returns an empty batch that writes to one schema.
func NewBatch(schema string) *Batch { return &Batch{schema: schema, tables: map[string]*changes{}} }

func (b *Batch) table(name string) *changes {
	t := b.tables[name]
	if t == nil {
		t = &changes{}
		b.tables[name] = t
		b.order = append(b.order, name)
	}
	return t
}

// insert adds a row that cannot exist yet.
func (b *Batch) insert(table string, columns []Column, row []any) {
	b.insertByMonth(table, "", columns, row)
}

func (b *Batch) insertByMonth(table, months string, columns []Column, row []any) {
	storable(row)
	t := b.table(table)
	if n := len(t.steps); n > 0 && t.steps[n-1].rows != nil {
		t.steps[n-1].rows = append(t.steps[n-1].rows, row)
		return
	}
	t.steps = append(t.steps, step{months: months, columns: columns, rows: [][]any{row}})
}

// upsert adds a whole row of t that may exist.
func (b *Batch) upsert(t *Table, row []any) { b.exec(t.Name, t.upsertSQL(), row) }

// exec adds a statement; {schema} in it becomes the batch's.
func (b *Batch) exec(table, sql string, args []any) {
	storable(args)
	sql = strings.ReplaceAll(sql, "{schema}", b.schema)
	t := b.table(table)
	if n := len(t.steps); n > 0 && t.steps[n-1].sql == sql {
		t.steps[n-1].args = append(t.steps[n-1].args, args)
		return
	}
	t.steps = append(t.steps, step{sql: sql, args: [][]any{args}})
}

// storable replaces what PostgreSQL cannot hold in a text, the zero character:
// one such letter in an event must not stop every read model.
func storable(values []any) {
	for i, v := range values {
		switch text := v.(type) {
		case string:
			if hasZero(text) {
				values[i] = strings.ReplaceAll(text, "\x00", "\ufffd")
			}
		case *string:
			if text != nil && hasZero(*text) {
				clean := strings.ReplaceAll(*text, "\x00", "\ufffd")
				values[i] = &clean
			}
		}
	}
}

func hasZero(text string) bool { return strings.IndexByte(text, 0) >= 0 }

// insertSQL adds one row.
func (t *Table) insertSQL() string {
	names, params := make([]string, len(t.Columns)), make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i], params[i] = c.Name, fmt.Sprintf("$%d", i+1)
		if strings.HasPrefix(c.Type, "numeric") { // bound as text, which keeps the digits
			params[i] += "::text::numeric"
		}
	}
	return fmt.Sprintf("insert into {schema}.%s (%s) values (%s)", t.Name, strings.Join(names, ", "), strings.Join(params, ", "))
}

func (t *Table) upsertSQL() string {
	var sets []string
	for _, c := range t.Columns {
		if !slices.Contains(t.Key, c.Name) {
			sets = append(sets, c.Name+" = excluded."+c.Name)
		}
	}
	return fmt.Sprintf("%s on conflict (%s) do update set %s", t.insertSQL(), strings.Join(t.Key, ", "), strings.Join(sets, ", "))
}

// Apply writes everything within tx.
func (b *Batch) Apply(ctx context.Context, tx pgx.Tx) error {
	if b.err != nil {
		return b.err
	}
	var q queue
	for _, name := range b.order {
		for _, s := range b.tables[name].steps {
			if err := b.queue(ctx, tx, &q, name, s); err != nil {
				return fmt.Errorf("readmodels: %s.%s: %w", b.schema, name, err)
			}
			if err := q.send(ctx, tx, queuedMax); err != nil {
				return fmt.Errorf("readmodels: %s.%w", b.schema, err)
			}
		}
	}
	if err := q.send(ctx, tx, 1); err != nil {
		return fmt.Errorf("readmodels: %s.%w", b.schema, err)
	}
	return nil
}

// queue is statements that go to the database together, in their order: each that went
// alone would be waited for.
type queue struct {
	batch  pgx.Batch
	tables []string // of each statement
	rows   int      // that they write, as far as is known
}

// queuedMax is how many rows are queued before they are sent.
const queuedMax = 1000

func (b *Batch) queue(ctx context.Context, tx pgx.Tx, q *queue, table string, s step) error {
	if s.months != "" {
		var err error
		if s.rows, err = keptRows(ctx, tx, b.schema, table, s); err != nil || len(s.rows) == 0 {
			return err
		}
	}
	if s.rows != nil {
		sql, args := insertArrays(b.schema+"."+table, s.columns, s.rows)
		q.add(table, len(s.rows), sql, args)
		return nil
	}
	for _, args := range s.args {
		q.add(table, 1, s.sql, args)
	}
	return nil
}

func (q *queue) add(table string, rows int, sql string, args []any) {
	q.batch.Queue(sql, args...)
	q.tables, q.rows = append(q.tables, table), q.rows+rows
}

// send sends what is queued, where it is so many rows at least.
func (q *queue) send(ctx context.Context, tx pgx.Tx, least int) error {
	if q.rows < least {
		return nil
	}
	results := tx.SendBatch(ctx, &q.batch)
	for _, table := range q.tables {
		if _, err := results.Exec(); err != nil {
			results.Close()
			return fmt.Errorf("%s: %w", table, err)
		}
	}
	*q = queue{}
	return results.Close()
}

// columnOf gathers one column, typed where all its values are of one common
// type: the driver encodes typed arrays several times faster.
func columnOf(rows [][]any, i int) any {
	switch rows[0][i].(type) {
	case string:
		return gather[string](rows, i)
	case int64:
		return gather[int64](rows, i)
	case int32:
		return gather[int32](rows, i)
	case time.Time:
		return gather[time.Time](rows, i)
	case bool:
		return gather[bool](rows, i)
	case []byte:
		return gather[[]byte](rows, i)
	case uuid.UUID:
		return uuids(rows, i)
	}
	return untyped(rows, i)
}

// gather falls back to untyped values where a row differs from the first.
func gather[T any](rows [][]any, i int) any {
	values := make([]T, len(rows))
	for j, row := range rows {
		v, ok := row[i].(T)
		if !ok {
			return untyped(rows, i)
		}
		values[j] = v
	}
	return pgtype.FlatArray[T](values)
}

// uuids are the driver's own, which it does not have to ask for their value.
func uuids(rows [][]any, i int) any {
	values := make(pgtype.FlatArray[pgtype.UUID], len(rows))
	for j, row := range rows {
		id, ok := row[i].(uuid.UUID)
		if !ok {
			return untyped(rows, i)
		}
		values[j] = pgtype.UUID{Bytes: id, Valid: true}
	}
	return values
}

func untyped(rows [][]any, i int) any {
	values := make(pgtype.FlatArray[any], len(rows))
	for j, row := range rows {
		values[j] = row[i]
	}
	return values
}

// insertArrays turns rows into one array a column.
func insertArrays(table string, columns []Column, rows [][]any) (sql string, args []any) {
	names, params := make([]string, len(columns)), make([]string, len(columns))
	args = make([]any, len(columns))
	for i, c := range columns {
		kind := strings.TrimSuffix(c.Type, " null")
		names[i], params[i] = c.Name, fmt.Sprintf("$%d::%s[]", i+1, kind)
		if kind == "numeric" { // bound as text, which keeps the digits
			params[i] = fmt.Sprintf("$%d::text[]::numeric[]", i+1)
		}
		args[i] = columnOf(rows, i)
	}
	return fmt.Sprintf("insert into %s (%s) select * from unnest(%s)", table, strings.Join(names, ", "), strings.Join(params, ", ")), args
}
