package readmodels

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// JobRow is a job as the log leaves it.
type JobRow struct {
	Tenant    string     `db:"tenant"`
	ID        string     `db:"id"`
	Site      int64      `db:"site"`
	Kind      string     `db:"kind" list:"filter"`
	Record    string     `db:"record"`              // stream of the record that it works on
	Status    string     `db:"status" list:"count"` // queued | running | succeeded | failed | cancelled
	Try       int32      `db:"try"`
	Node      string     `db:"node"`
	Principal string     `db:"principal"` // who opened it
	Total     int64      `db:"total"`
	OpenedAt  time.Time  `db:"opened_at" list:"default"`
	DueAt     time.Time  `db:"due_at"`
	StartedAt *time.Time `db:"started_at"`
	EndedAt   *time.Time `db:"ended_at"`
	Code      string     `db:"code"`
	Detail    string     `db:"detail"`
	Result    string     `db:"result"`
}

// Jobs has one row a job.
var Jobs = Define[JobRow]("jobs", "jobs", "(tenant, record)", "(tenant, due_at, id) where status in ('queued', 'running')")

// AddJob adds a job that was opened.
func (b *Batch) AddJob(r JobRow) { Jobs.Add(b, r) }

// JobChange is where one event of a job leaves it.
type JobChange struct {
	Status, Node, Code, Detail, Result string
	Try                                int // 0 = as it was
	Due, Started, Ended                *time.Time
}

// ChangeJob changes a job's row.
func (b *Batch) ChangeJob(tenant, id string, c JobChange) {
	set := Set{"status": c.Status, "node": c.Node, "code": c.Code, "detail": c.Detail, "result": c.Result, "ended_at": c.Ended}
	if c.Try > 0 {
		set["try"] = int32(c.Try)
	}
	if c.Due != nil {
		set["due_at"] = *c.Due
	}
	if c.Started != nil {
		set["started_at"] = *c.Started
	}
	Jobs.Change(b, set, tenant, id)
}

// JobProgress is a job with what its node last said of it.
type JobProgress struct {
	JobRow
	Done  int64 `db:"done"`
	Known int64 `db:"known"` // steps in all; 0 = not known
}

const jobProgress = `select j.*, coalesce(h.done, 0) as done, coalesce(nullif(h.total, 0), j.total) as known
 from read.jobs j left join platform.job_heartbeat h on h.tenant = j.tenant and h.id = j.id`

// Job reads one job; ok is false where the caller sees none.
func (db *DB) Job(ctx context.Context, s Scope, id string) (row JobProgress, ok bool, err error) {
	fence, args := s.where(2, true)
	var found []JobProgress
	sql := "select * from (" + jobProgress + ") jobs where id = $1 and " + fence
	err = db.fenced(ctx, s.Tenant, []query{{sql, append([]any{id}, args...), collect(&found)}})
	if err != nil || len(found) == 0 {
		return row, false, err
	}
	return found[0], true, nil
}

// JobFilter narrows the list; zero fields do not.
type JobFilter struct {
	Status, Kind string
	From, To     time.Time // opened_at; To is exclusive
}

// ListJobs lists jobs with what their nodes last said of them.
func (db *DB) ListJobs(ctx context.Context, s Scope, f JobFilter, p Page) (out Listed[JobProgress], err error) {
	status := Is("status", f.Status)
	if f.Status == "failed" { // a cancelled job has failed, by somebody's wish
		status = In("status", []string{"failed", "cancelled"})
	}
	found, err := Jobs.List(ctx, db, s, p, append(Between("opened_at", f.From, f.To), status, Is("kind", f.Kind))...)
	if err != nil || len(found.Rows) == 0 {
		return out, err
	}
	ids := make([]string, len(found.Rows))
	for i, r := range found.Rows {
		ids[i] = r.ID
	}
	var rows []JobProgress
	sql := "select * from (" + jobProgress + ") jobs where tenant = $1 and id = any($2)"
	if err := db.fenced(ctx, s.Tenant, []query{{sql, []any{s.Tenant, ids}, collect(&rows)}}); err != nil {
		return out, err
	}
	out = Listed[JobProgress]{Rows: make([]JobProgress, len(ids)), Count: found.Count, Exact: found.Exact, Next: found.Next}
	for i, r := range found.Rows {
		out.Rows[i] = JobProgress{JobRow: r, Known: r.Total}
		for _, x := range rows {
			if x.ID == r.ID {
				out.Rows[i] = x
			}
		}
	}
	return out, nil
}

// WaitingJob is one that a node may take.
type WaitingJob struct {
	JobRow
	Silent  bool  `db:"silent"`  // it is held by a node that has not been heard of
	Running int64 `db:"running"` // how many of the tenant's jobs are held by nodes that have
	Place   int64 `db:"place"`   // among the tenant's, from 1
	Commit  int64 `db:"commit"`  // until where in the log the list knows of jobs, the same in each row
	Prepare int64 `db:"prepare"`
}

// At is until where in the log the list that the job is of knows of jobs.
func (j WaitingJob) At() Position { return Position{uint64(j.Commit), uint64(j.Prepare)} }

// WaitingJobs lists what may be claimed now: of each tenant the first few, in
// the order in which they are due. Who holds jobs is told by heartbeats, which are
// there before the log's events have come.
func (db *DB) WaitingJobs(ctx context.Context, kinds []string, eachTenant int, silence time.Duration) ([]WaitingJob, error) {
	const sql = `
with open as (
  select j.*, j.status = 'running' and greatest(coalesce(h.at, j.started_at), j.started_at) < now() - $3::interval as silent
    from read.jobs j left join platform.job_heartbeat h on h.tenant = j.tenant and h.id = j.id
   where j.status in ('queued', 'running')
), held as (
  select tenant, count(*) as running from platform.job_heartbeat where at >= now() - $3::interval group by tenant
), waiting as (
  select *, row_number() over (partition by tenant order by due_at, id) as place from open
   where kind = any($1) and (status = 'queued' and due_at <= now() or silent)
)
select w.*, coalesce(h.running, 0) as running, p.commit, p.prepare
  from waiting w left join held h on h.tenant = w.tenant, platform.projection p
 where w.place <= $2 and p.name = 'jobs' and p.live order by w.place, w.tenant`
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	rows, err := db.Writer.Query(ctx, sql, kinds, eachTenant, silence)
	if err != nil {
		return nil, unavailable(err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByNameLax[WaitingJob])
	return found, unavailable(err)
}

// Heartbeat says that a job's node is there and how far it is.
func (db *DB) Heartbeat(ctx context.Context, tenant, id string, done, total int64) error {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	_, err := db.Writer.Exec(ctx, `insert into platform.job_heartbeat (tenant, id, at, done, total) values ($1, $2, now(), $3, $4)
on conflict (tenant, id) do update set at = now(), done = excluded.done, total = excluded.total`, tenant, id, done, total)
	return unavailable(err)
}

// EndHeartbeat drops the row of a job that has ended.
func (db *DB) EndHeartbeat(ctx context.Context, tenant, id string) error {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	_, err := db.Writer.Exec(ctx, `delete from platform.job_heartbeat where tenant = $1 and id = $2`, tenant, id)
	return unavailable(err)
}

// JobTurns says whose turn it is to have a job of a kind started, on all nodes.
type JobTurns struct {
	Started map[string]int64 // by tenant, of those with jobs waiting
	// At is until where in the log a list of what waits has to reach, so that it knows
	// all that the counts know of.
	At    Position
	Still time.Duration // how long they have stood
}

// TakeTurns has one node at a time choose the jobs of a kind: take sees the turns and
// changes them, nobody else does meanwhile.
func (db *DB) TakeTurns(ctx context.Context, kind string, take func(context.Context, *JobTurns)) error {
	ctx, cancel := context.WithTimeout(ctx, turnsTimeout)
	defer cancel()
	return unavailable(pgx.BeginFunc(ctx, db.Writer, func(tx pgx.Tx) error {
		const first = `insert into platform.job_turns (kind) values ($1) on conflict do nothing`
		if _, err := tx.Exec(ctx, first, kind); err != nil {
			return err
		}
		// A node that is cut off in the middle must not hold the others up for long.
		if _, err := tx.Exec(ctx, `set local idle_in_transaction_session_timeout = '10s'`); err != nil {
			return err
		}
		var t JobTurns
		var commit, prepare, still int64
		const read = `select started, commit, prepare, (extract(epoch from clock_timestamp() - at) * 1000)::bigint
 from platform.job_turns where kind = $1 for update`
		if err := tx.QueryRow(ctx, read, kind).Scan(&t.Started, &commit, &prepare, &still); err != nil {
			return err
		}
		before := Position{uint64(commit), uint64(prepare)}
		t.At, t.Still = before, time.Duration(still)*time.Millisecond
		if take(ctx, &t); t.At == before {
			return nil
		}
		const write = `update platform.job_turns set started = $2, commit = $3, prepare = $4, at = clock_timestamp() where kind = $1`
		_, err := tx.Exec(ctx, write, kind, t.Started, int64(t.At.Commit), int64(t.At.Prepare))
		return err
	}))
}

// turnsTimeout bounds the choice of jobs, which claims them by appends.
const turnsTimeout = 15 * time.Second
