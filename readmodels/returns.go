package readmodels

import "time"

// ReturnRow is a return in the list. Texts and amounts of a person are blank once the
// subject is forgotten.
type ReturnRow struct {
	Tenant       string    `db:"tenant" json:"-"`
	ID           string    `db:"id" json:"id"`
	Site         int64     `db:"site" json:"site" doc:"0: tenant-wide."`
	Kind         string    `db:"kind" list:"filter" json:"kind" enum:"packet,draft_package"`
	Status       string    `db:"status" list:"count" json:"status" enum:"received,extracted,reviewed,rejected,failed"`
	Code         string    `db:"code" json:"code" doc:"Why it was rejected or failed; empty: it was not."`
	Jurisdiction string    `db:"jurisdiction" list:"filter" json:"jurisdiction" doc:"Empty: not known."`
	TaxYear      string    `db:"tax_year" list:"filter" json:"tax_year" doc:"Empty: not known."`
	Form         string    `db:"form" list:"filter" json:"form" doc:"Empty: not known."`
	Subject      string    `db:"subject" json:"-"`
	ClientRef    string    `db:"client_ref" list:"filter,search" json:"client_ref"`
	Filename     string    `db:"filename" list:"search" json:"filename"`
	Currency     string    `db:"currency" json:"currency"`
	Income       string    `db:"income" json:"-"`
	Tax          string    `db:"tax" json:"-"`
	Refund       string    `db:"refund" json:"-"`
	BalanceDue   string    `db:"balance_due" json:"-"`
	SHA256       string    `db:"sha256" json:"sha256" doc:"Of the file."`
	JobID        string    `db:"job_id" json:"job_id" doc:"That reads it; empty: none."`
	ReviewedBy   string    `db:"reviewed_by" json:"reviewed_by" doc:"Id of the principal; empty: nobody yet."`
	CreatedAt    time.Time `db:"created_at" list:"default" json:"created_at"`
	CreatedBy    string    `db:"created_by" json:"created_by"`
	UpdatedAt    time.Time `db:"updated_at" list:"order" json:"updated_at"`
	Log          int64     `db:"log_revision" json:"-"`
}

// Returns has one row a return.
var Returns = Define[ReturnRow]("returns", "returns", "(tenant, subject)")
