package readmodels

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Damage is one event, or the end, of a stream that is not what the service wrote.
type Damage struct {
	Tenant   string    `db:"tenant"`
	Stream   string    `db:"stream"`
	Revision int64     `db:"revision"`
	Commit   int64     `db:"commit"`
	EventID  uuid.UUID `db:"event_id"`
	Type     string    `db:"type"`
	What     string    `db:"what"`
	// ReadModel is the one that cannot take the event, "" where no reader can.
	ReadModel string `db:"read_model"`
}

// AddDamage notes damage; noting it again changes nothing.
func (b *Batch) AddDamage(d Damage) {
	b.exec("platform.log_damage", `insert into platform.log_damage (stream, revision, tenant, commit, event_id, type, what, read_model)
 values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`, []any{d.Stream, d.Revision, d.Tenant, d.Commit, d.EventID, d.Type, d.What,
		d.ReadModel})
}

// EndDamage forgets that a stream's metadata cut events off.
func (b *Batch) EndDamage(stream string) {
	b.exec("platform.log_damage", `delete from platform.log_damage where stream = $1 and type = '$metadata'`, []any{stream})
}

// EndDamageOf forgets that an event could not be read: it can, since its key is back.
func (b *Batch) EndDamageOf(stream string, revision int64) {
	b.exec("platform.log_damage", `delete from platform.log_damage where stream = $1 and revision = $2 and type <> '$metadata'
 and read_model = ''`, []any{stream, revision})
}

const damageColumns = "tenant, stream, revision, commit, event_id, type, what, read_model"

// DamageOf lists a tenant's damaged streams in the order of the log, up to a
// thousand.
func (db *DB) DamageOf(ctx context.Context, tenant string) (found []Damage, err error) {
	err = db.fenced(ctx, tenant, []query{{
		sql:  "select " + damageColumns + " from platform.log_damage where tenant = $1 order by commit, stream, revision limit 1000",
		args: []any{tenant}, read: collect(&found),
	}})
	return found, err
}

// AllDamage lists the damaged streams of all tenants, up to ten thousand.
func (db *DB) AllDamage(ctx context.Context) ([]Damage, error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	rows, err := db.Staff.Query(ctx, "select "+damageColumns+" from platform.log_damage order by commit, stream, revision limit 10000")
	if err != nil {
		return nil, unavailable(err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByNameLax[Damage])
	return found, unavailable(err)
}
