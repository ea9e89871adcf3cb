package ledger

import (
	"io"
	"strconv"
	"time"

	"github.com/tallystick/tallystick/render"
)

// columns of the tables, of a line each.
var columns = []string{"booked_on", "date", "tax_date", "period", "fiscal_year", "journal", "number", "entry_id", "line", "account",
	"account_name",
	"side", "amount", "currency", "base_amount", "base_currency", "tax_code", "tax_rate", "tax_base", "tax_line", "party", "settles", "memo",
	"sources", "origin", "reverses", "posted_at", "waived"}

// table writes lines as rows.
type table struct {
	names map[string]string
	row   func(cells ...render.Cell) error
	close func() error
	cells []render.Cell
}

func tableOf(h Head) table {
	t := table{names: map[string]string{}}
	for _, a := range h.Accounts {
		t.names[a.Code] = a.Name
	}
	return t
}

func newCSV(w io.Writer, h Head) (Writer, error) {
	out, err := render.NewCSV(w, columns...)
	if err != nil {
		return nil, err
	}
	t := tableOf(h)
	t.row, t.close = out.Row, out.Close
	return &t, nil
}

func newSheet(w io.Writer, h Head) (Writer, error) {
	out, err := render.NewSheets(w, h.At, "Journal", columns...)
	if err != nil {
		return nil, err
	}
	t := tableOf(h)
	t.row, t.close = out.Row, out.Close
	return &t, nil
}

func (t *table) Entry(e Entry) error {
	text := render.Text
	for _, l := range e.Lines {
		taxLine := ""
		if l.TaxCode != "" {
			taxLine = strconv.FormatBool(l.TaxLine)
		}
		waived := ""
		if e.Waived {
			waived = strconv.FormatBool(true)
		}
		rate, base := render.Text(""), render.Text("")
		if l.TaxCode != "" {
			rate, base = render.Decimal(l.TaxRate), render.Decimal(l.TaxBase)
		}
		t.cells = append(t.cells[:0], render.Date(e.BookedOn), render.Date(e.Date), render.Date(e.TaxDate), text(e.Period), text(e.FiscalYear),
			text(e.Journal), render.Int(e.Number), text(e.ID), render.Int(int64(l.Line)), text(l.Account), text(t.names[l.Account]), text(l.Side),
			render.Decimal(l.Amount), text(e.Currency), render.Decimal(l.Base), text(e.Base), text(l.TaxCode), rate, base, text(taxLine),
			text(l.Party), text(l.Settles), text(e.Memo), text(e.Sources), text(e.Origin), text(e.Reverses),
			text(e.PostedAt.UTC().Format(time.RFC3339Nano)), text(waived))
		if err := t.row(t.cells...); err != nil {
			return err
		}
	}
	return nil
}

func (t *table) Close() error { return t.close() }
