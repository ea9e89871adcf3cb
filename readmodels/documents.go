package readmodels

import (
	"context"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
)

// DocumentRow is a document in the list. Texts of a person are blank once the
// subject is forgotten.
type DocumentRow struct {
	Tenant     string     `db:"tenant" json:"-"`
	ID         string     `db:"id" json:"id"`
	Site       int64      `db:"site" json:"site" doc:"0: tenant-wide."`
	Status     string     `db:"status" list:"count" json:"status" enum:"received,extracting,extracted,rejected,failed"`
	Code       string     `db:"code" json:"code" doc:"Why it was rejected or failed; empty: it was not."`
	Type       string     `db:"type" list:"filter" json:"type" doc:"What it is; empty: not known yet."`
	Validation string     `db:"validation_status" list:"filter" json:"validation_status" enum:"pending,valid,warnings,invalid"`
	Subject    string     `db:"subject" json:"-"`
	ClientRef  string     `db:"client_ref" list:"filter,search" json:"client_ref"`
	Filename   string     `db:"filename" list:"search" json:"filename"`
	Issuer     string     `db:"issuer" list:"search" json:"issuer"`
	Number     string     `db:"number" list:"search" json:"number"`
	Date       civil.Date `db:"dated_on" list:"order=date" json:"-"`
	Currency   string     `db:"currency" json:"currency"`
	Gross      string     `db:"gross" json:"gross"`
	IBAN       string     `db:"iban" json:"-"`
	SHA256     string     `db:"sha256" json:"sha256"`
	Media      string     `db:"media" json:"media_type"`
	Extraction string     `db:"extraction" json:"extraction" doc:"How it was read: embedded_xml, statement, text_layer, ocr, none; empty: not yet."`
	Batch      string     `db:"batch" list:"filter" json:"batch_id"`
	CategoryID string     `db:"category_id" list:"filter" json:"category_id" doc:"That its latest classification found; empty: none."`
	Classified string     `db:"classification_id" json:"classification_id"`
	JobID      string     `db:"job_id" json:"job_id" doc:"Of its latest extraction."`
	CreatedAt  time.Time  `db:"created_at" list:"default" json:"created_at"`
	CreatedBy  string     `db:"created_by" json:"created_by"`
	UpdatedAt  time.Time  `db:"updated_at" list:"order" json:"updated_at"`
	Log        int64      `db:"log_revision" json:"-"`
}

// Documents has one row a document.
var Documents = Define[DocumentRow]("documents", "documents", "(tenant, subject)", "(tenant, issuer, number)",
	"(tenant, classification_id) where classification_id <> ''", "(tenant, site, number) where number <> ''",
	"(tenant, site, gross, dated_on) where gross <> ''")

// AlikeDocuments are others that may be the same, if their issuer is: with the same
// number, or with the same date and gross. Documents of other sites are none of its
// business.
func (db *DB) AlikeDocuments(ctx context.Context, tenant string, site int64, id, number string, date civil.Date,
	gross string) (found []DocumentRow, err error) {
	sql := `select ` + Documents.selected() + ` from read.documents where tenant = $1 and site = $2 and id <> $3
 and issuer <> '' and (number <> '' and number = $4 or gross <> '' and gross = $5 and dated_on = $6) order by created_at, id limit 200`
	err = db.fenced(ctx, tenant, []query{{sql, []any{tenant, site, id, number, gross, stored(date)}, collect(&found)}})
	return found, err
}

// IssuerIBAN is the account on the issuer's latest other document that is valid;
// "" where there is none.
func (db *DB) IssuerIBAN(ctx context.Context, tenant string, site int64, id, issuer string) (string, error) {
	if issuer == "" {
		return "", nil
	}
	sql := `select iban from read.documents where tenant = $1 and site = $2 and id <> $3 and issuer = $4 and iban <> ''
 and validation_status in ('valid', 'warnings') order by created_at desc, id limit 1`
	type row struct {
		IBAN string `db:"iban"`
	}
	var rows []row
	err := db.fenced(ctx, tenant, []query{{sql, []any{tenant, site, id, issuer}, collect(&rows)}})
	if err != nil || len(rows) == 0 {
		return "", err
	}
	return rows[0].IBAN, nil
}
