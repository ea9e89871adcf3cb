package readmodels

import (
	"context"
	"fmt"

	"github.com/tallystick/tallystick/domain/civil"
)

// Concerning keeps the answers about a place or a part of it.
func Concerning(place string) Cond {
	return Cond{sql: "exists (select 1 from unnest(jurisdictions) j where j = ? or j like ? || '-%')", args: []any{place, place}}
}

// linesAtRateMax bounds how many lines are listed.
const linesAtRateMax = 1000

// LinesAtRate lists the posted lines of a country's tax at a rate whose tax point
// lies in a range of days, an empty end being open; at most a thousand.
func (db *DB) LinesAtRate(ctx context.Context, s Scope, country, rate string, from, to civil.Date) (rows []LineRow, err error) {
	where, args := s.where(1, true)
	args = append(args, country, rate, stored(from), stored(to), int64(linesAtRateMax))
	n := len(args) - 4
	sql := "select " + JournalLines.selected() + " from read.journal_lines where " + where + fmt.Sprintf(` and tax_line and split_part(tax_code, '.', 1) = $%d
 and tax_rate = $%d::text::numeric and tax_date_on >= $%d::date and tax_date_on <= coalesce($%d::date, 'infinity'::date) order by tax_date_on, id limit $%d`, n, n+1, n+2, n+3, n+4)
	err = db.fenced(ctx, s.Tenant, []query{{sql, args, collect(&rows)}})
	return rows, err
}
