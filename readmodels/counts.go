package readmodels

import (
	"fmt"
	"strings"
)

// countsOf is the table in which PostgreSQL keeps how many rows of t there are, by
// tenant and the counted columns, so that a list need not count them.
func countsOf(t Table) (Table, bool) {
	if t.Counted == nil {
		return Table{}, false
	}
	counts := Table{Name: t.Name + "_counts", Key: append([]string{"tenant"}, t.Counted...)}
	for _, c := range t.Columns {
		for _, key := range counts.Key {
			if c.Name == key {
				counts.Columns = append(counts.Columns, Column{c.Name, strings.TrimSuffix(c.Type, " null")})
			}
		}
	}
	counts.Columns = append(counts.Columns, Column{"n", "bigint"})
	return counts, true
}

// withCounts are tables with those of their counts.
func withCounts(tables []Table) (all []Table) {
	for _, t := range tables {
		all = append(all, t)
		if counts, ok := countsOf(t); ok {
			all = append(all, counts)
		}
	}
	return all
}

// countTriggers keep the counts: whole statements are added up once, a row that
// moves from one count to another is moved.
func countTriggers(schema string, t Table) string {
	counts, ok := countsOf(t)
	if !ok {
		return ""
	}
	list := func(prefix string) string {
		names := make([]string, len(counts.Key))
		for i, k := range counts.Key {
			names[i] = prefix + k
		}
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf(`
alter table %[1]s.%[2]s_counts set (fillfactor = 50);
create function %[1]s.%[2]s_added() returns trigger language plpgsql as $$ begin
  insert into %[1]s.%[2]s_counts as k (%[3]s, n) select %[3]s, count(*) from added group by %[3]s
    on conflict (%[3]s) do update set n = k.n + excluded.n;
  return null; end $$;
create function %[1]s.%[2]s_removed() returns trigger language plpgsql as $$ begin
  insert into %[1]s.%[2]s_counts as k (%[3]s, n) select %[3]s, -count(*) from removed group by %[3]s
    on conflict (%[3]s) do update set n = k.n + excluded.n;
  return null; end $$;
create function %[1]s.%[2]s_moved() returns trigger language plpgsql as $$ begin
  insert into %[1]s.%[2]s_counts as k (%[3]s, n) values (%[4]s, -1) on conflict (%[3]s) do update set n = k.n - 1;
  insert into %[1]s.%[2]s_counts as k (%[3]s, n) values (%[5]s, 1) on conflict (%[3]s) do update set n = k.n + 1;
  return null; end $$;
create trigger added after insert on %[1]s.%[2]s referencing new table as added
  for each statement execute function %[1]s.%[2]s_added();
create trigger removed after delete on %[1]s.%[2]s referencing old table as removed
  for each statement execute function %[1]s.%[2]s_removed();
create trigger moved after update on %[1]s.%[2]s for each row
  when ((%[4]s) is distinct from (%[5]s)) execute function %[1]s.%[2]s_moved();
`, schema, t.Name, list(""), list("old."), list("new."))
}
