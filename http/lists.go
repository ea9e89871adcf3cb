package http

import "github.com/tallystick/tallystick/readmodels"

// page is the part of a list that is asked for, in an order.
func (p Paged) page(order string) readmodels.Page {
	return readmodels.Page{Limit: p.Limit, Cursor: p.Cursor, Order: order}
}

// countedOf says of a page how many rows match in all, and where the next begins.
func countedOf[R any](l readmodels.Listed[R]) Counted {
	c := Counted{Count: l.Count, NextCursor: l.Next}
	if !l.Exact {
		c.CountExact = new(bool)
	}
	return c
}

// counted says the same of a list that is held whole.
func counted(n int, next *string) Counted { return Counted{Count: int64(n), NextCursor: next} }
