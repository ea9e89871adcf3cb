package readmodels

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// CorpusNode is a node that is alive, with the releases that it can search.
type CorpusNode struct {
	Node string
	Held []string
}

// SayCorpus says which releases a node can search.
func (db *DB) SayCorpus(ctx context.Context, node string, held []string) error {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	_, err := db.Writer.Exec(ctx, `insert into platform.corpus_node (node, at, held) values ($1, now(), $2)
on conflict (node) do update set at = now(), held = excluded.held`, node, append([]string{}, held...))
	return unavailable(err)
}

// LeaveCorpus takes a node that stops from the list.
func (db *DB) LeaveCorpus(ctx context.Context, node string) error {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	_, err := db.Writer.Exec(ctx, `delete from platform.corpus_node where node = $1`, node)
	return unavailable(err)
}

// CorpusNodes lists the nodes that were heard of within silence.
func (db *DB) CorpusNodes(ctx context.Context, silence time.Duration) ([]CorpusNode, error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	rows, err := db.Writer.Query(ctx, `select node, held from platform.corpus_node where at > now() - make_interval(secs => $1) order by node`, silence.Seconds())
	if err != nil {
		return nil, unavailable(err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowToStructByPos[CorpusNode])
	return out, unavailable(err)
}
