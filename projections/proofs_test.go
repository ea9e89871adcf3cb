package projections

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/packaging/soak"
	"github.com/tallystick/tallystick/readmodels"
	"github.com/tallystick/tallystick/readmodels/pgtest"
)

const treeTenant = "0192aa00000000000000000000000001"

func rawNumber(n int, tenant string) eventstore.Raw {
	return eventstore.Raw{
		Stream: fmt.Sprintf("case-%s-%032x", tenant, n%5000), Revision: uint64(n / 5000), ID: uuid.NewSHA1(uuid.Nil, []byte(strconv.Itoa(n))),
		Type: "case.opened.v1", ContentType: "application/json", Data: bytes.Repeat([]byte("d"), 400), Metadata: bytes.Repeat([]byte("m"), 300),
	}
}

// growInto applies one batch to a version of the projection, from and to made-up
// positions.
func growInto(ctx context.Context, db *readmodels.DB, p Projection, at uint64, raws []eventstore.Raw) error {
	b := readmodels.NewBatch(readmodels.SchemaOf(p.Name, p.Version))
	if err := p.Raw(ctx, db, readmodels.SchemaOf(p.Name, p.Version), raws, b); err != nil {
		return err
	}
	to := at + uint64(len(raws))
	return db.Advance(ctx, []readmodels.Move{{Name: p.Name, Version: p.Version,
		From: readmodels.Position{Commit: at, Prepare: at}, To: readmodels.Position{Commit: to, Prepare: to}, Batch: b}})
}

func proofsIn(t testing.TB, version int) (context.Context, *readmodels.DB, Projection) {
	t.Helper()
	ctx := context.Background()
	db := pgtest.DB(t)
	p := Proofs([]string{"case"})
	p.Version = version
	if _, _, err := db.EnsureProjection(ctx, p.Name, p.Version, p.Tables); err != nil {
		t.Fatal(err)
	}
	return ctx, db, p
}

// However a log is cut into batches, the rows are the same, and every proof made
// from them verifies.
func TestTreesDoNotDependOnBatches(t *testing.T) {
	soak.Cases(t, 20, 100)
	ctx, db, once := proofsIn(t, 1)
	const events = 2500
	raws := make([]eventstore.Raw, events)
	for n := range raws {
		tenant := treeTenant
		if n%3 == 0 {
			tenant = "0"
		}
		raws[n] = rawNumber(n, tenant)
	}
	if err := growInto(ctx, db, once, 0, raws); err != nil {
		t.Fatal(err)
	}
	version := 1
	rapid.Check(t, func(t *rapid.T) {
		version++
		cut := once
		cut.Version = version
		if _, _, err := db.EnsureProjection(ctx, cut.Name, cut.Version, cut.Tables); err != nil {
			t.Fatal(err)
		}
		for at := 0; at < events; {
			n := min(rapid.IntRange(1, 900).Draw(t, "batch"), events-at)
			if err := growInto(ctx, db, cut, uint64(at), raws[at:at+n]); err != nil {
				t.Fatal(err)
			}
			at += n
		}
		for _, table := range once.Tables {
			var differ int
			sql := fmt.Sprintf(`select count(*) from (select * from proofs_v1.%[1]s except select * from proofs_v%[2]d.%[1]s
 union all select * from proofs_v%[2]d.%[1]s except select * from proofs_v1.%[1]s) d`, table.Name, version)
			if err := db.Writer.QueryRow(ctx, sql).Scan(&differ); err != nil || differ != 0 {
				t.Fatalf("%s: %d rows differ, %v", table.Name, differ, err)
			}
		}
		if err := db.DropProjection(ctx, cut.Name, cut.Version); err != nil {
			t.Fatal(err)
		}
	})
	checkProofs(t, ctx, db, raws)
}

func checkProofs(t *testing.T, ctx context.Context, db *readmodels.DB, raws []eventstore.Raw) {
	t.Helper()
	var root []byte
	var size int64
	if err := db.Writer.QueryRow(ctx, `select size, root from proofs_v1.proof_trees where tenant = $1`, treeTenant).Scan(&size, &root); err != nil {
		t.Fatal(err)
	}
	for n := 1; n < len(raws); n += 37 {
		if n%3 == 0 {
			continue
		}
		leaf, ok, err := db.ProofLeaf(ctx, treeTenant, raws[n].ID)
		if err != nil || !ok || leaf.Stream != raws[n].Stream || leaf.Revision != int64(raws[n].Revision) {
			t.Fatalf("%+v, %v, %v", leaf, ok, err)
		}
		hashes, err := inclusionFrom(ctx, db, leaf.Leaf, size)
		if err != nil {
			t.Fatal(err)
		}
		if err := proof.VerifyInclusion(uint64(leaf.Leaf), uint64(size), proof.LeafHash(raws[n].Proved().Leaf()), hashes,
			proof.Hash(root)); err != nil {
			t.Fatal(err)
		}
	}
}

func inclusionFrom(ctx context.Context, db *readmodels.DB, leaf, size int64) ([]proof.Hash, error) {
	p, err := proof.Inclusion(uint64(leaf), uint64(size))
	if err != nil {
		return nil, err
	}
	levels, numbers := make([]int32, len(p.Tiles)), make([]int64, len(p.Tiles))
	for i, id := range p.Tiles {
		levels[i], numbers[i] = int32(id.Level), int64(id.Index)
	}
	rows, err := db.ProofTiles(ctx, treeTenant, levels, numbers)
	if err != nil {
		return nil, err
	}
	tiles := proof.Tiles{}
	for _, r := range rows {
		tiles[proof.TileID{Level: int(r.Level), Index: uint64(r.Tile)}] = proof.SplitHashes(r.Hashes)
	}
	return p.Hashes(tiles)
}

// BenchmarkTreesInPostgres applies batches of 2000 events to the read model.
func BenchmarkTreesInPostgres(b *testing.B) {
	ctx, db, p := proofsIn(b, 1)
	const batch = 2000
	raws := make([]eventstore.Raw, batch)
	at := 0
	for b.Loop() {
		b.StopTimer()
		for i := range raws {
			raws[i] = rawNumber(at+i, treeTenant)
		}
		b.StartTimer()
		if err := growInto(ctx, db, p, uint64(at), raws); err != nil {
			b.Fatal(err)
		}
		at += batch
	}
	b.ReportMetric(float64(at)/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkInclusion makes a proof in a tree of TALLYSTICK_BENCH_LEAVES, a
// million unless said otherwise.
func BenchmarkInclusion(b *testing.B) {
	ctx, db, p := proofsIn(b, 1)
	size := 1_000_000
	if n, err := strconv.Atoi(os.Getenv("TALLYSTICK_BENCH_LEAVES")); err == nil {
		size = n
	}
	root := plant(b, ctx, db, p, size)
	leaf, slowest := int64(0), time.Duration(0)
	for b.Loop() {
		leaf = (leaf*6364136223846793005 + 1442695040888963407) & (1<<62 - 1)
		began := time.Now()
		hashes, err := inclusionFrom(ctx, db, leaf%int64(size), int64(size))
		if err != nil {
			b.Fatal(err)
		}
		slowest = max(slowest, time.Since(began))
		if err := proof.VerifyInclusion(uint64(leaf)%uint64(size), uint64(size), plantedLeaf(uint64(leaf)%uint64(size)), hashes,
			root); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(slowest.Microseconds()), "slowest-µs")
}

func plantedLeaf(n uint64) proof.Hash { return proof.LeafHash(strconv.AppendUint(nil, n, 10)) }

// plant writes the tiles of a large tree without its leaves' places.
func plant(b *testing.B, ctx context.Context, db *readmodels.DB, p Projection, size int) proof.Hash {
	b.Helper()
	tree := &proof.Tree{}
	columns := []string{"tenant", "level", "tile", "hashes"}
	var rows [][]any
	partial := map[proof.TileID][]proof.Hash{}
	add := func(id proof.TileID, hashes []proof.Hash) {
		rows = append(rows, []any{treeTenant, int32(id.Level), int64(id.Index), proof.JoinHashes(hashes)})
	}
	flush := func() {
		for _, t := range tree.Flush() {
			if delete(partial, t.TileID); len(t.Hashes) == proof.TileHashes {
				add(t.TileID, t.Hashes)
			} else {
				partial[t.TileID] = t.Hashes
			}
		}
		if int(tree.Size) == size {
			for id, hashes := range partial {
				add(id, hashes)
			}
		}
		if _, err := db.Owner.CopyFrom(ctx, pgx.Identifier{"proofs_v1", "proof_tiles"}, columns, pgx.CopyFromRows(rows)); err != nil {
			b.Fatal(err)
		}
		rows = nil
	}
	for n := range size {
		tree.Append(plantedLeaf(uint64(n)))
		if n%320_000 == 319_999 {
			flush()
		}
	}
	flush()
	if _, err := db.Owner.Exec(ctx, "vacuum analyze proofs_v1.proof_tiles"); err != nil {
		b.Fatal(err)
	}
	return tree.Root()
}
