package readmodels

import "time"

// MemoRow is a memo in the list.
type MemoRow struct {
	Tenant    string    `db:"tenant" json:"-"`
	ID        string    `db:"id" json:"id"`
	Site      int64     `db:"site" json:"site" doc:"0: tenant-wide."`
	Type      string    `db:"type" list:"filter" json:"type"`
	Status    string    `db:"status" list:"count" json:"status" enum:"draft,approved,sending,sent,failed"`
	Title     string    `db:"title" list:"search" json:"title"`
	ClientRef string    `db:"client_ref" list:"filter,search" json:"client_ref"`
	CaseID    string    `db:"case_id" list:"filter" json:"case_id" doc:"The case that it belongs to."`
	Version   int32     `db:"version" json:"version"`
	CreatedBy string    `db:"created_by" list:"filter" json:"created_by"`
	CreatedAt time.Time `db:"created_at" list:"order" json:"created_at"`
	UpdatedAt time.Time `db:"updated_at" list:"order" json:"updated_at"`
	Subject   string    `db:"subject" list:"narrow" json:"-"`
}

// Memos has one row a memo.
var Memos = Define[MemoRow]("memos", "memos")
