package readmodels

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
)

// TryForward takes the lock of the one process that forwards events; its results
// are TryLead's.
func (db *DB) TryForward(ctx context.Context) (release func(), alive func(context.Context) error, ok bool, err error) {
	const forwarder = 0x7461_6c6c_7902
	return db.tryLock(ctx, forwarder)
}

// Forwarded returns how far a target has acknowledged the log; a new target
// stands at its start.
func (db *DB) Forwarded(ctx context.Context, target string) (at Position, err error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	err = db.Writer.QueryRow(ctx, `insert into platform.forwarder (target) values ($1)
on conflict (target) do update set target = excluded.target returning commit, prepare`, target).Scan(&at.Commit, &at.Prepare)
	return at, unavailable(err)
}

// MoveForwarder moves a target from one position to another; ErrMoved when it is
// not there any more.
func (db *DB) MoveForwarder(ctx context.Context, target string, from, to Position) error {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	tag, err := db.Writer.Exec(ctx, `update platform.forwarder set commit = $2, prepare = $3
 where target = $1 and commit = $4 and prepare = $5`, target, to.Commit, to.Prepare, from.Commit, from.Prepare)
	if err == nil && tag.RowsAffected() != 1 {
		return ErrMoved
	}
	return unavailable(err)
}

// ForgetReadModels drops every version of every projection and where forwarding
// stands: the log under them is another one.
func (db *DB) ForgetReadModels(ctx context.Context) error {
	rows, err := db.Writer.Query(ctx, `select name, version from platform.projection`)
	if err != nil {
		return unavailable(err)
	}
	type version struct {
		Name    string
		Version int
	}
	versions, err := pgx.CollectRows(rows, pgx.RowToStructByPos[version])
	if err != nil {
		return unavailable(err)
	}
	var faults []error
	for _, v := range versions {
		faults = append(faults, db.DropProjection(ctx, v.Name, v.Version))
	}
	_, err = db.Writer.Exec(ctx, `delete from platform.forwarder; delete from platform.log_damage`)
	return errors.Join(append(faults, unavailable(err))...)
}
