package readmodels

import (
	"context"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
)

// CategoryRow is a tenant's word on a category.
type CategoryRow struct {
	Tenant    string    `db:"tenant" json:"-"`
	ID        string    `db:"id" list:"filter" json:"id"`
	Label     string    `db:"label" json:"label"`
	Disabled  bool      `db:"disabled" json:"disabled"`
	UpdatedAt time.Time `db:"updated_at" list:"default" json:"updated_at"`
	Log       int64     `db:"log_revision" json:"-"`
}

// CategoryOverrides has one row a category that a tenant has spoken of.
var CategoryOverrides = Define[CategoryRow]("classifications", "category_overrides")

// ClassificationRow is a classification. Texts are blank once their subject is
// forgotten.
type ClassificationRow struct {
	Tenant     string    `db:"tenant" json:"-"`
	ID         string    `db:"id" json:"id"`
	Site       int64     `db:"site" json:"site"`
	Status     string    `db:"status" list:"count" json:"status"`
	DocumentID string    `db:"document_id" list:"filter" json:"document_id"`
	Subject    string    `db:"subject" json:"-"`
	Merchant   string    `db:"merchant" json:"merchant"`
	Tree       string    `db:"tree" json:"tree"`
	CategoryID string    `db:"category_id" list:"filter" json:"category_id"`
	Method     string    `db:"method" json:"method"`
	Decided    bool      `db:"decided" json:"decided"`
	CreatedAt  time.Time `db:"created_at" list:"default" json:"created_at"`
	UpdatedAt  time.Time `db:"updated_at" json:"updated_at"`
	Log        int64     `db:"log_revision" json:"-"`
}

// Classifications has one row a classification.
var Classifications = Define[ClassificationRow]("classifications", "classifications", "(tenant, merchant, tree) where decided",
	"(tenant, subject)")

// DecidedFor counts what a tenant's people decided for a merchant, by category: of
// one site's costs, and those of no site.
func (db *DB) DecidedFor(ctx context.Context, tenant string, site int64, merchant, tree string) (map[string]int, error) {
	if merchant == "" {
		return nil, nil
	}
	type row struct {
		Category string `db:"category_id"`
		Count    int64  `db:"n"`
	}
	var rows []row
	err := db.fenced(ctx, tenant, []query{{`select category_id, count(*) as n from read.classifications
 where tenant = $1 and site in (0, $2) and merchant = $3 and tree = $4 and decided group by category_id`, []any{tenant, site, merchant, tree}, collect(&rows)}})
	out := map[string]int{}
	for _, r := range rows {
		out[r.Category] = int(r.Count)
	}
	return out, err
}

// DisabledCategories are those that a tenant has disabled.
func (db *DB) DisabledCategories(ctx context.Context, tenant string) (map[string]bool, error) {
	type row struct {
		ID string `db:"id"`
	}
	var rows []row
	err := db.fenced(ctx, tenant, []query{{`select id from read.category_overrides where tenant = $1 and disabled`, []any{tenant}, collect(&rows)}})
	out := map[string]bool{}
	for _, r := range rows {
		out[r.ID] = true
	}
	return out, err
}

// ReceiptRow is a receipt in the list. Texts and figures are blank once its subject is
// forgotten.
type ReceiptRow struct {
	Tenant         string     `db:"tenant" json:"-"`
	ID             string     `db:"id" json:"id"`
	Site           int64      `db:"site" json:"site" doc:"0: tenant-wide."`
	Status         string     `db:"status" list:"count" json:"status" enum:"draft,finalised,discarded"`
	DocumentID     string     `db:"document_id" list:"filter" json:"document_id"`
	Subject        string     `db:"subject" json:"-"`
	Merchant       string     `db:"merchant" list:"search" json:"merchant"`
	Number         string     `db:"number" list:"search" json:"number"`
	Date           civil.Date `db:"dated_on" list:"order=date" json:"-"`
	Currency       string     `db:"currency" json:"currency"`
	Gross          string     `db:"gross" json:"gross"`
	CategoryID     string     `db:"category_id" list:"filter" json:"category_id"`
	JournalEntryID string     `db:"journal_entry_id" list:"filter" json:"journal_entry_id"`
	CreatedAt      time.Time  `db:"created_at" list:"default" json:"created_at"`
	CreatedBy      string     `db:"created_by" json:"created_by"`
	UpdatedAt      time.Time  `db:"updated_at" list:"order" json:"updated_at"`
	Log            int64      `db:"log_revision" json:"-"`
}

// Receipts has one row a receipt.
var Receipts = Define[ReceiptRow]("receipts", "receipts", "(tenant, subject)")

// EntriesInWindow are the entries of the journal and of the commerce ledger of a
// site with a day in a window, which may be the same cost as a receipt: at most a
// thousand of each, the nearest to its amount first.
func (db *DB) EntriesInWindow(ctx context.Context, tenant string, site int64, from, to civil.Date, gross string) (entries []EntryRow,
	orders []OrderRow, err error) {
	args := []any{tenant, site, from.Time(), to.Time(), gross}
	err = db.fenced(ctx, tenant, []query{
		{`select ` + JournalEntries.selected() + ` from read.journal_entries where tenant = $1 and site = $2 and date_on between $3 and $4
 and status in ('proposed', 'approved', 'posted') and reverses = '' and reversed_by = '' order by abs(total - $5::text::numeric), id limit 1000`, args, collect(&entries)},
		{`select ` + CommerceEntries.selected() + ` from read.ledger_entries where tenant = $1 and site = $2 and placed_at >= $3 and placed_at < $4::timestamptz + interval '1 day'
 and status <> 'voided' and kind in ('refund', 'fee') order by abs(gross - $5::text::numeric), id limit 1000`, args, collect(&orders)},
	})
	return entries, orders, err
}
