package projections

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	docs "github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/readmodels"
)

// booksGroup lists the projections of the ledger, journals, periods, orders and anomalies.
func booksGroup() []Projection { return []Projection{Ledger(), Parties(), AuditProofs(), Anomalies()} }

// Ledger numbers and places posted entries and keeps their lines.
func Ledger() Projection {
	return Redacting(Projection{
		Name: "ledger", Version: 8,
		Tables: []readmodels.Table{readmodels.JournalEntries.Table, readmodels.JournalLines.Table, readmodels.CommerceEntries.Table,
			readmodels.LedgerBooksTable,
			readmodels.LedgerCountersTable, readmodels.LedgerPeriodsTable},
		Categories: []string{books.Category.Name, journal.Category.Name, orders.Category.Name, docs.Orders.Name}, Handle: handleLedger,
	}, redactLedger)
}

// redactLedger blanks what the ledger shows of a forgotten order or site.
func redactLedger(tenant, subject string, b *readmodels.Batch) {
	switch kind, id, _ := privacy.Parse(subject); kind {
	case "order":
		readmodels.CommerceEntries.Change(b, readmodels.Set{"buyer": ""}, tenant, id)
	case "books":
		if site, err := strconv.ParseInt(id, 10, 64); err == nil {
			readmodels.JournalEntries.ChangeAll(b, readmodels.Set{"memo": ""}, map[string]any{"tenant": tenant, "site": site})
		}
	}
}

func handleLedger(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	if s.Category == books.Category.Name {
		return handleBooks(s, e, b)
	}
	switch s.Category {
	case orders.Category.Name:
		return handleOrder(s, e, b)
	case docs.Orders.Name:
		handleInvoiced(s, e, b)
		return nil
	}
	step := readmodels.EntryStep{Tenant: s.Tenant, ID: s.ID, At: e.Meta.Time, Log: e.Revision}
	switch p := e.Payload.(type) {
	case journal.EntryProposed:
		return proposeEntry(s, e, p, b)
	case journal.EntryApproved:
		by := e.Meta.Principal
		if p.Rule != "" {
			by = "rule: " + p.Rule
		}
		step.Status, step.ApprovedBy, step.Waived = "approved", &by, p.Waiver != ""
		edited(&step, p.Edits)
	case journal.EntryReturned:
		nobody := ""
		step.Status, step.ApprovedBy = "returned", &nobody
		if edited(&step, p.Edits) {
			step.Preparer = e.Meta.Principal
		}
	case journal.EntryRejected:
		step.Status = "rejected"
	case journal.EntryPosted:
		return postEntry(s, e, p, b)
	case journal.EntryMatched, journal.EntryLineClaimed: // changes nothing but the revision
	}
	b.StepEntry(step)
	return nil
}

// edited notes what a decision changed.
func edited(step *readmodels.EntryStep, x journal.Edits) bool {
	if x.Memo != nil {
		memo := x.Memo.String()
		step.Memo = &memo
	}
	if x.Lines != nil {
		total := journal.Sum(x.Lines).Debit.String()
		step.Total = &total
	}
	return x.Memo != nil || x.Lines != nil
}

func proposeEntry(s event.Stream, e event.Recorded, p journal.EntryProposed, b *readmodels.Batch) error {
	reasons, err := json.Marshal(p.ReviewReasons)
	if err != nil {
		return err
	}
	row := readmodels.EntryProposal{
		Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Origin: string(p.Origin), Journal: string(p.Journal), Currency: p.Currency,
		BaseCurrency: p.BaseCurrency,
		Date:         p.Date.Time(), TaxDate: dateOrNil(p.TaxDate), Total: journal.Sum(p.Lines).Debit.String(), Confidence: p.Confidence.String(),
		Memo:          p.Memo.String(),
		ReviewReasons: string(reasons), Preparers: strings.TrimSpace(p.StartedBy + " " + strings.Join(p.PreparedBy, " ")), Reverses: p.Reverses,
		By: e.Meta.Principal, At: e.Meta.Time, Log: e.Revision,
	}
	var sources []string
	for _, src := range p.Sources {
		sources = append(sources, src.Kind+"/"+src.ID)
		if src.Kind == "order" {
			row.LedgerEntryID = src.ID
		}
	}
	row.Sources = strings.Join(sources, " ")
	b.ProposeEntry(row)
	if row.LedgerEntryID != "" {
		set := readmodels.Set{"stands": "recorded", "journal_entry_id": s.ID, "booked_on": p.Date, "updated_at": e.Meta.Time}
		if p.Journal == journal.Sales {
			set["tax_check"] = string(orders.CheckOf(p.ReviewReasons))
		}
		b.ChangeOrder(set, s.Tenant, row.LedgerEntryID)
	}
	return nil
}

func postEntry(s event.Stream, e event.Recorded, p journal.EntryPosted, b *readmodels.Batch) error {
	lines, err := json.Marshal(p.Payload.Lines)
	if err != nil {
		return err
	}
	for _, src := range p.Payload.Sources {
		if src.Kind == "order" {
			b.ChangeOrder(readmodels.Set{"stands": "posted", "updated_at": e.Meta.Time}, s.Tenant, src.ID)
		}
	}
	b.PostEntry(readmodels.EntryPosting{
		Tenant: s.Tenant, ID: s.ID, Site: p.Payload.Site, Journal: string(p.Payload.Journal), By: e.Meta.Principal, SHA256: p.PayloadSHA256,
		Reverses: p.Payload.Reverses, Date: p.Payload.Date.Time(), Lines: string(lines), Waived: p.Waiver != "", At: e.Meta.Time, Log: e.Revision,
		Through: e.Position.Commit,
	})
	return nil
}

func handleBooks(s event.Stream, e event.Recorded, b *readmodels.Batch) error {
	site, err := strconv.ParseInt(s.ID, 10, 64)
	if err != nil {
		return fmt.Errorf("books of %q: %w", s.ID, err)
	}
	c := readmodels.PeriodChange{Tenant: s.Tenant, Site: site, At: e.Meta.Time, By: e.Meta.Principal}
	switch p := e.Payload.(type) {
	case books.Opened:
		b.SetLedgerBooks(s.Tenant, site, p.Settings.StartMonth())
	case books.Changed:
		b.SetLedgerBooks(s.Tenant, site, p.Settings.StartMonth())
	case books.PeriodClosing:
		c.Status, c.Period, c.MovesLine, c.ClosedThrough = "closing", p.Period.String(), true, firstDay(p.Period)
		b.ChangePeriod(c)
	case books.PeriodClosed:
		totals, err := json.Marshal(p.Totals)
		if err != nil {
			return err
		}
		c.Status, c.Period, c.Totals, c.SHA256, c.Entries = "closed", p.Period.String(), string(totals), p.SHA256, p.Entries
		b.ChangePeriod(c)
	case books.PeriodReopened:
		c.Status, c.Period, c.MovesLine = "open", p.Period.String(), true
		c.ClosedThrough = firstDay(p.Period.Previous())
		b.ChangePeriod(c)
	}
	return nil
}

func firstDay(m books.Month) *time.Time {
	t := m.First().Time()
	return &t
}

func dateOrNil(d civil.Date) *time.Time {
	if d.IsZero() {
		return nil
	}
	t := d.Time()
	return &t
}

func handleOrder(s event.Stream, e event.Recorded, b *readmodels.Batch) error {
	set := readmodels.Set{"updated_at": e.Meta.Time, "log_revision": int64(e.Revision)}
	switch p := e.Payload.(type) {
	case orders.EntryRecorded:
		taxes, err := json.Marshal(p.Taxes)
		if err != nil {
			return err
		}
		readmodels.CommerceEntries.Add(b, readmodels.OrderRow{
			Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Status: "pending", Stands: "pending", Source: p.Source, SourceRef: p.SourceRef, Kind: string(p.Kind),
			PlacedAt: p.PlacedAt,
			Currency: p.Currency, Net: p.Net.String(), Taxes: taxes, Gross: p.Gross.String(), Country: p.Country, Buyer: buyerOf(p.Figures),
			SnapshotID: p.SnapshotID, RefundOf: p.RefundOf, TaxCheck: string(p.TaxCheck),
			InvoiceID: p.InvoiceID, Versions: 1, SHA256: p.SHA256, CreatedAt: e.Meta.Time,
			CreatedBy: e.Meta.Principal,
			UpdatedAt: e.Meta.Time, Log: int64(e.Revision),
		})
		return nil
	case orders.EntryRevised:
		taxes, err := json.Marshal(p.Taxes)
		if err != nil {
			return err
		}
		set["stands"], set["placed_at"], set["currency"], set["net"], set["gross"] = "pending", p.PlacedAt, p.Currency, p.Net.String(),
			p.Gross.String()
		set["taxes"], set["country"], set["buyer"], set["tax_check"], set["sha256"] = json.RawMessage(taxes), p.Country, buyerOf(p.Figures),
			string(p.TaxCheck), p.SHA256
		set["versions"], set["refund_of"] = readmodels.Plus(1), p.RefundOf
	case orders.DifferenceFound:
		set["differs"], set["differences"] = true, readmodels.Plus(1)
	case orders.DifferenceDecided, orders.DifferenceWithdrawn:
		set["differs"] = false
	case orders.EntryVoided, orders.Superseded:
		set["stands"] = "voided"
	case orders.MissingAtSource:
		set["missing"] = true
	case orders.SeenAgain:
		set["missing"] = false
	}
	b.ChangeOrder(set, s.Tenant, s.ID)
	return nil
}

// handleInvoiced notes on which invoice lines of an order stand: the last one that
// took some, until it gives them back. A checkout is invoiced under its own id, also
// where an order stands for it.
func handleInvoiced(s event.Stream, e event.Recorded, b *readmodels.Batch) {
	switch p := e.Payload.(type) {
	case docs.LinesClaimed:
		b.InvoiceOrder(s.Tenant, s.ID, p.InvoiceID, e.Meta.Time)
	case docs.LinesReleased:
		b.UninvoiceOrder(s.Tenant, s.ID, p.InvoiceID, e.Meta.Time)
	}
}

// buyerOf is the buyer's name, as far as it can be read.
func buyerOf(f orders.Figures) string {
	o, _ := orders.Version{Figures: f}.Order()
	return o.Buyer.Name
}
