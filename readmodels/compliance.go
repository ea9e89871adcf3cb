package readmodels

import (
	"context"
	"time"
)

// RefreshRow is a refresh of what compliance rests on.
type RefreshRow struct {
	Tenant      string     `db:"tenant" json:"-"`
	ID          string     `db:"id" json:"id"`
	RequestedBy string     `db:"requested_by" json:"requested_by" doc:"Principal."`
	RequestedAt time.Time  `db:"requested_at" list:"default" json:"requested_at" doc:"When."`
	EndedAt     *time.Time `db:"ended_at" json:"ended_at" doc:"Null: it has not ended."`
	Verified    int64      `db:"verified" json:"proofs_verified" doc:"How many proofs were worked out anew."`
	Failed      []string   `db:"failed" json:"proofs_failed" nullable:"false" doc:"Ids of those that did not hold."`
	LawRun      string     `db:"law_run" json:"law_run_id" doc:"The run over the sources of the law that it asked for."`
}

// Refreshes has one row a refresh.
var Refreshes = Define[RefreshRow]("compliance", "compliance_refreshes")

// LastRefresh is the one that ended last; ok is false where none has.
func (db *DB) LastRefresh(ctx context.Context, tenant string) (row RefreshRow, ok bool, err error) {
	var rows []RefreshRow
	err = db.fenced(ctx, tenant, []query{{"select " + Refreshes.selectedAs("r.") +
		" from read.compliance_refreshes r where r.tenant = $1 and r.ended_at is not null order by r.ended_at desc, r.id limit 1",
		[]any{tenant}, collect(&rows)}})
	if err != nil || len(rows) == 0 {
		return row, false, err
	}
	return rows[0], true, nil
}

// ProvedMonth is a closed month of a site, and whether it has a final proof.
type ProvedMonth struct {
	Site   int64  `db:"site"`
	Period string `db:"period"`
	Proved bool   `db:"proved"`
}

// ClosedMonths are those of all sites of a tenant, with how many final proofs there are.
func (db *DB) ClosedMonths(ctx context.Context, tenant string) (months []ProvedMonth, proofs int64, err error) {
	err = db.fenced(ctx, tenant, []query{
		{`select p.site, p.period, exists (select 1 from read.audit_proofs a where a.tenant = p.tenant and a.site = p.site and a.period = p.period
  and a.status = 'final') as proved
 from read.ledger_periods p where p.tenant = $1 and p.status = 'closed' order by p.site, p.period`, []any{tenant}, collect(&months)},
		{"select count(*) from read.audit_proofs where tenant = $1 and status = 'final'", []any{tenant}, scalar(&proofs)},
	})
	return months, proofs, err
}

// Sum is what a column adds up to in one currency.
type Sum struct {
	Currency string `db:"currency" json:"currency"`
	Amount   string `db:"amount" json:"amount" doc:"Decimal, in currency."`
	Count    int64  `db:"n" json:"count" doc:"How many it adds up."`
}

// Sums adds up a column of amounts, each currency for itself.
func (m *Model[R]) Sums(ctx context.Context, db *DB, s Scope, column string, conds ...Cond) (sums []Sum, err error) {
	var l listing
	l.scope(s, m.byName["site"] != nil)
	l.narrow(&m.Table, conds)
	err = db.read(ctx, s, []query{{"select currency, sum(" + column + ")::text as amount, count(*) as n from read." + m.Name + " where " +
		l.all() +
		" group by currency order by currency", l.args, collect(&sums)}})
	return sums, err
}
