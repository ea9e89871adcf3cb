package http

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/readmodels"
)

// page is the part of a list that is asked for, in an order.
func (p Paged) page(order string) readmodels.Page {
	return readmodels.Page{Limit: p.Limit, Cursor: p.Cursor, Order: order}
}

// countedOf says of a page how many rows match in all, and where the next begins.
func countedOf[R any](l readmodels.Listed[R]) Counted {
	c := Counted{Count: l.Count, NextCursor: l.Next, Damaged: l.Damaged}
	if !l.Exact {
		c.CountExact = new(bool)
	}
	return c
}

// counted says the same of a list that is held whole.
func counted(n int, next *string) Counted { return Counted{Count: int64(n), NextCursor: next} }

// Listing is what every list takes; its input embeds it beside its own filters.
type Listing struct {
	Sited
	Paged
	Fresh
}

func (l *Listing) listing() *Listing { return l }

// narrowing is the input of a list of rows.
type narrowing[I any] interface {
	*I
	listing() *Listing
	order() string // as it was asked for
	// narrow says which rows are asked for. It names every filter, set or not, so
	// that each is held to the table when the operation is registered.
	narrow(c *Call) ([]readmodels.Cond, error)
}

// days narrows a list to the days that were asked for.
func (d Dated) days(c *Call, column string) ([]readmodels.Cond, error) {
	if d == (Dated{}) {
		return nil, nil
	}
	from, to, err := d.instants(c.server.zone(c))
	return readmodels.Between(column, from, to), err
}

// rowsOf is a page of rows under the plural's name, with how many there are.
type rowsOf[V any] struct {
	plural string
	rows   []V
	Counted
}

// MarshalJSON puts the rows under their name.
func (l rowsOf[V]) MarshalJSON() ([]byte, error) {
	var rows, rest bytes.Buffer
	if err := marshalJSON(&rows, l.rows); err != nil {
		return nil, err
	}
	if err := marshalJSON(&rest, l.Counted); err != nil {
		return nil, err
	}
	whole := append([]byte(`{"`+l.plural+`":`), bytes.TrimSpace(rows.Bytes())...)
	return append(append(whole, ','), bytes.TrimSpace(rest.Bytes())[1:]...), nil
}

// Schema says no more than that it is an object: its type does not tell its name.
func (rowsOf[V]) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: huma.TypeObject} }

// listSchema documents the page of an operation.
func listSchema[V any](s *Server, operation, plural string) *huma.Schema {
	r := s.api.OpenAPI().Components.Schemas
	type listed struct {
		Rows []V `json:"rows" nullable:"false"`
		Counted
	}
	whole := huma.SchemaFromType(r, typeOf[listed]())
	rows := whole.Properties["rows"]
	delete(whole.Properties, "rows")
	whole.Properties[plural] = rows
	whole.Required = []string{plural, "count", "next_cursor"}
	name := ""
	for _, word := range strings.FieldsFunc(operation, func(r rune) bool { return r == '.' || r == '_' }) {
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	r.Map()[name] = whole
	return &huma.Schema{Ref: "#/components/schemas/" + name}
}

// registerList adds a list of the rows of a table, each as item shows it.
func registerList[I, R, V any, P narrowing[I]](s *Server, o Operation, plural string, m *readmodels.Model[R], item func(c *Call, r R) V) {
	registerRows[I, R, V, P](s, o, plural, m, nil, func(c *Call, r R) (V, error) { return item(c, r), nil })
}

// registerRows is registerList of the rows within some that are always asked for, where
// item may find one that it cannot read.
func registerRows[I, R, V any, P narrowing[I]](s *Server, o Operation, plural string, m *readmodels.Model[R], within []readmodels.Cond,
	item func(c *Call, r R) (V, error)) {
	o.Method = http.MethodGet
	conds, err := P(new(I)).narrow(&Call{server: s})
	if err == nil {
		err = m.Check(append(conds, within...))
	}
	if err != nil {
		panic("http: " + o.ID + ": " + err.Error())
	}
	o.body = listSchema[V](s, o.ID, plural)
	register(s, o, func(ctx context.Context, c *Call, in *I) (*reply[rowsOf[V]], error) {
		p := P(in)
		if err := c.after(ctx, p.listing().Fresh, m.Projection); err != nil {
			return nil, err
		}
		conds, err := p.narrow(c)
		if err != nil {
			return nil, err
		}
		found, err := m.List(ctx, s.DB, c.Scope(), p.listing().page(p.order()), append(conds, within...)...)
		if err != nil {
			return nil, err
		}
		rows := make([]V, len(found.Rows))
		for i, r := range found.Rows {
			if rows[i], err = item(c, r); err != nil {
				return nil, err
			}
		}
		return &reply[rowsOf[V]]{Body: rowsOf[V]{plural, rows, countedOf(found)}}, nil
	})
}

// asIs shows a row as it is.
func asIs[R any](_ *Call, r R) R { return r }
