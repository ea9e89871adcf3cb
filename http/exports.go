package http

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/readmodels"
	"github.com/tallystick/tallystick/render"
)

// dataset is a list that can be had whole, as CSV.
type dataset struct {
	permission access.Permission // of the list itself; exports:read is asked for beside it
	header     func() []string
	// pages hands over the rows a page at a time, until the list ends.
	pages func(ctx context.Context, s *Server, sc readmodels.Scope, each func([]render.Cell) error) error
}

// datasets are those that the operation knows.
var datasets = map[string]dataset{
	"anomalies":    datasetOf(readmodels.Anomalies, "anomalies:read", "found_at"),
	"audit_proofs": datasetOf(readmodels.AuditProofs, "proofs:read", "created_at"),
	"cases":        datasetOf(readmodels.Cases, "cases:read", "updated_at"),
	"checkouts":    datasetOf(readmodels.Snapshots, "commerce_tax:read", "committed_at"),
	"credit_notes": datasetOf(readmodels.Invoices, "invoices:read", "created_at", readmodels.Is("kind", "credit_note"),
		readmodels.In("status", numbered)),
	"documents": datasetOf(readmodels.Documents, "documents:read", "created_at"),
	"invoices": datasetOf(readmodels.Invoices, "invoices:read", "created_at", readmodels.Is("kind", "invoice"),
		readmodels.In("status", numbered)),
	"journal_entries": datasetOf(readmodels.JournalEntries, "accounting:read", "created_at"),
	"journal_lines":   datasetOf(readmodels.JournalLines, "ledger:read", "booked_on"),
	"ledger_entries":  datasetOf(readmodels.CommerceEntries, "ledger:read", "created_at"),
	"notices":         datasetOf(readmodels.Notices, "notices:read", "updated_at"),
	"parties":         datasetOf(readmodels.Parties, "parties:read", "created_at"),
	"receipts":        datasetOf(readmodels.Receipts, "receipts:read", "created_at"),
	"reversals":       datasetOf(readmodels.Reversals, "commerce_tax:read", "reversed_at"),
	"returns":         datasetOf(readmodels.Returns, "returns:read", "created_at"),
}

func datasetOf[R any](m *readmodels.Model[R], p access.Permission, order string, conds ...readmodels.Cond) dataset {
	columns := columnsOf(reflect.TypeFor[R]())
	return dataset{
		permission: p,
		header: func() []string {
			names := make([]string, len(columns))
			for i, c := range columns {
				names[i] = c.name
			}
			return names
		},
		pages: func(ctx context.Context, s *Server, sc readmodels.Scope, each func([]render.Cell) error) error {
			page := readmodels.Page{Limit: readmodels.PageMax, Order: order}
			cells := make([]render.Cell, len(columns))
			for {
				found, err := m.List(ctx, s.DB, sc, page, conds...)
				if err != nil {
					return err
				}
				for i := range found.Rows {
					row := reflect.ValueOf(&found.Rows[i]).Elem()
					for j, c := range columns {
						cells[j] = cellOf(row.FieldByIndex(c.index), c.amount)
					}
					if err := each(cells); err != nil {
						return err
					}
				}
				if found.Next == nil {
					return nil
				}
				page.Cursor = *found.Next
			}
		},
	}
}

type csvColumn struct {
	name   string
	index  []int
	amount bool
}

// columnsOf are the columns of a row that lists show, as they name them.
func columnsOf(t reflect.Type) (out []csvColumn) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name != "" && name != "-" {
			amount := f.Tag.Get("sql") == "numeric" || slices.Contains([]string{"net", "tax", "gross"}, name)
			out = append(out, csvColumn{name, f.Index, amount})
		}
	}
	return out
}

// cellOf is a value with its type: what somebody wrote is a text, which no
// spreadsheet runs.
func cellOf(v reflect.Value, amount bool) render.Cell {
	switch x := v.Interface().(type) {
	case string:
		if d, err := money.Parse(strings.TrimPrefix(x, "-")); amount && err == nil {
			if strings.HasPrefix(x, "-") {
				d = d.Neg()
			}
			return render.Number(d)
		}
		return render.Text(x)
	case time.Time:
		return render.Text(x.UTC().Format(time.RFC3339Nano))
	case civil.Date:
		return render.Date(x)
	case json.RawMessage:
		return render.Text(string(x))
	}
	switch {
	case v.CanInt():
		return render.Int(v.Int())
	case v.Kind() == reflect.Pointer && v.IsNil():
		return render.Text("")
	case v.Kind() == reflect.Pointer:
		return cellOf(v.Elem(), amount)
	case v.Kind() == reflect.Slice || v.Kind() == reflect.Map || v.Kind() == reflect.Struct:
		text, _ := json.Marshal(v.Interface()) // of what lists show, which is JSON
		return render.Text(string(text))
	}
	return render.Text(fmt.Sprint(v.Interface()))
}

func (s *Server) registerExports() {
	type csvIn struct {
		Sited
		Fresh
		Dataset string `query:"dataset" required:"true" enum:"anomalies,audit_proofs,cases,checkouts,credit_notes,documents,invoices,journal_entries,journal_lines,ledger_entries,notices,parties,receipts,returns,reversals" doc:"Which list; its own permission is asked for beside this one's."`
	}
	register(s, Operation{
		Entry: "22.2", ID: "exports.csv", Method: http.MethodGet, Path: "/api/exports/csv/", Surface: "invoicing", Stream: true,
		Summary: "A list whole, as CSV", Permission: "exports:read", Media: []string{csvMedia},
		Describe: "RFC 4180, UTF-8, all rows that the caller may see. A text that a spreadsheet would take for a formula begins with an apostrophe.",
	}, func(ctx context.Context, c *Call, in *csvIn) (*huma.StreamResponse, error) {
		d := datasets[in.Dataset]
		if !access.Table.Allows(c.Caller.Role, d.permission) {
			return nil, fault.New(fault.RoleForbidden, "role %s lacks %s, which dataset %s needs", c.Caller.Role, d.permission, in.Dataset)
		}
		if err := c.after(ctx, in.Fresh); err != nil {
			return nil, err
		}
		return s.streamCSV(ctx, c, in.Dataset, d), nil
	})
}

// streamCSV sends a list page by page. Its first page is read before the response
// begins, so that a list that cannot be read is an answer of its own.
func (s *Server) streamCSV(ctx context.Context, c *Call, name string, d dataset) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		w := hc.BodyWriter().(*response)
		var out *render.CSV
		begin := func() error {
			if out != nil {
				return nil
			}
			h := w.Header()
			h.Set("Content-Type", csvMedia)
			h.Set("Content-Disposition", `attachment; filename="`+fileName(name)+`.csv"`)
			documentHeaders(h)
			err := s.beginStream(ctx, c, w)
			if err == nil {
				out, err = render.NewCSV(w, d.header()...)
			}
			return err
		}
		err := d.pages(ctx, s, c.Scope(), func(cells []render.Cell) error {
			if err := begin(); err != nil {
				return err
			}
			return out.Row(cells...)
		})
		if err == nil {
			err = begin()
		}
		switch {
		case err == nil:
			out.Close()
		case out == nil:
			s.problem(c, err).write(w)
		default:
			// Half a list must not look like a whole one.
			s.Logger.Warn("a CSV export was cut off", "request", c.RequestID, "error", err)
			panic(http.ErrAbortHandler)
		}
	}}
}
