package readmodels

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// ScheduleRow is a schedule with when it is due next.
type ScheduleRow struct {
	Tenant    string     `db:"tenant"`
	ID        string     `db:"id"`
	Site      int64      `db:"site"`
	Kind      string     `db:"kind" list:"filter"`
	Record    string     `db:"record"`
	Principal string     `db:"principal"` // whom its work acts as
	NextAt    time.Time  `db:"next_at" list:"default"`
	LastAt    *time.Time `db:"last_at"`
	Stopped   string     `db:"stopped" list:"narrow"` // code; "" = it runs
}

// Schedules has one row a schedule.
var Schedules = Define[ScheduleRow]("schedules", "schedules", "(next_at) where stopped = ''")

// DueSchedules lists what is due at a moment, of every tenant, longest due first.
func (db *DB) DueSchedules(ctx context.Context, now time.Time, limit int) ([]ScheduleRow, error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	rows, err := db.Writer.Query(ctx, "select * from read.schedules where stopped = '' and next_at <= $1 order by next_at, id limit $2", now,
		limit)
	if err != nil {
		return nil, unavailable(err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByNameLax[ScheduleRow])
	return found, unavailable(err)
}
