package readmodels

import (
	"context"
	"encoding/json"
	"time"
)

// ReviewRow is a matter that a person is asked to decide. Texts are blank once
// their subject is forgotten.
type ReviewRow struct {
	Tenant       string          `db:"tenant" json:"-"`
	ID           string          `db:"id" json:"id"`
	Site         int64           `db:"site" json:"site" doc:"0: tenant-wide."`
	Status       string          `db:"status" list:"count" json:"status" enum:"open,resolved,dismissed"`
	Kind         string          `db:"kind" list:"count" json:"kind" enum:"classification,extraction,duplicate,match,journal,commerce_difference"`
	DocumentType string          `db:"document_type" list:"filter" json:"document_type" doc:"Empty: it is of no document, or not known."`
	DocumentID   string          `db:"document_id" list:"filter" json:"document_id" doc:"Empty: it is of none."`
	RecordID     string          `db:"record_id" json:"record_id" doc:"Of the classification, document, receipt, journal entry or order that is decided."`
	Subject      string          `db:"subject" json:"-"`
	Title        string          `db:"title" list:"search" json:"title" doc:"Merchant or memo."`
	Amount       string          `db:"amount" json:"amount"`
	Currency     string          `db:"currency" json:"currency"`
	Reasons      json.RawMessage `db:"reasons" json:"reasons"`
	Candidates   json.RawMessage `db:"candidates" json:"candidates"`
	CreatedAt    time.Time       `db:"created_at" list:"default" json:"created_at"`
	CreatedBy    string          `db:"created_by" json:"created_by" doc:"Who brought what is reviewed."`
	DecidedAt    *time.Time      `db:"decided_at" json:"decided_at"`
	DecidedBy    string          `db:"decided_by" json:"decided_by"`
	Decision     string          `db:"decision" json:"decision"`
	Log          int64           `db:"log_revision" json:"-"`
}

// ReviewItems has one row a matter.
var ReviewItems = Define[ReviewRow]("reviews", "review_items", "(tenant, subject)", "(tenant, record_id)")

// KeepDecided queues an item that may be there: one that is open asks about the new
// candidates, one that was decided, rather than withdrawn, stays as it is.
func KeepDecided(b *Batch, r ReviewRow) {
	t := &ReviewItems.Table
	b.exec(t.Name, t.insertSQL()+" on conflict (tenant, id) do update set status = 'open', reasons = excluded.reasons,"+
		" candidates = excluded.candidates, decision = '', decided_at = null, decided_by = '', log_revision = excluded.log_revision"+
		" where review_items.status = 'open' or review_items.decision = 'withdrawn'", ReviewItems.values(&r))
}

// OpenItemsOf are the open review items of a document.
func (db *DB) OpenItemsOf(ctx context.Context, tenant, document string) (ids []string, err error) {
	type row struct {
		ID string `db:"id"`
	}
	var rows []row
	err = db.fenced(ctx, tenant, []query{{`select id from read.review_items where tenant = $1 and document_id = $2 and status = 'open' order by id`,
		[]any{tenant, document}, collect(&rows)}})
	for _, r := range rows {
		ids = append(ids, r.ID)
	}
	return ids, err
}
