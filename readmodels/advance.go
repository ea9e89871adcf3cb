package readmodels

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// Advance applies batches and moves their projections from one position to
// another in one transaction; when any of them is not where it should be,
// nothing changes and the error is ErrMoved.
func (db *DB) Advance(ctx context.Context, moves []Move) error { return db.advance(ctx, moves, nil) }

// Try is Advance, and leaves nothing behind.
func (db *DB) Try(ctx context.Context, moves []Move) error {
	err := db.advance(ctx, moves, errTried)
	if errors.Is(err, errTried) {
		return nil
	}
	return err
}

var errTried = errors.New("readmodels: taken back")

// advance ends with last, which takes all back where it is an error.
func (db *DB) advance(ctx context.Context, moves []Move, last error) error {
	return unavailable(pgx.BeginFunc(ctx, db.Writer, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, advanceSQL, advanceArgs(moves)...)
		if err != nil {
			return err
		}
		if tag.RowsAffected() != int64(len(moves)) {
			return ErrMoved
		}
		for _, m := range moves {
			if err := m.Batch.Apply(ctx, tx); err != nil {
				return &MoveError{m.Name, m.Version, err}
			}
		}
		return last
	}))
}

// advanceSQL moves projections that stand where their moves say, all at once: most batches
// are of a few events, and move every projection.
const advanceSQL = `update platform.projection p set commit = m.commit, prepare = m.prepare, events = p.events + m.events,
  event_id = coalesce(m.event, p.event_id), event_commit = case when m.event is null then p.event_commit else m.event_commit end,
  event_prepare = case when m.event is null then p.event_prepare else m.event_prepare end
 from unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::uuid[], $9::bigint[],
  $10::bigint[]) as m(name, version, was_commit, was_prepare, commit, prepare, events, event, event_commit, event_prepare)
 where p.name = m.name and p.version = m.version and p.commit = m.was_commit and p.prepare = m.was_prepare`

func advanceArgs(moves []Move) []any {
	names, versions, events := make([]string, len(moves)), make([]int32, len(moves)), make(pgtype.FlatArray[pgtype.UUID], len(moves))
	var numbers [7][]int64
	for i, m := range moves {
		names[i], versions[i], events[i] = m.Name, int32(m.Version), pgtype.UUID{Bytes: m.Event, Valid: m.Event != uuid.Nil}
		for j, n := range []uint64{m.From.Commit, m.From.Prepare, m.To.Commit, m.To.Prepare, uint64(m.Events), m.EventAt.Commit,
			m.EventAt.Prepare} {
			numbers[j] = append(numbers[j], int64(n))
		}
	}
	return []any{names, versions, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], events, numbers[5], numbers[6]}
}

// MoveError says whose part of a batch the database refused.
type MoveError struct {
	Name    string
	Version int
	Err     error
}

func (e *MoveError) Error() string { return e.Err.Error() }
func (e *MoveError) Unwrap() error { return e.Err }

// Move is one projection's part of a batch.
type Move struct {
	Name     string
	Version  int
	From, To Position
	Batch    *Batch
	Events   int       // how many it has, of whatever category
	Event    uuid.UUID // the last event of it, Nil where there was none
	EventAt  Position
}
