package corpus

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/corpus"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore/blobs"
	"github.com/tallystick/tallystick/projections/textindex"
	"github.com/tallystick/tallystick/reactors/jobs"
)

// Validate lays what was read over what is live now, and checks the release that this
// makes.
func (w *Work) Validate(ctx context.Context, t *jobs.Task) (string, error) {
	s, todo, err := w.load(ctx, t)
	if err != nil || !todo {
		return resultOf(t.RecordID), err
	}
	v := &validation{Work: w, s: s, report: corpus.Report{Errors: []corpus.Finding{}, Warnings: []corpus.Finding{},
		Conflicts: []corpus.Conflict{}}, done: func() {}}
	defer func() { v.done() }()
	made, err := v.run(ctx, t)
	if err != nil {
		return "", err
	}
	at, err := w.Commands.Note(ctx, t.Caller("validated"), s.ReleaseID, t.ID, "corpus.validated", made)
	if err != nil {
		return "", err
	}
	if err := w.Book.WaitFor(ctx, at); err != nil { // it wants the index from here on
		return "", err
	}
	t.Progress(4, 4)
	return resultOf(s.ReleaseID), w.Commands.Checked(ctx, t.Caller("checked"), corpus.CheckSource{
		SourceChecked: corpus.SourceChecked{On: s.Retrieved, ReleaseID: s.ReleaseID}}, s.SourceID)
}

type validation struct {
	*Work
	s      corpus.Release
	report corpus.Report
	all    []corpus.Passage // of the source, merged
	done   func()           // with the index
}

func (v *validation) run(ctx context.Context, t *jobs.Task) (corpus.Validated, error) {
	out := corpus.Validated{Base: v.Book.Live().LiveRecord(), Law: law.Release(), Codes: []string{}}
	source, ok := v.Book.Source(v.s.SourceID)
	if !ok {
		return out, errors.New("corpus: the source is not known here yet")
	}
	var base blob.Ref
	if live := v.Book.Live().Now; live != nil {
		base = live.Manifest
	}
	before, err := v.Manifest(ctx, base)
	if err != nil {
		return out, err
	}
	if err := v.merge(ctx, source, before.Manifest); err != nil {
		return out, err
	}
	f, err := v.manifest(ctx, source, before, &out)
	if err != nil {
		return out, err
	}
	t.Progress(3, 4)
	if err := v.compare(ctx, f.Manifest); err != nil {
		return out, err
	}
	out.Release = f.Manifest.Name(law.Release())
	if len(v.report.Errors) == 0 {
		v.done = v.Use(out.Release)
		if err := v.index(ctx, out.Release, out.Manifest, f.Manifest); err != nil {
			return out, err
		}
	}
	return out, v.end(ctx, f, &out)
}

// merge lays the source's text over what the live release has of it, and checks it.
func (v *validation) merge(ctx context.Context, source corpus.Source, before corpus.Manifest) error {
	var old, now []corpus.Passage
	if h, ok := before.Find(source.ID); ok {
		if err := v.Texts(ctx, h.Texts, func(p *corpus.Passage) error { old = append(old, *p); return nil }); err != nil {
			return err
		}
	}
	if err := v.Texts(ctx, v.s.Read.Passages, func(p *corpus.Passage) error { now = append(now, *p); return nil }); err != nil {
		return err
	}
	text, err := v.Blobs.ReadAll(ctx, tenancy.Platform, v.s.Read.Findings, manifestMax)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &v.report.Errors); err != nil {
		return err
	}
	merged := corpus.Merge(source.ID, old, now, v.s.AsOf)
	bad, warnings := corpus.Check(corpus.Checked{Source: source, Merged: merged, Before: before, Now: now, Retrieved: v.s.Retrieved,
		ExpectRemoved: v.s.ExpectRemoved, RawSHA256: v.s.Read.Raw.SHA256, ExpectedSHA256: v.s.SHA256})
	v.report.Errors, v.report.Warnings = append(v.report.Errors, bad...), append(v.report.Warnings, warnings...)
	v.report.Diff, v.all = merged.Diff, merged.Passages
	return nil
}

// manifest keeps the merged texts, and the manifest of the release.
func (v *validation) manifest(ctx context.Context, source corpus.Source, before corpus.ManifestFile,
	out *corpus.Validated) (f corpus.ManifestFile, err error) {
	var texts bytes.Buffer
	h := corpus.Holding{SourceID: source.ID, Version: source.Version, About: source.About, AsOf: v.s.AsOf, Retrieved: v.s.Retrieved,
		RawSHA256: v.s.Read.Raw.SHA256, Reader: v.s.Read.Reader, Documents: corpus.Documents(v.all), Passages: len(v.all)}
	for i := range v.all {
		line, err := json.Marshal(&v.all[i])
		if err != nil {
			return f, err
		}
		texts.Write(append(line, '\n'))
		if v.all[i].To.IsZero() {
			h.Letters += len(v.all[i].Text)
		}
	}
	if h.Texts, err = v.put(ctx, texts.Bytes()); err != nil {
		return f, err
	}
	f = corpus.ManifestFile{Manifest: before.Manifest.With(h), Provenance: []corpus.Provenance{}}
	for _, p := range before.Provenance {
		if p.SourceID != source.ID {
			f.Provenance = append(f.Provenance, p)
		}
	}
	f.Provenance = append(f.Provenance, corpus.Provenance{SourceID: source.ID, Version: source.Version, URL: v.s.URL,
		RetrievedAt: v.s.Retrieved,
		AsOf:        v.s.AsOf, ImportedBy: v.s.ImportedBy, ImportedAt: v.s.ImportedAt, ReleaseID: v.s.ReleaseID, RawSHA256: h.RawSHA256,
		Reader:  h.Reader,
		Licence: source.Licence.Name})
	slices.SortFunc(f.Provenance, func(a, b corpus.Provenance) int { return strings.Compare(a.SourceID, b.SourceID) })
	text, err := json.Marshal(f)
	if err != nil {
		return f, err
	}
	out.Texts = h.Texts
	out.Manifest, err = v.put(ctx, text)
	return f, err
}

// compare holds the embedded law against the texts of the whole release.
func (v *validation) compare(ctx context.Context, m corpus.Manifest) error {
	wanted, err := corpus.CitedProvisions()
	if err != nil {
		return err
	}
	var texts []corpus.Passage
	for _, h := range m.Holdings {
		if err := v.Texts(ctx, h.Texts, func(p *corpus.Passage) error {
			if wanted.Holds(p.URL) {
				texts = append(texts, *p)
			}
			return nil
		}); err != nil {
			return err
		}
	}
	conflicts, supported, err := corpus.Compare(corpus.NewTexts(texts))
	v.report.Supported = supported
	for _, c := range conflicts {
		v.report.Conflicts = append(v.report.Conflicts, c)
		v.report.Warnings = append(v.report.Warnings, corpus.Finding{Code: corpus.ValueNotInText, Where: c.Key(),
			Detail: strings.Join(c.Missing, ", ") + " is not in " + strings.Join(c.Provisions, ", ")})
	}
	return err
}

// probes is how many passages are looked for by their own words.
const probes = 60

// index builds the index on this node, and asks it for passages by their own words.
func (v *validation) index(ctx context.Context, name string, manifest blob.Ref, m corpus.Manifest) error {
	x, err := v.Hold(ctx, name, manifest)
	if err != nil {
		return err
	}
	own, err := corpus.Builtin()
	if err != nil {
		return err
	}
	v.report.Index = corpus.IndexReport{Passages: x.Passages(), Expected: m.Passages() + len(own)}
	if x.Passages() != v.report.Index.Expected {
		v.report.Errors = append(v.report.Errors, corpus.Finding{Code: corpus.IndexIncomplete,
			Detail: fmt.Sprintf("it holds %d of %d passages", x.Passages(), v.report.Index.Expected)})
	}
	step := max(1, len(v.all)/probes)
	for i := 0; i < len(v.all); i += step {
		p := &v.all[i]
		words := strings.Fields(p.Text)
		if len(words) < 6 {
			continue
		}
		from := max(0, len(words)/2-8)
		asked := strings.Join(words[from:min(len(words), from+16)], " ")
		hits, _, err := x.Search(ctx, textindex.Query{Text: asked, Source: v.s.SourceID, Limit: 10})
		if err != nil {
			return err
		}
		v.report.Index.Probes++
		if slices.ContainsFunc(hits, func(h textindex.Hit) bool { return h.ID == p.ID || h.SHA256 == p.SHA256 }) {
			v.report.Index.Found++
		}
	}
	if n := v.report.Index; n.Probes >= 10 && n.Found*10 < n.Probes*8 {
		v.report.Errors = append(v.report.Errors, corpus.Finding{Code: corpus.RetrievalRegressed,
			Detail: fmt.Sprintf("of %d passages %d are found by their own words", n.Probes, n.Found)})
	}
	return nil
}

// end keeps the report, and counts it.
func (v *validation) end(ctx context.Context, f corpus.ManifestFile, out *corpus.Validated) (err error) {
	r := &v.report
	r.Provenance = f.Provenance
	r.Trim()
	for _, h := range f.Manifest.Holdings {
		out.Documents += len(h.Documents)
		out.Passages += h.Passages
	}
	out.Added, out.Removed, out.Changed = r.Diff.Added.Count, r.Diff.Removed.Count, r.Diff.Changed.Count
	out.Errors, out.Warnings, out.Conflicts = r.ErrorCount, r.WarningCount, len(r.Conflicts)
	for _, e := range r.Errors {
		if !slices.Contains(out.Codes, e.Code) {
			out.Codes = append(out.Codes, e.Code)
		}
	}
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	out.Report, err = v.put(ctx, text)
	return err
}

// Report reads what the checks of a release found.
func (k *Keeper) Report(ctx context.Context, ref blob.Ref) (r corpus.Report, err error) {
	text, err := k.Blobs.ReadAll(ctx, tenancy.Platform, ref, manifestMax)
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(text, &r)
}

// Recheck makes the checks of a release again but for reading: that its manifest and
// texts are as they were, and their sources may still be used.
func (k *Keeper) Recheck(ctx context.Context, s corpus.Release) (found []corpus.Finding, retired []string, err error) {
	if s.Validated == nil {
		return nil, nil, nil
	}
	f, err := k.Manifest(ctx, s.Validated.Manifest)
	if damaged(err) {
		return []corpus.Finding{{Code: corpus.HashMismatch, Detail: "its manifest is damaged"}}, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	for _, h := range f.Manifest.Holdings {
		n, err := k.count(ctx, h.Texts)
		switch {
		case damaged(err), err == nil && n != h.Passages:
			found = append(found, corpus.Finding{Code: corpus.HashMismatch, Where: h.SourceID, Detail: "its texts are damaged"})
		case err != nil:
			return nil, nil, err
		}
		source, ok := k.Book.Source(h.SourceID)
		if !ok || source.Licence.Name == "" {
			found = append(found, corpus.Finding{Code: corpus.ProvenanceMissing, Where: h.SourceID, Detail: "its licence is not known"})
		}
		if source.Status == corpus.Retired {
			retired = append(retired, h.SourceID)
		}
	}
	return found, retired, nil
}

// count is how many passages a file holds, one a line. It is read to its end, which
// holds it against its hash; nothing of it is parsed, as of what was checked before.
func (k *Keeper) count(ctx context.Context, ref blob.Ref) (n int, err error) {
	r, err := k.Blobs.Open(ctx, tenancy.Platform, ref)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	buffer, last := make([]byte, 1<<18), byte('\n')
	for {
		got, err := r.Read(buffer)
		if got > 0 {
			n += bytes.Count(buffer[:got], []byte{'\n'})
			last = buffer[got-1]
		}
		switch {
		case errors.Is(err, io.EOF) && last != '\n':
			return n + 1, nil
		case errors.Is(err, io.EOF):
			return n, nil
		case err != nil:
			return 0, err
		}
	}
}

func damaged(err error) bool {
	return errors.Is(err, blobs.ErrDamaged) || errors.Is(err, blobs.ErrMissing) || errors.Is(err, blobs.ErrForgotten)
}

// rollBackPatience is how long a rollback waits for the index on every node.
const rollBackPatience = 10 * time.Minute

// RollBack has every node hold the index of the release to go back to, and goes back.
func (w *Work) RollBack(ctx context.Context, t *jobs.Task) (string, error) {
	const result = "/api/staff/corpus/health/"
	until := time.Now().Add(rollBackPatience)
	for {
		live := w.Book.Live()
		if live.Waiting == nil || live.Job != t.ID {
			if live.Job == t.ID {
				return result, nil
			}
		} else if lacking, err := w.lackingFor(ctx, live); err != nil && fault.As(err) == nil {
			return "", err
		} else if err == nil && len(lacking) == 0 {
			return result, w.Commands.EndRollBack(ctx, t.Caller("end"), corpus.EndRollBack{JobID: t.ID})
		}
		if time.Now().After(until) {
			return "", jobs.Final("index_incomplete", "a node did not come to hold the index")
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func (w *Work) lackingFor(ctx context.Context, live corpus.Pointer) ([]string, error) {
	if live.Waiting.To == "" {
		return nil, nil // every node has the law that is built in
	}
	for _, s := range live.History {
		if s.ReleaseID == live.Waiting.To {
			name, err := w.NameNow(ctx, s)
			if err != nil {
				return nil, err
			}
			return w.Lacking(ctx, name)
		}
	}
	return nil, errors.New("corpus: the release to go back to is not known here")
}

// NameNow is what a release is called under this binary's law.
func (k *Keeper) NameNow(ctx context.Context, s corpus.Standing) (string, error) {
	if s.Law == law.Release() {
		return s.Release, nil
	}
	f, err := k.Manifest(ctx, s.Manifest)
	return f.Manifest.Name(law.Release()), err
}

// AbandonRollBack ends a rollback that did not come about.
func (w *Work) AbandonRollBack(ctx context.Context, t *jobs.Task, code, _ string) error {
	return w.Commands.EndRollBack(ctx, t.Caller("abandon"), corpus.EndRollBack{JobID: t.ID, Code: code})
}
