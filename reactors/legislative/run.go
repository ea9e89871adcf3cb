// Package legislative looks at the sources of the law through the fetch guard, as
// a job: whether they still read as they did.
package legislative

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/commands/fetchguard"
	watch "github.com/tallystick/tallystick/domain/legislative"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/overlay"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/reactors/jobs"
)

// Work is what a run stands on.
type Work struct {
	Commands *commands.Legislative
	People   interface {
		Principals(tenant string) []tenancy.Principal
	}
	Known interface { // what is known of a place
		Place(tenant, folder string) watch.State
	}
	Packs commands.LawBook
	// Fetch reads an address; it is the guard's Get.
	Fetch func(ctx context.Context, address string, schemes []string) (fetchguard.Fetched, error)
}

// atOnce is how many sources are fetched at once.
const atOnce = 8

// Run looks at the sources of the places that were asked for.
func (w *Work) Run(ctx context.Context, t *jobs.Task) (string, error) {
	const result = "/api/legislative/"
	c, err := w.caller(t, "read")
	if err != nil {
		return "", err
	}
	h, err := commands.RunKind.Load(ctx, w.Commands.Log, c, t.RecordID)
	if err != nil || h.State.Ended != nil {
		return result, err
	}
	folders := w.folders(t.Tenant, h.State.Places)
	end := watch.RunEnded{ByOutcome: map[string]int{}}
	for i, folder := range folders {
		if err := w.place(ctx, t, folder, h.State.RunID, &end); err != nil {
			return "", err
		}
		t.Progress(int64(i+1), int64(len(folders)))
	}
	if c, err = w.caller(t, "end"); err != nil {
		return "", err
	}
	return result, w.Commands.EndRun(ctx, c, h.State.RunID, end)
}

// folders are those of the places named, or of all that are enabled.
func (w *Work) folders(tenant string, places []string) (out []string) {
	for _, folder := range law.Folders() {
		if len(places) > 0 && slices.Contains(places, strings.ToUpper(folder)) || len(places) == 0 && !w.Known.Place(tenant, folder).Disabled {
			out = append(out, folder)
		}
	}
	return out
}

// caller is who a step acts as: the principal who asked for the run, with the role
// that they have now.
func (w *Work) caller(t *jobs.Task, step string) (commands.Caller, error) {
	c := t.Caller(step)
	for _, p := range w.People.Principals(t.Tenant) {
		if p.ID == t.Principal && !p.Disabled {
			c.Role = p.Role
			return c, nil
		}
	}
	return c, jobs.Final("principal_gone", "who asked for the run may not act any more")
}

// place looks at the sources of one place, and notes how they read.
func (w *Work) place(ctx context.Context, t *jobs.Task, folder, run string, end *watch.RunEnded) error {
	f, ok := commands.LawFacts(folder)
	if !ok {
		return nil
	}
	known := w.Known.Place(t.Tenant, folder)
	if known.LastRun == run {
		return nil // an earlier try got as far
	}
	ids := slices.Sorted(maps.Keys(f.Sources))
	readings, packs := make([]watch.Reading, len(ids)), make([]*overlay.Pack, len(ids))
	var work sync.WaitGroup
	room := make(chan struct{}, atOnce)
	for i, id := range ids {
		room <- struct{}{}
		work.Go(func() {
			defer func() { <-room }()
			readings[i], packs[i] = w.look(ctx, known, f, id)
		})
	}
	work.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	for i, p := range packs {
		if p != nil && w.apply(ctx, t, f.Place, readings[i].SourceID, run, *p) {
			readings[i].Outcome = watch.Applied
		}
	}
	for _, r := range readings {
		end.Sources++
		end.ByOutcome[string(r.Outcome)]++
	}
	c, err := w.caller(t, "look/"+folder)
	if err != nil {
		return err
	}
	return w.Commands.Look(ctx, c, folder, watch.Look{Checked: watch.Checked{Place: f.Place, RunID: run, Results: readings}})
}

// look reads one source. What answers with anything but 200 is not reached; a rule
// pack comes along where the place may apply one that is new, and where no redirect has
// led to a host that the place has no source at.
func (w *Work) look(ctx context.Context, known watch.State, f watch.Facts, id string) (watch.Reading, *overlay.Pack) {
	r := watch.Reading{SourceID: id, URL: known.Address(id, f.Sources[id]), Outcome: watch.Unreachable}
	got, err := w.Fetch(ctx, r.URL, fetchguard.Page)
	if err != nil || got.Status != 200 || len(got.Body) == 0 {
		return r, nil
	}
	r.SHA256 = watch.Digest(string(got.Body))
	r.Outcome = known.Compare(id, r.SHA256)
	if !known.AutoApply || r.Outcome == watch.Unchanged || !f.At(got.URL) || !strings.HasPrefix(got.ContentType, "application/json") {
		return r, nil
	}
	var p overlay.Pack
	d := json.NewDecoder(bytes.NewReader(got.Body))
	d.DisallowUnknownFields()
	if d.Decode(&p) != nil || p.Place != f.Place || len(p.Parameters) == 0 {
		return r, nil
	}
	return r, &p
}

// apply publishes structured data as a rule pack; false where the checks of packs
// refuse it, which leaves the change a notice.
func (w *Work) apply(ctx context.Context, t *jobs.Task, place, source, run string, p overlay.Pack) bool {
	c, err := w.caller(t, "apply/"+place+"/"+source)
	if err != nil {
		return false
	}
	id := watch.AppliedID(place, source)
	verb := commands.PublishRulePack(w.Packs)
	verb.Permission, verb.Permits = "legislative:run", nil // who laid down that it is applied saw every site
	_, _, err = verb.Do(ctx, w.Commands.Executor, c, overlay.StreamID(id), overlay.PublishPack{
		Pack: p, ID: id, Origin: overlay.AutoApplied, Reason: "structured data of the source " + source + ", run " + run})
	return err == nil
}
