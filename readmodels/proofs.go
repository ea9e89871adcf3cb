package readmodels

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// The tables of proofs hold trees of hashes. Their column tenant is the name of
// a tree: a tenant's id, or TopTree, whose rows the service itself reads.

// TopTree is the tree of all tenants' checkpoints.
const TopTree = "top"

// ProofTreesTable has one row a tree: how far it has grown.
var ProofTreesTable = Table{
	Name: "proof_trees", Key: []string{"tenant"},
	Columns: []Column{{"tenant", "text"}, {"size", "bigint"}, {"root", "bytea"}},
}

// ProofTilesTable has the hashes of the trees, 32 neighbours a row.
var ProofTilesTable = Table{
	Name: "proof_tiles", Key: []string{"tenant", "level", "tile"},
	Columns: []Column{{"tenant", "text"}, {"level", "int"}, {"tile", "bigint"}, {"hashes", "bytea"}},
}

// ProofLeavesTable has one row a leaf: where an event stands in its tree.
var ProofLeavesTable = Table{
	Name: "proof_leaves", Key: []string{"tenant", "id", "leaf"},
	Columns: []Column{{"tenant", "text"}, {"id", "uuid"}, {"leaf", "bigint"}, {"stream", "text"}, {"revision", "bigint"}},
}

// LogCheckpointsTable has one row a published head. Its number is the leaf that
// the event has in the top tree, which grows in the order of the log.
var LogCheckpointsTable = Table{
	Name: "log_checkpoints", Key: []string{"tenant", "number"},
	Columns: []Column{{"tenant", "text"}, {"number", "bigint"}, {"size", "bigint"}, {"root", "bytea"}, {"note", "text"},
		{"signed_at", "timestamptz"}, {"stream", "text"}, {"revision", "bigint"}},
	Indexes: []string{"(tenant, size)"},
}

// ProofTile is a tile as it is stored: its hashes joined.
type ProofTile struct {
	Level  int32  `db:"level"`
	Tile   int64  `db:"tile"`
	Hashes []byte `db:"hashes"`
}

// ProofTree is a tree's size and root.
type ProofTree struct {
	Tree string `db:"tenant"`
	Size int64  `db:"size"`
	Root []byte `db:"root"`
}

// ProofLeaf is where an event stands in its tree.
type ProofLeaf struct {
	Leaf     int64  `db:"leaf"`
	Stream   string `db:"stream"`
	Revision int64  `db:"revision"`
}

// LogCheckpoint is a published head.
type LogCheckpoint struct {
	Tree     string    `db:"tenant"`
	Number   int64     `db:"number"`
	Size     int64     `db:"size"`
	Root     []byte    `db:"root"`
	Note     string    `db:"note"`
	SignedAt time.Time `db:"signed_at"`
	Stream   string    `db:"stream"`
	Revision int64     `db:"revision"`
}

// SetProofTree writes a tree's size and root.
func (b *Batch) SetProofTree(t ProofTree) {
	b.upsert(&ProofTreesTable, []any{t.Tree, t.Size, t.Root})
}

// SetProofTile writes a tile.
func (b *Batch) SetProofTile(tree string, t ProofTile) {
	b.upsert(&ProofTilesTable, []any{tree, t.Level, t.Tile, t.Hashes})
}

// AddProofLeaf adds an event's place.
func (b *Batch) AddProofLeaf(tree string, id uuid.UUID, l ProofLeaf) {
	b.insert(ProofLeavesTable.Name, ProofLeavesTable.Columns, []any{tree, id, l.Leaf, l.Stream, l.Revision})
}

// AddLogCheckpoint adds a published head.
func (b *Batch) AddLogCheckpoint(c LogCheckpoint) {
	b.insert(LogCheckpointsTable.Name, LogCheckpointsTable.Columns, []any{c.Tree, c.Number, c.Size, c.Root, c.Note, c.SignedAt, c.Stream,
		c.Revision})
}

// ProofEdge is a tree with the tiles by which it continues.
type ProofEdge struct {
	Size  int64
	Tiles []ProofTile
}

// tileLevels is how many levels of a tree a tile spans, and tileHeightMax how
// many levels of tiles a tree can have.
const tileLevels, tileHeightMax = 5, 13

// ProofEdges returns the trees of a projection's version that are to grow; a
// tree that is not there is empty.
func (db *DB) ProofEdges(ctx context.Context, schema string, trees []string) (map[string]ProofEdge, error) {
	rows, err := db.Writer.Query(ctx, fmt.Sprintf(`
select t.tenant, t.size, p.level, p.tile, p.hashes
  from %[1]s.proof_trees t
  cross join generate_series(0, %[3]d) l
  join %[1]s.proof_tiles p on p.tenant = t.tenant and p.level = l and p.tile = t.size >> (%[2]d * (l + 1))
 where t.tenant = any($1)
union all
select t.tenant, t.size, -1, 0, null from %[1]s.proof_trees t where t.tenant = any($1)`, schema, tileLevels, tileHeightMax-2), trees)
	if err != nil {
		return nil, unavailable(err)
	}
	edges := map[string]ProofEdge{}
	var tree string
	var size int64
	var tile ProofTile
	_, err = pgx.ForEachRow(rows, []any{&tree, &size, &tile.Level, &tile.Tile, &tile.Hashes}, func() error {
		e := edges[tree]
		e.Size = size
		if tile.Level >= 0 {
			e.Tiles = append(e.Tiles, ProofTile{tile.Level, tile.Tile, append([]byte(nil), tile.Hashes...)})
		}
		edges[tree] = e
		return nil
	})
	return edges, unavailable(err)
}

// ProofTiles returns tiles of a tree by their levels and numbers.
func (db *DB) ProofTiles(ctx context.Context, tree string, levels []int32, numbers []int64) (tiles []ProofTile, err error) {
	err = db.fenced(ctx, tree, []query{{`select p.level, p.tile, p.hashes
  from unnest($2::int[], $3::bigint[]) as w(level, tile)
  join read.proof_tiles p on p.tenant = $1 and p.level = w.level and p.tile = w.tile`, []any{tree, levels, numbers}, collect(&tiles)}})
	return tiles, err
}

// ProofLeaf returns where an event stands in a tree.
func (db *DB) ProofLeaf(ctx context.Context, tree string, id uuid.UUID) (leaf ProofLeaf, ok bool, err error) {
	var found []ProofLeaf
	err = db.fenced(ctx, tree, []query{{`select leaf, stream, revision from read.proof_leaves where tenant = $1 and id = $2 order by leaf limit 1`,
		[]any{tree, id}, collect(&found)}})
	if err != nil || len(found) == 0 {
		return ProofLeaf{}, false, err
	}
	return found[0], true, nil
}

// ProofLeaves returns where events stand in a tree, in one query; one that it does not
// hold is absent.
func (db *DB) ProofLeaves(ctx context.Context, tree string, ids []uuid.UUID) (map[uuid.UUID]ProofLeaf, error) {
	type row struct {
		ID uuid.UUID `db:"id"`
		ProofLeaf
	}
	var found []row
	err := db.fenced(ctx, tree, []query{{`select distinct on (id) id, leaf, stream, revision from read.proof_leaves
 where tenant = $1 and id = any($2) order by id, leaf`, []any{tree, ids}, collect(&found)}})
	out := make(map[uuid.UUID]ProofLeaf, len(found))
	for _, r := range found {
		out[r.ID] = r.ProofLeaf
	}
	return out, err
}

const checkpointColumns = `select tenant, number, size, root, note, signed_at, stream, revision from read.log_checkpoints where tenant = $1`

// HeadsPage is how many published heads are read at once.
const HeadsPage = 16

// Anybody who can write into the log can write what looks like a head, so heads are read
// as lists: whoever knows the keys takes the first that one of them signed.

func (db *DB) heads(ctx context.Context, tree, where string, skip int, args ...any) (found []LogCheckpoint, err error) {
	args = append([]any{tree}, args...)
	err = db.fenced(ctx, tree, []query{{fmt.Sprintf("%s%s limit %d offset %d", checkpointColumns, where, HeadsPage, skip), args, collect(&found)}})
	return found, err
}

// LatestHeads returns a page of the published heads of a tree, the largest first.
func (db *DB) LatestHeads(ctx context.Context, tree string, skip int) ([]LogCheckpoint, error) {
	return db.heads(ctx, tree, ` order by size desc, number`, skip)
}

// HeadsAt returns a page of the published heads of a size, in their order.
func (db *DB) HeadsAt(ctx context.Context, tree string, size int64, skip int) ([]LogCheckpoint, error) {
	return db.heads(ctx, tree, ` and size = $2 order by number`, skip, size)
}

// HeadsOver returns a page of the heads that cover a leaf, in the order in which they
// were published.
func (db *DB) HeadsOver(ctx context.Context, tree string, leaf int64, skip int) ([]LogCheckpoint, error) {
	return db.heads(ctx, tree, ` and size > $2 order by number`, skip, leaf)
}

// HeadedTree is a tree, with what heads say of it.
type HeadedTree struct {
	ProofTree
	Note   string `db:"note"`   // of the first head of just this size; "" = there is none
	Larger bool   `db:"larger"` // there is a head of more than the tree has
}

// HeadedTrees returns the trees, as staff sees them; tree narrows to one.
func (db *DB) HeadedTrees(ctx context.Context, tree string) (trees []HeadedTree, err error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	rows, err := db.Staff.Query(ctx, `select t.tenant, t.size, t.root,
       coalesce((select c.note from read.log_checkpoints c where c.tenant = t.tenant and c.size = t.size order by c.number limit 1), '') as note,
       exists(select from read.log_checkpoints c where c.tenant = t.tenant and c.size > t.size) as larger
  from read.proof_trees t
 where $1 = '' or t.tenant = $1
 order by t.tenant`, tree)
	if err != nil {
		return nil, unavailable(err)
	}
	trees, err = pgx.CollectRows(rows, pgx.RowToStructByNameLax[HeadedTree])
	return trees, unavailable(err)
}
