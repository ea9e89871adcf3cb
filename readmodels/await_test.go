package readmodels_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/readmodels"
)

// standing shows what waits for read models, and keeps it from reading where they stand.
type standing struct {
	t  *testing.T
	db *readmodels.DB
}

// await waits for a position that does not come, and has read where they stand: it has
// asked so often that answers came, whatever of it prepares the statement.
func (s standing) await(ctx context.Context) <-chan error {
	s.t.Helper()
	var began time.Time
	if err := s.db.Owner.QueryRow(s.t.Context(), "select clock_timestamp()").Scan(&began); err != nil {
		s.t.Fatal(err)
	}
	answered, asked := make(chan error, 1), map[time.Time]bool{began: true}
	go func() { answered <- s.db.Await(ctx, place(99)) }()
	for len(asked) <= 4 && len(answered) == 0 {
		var at time.Time
		if err := s.db.Owner.QueryRow(s.t.Context(), `select coalesce(max(query_start), $1) from pg_stat_activity
 where datname = current_database() and query_start >= $1 and query like $2`, began, "%min(commit)%platform.projection%").Scan(&at); err != nil {
			s.t.Fatal(err)
		}
		asked[at] = true
	}
	return answered
}

// hold keeps where they stand from being read until its end, and whoever was waiting for a
// position is within a reading then.
func (s standing) hold(answered <-chan error) pgx.Tx {
	s.t.Helper()
	tx, err := s.db.Owner.Begin(s.t.Context())
	if err == nil {
		_, err = tx.Exec(s.t.Context(), "lock table platform.projection in access exclusive mode")
	}
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { tx.Rollback(context.Background()) })
	for within := false; !within && len(answered) == 0; {
		if err := s.db.Owner.QueryRow(s.t.Context(), `select exists (select from pg_locks where database = (select oid from pg_database
 where datname = current_database()) and relation = 'platform.projection'::regclass and not granted)`).Scan(&within); err != nil {
			s.t.Fatal(err)
		}
	}
	return tx
}

// Whoever waits for a position is told where the read models stand also where the wait ends
// within a reading. Where nothing was read at all they are out of reach, and the end of a
// caller is its own.
func TestAWaitMayEndWithinAReading(t *testing.T) {
	db := prepared(t)
	if err := advance(db, zero, place(7)); err != nil {
		t.Fatal(err)
	}
	s := standing{t, db}
	behind := func(err error) bool { return errors.Is(err, fault.New(fault.ReadModelBehind, "")) }

	answered := s.await(t.Context())
	held := s.hold(answered)
	if err := db.Await(t.Context(), place(1)); !errors.Is(err, fault.New(fault.StoreUnavailable, "")) {
		t.Errorf("nothing was read: %v", err)
	}
	if err := <-answered; !behind(err) || !strings.Contains(err.Error(), "stand at 7") || fault.As(err).Retry <= 0 {
		t.Errorf("the wait ended within a reading: %v", err)
	}
	if err := held.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}

	ctx, leave := context.WithCancel(t.Context())
	answered = s.await(ctx)
	s.hold(answered)
	leave()
	if err := <-answered; err == nil || behind(err) {
		t.Errorf("the caller left: %v", err)
	}
}
