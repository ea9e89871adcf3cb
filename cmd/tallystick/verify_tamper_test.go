package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/checkpoint"
	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/eventstore/proof/rfc3161"
	"github.com/tallystick/tallystick/eventstore/proof/rfc3161/rfc3161test"
)

const tamperSeed = 20261121

// A service that runs beside verify signs on while its log is read: what it keeps then is
// held to no log that ended before.
func TestVerifyBesideAServiceThatSigns(t *testing.T) {
	t.Setenv("TALLYSTICK_DATA_DIR", t.TempDir())
	signer, public := newTestSigner(t)
	events, note := signedLog(t, signer)
	ring := &proof.Keyring{}
	if err := ring.Trust(public); err != nil {
		t.Fatal(err)
	}
	head, err := proof.Head(note)
	if err != nil {
		t.Fatal(err)
	}
	newer, err := signer.Sign(head.Tree, head.Size+1000, head.Root, head.Time)
	if err != nil {
		t.Fatal(err)
	}
	for _, late := range []bool{true, false} {
		dir := t.TempDir()
		write := func() {
			if err := os.WriteFile(filepath.Join(dir, testTenant), newer, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if !late {
			write()
		}
		log := func(take func(*proof.Event) error) error {
			for _, e := range events {
				if err := take(e); err != nil {
					return err
				}
			}
			if late {
				write()
			}
			return nil
		}
		var out bytes.Buffer
		if err := verifyLog(log, nil, ring, nil, []string{dir}, nil, &out); (err == nil) != late {
			t.Errorf("written after the log was begun: %v; %s%v", late, out.String(), err)
		}
	}
}

func newTestSigner(t *testing.T) (*proof.Signer, string) {
	t.Helper()
	_, s, err := newSigner("test.example/log")
	if err != nil {
		t.Fatal(err)
	}
	return s, s.PublicKey()
}

// TestVerifyFindsTampering does to an export what the promise of verify names,
// and has the command find it with the public key alone; a history that was
// written anew takes a checkpoint that was kept.
func TestVerifyFindsTampering(t *testing.T) {
	t.Setenv("TALLYSTICK_DATA_DIR", t.TempDir())
	signer, public := newTestSigner(t)
	events, note := signedLog(t, signer)
	dir := t.TempDir()
	verify := func(name string, log []*proof.Event, more ...string) (string, error) {
		file := filepath.Join(dir, strings.ReplaceAll(name, " ", "_")+".ndjson")
		writeExport(t, file, log)
		return tool(t, append([]string{"verify", "--from", file, "--key", public}, more...)...)
	}
	if out, err := verify("honest", events); err != nil {
		t.Fatal(out, err)
	}
	change := func(at int, f func(*proof.Event)) []*proof.Event {
		out := append([]*proof.Event(nil), events...)
		e := *out[at]
		e.Data, e.Metadata = bytes.Clone(e.Data), bytes.Clone(e.Metadata)
		f(&e)
		out[at] = &e
		return out
	}
	late := &proof.Event{Stream: events[0].Stream, Revision: 5, ID: uuid.New(), Type: "case.stage_moved.v1", ContentType: "application/json", Data: []byte(`{}`),
		Metadata: soundMetadata("2026-11-20T08:54:59Z")}
	foreign := *late
	foreign.Metadata = []byte(`{}`)
	inTime := *late
	inTime.Metadata = soundMetadata("2026-11-20T08:55:00Z")
	for name, x := range map[string]struct {
		log  []*proof.Event
		says string // "" = nothing is found
	}{
		"one flipped byte":                {change(2, func(e *proof.Event) { e.Data[3] ^= 1 }), "-1@2 "},
		"one flipped byte of metadata":    {change(4, func(e *proof.Event) { e.Metadata[12] ^= 1 }), "-1@4 "},
		"dropped":                         {append(append([]*proof.Event(nil), events[:2]...), events[3:]...), "-1@"},
		"inserted":                        {append(append(append([]*proof.Event(nil), events[:2]...), late), events[2:]...), "-1@5 "},
		"reordered":                       {append(append([]*proof.Event(nil), events[1], events[0]), events[2:]...), "-1@"},
		"back-dated by more than 5 min":   {append(append([]*proof.Event(nil), events...), late), "is back-dated"},
		"appended by a stranger":          {append(append([]*proof.Event(nil), events...), &foreign), "was not written by the service"},
		"5 minutes before the checkpoint": {append(append([]*proof.Event(nil), events...), &inTime), ""},
	} {
		out, err := verify(name, x.log)
		if x.says == "" && err != nil || x.says != "" && (err == nil || !strings.Contains(err.Error(), x.says)) {
			t.Errorf("%s: %s%v", name, out, err)
		}
	}

	kept := filepath.Join(dir, "kept.note")
	if err := os.WriteFile(kept, note, 0o600); err != nil {
		t.Fatal(err)
	}
	rewritten := signedAgain(t, signer, change(1, func(e *proof.Event) { e.Data = []byte(`{"n":7}`) })[:5])
	if out, err := verify("rewritten", rewritten); err != nil {
		t.Errorf("a history written anew does not agree with itself: %s%v", out, err)
	}
	if out, err := verify("rewritten", rewritten, "--checkpoint", kept); err == nil || !strings.Contains(err.Error(), "not what was signed") {
		t.Errorf("a history written anew: %s%v", out, err)
	}
}

// signedAgain signs the head of some events at the time of the first signing.
func signedAgain(t *testing.T, s *proof.Signer, events []*proof.Event) []*proof.Event {
	t.Helper()
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	tree := &proof.Tree{}
	var hasher proof.Hasher
	for _, e := range events {
		tree.Append(hasher.Hash(e))
	}
	root := tree.Root()
	note, err := s.Sign(testTenant, tree.Size, root, at)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(checkpoint.Published{Tree: testTenant, Size: tree.Size, Root: root[:], Note: string(note)})
	if err != nil {
		t.Fatal(err)
	}
	return append(events[:len(events):len(events)], &proof.Event{Stream: checkpoint.Stream(testTenant, at),
		ID:   uuid.NewSHA1(uuid.Nil, []byte("again")),
		Type: "checkpoint.published.v1", ContentType: "application/json", Data: data, Metadata: events[0].Metadata})
}

// TestVerifyFindsManyFlips turns many bytes of an export's events, anywhere in
// the file, hundreds of times: each time the command finds it, or the file says
// the same events still.
func TestVerifyFindsManyFlips(t *testing.T) {
	t.Setenv("TALLYSTICK_DATA_DIR", t.TempDir())
	signer, public := newTestSigner(t)
	events, _ := signedLog(t, signer)
	file := filepath.Join(t.TempDir(), "log.ndjson")
	writeExport(t, file, events[:6])
	honest, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(tamperSeed, 0))
	// The head itself is not covered by another: what is turned are the events.
	end := bytes.LastIndexByte(honest[:len(honest)-1], '\n')
	found := 0
	for round := range 300 {
		bad := bytes.Clone(honest)
		for range 1 + random.IntN(64) {
			bad[random.IntN(end)] ^= byte(1 + random.IntN(255))
		}
		if err := os.WriteFile(file, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := tool(t, "verify", "--from", file, "--key", public)
		if err != nil {
			found++
		} else if !sameEvents(t, bad, events[:6]) {
			t.Fatalf("seed %d, round %d: nothing was found: %s", tamperSeed, round, out)
		}
	}
	if found < 250 {
		t.Errorf("only %d of 300 changes were found; the rest changed nothing", found)
	}
}

func sameEvents(t *testing.T, text []byte, want []*proof.Event) bool {
	t.Helper()
	n, same := 0, true
	err := proof.ReadLines(bytes.NewReader(text), func(e *proof.Event) error {
		same = same && n < len(want) && proof.LeafHash(e.Leaf()) == proof.LeafHash(want[n].Leaf())
		n++
		return nil
	})
	return err == nil && same && n == len(want)
}

// TestVerifyTimeStamps checks the time stamps of a log with and without the
// authority's certificate.
func TestVerifyTimeStamps(t *testing.T) {
	t.Setenv("TALLYSTICK_DATA_DIR", t.TempDir())
	signer, public := newTestSigner(t)
	events, note := signedLog(t, signer)
	tsa := rfc3161test.New(t)
	authority, err := rfc3161.ParseAuthority(tsa.PEM)
	if err != nil {
		t.Fatal(err)
	}
	client, err := rfc3161.NewClient(tsa.URL, authority)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	ours, theirs := write("ours.pem", tsa.PEM), write("theirs.pem", rfc3161test.Issue(t, nil).PEM())
	stampedLog := func(of []byte) []*proof.Event {
		imprint := sha256.Sum256(of)
		token, said, err := client.Stamp(t.Context(), imprint)
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(checkpoint.Stamped{Tree: testTenant, Size: 5, Note: imprint[:], Token: token, Time: said.Time})
		if err != nil {
			t.Fatal(err)
		}
		head := events[len(events)-1]
		return append(events[:len(events):len(events)], &proof.Event{Stream: head.Stream, Revision: 1, ID: uuid.New(),
			Type:        "checkpoint.stamped.v1",
			ContentType: "application/json", Data: data, Metadata: head.Metadata})
	}
	file := filepath.Join(dir, "stamped.ndjson")
	writeExport(t, file, stampedLog(note))
	for _, x := range []struct {
		authority, says string
		ok              bool
	}{
		{ours, "1 checkpoint(s) are time-stamped\n", true},
		{"", "by whom was not checked", true},
		{theirs, "unknown authority", false},
		{filepath.Join(dir, "nobody.pem"), "no such file", false},
	} {
		args := []string{"verify", "--from", file, "--key", public}
		if x.authority != "" {
			args = append(args, "--authority", x.authority)
		}
		out, err := tool(t, args...)
		if (err == nil) != x.ok || !strings.Contains(fmt.Sprint(out, err), x.says) {
			t.Errorf("%s: %s%v", filepath.Base(x.authority), out, err)
		}
	}
	// The log of the test says that it was signed long ago, and it is stamped now.
	if out, _ := tool(t, "verify", "--from", file, "--key", public, "--authority", ours); !strings.Contains(out,
		"1 of them only more than 1h0m0s after") {
		t.Errorf("%s", out)
	}
	token, _, err := client.Stamp(t.Context(), sha256.Sum256(note))
	if err != nil {
		t.Fatal(err)
	}
	wrong, _, err := client.Stamp(t.Context(), sha256.Sum256([]byte("something else")))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		token     []byte
		authority string
		says      string
		ok        bool
	}{
		{nil, ours, "is event 1 of the 5", true}, {token, ours, "stamped that on", true}, {token, "", "was not checked", true},
		{token, theirs, "unknown authority", false}, {wrong, ours, "of another checkpoint", false},
	} {
		args := []string{"verify", "--inclusion", write("answer.json", provenBy(t, events, note, x.token)), "--key", public}
		if x.authority != "" {
			args = append(args, "--authority", x.authority)
		}
		out, err := tool(t, args...)
		if (err == nil) != x.ok || !strings.Contains(fmt.Sprint(out, err), x.says) {
			t.Errorf("an inclusion proof, %s: %s%v", x.says, out, err)
		}
	}
	other := filepath.Join(dir, "other.ndjson")
	writeExport(t, other, stampedLog([]byte("something else")))
	if out, err := tool(t, "verify", "--from", other, "--key", public, "--authority", ours); err == nil || !strings.Contains(err.Error(),
		"is of no checkpoint") {
		t.Errorf("a stamp of something else: %s%v", out, err)
	}
	t.Setenv("TALLYSTICK_TIMESTAMP_URL", tsa.URL)
	t.Setenv("TALLYSTICK_TIMESTAMP_CA", theirs)
	if out, err := tool(t, "verify", "--from", file, "--key", public); err == nil || !strings.Contains(err.Error(), "unknown authority") {
		t.Errorf("the configured authority is not asked: %s%v", out, err)
	}
}

// provenBy is an answer of the API that proves the second event, with a time
// stamp of the checkpoint unless that is nil.
func provenBy(t *testing.T, events []*proof.Event, note, token []byte) []byte {
	t.Helper()
	tree, tiles := &proof.Tree{}, proof.Tiles{}
	var hasher proof.Hasher
	for _, e := range events[:5] {
		tree.Append(hasher.Hash(e))
	}
	for _, tile := range tree.Flush() {
		tiles[tile.TileID] = tile.Hashes
	}
	p, err := proof.Inclusion(1, 5)
	if err != nil {
		t.Fatal(err)
	}
	hashes, err := p.Hashes(tiles)
	if err != nil {
		t.Fatal(err)
	}
	head := map[string]any{"note": string(note), "time_stamp": nil}
	if token != nil {
		head["time_stamp"] = map[string]any{"time": "2026-11-20T09:00:01Z", "token": token}
	}
	answer, err := json.Marshal(map[string]any{"event": proof.LineOf(events[1]), "checkpoint": head,
		"proof": string(proof.InclusionProof{Index: 1, Hashes: hashes, Checkpoint: note}.Text())})
	if err != nil {
		t.Fatal(err)
	}
	return answer
}
