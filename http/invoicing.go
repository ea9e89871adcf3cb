package http

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	docs "github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/link"
	"github.com/tallystick/tallystick/readmodels"
	"github.com/tallystick/tallystick/render/invoice"
)

// InvoicingDeps is what the operations of the group stand on.
type InvoicingDeps struct {
	Invoices *commands.Invoices
	FeedDeps
}

// invoicingSurfaces pins the contracts of invoices, credit notes, feeds and exports.
var invoicingSurfaces = map[string]surface{
	"feeds":     {"1.0.0", "Exports, their schedules and connectors; figures for returns; evidence and privacy bundles."},
	"invoicing": {"1.0.0", "Invoices and credit notes: gapless numbers, frozen content, signed downloads."},
}

// registerInvoicing declares the operations of invoices, credit notes, feeds and exports.
func (s *Server) registerInvoicing() {
	s.registerCounters()
	s.registerInvoices()
	s.registerCreditNotes()
	s.registerExports()
	s.registerFeeds()
	s.registerFiling()
	s.registerResend()
	s.registerExportSchedules()
	s.registerConnectors()
	s.registerBundles()
	for _, k := range []documentKind{invoiceKind, creditNoteKind} {
		s.registerDocument(k)
	}
}

// documentKind is one of the two kinds of document, with how it is spelled.
type documentKind struct {
	kind                           docs.Kind
	linkKind, what                 string
	readEntry, linkEntry, getEntry string
	operation, path, parameter     string
}

var (
	invoiceKind = documentKind{docs.Invoice, "invoice", "An invoice", "x.18", "16.5", "16.6", "invoices", "/api/invoicing/invoices/",
		"invoice_id"}
	creditNoteKind = documentKind{docs.CreditNote, "credit-note", "A credit note", "x.18", "16.9", "16.9", "credit_notes",
		"/api/invoicing/credit-notes/", "credit_note_id"}
)

func (k documentKind) download(id string) string { return k.path + id + "/download/" }

// invoiceView is an invoice or credit note.
type invoiceView struct {
	ID         string               `json:"id"`
	Kind       docs.Kind            `json:"kind" enum:"invoice,credit_note"`
	Site       int64                `json:"site"`
	Status     docs.Status          `json:"status" enum:"issued,sent,delivery_failed,partly_credited,credited"`
	Number     string               `json:"number"`
	OrderID    string               `json:"order_id"`
	RefundID   string               `json:"refund_id" doc:"Of a credit note: the refund that it is for."`
	OriginalID string               `json:"original_id" doc:"Of a credit note: the invoice."`
	IssuedOn   civil.Date           `json:"issued_on" format:"date"`
	DueOn      civil.Date           `json:"due_on" format:"date"`
	Currency   string               `json:"currency"`
	Net        string               `json:"net"`
	Tax        string               `json:"tax"`
	Gross      string               `json:"gross"`
	Uncredited string               `json:"uncredited" doc:"What of gross no credit note has taken."`
	Credits    []creditView         `json:"credit_notes" nullable:"false"`
	Versions   []bodyView           `json:"versions" nullable:"false" doc:"Of the body; the content is one."`
	SHA256     string               `json:"sha256" doc:"Of the content."`
	BookSHA256 string               `json:"book_sha256" doc:"Of the number's place in the chain of its book."`
	Formats    []formatView         `json:"formats" nullable:"false"`
	Document   *docs.InvoiceContent `json:"document" doc:"The frozen content; null once whoever it was about was forgotten."`
	Revision   uint64               `json:"revision"`
	CreatedAt  time.Time            `json:"created_at"`
	CreatedBy  string               `json:"created_by"`
	UpdatedAt  time.Time            `json:"updated_at"`
}

type creditView struct {
	ID       string     `json:"id"`
	Number   string     `json:"number"`
	IssuedOn civil.Date `json:"issued_on" format:"date"`
	Gross    string     `json:"gross"`
}

type bodyView struct {
	Version  int       `json:"version"`
	Language string    `json:"language" doc:"Empty: the document's own."`
	At       time.Time `json:"rendered_at"`
}

type formatView struct {
	Format invoice.Format `json:"format" enum:"html,json,ubl,cii,facturx"`
	SHA256 string         `json:"sha256" doc:"Of the body in that format; empty where it cannot be written so, and of facturx where a document was issued just now: it is drawn for who reads the record, asks for a link or downloads it."`
	Why    string         `json:"unavailable,omitempty" doc:"Why it cannot."`
}

// viewDocument shows a document as it stands. Its bodies are written for their hashes;
// drawing the PDF takes longer than issuing does, so that who issues is not shown its hash.
func (s *Server) viewDocument(d docs.State, revision uint64, drawn bool) invoiceView {
	v := invoiceView{ID: d.DocumentID, Kind: d.Kind, Site: d.Site, Status: d.Status(), OrderID: d.OrderID, RefundID: d.RefundID,
		OriginalID: d.OriginalID,
		Currency:   d.Currency, Net: d.Net.String(), Tax: d.Tax.String(), Gross: d.Gross.String(), Uncredited: d.Uncredited().String(),
		Credits: []creditView{}, Versions: []bodyView{}, SHA256: d.ContentSHA256, Formats: []formatView{}, Revision: revision,
		CreatedAt: d.RequestedAt, CreatedBy: d.RequestedBy, UpdatedAt: d.UpdatedAt}
	if d.Issued != nil {
		v.Number, v.IssuedOn, v.DueOn, v.BookSHA256 = d.Issued.Number, d.Issued.IssuedOn, d.Issued.DueOn, d.Issued.BookLink
	}
	for _, c := range d.Credits {
		v.Credits = append(v.Credits, creditView{c.CreditNoteID, c.Number, c.IssuedOn, c.Gross.String()})
	}
	for _, b := range d.Bodies {
		v.Versions = append(v.Versions, bodyView{b.Version, b.Language, b.At})
	}
	content, ok := d.Document()
	if !ok {
		return v
	}
	v.Document = &content
	for _, f := range invoice.Formats() {
		if f == invoice.FacturX && !drawn {
			v.Formats = append(v.Formats, formatView{Format: f})
			continue
		}
		body, err := s.Invoices.Body(d, f, 0)
		if err != nil {
			v.Formats = append(v.Formats, formatView{Format: f, Why: fault.As(err).Blockers[0].Message})
			continue
		}
		v.Formats = append(v.Formats, formatView{Format: f, SHA256: commands.Hash(body)})
	}
	return v
}

// issuedAnswer says of a document that it was issued.
func (s *Server) issuedAnswer(c *Call, done commands.Done[docs.State], k documentKind) *reply[invoiceView] {
	settled(c, done)
	return &reply[invoiceView]{Status: http.StatusCreated, ETag: etag(done.Revision), LogPosition: positionOf(done),
		Location: k.path + done.ID + "/", Body: s.viewDocument(done.State, done.Revision, false)}
}

func (s *Server) registerCounters() {
	type listIn struct {
		Sited
		Paged
		Fresh
		Kind string `query:"kind" enum:"invoice,credit_note"`
		Year int32  `query:"year" minimum:"1900" maximum:"9999"`
	}
	type counterList struct {
		Counters []readmodels.CounterRow `json:"counters" nullable:"false"`
		Counted
	}
	register(s, Operation{
		Entry: "16.1", ID: "invoices.counters", Method: http.MethodGet, Path: "/api/invoicing/counters/", Surface: "invoicing",
		Summary: "How far the numbers of each site, year and series have come", Permission: "invoices:read",
	}, func(ctx context.Context, c *Call, in *listIn) (*reply[counterList], error) {
		if err := c.after(ctx, in.Fresh); err != nil {
			return nil, err
		}
		var conds []readmodels.Cond
		conds = append(conds, readmodels.Is("kind", in.Kind))
		if in.Year != 0 {
			conds = append(conds, readmodels.Is("year", in.Year))
		}
		found, err := readmodels.Counters.List(ctx, s.DB, c.Scope(), in.page("-updated_at"), conds...)
		if err != nil {
			return nil, err
		}
		return &reply[counterList]{Body: counterList{found.Rows, countedOf(found)}}, nil
	})
}

// DocumentListIn narrows a list of documents.
type DocumentListIn struct {
	Sited
	Paged
	Fresh
	Dated
	Status  string `query:"status" enum:"issued,sent,delivery_failed,partly_credited,credited"`
	OrderID string `query:"order_id" maxLength:"64"`
	Q       string `query:"q" maxLength:"200" doc:"Part of the number or the buyer's name."`
	Order   string `query:"order" enum:"created_at,-created_at,updated_at,-updated_at,issued_on,-issued_on,number,-number,gross,-gross,order_id,-order_id" default:"-created_at"`
}

// numbered are the statuses of documents that have a number.
var numbered = []string{"issued", "sent", "delivery_failed", "partly_credited", "credited"}

func (s *Server) listDocuments(ctx context.Context, c *Call, in DocumentListIn,
	more ...readmodels.Cond) (readmodels.Listed[readmodels.InvoiceRow], error) {
	var none readmodels.Listed[readmodels.InvoiceRow]
	if err := c.after(ctx, in.Fresh); err != nil {
		return none, err
	}
	if _, _, err := in.Dated.instants(time.UTC); err != nil {
		return none, err
	}
	conds := append(more, readmodels.Is("order_id", in.OrderID), readmodels.Search(in.Q))
	if in.Status != "" {
		conds = append(conds, readmodels.Is("status", in.Status))
	} else {
		conds = append(conds, readmodels.In("status", numbered))
	}
	if in.From != "" {
		conds = append(conds, readmodels.From("issued_on", civil.MustParse(in.From)))
	}
	if in.To != "" {
		conds = append(conds, readmodels.UpTo("issued_on", civil.MustParse(in.To)))
	}
	return readmodels.Invoices.List(ctx, s.DB, c.Scope(), in.page(in.Order), conds...)
}

// todayAt is the day where a site is.
func (s *Server) todayAt(c *Call) func(site int64) civil.Date {
	return func(site int64) civil.Date {
		at := *c
		at.Caller.Site = site
		return s.today(&at)
	}
}

type invoiceIssueIn struct {
	Sited
	Written
	Body docs.IssueInvoice
}

func (in *invoiceIssueIn) Resolve(hc huma.Context) []error { return examine(hc, in) }
func (in *invoiceIssueIn) faults(*Call, bool) fault.Fields { return fieldsOf(in.Body.Validate()) }

func (s *Server) registerInvoices() {
	type invoiceList struct {
		Invoices []readmodels.InvoiceRow `json:"invoices" nullable:"false"`
		Counted
	}
	register(s, Operation{
		Entry: "16.2", ID: "invoices.list", Method: http.MethodGet, Path: "/api/invoicing/invoices/", Surface: "invoicing",
		Summary: "Issued invoices", Permission: "invoices:read",
	}, func(ctx context.Context, c *Call, in *DocumentListIn) (*reply[invoiceList], error) {
		found, err := s.listDocuments(ctx, c, *in, readmodels.Is("kind", "invoice"))
		if err != nil {
			return nil, err
		}
		return &reply[invoiceList]{Body: invoiceList{found.Rows, countedOf(found)}}, nil
	})

	register(s, Operation{
		Entry: "16.3", ID: "invoices.issue", Method: http.MethodPost, Path: "/api/invoicing/invoices/", Surface: "invoicing",
		Summary: "Issue an invoice for an order", Permission: "invoices:issue", Status: http.StatusCreated, Errors: []int{409, 422},
		Describe: "The number follows the last one of the site, the year and the series; none is left out. 422 lists every blocker at once: " +
			"`order_unknown`, `order_not_final`, `order_is_refund`, `order_already_invoiced`, `seller_details_missing`, `buyer_details_missing`, " +
			"`description_missing`, `supply_date_missing`, `snapshot_mismatch`, `tax_id_unverified`, `exemption_evidence_missing`, `draft_coverage_not_accepted`, " +
			"`date_before_last_issued`, `transmission_required`, `amounts_do_not_add_up`; of deposits `order_already_supplied`, " +
			"`deposit_exceeds_order`, `supply_rule_not_covered`, `deposit_not_deductible`; `order_changed` where another was faster.",
	}, func(ctx context.Context, c *Call, in *invoiceIssueIn) (*reply[invoiceView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.Invoices.Issue(ctx, caller, in.Body, s.todayAt(c))
		if err != nil {
			return nil, err
		}
		return s.issuedAnswer(c, done, invoiceKind), nil
	})

	type regenerateIn struct {
		Sited
		Written
		ID   string `path:"invoice_id" maxLength:"64"`
		Body *docs.RegenerateBody
	}
	register(s, Operation{
		Entry: "16.4", ID: "invoices.regenerate", Method: http.MethodPost, Path: "/api/invoicing/invoices/{invoice_id}/regenerate/",
		Surface: "invoicing",
		Summary: "Render an invoice's frozen content anew, under the same number", Permission: "invoices:issue", Errors: []int{409, 412, 422},
		Describe: "A new version of the body, with a checksum of its own; earlier versions stay. 409 `credit_note_required` where the order or the seller's " +
			"details now say something that the law has an invoice state, and that was issued otherwise.",
	}, func(ctx context.Context, c *Call, in *regenerateIn) (*reply[invoiceView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		cmd := docs.RegenerateBody{}
		if in.Body != nil {
			cmd = *in.Body
		}
		done, err := s.Invoices.Regenerate(ctx, caller, in.ID, cmd, s.today(c))
		if err != nil {
			return nil, err
		}
		settled(c, done)
		return &reply[invoiceView]{Status: http.StatusOK, ETag: etag(done.Revision), LogPosition: positionOf(done),
			Body: s.viewDocument(done.State, done.Revision, true)}, nil
	})
}

type creditIn struct {
	Sited
	Written
	Body docs.CreditRequest
}

func (in *creditIn) Resolve(hc huma.Context) []error { return examine(hc, in) }
func (in *creditIn) faults(*Call, bool) fault.Fields { return fieldsOf(in.Body.Validate()) }

func (s *Server) registerCreditNotes() {
	type listIn struct {
		DocumentListIn
		InvoiceID string `query:"invoice_id" maxLength:"64"`
		RefundID  string `query:"refund_id" maxLength:"64"`
	}
	type creditNoteList struct {
		CreditNotes []readmodels.InvoiceRow `json:"credit_notes" nullable:"false"`
		Counted
	}
	register(s, Operation{
		Entry: "16.8", ID: "credit_notes.list", Method: http.MethodGet, Path: "/api/invoicing/credit-notes/", Surface: "invoicing",
		Summary: "Credit notes", Permission: "invoices:read",
	}, func(ctx context.Context, c *Call, in *listIn) (*reply[creditNoteList], error) {
		found, err := s.listDocuments(ctx, c, in.DocumentListIn, readmodels.Is("kind", "credit_note"),
			readmodels.Is("original_id", in.InvoiceID), readmodels.Is("refund_id", in.RefundID))
		if err != nil {
			return nil, err
		}
		return &reply[creditNoteList]{Body: creditNoteList{found.Rows, countedOf(found)}}, nil
	})

	register(s, Operation{
		Entry: "16.8", ID: "credit_notes.issue", Method: http.MethodPost, Path: "/api/invoicing/credit-notes/", Surface: "invoicing",
		Summary: "Issue a credit note, for a refund or a correction", Permission: "invoices:issue", Status: http.StatusCreated,
		Errors: []int{409, 422},
		Describe: "It names the invoice and takes its rates; without `lines` it takes all that is left. Where nothing is left of the invoice, its order takes " +
			"a new one. 422: `credit_exceeds_invoice`, `deposit_deducted`, `refund_already_credited`, `refund_of_another_order`, `date_before_last_issued`.",
	}, func(ctx context.Context, c *Call, in *creditIn) (*reply[invoiceView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.Invoices.Credit(ctx, caller, in.Body, s.todayAt(c))
		if err != nil {
			return nil, err
		}
		return s.issuedAnswer(c, done, creditNoteKind), nil
	})
}

// registerDocument declares what is done with one document of a kind.
func (s *Server) registerDocument(k documentKind) {
	s.acceptLinks(k.linkKind, k.path+"{"+k.parameter+"}/download/", func(ctx context.Context, claim link.Claim) (string, error) {
		d, _, err := s.Invoices.Read(ctx, commands.Caller{Tenant: claim.Tenant, Sites: everySite}, k.kind, claim.Resource.ID)
		if err == nil {
			var body []byte
			if body, err = s.Invoices.Body(d, invoice.Format(claim.Format), 0); err == nil {
				return commands.Hash(body), nil
			}
		}
		if f := fault.As(err); f != nil && (f.Code == fault.NotFound || f.Code == fault.Blocked) {
			return "", nil
		}
		return "", err
	})
	if k.kind == docs.Invoice {
		registerDocumentOperations[invoiceReadIn, invoiceLinkIn, invoiceDownloadIn](s, k)
	} else {
		registerDocumentOperations[creditNoteReadIn, creditNoteLinkIn, creditNoteDownloadIn](s, k)
	}
}
