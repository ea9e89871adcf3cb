package service_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"github.com/jackc/pgx/v5"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/checkpoint"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/proof"
)

// A pack carries the first checkpoint that covers it, for ever.
func TestPacksCarryTheirProof(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	id, _ := w.openCase(t, "Ada Byron")
	w.finishReview(t, id)
	w.must(t, 200, "tax_manager", "POST", "/api/cases/"+id+"/finalise/", nil)
	first := w.must(t, 200, "auditor", "GET", "/api/cases/"+id+"/export/", nil)
	w.publish(t)
	w.must(t, 200, "tax_manager", "POST", "/api/cases/"+id+"/reopen/", map[string]any{"reason": "A late payslip"})
	w.publish(t)
	again := w.must(t, 200, "auditor", "GET", "/api/cases/"+id+"/export/?revision=1", nil)
	if !bytes.Equal(first.body, again.body) {
		t.Error("a later checkpoint changed the pack")
	}
	z, err := zip.NewReader(bytes.NewReader(first.body), int64(len(first.body)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name], _ = io.ReadAll(in)
	}
	ring := trusting(t, strings.TrimSpace(string(files["proof/public-key.txt"])))
	if strings.TrimSpace(string(files["proof/public-key.txt"])) != testPublicKey {
		t.Errorf("public key %s", files["proof/public-key.txt"])
	}
	p, err := proof.ParseInclusionProof(files["proof/inclusion-proof.txt"])
	if err != nil {
		t.Fatal(err)
	}
	var last *proof.Event
	if err := proof.ReadLines(bytes.NewReader(files["proof/leaves.ndjson"]), func(e *proof.Event) error { last = e; return nil }); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Verify(ring, last); err != nil || last.Type != "case.finalised.v1" {
		t.Errorf("%s: %v", last.Type, err)
	}
	if !bytes.Equal(p.Checkpoint, files["proof/checkpoint.txt"]) {
		t.Error("the proof is in another checkpoint")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	checkRebuildKeeps(t, ctx, w)
	after := w.must(t, 200, "auditor", "GET", "/api/cases/"+id+"/export/?revision=1", nil)
	if !bytes.Equal(first.body, after.body) {
		t.Error("a rebuild changed the pack")
	}
}

func checkRebuildKeeps(t *testing.T, ctx context.Context, w *world) {
	t.Helper()
	checkRebuild(t, w.Service)
	var n int
	if err := w.DB.Staff.QueryRow(ctx, "select count(*) from read.log_checkpoints").Scan(&n); err != nil || n < 4 {
		t.Errorf("%d checkpoints after a rebuild, %v", n, err)
	}
}

// The leader signs at its interval; after a rotation the next key signs, and
// whoever trusts the first follows.
func TestKeyRotation(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, func(c *config.Config) { c.CheckpointEvery, c.TenantHeadEvery = 1, 1 })
	eventually(t, "a head to be signed", func() bool {
		return w.call(t, "auditor", "GET", "/api/log/checkpoint/", nil).status == http.StatusOK
	})
	next, err := proof.ParseSigner(nextCheckpointKey)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := w.Checkpoints.Rotate(ctx, next); err != nil {
		t.Fatal(err)
	}
	conf := w.Config
	w.Close()
	conf.CheckpointKey, conf.CheckpointEvery = nextCheckpointKey, 3600
	s, err := startService(conf)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	again := &world{Service: s, base: "http://" + s.Addr("api"), keys: w.keys, tenant: w.tenant}
	again.must(t, 200, "auditor", "GET", "/api/log/checkpoint/", nil)
	again.publish(t)
	var v headView
	again.must(t, 200, "auditor", "GET", "/api/log/checkpoint/", nil).into(t, &v)
	if _, _, err := trusting(t, testPublicKey).Open([]byte(v.Checkpoint.Note)); err == nil {
		t.Error("the old key still signs")
	}
	ring := trusting(t, testPublicKey)
	if ring.Follow([]byte(v.Rotations[0])) != 0 {
		t.Error("the rotation cannot be followed")
	}
	if _, public, err := ring.Open([]byte(v.Checkpoint.Note)); err != nil || public != nextPublicKey {
		t.Errorf("signed by %s, %v", public, err)
	}
	for _, key := range []string{testPublicKey, nextPublicKey} {
		if _, findings := verified(history(t, s), trusting(t, key)); len(findings) > 0 {
			t.Errorf("trusting %s: %v", key, findings)
		}
	}
}

// A process with a key that nobody introduced, or whose log has lost what was
// signed, signs nothing.
func TestNothingInconsistentIsSigned(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.publish(t)
	kept := latestNote(t, w)
	w.must(t, 201, "owner", "POST", "/api/cases/", map[string]any{"title": "More"})
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	awaitHead(t, ctx, w.Service)
	next, err := proof.ParseSigner(nextCheckpointKey)
	if err != nil {
		t.Fatal(err)
	}
	stranger := &commands.Checkpoints{Log: w.Log, DB: w.DB, Signer: next, Now: time.Now, Logger: w.Logger}
	if err := stranger.PublishTree(ctx, w.tenant); !errors.Is(err, commands.ErrInconsistent) {
		t.Errorf("a stranger's key: %v", err)
	}
	signer, err := proof.ParseSigner(testCheckpointKey)
	if err != nil {
		t.Fatal(err)
	}
	c, err := proof.Head(kept)
	if err != nil {
		t.Fatal(err)
	}
	c.Root[0] ^= 1
	other, err := signer.Sign(c.Tree, c.Size, c.Root, c.Time)
	if err != nil {
		t.Fatal(err)
	}
	ahead, err := signer.Sign(c.Tree, c.Size+1000, c.Root, c.Time)
	if err != nil {
		t.Fatal(err)
	}
	for _, note := range [][]byte{other, ahead} {
		x := &commands.Checkpoints{Log: w.Log, DB: w.DB, Signer: signer, Now: time.Now, Logger: w.Logger,
			Kept: func(string) ([]byte, error) { return note, nil }}
		if err := x.PublishTree(ctx, w.tenant); !errors.Is(err, commands.ErrInconsistent) {
			t.Errorf("with another checkpoint kept: %v", err)
		}
	}
	if err := w.Checkpoints.PublishTree(ctx, w.tenant); err != nil {
		t.Error(err)
	}
	// A head of this log's own key that is larger than its tree, beside one that is as large:
	// the log has lost what was signed.
	w.appendRaw(t, checkpoint.Stream(w.tenant, time.Now()), (checkpoint.Published{}).EventType(), checkpoint.Published{Tree: w.tenant,
		Size: c.Size + 1000, Root: c.Root[:], Note: string(ahead)})
	awaitHead(t, ctx, w.Service)
	if err := w.Checkpoints.PublishTree(ctx, w.tenant); !errors.Is(err, commands.ErrInconsistent) {
		t.Errorf("a head that is larger than its tree: %v", err)
	}
}

// countedLog counts how often its end is asked for, which each round does first.
type countedLog struct {
	*eventstore.Log
	rounds atomic.Int64
}

func (l *countedLog) ReadAllBackwards(ctx context.Context, before event.Position, count int) ([]eventstore.Raw, error) {
	l.rounds.Add(1)
	return l.Log.ReadAllBackwards(ctx, before, count)
}

// That a tree is not consistent with what was signed of it is said until a round that
// looks at every tree finds it so: the rounds between look at the tree of heads alone.
func TestARefusalOutlastsTheRoundsBetween(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.publish(t)
	signer, err := proof.ParseSigner(testCheckpointKey)
	if err != nil {
		t.Fatal(err)
	}
	c, err := proof.Head(latestNote(t, w))
	if err != nil {
		t.Fatal(err)
	}
	ahead, err := signer.Sign(c.Tree, c.Size+1000, c.Root, c.Time)
	if err != nil {
		t.Fatal(err)
	}
	w.must(t, 201, "owner", "POST", "/api/cases/", map[string]any{"title": "More"}) // its tree has grown
	var healed atomic.Bool
	log := &countedLog{Log: w.Log}
	x := &commands.Checkpoints{Log: log, DB: w.DB, Signer: signer, Now: time.Now, Logger: slog.New(slog.DiscardHandler),
		Kept: func(tree string) ([]byte, error) {
			if tree != w.tenant || healed.Load() {
				return nil, nil
			}
			return ahead, nil
		}}
	run := func(tenantsEvery time.Duration) (end func()) {
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan struct{})
		go func() { defer close(ended); x.Run(ctx, 10*time.Millisecond, tenantsEvery) }()
		return func() { cancel(); <-ended }
	}
	end := run(time.Hour)
	eventually(t, "the refusal", func() bool { return x.Refused() != "" })
	for first := log.rounds.Load(); log.rounds.Load() < first+5; time.Sleep(time.Millisecond) {
		if x.Refused() == "" {
			t.Fatal("it is said no more, and nothing has changed")
		}
	}
	if end(); x.Refused() != "" {
		t.Error("who leads no more says it still")
	}
	end = run(time.Nanosecond)
	eventually(t, "the refusal", func() bool { return x.Refused() != "" })
	healed.Store(true)
	eventually(t, "the refusal to end", func() bool { return x.Refused() == "" })
	end()
}

// Heads that somebody else wrote into the log, who has no key of it, count for nothing:
// larger than the tree, as large as it is now, before its first genuine one, and of the
// tree of heads. Signing, proofs and packs go on over what was signed, and verify names
// each of them.
func TestForgedHeadsAreNone(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	w.publish(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	forger, err := proof.ParseSigner(nextCheckpointKey)
	if err != nil {
		t.Fatal(err)
	}
	forged := 0
	forge := func(tree string, size uint64, root proof.Hash) {
		t.Helper()
		note, err := forger.Sign(tree, size, root, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		w.forge(t, checkpoint.Stream(w.tenant, time.Now()), (checkpoint.Published{}).EventType(),
			checkpoint.Published{Tree: tree, Size: size, Root: root[:], Note: string(note)})
		forged++
		awaitHead(t, ctx, w.Service)
	}
	now := func(tree string) (uint64, proof.Hash) {
		t.Helper()
		trees, err := w.DB.HeadedTrees(ctx, tree)
		if err != nil || len(trees) != 1 {
			t.Fatal(trees, err)
		}
		return uint64(trees[0].Size), proof.Hash(trees[0].Root)
	}
	id, _ := w.openCase(t, "Ada Byron")
	w.finishReview(t, id)
	w.must(t, 200, "tax_manager", "POST", "/api/cases/"+id+"/finalise/", nil)
	awaitHead(t, ctx, w.Service)
	size, root := now(w.tenant)
	forge(w.tenant, 1<<40, root)
	forge(w.tenant, size, root)
	for range 20 { // more than are read at once
		forge(w.tenant, 1<<30, root)
	}
	// One tree has no genuine head yet.
	young := newTenantID()
	w.forge(t, "case-"+young+"-0192aa00000000000000000000000001", "case.opened.v1", map[string]any{"title": "Young"})
	forge(young, 1, root)
	if err := w.Checkpoints.PublishTree(ctx, young); err != nil {
		t.Errorf("the tree whose first head is forged: %v", err)
	}
	if _, ok, err := w.Checkpoints.Latest(ctx, young); !ok || err != nil {
		t.Errorf("it has no genuine head: %v", err)
	}
	forge(proof.TopTree, 1<<40, root)

	if err := w.Checkpoints.PublishTree(ctx, w.tenant); err != nil {
		t.Errorf("the tree with forged heads: %v", err)
	}
	if c, err := proof.Head(latestNote(t, w)); err != nil || c.Size < size {
		t.Errorf("the latest head is %v, %v; the tree had %d events", c, err, size)
	}
	before, _ := now(proof.TopTree)
	if err := w.Checkpoints.PublishTop(ctx); err != nil {
		t.Errorf("the tree of heads: %v", err)
	}
	awaitHead(t, ctx, w.Service)
	top, ok, err := w.Checkpoints.Head(ctx, proof.TopTree, 0)
	if err != nil || !ok || uint64(top.Size) < before {
		t.Errorf("the latest head of heads is %+v, %v; the tree had %d", top, err, before)
	}
	w.must(t, 200, "auditor", "GET", fmt.Sprintf("/api/log/inclusion/?stream=case-%s-%s&revision=0", w.tenant, id), nil)
	w.must(t, 200, "auditor", "GET", "/api/cases/"+id+"/export/", nil)
	_, findings := verified(history(t, w.Service), trusting(t, testPublicKey))
	named := 0
	for _, f := range findings {
		if strings.Contains(f.What, "cannot be trusted") {
			named++
		}
	}
	if named != forged {
		t.Errorf("verify names %d of %d forged heads: %v", named, forged, findings)
	}
}

// A tenant's head is signed when somebody asks for what none covers, once a minute
// at most; the tree of heads is signed at its own interval.
func TestHeadsOnDemand(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, func(c *config.Config) { c.CheckpointEvery = 3600 })
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	ask := func(status int) {
		t.Helper()
		id := w.must(t, 201, "owner", "POST", "/api/cases/", map[string]any{"title": "Asked for"}).field(t, "id")
		awaitHead(t, ctx, w.Service)
		w.must(t, status, "auditor", "GET", fmt.Sprintf("/api/log/inclusion/?stream=case-%s-%s&revision=0", w.tenant, id), nil)
	}
	ask(200)
	ask(503)
	awaitHead(t, ctx, w.Service)
	if err := w.Checkpoints.PublishTop(ctx); err != nil {
		t.Fatal(err)
	}
	awaitHead(t, ctx, w.Service)
	ask(503)
	tops, err := w.DB.Staff.Query(ctx, "select tenant, count(*) from read.log_checkpoints group by tenant order by 1")
	if err != nil {
		t.Fatal(err)
	}
	heads := map[string]int{}
	var tree string
	var n int
	if _, err := pgx.ForEachRow(tops, []any{&tree, &n}, func() error { heads[tree] = n; return nil }); err != nil {
		t.Fatal(err)
	}
	if want := map[string]int{w.tenant: 1, proof.TopTree: 1}; !maps.Equal(heads, want) {
		t.Errorf("heads %v, want %v", heads, want)
	}
}
