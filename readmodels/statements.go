package readmodels

import (
	"context"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
)

// StatementRow is a bank statement that a document holds. What it says of a person is
// blank once its subject is forgotten.
type StatementRow struct {
	Tenant    string     `db:"tenant"`
	ID        string     `db:"id"` // <document>/<statement from 1>
	Document  string     `db:"document_id" list:"filter"`
	Site      int64      `db:"site"`
	Subject   string     `db:"subject"`
	Account   string     `db:"account"`
	Currency  string     `db:"currency"`
	From      civil.Date `db:"from_on"`
	To        civil.Date `db:"to_on"`
	Opening   string     `db:"opening"`
	Closing   string     `db:"closing"`
	CreatedAt time.Time  `db:"created_at" list:"default"`
}

// Statements has one row a statement.
var Statements = Define[StatementRow]("statements", "statements", "(tenant, subject)", "(tenant, site, account)")

// StatementLineRow is a line of a statement that is a journal entry.
type StatementLineRow struct {
	Tenant    string    `db:"tenant"`
	ID        string    `db:"id"` // <document>/<statement>/<line>
	Document  string    `db:"document_id" list:"filter"`
	Site      int64     `db:"site"`
	EntryID   string    `db:"entry_id" list:"filter"`
	CreatedAt time.Time `db:"created_at" list:"default"`
}

// StatementLines has one row a line that was matched.
var StatementLines = Define[StatementLineRow]("statements", "statement_lines")

// NeighboursOf are the statements of other documents of a site, of some accounts.
func (db *DB) NeighboursOf(ctx context.Context, tenant string, site int64, document string, accounts []string) (found []StatementRow,
	err error) {
	sql := `select ` + Statements.selected() + ` from read.statements where tenant = $1 and site = $2 and document_id <> $3 and account = any($4)
 and account <> '' and to_on is not null order by to_on desc, id limit 2000`
	err = db.fenced(ctx, tenant, []query{{sql, []any{tenant, site, document, accounts}, collect(&found)}})
	return found, err
}

// LinesOfEntry are the lines of statements that were said to be an entry.
func (db *DB) LinesOfEntry(ctx context.Context, tenant, entry string) (found []StatementLineRow, err error) {
	sql := `select ` + StatementLines.selected() + ` from read.statement_lines where tenant = $1 and entry_id = $2 order by id limit 20`
	err = db.fenced(ctx, tenant, []query{{sql, []any{tenant, entry}, collect(&found)}})
	return found, err
}

// MoneyLine is a posted line, with what its entry says.
type MoneyLine struct {
	LineRow
	Memo    string `db:"memo"`
	Sources string `db:"sources"`
}

// MoneyLines are the posted lines of a site on accounts in a range of days that no line of a
// statement is yet, of entries that stand.
func (db *DB) MoneyLines(ctx context.Context, tenant string, site int64, accounts []string, from,
	to civil.Date) (found []MoneyLine, err error) {
	sql := `select ` + JournalLines.selectedAs("l.") + `, e.memo, e.sources from read.journal_lines l
  join read.journal_entries e on e.tenant = l.tenant and e.id = l.entry_id and e.reverses = '' and e.reversed_by = ''
  where l.tenant = $1 and l.site = $2 and l.account = any($3) and l.date_on between $4 and $5
   and not exists (select 1 from read.statement_lines s where s.tenant = l.tenant and s.entry_id = l.entry_id)
  order by l.booked_on desc, l.id limit 20000`
	err = db.fenced(ctx, tenant, []query{{sql, []any{tenant, site, accounts, from.Time(), to.Time()}, collect(&found)}})
	return found, err
}

// EntriesNamed are entries by their ids.
func (db *DB) EntriesNamed(ctx context.Context, tenant string, ids []string) (map[string]EntryRow, error) {
	var rows []EntryRow
	sql := `select ` + JournalEntries.selected() + ` from read.journal_entries where tenant = $1 and id = any($2)`
	err := db.fenced(ctx, tenant, []query{{sql, []any{tenant, ids}, collect(&rows)}})
	out := map[string]EntryRow{}
	for _, r := range rows {
		out[r.ID] = r
	}
	return out, err
}

// NamesOf are the names of parties, and of documents their issuer and number, by ids: what
// is written on money that is paid to them, or for them.
func (db *DB) NamesOf(ctx context.Context, tenant string, parties, documents []string) (map[string]string, error) {
	type row struct {
		ID   string `db:"id"`
		Name string `db:"name"`
	}
	var rows []row
	sql := `select id, name from read.parties where tenant = $1 and id = any($2)
 union all select id, issuer || ' ' || number from read.documents where tenant = $1 and id = any($3)`
	err := db.fenced(ctx, tenant, []query{{sql, []any{tenant, parties, documents}, collect(&rows)}})
	out := map[string]string{}
	for _, r := range rows {
		out[r.ID] = r.Name
	}
	return out, err
}
