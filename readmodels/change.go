package readmodels

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Set is what a change sets, by the columns' names: a value, Plus or Least.
type Set map[string]any

// Plus adds to what a column holds; Least keeps the smaller of it and V; follows is an
// expression over what other columns hold after the change.
type (
	Plus    int64
	Least   struct{ V any }
	follows struct {
		from func(after func(column string) string) string
	}
)

// Change queues the change of the row that key names: the tenant, what the list
// is within, the id. An unknown column fails the batch.
func (m *Model[R]) Change(b *Batch, set Set, key ...any) {
	where := map[string]any{}
	for i, name := range m.Key {
		if i < len(key) {
			where[name] = key[i]
		}
	}
	m.ChangeAll(b, set, where)
}

// ChangeAll queues the change of every row whose columns have the values of where,
// which names the tenant and the columns of an index.
func (m *Model[R]) ChangeAll(b *Batch, set Set, where map[string]any) {
	if !m.found(where) {
		b.fail(fmt.Errorf("readmodels: no index of %s finds what has %s", m.Name, strings.Join(slices.Sorted(maps.Keys(where)), ", ")))
	}
	m.ChangeEach(b, set, where)
}

// ChangeEach is ChangeAll of what no index finds: it looks at every row of the tenant, so
// it is for what is rare.
func (m *Model[R]) ChangeEach(b *Batch, set Set, where map[string]any) {
	var sets []string
	var args []any
	bind := func(name string, v any) string {
		c := m.byName[name]
		if c == nil {
			b.fail(fmt.Errorf("readmodels: %s has no column %s", m.Name, name))
			return "null"
		}
		args = append(args, stored(v))
		if c.kind() == "numeric" {
			return fmt.Sprintf("$%d::text::numeric", len(args))
		}
		return fmt.Sprintf("$%d::%s", len(args), c.kind())
	}
	after := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		switch v := set[name].(type) {
		case follows:
			continue
		case Plus:
			after[name] = fmt.Sprintf("%s + %s", name, bind(name, int64(v)))
		case Least:
			after[name] = fmt.Sprintf("least(%s, %s)", name, bind(name, v.V))
		default:
			after[name] = bind(name, v)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		value := after[name]
		if v, ok := set[name].(follows); ok {
			value = v.from(func(column string) string { return cmp.Or(after[column], column) })
		}
		sets = append(sets, name+" = "+value)
	}
	b.exec(m.Name, fmt.Sprintf("update {schema}.%s set %s where %s", m.Name, strings.Join(sets, ", "), m.matching(b, where, bind)), args)
}

// Remove queues the removal of the row that key names.
func (m *Model[R]) Remove(b *Batch, key ...any) {
	where := map[string]any{}
	for i, name := range m.Key {
		if i < len(key) {
			where[name] = key[i]
		}
	}
	m.RemoveAll(b, where)
}

// RemoveAll queues the removal of every row whose columns have the values of where, which
// names the tenant, and the columns of an index.
func (m *Model[R]) RemoveAll(b *Batch, where map[string]any) {
	if !m.found(where) {
		b.fail(fmt.Errorf("readmodels: no index of %s finds what has %s", m.Name, strings.Join(slices.Sorted(maps.Keys(where)), ", ")))
	}
	var args []any
	condition := m.matching(b, where, func(name string, v any) string {
		args = append(args, v)
		return fmt.Sprintf("$%d", len(args))
	})
	b.exec(m.Name, fmt.Sprintf("delete from {schema}.%s where %s", m.Name, condition), args)
}

func (m *Model[R]) matching(b *Batch, where map[string]any, bind func(string, any) string) string {
	if _, ok := where["tenant"]; !ok || len(where) < 2 {
		b.fail(fmt.Errorf("readmodels: a change of %s names neither a tenant nor which rows", m.Name))
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(where)) {
		parts = append(parts, name+" = "+bind(name, where[name]))
	}
	return strings.Join(parts, " and ")
}

// found reports whether an index leads to the rows that where means and to few others:
// it begins with just these columns, or where names all of its columns and more. A change
// that must look at each row of a tenant costs more with each row that there is.
func (m *Model[R]) found(where map[string]any) bool {
	return slices.ContainsFunc(m.finds, func(columns []string) bool {
		n := 0
		for n < len(columns) {
			if _, named := where[columns[n]]; !named {
				break
			}
			n++
		}
		return n > 1 && (n == len(where) || n == len(columns))
	})
}
