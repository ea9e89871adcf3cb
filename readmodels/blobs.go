package readmodels

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/tallystick/tallystick/domain/blob"
)

// BlobsTable has one row for every blob that an event names.
var BlobsTable = Table{
	Name: "blobs", Key: []string{"tenant", "subject", "sha256"}, Columns: []Column{
		{"tenant", "text"}, {"subject", "text"}, {"sha256", "text"}, {"bytes", "bigint"},
	},
}

// NameBlob adds a blob that an event names, unless it is there.
func (b *Batch) NameBlob(tenant string, r blob.Ref) {
	b.exec("blobs", `insert into {schema}.blobs (tenant, subject, sha256, bytes) values ($1, $2, $3, $4) on conflict do nothing`,
		[]any{tenant, r.Subject, r.SHA256, r.Bytes})
}

// NamedBlobs says of each blob of a tenant whether an event names it.
func (db *DB) NamedBlobs(ctx context.Context, tenant string, refs []blob.Ref) ([]bool, error) {
	subjects, sums := make([]string, len(refs)), make([]string, len(refs))
	for i, r := range refs {
		subjects[i], sums[i] = r.Subject, r.SHA256
	}
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	rows, err := db.Writer.Query(ctx, `select exists (select from read.blobs b where b.tenant = $1 and b.subject = x.subject and b.sha256 = x.sum)
 from unnest($2::text[], $3::text[]) with ordinality as x(subject, sum, n) order by n`, tenant, subjects, sums)
	if err != nil {
		return nil, unavailable(err)
	}
	known, err := pgx.CollectRows(rows, pgx.RowTo[bool])
	return known, unavailable(err)
}

// BlobBytes is how much a tenant's blobs hold, of plain bytes.
func (db *DB) BlobBytes(ctx context.Context, tenant string) (total int64, err error) {
	err = db.fenced(ctx, tenant, []query{{"select coalesce(sum(bytes), 0)::bigint from read.blobs where tenant = $1", []any{tenant},
		scalar(&total)}})
	return total, err
}
