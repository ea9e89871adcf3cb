package feeds

import (
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/reactors/jobs"
	"github.com/tallystick/tallystick/render"
)

// knownEvent is an event as a privacy export shows it: texts in the clear, those of
// other subjects than the one asked for withheld.
type knownEvent struct {
	Stream   string          `json:"stream"`
	Revision uint64          `json:"revision"`
	Type     string          `json:"type"`
	Data     json.RawMessage `json:"data"`
	Metadata json.RawMessage `json:"metadata"`
}

// private writes what the log knows of people when it was asked: of one subject, or
// of all.
func (x *Exporter) private(ctx context.Context, t *jobs.Task, s feeds.Export, asked event.Recorded, done *feeds.ExportCompleted,
	w io.Writer) error {
	b := &bundle{x: x, t: t, archive: render.NewArchive(w, s.Request.KnownAt), named: feeds.Inventory{Subject: s.Request.Subject}}
	lines, err := b.archive.Entry("events.ndjson")
	if err != nil {
		return err
	}
	subject := s.Request.Subject
	principal := strings.TrimPrefix(subject, "principal-")
	err = b.events(ctx, func(raw *eventstore.Raw, p event.Payload) (bool, error) {
		last := raw.ID == asked.ID
		meta := struct {
			Principal string `json:"principal"`
		}{}
		if json.Unmarshal(raw.Metadata, &meta) != nil {
			return last, nil
		}
		named := p != nil && slices.Contains(commands.SubjectsOf(p), subject)
		acted := principal != subject && meta.Principal == principal
		if subject != "" && !named && !acted || strings.HasPrefix(raw.Stream, "audit-") && !acted {
			return last, nil
		}
		known, err := x.Whole.known(ctx, *raw, subject)
		if err != nil {
			return false, err
		}
		line, err := json.Marshal(known)
		if err != nil {
			return false, err
		}
		done.Entries++
		b.named.Take(raw.Stream, p)
		return last, b.write(lines, append(line, '\n'))
	})
	if err != nil {
		return err
	}
	listed := b.named.Files(nil)
	if err := b.blobs(ctx, listed); err != nil {
		return err
	}
	done.Lines = int64(len(listed))
	held, err := x.Whole.Privacy.Holds(ctx, t.Tenant, subject)
	if err != nil {
		return err
	}
	holds, err := json.MarshalIndent(struct {
		Subjects []commands.HeldSubject `json:"subjects"`
	}{held}, "", "  ")
	if err != nil {
		return err
	}
	manifest, err := json.MarshalIndent(struct {
		Format      string             `json:"format"`
		Tenant      string             `json:"tenant"`
		Subject     string             `json:"subject"`
		LogPosition int64              `json:"log_position"`
		Events      int64              `json:"events"`
		Files       []feeds.BundleFile `json:"files"`
	}{"tallystick.privacy.v1", t.Tenant, subject, done.LogPosition, done.Entries, listed}, "", "  ")
	if err != nil {
		return err
	}
	return b.end([]render.File{{Name: "holds.json", Data: append(holds, '\n')}, {Name: "manifest.json", Data: append(manifest, '\n')},
		{Name: "README.txt", Data: []byte(privacyReadme)}})
}

const privacyReadme = `What is known of people: of everybody, or of the subject that manifest.json names.

events.ndjson  the events that speak of them, one a line, with texts in the clear; in the export of one subject the
               texts of others are withheld; what was forgotten says so
files/         the files that are theirs
holds.json     by subject, what keeps it from being forgotten now, each with its reason

The record of who read what (the streams audit-…) is left out, but for what a principal who was asked for did.
`

// known is an event with its texts in the clear.
func (x *Whole) known(ctx context.Context, raw eventstore.Raw, subject string) (k knownEvent, err error) {
	k = knownEvent{raw.Stream, raw.Revision, raw.Type, nil, raw.Metadata}
	if k.Data, err = x.Reveal(ctx, raw); err != nil || subject == "" {
		return k, err
	}
	var data any
	if err := json.Unmarshal(k.Data, &data); err != nil {
		return k, err
	}
	k.Data, err = json.Marshal(withheld(data, subject))
	return k, err
}

// withheld takes the opened texts of other subjects out of an event's data.
func withheld(v any, subject string) any {
	switch x := v.(type) {
	case []any:
		for i := range x {
			x[i] = withheld(x[i], subject)
		}
	case map[string]any:
		if _, opened := x["text"].(string); opened && len(x) == 2 {
			if of, is := x["subject"].(string); is && of != subject {
				return map[string]any{"subject": of, "withheld": true}
			}
		}
		for k := range x {
			x[k] = withheld(x[k], subject)
		}
	}
	return v
}
