package feeds

import (
	"context"
	"io"

	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/reactors/jobs"
	"github.com/tallystick/tallystick/readmodels"
	"github.com/tallystick/tallystick/render"
	"github.com/tallystick/tallystick/render/invoice"
)

// eInvoices writes the invoices and credit notes that were issued in the range as
// UBL, in the order of their numbers; one that cannot be written so (it bears a tax
// that EN 16931 does not know) stands as its frozen JSON. A document whose content
// was forgotten is named in the index alone.
func (x *Exporter) eInvoices(ctx context.Context, t *jobs.Task, s feeds.Export, done *feeds.ExportCompleted, w io.Writer) error {
	archive := render.NewArchive(w, s.Request.KnownAt)
	type listed struct{ number, kind, name string }
	var index []listed
	page := readmodels.Page{Limit: readmodels.PageMax, Order: "number"}
	for {
		found, err := readmodels.Invoices.List(ctx, x.DB, readmodels.Scope{Tenant: t.Tenant, AllSites: true, Site: s.Site}, page,
			readmodels.In("status", []string{"issued", "sent", "delivery_failed", "partly_credited", "credited"}),
			readmodels.From("issued_on", s.Request.From), readmodels.UpTo("issued_on", s.Request.To),
			readmodels.UpTo("created_at", s.Request.KnownAt))
		if err != nil {
			return err
		}
		for _, row := range found.Rows {
			name, body, err := x.document(ctx, t, row)
			if err != nil {
				return err
			}
			index = append(index, listed{row.Number, row.Kind, name})
			if name == "" {
				continue
			}
			out, err := archive.Entry(name)
			if err != nil {
				return err
			}
			if _, err := out.Write(body); err != nil {
				return err
			}
			done.Entries++
			t.Progress(done.Entries, found.Count)
		}
		if found.Next == nil {
			break
		}
		page.Cursor = *found.Next
	}
	out, err := archive.Entry("index.csv")
	if err != nil {
		return err
	}
	list, err := render.NewCSV(out, "number", "kind", "file")
	if err != nil {
		return err
	}
	for _, i := range index {
		if err := list.Row(render.Text(i.number), render.Text(i.kind), render.Text(i.name)); err != nil {
			return err
		}
	}
	if err := list.Close(); err != nil {
		return err
	}
	return archive.Close()
}

func (x *Exporter) document(ctx context.Context, t *jobs.Task, row readmodels.InvoiceRow) (name string, body []byte, err error) {
	d, _, err := x.Invoices.Read(ctx, everything(t), invoicing.Kind(row.Kind), row.ID)
	if missing(err) {
		return "", nil, nil
	}
	if err != nil {
		return "", nil, err
	}
	for _, f := range []invoice.Format{invoice.UBL, invoice.JSON} {
		body, err = x.Invoices.Body(d, f, 0)
		if err == nil {
			return row.Number + "." + f.Extension(), body, nil
		}
		if !missing(err) {
			return "", nil, err
		}
	}
	return "", nil, nil
}
