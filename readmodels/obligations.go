package readmodels

import (
	"context"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
)

// FiledReturnRow is a return that was filed. Its reference is empty once the books are
// forgotten.
type FiledReturnRow struct {
	Tenant      string     `db:"tenant" json:"-"`
	ID          string     `db:"id" json:"id"`
	Site        int64      `db:"site" json:"site"`
	Form        string     `db:"form" list:"filter" json:"form"`
	Period      string     `db:"period" list:"filter" json:"period"`
	FirstMonth  string     `db:"first_month" json:"-"`
	LastMonth   string     `db:"last_month" json:"-"`
	On          civil.Date `db:"filed_on" json:"filed_on"`
	Reference   string     `db:"reference" json:"reference"`
	KnownAt     time.Time  `db:"known_at" json:"known_at"`
	LogPosition int64      `db:"log_position" json:"log_position"`
	SHA256      string     `db:"sha256" json:"sha256"`
	RecordedBy  string     `db:"recorded_by" json:"recorded_by"`
	RecordedAt  time.Time  `db:"recorded_at" list:"default" json:"recorded_at"`
}

// FiledReturns has one row a return that was filed.
var FiledReturns = Define[FiledReturnRow]("obligations", "filed_returns")

// FiledReturns are those of a tenant, of all its sites.
func (db *DB) FiledReturns(ctx context.Context, tenant string) (rows []FiledReturnRow, err error) {
	err = db.fenced(ctx, tenant,
		[]query{{"select " + FiledReturns.selectedAs("r.") + " from read.filed_returns r where r.tenant = $1 order by r.id",
			[]any{tenant}, collect(&rows)}})
	return rows, err
}

// LeafAt is where the event of a leaf of a tenant's tree stands; ok is false where the
// tree is not so large.
func (db *DB) LeafAt(ctx context.Context, tenant string, leaf int64) (stream string, revision int64, ok bool, err error) {
	type row struct {
		Stream   string `db:"stream"`
		Revision int64  `db:"revision"`
	}
	var rows []row
	err = db.fenced(ctx, tenant, []query{{"select stream, revision from read.proof_leaves where tenant = $1 and leaf = $2 limit 1",
		[]any{tenant, leaf}, collect(&rows)}})
	if err != nil || len(rows) == 0 {
		return "", 0, false, err
	}
	return rows[0].Stream, rows[0].Revision, true, nil
}
