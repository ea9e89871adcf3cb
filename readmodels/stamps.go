package readmodels

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// LogStampsTable has one row a time stamp of a published head. Its number is
// the leaf that its event has in the top tree.
var LogStampsTable = Table{
	Name: "log_stamps", Key: []string{"tenant", "number"},
	Columns: []Column{{"tenant", "text"}, {"number", "bigint"}, {"size", "bigint"}, {"token", "bytea"}, {"stamped_at", "timestamptz"}},
	Indexes: []string{"(tenant, size)", "(number)"},
}

// LogStamp is a time stamp of a published head.
type LogStamp struct {
	Tree      string    `db:"tenant"`
	Number    int64     `db:"number"`
	Size      int64     `db:"size"`
	Token     []byte    `db:"token"`
	StampedAt time.Time `db:"stamped_at"`
}

// AddLogStamp adds a time stamp.
func (b *Batch) AddLogStamp(s LogStamp) {
	b.insert(LogStampsTable.Name, LogStampsTable.Columns, []any{s.Tree, s.Number, s.Size, s.Token, s.StampedAt})
}

// StampOf returns the time stamp of a tree's head of a size; ok is false where
// it has none.
func (db *DB) StampOf(ctx context.Context, tree string, size int64) (LogStamp, bool, error) {
	var found []LogStamp
	err := db.fenced(ctx, tree, []query{{`select tenant, number, size, token, stamped_at from read.log_stamps
 where tenant = $1 and size = $2 order by number limit 1`, []any{tree, size}, collect(&found)}})
	if err != nil || len(found) == 0 {
		return LogStamp{}, false, err
	}
	return found[0], true, nil
}

// unstampedMax bounds what is asked for at a time.
const unstampedMax = 500

// UnstampedCheckpoints returns the newest head of each tree whose newest has no
// time stamp, the longest published first, as staff sees them.
func (db *DB) UnstampedCheckpoints(ctx context.Context) (heads []LogCheckpoint, err error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	rows, err := db.Staff.Query(ctx, `select c.* from read.proof_trees t
 cross join lateral (select tenant, number, size, root, note, signed_at, stream, revision from read.log_checkpoints
   where tenant = t.tenant order by size desc, number limit 1) c
 where not exists (select from read.log_stamps s where s.tenant = c.tenant and s.size = c.size)
 order by c.signed_at, c.tenant limit $1`, unstampedMax)
	if err != nil {
		return nil, unavailable(err)
	}
	heads, err = pgx.CollectRows(rows, pgx.RowToStructByNameLax[LogCheckpoint])
	return heads, unavailable(err)
}

// StampsFrom counts the time stamps that are leaves of the top tree from a
// number on.
func (db *DB) StampsFrom(ctx context.Context, number int64) (n int64, err error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	err = db.Staff.QueryRow(ctx, `select count(*) from read.log_stamps where number >= $1`, number).Scan(&n)
	return n, unavailable(err)
}
