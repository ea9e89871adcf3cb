package readmodels

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tallystick/tallystick/domain/fault"
)

// FuzzCursor: whatever a caller sends as a cursor is a page or a 400, never SQL.
func FuzzCursor(f *testing.F) {
	f.Add("")
	f.Add(cursor{"opened_at", "2026-11-20 12:00:00+00", "id"}.String())
	f.Add(base64.RawURLEncoding.EncodeToString([]byte(`{"o":"opened_at","v":"'; drop table x","i":"1"}`)))
	f.Add("e30")
	f.Fuzz(func(t *testing.T, text string) {
		var l listing
		l.scope(Scope{Tenant: "firm"}, true)
		page, args, err := Cases.pageSQL(l, Page{Limit: 10, Cursor: text, Order: "opened_at"})
		if err != nil {
			if x := fault.As(err); x == nil || x.Code != fault.InvalidInput || len(x.Fields) != 1 || x.Fields[0].Field != "cursor" {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		whole := `select ` + Cases.selected() + `, opened_at::text as order_value from read.cases listed where tenant = $1 and (site = 0 or site = any($2))`
		const after = ` and (opened_at, id) > ($3::text::timestamptz, $4)`
		const end = ` order by listed.opened_at asc, id asc limit 11`
		if page != whole+end && page != whole+after+end {
			t.Errorf("%q made the query %s with %v", text, page, args)
		}
	})
}

// A cursor belongs to the order it was made in; an order to those that the
// list allows.
func TestCursorsAndOrders(t *testing.T) {
	made := cursor{"title", "a", "1"}.String()
	for _, p := range []Page{{Order: "-title", Cursor: made}, {Order: "id"}, {Order: ""}, {Order: "title; drop table cases"},
		{Order: "title", Cursor: made + "x"}} {
		if _, _, err := Cases.pageSQL(listing{}, p); fault.As(err) == nil || fault.As(err).Code != fault.InvalidInput {
			t.Errorf("%+v: %v", p, err)
		}
	}
	if _, _, err := Cases.pageSQL(listing{}, Page{Order: "title", Cursor: made}); err != nil {
		t.Error(err)
	}
}

// Which errors mean that the database is out of reach, and which are faults of
// our own that must not be hidden as such.
func TestUnavailable(t *testing.T) {
	pg := func(code string) error { return fmt.Errorf("query: %w", &pgconn.PgError{Code: code}) }
	for _, c := range []struct {
		name string
		err  error
		down bool
	}{
		{"admin shutdown", pg("57P01"), true},
		{"cannot connect now", pg("57P03"), true},
		{"statement timeout", pg("57014"), true},
		{"connection failure", pg("08006"), true},
		{"too many connections", pg("53300"), true},
		{"disk full", pg("53100"), true},
		{"a view that is being replaced", pg("42P01"), true},
		{"syntax", pg("42601"), false},
		{"unique violation", pg("23505"), false},
		{"permission denied", pg("42501"), false},
		{"a version without the column", pg("42703"), true},
		{"ended for a deadlock", pg("40P01"), true},
		{"deadline", fmt.Errorf("x: %w", context.DeadlineExceeded), true},
		{"refused", &net.OpError{Op: "dial", Err: errors.New("connection refused")}, true},
		{"ended under the query", io.ErrUnexpectedEOF, true},
		{"closed", net.ErrClosed, true},
		{"no rows", pgx.ErrNoRows, false},
		{"moved", ErrMoved, false},
		{"anything", errors.New("a bug"), false},
	} {
		got := unavailable(c.err)
		f := fault.As(got)
		if c.down && (f == nil || f.Code != fault.StoreUnavailable || f.Retry <= 0 || !errors.Is(got, c.err)) {
			t.Errorf("%s: %v", c.name, got)
		}
		if !c.down && got != c.err {
			t.Errorf("%s became %v", c.name, got)
		}
	}
	invalid := fault.Invalid("q", "x")
	if unavailable(nil) != nil || unavailable(invalid) != error(invalid) {
		t.Error("what is no error of the database was changed")
	}
}

func TestScopes(t *testing.T) {
	for _, c := range []struct {
		scope Scope
		sql   string
		args  int
	}{
		{Scope{Tenant: "a", AllSites: true}, "tenant = $3", 1},
		{Scope{Tenant: "a"}, "tenant = $3 and (site = 0 or site = any($4))", 2},
		{Scope{Tenant: "a", AllSites: true, Site: 7}, "tenant = $3 and site = $4", 2},
	} {
		sql, args := c.scope.where(3, true)
		if sql != c.sql || len(args) != c.args || args[0] != "a" {
			t.Errorf("%+v: %s %v", c.scope, sql, args)
		}
	}
	if !strings.HasPrefix(SchemaOf("cases", 3), "cases_v") {
		t.Error("schemas carry their version")
	}
}
