package readmodels

import (
	"context"
	"time"
)

// CaseRow is a professional case in the list.
type CaseRow struct {
	Tenant       string     `db:"tenant" json:"-"`
	ID           string     `db:"id" json:"id"`
	Site         int64      `db:"site" json:"site" doc:"0: tenant-wide."`
	Stage        string     `db:"stage" json:"stage" enum:"intake,preparation,review,approval,finalised"`
	Revision     int32      `db:"case_revision" json:"revision"`
	Title        string     `db:"title" json:"title"`
	Client       string     `db:"client" json:"client"`
	Jurisdiction string     `db:"jurisdiction" json:"jurisdiction"`
	PeriodFrom   *time.Time `db:"period_from_on" json:"-"`
	PeriodTo     *time.Time `db:"period_to_on" json:"-"`
	Reviewer     string     `db:"reviewer" json:"reviewer"`
	OpenedBy     string     `db:"opened_by" json:"opened_by"`
	OpenedAt     time.Time  `db:"opened_at" json:"opened_at"`
	UpdatedAt    time.Time  `db:"updated_at" json:"updated_at"`
	Workpapers   int32      `db:"workpapers" json:"workpapers"`
	OpenIssues   int32      `db:"open_issues" json:"open_issues"`
	Log          int64      `db:"log_revision" json:"-"`
}

// CasesTable has one row a case.
var CasesTable = Table{
	Name: "cases", Key: []string{"tenant", "id"}, Columns: []Column{
		{"tenant", "text"}, {"id", "text"}, {"site", "bigint"}, {"stage", "text"}, {"case_revision", "int"},
		{"title", "text"}, {"client", "text"}, {"jurisdiction", "text"}, {"period_from_on", "date null"},
		{"period_to_on", "date null"}, {"reviewer", "text"}, {"opened_by", "text"}, {"opened_at", "timestamptz"},
		{"updated_at", "timestamptz"}, {"workpapers", "int"}, {"open_issues", "int"}, {"log_revision", "bigint"},
	},
	Indexes: []string{"(tenant, opened_at, id)", "(tenant, updated_at, id)", "(tenant, stage)"},
}

// AddCase adds a case that was opened.
func (b *Batch) AddCase(r CaseRow) {
	b.insert("cases", CasesTable.Columns, []any{r.Tenant, r.ID, r.Site, r.Stage, r.Revision, r.Title, r.Client, r.Jurisdiction,
		r.PeriodFrom, r.PeriodTo, r.Reviewer, r.OpenedBy, r.OpenedAt, r.UpdatedAt, r.Workpapers, r.OpenIssues, r.Log})
}

// CaseChange is what one event changes of a case's row; nil fields stay.
type CaseChange struct {
	Stage, Title, Client, Jurisdiction, Reviewer *string
	Revision                                     *int
	PeriodFrom, PeriodTo                         *time.Time
	HasPeriod                                    bool
	Workpapers, OpenIssues                       int // added
	At                                           time.Time
	Log                                          uint64
}

// ChangeCase changes a case's row.
func (b *Batch) ChangeCase(tenant, id string, c CaseChange) {
	b.exec("cases", `update {schema}.cases set
  stage = coalesce($3::text, stage), title = coalesce($4::text, title), client = coalesce($5::text, client),
  jurisdiction = coalesce($6::text, jurisdiction), reviewer = coalesce($7::text, reviewer),
  case_revision = coalesce($8::int, case_revision),
  period_from_on = case when $9::bool then $10::date else period_from_on end,
  period_to_on = case when $9::bool then $11::date else period_to_on end,
  workpapers = workpapers + $12::int, open_issues = open_issues + $13::int, updated_at = $14, log_revision = $15
 where tenant = $1 and id = $2`,
		[]any{tenant, id, c.Stage, c.Title, c.Client, c.Jurisdiction, c.Reviewer, c.Revision, c.HasPeriod, c.PeriodFrom, c.PeriodTo,
			c.Workpapers, c.OpenIssues, c.At, int64(c.Log)})
}

// CaseFilter narrows the list; zero fields do not.
type CaseFilter struct {
	Stage, Jurisdiction, Reviewer, OpenedBy, Q string
	From, To                                   time.Time // opened_at; To is exclusive
}

// Cases lists cases.
func (db *DB) Cases(ctx context.Context, s Scope, f CaseFilter, p Page) (rows []CaseRow, count int64, cursor *string, err error) {
	l := listing{view: "read.cases", columns: joinColumns(CasesTable.Columns), orders: map[string]string{
		"opened_at": "opened_at", "updated_at": "updated_at", "title": "title"}}
	l.scope(s)
	l.equal("stage", f.Stage)
	l.equal("jurisdiction", f.Jurisdiction)
	l.equal("reviewer", f.Reviewer)
	l.equal("opened_by", f.OpenedBy)
	l.between("opened_at", f.From, f.To)
	l.search(f.Q, "title", "client")
	return list(ctx, db, s.Tenant, l, p, func(r CaseRow) string { return r.ID })
}
