package readmodels

import "time"

// ConnectorRow is where exports can be sent.
type ConnectorRow struct {
	Tenant    string    `db:"tenant" json:"-"`
	ID        string    `db:"id" json:"id"`
	Site      int64     `db:"site" json:"site" doc:"0: of every site."`
	Status    string    `db:"status" list:"count" json:"status" enum:"active,disabled"`
	Kind      string    `db:"kind" list:"filter" json:"kind" enum:"webhook,bucket,sftp,erpnext"`
	Direction string    `db:"direction" json:"direction" enum:"out"`
	URL       string    `db:"url" list:"search" json:"url"`
	SecretRef string    `db:"secret_ref" json:"secret_ref" doc:"Name of the secret that the operator has configured."`
	CreatedAt time.Time `db:"created_at" list:"default" json:"created_at"`
	CreatedBy string    `db:"created_by" json:"created_by"`
	UpdatedAt time.Time `db:"updated_at" list:"order" json:"updated_at"`
}

// Connectors has one row a connector that was not removed.
var Connectors = Define[ConnectorRow]("connectors", "connectors")

// SyncAttemptRow is one attempt to send an export.
type SyncAttemptRow struct {
	Tenant      string     `db:"tenant" json:"-"`
	ID          string     `db:"id" json:"id"`
	Site        int64      `db:"site" json:"site"`
	SyncID      string     `db:"sync_id" list:"filter" json:"sync_id" doc:"What the other side is told as Idempotency-Key."`
	ExportID    string     `db:"export_id" list:"filter" json:"export_id" doc:"Which export."`
	ConnectorID string     `db:"connector_id" list:"filter" json:"connector_id" doc:"By which connector."`
	Kind        string     `db:"kind" json:"kind" enum:"webhook,bucket,sftp,erpnext"`
	Host        string     `db:"host" json:"host" doc:"Where it was sent to."`
	Number      int64      `db:"number" json:"number" doc:"Which attempt of the sync, from 1."`
	Repeated    bool       `db:"repeated" json:"repeated" doc:"The one before was interrupted and may have arrived."`
	Status      string     `db:"status" list:"count" json:"status" enum:"sending,succeeded,failed,interrupted"`
	Code        string     `db:"code" json:"code" doc:"Why it failed; empty: it did not."`
	Answer      int64      `db:"answer" json:"answer" doc:"Status that an HTTP server answered; 0: none."`
	StartedAt   time.Time  `db:"started_at" list:"default" json:"started_at"`
	EndedAt     *time.Time `db:"ended_at" json:"ended_at"`
	NextAt      *time.Time `db:"next_at" json:"next_at" doc:"When the next attempt may begin; null: none follows by itself."`
}

// SyncAttempts has one row an attempt.
var SyncAttempts = Define[SyncAttemptRow]("connectors", "sync_attempts")
