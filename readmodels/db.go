package readmodels

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/migrations"
)

// DB is the read side's database, one pool a role.
type DB struct {
	Owner   *pgxpool.Pool // migrations and the vault
	Writer  *pgxpool.Pool // projections
	Request *pgxpool.Pool // tenants' reads, fenced by row security
	Staff   *pgxpool.Pool // staff reads, across tenants

	// Damaged tells of a record that its stream is not what the service has written:
	// lists mark its row, which shows what was there before. Set before the first
	// list; nil = no record is.
	Damaged func(tenant, id string) bool

	// Expected are the projections that all read models are: one that was forgotten, or
	// is not made yet, has reached nothing. Set before the first read; empty = those that
	// are there are all.
	Expected []string

	serving serving
}

const (
	connectTimeout = 2 * time.Second
	// queryTimeout bounds every read; a store that misses it is unavailable.
	queryTimeout = 5 * time.Second
)

// Open prepares the pools; it succeeds while PostgreSQL is down.
func Open(url string) (*DB, error) {
	db := &DB{}
	for _, p := range []struct {
		pool **pgxpool.Pool
		role string
		conn int32
	}{
		{&db.Owner, "", 4}, {&db.Writer, "tallystick_writer", 6},
		{&db.Request, "tallystick_request", 16}, {&db.Staff, "tallystick_staff", 4},
	} {
		pool, err := openPool(url, p.role, p.conn)
		if err != nil {
			db.Close()
			return nil, err
		}
		*p.pool = pool
	}
	return db, nil
}

func openPool(url, role string, conns int32) (*pgxpool.Pool, error) {
	conf, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("readmodels: %w", err)
	}
	conf.MaxConns = conns
	conf.ConnConfig.ConnectTimeout = connectTimeout
	conf.ConnConfig.RuntimeParams["application_name"] = "tallystick " + role
	if role == "tallystick_writer" {
		// Rows can be rebuilt from the log, so their commits need not wait for the disk.
		conf.ConnConfig.RuntimeParams["synchronous_commit"] = "off"
	}
	if role != "" {
		conf.AfterConnect = func(ctx context.Context, c *pgx.Conn) error {
			_, err := c.Exec(ctx, "set role "+pgx.Identifier{role}.Sanitize())
			return err
		}
	}
	pool, err := pgxpool.NewWithConfig(context.Background(), conf)
	if err != nil {
		return nil, fmt.Errorf("readmodels: %w", err)
	}
	return pool, nil
}

// Close ends all pools.
func (db *DB) Close() {
	for _, p := range []*pgxpool.Pool{db.Owner, db.Writer, db.Request, db.Staff} {
		if p != nil {
			p.Close()
		}
	}
}

// Prepare migrates the database and verifies that the fences stand: the
// request roles own nothing, cannot bypass row security, and with no tenant
// set see no row of any table.
func (db *DB) Prepare(ctx context.Context) error {
	if err := migrations.Up(ctx, db.Owner); err != nil {
		return err
	}
	return db.verifyFences(ctx)
}

func (db *DB) verifyFences(ctx context.Context) error {
	const unsafe = `
select r.rolname || ' can bypass row security or is a superuser'
  from pg_roles r where r.rolname in ('tallystick_writer', 'tallystick_request', 'tallystick_staff')
   and (r.rolbypassrls or r.rolsuper)
union all
select 'role ' || pg_get_userbyid(c.relowner) || ' owns ' || c.oid::regclass
  from pg_class c where pg_get_userbyid(c.relowner) in ('tallystick_request', 'tallystick_staff')
union all
select c.oid::regclass || ' has no forced row security'
  from pg_class c join platform.projection p on c.relnamespace::regnamespace::text = p.name || '_v' || p.version
 where c.relkind = 'r' and not (c.relrowsecurity and c.relforcerowsecurity)
union all
select c.oid::regclass || ' reads with its owner''s rights'
  from pg_class c
 where c.relnamespace::regnamespace::text = 'read' and c.relkind in ('v', 'm')
   and not coalesce('security_invoker=true' = any(c.reloptions), false)`
	rows, err := db.Owner.Query(ctx, unsafe)
	if err != nil {
		return fmt.Errorf("readmodels: verify fences: %w", err)
	}
	faults, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("readmodels: verify fences: %w", err)
	}
	if len(faults) > 0 {
		return fmt.Errorf("readmodels: the tenant fence is open: %v", faults)
	}
	return nil
}

// Scope is whose rows a request may see.
type Scope struct {
	Tenant   string
	AllSites bool
	Sites    []int64 // granted; tenant-wide rows (site 0) are always visible
	Site     int64   // narrows to one site; 0 = none
	Staff    bool    // reads across tenants, or of Tenant where it is set; sites do not bind it
}

// where returns the condition on the columns tenant and site, taking its
// arguments from n on; a table that is not sited is of the whole tenant.
func (s Scope) where(n int, sited bool) (string, []any) {
	switch {
	case s.Staff && s.Tenant == "":
		return "", nil
	case s.Staff || !sited || s.AllSites && s.Site == 0:
		return fmt.Sprintf("tenant = $%d", n), []any{s.Tenant}
	case s.Site != 0:
		return fmt.Sprintf("tenant = $%d and site = $%d", n, n+1), []any{s.Tenant, s.Site}
	default:
		return fmt.Sprintf("tenant = $%d and (site = 0 or site = any($%d))", n, n+1), []any{s.Tenant, s.Sites}
	}
}

// read runs queries in one round trip, as who may see what the scope says. The
// result of each is read in turn.
func (db *DB) read(ctx context.Context, s Scope, queries []query) error {
	if !s.Staff {
		return db.fenced(ctx, s.Tenant, queries)
	}
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	var batch pgx.Batch
	for _, q := range queries {
		batch.Queue(q.sql, q.args...).Query(q.read)
	}
	return unavailable(db.Staff.SendBatch(ctx, &batch).Close())
}

// fenced runs queries as one tenant, in one round trip: the tenant setting,
// then each query. read is called with each result in turn.
func (db *DB) fenced(ctx context.Context, tenant string, queries []query) error {
	if err := db.serves(ctx, queries); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	var batch pgx.Batch
	batch.Queue(`select set_config('app.tenant', $1, true)`, tenant)
	for _, q := range queries {
		batch.Queue(q.sql, q.args...).Query(q.read)
	}
	return unavailable(db.Request.SendBatch(ctx, &batch).Close())
}

type query struct {
	sql  string
	args []any
	read func(pgx.Rows) error
}

// collect reads rows into a slice by the `db` tags of T.
func collect[T any](into *[]T) func(pgx.Rows) error {
	return func(rows pgx.Rows) (err error) {
		*into, err = pgx.CollectRows(rows, pgx.RowToStructByNameLax[T])
		return err
	}
}

// scalar reads the one value of the one row.
func scalar[T any](into *T) func(pgx.Rows) error {
	return func(rows pgx.Rows) (err error) {
		*into, err = pgx.CollectExactlyOneRow(rows, pgx.RowTo[T])
		return err
	}
}

// unavailable turns a database that is out of reach into its fault; errors of
// SQL itself pass as they are.
func unavailable(err error) error {
	if err == nil || fault.As(err) != nil {
		return err
	}
	var sqlError *pgconn.PgError
	var netError net.Error
	var connectError *pgconn.ConnectError
	down := errors.As(err, &netError) || errors.As(err, &connectError) || errors.Is(err, context.DeadlineExceeded) ||
		pgconn.Timeout(err) || pgconn.SafeToRetry(err)
	if errors.As(err, &sqlError) {
		class := sqlError.Code[:2]
		// Shutdown, connection, resources, chosen to end a deadlock; and a view that is being rebuilt, or is still of a
		// version without a column that is asked for.
		down = class == "57" || class == "08" || class == "53" || class == "40" || sqlError.Code == "42P01" || sqlError.Code == "42703"
	}
	if sqlError == nil && broken(err) {
		down = true
	}
	if !down {
		return err
	}
	e := fault.Wrap(err, fault.StoreUnavailable, "the read models are out of reach")
	e.Retry = 2 * time.Second
	return e
}

// broken recognises a connection that ended under a query; the driver has no
// error type for every way in which that shows.
func broken(err error) bool {
	for _, sign := range []string{"conn closed", "unexpected EOF", "broken pipe", "connection reset", "closed pool"} {
		if strings.Contains(err.Error(), sign) {
			return true
		}
	}
	return errors.Is(err, net.ErrClosed)
}
