package corpus

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/commands/fetchguard"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/corpus"
	"github.com/tallystick/tallystick/domain/corpus/reading"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore/blobs"
	"github.com/tallystick/tallystick/reactors/jobs"
	"github.com/tallystick/tallystick/reactors/sandbox"
)

// Work is what the jobs of the corpus stand on.
type Work struct {
	Commands *commands.Corpus
	*Keeper
	Box       *sandbox.Box
	PDFToText func() sandbox.Job // as a program reads a PDF's text; its Program is "" where there is none
	Guard     *fetchguard.Guard
	Hosts     []string // that texts are fetched from
}

// Handler is the worker's, of one kind of work.
func (w *Work) Handler(do func(context.Context, *jobs.Task) (string, error)) jobs.Handler {
	return jobs.Handler{AtOnce: 1, Do: do, Abandon: w.abandon, Waits: w.Box.Waits}
}

func (w *Work) abandon(ctx context.Context, t *jobs.Task, code, detail string) error {
	_, err := w.Commands.Note(ctx, t.Caller("abandon"), t.RecordID, t.ID, "corpus.abandon", corpus.ImportFailed{JobID: t.ID, Code: code,
		Says: detail})
	return err
}

func resultOf(id string) string { return "/api/staff/corpus/releases/" + id + "/" }

// load is the release that a job works on; false where it has nothing left to do.
func (w *Work) load(ctx context.Context, t *jobs.Task) (s corpus.Release, todo bool, err error) {
	h, err := commands.CorpusReleaseKind.Load(ctx, w.Commands.Log, t.Caller("read"), t.RecordID)
	return h.State, h.State.JobID == t.ID && h.State.Status == corpus.Validating, err
}

// Import reads a text, and checks the release that it makes.
func (w *Work) Import(ctx context.Context, t *jobs.Task) (string, error) {
	s, todo, err := w.load(ctx, t)
	if err != nil || !todo {
		return resultOf(t.RecordID), err
	}
	t.Progress(0, 4)
	if s.Read == nil {
		if err := w.read(ctx, t, s); err != nil {
			return resultOf(t.RecordID), w.refused(ctx, t, err)
		}
	}
	return w.Validate(ctx, t)
}

// refused ends a release whose text is not taken; other errors have it tried again.
func (w *Work) refused(ctx context.Context, t *jobs.Task, err error) error {
	r := reading.RefusalOf(err)
	if f := fault.As(err); f != nil && f.Code == fault.Blocked {
		r = &reading.Refusal{Code: f.Blockers[0].Code, Says: f.Blockers[0].Message}
	}
	if r == nil {
		return err
	}
	_, err = w.Commands.Note(ctx, t.Caller("refused"), t.RecordID, t.ID, "corpus.refuse", corpus.ImportFailed{JobID: t.ID, Code: r.Code,
		Says: r.Says})
	return err
}

// read fetches a text, reads it in the sandbox and keeps what came out.
func (w *Work) read(ctx context.Context, t *jobs.Task, s corpus.Release) error {
	source, ok := w.Book.Source(s.SourceID)
	if !ok {
		return errors.New("corpus: the source is not known here yet")
	}
	raw := s.Raw
	if raw.IsZero() {
		var err error
		if raw, err = w.fetch(ctx, s.URL); err != nil {
			return err
		}
	}
	t.Progress(1, 4)
	content, err := w.Blobs.ReadAll(ctx, tenancy.Platform, raw, RawBytesMax)
	if err != nil {
		return err
	}
	passages, findings, n, err := w.parse(ctx, source, content)
	if err != nil {
		return err
	}
	e := corpus.Read{Raw: raw, Count: n, Reader: reading.Reader(source.Format)}
	if n > 0 {
		if e.Passages, err = w.put(ctx, passages); err != nil {
			return err
		}
	}
	text, err := json.Marshal(findings)
	if err != nil {
		return err
	}
	if e.Findings, err = w.put(ctx, text); err != nil {
		return err
	}
	noted := []event.Payload{e}
	if n == 0 { // nothing is there to be checked
		first := corpus.Finding{Code: corpus.EmptyDocument, Detail: "no passage stands in it"}
		if len(findings) > 0 {
			first = findings[0]
		}
		noted = append(noted, corpus.ImportFailed{JobID: t.ID, Code: first.Code, Where: first.Where, Says: first.Detail})
	}
	if _, err := w.Commands.Note(ctx, t.Caller("read"), t.RecordID, t.ID, "corpus.read", noted...); err != nil {
		return err
	}
	t.Progress(2, 4)
	return nil
}

func (w *Work) put(ctx context.Context, content []byte) (blob.Ref, error) {
	return w.Blobs.Put(ctx, tenancy.Platform, corpus.FilesOf, bytes.NewReader(content), textsMax)
}

// parse runs the reader. A reader that crashed, or ran out of time or memory, refuses
// the text.
func (w *Work) parse(ctx context.Context, source corpus.Source, content []byte) (passages []byte, findings []corpus.Finding, n int,
	err error) {
	const patience = 10 * time.Minute
	limited := func(out []byte, err error) ([]byte, error) {
		var failed *sandbox.Failure
		switch {
		case errors.As(err, &failed), errors.Is(err, sandbox.ErrOutput), errors.Is(err, sandbox.ErrTimeout):
			return nil, &reading.Refusal{Code: corpus.TooComplex, Says: "the reader did not come to its end with it"}
		}
		return out, err
	}
	if source.Format == "pdf" {
		if !bytes.HasPrefix(content, []byte("%PDF-")) {
			return nil, nil, 0, &reading.Refusal{Code: corpus.Unparsed, Says: "it is no PDF"}
		}
		j := w.PDFToText()
		if j.Program == "" {
			return nil, nil, 0, jobs.Final("reader_unavailable", "this node has no poppler-utils")
		}
		j.Stdin, j.Timeout, j.OutputMax = bytes.NewReader(content), patience, fileBytesMax
		text, err := w.Box.Run(ctx, j)
		var failed *sandbox.Failure
		if errors.As(err, &failed) {
			return nil, nil, 0, &reading.Refusal{Code: corpus.Unparsed, Says: "its pages cannot be read; it may be encrypted"}
		}
		if content, err = limited(text, err); err != nil {
			return nil, nil, 0, err
		}
	}
	options, err := json.Marshal(reading.Options{Language: source.Languages[0], URL: source.URL, Title: source.Title})
	if err != nil {
		return nil, nil, 0, err
	}
	out, err := limited(w.Box.Run(ctx, sandbox.Job{Parser: parser, Args: []string{source.Format, string(options)},
		Stdin:   bytes.NewReader(content),
		Timeout: patience, OutputMax: readBytesMax, MemoryMax: readMemoryMax}))
	if err != nil {
		return nil, nil, 0, err
	}
	return sorted(out)
}

// sorted takes passages and findings apart.
func sorted(out []byte) (passages []byte, findings []corpus.Finding, n int, err error) {
	findings = []corpus.Finding{}
	var kept bytes.Buffer
	for line := range bytes.Lines(out) {
		var x told
		if err := json.Unmarshal(line, &x); err != nil {
			return nil, nil, 0, fmt.Errorf("corpus: the reader wrote something else: %w", err)
		}
		if x.Finding != nil {
			findings = append(findings, *x.Finding)
		}
		if x.Passage != nil {
			text, err := json.Marshal(x.Passage)
			if err != nil {
				return nil, nil, 0, err
			}
			kept.Write(append(text, '\n'))
			n++
		}
	}
	if n > corpus.PassagesMax {
		return nil, nil, 0, &reading.Refusal{Code: corpus.TooLarge, Says: fmt.Sprintf("it has %d passages, more than %d", n, corpus.PassagesMax)}
	}
	return kept.Bytes(), findings, n, nil
}

// Listed reports whether the operator has listed an address's host.
func (w *Work) Listed(address string) bool { return listed(w.Hosts, address) }

func listed(hosts []string, address string) bool {
	u, err := url.Parse(address)
	return err == nil && slices.ContainsFunc(hosts, func(h string) bool { return strings.EqualFold(h, u.Hostname()) })
}

// fetch brings what an address holds into a file, through the guard; a redirect stays
// at hosts that are listed.
func (w *Work) fetch(ctx context.Context, address string) (blob.Ref, error) {
	if !w.Listed(address) {
		return blob.Ref{}, &reading.Refusal{Code: corpus.AddressNotAllowed, Says: "its host is not listed by the operator"}
	}
	if _, err := w.Guard.Check(address, fetchguard.Page); err != nil {
		return blob.Ref{}, err
	}
	client := w.Guard.Client(fetchguard.Page)
	guarded := client.CheckRedirect
	client.CheckRedirect = func(r *http.Request, via []*http.Request) error {
		if err := guarded(r, via); err != nil {
			return err
		}
		if !w.Listed(r.URL.String()) {
			return &reading.Refusal{Code: corpus.AddressNotAllowed, Says: "it redirects to a host that the operator has not listed"}
		}
		return nil
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return blob.Ref{}, &reading.Refusal{Code: corpus.FetchFailed, Says: "it is no absolute address"}
	}
	resp, err := client.Do(req)
	if err != nil {
		if explained := fetchguard.Explain(address, err); fault.As(explained) != nil {
			return blob.Ref{}, explained
		}
		if r := reading.RefusalOf(err); r != nil {
			return blob.Ref{}, r
		}
		return blob.Ref{}, &reading.Refusal{Code: corpus.FetchFailed, Says: "it did not answer"}
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return blob.Ref{}, &reading.Refusal{Code: corpus.FetchFailed, Says: fmt.Sprintf("it answered %d", resp.StatusCode)}
	}
	staged, err := w.Blobs.Receive(ctx, resp.Body, RawBytesMax)
	switch {
	case errors.Is(err, blobs.ErrTooLarge):
		return blob.Ref{}, &reading.Refusal{Code: corpus.TooLarge, Says: fmt.Sprintf("it has more than %d bytes", RawBytesMax)}
	case err != nil && (errors.Is(err, io.ErrUnexpectedEOF) || ctx.Err() == nil && fault.As(err) == nil):
		return blob.Ref{}, &reading.Refusal{Code: corpus.FetchFailed, Says: "it broke off"}
	case err != nil:
		return blob.Ref{}, err
	}
	defer staged.Discard()
	return staged.Keep(ctx, tenancy.Platform, corpus.FilesOf)
}
