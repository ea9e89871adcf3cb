package readmodels

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// Tables that grow with every call have their rows apart by UTC months, so that
// what is too old goes at once: a month is dropped, not deleted row by row. From
// when on rows are kept is written down (platform.kept_since), so that a read model
// that is built anew has the same rows, and a list can say what it does not show.
// A month's table is named after its parent: audit_log_2026_11.

// partitioned is the end of the table's definition.
func (t Table) partitioned() string {
	if t.Months == "" {
		return ""
	}
	return " partition by range (" + t.Months + ")"
}

// month is the first instant of a time's month.
func month(t time.Time) time.Time {
	t = t.UTC()
	return time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC)
}

const monthLayout = "_2006_01"

// monthSQL makes the table of a month; like every table it is fenced.
func monthSQL(schema, table string, m time.Time) string {
	return fmt.Sprintf(`create table %[1]s.%[2]s%[3]s partition of %[1]s.%[2]s for values from ('%[4]s') to ('%[5]s');
alter table %[1]s.%[2]s%[3]s enable row level security;
alter table %[1]s.%[2]s%[3]s force row level security;
create policy writer on %[1]s.%[2]s%[3]s to tallystick_writer using (true) with check (true);
`, schema, table, m.Format(monthLayout), m.Format(time.RFC3339), m.AddDate(0, 1, 0).Format(time.RFC3339))
}

// keptRows are the rows of a step that are kept, for whose months there are tables
// now.
func keptRows(ctx context.Context, tx pgx.Tx, schema, table string, s step) ([][]any, error) {
	column := slices.IndexFunc(s.columns, func(c Column) bool { return c.Name == s.months })
	var months []time.Time
	var names []string
	for _, row := range s.rows {
		if m := month(row[column].(time.Time)); !slices.Contains(months, m) {
			months, names = append(months, m), append(names, schema+"."+table+m.Format(monthLayout))
		}
	}
	var since *time.Time
	var there []bool
	err := tx.QueryRow(ctx, `select (select since from platform.kept_since where name = $1), array(select to_regclass(n) is not null
 from unnest($2::text[]) with ordinality as u(n, i) order by i)`, table, names).Scan(&since, &there)
	if err != nil {
		return nil, err
	}
	old := func(t time.Time) bool { return since != nil && t.Before(*since) }
	for i, m := range months {
		if there[i] || old(m) {
			continue
		}
		if _, err := tx.Exec(ctx, monthSQL(schema, table, m)); err != nil {
			return nil, err
		}
	}
	if !slices.ContainsFunc(months, old) {
		return s.rows, nil
	}
	return slices.DeleteFunc(slices.Clone(s.rows), func(row []any) bool { return old(month(row[column].(time.Time))) }), nil
}

// KeptSince is the first instant of which a table's rows are kept; zero = all are.
func (m *Model[R]) KeptSince(ctx context.Context, db *DB) (time.Time, error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	var since time.Time
	err := db.Request.QueryRow(ctx, `select since from platform.kept_since where name = $1`, m.Name).Scan(&since)
	if errors.Is(err, pgx.ErrNoRows) {
		return time.Time{}, nil
	}
	return since.UTC(), unavailable(err)
}

// Keep drops the rows of every month of the live version that ended before a time,
// and has no version take such rows any more. It returns how many months went.
func (m *Model[R]) Keep(ctx context.Context, db *DB, from time.Time) (months int, err error) {
	since := month(from)
	_, err = db.Writer.Exec(ctx, `insert into platform.kept_since (name, since) values ($1, $2)
 on conflict (name) do update set since = greatest(kept_since.since, excluded.since)`, m.Name, since)
	if err != nil {
		return 0, unavailable(err)
	}
	rows, err := db.Writer.Query(ctx, `select n.nspname, c.relname from platform.projection p
  join pg_namespace n on n.nspname = p.name || '_v' || p.version
  join pg_class t on t.relnamespace = n.oid and t.relname = $2
  join pg_inherits i on i.inhparent = t.oid join pg_class c on c.oid = i.inhrelid
 where p.name = $1 and p.live and c.relname < $2 || $3 order by 2`, m.Projection, m.Name, since.Format(monthLayout))
	if err != nil {
		return 0, unavailable(err)
	}
	type place struct{ Schema, Name string }
	old, err := pgx.CollectRows(rows, pgx.RowToStructByPos[place])
	if err != nil {
		return 0, unavailable(err)
	}
	for _, o := range old {
		if err := m.dropMonth(ctx, db, o.Schema, o.Name); err != nil {
			return months, unavailable(err)
		}
		months++
	}
	return months, nil
}

// dropMonth drops one month's rows, and has them counted no more. Readers wait for
// the drop alone; the writer waits while they are counted too.
func (m *Model[R]) dropMonth(ctx context.Context, db *DB, schema, name string) error {
	return pgx.BeginFunc(ctx, db.Writer, func(tx pgx.Tx) error {
		sql := fmt.Sprintf("set local lock_timeout = '5s'; lock table %s.%s in share row exclusive mode;", schema, m.Name)
		if counts, ok := countsOf(m.Table); ok {
			key := strings.Join(counts.Key, ", ")
			sql += fmt.Sprintf(`insert into %[1]s.%[2]s as k (%[3]s, n) select %[3]s, -count(*) from %[1]s.%[4]s group by %[3]s
 on conflict (%[3]s) do update set n = k.n + excluded.n;`, schema, counts.Name, key, name)
		}
		_, err := tx.Exec(ctx, sql+fmt.Sprintf("drop table %s.%s", schema, name))
		return err
	})
}
