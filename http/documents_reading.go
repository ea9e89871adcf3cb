package http

import (
	"context"
	"net/http"

	"github.com/tallystick/tallystick/domain/orders/orderfile"
	"github.com/tallystick/tallystick/readmodels"
)

// documentListIn narrows a list of documents.
type documentListIn struct {
	Sited
	Paged
	Fresh
	Dated
	Status     string `query:"status" enum:"received,extracting,extracted,rejected,failed"`
	Type       string `query:"type" enum:"receipt,invoice,credit_note,bank_statement,payslip,tax_form,return,notice,orders,other"`
	Validation string `query:"validation_status" enum:"pending,valid,warnings,invalid"`
	ClientRef  string `query:"client_ref" maxLength:"100"`
	BatchID    string `query:"batch_id" maxLength:"32"`
	Category   string `query:"category" maxLength:"60" doc:"Id of a category, as its latest classification found it."`
	Q          string `query:"q" maxLength:"200" doc:"Part of the issuer, number, file name or client's reference."`
	Order      string `query:"order" enum:"created_at,-created_at,updated_at,-updated_at,date,-date" default:"-created_at"`
}

type documentListItem struct {
	readmodels.DocumentRow
	Date string `json:"date" doc:"That it bears; empty: none was found."`
}

type documentList struct {
	Documents []documentListItem `json:"documents" nullable:"false"`
	Counted
}

// DocumentPath names one document.
type DocumentPath struct {
	Sited
	DocumentID string `path:"document_id" maxLength:"64"`
}

// registerDocumentReads declares the reading of documents: by the door of the
// assistant, and by that of the accounts.
func (s *Server) registerDocumentReads() {
	register(s, Operation{
		Entry: "4.2", ID: "documents.list", Method: http.MethodGet, Path: "/api/tax-assistant/documents/", Surface: "documents",
		Summary: "List documents", Permission: "documents:read",
	}, s.listUploads)
	register(s, Operation{
		Entry: "15.3", ID: "accounting.documents", Method: http.MethodGet, Path: "/api/accounting/documents/", Surface: "accounting",
		Summary: "List parsed documents", Permission: "accounting:read",
	}, s.listUploads)
	register(s, Operation{
		Entry: "4.3", ID: "documents.read", Method: http.MethodGet, Path: "/api/tax-assistant/documents/{document_id}/", Surface: "documents",
		Summary: "A document with its fields, their places, and what the checks say", Permission: "documents:read",
	}, s.readUpload)
	register(s, Operation{
		Entry: "x.18", ID: "accounting.document", Method: http.MethodGet, Path: "/api/accounting/documents/{document_id}/", Surface: "accounting",
		Summary: "A parsed document", Permission: "accounting:read",
	}, s.readUpload)
}

func (s *Server) listUploads(ctx context.Context, c *Call, in *documentListIn) (*reply[documentList], error) {
	if err := c.after(ctx, in.Fresh); err != nil {
		return nil, err
	}
	from, to, err := in.Dated.instants(s.zone(c))
	if err != nil {
		return nil, err
	}
	conds := append(readmodels.Between("created_at", from, to), readmodels.Is("status", in.Status), readmodels.Is("type", in.Type),
		readmodels.Is("validation_status", in.Validation), readmodels.Is("client_ref", in.ClientRef), readmodels.Is("batch", in.BatchID),
		readmodels.Is("category_id", in.Category),
		readmodels.Search(in.Q))
	found, err := readmodels.Documents.List(ctx, s.DB, c.Scope(), in.page(in.Order), conds...)
	if err != nil {
		return nil, err
	}
	list := documentList{make([]documentListItem, len(found.Rows)), countedOf(found)}
	for i, r := range found.Rows {
		list.Documents[i] = documentListItem{DocumentRow: r}
		if !r.Date.IsZero() {
			list.Documents[i].Date = r.Date.String()
		}
	}
	return &reply[documentList]{Body: list}, nil
}

// linesShown bounds the lines of a statement, and the faults of a file of orders, in the view of its document.
const linesShown = 1000

func (s *Server) readUpload(ctx context.Context, c *Call, in *DocumentPath) (*reply[documentView], error) {
	state, revision, err := s.Documents.Read(ctx, c.Caller, in.DocumentID)
	if err != nil {
		return nil, err
	}
	v := viewOfDocument(state)
	if !state.Invoice.IsZero() {
		if v.Invoice, err = s.Documents.Terms(ctx, c.Caller.Tenant, state.Invoice); err != nil {
			return nil, err
		}
	}
	if state.Orders != nil {
		faults, err := s.Documents.OrderFaults(ctx, c.Caller.Tenant, state.Orders.OrdersFile)
		if err != nil {
			return nil, err
		}
		v.Orders.Faults = append([]orderfile.Fault{}, faults[:min(len(faults), linesShown)]...)
	}
	for i, x := range state.Statements {
		lines, err := s.Documents.Lines(ctx, c.Caller.Tenant, x)
		if err != nil {
			return nil, err
		}
		for _, l := range lines[:min(len(lines), linesShown)] {
			v.Statements[i].Lines = append(v.Statements[i].Lines, statementLine{l})
		}
	}
	return &reply[documentView]{ETag: etag(revision), Body: v}, nil
}
