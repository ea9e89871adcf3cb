package service_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/packaging/soak"
	"github.com/tallystick/tallystick/readmodels"
)

// childDir names the data directory of a child process that a test kills.
const childDir = "TALLYSTICK_TEST_CHILD"

// childWorld is what the child tells its parent.
type childWorld struct {
	Base string
	Keys map[string]string
}

// runChild runs a service in its own process until it is killed.
func runChild() {
	dir := os.Getenv(childDir)
	known := filepath.Join(dir, "world.json")
	c := testConfig(filepath.Join(dir, "data"))
	s, err := startService(c, lethally)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if clock := filepath.Join(dir, "clock"); exists(clock) {
		s.API.Now = func() time.Time { return time.Now().Add(aheadBy(clock)) } // nobody has been told the address yet
	}
	w := &world{Service: s, base: "http://" + s.Addr("api"), keys: map[string]string{}, ids: map[string]string{}}
	if text, err := os.ReadFile(known); err == nil {
		err = json.Unmarshal(text, &w.keys)
		if err != nil {
			panic(err)
		}
	} else {
		if err := w.populate(context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		text, _ := json.Marshal(w.keys)
		if err := os.WriteFile(known, text, 0o600); err != nil {
			panic(err)
		}
	}
	if file := os.Getenv(childHeap); file != "" {
		go watchHeap(file)
	}
	json.NewEncoder(os.Stdout).Encode(childWorld{w.base, w.keys})
	select {}
}

func spawn(t *testing.T, dir string, env ...string) (*exec.Cmd, *world) {
	t.Helper()
	if data := filepath.Join(dir, "data"); !exists(data) {
		if err := errors.Join(os.Mkdir(data, 0o755), fromTemplate(data, "postgres", "log")); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(append(os.Environ(), childDir+"="+dir), env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() }) // a test that gave up leaves none behind
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the child said nothing: %v", err)
	}
	var told childWorld
	if err := json.Unmarshal([]byte(line), &told); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return cmd, &world{base: told.Base, keys: told.Keys}
}

// acknowledged is a write that a client saw succeed.
type acknowledged struct {
	id       string
	position uint64
}

// TestKilled kills the process while 16 clients write, several times, and then
// looks for every acknowledged event, once, in order, and compares the read
// models with a rebuild from zero.
func TestKilled(t *testing.T) {
	t.Parallel()
	seed := uint64(20261120)
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	dir, err := os.MkdirTemp("", "tallystick-killed-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	os.Chmod(dir, 0o755)
	const clients = 16
	acks := make([][]acknowledged, clients)
	for round := range soak.Rounds(3) {
		cmd, w := spawn(t, dir)
		if round == 0 {
			w.fillCommerce(t)
		}
		var work sync.WaitGroup
		var answered atomic.Int64
		for i := range clients {
			work.Add(1)
			go func() {
				defer work.Done()
				acks[i] = append(acks[i], w.writeUntilDead(i, round, &answered)...)
			}()
		}
		enough := int64(1 + random.IntN(300))
		eventually(t, "writes to be acknowledged", func() bool { return answered.Load() >= enough })
		cmd.Process.Signal(syscall.SIGKILL)
		cmd.Wait()
		work.Wait()
	}
	s, err := startService(testConfig(filepath.Join(dir, "data")))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	total := checkAcknowledged(t, s.Log, acks)
	t.Logf("%d acknowledged writes", total)
	if total == 0 {
		t.Error("nothing was acknowledged; the test has tested nothing")
	}
	checkRebuild(t, s)
}

func (w *world) writeUntilDead(client, round int, answered *atomic.Int64) (acks []acknowledged) {
	for n := 0; ; n++ {
		title := fmt.Sprintf("client %d round %d case %d", client, round, n)
		r, err := w.try("owner", "POST", "/api/cases/", map[string]any{"title": title}, "Idempotency-Key", title)
		if err != nil {
			return acks
		}
		if r.status != 201 {
			continue // refused while dying: not acknowledged
		}
		var body struct {
			ID string `json:"id"`
		}
		commit, _, _ := strings.Cut(r.header.Get("X-Log-Position"), "/")
		position, err := strconv.ParseUint(commit, 10, 64)
		if json.Unmarshal(r.body, &body) != nil || err != nil {
			return acks
		}
		acks = append(acks, acknowledged{body.ID, position})
		answered.Add(1)
	}
}

func checkAcknowledged(t *testing.T, log *eventstore.Log, acks [][]acknowledged) (total int) {
	t.Helper()
	places := map[string][]uint64{}
	var last uint64
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	done := fmt.Errorf("done")
	err := log.Subscribe(ctx, event.Position{}, []string{"case-"}, func(d eventstore.Delivery) error {
		if d.Event != nil {
			if d.Event.Position.Commit <= last && last != 0 {
				t.Errorf("position %d follows %d", d.Event.Position.Commit, last)
			}
			last = d.Event.Position.Commit
			s, _ := event.ParseStream(d.Event.Stream)
			places[s.ID] = append(places[s.ID], d.Event.Position.Commit)
		}
		if d.CaughtUp {
			return done
		}
		return nil
	})
	if err != done {
		t.Fatal(err)
	}
	for client, list := range acks {
		var before uint64
		for _, a := range list {
			total++
			if at := places[a.id]; len(at) != 1 || at[0] != a.position {
				t.Errorf("client %d: case %s was acknowledged at %d and stands at %v", client, a.id, a.position, at)
			}
			if a.position < before {
				t.Errorf("client %d: %d was acknowledged after %d", client, a.position, before)
			}
			before = a.position
		}
	}
	return total
}

// checkRebuild compares every row of the live read models with those of a
// rebuild from zero.
func checkRebuild(t *testing.T, s *service.Service) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	head, live := restingRows(t, ctx, s)
	for _, p := range s.Runner.Projections {
		if err := s.DB.DropProjection(ctx, p.Name, p.Version); err != nil {
			t.Fatal(err)
		}
	}
	awaitPosition(t, ctx, s, head)
	rebuilt := dumpRows(t, ctx, s)
	if later := appendedSince(t, ctx, s, head); later > 0 {
		// The service itself appended meanwhile (a checkpoint, counts of
		// strangers). Each such event is one more record and nothing else is
		// missing; all other rows are compared over a log that stands still.
		was, is := live[readmodels.Audit.Name], rebuilt[readmodels.Audit.Name]
		if len(is)-len(was) != later || slices.ContainsFunc(was, func(row string) bool { return !slices.Contains(is, row) }) {
			t.Errorf("%d live records, %d rebuilt ones, %d appended between", len(was), len(is), later)
		}
		checkRebuild(t, s)
		return
	}
	for table, rows := range live {
		if len(rows) == 0 && table != readmodels.LogCheckpointsTable.Name { // signed once a minute
			t.Errorf("%s is empty", table)
		}
		if strings.Join(rows, "\n") != strings.Join(rebuilt[table], "\n") {
			t.Errorf("%s: %d live rows differ from %d rebuilt ones", table, len(rows), len(rebuilt[table]))
		}
	}
}

// restingRows dumps the rows of all that the log held at one moment.
func restingRows(t *testing.T, ctx context.Context, s *service.Service) (event.Position, map[string][]string) {
	t.Helper()
	for {
		head := awaitHead(t, ctx, s)
		rows := dumpRows(t, ctx, s)
		if now, _, err := s.Store.Head(ctx); err != nil {
			t.Fatal(err)
		} else if now == head {
			return head, rows
		}
	}
}

// appendedSince counts the service's events after a position.
func appendedSince(t *testing.T, ctx context.Context, s *service.Service, at event.Position) (n int) {
	t.Helper()
	raws, err := s.Store.ReadAll(ctx, at, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, raw := range raws {
		if at.Less(raw.Position) && eventstore.Registry.Registered(raw.Stream) {
			n++
		}
	}
	return n
}

func awaitHead(t *testing.T, ctx context.Context, s *service.Service) event.Position {
	t.Helper()
	head, _, err := s.Store.Head(ctx)
	if err != nil {
		t.Fatal(err)
	}
	awaitPosition(t, ctx, s, head)
	return head
}

func awaitPosition(t *testing.T, ctx context.Context, s *service.Service, at event.Position) {
	t.Helper()
	for {
		reached, err := s.DB.Reached(ctx)
		if err == nil && reached.Commit >= at.Commit && at.Commit > 0 {
			return
		}
		if ctx.Err() != nil {
			t.Fatalf("read models stand at %v, %v (%v); %v was awaited", reached, err, errors.Unwrap(err), at)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func dumpRows(t *testing.T, ctx context.Context, s *service.Service) map[string][]string {
	t.Helper()
	dump := map[string][]string{}
	for _, p := range s.Runner.Projections {
		for _, table := range p.Tables {
			rows, err := s.DB.Writer.Query(ctx, "select t::text from "+readmodels.SchemaOf(p.Name, p.Version)+"."+table.Name+" t")
			if err != nil {
				t.Fatal(err)
			}
			for rows.Next() {
				var row string
				if err := rows.Scan(&row); err != nil {
					t.Fatal(err)
				}
				dump[table.Name] = append(dump[table.Name], row)
			}
			if rows.Err() != nil {
				t.Fatal(rows.Err())
			}
			sort.Strings(dump[table.Name])
		}
	}
	return dump
}
