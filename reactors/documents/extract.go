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
	"slices"
	"strings"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/blob"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/einvoice/terms"
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
	said   docs.Type      // what the document is; "" = not said
	pages  []reading.Page // whose words were read
	turned map[int]turned // pages whose lines were not level
}

// outcome reads the fields of words. Their boxes are on the pages as they came.
func (x *work) outcome(pages []reading.Page, language, how string) docs.Outcome {
	x.pages = pages
	o := docs.OutcomeOf(pages, language, how, x.said).With(x.config.Templates, pages)
	for i, f := range o.Found {
		o.Found[i].Box = x.shown(f.Page, f.Box)
	}
	return o
}

// shown is where on a page, as it came, a box of its words is.
func (x *work) shown(page int, b reading.Box) reading.Box { return x.turned[page].onPage(b) }

// Limits of a document.
const (
	FileBytesMax = 20 << 20
	pagesMax     = 200
	pageTimeout  = 30 * time.Second // of a processor
	scanDPI      = 300
	// wordsFew is how many words a page with a text layer has at least; one with
	// fewer is taken for a picture.
	wordsFew = 5
)

// ordersMedia are the types of files that hold orders; what is text is told by its content.
var ordersMedia = []string{"text/csv", "text/plain", "text/tab-separated-values", "application/json"}

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
	outcome, err := (&work{Extractor: x, config: config.Config, said: s.Said}).read(ctx, t, s, content)
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

// Outcome reads a file that is no tenant's, and keeps nothing: a statement's lines are
// not read so. language "" = its words tell. A file that is refused is an error.
func (x *Extractor) Outcome(ctx context.Context, media, language string, content []byte) (docs.Outcome, error) {
	return (&work{Extractor: x}).read(ctx, &jobs.Task{}, docs.State{Media: media, Language: language}, content)
}

// unavailable has what will not come by waiting fail at once.
func unavailable(err error) error {
	if errors.Is(err, sandbox.ErrTimeout) {
		return jobs.Final("timeout", "a page took longer than %s of a processor's time", pageTimeout)
	}
	return err
}

func (x *work) read(ctx context.Context, t *jobs.Task, s docs.State, content []byte) (docs.Outcome, error) {
	if s.Text {
		t.Progress(1, 1)
		return docs.OutcomeOfText(string(content), s.Language, s.Said), nil
	}
	media, _, _ := strings.Cut(s.Media, ";")
	if s.Said == "orders" && !slices.Contains(ordersMedia, media) {
		return docs.Outcome{}, rejection{"format_not_known"}
	}
	switch media {
	case "application/pdf":
		return x.readPDF(ctx, t, s, content)
	case "image/jpeg", "image/png", "image/tiff", "image/webp", "image/heic", "image/heif":
		return x.readPicture(ctx, t, s, content)
	case "text/xml", "application/xml":
		return x.readFormat(ctx, t, s, parseXML, content)
	case "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":
		return x.readFormat(ctx, t, s, parseWorkbook, content)
	}
	return x.readFormat(ctx, t, s, parseText, content)
}

// readFormat reads a file that says itself what its fields are.
func (x *Extractor) readFormat(ctx context.Context, t *jobs.Task, s docs.State, parser string, content []byte) (docs.Outcome, error) {
	p, err := x.parse(ctx, parser, content, string(s.Said))
	if err != nil {
		return docs.Outcome{}, err
	}
	if p.Refused != "" {
		return docs.Outcome{}, rejection{p.Refused}
	}
	t.Progress(1, 1)
	o := docs.Outcome{Type: docs.Type(p.Kind), Extraction: "embedded_xml", Pages: 0, Found: p.Fields}
	if o.Invoice, err = x.keepTerms(ctx, t.Tenant, s.Subject(), p.Invoice); err != nil {
		return o, err
	}
	if p.Orders != nil {
		o.Extraction = "orders"
		o.Orders, err = x.keepOrders(ctx, t.Tenant, s, p.Orders)
	}
	if len(p.Statements) > 0 {
		o.Extraction = "statement"
		o.Statements, err = x.keep(ctx, t.Tenant, s.Subject(), p.Statements)
	}
	return o, err
}

// parse runs a parser; said is what the sender calls the file. What is written of orders
// is longer than the file itself, by the names of their members.
func (x *Extractor) parse(ctx context.Context, parser string, content []byte, said ...string) (p parsed, err error) {
	const most = 12 * FileBytesMax
	out, err := x.Box.Run(ctx, sandbox.Job{Parser: parser, Args: said, Stdin: bytes.NewReader(content), Timeout: pageTimeout,
		OutputMax: most})
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

// keepTerms stores the business terms of an electronic invoice, if it is one, beside the
// log; not those of a file that is no tenant's.
func (x *Extractor) keepTerms(ctx context.Context, tenant, subject string, said *terms.Group) (blob.Ref, error) {
	if said == nil || tenant == "" {
		return blob.Ref{}, nil
	}
	text, err := json.Marshal(said)
	if err != nil {
		return blob.Ref{}, err
	}
	return x.Blobs.Put(ctx, tenant, subject, bytes.NewReader(text), int64(len(text)))
}

// Terms reads the business terms of an electronic invoice.
func Terms(ctx context.Context, store *blobs.Store, tenant string, ref blob.Ref) (*terms.Group, error) {
	const most = 64 << 20
	text, err := store.ReadAll(ctx, tenant, ref, most)
	if err != nil {
		return nil, err
	}
	said := &terms.Group{}
	return said, json.Unmarshal(text, said)
}

func (x *work) readPicture(ctx context.Context, t *jobs.Task, s docs.State, content []byte) (docs.Outcome, error) {
	if x.Tools.Tesseract == "" {
		return docs.Outcome{}, jobs.Final("ocr_unavailable", "this node cannot recognise letters: tesseract-ocr is missing")
	}
	p, language, err := x.recognise(ctx, onceMade(func(ctx context.Context) ([]byte, error) {
		picture, turn, err := x.straightened(ctx, content)
		x.turned = map[int]turned{1: turn}
		return picture, err
	}), s.Language, 1)
	t.Progress(1, 1)
	return x.outcome([]reading.Page{p}, language, "ocr"), err
}

// straightened is a file's picture as letters are best recognised in it, and how it was turned.
func (x *Extractor) straightened(ctx context.Context, content []byte) (picture []byte, turn turned, err error) {
	out, err := x.Box.Run(ctx, sandbox.Job{Parser: parseImage, Stdin: bytes.NewReader(content), Timeout: pageTimeout,
		OutputMax: 2 * pixelsMax})
	var failed *sandbox.Failure
	if errors.As(err, &failed) {
		return nil, turn, rejection{"unreadable"}
	}
	if err != nil {
		return nil, turn, err
	}
	head, picture, _ := bytes.Cut(out, []byte("\n"))
	turn, ok := turnedOf(string(head))
	if !ok {
		return nil, turn, rejection{string(head)}
	}
	return picture, turn, nil
}

// recognise turns a picture into words.
func (x *work) recognise(ctx context.Context, p picture, language string, page int) (reading.Page, string, error) {
	r := recogniser{first: "eng", accept: x.config.Threshold()}
	r.tesseract = func(ctx context.Context, p picture, args ...string) ([]byte, error) {
		// Told on its input where the picture stands, it reads that at once; a picture on the
		// input itself it reads a byte at a time.
		return x.ran(ctx, sandbox.Job{Program: x.Tools.Tesseract, Args: slices.Concat([]string{"stdin", "stdout"}, args, []string{"tsv"}),
			Stdin: strings.NewReader(sandbox.FilePath + "\n"), File: p, Timeout: 2 * pageTimeout})
	}
	if len(x.config.Languages) > 0 {
		r.first = x.config.Languages[0]
	}
	return r.page(ctx, p, language, page)
}

// totalled reports whether the words of a page name a total.
func totalled(p reading.Page, language string) bool {
	return slices.ContainsFunc(reading.Read([]reading.Page{p}, language), func(f reading.Found) bool { return f.Name == reading.Gross })
}

// tool runs a program on a file, which it gets on its input.
func (x *Extractor) tool(ctx context.Context, program string, content []byte, timeout time.Duration, args ...string) ([]byte, error) {
	return x.ran(ctx, sandbox.Job{Program: program, Args: args, Stdin: bytes.NewReader(content), Timeout: timeout})
}

// wrongPassword is what poppler says of a PDF that asks for a password.
const wrongPassword = "Incorrect password"

// ran runs a program; one that fails says that the file cannot be read.
func (x *Extractor) ran(ctx context.Context, j sandbox.Job) ([]byte, error) {
	j.Env, j.Read, j.OutputMax = x.Tools.env, x.Tools.read, 256<<20
	out, err := x.Box.Run(ctx, j)
	var failed *sandbox.Failure
	switch {
	case errors.As(err, &failed) && failed.Code < 0:
		return nil, rejection{"too_complex"} // memory
	case errors.As(err, &failed) && strings.Contains(failed.Said, wrongPassword):
		return nil, rejection{"encrypted"}
	case errors.As(err, &failed):
		return nil, rejection{"unreadable"}
	case errors.Is(err, sandbox.ErrOutput):
		return nil, rejection{"too_complex"}
	}
	return out, err
}
