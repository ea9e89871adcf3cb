package http

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/fault"
)

// parseText is a document that somebody else has read already.
type parseText struct {
	Text      string `json:"text" minLength:"1" maxLength:"200000" doc:"The document's words, line by line."`
	Type      string `json:"type,omitempty" enum:"receipt,invoice,credit_note,payslip,tax_form,return,notice,other" doc:"What it is, where the sender knows."`
	ClientRef string `json:"client_ref,omitempty" maxLength:"100"`
	Language  string `json:"language,omitempty" enum:"eng,deu,fra,spa,ita,nld,por,pol" doc:"Left out, its words tell."`
	Filename  string `json:"filename,omitempty" maxLength:"200"`
}

// parsedView is a document on its way through the reader.
type parsedView struct {
	Document documentView `json:"document"`
	Queued   bool         `json:"queued" doc:"It is being read: poll task_id."`
	TaskID   *string      `json:"task_id" doc:"The job's id; null: there is none."`
}

func viewParsed(d docs.State) parsedView {
	v := parsedView{Document: viewOfDocument(d), Queued: d.Status == docs.StatusReceived || d.Status == docs.StatusExtracting}
	if d.JobID != "" {
		v.TaskID = &d.JobID
	}
	return v
}

// registerParsing declares the door by which accountants bring documents.
func (s *Server) registerParsing() {
	one := uploadForm()
	one.JSON = func(r huma.Registry) *huma.Schema { return huma.SchemaFromType(r, typeOf[parseText]()) }
	register(s, Operation{
		Entry: "15.1", ID: "accounting.parse", Method: http.MethodPost, Path: "/api/accounting/parse/", Surface: "accounting",
		Summary: "Parse a receipt or invoice", Permission: "accounting:write", Status: http.StatusAccepted,
		Also: []int{http.StatusOK, http.StatusCreated}, Upload: one, Errors: []int{409, 422},
		Describe: "A file answers 202 and is read by a job. Text that was read elsewhere answers 201, read. The document is the one of `/api/tax-assistant/documents/`; the same bytes of the same client and site are the first one: 200.",
	}, s.parseDocument)

	many := uploadForm()
	many.FilesMax, many.BytesMax = docs.BatchFilesMax, docs.BatchBytesMax
	register(s, Operation{
		Entry: "15.9", ID: "accounting.batch", Method: http.MethodPost, Path: "/api/accounting/batches/", Surface: "accounting",
		Summary: "Parse several files", Permission: "accounting:write", Status: http.StatusAccepted, Upload: many, Errors: []int{409, 422},
		Describe: "At most 50 files of 200 MiB together. A file that cannot be taken fails alone, and says why. What the form says holds for each.",
	}, s.receiveBatch)

	r := &resource[docs.Batch, batchView]{entry: "15.10", surface: "accounting", list: "/api/accounting/batches/",
		one:  "/api/accounting/batches/{batch_id}/",
		kind: commands.BatchKind, view: s.viewBatch}
	registerRead(s, r, Operation{ID: "accounting.batch_progress", Summary: "How far a batch is, with its documents",
		Permission: "accounting:read"})
}

func (s *Server) parseDocument(ctx context.Context, c *Call, in *uploadIn) (*reply[parsedView], error) {
	if media, _, _ := strings.Cut(c.incoming.Header.Get("Content-Type"), ";"); !strings.EqualFold(strings.TrimSpace(media),
		"multipart/form-data") {
		return s.parseWords(ctx, c, in)
	}
	u, err := s.receive(ctx, c)
	if err != nil {
		return nil, err
	}
	defer u.Discard()
	return s.parsed(ctx, c, in.Written, uploadOf(u.Files[0], u.Fields), http.StatusAccepted)
}

// parseWords takes text.
func (s *Server) parseWords(ctx context.Context, c *Call, in *uploadIn) (*reply[parsedView], error) {
	body, err := io.ReadAll(c.incoming.Body)
	if err != nil {
		return nil, fault.Wrap(err, fault.InvalidInput, "the body could not be read to its end")
	}
	var said parseText
	if err := json.Unmarshal(body, &said); err != nil {
		return nil, fault.Invalid("body", "a form with a file, or JSON with text")
	}
	if strings.TrimSpace(said.Text) == "" || notText(said.Text) {
		return nil, fault.Invalid("text", "holds no words")
	}
	staged, err := s.Blobs.Receive(ctx, bytes.NewReader([]byte(said.Text)), fileBytesMax)
	if err != nil {
		return nil, s.uploadFault(c.operation.Upload, err)
	}
	defer staged.Discard()
	read := docs.OutcomeOfText(said.Text, said.Language, docs.Type(said.Type))
	return s.parsed(ctx, c, in.Written, commands.Upload{Staged: staged, Receive: docs.Receive{Type: docs.Type(said.Type),
		ClientRef: said.ClientRef,
		Language:  said.Language, Filename: said.Filename, Media: "text/plain", Text: true, Read: &read}}, http.StatusCreated)
}

func (s *Server) parsed(ctx context.Context, c *Call, w Written, u commands.Upload, created int) (*reply[parsedView], error) {
	caller, err := c.writer(w)
	if err != nil {
		return nil, err
	}
	done, err := s.Documents.Receive(ctx, caller, u)
	if err != nil {
		return nil, err
	}
	settled(c, done)
	a := &reply[parsedView]{ETag: etag(done.Revision), LogPosition: positionOf(done), Body: viewParsed(done.State)}
	if !done.Nothing {
		a.Status, a.Location = created, "/api/accounting/documents/"+done.ID+"/"
	}
	return a, nil
}

// batchView is files that came together.
type batchView struct {
	ID        string      `json:"id"`
	Site      int64       `json:"site" doc:"0: tenant-wide."`
	Status    string      `json:"status" enum:"running,done"`
	Progress  batchCounts `json:"progress"`
	Files     []batchFile `json:"files" nullable:"false" doc:"In the order in which they came."`
	CreatedAt time.Time   `json:"created_at"`
	CreatedBy string      `json:"created_by"`
}

type batchCounts struct {
	Done   int `json:"done" doc:"Documents that were read; of orders, those whose orders are in the ledger."`
	Failed int `json:"failed" doc:"Files that were not taken, or could not be read."`
	Total  int `json:"total"`
}

type batchFile struct {
	Filename string        `json:"filename"`
	Status   string        `json:"status" enum:"received,extracting,extracted,rejected,failed,refused" doc:"refused: it was not taken."`
	Code     string        `json:"code" doc:"Why it was refused, rejected or failed; empty: it was not."`
	Detail   string        `json:"detail"`
	Document *documentView `json:"document" doc:"null: there is none."`
}

func (s *Server) viewBatch(ctx context.Context, c *Call, h commands.Held[docs.Batch]) (batchView, error) {
	b := h.State
	v := batchView{ID: h.ID, Site: b.Site, Status: "done", Progress: batchCounts{Total: len(b.Files)}, Files: make([]batchFile, len(b.Files)),
		CreatedAt: b.CreatedAt, CreatedBy: b.CreatedBy}
	all, err := s.Documents.BatchDocuments(ctx, c.Caller, b)
	if err != nil {
		return v, err
	}
	for i, f := range b.Files {
		x := batchFile{Filename: f.Filename.String(), Status: "refused", Code: f.Code, Detail: f.Detail}
		if d := all[i]; d != nil {
			shown := viewOfDocument(*d)
			x.Status, x.Code, x.Document = string(d.Status), d.Code, &shown
		}
		switch x.Status {
		case string(docs.StatusExtracted):
			if all[i].Orders.Waiting() {
				v.Status = "running"
				break
			}
			v.Progress.Done++
		case string(docs.StatusReceived), string(docs.StatusExtracting):
			v.Status = "running"
		default:
			v.Progress.Failed++
		}
		v.Files[i] = x
	}
	return v, nil
}

func (s *Server) receiveBatch(ctx context.Context, c *Call, in *uploadIn) (*reply[batchView], error) {
	u, err := s.receive(ctx, c)
	if err != nil {
		return nil, err
	}
	defer u.Discard()
	caller, err := c.writer(in.Written)
	if err != nil {
		return nil, err
	}
	files := make([]commands.BatchFile, len(u.Files))
	for i, f := range u.Files {
		files[i] = commands.BatchFile{Upload: uploadOf(f, u.Fields), Fault: f.Refused}
	}
	done, err := s.Documents.ReceiveBatch(ctx, caller, u.Fields["client_ref"], files)
	if err != nil {
		return nil, err
	}
	settled(c, done)
	v, err := s.viewBatch(ctx, c, commands.Held[docs.Batch]{ID: done.ID, State: done.State})
	return &reply[batchView]{Status: http.StatusAccepted, ETag: etag(done.Revision), LogPosition: positionOf(done),
		Location: "/api/accounting/batches/" + done.ID + "/", Body: v}, err
}
