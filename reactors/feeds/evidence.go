package feeds

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/checkpoint"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/blobs"
	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/eventstore/transfer"
	"github.com/tallystick/tallystick/reactors/jobs"
	"github.com/tallystick/tallystick/render"
)

// Whole is what exports of a whole tenant are made from.
type Whole struct {
	Log         transfer.Log
	Reveal      func(ctx context.Context, raw eventstore.Raw) (json.RawMessage, error)
	Checkpoints *commands.Checkpoints
	Privacy     *commands.Privacy
}

// bundleBytesMax bounds an evidence bundle.
const bundleBytesMax = 2 << 30

// bundle is a ZIP of lines and files under way.
type bundle struct {
	x       *Exporter
	t       *jobs.Task
	archive *render.Archive
	named   feeds.Inventory
	written int64
}

// evidence writes the tenant's part of the log up to the first signed head that
// covers the request, the files that it names, and the keys.
func (x *Exporter) evidence(ctx context.Context, t *jobs.Task, s feeds.Export, asked event.Recorded, done *feeds.ExportCompleted,
	w io.Writer) error {
	everywhere := func(int64) bool { return true }
	if _, err := x.Whole.Checkpoints.Inclusion(ctx, t.Tenant, commands.EventRef{ID: asked.ID}, 0, everywhere); err != nil {
		return err // the next try finds it signed
	}
	b := &bundle{x: x, t: t, archive: render.NewArchive(w, s.Request.KnownAt), named: feeds.Inventory{ExportID: s.ID}}
	lines, err := b.archive.Entry("log.ndjson")
	if err != nil {
		return err
	}
	var head *checkpoint.Published
	err = b.events(ctx, func(raw *eventstore.Raw, p event.Payload) (bool, error) {
		line, err := proof.MarshalLines([]*proof.Event{raw.Proved()})
		if err != nil {
			return false, err
		}
		if err := b.write(lines, line); err != nil {
			return false, err
		}
		done.Entries++
		b.named.Take(raw.Stream, p)
		if c, ok := p.(checkpoint.Published); ok && c.Tree == t.Tenant && int64(c.Size) > done.LogPosition {
			head = &c
		}
		return head != nil, nil
	})
	if err != nil {
		return err
	}
	if head == nil {
		return errors.New("feeds: the head that covers the request is not in the log yet")
	}
	manifest, ok := b.named.Evidence(head.Size)
	if !ok {
		return errors.New("feeds: the request is not among the events that its head covers")
	}
	if err := b.blobs(ctx, manifest.Files); err != nil {
		return err
	}
	done.Lines = int64(len(manifest.Files))
	keys, err := x.Whole.Checkpoints.Keys(ctx)
	if err != nil {
		return err
	}
	rotations, err := x.Whole.Checkpoints.Rotations(ctx)
	if err != nil {
		return err
	}
	list, err := manifest.Text()
	if err != nil {
		return err
	}
	more := []render.File{{Name: "manifest.json", Data: list}, {Name: "checkpoint.txt", Data: []byte(head.Note)},
		{Name: "keys.txt", Data: []byte(strings.Join(keys.Public(), "\n") + "\n")}}
	for i, r := range rotations {
		more = append(more, render.File{Name: fmt.Sprintf("rotations/%03d.txt", i+1), Data: r})
	}
	return b.end(append(more, render.File{Name: "README.txt", Data: []byte(feeds.EvidenceReadme)}))
}

// events gives each event of the tenant, in the order of the log, until each says
// that it was the last.
func (b *bundle) events(ctx context.Context, each func(raw *eventstore.Raw, p event.Payload) (last bool, err error)) error {
	source, err := transfer.Whole(ctx, b.x.Whole.Log, b.t.Tenant)
	if err != nil {
		return err
	}
	for n := int64(1); ; n++ {
		raw, err := source.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var p event.Payload // nil of what the service did not write, which names no files
		if eventstore.NotOurs(raw.Proved()) == "" {
			if p, _, err = eventstore.Registry.Decode(raw.Stream, raw.Type, raw.Data); err != nil {
				return err
			}
		}
		if n%1000 == 0 {
			b.t.Progress(n, 0)
		}
		if last, err := each(&raw, p); err != nil || last {
			return err
		}
	}
}

// blobs writes the files that are kept, and says of a listed one that cannot be read
// why.
func (b *bundle) blobs(ctx context.Context, listed []feeds.BundleFile) error {
	for i := range listed {
		f := &listed[i]
		b.t.Progress(int64(i), int64(len(listed)))
		if f.State != feeds.FileKept {
			continue
		}
		file, err := b.x.Blobs.Open(ctx, b.t.Tenant, f.Ref)
		switch {
		case errors.Is(err, blobs.ErrForgotten):
			return jobs.Final("subject_forgotten", "%s was forgotten while the file was made; ask for it anew", f.Ref.Subject)
		case errors.Is(err, blobs.ErrMissing):
			f.State = feeds.FileMissing
		case errors.Is(err, blobs.ErrDamaged):
			f.State = feeds.FileDamaged
		case err != nil:
			return err
		default:
			out, err := b.archive.Entry(f.Name)
			if err == nil {
				err = b.copy(out, file)
			}
			if err = errors.Join(err, file.Close()); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *bundle) copy(w io.Writer, r io.Reader) error {
	n, err := io.Copy(w, io.LimitReader(r, bundleBytesMax-b.written+1))
	return errors.Join(err, b.count(n))
}

func (b *bundle) write(w io.Writer, text []byte) error {
	if err := b.count(int64(len(text))); err != nil {
		return err
	}
	_, err := w.Write(text)
	return err
}

func (b *bundle) count(n int64) error {
	if b.written += n; b.written > bundleBytesMax {
		return jobs.Final("bundle_too_large", "the bundle would be larger than %d bytes; an operator can export and verify the log itself",
			int64(bundleBytesMax))
	}
	return nil
}

func (b *bundle) end(more []render.File) error {
	for _, f := range more {
		w, err := b.archive.Entry(f.Name)
		if err == nil {
			err = b.write(w, f.Data)
		}
		if err != nil {
			return err
		}
	}
	return b.archive.Close()
}
