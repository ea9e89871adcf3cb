package documents

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/tallystick/tallystick/commands"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/intake"
	"github.com/tallystick/tallystick/domain/taxreturn"
	"github.com/tallystick/tallystick/eventstore/blobs"
	"github.com/tallystick/tallystick/reactors/jobs"
	"github.com/tallystick/tallystick/reactors/sandbox"
)

// ReturnReader reads packets of returns, as an Extractor reads documents.
type ReturnReader struct {
	*Extractor
	Returns *commands.Returns
}

// Handler is the worker's.
func (x *ReturnReader) Handler(atOnce int) jobs.Handler {
	return jobs.Handler{AtOnce: atOnce, Do: x.do, Waits: x.Box.Waits,
		Abandon: func(ctx context.Context, t *jobs.Task, code, _ string) error {
			return x.Returns.Abandon(ctx, t.Caller("abandon"), t.RecordID, code, false)
		}}
}

func (x *ReturnReader) do(ctx context.Context, t *jobs.Task) (string, error) {
	result := "/api/tax-assistant/returns/" + t.RecordID + "/"
	h, err := commands.ReturnKind.Load(ctx, x.Returns.Log, t.Caller("read"), t.RecordID)
	if err != nil {
		return "", err
	}
	s := h.State
	if s.Status != taxreturn.Received {
		return result, nil // an earlier try got as far
	}
	content, err := x.Blobs.ReadAll(ctx, t.Tenant, s.Blob, FileBytesMax)
	switch {
	case errors.Is(err, blobs.ErrForgotten):
		return "", jobs.Final("forgotten", "the return's client was forgotten")
	case errors.Is(err, blobs.ErrDamaged), errors.Is(err, blobs.ErrMissing):
		return "", jobs.Final("file_damaged", "the stored file is damaged")
	case err != nil:
		return "", err
	}
	if s.Language == "" && s.Jurisdiction == "DE" {
		s.Language = "deu"
	}
	outcome, err := x.words(ctx, t, s, content)
	var refused rejection
	if errors.As(err, &refused) {
		return result, x.Returns.Abandon(ctx, t.Caller("reject"), t.RecordID, refused.code, true)
	}
	if err != nil {
		return "", unavailable(err)
	}
	return result, x.Returns.Extracted(ctx, t.Caller("extracted"), t.RecordID, outcome)
}

// words are those of a packet with their places: of its form's fields, its text
// layer, or recognised.
func (x *ReturnReader) words(ctx context.Context, t *jobs.Task, s taxreturn.State, content []byte) (taxreturn.Outcome, error) {
	media, _, _ := strings.Cut(s.Media, ";")
	if media == "text/plain" {
		t.Progress(1, 1)
		return taxreturn.Outcome{Extraction: "text", Pages: []reading.Page{textPage(letters(content))}}, nil
	}
	if media != "application/pdf" && !strings.HasPrefix(media, "image/") {
		return taxreturn.Outcome{}, rejection{"format_not_known"}
	}
	w := &work{Extractor: x.Extractor, config: intake.Config{}}
	read, err := w.read(ctx, t, docs.State{Media: s.Media, Language: s.Language, Blob: s.Blob}, content)
	if err != nil {
		return taxreturn.Outcome{}, err
	}
	o := taxreturn.Outcome{Extraction: read.Extraction, Pages: w.pages, Shown: w.shown}
	if media != "application/pdf" || !hasForm(content) {
		return o, nil
	}
	filled, err := x.formWords(ctx, content)
	if err != nil || len(filled) == 0 {
		return o, err
	}
	o.Extraction, o.Pages = "form_fields", withFilled(o.Pages, filled)
	return o, nil
}

// hasForm reports whether a PDF may have a form: it names one, or packs its objects.
func hasForm(content []byte) bool {
	return bytes.Contains(content, []byte("/AcroForm")) || packedObjects.Match(content)
}

func textPage(text string) reading.Page {
	p := reading.PageOfText(text)
	p.Number = 1
	return p
}

// formWords are what is filled into the fields of a PDF's form; a form that cannot
// be read says nothing.
func (x *ReturnReader) formWords(ctx context.Context, content []byte) ([]reading.Page, error) {
	out, err := x.Box.Run(ctx, sandbox.Job{Parser: parseFields, Stdin: bytes.NewReader(content), Timeout: pageTimeout})
	var failed *sandbox.Failure
	if errors.As(err, &failed) || errors.Is(err, sandbox.ErrOutput) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var pages []reading.Page
	return pages, json.Unmarshal(out, &pages)
}

// withFilled adds what fields hold to the words of pages, but for what a page shows
// there already.
func withFilled(pages, filled []reading.Page) []reading.Page {
	for _, f := range filled {
		for i := range pages {
			if pages[i].Number != f.Number {
				continue
			}
			for _, w := range f.Words {
				if !shown(pages[i], w) {
					pages[i].Words = append(pages[i].Words, w)
				}
			}
		}
	}
	return pages
}

func shown(p reading.Page, w reading.Word) bool {
	for _, x := range p.Words {
		middle := (x.Box.Top + x.Box.Bottom) / 2
		if x.Text == w.Text && middle >= w.Box.Top && middle <= w.Box.Bottom && x.Box.Left < w.Box.Right && x.Box.Right > w.Box.Left {
			return true
		}
	}
	return false
}
