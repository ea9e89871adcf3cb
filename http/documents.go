package http

import (
	"context"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gabriel-vasile/mimetype"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/tallystick/tallystick/commands"
	docs "github.com/tallystick/tallystick/domain/documents"
	businessterms "github.com/tallystick/tallystick/domain/documents/einvoice/terms"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/documents/statement"
	"github.com/tallystick/tallystick/domain/fault"
)

// DocumentsDeps is what the operations of the group stand on.
type DocumentsDeps struct {
	Documents *commands.Documents
}

// documentsSurfaces pins the contracts of documents, their classification, receipts and returns.
var documentsSurfaces = map[string]surface{
	"documents": {"1.0.0", "Documents and receipts, from upload to the books, and what a person must decide of them."},
	"returns":   {"1.0.0", "Return packets that were uploaded, beside what the calculators make of them, and draft packages."},
}

// registerDocuments declares the operations of documents, their classification, receipts and returns.
func (s *Server) registerDocuments() {
	s.registerUploads()
	s.registerDocumentReads()
	s.registerParsing()
	s.registerDocumentAnalysis()
	s.registerCostCategories()
	s.registerClassifications()
	s.registerReviews()
	s.registerIntake()
	s.registerReceipts()
	s.registerReturns()
	s.registerDocumentWrites()
}

// documentView is a document in full.
type documentView struct {
	ID         string               `json:"id"`
	Site       int64                `json:"site" doc:"0: tenant-wide."`
	Status     string               `json:"status" enum:"received,extracting,extracted,rejected,failed"`
	Code       string               `json:"code" doc:"Why it was rejected or failed; empty: it was not."`
	Type       string               `json:"type" doc:"receipt, invoice, credit_note, bank_statement, payslip, tax_form, return, notice, orders or other; empty: not known yet."`
	Validation string               `json:"validation_status" enum:"pending,valid,warnings,invalid"`
	ClientRef  string               `json:"client_ref"`
	Filename   string               `json:"filename" doc:"As its sender calls it."`
	SHA256     string               `json:"sha256" doc:"Of the file as it came."`
	Bytes      int64                `json:"bytes"`
	MediaType  string               `json:"media_type" doc:"Told by its bytes."`
	Language   string               `json:"language" doc:"ISO 639-2; empty: not known."`
	Extraction string               `json:"extraction" doc:"embedded_xml, statement, orders, text_layer, ocr, text (that was sent as such) or none; empty: not read yet."`
	Pages      int                  `json:"pages"`
	Fields     []fieldView          `json:"fields" nullable:"false"`
	Statements []statementView      `json:"statements" nullable:"false" doc:"Bank statements that the file holds."`
	Invoice    *businessterms.Group `json:"invoice" doc:"What an electronic invoice says, by the business terms of EN 16931, when the document is read; null: it is none. Files that it embeds stand in the original alone."`
	Orders     *filedOrdersView     `json:"orders" doc:"Orders that the file holds; null: it is none of orders."`
	Checks     []docs.Check         `json:"checks" nullable:"false" doc:"What was looked at; what could not be is absent."`
	Duplicates []docs.Duplicate     `json:"duplicates" nullable:"false" doc:"Other documents that may be the same."`
	BatchID    string               `json:"batch_id"`
	QueuedJob
	CreatedAt time.Time `json:"created_at"`
	CreatedBy string    `json:"created_by"`
	UpdatedAt time.Time `json:"updated_at"`
	Forgotten bool      `json:"forgotten" doc:"Its client was forgotten: the file and its texts are gone."`
}

type fieldView struct {
	Name       string       `json:"name"`
	Value      string       `json:"value" doc:"Dates as 2026-11-22, amounts as decimals, currencies by ISO 4217."`
	Raw        string       `json:"raw" doc:"As it is printed."`
	Page       int          `json:"page" doc:"From 1; 0: it stands on no page."`
	Box        *reading.Box `json:"box" doc:"Where on the page, in ten-thousandths of its width and height; null: on no page."`
	Method     string       `json:"method" enum:"embedded_xml,statement,text_layer,ocr,text,none,person"`
	Confidence float64      `json:"confidence" minimum:"0" maximum:"1"`
	State      string       `json:"state" enum:"extracted,corrected,confirmed"`
	Accepted   bool         `json:"accepted" doc:"A person gave their word, or it is sure enough to be relied on without."`
}

type statementView struct {
	Account  string          `json:"account"`
	Currency string          `json:"currency"`
	From     string          `json:"from"`
	To       string          `json:"to"`
	Opening  string          `json:"opening" doc:"Balance; where an OFX file says the closing one alone, what that is less the lines; empty: the file does not say."`
	Closing  string          `json:"closing" doc:"Balance; empty: the file does not say."`
	Balances string          `json:"balances" enum:"yes,no,unknown" doc:"Opening and lines make closing."`
	Count    int             `json:"count" doc:"Lines."`
	Lines    []statementLine `json:"lines,omitempty" doc:"The first 1000; when the document is read."`
}

// statementLine is one movement of an account.
type statementLine struct{ statement.Line }

// Schema is that of what a line holds, by a name of its own.
func (statementLine) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[statementMovement](), true, "StatementLine")
}

type statementMovement struct {
	Number      int    `json:"number" doc:"From 1."`
	BookedOn    string `json:"booked_on" format:"date"`
	ValueOn     string `json:"value_on,omitempty" format:"date"`
	Amount      string `json:"amount" doc:"Decimal; negative where money left the account."`
	Currency    string `json:"currency"`
	Party       string `json:"party,omitempty"`
	PartyIBAN   string `json:"party_iban,omitempty"`
	Reference   string `json:"reference,omitempty"`
	Description string `json:"description,omitempty"`
}

// viewOfDocument shows a document's personal texts: who may read a document may
// read them.
func viewOfDocument(d docs.State) documentView {
	v := documentView{
		ID: d.ID, Site: d.Site, Status: string(d.Status), Code: d.Code, Type: string(d.Type), Validation: d.Validation(),
		ClientRef: d.ClientRef.String(), Filename: d.Filename.String(), SHA256: d.Blob.SHA256, Bytes: d.Blob.Bytes, MediaType: d.Media,
		Language: d.Language, Extraction: d.Extraction, Pages: d.Pages, Fields: make([]fieldView, len(d.Fields)),
		Statements: make([]statementView, len(d.Statements)), Checks: append([]docs.Check{}, d.Checks...),
		Duplicates: append([]docs.Duplicate{}, d.Duplicates...), BatchID: d.Batch, QueuedJob: queuedOf(d), CreatedAt: d.CreatedAt,
		CreatedBy: d.CreatedBy, UpdatedAt: d.UpdatedAt, Forgotten: d.ClientRef.Forgotten || d.Filename.Forgotten,
	}
	for i, f := range d.Fields {
		v.Fields[i] = fieldView{f.Name, f.Value.String(), f.Raw.String(), f.Page, nil, f.Method, float64(f.Score) / 1000, f.State,
			f.Accepted(d.Accept)}
		if f.Box != (reading.Box{}) {
			v.Fields[i].Box = &f.Box
		}
		v.Forgotten = v.Forgotten || f.Value.Forgotten
	}
	v.Orders = viewOfFiledOrders(d.Orders)
	for i, x := range d.Statements {
		v.Statements[i] = statementView{Account: x.Account.String(), Currency: x.Currency, From: x.From, To: x.To, Opening: x.Opening.String(),
			Closing: x.Closing.String(), Balances: x.Balances, Count: x.Count}
	}
	return v
}

// queuedOf names the job that reads a document; text that came as such has none.
func queuedOf(d docs.State) QueuedJob {
	if d.JobID == "" {
		return QueuedJob{}
	}
	return Queued(d.JobID)
}

// uploadForm is that of every upload of one document.
func uploadForm() *UploadForm {
	types := make([]string, len(docs.Types))
	for i, t := range docs.Types {
		types[i] = string(t)
	}
	return &UploadForm{Fields: []FormField{
		{Name: "type", Doc: "What it is, where the sender knows.", Enum: types, BytesMax: 40},
		{Name: "client_ref", Doc: "Your own reference of the client whose document it is.", BytesMax: 100},
		{Name: "source", Doc: "Of a file of orders: the source that they come from, named as pushes name it. Left out: as the file says, else " +
			docs.FiledSource + ".", BytesMax: 60},
		{Name: "language", Doc: "Of its letters (ISO 639-2); left out, its words tell.", Enum: docs.Languages, BytesMax: 3},
	}}
}

type uploadIn struct {
	Sited
	Written
}

func (s *Server) registerUploads() {
	const describe = "The same bytes of the same client and site are the first document: 200. What it is, is told by its bytes; " +
		"archives, HTML, SVG, office files with macros, encrypted and scripted PDFs are not taken (415). Reading is a job: poll `status_url`. Orders of a file go into the ledger by another, which `orders` names, as if each had been pushed " +
		"by who brought the file, who needs ledger:write."
	register(s, Operation{
		Entry: "4.1", ID: "documents.upload", Method: http.MethodPost, Path: "/api/tax-assistant/documents/", Surface: "documents",
		Summary: "Upload a document", Permission: "documents:write", Status: http.StatusCreated, Also: []int{http.StatusOK}, Upload: uploadForm(),
		Errors: []int{409, 422}, Describe: describe,
	}, func(ctx context.Context, c *Call, in *uploadIn) (*reply[documentView], error) {
		return s.uploadDocument(ctx, c, in, http.StatusCreated)
	})
	register(s, Operation{
		Entry: "24.1", ID: "documents.upload_typed", Method: http.MethodPost, Path: "/api/v1/tax-assistant/upload", Surface: "documents",
		Summary: "Upload a document; answers while it is read", Permission: "documents:write", Status: http.StatusAccepted,
		Also: []int{http.StatusOK}, Upload: uploadForm(), Errors: []int{409, 422}, Describe: describe,
	}, func(ctx context.Context, c *Call, in *uploadIn) (*reply[documentView], error) {
		return s.uploadDocument(ctx, c, in, http.StatusAccepted)
	})
}

func (s *Server) uploadDocument(ctx context.Context, c *Call, in *uploadIn, created int) (*reply[documentView], error) {
	u, err := s.receive(ctx, c)
	if err != nil {
		return nil, err
	}
	defer u.Discard()
	caller, err := c.writer(in.Written)
	if err != nil {
		return nil, err
	}
	file := u.Files[0]
	done, err := s.Documents.Receive(ctx, caller, uploadOf(file, u.Fields))
	if err != nil {
		return nil, err
	}
	a := &reply[documentView]{ETag: etag(done.Revision), LogPosition: positionOf(done), Body: viewOfDocument(done.State)}
	if done.Nothing {
		return a, nil // it was there, as it is said again under the same key
	}
	if !done.Replayed {
		c.wrote()
	}
	a.Status, a.Location = created, "/api/tax-assistant/documents/"+done.ID+"/"
	return a, nil
}

// uploadOf is a file with what the form says of it.
func uploadOf(file uploadedFile, fields map[string]string) commands.Upload {
	return commands.Upload{Staged: file.Staged, Receive: docs.Receive{Type: docs.Type(fields["type"]), ClientRef: fields["client_ref"],
		Language: fields["language"], Source: fields["source"], Filename: file.Name, Media: file.Media}}
}

// taken are the types of files that can be read. What is text is looked at by its
// content when it is read.
var taken = []string{"application/pdf", "image/jpeg", "image/png", "image/tiff", "image/webp", "image/heic", "image/heif",
	"text/xml", "application/xml", "text/csv", "text/plain", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}

// sniff tells a file's type by its bytes. A PDF that says openly that it is encrypted or
// runs something is refused; one that says so within packed objects is rejected when it
// is read.
func sniff(f uploadedFile, runs bool) (string, error) {
	m := mimetype.Detect(withoutByteOrder(f.Head))
	media, _, _ := strings.Cut(m.String(), ";")
	for x := m; x != nil; x = x.Parent() { // OFX and UBL are kinds of text and XML
		if parent, _, _ := strings.Cut(x.String(), ";"); slices.Contains(taken, parent) && !slices.Contains(refused, media) {
			if parent == "application/pdf" && runs {
				return "", fault.New(fault.MediaNotAccepted, "PDFs that are encrypted or run something are not taken")
			}
			return parent, nil
		}
	}
	return "", fault.New(fault.MediaNotAccepted, "files of the type %s are not taken; %s", media, takenSaid)
}

// withoutByteOrder is the beginning of a text whose first bytes say how it is written, in
// UTF-8 and without them: what a browser would read there. Any other is as it was.
func withoutByteOrder(head []byte) []byte {
	if text, _, err := transform.Bytes(unicode.BOMOverride(transform.Nop), head); err == nil {
		return text
	}
	return head
}

// takenSaid names what is taken, for a person.
const takenSaid = "taken are PDF, pictures (JPEG, PNG, TIFF, WebP, HEIC), e-invoices (UBL, CII, Factur-X), and bank statements (CAMT.052 and .053, " +
	"MT940, OFX, CSV, XLSX without macros), and orders (CSV, JSON, JSON Lines)"

// refused are kinds of text that run or show something.
var refused = []string{"text/html", "application/xhtml+xml", "image/svg+xml", "application/javascript", "text/javascript", "text/x-php",
	"text/x-python", "text/x-lua", "text/x-perl", "text/rtf", "application/x-ruby", "text/x-shellscript", "application/rtf"}

type validateDocumentIn struct {
	DocumentPath
	Written
	Full bool `query:"full" doc:"Have it read again; what a person corrected or confirmed stays."`
	Body *struct {
		Language string `json:"language,omitempty" enum:"eng,deu,fra,spa,ita,nld,por,pol" doc:"Read it in this language."`
	}
}

type correctIn struct {
	DocumentPath
	Written
	Body docs.Correct
}

func (s *Server) registerDocumentWrites() {
	register(s, Operation{
		Entry: "4.4", ID: "documents.validate", Method: http.MethodPost, Path: "/api/tax-assistant/documents/{document_id}/validate/",
		Surface: "documents",
		Summary: "Run the checks again, or have the document read again", Permission: "documents:write", Also: []int{http.StatusAccepted},
		Errors:   []int{409, 412, 422},
		Describe: "With `full=true` the answer is 202 and names the job.",
	}, func(ctx context.Context, c *Call, in *validateDocumentIn) (*reply[documentView], error) {
		cmd := docs.Validate{Full: in.Full}
		if in.Body != nil {
			cmd.Language = in.Body.Language
		}
		a, err := s.didDocument(c, in.Written, func(caller commands.Caller) (commands.Done[docs.State], error) {
			return s.Documents.Validate(ctx, caller, in.DocumentID, cmd)
		})
		if err == nil && in.Full {
			a.Status = http.StatusAccepted
		}
		return a, err
	})
	register(s, Operation{
		Entry: "4.5", ID: "documents.correct", Method: http.MethodPatch, Path: "/api/tax-assistant/documents/{document_id}/fields/",
		Surface: "documents",
		Summary: "Correct or confirm what was read", Permission: "documents:write", Errors: []int{409, 412, 422},
		Describe: "Needs `If-Match`: what is corrected must be what was looked at. A field without a value is confirmed. `lines` says which " +
			"journal entry a line of a bank statement is: one that moves its amount on an account for money, and is no other line. `type`, with a " +
			"`reason`, says what the document is, where it was taken for something else: it is read again as that (`status` is extracting), and what " +
			"was corrected or confirmed stays.",
	}, func(ctx context.Context, c *Call, in *correctIn) (*reply[documentView], error) {
		return s.didDocument(c, in.Written, func(caller commands.Caller) (commands.Done[docs.State], error) {
			return s.receipts().CorrectDocument(ctx, caller, in.DocumentID, in.Body)
		})
	})
}

// didDocument carries out a command and answers with the document it left.
func (s *Server) didDocument(c *Call, w Written, do func(commands.Caller) (commands.Done[docs.State], error)) (*reply[documentView],
	error) {
	caller, err := c.writer(w)
	if err != nil {
		return nil, err
	}
	done, err := do(caller)
	if err != nil {
		return nil, err
	}
	if !done.Nothing && !done.Replayed {
		c.wrote()
	}
	return &reply[documentView]{ETag: etag(done.Revision), LogPosition: positionOf(done), Body: viewOfDocument(done.State)}, nil
}
