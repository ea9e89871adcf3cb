package service_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/packaging/soak"
)

// TestCorpusKilled kills the process in the middle of imports (which build indexes),
// promotions and rollbacks: an import comes to the release that an undisturbed one
// comes to, what is live is what was before or what was asked for, what was
// acknowledged stands, and no index is left half-built.
func TestCorpusKilled(t *testing.T) {
	t.Parallel()
	seed := uint64(20261123)
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 19))
	dir, err := os.MkdirTemp("", "tallystick-killed-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	os.Chmod(dir, 0o755)
	live := "" // record's id
	for round := range soak.Rounds(2) {
		live = corpusRound(t, dir, round, live, random)
	}
	cmd, w := spawn(t, dir)
	defer func() {
		cmd.Process.Signal(syscall.SIGKILL)
		cmd.Wait()
	}()
	liveIs(t, w, live)
	checkIndexes(t, w, filepath.Join(dir, "data", "corpus"))
}

// corpusRound imports a text, promotes it and goes back, and is killed in each.
func corpusRound(t *testing.T, dir string, round int, live string, random *rand.Rand) string {
	t.Helper()
	text := clmlAct(fmt.Sprintf("12,%d", 570+round), filling...)
	days := map[string]string{"expect_removed": "true", "retrieved_at": "2026-04-06", "as_of": fmt.Sprintf("202%d-04-06", 4+round)}
	cmd, w := spawn(t, dir)
	if round == 0 {
		w.register(t, "ita", "clml", nil)
	}
	queued := w.uploadText(t, "ita", text, days)
	time.Sleep(time.Duration(random.IntN(1500)) * time.Millisecond)
	cmd.Process.Signal(syscall.SIGKILL)
	cmd.Wait()

	cmd, w = spawn(t, dir)
	liveIs(t, w, live)
	r := w.checked(t, queued)
	r.expect(t, "status", "valid")
	same := w.importText(t, "ita", text, days)
	if same.at(t, "corpus_release_id") != r.at(t, "corpus_release_id") {
		t.Errorf("killed, an import comes to %s, undisturbed to %s", r.at(t, "corpus_release_id"), same.at(t, "corpus_release_id"))
	}
	id := r.at(t, "id").(string)
	promoted := killedDuring(t, cmd, w, random, corpusPath+"releases/"+id+"/promote/", map[string]any{"conflicts": dismissed(t, r, "")})

	cmd, w = spawn(t, dir)
	if now := liveIs(t, w, live, id); promoted && now != id {
		t.Errorf("%s was acknowledged as live, and %s is", id, now)
	} else if now != id {
		w.must(t, 200, "superuser", "POST", corpusPath+"releases/"+id+"/promote/", map[string]any{"conflicts": dismissed(t, r, "")})
	}
	w.must(t, 200, "staff", "GET", corpusPath+"search/?q=dovecotes+apiaries", nil).expect(t, "corpus_release_id", r.at(t, "corpus_release_id"),
		"results.0.citation.locator", "s. 401")
	back := killedDuring(t, cmd, w, random, corpusPath+"releases/rollback/", map[string]any{"to": nameOr(live), "reason": "to see"})

	cmd, w = spawn(t, dir)
	now := liveIs(t, w, live, id)
	if back && now != live {
		t.Errorf("%q was acknowledged as live again, and %q is", live, now)
	}
	cmd.Process.Signal(syscall.SIGKILL)
	cmd.Wait()
	return now
}

// nameOr is what a rollback is told to go back to.
func nameOr(record string) string {
	if record == "" {
		return law.Release()
	}
	return record
}

// killedDuring kills a process while it answers; it reports whether it had.
func killedDuring(t *testing.T, cmd *exec.Cmd, w *world, random *rand.Rand, path string, body map[string]any) bool {
	t.Helper()
	done := make(chan bool, 1)
	go func() {
		r, err := w.try("superuser", "POST", path, body)
		done <- err == nil && r.status == 200
	}()
	time.Sleep(time.Duration(random.IntN(60)) * time.Millisecond)
	cmd.Process.Signal(syscall.SIGKILL)
	cmd.Wait()
	return <-done
}

// liveIs names what is live, which is one of some records; "" is the built-in.
func liveIs(t *testing.T, w *world, of ...string) string {
	t.Helper()
	var r reply
	eventually(t, "the corpus", func() bool {
		r = w.call(t, "staff", "GET", corpusPath+"health/", nil)
		return r.status == 200
	})
	now := r.at(t, "live.release_id").(string)
	if !slices.Contains(of, now) {
		t.Errorf("%q is live, none of %q", now, of)
	}
	return now
}

// checkIndexes looks for indexes that were left half-built, or are of no release.
func checkIndexes(t *testing.T, w *world, dir string) {
	t.Helper()
	var left []string
	eventually(t, "the indexes that are wanted alone", func() bool {
		found, err := os.ReadDir(dir)
		if err != nil {
			return false
		}
		wanted := []string{law.Release()}
		list := w.must(t, 200, "staff", "GET", corpusPath+"releases/?limit=50", nil)
		for i := range int(list.at(t, "count").(float64)) {
			if name, ok := list.at(t, fmt.Sprintf("releases.%d.corpus_release_id", i)).(string); ok {
				wanted = append(wanted, name)
			}
		}
		left = nil
		for _, f := range found {
			if strings.HasSuffix(f.Name(), ".part") || !slices.Contains(wanted, f.Name()) {
				left = append(left, f.Name())
			}
		}
		return len(left) == 0
	})
}

// TestCorpusKilledAfterThePromotion kills the process once the log holds a promotion that
// nobody was told of: it is live, answers pin it, its index answers, the same request under
// the same key is told what was done, and the rollback that is killed as late goes back.
func TestCorpusKilledAfterThePromotion(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "tallystick-killed-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	os.Chmod(dir, 0o755)
	cmd, w := spawn(t, dir)
	w.register(t, "ita", "clml", nil)
	r := w.importText(t, "ita", clmlAct("12,570", filling...), map[string]string{"retrieved_at": "2026-04-06", "as_of": "2025-04-06"})
	id, name := r.at(t, "id").(string), r.at(t, "corpus_release_id")
	path, body := corpusPath+"releases/"+id+"/promote/", map[string]any{"conflicts": dismissed(t, r, "")}
	for _, step := range []struct {
		path string
		body map[string]any
		live string
		name any
	}{{path, body, id, name}, {corpusPath + "releases/rollback/", map[string]any{"reason": "to see"}, "", law.Release()}} {
		killedOnceLive(t, cmd, w, step.path, step.body, step.live)
		cmd, w = spawn(t, dir)
		if now := liveIs(t, w, step.live); now != step.live {
			t.Fatalf("the log held that %q is live, and %q is", step.live, now)
		}
		told := w.must(t, 200, "superuser", "POST", step.path, step.body, "Idempotency-Key", "late"+step.live)
		if liveIs(t, w, step.live); told.header.Get("X-Log-Position") == "" {
			t.Errorf("the same request again: %s", told.body)
		}
		w.must(t, 200, "staff", "GET", corpusPath+"search/?q=dovecotes+apiaries", nil).expect(t, "corpus_release_id", step.name)
		answer := w.must(t, 200, "owner", "POST", answerURL, map[string]any{"question": "How much income tax on £60,000 in England in 2025-26?"})
		answer.expect(t, "corpus_release_id", step.name, "calculations.0.total_tax", "11432.00")
	}
	list := w.must(t, 200, "staff", "GET", corpusPath+"releases/?status=rolled_back", nil)
	list.expect(t, "count", 1.0, "releases.0.id", id)
	checkIndexes(t, w, filepath.Join(dir, "data", "corpus"))
	cmd.Process.Signal(syscall.SIGKILL)
	cmd.Wait()
}

// killedOnceLive sends a request whose answer nobody reads, and kills the process once the
// log holds what it asks for.
func killedOnceLive(t *testing.T, cmd *exec.Cmd, w *world, path string, body map[string]any, live string) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = w.try("superuser", "POST", path, body, "Idempotency-Key", "late"+live)
	}()
	eventually(t, "what is live", func() bool {
		r := w.call(t, "staff", "GET", corpusPath+"health/", nil)
		return r.status == 200 && r.at(t, "live.release_id") == live
	})
	cmd.Process.Signal(syscall.SIGKILL)
	cmd.Wait()
	<-done
}
