package service_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/eventstore/transfer"
)

// Keys of no log that exists.
const (
	testCheckpointKey = "PRIVATE+KEY+test.example/log+f3ad6ba1+AXh14GjqakH8SM95mFEMPHcqx9wk4XNmOmHMJjH0aEvO"
	testPublicKey     = "test.example/log+f3ad6ba1+AVY8zVWV6UQoHGea5VOFEiL3lQaO2hIxkK2jWpstekRd"
	nextCheckpointKey = "PRIVATE+KEY+test.example/log+93615f98+AZsoscN/0dvITwZxJ1rxpe8jDwK672/0D3JH5L9Smvqa"
	nextPublicKey     = "test.example/log+93615f98+Acpb+Iw3JwIsCmPdU0WxgAhdK4SOiy/JdRanAEzOX3Jh"
)

func trusting(t *testing.T, public ...string) *proof.Keyring {
	t.Helper()
	ring := &proof.Keyring{}
	for _, p := range public {
		if err := ring.Trust(p); err != nil {
			t.Fatal(err)
		}
	}
	return ring
}

// publish signs what has grown, as the leader does at an interval.
func (w *world) publish(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	awaitHead(t, ctx, w.Service)
	if err := w.Checkpoints.PublishAll(ctx); err != nil {
		t.Fatal(err)
	}
	awaitHead(t, ctx, w.Service)
}

type inclusion struct {
	Tree     string
	Leaf     uint64
	Size     uint64
	LeafHash string `json:"leaf_hash"`
	Hashes   []string
	Event    proof.Line
	Proof    string
}

func (r reply) into(t *testing.T, v any) {
	t.Helper()
	if err := json.Unmarshal(r.body, v); err != nil {
		t.Fatalf("%s: %v", r.body, err)
	}
}

type headView struct {
	Checkpoint struct {
		Size uint64
		Root string
		Note string
	}
	Top        *struct{ Note string }
	PublicKeys []string `json:"public_keys"`
	Rotations  []string
}

func unhex(t *testing.T, text []string) (hashes []proof.Hash) {
	t.Helper()
	for _, h := range text {
		raw, err := hex.DecodeString(h)
		if err != nil || len(raw) != proof.HashBytes {
			t.Fatalf("%q is no hash", h)
		}
		hashes = append(hashes, proof.Hash(raw))
	}
	return hashes
}

// An auditor with nothing but the public key checks what the API proves.
func TestProofsOverTheAPI(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	ring := trusting(t, testPublicKey)
	opened := w.must(t, 201, "preparer", "POST", "/api/cases/?site=1", map[string]any{"title": "Proved"})
	id := opened.field(t, "id").(string)
	stream := "case-" + w.tenant + "-" + id
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	awaitHead(t, ctx, w.Service)
	w.must(t, 200, "auditor", "GET", "/api/log/checkpoint/", nil) // the first is signed when it is asked for
	w.publish(t)

	var first headView
	w.must(t, 200, "auditor", "GET", "/api/log/checkpoint/", nil).into(t, &first)
	early, _, err := ring.Open([]byte(first.Checkpoint.Note))
	if err != nil || early.Tree != w.tenant || early.Size != first.Checkpoint.Size || first.Top == nil ||
		first.PublicKeys[0] != testPublicKey {
		t.Fatalf("%+v, %v", first, err)
	}
	if _, _, err := ring.Open([]byte(first.Top.Note)); err != nil {
		t.Error(err)
	}
	var by inclusion
	w.must(t, 200, "auditor", "GET", "/api/log/inclusion/?stream="+stream+"&revision=0", nil).into(t, &by)
	w.checkInclusion(t, ring, by, stream)
	w.must(t, 200, "auditor", "GET", "/api/log/inclusion/?event_id="+by.Event.ID.String(), nil).into(t, &by)
	w.checkInclusion(t, ring, by, stream)
	w.refusedInclusions(t, by, stream)

	for range 40 {
		w.must(t, 200, "preparer", "PATCH", "/api/cases/"+id+"/", map[string]any{"title": fmt.Sprint("Proved at ", time.Now())})
	}
	w.publish(t)
	var second headView
	w.must(t, 200, "auditor", "GET", "/api/log/checkpoint/", nil).into(t, &second)
	late, _, err := ring.Open([]byte(second.Checkpoint.Note))
	if err != nil || late.Size <= early.Size {
		t.Fatalf("%v after %v: %v", late, early, err)
	}
	var grown struct {
		From, To uint64
		Hashes   []string
	}
	w.must(t, 200, "auditor", "GET", fmt.Sprintf("/api/log/consistency/?from=%d&to=%d", early.Size, late.Size), nil).into(t, &grown)
	if err := proof.VerifyConsistency(early.Size, late.Size, unhex(t, grown.Hashes), early.Root, late.Root); err != nil {
		t.Error(err)
	}
	w.must(t, 400, "auditor", "GET", fmt.Sprintf("/api/log/consistency/?from=%d&to=%d", late.Size, early.Size), nil)
	w.must(t, 400, "auditor", "GET", fmt.Sprintf("/api/log/consistency/?from=1&to=%d", late.Size+1), nil)
	w.must(t, 200, "auditor", "GET", fmt.Sprintf("/api/log/inclusion/?stream=%s&revision=0&size=%d", stream, early.Size), nil).into(t, &by)
	w.checkInclusion(t, ring, by, stream)
	kept, err := os.ReadFile(filepath.Join(service.CheckpointDir(w.Config.DataDir), w.tenant))
	if err != nil || string(kept) != second.Checkpoint.Note {
		t.Errorf("the file holds %q, %v", kept, err)
	}
}

func (w *world) checkInclusion(t *testing.T, ring *proof.Keyring, p inclusion, stream string) {
	t.Helper()
	text, err := proof.ParseInclusionProof([]byte(p.Proof))
	if err != nil {
		t.Fatal(err)
	}
	e := proof.Event(p.Event)
	c, err := text.Verify(ring, &e)
	if err != nil || e.Stream != stream || e.Type != "case.opened.v1" || c.Size != p.Size {
		t.Errorf("%s of %v: %v", e.Stream, c, err)
	}
	e.Data = append(bytes.Clone(e.Data), ' ')
	if _, err := text.Verify(ring, &e); err == nil {
		t.Error("a changed event verifies")
	}
}

func (w *world) refusedInclusions(t *testing.T, p inclusion, stream string) {
	t.Helper()
	for as, status := range map[string]int{"other_owner": 404, "site_2_admin": 404, "preparer": 403} {
		w.must(t, status, as, "GET", "/api/log/inclusion/?stream="+stream+"&revision=0", nil)
		w.must(t, status, as, "GET", "/api/log/inclusion/?event_id="+p.Event.ID.String(), nil)
	}
	w.must(t, 404, "auditor", "GET", "/api/log/inclusion/?stream="+stream+"&revision=7", nil)
	w.must(t, 400, "auditor", "GET", "/api/log/inclusion/?stream="+stream+"&revision=0&size=100000", nil)
	w.must(t, 400, "auditor", "GET", "/api/log/inclusion/", nil)
	w.must(t, 400, "auditor", "GET", "/api/log/inclusion/?event_id=seven", nil)
	w.must(t, 404, "auditor", "GET", "/api/log/inclusion/?event_id=0192aa00-0000-4000-8000-000000000001", nil)
	published := w.must(t, 200, "auditor", "GET", "/api/log/checkpoint/", nil)
	var v struct {
		Checkpoint struct {
			Stream   string `json:"recorded_in"`
			Revision int
		}
	}
	published.into(t, &v)
	var head inclusion
	w.must(t, 200, "auditor", "GET", fmt.Sprintf("/api/log/inclusion/?stream=%s&revision=%d", v.Checkpoint.Stream, v.Checkpoint.Revision),
		nil).into(t, &head)
	if head.Tree != "top" || head.Proof == "" {
		t.Errorf("a checkpoint's own proof: %+v", head)
	}
	w.must(t, 503, "auditor", "GET", "/api/log/inclusion/?stream=case-"+w.tenant+"-"+w.must(t, 201, "owner", "POST", "/api/cases/",
		map[string]any{"title": "New"}).field(t, "id").(string)+"&revision=0", nil)
}

// history is the whole log as the verifier sees it.
func history(t *testing.T, s *service.Service) (events []*proof.Event) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	from, err := transfer.ToHead(ctx, s.Store, "")
	if err != nil {
		t.Fatal(err)
	}
	for {
		raw, err := from.Next(ctx)
		if errors.Is(err, io.EOF) {
			return events
		}
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, raw.Proved())
	}
}

func verified(events []*proof.Event, ring *proof.Keyring, kept ...[]byte) ([]proof.Summary, []proof.Finding) {
	v := &proof.Verifier{Keys: ring, Covered: func(c string) bool {
		return eventstore.Registry.Types(c) != nil && len(eventstore.Registry.Types(c)) > 0
	}}
	for _, e := range events {
		v.Prepare(e)
	}
	for _, note := range kept {
		v.Expect("kept.note", note)
	}
	v.Begin()
	for _, e := range events {
		v.Add(e)
	}
	trees, _, findings := v.End()
	return trees, findings
}

// Whatever is done to a log that the service wrote, its verifier finds and
// names.
func TestTamperingIsFoundAndNamed(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, nil)
	id := w.must(t, 201, "preparer", "POST", "/api/cases/", map[string]any{"title": "Old"}).field(t, "id").(string)
	stream := "case-" + w.tenant + "-" + id
	w.publish(t)
	early := latestNote(t, w)
	for n := range 8 {
		w.must(t, 200, "preparer", "PATCH", "/api/cases/"+id+"/", map[string]any{"title": fmt.Sprint("Title ", n)})
	}
	w.publish(t)
	w.publish(t) // nothing has grown but the audit of nobody: no call was made
	whole := history(t, w.Service)
	trees, findings := verified(whole, trusting(t, testPublicKey), early)
	if len(findings) > 0 {
		t.Fatalf("an honest log: %v", findings)
	}
	for _, tree := range trees {
		if tree.Tree != "top" && tree.Covered != tree.Events || tree.Checkpoints == 0 {
			t.Errorf("%+v", tree)
		}
	}
	at := -1
	for i, e := range whole {
		if e.Stream == stream && e.Revision == 4 {
			at = i
		}
	}
	if at < 0 {
		t.Fatal("the case is not in the log")
	}
	next := at + 1
	for ; whole[next].Stream != stream; next++ {
	}
	named := fmt.Sprintf("%s@4 (%s %s)", stream, whole[at].Type, whole[at].ID)
	changed := func(change func(e *proof.Event)) []*proof.Event {
		out := append([]*proof.Event(nil), whole...)
		e := *whole[at]
		e.Data, e.Metadata = bytes.Clone(e.Data), bytes.Clone(e.Metadata)
		change(&e)
		out[at] = &e
		return out
	}
	back := func(e *proof.Event) {
		var meta map[string]any
		if err := json.Unmarshal(e.Metadata, &meta); err != nil {
			t.Fatal(err)
		}
		meta["time"] = "2020-01-01T00:00:00Z"
		e.Metadata, _ = json.Marshal(meta)
	}
	inserted := append(append([]*proof.Event(nil), whole[:at+1]...), append([]*proof.Event{{
		Stream: "case-" + w.tenant + "-ffff", Type: "case.opened.v1", ID: whole[0].ID, ContentType: "application/json", Data: []byte("{}"),
		Metadata: whole[at].Metadata,
	}}, whole[at+1:]...)...)
	moved := append([]*proof.Event(nil), whole...)
	moved[at], moved[next] = moved[next], moved[at]
	for name, x := range map[string]struct {
		log  []*proof.Event
		want []string // each in some finding
	}{
		"flipped data": {changed(func(e *proof.Event) { e.Data[len(e.Data)/2] ^= 1 }),
			[]string{named + ": is not what was signed: it was changed"}},
		"flipped metadata": {changed(func(e *proof.Event) { e.Metadata[10] ^= 1 }), []string{named + ": is not what was signed"}},
		"another type":     {changed(func(e *proof.Event) { e.Type = "case.reopened.v1" }), []string{stream + "@4 (case.reopened.v1 "}},
		"dropped": {append(append([]*proof.Event(nil), whole[:at]...), whole[at+1:]...), []string{stream + "@4: is missing",
			"were dropped"}},
		"inserted": {inserted, []string{"case-" + w.tenant + "-ffff@0 (case.opened.v1 " + whole[0].ID.String() + "): was inserted"}},
		"reordered": {moved, []string{fmt.Sprintf("%s@5 (%s %s): was moved", stream, whole[next].Type, whole[next].ID),
			named + ": comes after revision 5"}},
		"back-dated": {changed(back), []string{named + ": is back-dated"}},
		"cut off":    {whole[:at], []string{"covers"}},
	} {
		kept := [][]byte{early}
		if name == "cut off" {
			kept = append(kept, latestNote(t, w))
		}
		_, findings := verified(x.log, trusting(t, testPublicKey), kept...)
		for _, want := range x.want {
			found := false
			for _, f := range findings {
				found = found || strings.Contains(f.String(), want)
			}
			if !found {
				t.Errorf("%s: no finding says %q: %v", name, want, findings)
			}
		}
	}
	rewritten(t, whole, at, early, named)
}

func latestNote(t *testing.T, w *world) []byte {
	t.Helper()
	c, ok, err := w.Checkpoints.Head(context.Background(), w.tenant, 0)
	if err != nil || !ok {
		t.Fatalf("%v, %v", ok, err)
	}
	return []byte(c.Note)
}

// rewritten changes an event of before the early checkpoint and signs the whole
// history anew, as its keeper could: only the checkpoint that somebody kept
// tells.
func rewritten(t *testing.T, whole []*proof.Event, at int, early []byte, named string) {
	t.Helper()
	c, err := proof.Head(early)
	if err != nil {
		t.Fatal(err)
	}
	var log []*proof.Event
	trees := map[string]*proof.Tree{}
	signer, err := proof.ParseSigner(testCheckpointKey)
	if err != nil {
		t.Fatal(err)
	}
	var hasher proof.Hasher
	var first string
	for _, e := range whole {
		e := *e
		tree, _ := proof.TreeOf(e.Stream)
		if tree == "top" {
			continue
		}
		if trees[tree] == nil {
			trees[tree] = &proof.Tree{}
		}
		if tree == c.Tree && trees[tree].Size == 3 {
			e.Data = append(bytes.Clone(e.Data), ' ')
			first = e.Stream
		}
		trees[tree].Append(hasher.Hash(&e))
		log = append(log, &e)
	}
	size := trees[c.Tree].Size
	note, err := signer.Sign(c.Tree, size, trees[c.Tree].Root(), c.Time.Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	if _, findings := verified(log, trusting(t, testPublicKey), note); len(findings) > 0 {
		t.Errorf("a rewritten history is consistent with itself: %v", findings)
	}
	_, findings := verified(log, trusting(t, testPublicKey), note, early)
	if len(findings) == 0 || !strings.Contains(findings[0].String(), "not what was signed") || findings[0].Event == "" {
		t.Errorf("a history that was rewritten at %s: %v", first, findings)
	}
}
