package jobs

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/readmodels"
)

// startOf starts jobs of one kind, of those that wait, as the turns of all nodes have it.
// Each kind has turns of its own: while one has no room it is not asked for, and who
// waits for it must not lose their place.
func (w *Worker) startOf(ctx context.Context, kind job.Kind, waiting []readmodels.WaitingJob) (started int, behind bool, err error) {
	failed := w.Queue.TakeTurns(ctx, string(kind), func(held context.Context, t *readmodels.JobTurns) {
		at := waiting[0].At()
		late := positionLess(at, t.At)
		// Where the last claim is this node's, so is every one that the list may lack: it
		// knows of those itself.
		own := t.At == w.claimed[kind]
		if behind = late && !own && t.Still < stillFor; behind {
			return
		}
		sure := own || !late
		running := map[string]int64{}
		for _, j := range waiting {
			running[j.Tenant] = j.Running
		}
		for w.hasRoom(kind) {
			j, ok := w.pick(waiting, running, t)
			if !ok {
				return
			}
			task, lost, claimed := w.claim(held, j)
			if err = claimed; err != nil {
				return
			}
			if task == nil {
				continue // another node's, in spite of all
			}
			if !lost {
				t.Started[j.Tenant]++
				if c := (readmodels.Position{Commit: task.At.Commit, Prepare: task.At.Prepare}); positionLess(at, c) {
					at = c
				}
				if t.At = at; sure {
					w.claimed[kind] = at
				}
				running[j.Tenant]++
			}
			started++
			w.begin(ctx, task, lost)
		}
	})
	return started, behind, errors.Join(err, failed)
}

func positionLess(a, b readmodels.Position) bool {
	return event.Position{Commit: a.Commit, Prepare: a.Prepare}.Less(event.Position{Commit: b.Commit, Prepare: b.Prepare})
}

// pick chooses the next job of those of a kind that wait: of the tenant whose turn it
// is, what is due first. running is how many jobs of each are in work.
func (w *Worker) pick(waiting []readmodels.WaitingJob, running map[string]int64, t *readmodels.JobTurns) (readmodels.WaitingJob, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	maps.DeleteFunc(w.seen, func(_ string, at time.Time) bool { return now.Sub(at) > seenFor })
	first, tenants := map[string]int{}, []string{}
	for i, j := range waiting {
		if !slices.Contains(tenants, j.Tenant) {
			tenants = append(tenants, j.Tenant)
		}
		_, seen := w.seen[j.Tenant+j.ID]
		if _, has := first[j.Tenant]; !seen && !has && running[j.Tenant] < perTenant {
			first[j.Tenant] = i
		}
	}
	if t.Started == nil {
		t.Started = map[string]int64{}
	}
	tenant, ok := next(t.Started, tenants, slices.Collect(maps.Keys(first)))
	if !ok {
		return readmodels.WaitingJob{}, false
	}
	j := waiting[first[tenant]]
	w.seen[j.Tenant+j.ID] = now
	return j, true
}

// next chooses among the tenants that can be started on, of those with work waiting:
// whoever was started on least often. A tenant that comes, or comes back, begins level
// with the one that is furthest behind, so that a pause earns no privilege; who has
// nothing waiting is forgotten. counts holds how often each was started on, and becomes
// that of those that wait. ok is false where nobody can be started on.
func next(counts map[string]int64, waiting, startable []string) (chosen string, ok bool) {
	least := int64(-1)
	for _, tenant := range waiting {
		if n, known := counts[tenant]; known && (least < 0 || n < least) {
			least = n
		}
	}
	for tenant := range counts {
		if !slices.Contains(waiting, tenant) {
			delete(counts, tenant)
		}
	}
	for _, tenant := range waiting {
		if _, known := counts[tenant]; !known {
			counts[tenant] = max(least, 0)
		}
	}
	if len(startable) == 0 {
		return "", false
	}
	return slices.MinFunc(startable, func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[a], counts[b]), strings.Compare(a, b))
	}), true
}
