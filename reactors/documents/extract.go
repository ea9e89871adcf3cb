// Package documents reads documents: the work of the job that a received file
// opens. Everything that touches a stranger's bytes runs in the sandbox; what
// comes out of it is words with their places, or fields of a format, and from
// there on the rules of domain/documents decide.
package documents

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/blob"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/documents/statement"
	"github.com/tallystick/tallystick/domain/intake"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/eventstore/blobs"
	"github.com/tallystick/tallystick/reactors/jobs"
	"github.com/tallystick/tallystick/reactors/sandbox"
)

// Extractor does the work.
type Extractor struct {
	Documents *commands.Documents
	Blobs     *blobs.Store
	Box       *sandbox.Box
	Tools     Tools
}

// work is the reading of one document, as its site takes them in.
type work struct {
	*Extractor
	config intake.Config
}

// outcome reads the fields of words.
func (x *work) outcome(pages []reading.Page, language, how string) docs.Outcome {
	return docs.OutcomeOf(pages, language, how).With(x.config.Templates, pages)
}

// Limits of a document.
const (
	FileBytesMax = 20 << 20
	pagesMax     = 200
	pageTimeout  = 30 * time.Second
	scanDPI      = 300
	// wordsFew is how many words a page with a text layer has at least; one with
	// fewer is taken for a picture.
	wordsFew = 5
)

// rejection ends a document for what it is.
type rejection struct{ code string }

func (r rejection) Error() string { return r.code }

// Handler is the worker's.
func (x *Extractor) Handler(atOnce int) jobs.Handler {
	return jobs.Handler{AtOnce: atOnce, Do: x.do, Abandon: x.abandon, Waits: x.Box.Waits}
}

func (x *Extractor) abandon(ctx context.Context, t *jobs.Task, code, _ string) error {
	return x.Documents.Abandon(ctx, t.Caller("abandon"), t.RecordID, t.ID, code, false)
}

func (x *Extractor) do(ctx context.Context, t *jobs.Task) (string, error) {
	result := "/api/tax-assistant/documents/" + t.RecordID + "/"
	s, _, err := x.Documents.Read(ctx, t.Caller("read"), t.RecordID)
	if err != nil {
		return "", err
	}
	if s.Status != docs.StatusReceived && s.Status != docs.StatusExtracting || s.JobID != t.ID {
		return result, nil // an earlier try got as far, or a later extraction was asked for
	}
	content, err := x.Blobs.ReadAll(ctx, t.Tenant, s.Blob, FileBytesMax)
	switch {
	case errors.Is(err, blobs.ErrForgotten):
		return "", jobs.Final("forgotten", "the document's client was forgotten")
	case errors.Is(err, blobs.ErrDamaged), errors.Is(err, blobs.ErrMissing):
		return "", jobs.Final("file_damaged", "the stored file is damaged")
	case err != nil:
		return "", err
	}
	config, _, err := x.Documents.Intake(ctx, t.Tenant, s.Site)
	if err != nil {
		return "", err
	}
	if s.Language == "" && len(config.Languages) == 1 {
		s.Language = config.Languages[0]
	}
	outcome, err := (&work{x, config.Config}).read(ctx, t, s, content)
	var refused rejection
	if errors.As(err, &refused) {
		return result, x.Documents.Abandon(ctx, t.Caller("reject"), t.RecordID, t.ID, refused.code, true)
	}
	if err != nil {
		return "", unavailable(err)
	}
	if accept := config.Threshold(); accept != docs.AcceptScore {
		outcome.Accept = accept
	}
	return result, x.Documents.Extracted(ctx, t.Caller("extracted"), t.RecordID, outcome)
}

// unavailable has what will not come by waiting fail at once.
func unavailable(err error) error {
	if errors.Is(err, sandbox.ErrTimeout) {
		return jobs.Final("timeout", "a page took longer than %s", pageTimeout)
	}
	return err
}

func (x *work) read(ctx context.Context, t *jobs.Task, s docs.State, content []byte) (docs.Outcome, error) {
	if s.Text {
		t.Progress(1, 1)
		return docs.OutcomeOfText(string(content), s.Language), nil
	}
	switch media, _, _ := strings.Cut(s.Media, ";"); media {
	case "application/pdf":
		return x.readPDF(ctx, t, s, content)
	case "image/jpeg", "image/png", "image/tiff", "image/webp":
		return x.readPicture(ctx, t, s, content)
	case "text/xml", "application/xml":
		return x.readFormat(ctx, t, s, parseXML, content)
	}
	return x.readFormat(ctx, t, s, parseText, content)
}

// readFormat reads a file that says itself what its fields are.
func (x *Extractor) readFormat(ctx context.Context, t *jobs.Task, s docs.State, parser string, content []byte) (docs.Outcome, error) {
	p, err := x.parse(ctx, parser, content)
	if err != nil {
		return docs.Outcome{}, err
	}
	if p.Refused != "" {
		return docs.Outcome{}, rejection{p.Refused}
	}
	t.Progress(1, 1)
	o := docs.Outcome{Type: docs.Type(p.Kind), Extraction: "embedded_xml", Pages: 0, Found: p.Fields}
	if len(p.Statements) > 0 {
		o.Extraction = "statement"
		o.Statements, err = x.keep(ctx, t.Tenant, s.Subject(), p.Statements)
	}
	return o, err
}

func (x *Extractor) parse(ctx context.Context, parser string, content []byte) (p parsed, err error) {
	out, err := x.Box.Run(ctx, sandbox.Job{Parser: parser, Stdin: bytes.NewReader(content), Timeout: pageTimeout})
	var failed *sandbox.Failure
	if errors.As(err, &failed) || errors.Is(err, sandbox.ErrOutput) {
		return p, rejection{"unreadable"} // it crashed, or ran out of memory
	}
	if err != nil {
		return p, err
	}
	return p, json.Unmarshal(out, &p)
}

// keep stores the lines of statements beside the log.
func (x *Extractor) keep(ctx context.Context, tenant, subject string, all []statement.Statement) ([]docs.Statement, error) {
	out := make([]docs.Statement, len(all))
	for i, s := range all {
		lines, err := json.Marshal(s.Lines)
		if err != nil {
			return nil, err
		}
		ref, err := x.Blobs.Put(ctx, tenant, subject, bytes.NewReader(lines), int64(len(lines)))
		if err != nil {
			return nil, err
		}
		out[i] = docs.Statement{Account: sealed.Of(subject, s.Account), Currency: s.Currency, From: s.From.String(), To: s.To.String(),
			Count: len(s.Lines), Balances: "unknown", Lines: ref}
		if s.Opening != nil {
			out[i].Opening = sealed.Of(subject, s.Opening.String())
		}
		if s.Closing != nil {
			out[i].Closing = sealed.Of(subject, s.Closing.String())
		}
		if balances, known := s.Balances(); known {
			out[i].Balances = map[bool]string{true: "yes", false: "no"}[balances]
		}
	}
	return out, nil
}

// Lines reads the lines of a statement.
func Lines(ctx context.Context, store *blobs.Store, tenant string, ref blob.Ref) (lines []statement.Line, err error) {
	const most = 64 << 20
	text, err := store.ReadAll(ctx, tenant, ref, most)
	if err != nil {
		return nil, err
	}
	return lines, json.Unmarshal(text, &lines)
}

func (x *work) readPDF(ctx context.Context, t *jobs.Task, s docs.State, content []byte) (docs.Outcome, error) {
	if x.Tools.PDFInfo == "" || x.Tools.PDFToText == "" {
		return docs.Outcome{}, jobs.Final("reader_unavailable", "this node has no poppler-utils")
	}
	count, err := x.examinePDF(ctx, content)
	if err != nil {
		return docs.Outcome{}, err
	}
	t.Progress(0, int64(count))
	if bytes.Contains(content, []byte("/EmbeddedFile")) {
		p, err := x.parse(ctx, parseAttached, content)
		if err != nil || p.Refused != "" {
			return docs.Outcome{}, errors.Join(err, refusal(p.Refused))
		}
		if len(p.Fields) > 0 {
			t.Progress(int64(count), int64(count))
			return docs.Outcome{Type: docs.Type(p.Kind), Extraction: "embedded_xml", Pages: count, Found: p.Fields}, nil
		}
	}
	table, err := x.tool(ctx, x.Tools.PDFToText, content, time.Duration(count)*pageTimeout, "-tsv", "-", "-")
	if err != nil {
		return docs.Outcome{}, err
	}
	pages := wordsOf(table)
	scanned := map[int]bool{}
	for n := 1; n <= count; n++ {
		scanned[n] = true
	}
	for _, p := range pages {
		if len(p.Words) >= wordsFew {
			delete(scanned, p.Number)
		}
	}
	if len(scanned) == 0 {
		t.Progress(int64(count), int64(count))
		return x.outcome(pages, s.Language, "text_layer"), nil
	}
	return x.readScans(ctx, t, s, content, count, pages, scanned)
}

func refusal(code string) error {
	if code == "" {
		return nil
	}
	return rejection{code}
}

// readScans recognises the pages that have no text layer.
func (x *work) readScans(ctx context.Context, t *jobs.Task, s docs.State, content []byte, count int, pages []reading.Page, scanned map[int]bool) (docs.Outcome, error) {
	if x.Tools.Tesseract == "" || x.Tools.PDFToPPM == "" {
		return docs.Outcome{}, jobs.Final("ocr_unavailable", "this node cannot recognise letters: tesseract-ocr is missing")
	}
	byNumber := map[int]reading.Page{}
	for _, p := range pages {
		byNumber[p.Number] = p
	}
	language := s.Language
	for n := 1; n <= count; n++ {
		if scanned[n] {
			page := strconv.Itoa(n)
			picture, err := x.tool(ctx, x.Tools.PDFToPPM, content, pageTimeout, "-r", strconv.Itoa(scanDPI), "-gray", "-f", page, "-l", page, "-")
			if err != nil {
				return docs.Outcome{}, err
			}
			p, spoken, err := x.recognise(ctx, picture, language, n)
			if err != nil {
				return docs.Outcome{}, err
			}
			byNumber[n], language = p, spoken
		}
		t.Progress(int64(n), int64(count))
	}
	var all []reading.Page
	for n := 1; n <= count; n++ {
		all = append(all, byNumber[n])
	}
	return x.outcome(all, language, "ocr"), nil
}

func (x *work) readPicture(ctx context.Context, t *jobs.Task, s docs.State, content []byte) (docs.Outcome, error) {
	if x.Tools.Tesseract == "" {
		return docs.Outcome{}, jobs.Final("ocr_unavailable", "this node cannot recognise letters: tesseract-ocr is missing")
	}
	out, err := x.Box.Run(ctx, sandbox.Job{Parser: parseImage, Stdin: bytes.NewReader(content), Timeout: pageTimeout, OutputMax: 2 * pixelsMax})
	var failed *sandbox.Failure
	if errors.As(err, &failed) {
		return docs.Outcome{}, rejection{"unreadable"}
	}
	if err != nil {
		return docs.Outcome{}, err
	}
	code, picture, _ := bytes.Cut(out, []byte("\n"))
	if len(code) > 0 {
		return docs.Outcome{}, rejection{string(code)}
	}
	p, language, err := x.recognise(ctx, picture, s.Language, 1)
	t.Progress(1, 1)
	return x.outcome([]reading.Page{p}, language, "ocr"), err
}

// recognise turns a picture into words. Where no language is known, the words of
// a first reading tell it.
func (x *work) recognise(ctx context.Context, picture []byte, language string, page int) (reading.Page, string, error) {
	first := language
	if first == "" {
		first = "eng"
		if len(x.config.Languages) > 0 {
			first = x.config.Languages[0]
		}
	}
	p, err := x.ocr(ctx, picture, first, page)
	if err != nil || language != "" {
		return p, language, err
	}
	if spoken := reading.Language([]reading.Page{p}); spoken != "" && spoken != first {
		again, err := x.ocr(ctx, picture, spoken, page)
		return again, spoken, err
	}
	return p, first, nil
}

// ocr reads the letters of a page: as lines of columns first, as receipts and
// invoices have them. Where that finds no total, a column of amounts may have been
// taken for a picture: then as one block, if that finds one.
func (x *Extractor) ocr(ctx context.Context, picture []byte, language string, page int) (reading.Page, error) {
	first := reading.Page{Number: page}
	for i, mode := range []string{"4", "6"} {
		table, err := x.tool(ctx, x.Tools.Tesseract, picture, 2*pageTimeout, "stdin", "stdout", "-l", language, "--psm", mode, "tsv")
		if err != nil {
			return reading.Page{}, err
		}
		p := reading.Page{Number: page}
		if pages := wordsOf(table); len(pages) > 0 {
			p.Words = pages[0].Words
		}
		if totalled(p, language) || i > 0 && len(first.Words) == 0 {
			return p, nil
		}
		if i == 0 {
			first = p
		}
	}
	return first, nil
}

// totalled reports whether the words of a page name a total.
func totalled(p reading.Page, language string) bool {
	return slices.ContainsFunc(reading.Read([]reading.Page{p}, language), func(f reading.Found) bool { return f.Name == reading.Gross })
}

// tool runs a program on a file; one that fails says that the file cannot be read.
func (x *Extractor) tool(ctx context.Context, program string, content []byte, timeout time.Duration, args ...string) ([]byte, error) {
	out, err := x.Box.Run(ctx, sandbox.Job{Program: program, Args: args, Env: x.Tools.env, Read: x.Tools.read, Stdin: bytes.NewReader(content),
		Timeout: timeout, OutputMax: 256 << 20})
	var failed *sandbox.Failure
	switch {
	case errors.As(err, &failed) && failed.Code < 0:
		return nil, rejection{"too_complex"} // memory
	case errors.As(err, &failed):
		return nil, rejection{"unreadable"}
	case errors.Is(err, sandbox.ErrOutput):
		return nil, rejection{"too_complex"}
	}
	return out, err
}

// examinePDF reads the head of a PDF: how many pages it has, and whether it is one
// that is not taken.
func (x *Extractor) examinePDF(ctx context.Context, content []byte) (pages int, err error) {
	text, err := x.tool(ctx, x.Tools.PDFInfo, content, pageTimeout, "-")
	if err != nil {
		return 0, err
	}
	for _, line := range strings.Split(string(text), "\n") {
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch name {
		case "Pages":
			pages, err = strconv.Atoi(value)
		case "Encrypted":
			if strings.HasPrefix(value, "yes") {
				return 0, rejection{"encrypted"}
			}
		case "JavaScript":
			if value == "yes" {
				return 0, rejection{"scripted"}
			}
		}
	}
	switch {
	case err != nil:
		return 0, fmt.Errorf("documents: pdfinfo: %w", err)
	case pages > pagesMax:
		return 0, rejection{"too_complex"}
	case pages < 1:
		return 0, rejection{"unreadable"}
	}
	return pages, nil
}
