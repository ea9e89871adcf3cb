package readmodels

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tallystick/tallystick/domain/fault"
)

// Position of a projection in the log, as PostgreSQL stores it.
type Position struct{ Commit, Prepare uint64 }

// Table is one table of a read model. Every table has a column tenant, by
// which it is fenced. Columns are not null unless their type ends in " null".
type Table struct {
	Name       string
	Projection string // the one that feeds it, where lists wait for it by name
	Columns    []Column
	Key        []string
	Indexes    []string // "(tenant, created_at desc, id)"
	Counted    []string // columns by whose values rows are counted; nil = none are
	Search     []string // columns that lists are searched in
	Months     string   // a timestamptz of the key, by whose UTC months rows are kept apart; "" = by none
}

func (t Table) ddl() string {
	var b strings.Builder
	for _, c := range t.Columns {
		kind, nullable := strings.CutSuffix(c.Type, " null")
		fmt.Fprintf(&b, "%s %s", c.Name, kind)
		if !nullable {
			b.WriteString(" not null")
		}
		if kind == "numeric" {
			fmt.Fprintf(&b, ", %[1]s_rank double precision generated always as (%[1]s::double precision) stored", c.Name)
		}
		b.WriteString(", ")
	}
	fmt.Fprintf(&b, "primary key (%s)", strings.Join(t.Key, ", "))
	return b.String()
}

// SchemaOf names the schema of a projection's version.
func SchemaOf(name string, version int) string { return fmt.Sprintf("%s_v%d", name, version) }

// ErrSuperseded reports that a newer version of the projection is live.
var ErrSuperseded = errors.New("readmodels: a newer version of the projection is live")

// EnsureProjection makes the schema and tables of a version unless they are
// there, and returns its position. A projection without a live version makes
// its first one live.
func (db *DB) EnsureProjection(ctx context.Context, name string, version int, tables []Table) (at Position, live bool, err error) {
	err = pgx.BeginFunc(ctx, db.Writer, func(tx pgx.Tx) error {
		row := tx.QueryRow(ctx, `select commit, prepare, live from platform.projection where name = $1 and version = $2`, name, version)
		err := row.Scan(&at.Commit, &at.Prepare, &live)
		if err == nil || !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		var newer bool
		if err := tx.QueryRow(ctx, `select exists (select from platform.projection where name = $1 and live and version > $2)`, name, version).Scan(&newer); err != nil {
			return err
		}
		if newer {
			return ErrSuperseded
		}
		if err := createSchema(ctx, tx, SchemaOf(name, version), tables); err != nil {
			return err
		}
		// What is built anew tries again what could not be taken before.
		if _, err := tx.Exec(ctx, `delete from platform.log_damage where read_model = $1`, name); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, `select not exists (select from platform.projection where name = $1 and live)`, name).Scan(&live); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `insert into platform.projection (name, version, live, goal, events) values ($1, $2, $3, $4, 0)`,
			name, version, live, goalOf(live, db.serving.head())); err != nil {
			return err
		}
		if live {
			return pointViews(ctx, tx, SchemaOf(name, version), tables)
		}
		return nil
	})
	return at, live, unavailable(err)
}

func createSchema(ctx context.Context, tx pgx.Tx, schema string, tables []Table) error {
	_, err := tx.Exec(ctx, schemaSQL(schema, tables))
	return err
}

// schemaSQL makes the tables of a version, with their fences.
func schemaSQL(schema string, tables []Table) string {
	var sql strings.Builder
	fmt.Fprintf(&sql, "create schema %s; grant usage on schema %s to tallystick_request, tallystick_staff;\n", schema, schema)
	for _, t := range withCounts(tables) {
		full := schema + "." + t.Name
		fmt.Fprintf(&sql, `create table %[1]s (%[2]s)%[3]s;
alter table %[1]s enable row level security;
alter table %[1]s force row level security;
create policy writer on %[1]s to tallystick_writer using (true) with check (true);
create policy staff on %[1]s for select to tallystick_staff using (true);
create policy tenant on %[1]s for select to tallystick_request
  using (tenant = nullif(current_setting('app.tenant', true), ''));
grant select on %[1]s to tallystick_request, tallystick_staff;
`, full, t.ddl(), t.partitioned())
		for _, index := range t.Indexes {
			fmt.Fprintf(&sql, "create index on %s %s;\n", full, index)
		}
	}
	for _, t := range tables {
		sql.WriteString(countTriggers(schema, t))
	}
	return sql.String()
}

// Shape is the SQL that makes a version's tables; what it says is frozen with the
// version.
func Shape(name string, version int, tables []Table) string {
	return schemaSQL(SchemaOf(name, version), tables)
}

// pointViews makes the request views read one schema.
func pointViews(ctx context.Context, tx pgx.Tx, schema string, tables []Table) error {
	for _, t := range withCounts(tables) {
		sql := fmt.Sprintf(`drop view if exists read.%[1]s;
create view read.%[1]s with (security_invoker = true) as select * from %[2]s.%[1]s;
grant select on read.%[1]s to tallystick_request, tallystick_staff;`, t.Name, schema)
		if _, err := tx.Exec(ctx, sql); err != nil {
			return err
		}
	}
	return nil
}

// ErrMoved reports that another runner has moved a projection meanwhile.
var ErrMoved = errors.New("readmodels: the projection was moved by another runner")

// goalOf is until where a version is not served: one that is live from the start is
// built under its readers' eyes.
func goalOf(live bool, head Position) uint64 {
	if !live {
		return 0
	}
	return head.Commit
}

// Flip makes a version live once it stands where the live one does, in one
// transaction, and drops the version it replaces. It reports whether the version
// is live now.
func (db *DB) Flip(ctx context.Context, name string, version int, tables []Table) (bool, error) {
	flipped := false
	err := pgx.BeginFunc(ctx, db.Writer, func(tx pgx.Tx) error {
		var old int
		var behind bool
		err := tx.QueryRow(ctx, `
select o.version, (n.commit, n.prepare) < (o.commit, o.prepare)
  from platform.projection o, platform.projection n
 where o.name = $1 and o.live and n.name = $1 and n.version = $2 for update`, name, version).Scan(&old, &behind)
		if errors.Is(err, pgx.ErrNoRows) {
			err = nil // the live one was dropped meanwhile, so there is nothing to be behind
		}
		if err != nil || behind {
			return err
		}
		if flipped = old == version; flipped {
			return nil // by an earlier call
		}
		if _, err := tx.Exec(ctx, `update platform.projection set live = false where name = $1 and version = $2`, name, old); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `update platform.projection set live = true where name = $1 and version = $2`, name, version); err != nil {
			return err
		}
		if err := pointViews(ctx, tx, SchemaOf(name, version), tables); err != nil {
			return err
		}
		flipped = true
		_, err = tx.Exec(ctx, `delete from platform.projection where name = $1 and version = $2`, name, old)
		if err == nil {
			_, err = tx.Exec(ctx, "drop schema if exists "+SchemaOf(name, old)+" cascade")
		}
		return err
	})
	return flipped, unavailable(err)
}

// DropProjection forgets a version, its rows included. Whoever reads several of its
// tables may wait for it while it waits for them; it is the one that tries again.
func (db *DB) DropProjection(ctx context.Context, name string, version int) error {
	for {
		err := pgx.BeginFunc(ctx, db.Writer, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, `delete from platform.projection where name = $1 and version = $2`, name, version); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, "drop schema if exists "+SchemaOf(name, version)+" cascade")
			return err
		})
		var failed *pgconn.PgError
		if !errors.As(err, &failed) || failed.Code != deadlockDetected || ctx.Err() != nil {
			return unavailable(err)
		}
	}
}

const deadlockDetected = "40P01"

// aside is the version under which a live one stands while it is built anew.
const aside = 0

// Restart has a version built anew from the start of the log. A live one is put
// aside: it is read where it stands until Flip replaces it.
func (db *DB) Restart(ctx context.Context, name string, version int) error {
	return unavailable(pgx.BeginFunc(ctx, db.Writer, func(tx pgx.Tx) error {
		var live bool
		err := tx.QueryRow(ctx, `select live from platform.projection where name = $1 and version = $2 for update`, name, version).Scan(&live)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		var held bool
		if err := tx.QueryRow(ctx, `select exists (select from platform.log_hold)`).Scan(&held); err != nil {
			return err
		}
		if held {
			return dropAll(ctx, tx, name) // rows of another log are not worth reading, nor would they ever be caught up with
		}
		sql := "delete from platform.projection where name = $1 and version = $2"
		schema := fmt.Sprintf("drop schema %s cascade", SchemaOf(name, version))
		if live {
			sql = fmt.Sprintf("update platform.projection set version = %d where name = $1 and version = $2", aside)
			schema = fmt.Sprintf("alter schema %s rename to %s", SchemaOf(name, version), SchemaOf(name, aside))
		}
		if _, err := tx.Exec(ctx, sql, name, version); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, schema)
		return err
	}))
}

// dropAll forgets every version of a projection whose rows are of another log, and of that
// log where forwarding stands and what its damage was: whoever reads this one finds its own.
func dropAll(ctx context.Context, tx pgx.Tx, name string) error {
	if _, err := tx.Exec(ctx, `delete from platform.log_damage; delete from platform.forwarder`); err != nil {
		return err
	}
	rows, err := tx.Query(ctx, `delete from platform.projection where name = $1 returning version`, name)
	if err != nil {
		return err
	}
	versions, err := pgx.CollectRows(rows, pgx.RowTo[int])
	for _, v := range versions {
		if err == nil {
			_, err = tx.Exec(ctx, "drop schema if exists "+SchemaOf(name, v)+" cascade")
		}
	}
	return err
}

// KnownOrNewer reports whether a version, or a live one that replaced it, has a
// position.
func (db *DB) KnownOrNewer(ctx context.Context, name string, version int) (known bool, err error) {
	err = db.Writer.QueryRow(ctx, `select exists (select from platform.projection where name = $1 and (version = $2 or live and version > $2))`,
		name, version).Scan(&known)
	return known, unavailable(err)
}

// Reached returns the position that the live versions of projections have all
// reached; of every one where none is named. A projection without a live version has
// reached nothing.
func (db *DB) Reached(ctx context.Context, projections ...string) (Position, error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	expected := projections
	if len(expected) == 0 {
		expected = db.Expected
	}
	var p Position
	err := db.Request.QueryRow(ctx, `select coalesce(min(commit), 0), coalesce(min(prepare), 0) from platform.projection
 where live and (name = any($1) or cardinality($1::text[]) = 0)
   and $2::text[] <@ (select array_agg(name) from platform.projection where live)`,
		append([]string{}, projections...), append([]string{}, expected...)).Scan(&p.Commit, &p.Prepare)
	return p, unavailable(err)
}

// AwaitMax bounds the wait for a read model.
const AwaitMax = 3 * time.Second

// Await is AwaitFor of what a caller waits for.
func (db *DB) Await(ctx context.Context, until Position, projections ...string) error {
	return db.AwaitFor(ctx, AwaitMax, until, projections...)
}

// AwaitFor waits until the live versions of projections know of the log until a position; of
// every one where none is named. Errors: fault.ReadModelBehind where that takes longer than
// patience.
func (db *DB) AwaitFor(ctx context.Context, patience time.Duration, until Position, projections ...string) error {
	wait, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var last *Position // that was read; the end of the wait may come within a reading
	for pause := time.Millisecond; ; pause = min(2*pause, 50*time.Millisecond) {
		reached, err := db.Reached(wait, projections...)
		switch {
		case err != nil && (last == nil || wait.Err() == nil || ctx.Err() != nil):
			return err
		case err == nil && reached.Commit >= until.Commit:
			return nil
		case err == nil:
			last = &reached
		}
		select {
		case <-time.After(pause):
		case <-wait.Done():
			e := fault.New(fault.ReadModelBehind, "the read models stand at %d; ask again", last.Commit)
			e.Retry = time.Second
			return e
		}
	}
}

// TryLead takes the lock of the one projection runner; release gives it back.
// ok is false while another node holds it. alive fails when the lock's
// connection has ended.
func (db *DB) TryLead(ctx context.Context) (release func(), alive func(context.Context) error, ok bool, err error) {
	const leader = 0x7461_6c6c_7901 // "tally", projections
	return db.tryLock(ctx, leader)
}

// tryLock takes a lock that lives as long as its connection.
func (db *DB) tryLock(ctx context.Context, lock int64) (release func(), alive func(context.Context) error, ok bool, err error) {
	conn, err := db.Writer.Acquire(ctx)
	if err != nil {
		return nil, nil, false, unavailable(err)
	}
	if err := conn.QueryRow(ctx, `select pg_try_advisory_lock($1)`, lock).Scan(&ok); err != nil || !ok {
		conn.Release()
		return nil, nil, false, unavailable(err)
	}
	// A connection that went back to its pool must not be touched again, and
	// whoever watches it does not know when that is.
	var mu sync.Mutex
	released := false
	release = func() {
		mu.Lock()
		defer mu.Unlock()
		released = true
		// The lock ends with its session, whatever state that is in.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), connectTimeout)
		defer cancel()
		conn.Conn().Close(ctx)
		conn.Release()
	}
	alive = func(ctx context.Context) error {
		mu.Lock()
		defer mu.Unlock()
		if released {
			return errors.New("readmodels: the lock was given back")
		}
		return conn.Ping(ctx)
	}
	return release, alive, true, nil
}
