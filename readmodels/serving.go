package readmodels

import (
	"context"
	"fmt"
	"regexp"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/tallystick/tallystick/domain/fault"
)

// Stand is the event on which a projection stands.
type Stand struct {
	Name  string
	Event uuid.UUID
	At    Position
}

// Stands lists the events on which projections stand; those that have read none
// are not among them.
func (db *DB) Stands(ctx context.Context) ([]Stand, error) {
	rows, err := db.Writer.Query(ctx, `select name, event_id, event_commit, event_prepare from platform.projection where event_id is not null`)
	if err != nil {
		return nil, unavailable(err)
	}
	out, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (s Stand, err error) {
		err = row.Scan(&s.Name, &s.Event, &s.At.Commit, &s.At.Prepare)
		return s, err
	})
	return out, unavailable(err)
}

// Hold keeps every node from serving the read models, and says why; "" ends that.
func (db *DB) Hold(ctx context.Context, why string) error {
	sql, args := `insert into platform.log_hold (reason) values ($1) on conflict (one) do update set reason = excluded.reason`, []any{why}
	if why == "" {
		sql, args = `delete from platform.log_hold`, nil
	}
	_, err := db.Writer.Exec(ctx, sql, args...)
	return unavailable(err)
}

// SetGoal tells where the log ends: a version that is made live before it was built
// is not served until it has come so far.
func (db *DB) SetGoal(head Position) { db.serving.setGoal(head) }

// serving is what a node knows of which read models may be read.
type serving struct {
	mu       sync.Mutex
	goal     Position
	read     bool // the rest was read once
	at       time.Time
	hold     string
	building map[string]Building // by projection
	tables   map[string]string   // projection of a table
	named    map[string][]string // tables that a query reads
}

// Building is a read model that is built for the first time: how many events of the log
// it has read, and how many are left until it is served.
type Building struct {
	Name       string
	Done, ToDo int64
	Counted    bool // false: neither is known yet
}

func (s *serving) setGoal(head Position) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.goal = head
}

func (s *serving) head() Position {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.goal
}

// servingPeriod is how old what a node knows may be.
const servingPeriod = 500 * time.Millisecond

// refreshServing reads which read models may be read, if that was long ago.
func (db *DB) refreshServing(ctx context.Context) error {
	s := &db.serving
	s.mu.Lock()
	fresh := s.read && time.Since(s.at) < servingPeriod && len(s.building) == 0 && s.hold == ""
	s.mu.Unlock()
	if fresh {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	building, tables, hold := map[string]Building{}, map[string]string{}, ""
	var batch pgx.Batch
	batch.Queue(`select coalesce((select reason from platform.log_hold), '')`).QueryRow(func(row pgx.Row) error { return row.Scan(&hold) })
	// By one statement: of two, the first may know no version yet and the second its tables,
	// and what is not built would be taken for built.
	batch.Queue(`select p.name, p.commit < p.goal, p.events, p.goal_events, coalesce(t.tablename, '') from platform.projection p
left join pg_tables t on t.schemaname = p.name || '_v' || p.version where p.live`).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var b Building
			var unbuilt bool
			var done, all *int64
			var table string
			if err := rows.Scan(&b.Name, &unbuilt, &done, &all, &table); err != nil {
				return err
			}
			if b.Counted = done != nil && all != nil; b.Counted {
				b.Done, b.ToDo = *done, max(0, *all-*done)
			}
			if unbuilt {
				building[b.Name] = b
			}
			if table != "" {
				tables[table] = b.Name
			}
		}
		return rows.Err()
	})
	if err := db.Request.SendBatch(ctx, &batch).Close(); err != nil {
		return unavailable(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.read, s.at, s.hold, s.building, s.tables = true, time.Now(), hold, building, tables
	return nil
}

var readsTable = regexp.MustCompile(`read\.([a-z_]+)`)

// tablesOf are the tables that a query reads, remembered by its text.
func (s *serving) tablesOf(sql string) []string {
	if t, ok := s.named[sql]; ok {
		return t
	}
	var tables []string
	for _, m := range readsTable.FindAllStringSubmatch(sql, -1) {
		tables = append(tables, m[1])
	}
	if s.named == nil || len(s.named) > namedMax {
		s.named = map[string][]string{}
	}
	s.named[sql] = tables
	return tables
}

// namedMax bounds the texts that are remembered: filters make many.
const namedMax = 4096

// serves returns why queries may not be answered now.
func (db *DB) serves(ctx context.Context, queries []query) error {
	s := &db.serving
	if s.knowsNot(queries) {
		s.expire()
	}
	if err := db.refreshServing(ctx); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, q := range queries {
		for _, table := range s.tablesOf(q.sql) {
			if s.hold != "" {
				e := fault.New(fault.LogDiffers, "%s", s.hold)
				e.Retry = 10 * time.Second
				return e
			}
			if _, ok := s.tables[table]; !ok {
				// It may be there by the time of the query, and be half built.
				e := fault.New(fault.ReadModelBuilding, "the read model of %s is not there yet: its building has not begun", table)
				e.Retry = 2 * time.Second
				return e
			}
			if b, ok := s.building[s.tables[table]]; ok {
				e := fault.New(fault.ReadModelBuilding, "the read model %s", b)
				e.Retry = 2 * time.Second
				return e
			}
		}
	}
	return nil
}

// knowsNot reports whether queries read a table that was not there before.
func (s *serving) knowsNot(queries []query) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, q := range queries {
		for _, table := range s.tablesOf(q.sql) {
			if _, ok := s.tables[table]; !ok {
				return true
			}
		}
	}
	return false
}

// expire has everything read again by the next query.
func (s *serving) expire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.read = false
}

// Held is why no read model is served, or "".
func (db *DB) Held(ctx context.Context) (string, error) {
	err := db.refreshServing(ctx)
	db.serving.mu.Lock()
	defer db.serving.mu.Unlock()
	return db.serving.hold, err
}

// Buildings lists the read models that are built for the first time.
func (db *DB) Buildings(ctx context.Context) (out []Building, err error) {
	err = db.refreshServing(ctx)
	db.serving.mu.Lock()
	defer db.serving.mu.Unlock()
	for _, b := range db.serving.building {
		out = append(out, b)
	}
	return out, err
}

// Unmade lists, of the projections that are named, those of which no version is there
// yet: the first leader makes them.
func (db *DB) Unmade(ctx context.Context, projections ...string) (unmade []string, err error) {
	if err := db.refreshServing(ctx); err != nil {
		return nil, err
	}
	s := &db.serving
	s.mu.Lock()
	defer s.mu.Unlock()
	made := map[string]bool{}
	for _, name := range s.tables {
		made[name] = true
	}
	for _, name := range projections {
		if !made[name] {
			unmade = append(unmade, name)
		}
	}
	s.read = s.read && len(unmade) == 0 // they may be there by the next question
	return unmade, nil
}

// String says how far it is.
func (b Building) String() string {
	if !b.Counted {
		return b.Name + " is being built: the events of the log are being counted"
	}
	return fmt.Sprintf("%s is being built: %d events of the log done, %d to do", b.Name, b.Done, b.ToDo)
}

// UncountedGoals lists until where in the log somebody is to count its events, so that
// read models that are being built can say how far they are.
func (db *DB) UncountedGoals(ctx context.Context) ([]uint64, error) {
	rows, err := db.Writer.Query(ctx, `select distinct goal from platform.projection
 where live and commit < goal and events is not null and goal_events is null order by goal`)
	if err != nil {
		return nil, unavailable(err)
	}
	goals, err := pgx.CollectRows(rows, pgx.RowTo[uint64])
	return goals, unavailable(err)
}

// SetGoalEvents tells how many events the log has until a goal.
func (db *DB) SetGoalEvents(ctx context.Context, goal uint64, events int64) error {
	_, err := db.Writer.Exec(ctx, `update platform.projection set goal_events = $2 where goal = $1`, goal, events)
	return unavailable(err)
}
