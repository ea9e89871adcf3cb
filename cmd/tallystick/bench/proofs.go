package bench

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/readmodels"
)

// proofs measures how fast trees are built and proofs made.
func (r *run) proofs() error {
	r.treeBuilding()
	return r.inclusion()
}

// treeBuilding measures hashing events into a tree and taking its tiles, beside
// hashing the same bytes once. The two take turns, and the middle one of each
// counts.
func (r *run) treeBuilding() {
	const rounds = 5
	n := r.scale(500_000)
	e := &proof.Event{Stream: "case-0192aa00000000000000000000000001-0192aa00000000000000000000000001", Type: "bench.happened.v1",
		ContentType: "application/json", Data: eventData, Metadata: eventMetadata}
	var rates, floors []float64
	for range rounds {
		tree, hasher := &proof.Tree{}, proof.Hasher{}
		began := time.Now()
		for i := range n {
			e.Revision = uint64(i)
			tree.Append(hasher.Hash(e))
			if tree.Size%2000 == 0 { // a batch of a projection
				tree.Flush()
			}
		}
		tree.Root()
		rates = append(rates, float64(n)/time.Since(began).Seconds())

		leaf := e.Leaf()
		began = time.Now()
		var sink byte
		for i := range n {
			binary.BigEndian.PutUint64(leaf[len(leaf)-8:], uint64(i))
			sum := sha256.Sum256(leaf)
			sink ^= sum[0]
		}
		_ = sink
		floors = append(floors, float64(n)/time.Since(began).Seconds())
	}
	slices.Sort(rates)
	slices.Sort(floors)
	r.beside("tree building", "events/s", rates[rounds/2], floors[rounds/2], .5, fmt.Sprintf(", %d bytes each", len(e.Leaf())))
}

const (
	// proofLeaves is how many events the tree has of which one is proved; a quick
	// run has a tenth.
	proofLeaves = 10_000_000
	// proofEvents of them are in the log and asked for.
	proofEvents = 2000
	// proofIndexed of them are in the index by id: all would be two gigabytes of
	// rows that differ from these in nothing.
	proofIndexed = 1_000_000
	proofTimeMax = time.Millisecond
)

// inclusion measures how long it takes to prove that a large log holds an event:
// the proof alone, made of its tiles from PostgreSQL, and all that the API's
// answer needs, with the event itself. Its floor is a round trip to PostgreSQL.
// Every proof is verified.
func (r *run) inclusion() error {
	size := r.scale(proofLeaves)
	p, err := r.plant(size)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(1, 2))
	var alone, whole, floor []time.Duration
	for range r.scale(proofEvents) {
		n := random.IntN(len(p.events))
		e := p.events[n]
		began := time.Now()
		hashes, err := r.prove(p.tree, e.leaf, uint64(size))
		if err != nil {
			return err
		}
		alone = append(alone, time.Since(began))
		if err := proof.VerifyInclusion(e.leaf, uint64(size), p.hashes[n], hashes, p.root); err != nil {
			return err
		}
		began = time.Now()
		in, err := r.service.Checkpoints.Inclusion(r.ctx, p.tree, commands.EventRef{ID: e.id}, 0, func(int64) bool { return true })
		if err != nil {
			return err
		}
		whole = append(whole, time.Since(began))
		if err := proof.VerifyInclusion(e.leaf, uint64(size), proof.LeafHash(in.Event.Leaf()), in.Hashes, p.root); err != nil {
			return err
		}
		began = time.Now()
		var one int
		if err := r.service.DB.Request.QueryRow(r.ctx, "select 1").Scan(&one); err != nil {
			return err
		}
		floor = append(floor, time.Since(began))
	}
	name, trip := fmt.Sprintf("inclusion proof, %s leaves", grouped(size)), "a round trip: "+ms(quantile(floor, .5))
	p50 := quantile(alone, .5)
	r.add(figure{
		name: name, measured: fmt.Sprintf("p50 %s, p99 %s", ms(p50), ms(quantile(alone, .99))), floor: trip,
		ratio: fmt.Sprintf("%.2f", quantile(floor, .5).Seconds()/p50.Seconds()), aim: "p50 < 1 ms", met: p50 < proofTimeMax,
	})
	r.add(figure{
		name:     "  with event, leaf and checkpoint",
		measured: fmt.Sprintf("p50 %s, p99 %s", ms(quantile(whole, .5)), ms(quantile(whole, .99))), floor: trip,
		ratio: fmt.Sprintf("%.2f", quantile(floor, .5).Seconds()/quantile(whole, .5).Seconds()),
	})
	return nil
}

// prove makes an inclusion proof from the tiles of a tree.
func (r *run) prove(tree string, leaf, size uint64) ([]proof.Hash, error) {
	p, err := proof.Inclusion(leaf, size)
	if err != nil {
		return nil, err
	}
	levels, numbers := make([]int32, len(p.Tiles)), make([]int64, len(p.Tiles))
	for i, id := range p.Tiles {
		levels[i], numbers[i] = int32(id.Level), int64(id.Index)
	}
	rows, err := r.service.DB.ProofTiles(r.ctx, tree, levels, numbers)
	if err != nil {
		return nil, err
	}
	tiles := proof.Tiles{}
	for _, t := range rows {
		tiles[proof.TileID{Level: int(t.Level), Index: uint64(t.Tile)}] = proof.SplitHashes(t.Hashes)
	}
	return p.Hashes(tiles)
}

// planted is a large tree whose rows were written without the log of as many
// events; some of its leaves are events that the log does hold.
type planted struct {
	tree   string
	root   proof.Hash
	events []plantedEvent
	hashes []proof.Hash // of those
}

type plantedEvent struct {
	id   uuid.UUID
	leaf uint64
}

func (r *run) plant(size int) (*planted, error) {
	p := &planted{tree: act.Compact(uuid.Must(uuid.NewV7()))}
	at, err := r.plantEvents(p, size)
	if err != nil {
		return nil, err
	}
	schema := ""
	for _, x := range r.service.Runner.Projections {
		if x.Name == "proofs" {
			schema = readmodels.SchemaOf(x.Name, x.Version)
		}
	}
	if err := r.plantTiles(p, schema, size, at); err != nil {
		return nil, err
	}
	for _, x := range []struct {
		sql  string
		args []any
	}{
		{`insert into %s.proof_leaves (tenant, id, leaf, stream, revision)
 select $1, lpad(to_hex(n), 32, '0')::uuid, n, 'benchproof-' || $1 || '-1', n from generate_series($2::bigint, $3::bigint) n`,
			[]any{p.tree, int64(1), int64(min(size, proofIndexed))}},
		{`insert into %s.proof_trees (tenant, size, root) values ($1, $2, $3)`, []any{p.tree, int64(size), p.root[:]}},
		{`insert into %s.log_checkpoints (tenant, number, size, root, note, signed_at, stream, revision)
 values ($1, 0, $2, $3, '', now(), '', 0)`, []any{p.tree, int64(size), p.root[:]}},
	} {
		if _, err := r.service.DB.Owner.Exec(r.ctx, fmt.Sprintf(x.sql, schema), x.args...); err != nil {
			return nil, err
		}
	}
	_, err = r.service.DB.Owner.Exec(r.ctx, fmt.Sprintf("analyze %[1]s.proof_tiles, %[1]s.proof_leaves", schema))
	return p, err
}

// plantEvents appends events to a stream of a category that no projection reads,
// and says at which leaves their hashes stand.
func (r *run) plantEvents(p *planted, size int) (at map[uint64]proof.Hash, err error) {
	stream := "benchproof-" + p.tree + "-0"
	at = map[uint64]proof.Hash{}
	step := uint64(size / proofEvents)
	const batch = 500
	for first := 0; first < proofEvents; first += batch {
		proposed := make([]eventstore.Proposed, batch)
		for i := range proposed {
			proposed[i] = proposed0(stream, first+i)
		}
		if _, err := r.service.Store.Append(r.ctx, stream, eventstore.Any, proposed...); err != nil {
			return nil, err
		}
	}
	raws, err := r.service.Store.ReadStream(r.ctx, stream, 0, proofEvents)
	if err != nil {
		return nil, err
	}
	if len(raws) != proofEvents {
		return nil, fmt.Errorf("%d events of %d were read back", len(raws), proofEvents)
	}
	for i, raw := range raws {
		leaf, hash := uint64(i)*step, proof.LeafHash(raw.Proved().Leaf())
		p.events, p.hashes, at[leaf] = append(p.events, plantedEvent{raw.ID, leaf}), append(p.hashes, hash), hash
	}
	return at, nil
}

func proposed0(stream string, n int) eventstore.Proposed {
	return eventstore.Proposed{ID: uuid.NewSHA1(uuid.Nil, fmt.Appendf(nil, "%s@%d", stream, n)), Type: "bench.happened.v1", Data: eventData,
		Metadata: []byte(`{"site":0}`)}
}

// plantTiles writes the tiles of the tree, and the places of the events in it.
func (r *run) plantTiles(p *planted, schema string, size int, at map[uint64]proof.Hash) error {
	tree := &proof.Tree{}
	partial := map[proof.TileID][]proof.Hash{}
	flush := func() error {
		var rows [][]any
		add := func(id proof.TileID, hashes []proof.Hash) {
			rows = append(rows, []any{p.tree, int32(id.Level), int64(id.Index), proof.JoinHashes(hashes)})
		}
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
		_, err := r.service.DB.Owner.CopyFrom(r.ctx, pgx.Identifier{schema, "proof_tiles"}, []string{"tenant", "level", "tile", "hashes"},
			pgx.CopyFromRows(rows))
		return err
	}
	var leaf [8]byte
	for n := range uint64(size) {
		hash, real := at[n]
		if !real {
			binary.BigEndian.PutUint64(leaf[:], n)
			hash = proof.LeafHash(leaf[:])
		}
		tree.Append(hash)
		if tree.Size%320_000 == 0 || int(tree.Size) == size {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	p.root = tree.Root()
	rows := make([][]any, len(p.events))
	for i, e := range p.events {
		rows[i] = []any{p.tree, e.id, int64(e.leaf), "benchproof-" + p.tree + "-0", int64(i)}
	}
	_, err := r.service.DB.Owner.CopyFrom(r.ctx, pgx.Identifier{schema, "proof_leaves"}, []string{"tenant", "id", "leaf", "stream",
		"revision"}, pgx.CopyFromRows(rows))
	return err
}
