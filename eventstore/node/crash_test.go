package node_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/eventstore/node"
	"github.com/tallystick/tallystick/packaging/soak"
)

// The crash test runs the node in a child, which is this test binary started
// again with these variables.
const (
	childDir    = "TALLYSTICK_CRASH_DIR"
	childSocket = "TALLYSTICK_CRASH_SOCKET"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		if err := serveChild(dir, os.Getenv(childSocket)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func serveChild(dir, socket string) error {
	n, err := node.Open(node.Options{Dir: dir})
	if err != nil {
		return err
	}
	if err := os.Remove(socket); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	l, err := net.Listen("unix", socket)
	if err != nil {
		return err
	}
	return n.Serve(l)
}

func startChild(t *testing.T, dir, socket string) *exec.Cmd {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childDir+"="+dir, childSocket+"="+socket)
	child.Stderr = os.Stderr
	child.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	return child
}

// crashTest is what the writers and the subscriber know together.
type crashTest struct {
	t       *testing.T
	mu      sync.Mutex
	acked   map[uuid.UUID]ackedEvent
	byPlace map[uint64]uuid.UUID // every position ever seen, over all lives of the node
	seen    []esdb.Position      // by the subscriber, in order
	seenIDs map[uuid.UUID]int
}

type ackedEvent struct {
	stream   string
	revision uint64
	position uint64
}

func (c *crashTest) place(position uint64, id uuid.UUID) {
	if old, ok := c.byPlace[position]; ok && old != id {
		c.t.Errorf("position %d held %s and now %s", position, old, id)
	}
	c.byPlace[position] = id
}

// TestKilled kills the node with SIGKILL while 16 to 64 writers append and one
// subscriber follows. Every acknowledged event must be there once, in order, at
// the position that was answered; the subscriber, which resumes at the last
// position it saw, must have seen every event once. Between two lives the end of
// the write-ahead log is torn in some rounds. Seed 2.
func TestKilled(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	c := &crashTest{t: t, acked: map[uuid.UUID]ackedEvent{}, byPlace: map[uint64]uuid.UUID{}, seenIDs: map[uuid.UUID]int{}}
	dir, socket := t.TempDir(), socketPath(t)
	writers := make([]crashWriter, 16+random.IntN(49))
	for i := range writers {
		writers[i] = crashWriter{test: c, stream: fmt.Sprint("writer-", i)}
	}
	for kill := range soak.Rounds(5) {
		child := startChild(t, dir, socket)
		c.life(socket, writers, time.Duration(50+random.IntN(350))*time.Millisecond, func() { _ = child.Process.Kill() })
		_ = child.Wait() // killed
		if kill%2 == 1 {
			tearLog(t, dir, random)
		}
	}
	_, last := startNode(t, node.Options{Dir: dir})
	c.verify(dial(t, last))
}

// life lets writers and subscriber run until kill is called after a while.
func (c *crashTest) life(socket string, writers []crashWriter, long time.Duration, kill func()) {
	ctx, cancel := context.WithCancel(context.Background())
	client := crashClient(c.t, socket)
	defer client.Close()
	var wg sync.WaitGroup
	wg.Go(func() { c.subscribe(ctx, client) })
	for i := range writers {
		wg.Go(func() { writers[i].run(ctx, client) })
	}
	time.Sleep(long)
	kill()
	cancel()
	wg.Wait()
}

// crashClient waits long for a node that is just starting.
func crashClient(t *testing.T, socket string) *esdb.Client {
	t.Helper()
	conf, err := esdb.ParseConnectionString("esdb://localhost:2113?tls=false&maxDiscoverAttempts=500&discoveryInterval=10")
	if err != nil {
		t.Fatal(err)
	}
	conf.Address = "unix://" + socket
	conf.Logger = func(esdb.LogLevel, string, ...any) {}
	client, err := esdb.NewClient(conf)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.GetServerVersion(); err != nil {
		t.Fatal(err)
	}
	return client
}

// crashWriter appends to its own stream, one to three events at a time, each
// time with the exact revision. An append whose answer was lost is repeated in
// the next life, as it was.
type crashWriter struct {
	test    *crashTest
	stream  string
	next    uint64 // revision of the next event
	number  int
	pending []esdb.EventData
}

func (w *crashWriter) run(ctx context.Context, client *esdb.Client) {
	for ctx.Err() == nil {
		if w.pending == nil {
			w.number++
			w.pending = events(fmt.Sprint(w.stream, "-", w.number), 1+w.number%3)
		}
		var expected esdb.ExpectedRevision = esdb.NoStream{}
		if w.next > 0 {
			expected = esdb.Revision(w.next - 1)
		}
		r, err := client.AppendToStream(ctx, w.stream, esdb.AppendToStreamOptions{ExpectedRevision: expected}, w.pending...)
		var e *esdb.Error
		if errors.As(err, &e) && e.Code() == esdb.ErrorCodeWrongExpectedVersion {
			w.test.t.Errorf("%s: %v", w.stream, err)
			return
		}
		if err != nil {
			return // the node is gone; the rest of this life is over
		}
		w.acknowledge(r)
	}
}

func (w *crashWriter) acknowledge(r *esdb.WriteResult) {
	c, count := w.test, uint64(len(w.pending))
	c.mu.Lock()
	defer c.mu.Unlock()
	if r.NextExpectedVersion != w.next+count-1 {
		c.t.Errorf("%s: %d events from %d on were answered with revision %d", w.stream, count, w.next, r.NextExpectedVersion)
	}
	for i, e := range w.pending {
		position := r.CommitPosition - count + 1 + uint64(i)
		c.place(position, e.EventID)
		c.acked[e.EventID] = ackedEvent{w.stream, w.next + uint64(i), position}
	}
	w.next += count
	w.pending = nil
}

func (c *crashTest) subscribe(ctx context.Context, client *esdb.Client) {
	var from esdb.AllPosition = esdb.Start{}
	if len(c.seen) > 0 {
		from = c.seen[len(c.seen)-1]
	}
	s, err := client.SubscribeToAll(ctx, esdb.SubscribeToAllOptions{From: from})
	if err != nil {
		return
	}
	defer s.Close()
	for {
		m := s.Recv()
		if m.SubscriptionDropped != nil {
			return
		}
		if m.EventAppeared != nil {
			c.observe(m.EventAppeared.OriginalEvent())
		}
	}
}

func (c *crashTest) observe(e *esdb.RecordedEvent) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.place(e.Position.Commit, e.EventID)
	if n := len(c.seen); n > 0 && c.seen[n-1].Commit >= e.Position.Commit {
		c.t.Errorf("subscriber: %d follows %d", e.Position.Commit, c.seen[n-1].Commit)
	}
	c.seen = append(c.seen, e.Position)
	c.seenIDs[e.EventID]++
}

// tearLog leaves what a write that was under way may leave behind the end of the
// log.
func tearLog(t *testing.T, dir string, random *rand.Rand) {
	t.Helper()
	logs, err := filepath.Glob(filepath.Join(dir, "*.log"))
	if err != nil || len(logs) == 0 {
		t.Fatalf("no write-ahead log in %s: %v", dir, err)
	}
	f, err := os.OpenFile(logs[len(logs)-1], os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	noise := make([]byte, 1+random.IntN(2000))
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	if _, err := f.Write(noise); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func (c *crashTest) verify(client *esdb.Client) {
	found := map[uuid.UUID]int{}
	next := map[string]uint64{}
	last := uint64(0)
	all := readAll(c.t, client, esdb.ReadAllOptions{}, math.MaxUint64)
	for _, e := range all {
		c.place(e.Position.Commit, e.EventID)
		if e.Position.Commit <= last {
			c.t.Errorf("position %d follows %d", e.Position.Commit, last)
		}
		last = e.Position.Commit
		if e.EventNumber != next[e.StreamID] {
			c.t.Errorf("%s: revision %d, want %d", e.StreamID, e.EventNumber, next[e.StreamID])
		}
		next[e.StreamID]++
		found[e.EventID]++
		if a, ok := c.acked[e.EventID]; ok && (a.position != e.Position.Commit || a.revision != e.EventNumber || a.stream != e.StreamID) {
			c.t.Errorf("acknowledged %+v, found %s %d at %d", a, e.StreamID, e.EventNumber, e.Position.Commit)
		}
	}
	for id := range c.acked {
		if found[id] != 1 {
			c.t.Errorf("acknowledged event %s is there %d times", id, found[id])
		}
	}
	c.verifySubscriber(client, all)
	c.t.Logf("%d acknowledged, %d found, %d seen by the subscriber", len(c.acked), len(all), len(c.seen))
	if len(c.acked) == 0 {
		c.t.Error("nothing was acknowledged")
	}
}

// verifySubscriber lets the subscriber catch up and compares.
func (c *crashTest) verifySubscriber(client *esdb.Client, all []*esdb.RecordedEvent) {
	var from esdb.AllPosition = esdb.Start{}
	if len(c.seen) > 0 {
		from = c.seen[len(c.seen)-1]
	}
	s := subscribeAll(c.t, client, esdb.SubscribeToAllOptions{From: from})
	for e := next(c.t, s); e.CaughtUp == nil; e = next(c.t, s) {
		c.observe(e.EventAppeared.OriginalEvent())
	}
	for _, e := range all {
		if c.seenIDs[e.EventID] != 1 {
			c.t.Errorf("the subscriber saw the event at %d %d times", e.Position.Commit, c.seenIDs[e.EventID])
		}
	}
	if len(c.seen) != len(all) {
		c.t.Errorf("the subscriber saw %d events of %d", len(c.seen), len(all))
	}
}
