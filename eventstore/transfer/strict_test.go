package transfer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/node"
	"github.com/tallystick/tallystick/eventstore/storetest"
)

// strictly is a pipeline to a cluster that is as strict as a real one.
func strictly(t *testing.T, cluster *storetest.Strict) Pipelined {
	t.Helper()
	s := (&storetest.Server{Config: cluster.Config()}).Store(t)
	p, err := OpenPipeline(t.Context(), cluster.Config())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return Pipelined{s, p}
}

// A move as operators make it: the log is copied to a cluster, has grown meanwhile
// and is copied on, exported from there and imported into another. Reads see what
// was acknowledged late, and the cluster has another leader half way.
func TestMoveToAStrictCluster(t *testing.T) {
	a := freshLog(t)
	fill(t, a, 1300)
	cluster := storetest.NewStrict(t, 3)
	for _, m := range cluster.Members {
		m.Lag(50 * time.Millisecond)
	}
	want, chain := digest(t, a)
	moved, part := false, 0.0
	there := strictly(t, cluster)
	report, err := Copy(t.Context(), source(t, a), there, func(r Report) {
		if r.Copied > 0 && !moved {
			moved = true
			cluster.Lead(1)
		}
		if r.Fraction <= 0 || r.Fraction < part || r.Fraction > 1 {
			t.Errorf("%v of the log after %v", r.Fraction, part)
		}
		part = r.Fraction
	})
	if err != nil || !moved || report.Copied != want || report.Chain != chain {
		t.Fatalf("%+v, %v; want %d, %s", report, err, want, chain)
	}
	more := eventstore.Raw{Stream: "case-cc-1", ID: uuid.New(), Type: "case.noted.v1", ContentType: contentJSON, Data: []byte("{}")}
	if _, err := a.AppendCopies(t.Context(), []eventstore.Raw{more}); err != nil {
		t.Fatal(err)
	}
	want, chain = digest(t, a)
	if report, err := Copy(t.Context(), source(t, a), there, nil); err != nil || report.Copied != 1 || report.Chain != chain {
		t.Errorf("the source has grown: %+v, %v", report, err)
	}
	time.Sleep(60 * time.Millisecond) // the head of the copy is read
	var lines bytes.Buffer
	if report, err := Export(t.Context(), source(t, there.Log), &lines); err != nil || report.Chain != chain {
		t.Fatalf("export: %+v, %v", report, err)
	}
	if report, err := Copy(t.Context(), NewLines(&lines), strictly(t, storetest.NewStrict(t, 1)), nil); err != nil || report.Copied != want ||
		report.Chain != chain {
		t.Errorf("import: %+v, %v", report, err)
	}
	if report, err := Copy(t.Context(), source(t, a), strictly(t, storetest.NewStrict(t, 1)).Log, nil); err != nil || report.Chain != chain {
		t.Errorf("one by one: %+v, %v", report, err)
	}
}

// A call is not half-closed before its last answer, upon which a server would drop the
// others: one call has all of them.
func TestEveryAnswerIsWaitedFor(t *testing.T) {
	cluster := storetest.NewStrict(t, 1)
	p := strictly(t, cluster)
	var runs [][]eventstore.Raw
	for i := range 300 {
		runs = append(runs, []eventstore.Raw{{Stream: fmt.Sprint("case-cc-", i), ID: uuid.New(), Type: "case.noted.v1", ContentType: contentJSON,
			Data: []byte("{}")}})
	}
	if err := p.AppendInOrder(t.Context(), runs); err != nil {
		t.Error(err)
	}
	if calls := cluster.Calls("/BatchAppend"); len(calls) != 1 {
		t.Errorf("%d calls", len(calls))
	}
}

// What the server refuses is what is said, and it is not tried again.
func TestTheServersRefusalIsSaid(t *testing.T) {
	p := strictly(t, storetest.NewStrict(t, 1))
	huge := eventstore.Raw{Stream: "case-cc-1", ID: uuid.New(), Type: "case.noted.v1", ContentType: contentBinary, Data: make([]byte, 2<<20)}
	begun := time.Now()
	_, err := Copy(t.Context(), &list{events: []eventstore.Raw{huge}}, p, nil)
	if err == nil || errors.Is(err, ErrOrder) || !strings.Contains(strings.ToLower(fmt.Sprint(err)), "maximum append size") {
		t.Errorf("%v after %v", err, time.Since(begun))
	}
}

// Of several refusals the first is said: the others only follow from it.
func TestTheFirstRefusalIsSaid(t *testing.T) {
	p := strictly(t, storetest.NewStrict(t, 1))
	of := func(stream string, revision uint64, bytes int) []eventstore.Raw {
		return []eventstore.Raw{{Stream: stream, Revision: revision, ID: uuid.New(), Type: "case.noted.v1", ContentType: contentBinary,
			Data: make([]byte, bytes)}}
	}
	err := p.AppendInOrder(t.Context(), [][]eventstore.Raw{
		of("case-cc-1", 0, 1), of("case-cc-2", 0, 2<<20), of("case-cc-2", 1, 1), of("case-cc-3", 0, 1), of("case-cc-2", 2, 1)})
	if said := fmt.Sprint(err); errors.Is(err, eventstore.ErrWrongRevision) || !strings.Contains(strings.ToLower(said), "maximum append size") ||
		!strings.Contains(said, "case-cc-2@0") {
		t.Error(said)
	}
}

// A block of the log that has changed on the disk is said at once, by name, by
// whatever reads the whole log.
func TestDamageIsSaidAtOnce(t *testing.T) {
	x, s := freshServer(t)
	random := rand.NewChaCha8([32]byte{1})
	for i := range 24 {
		data := make([]byte, 1<<20) // more than stays in memory
		random.Read(data)
		e := eventstore.Raw{Stream: fmt.Sprint("case-aa-", i), ID: uuid.New(), Type: "case.noted.v1", ContentType: contentBinary, Data: data}
		if _, err := s.AppendCopies(t.Context(), []eventstore.Raw{e}); err != nil {
			t.Fatal(err)
		}
	}
	if err := x.node.Close(); err != nil {
		t.Fatal(err)
	}
	tables, err := filepath.Glob(filepath.Join(x.dir, "log", "*.sst"))
	if err != nil || len(tables) == 0 {
		t.Fatal(tables, err)
	}
	for _, name := range tables {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		content[len(content)/2] ^= 1
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	n, err := node.Open(node.Options{Dir: filepath.Join(x.dir, "log")})
	if err != nil { // the damage is where the log ends, which is read at the start
		if !strings.Contains(err.Error(), "checksum") {
			t.Errorf("open: %v", err)
		}
		return
	}
	n.Close()
	x.start(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // it would try again for minutes
	defer cancel()
	from, err := ToHead(ctx, s, "")
	if err == nil {
		_, _, err = Digest(ctx, from)
	}
	if !errors.Is(err, eventstore.ErrCorrupt) {
		t.Errorf("%v", err)
	}
}
