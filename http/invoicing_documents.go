package http

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/link"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/render/invoice"
)

// everySite is the grant of a link: it stands for one record, wherever that is.
var everySite = tenancy.Grant{All: true}

// Inputs of what is done with one document; the path names it by its kind.
type (
	invoiceReadIn struct {
		Sited
		ID string `path:"invoice_id" maxLength:"64"`
	}
	creditNoteReadIn struct {
		Sited
		ID string `path:"credit_note_id" maxLength:"64"`
	}
	invoiceLinkIn struct {
		Sited
		Written
		ID   string `path:"invoice_id" maxLength:"64"`
		Body *linkRequest
	}
	creditNoteLinkIn struct {
		Sited
		Written
		ID   string `path:"credit_note_id" maxLength:"64"`
		Body *linkRequest
	}
	// DocumentDownload says which body is wanted.
	DocumentDownload struct {
		Sited
		Tokened
		Format  string `query:"format" enum:"html,json,ubl,cii,facturx" doc:"Left out: the link's, else html."`
		Version int    `query:"version" minimum:"1" doc:"An earlier version of the body; left out: the latest. A link opens the latest alone."`
	}
	invoiceDownloadIn struct {
		DocumentDownload
		ID string `path:"invoice_id" maxLength:"64"`
	}
	creditNoteDownloadIn struct {
		DocumentDownload
		ID string `path:"credit_note_id" maxLength:"64"`
	}
)

func (in *invoiceReadIn) document() string    { return in.ID }
func (in *creditNoteReadIn) document() string { return in.ID }

func (in *invoiceLinkIn) asked() (string, Written, *linkRequest) { return in.ID, in.Written, in.Body }
func (in *creditNoteLinkIn) asked() (string, Written, *linkRequest) {
	return in.ID, in.Written, in.Body
}

func (in *invoiceDownloadIn) asked() (string, DocumentDownload)    { return in.ID, in.DocumentDownload }
func (in *creditNoteDownloadIn) asked() (string, DocumentDownload) { return in.ID, in.DocumentDownload }

// Shapes that the inputs of both kinds share.
type (
	namesDocument[I any] interface {
		*I
		document() string
	}
	asksLink[I any] interface {
		*I
		asked() (string, Written, *linkRequest)
	}
	asksDownload[I any] interface {
		*I
		asked() (string, DocumentDownload)
	}
)

// registerDocumentOperations declares reading, linking and downloading.
func registerDocumentOperations[R, L, D any, PR namesDocument[R], PL asksLink[L], PD asksDownload[D]](s *Server, k documentKind) {
	one := k.path + "{" + k.parameter + "}/"
	register(s, Operation{
		Entry: k.readEntry, ID: k.operation + ".read", Method: http.MethodGet, Path: one, Surface: "invoicing",
		Summary: k.what + ", with its frozen content", Permission: "invoices:read",
	}, func(ctx context.Context, c *Call, in *R) (*reply[invoiceView], error) {
		d, revision, err := s.Invoices.Read(ctx, c.Caller, k.kind, PR(in).document())
		if err != nil {
			return nil, err
		}
		return &reply[invoiceView]{ETag: etag(revision), Body: s.viewDocument(d, revision, true)}, nil
	})

	register(s, Operation{
		Entry: k.linkEntry, ID: k.operation + ".link", Method: http.MethodPost, Path: one + "link/", Surface: "invoicing",
		Summary: "Issue a signed download link that expires", Permission: "invoices:send", Status: http.StatusCreated, Also: []int{http.StatusOK},
		Errors: []int{409, 422},
		Describe: "The link opens the very bytes that it is issued for, in one format, without a key; each use is in the audit trail. " +
			"`revoke: true` ends every link that was issued before.",
	}, func(ctx context.Context, c *Call, in *L) (*reply[linkView], error) {
		id, written, body := PL(in).asked()
		if body != nil && body.Format != "" && !slices.Contains(invoice.Formats(), invoice.Format(body.Format)) {
			return nil, fault.Invalid("format", "one of %v", invoice.Formats())
		}
		d, _, err := s.Invoices.Read(ctx, c.Caller, k.kind, id)
		if err != nil {
			return nil, err
		}
		o := linkOrder{operation: k.operation + ".link", permission: "invoices:send", resource: link.Resource{Kind: k.linkKind, ID: d.DocumentID},
			format: string(invoice.HTML), path: k.download(d.DocumentID)}
		if body != nil {
			if o.request = *body; body.Format != "" {
				o.format = body.Format
			}
		}
		if !o.request.Revoke {
			bytes, err := s.Invoices.Body(d, invoice.Format(o.format), 0)
			if err != nil {
				return nil, err
			}
			o.checksum = commands.Hash(bytes)
		}
		return s.answerLink(ctx, c, written, o)
	})

	register(s, Operation{
		Entry: k.getEntry, ID: k.operation + ".download", Method: http.MethodGet, Path: one + "download/", Surface: "invoicing", Stream: true,
		Summary: "Download as HTML, JSON, UBL, CII or Factur-X", Permission: "invoices:read", Errors: []int{422},
		Media: invoiceMedia(), Hashed: true,
		Describe: "With the token of a signed link, or as a caller who may read it. `X-Content-SHA256` is the hash of the bytes. " +
			"422 `format_not_available` where a document cannot be written as EN 16931 asks.",
	}, func(ctx context.Context, c *Call, in *D) (*huma.StreamResponse, error) {
		id, asked := PD(in).asked()
		if c.link != nil {
			asked.Format = c.link.Format
			if asked.Version != 0 {
				return nil, fault.Invalid("version", "a link opens the latest alone")
			}
		}
		format := invoice.HTML
		if asked.Format != "" {
			format = invoice.Format(asked.Format)
		}
		d, _, err := s.Invoices.Read(ctx, c.Caller, k.kind, id)
		if err != nil {
			return nil, err
		}
		body, err := s.Invoices.Body(d, format, asked.Version)
		if err != nil {
			return nil, err
		}
		name := d.Issued.Number + "." + format.Extension()
		if format == invoice.HTML {
			return s.show(ctx, c, format.ContentType(), name, body), nil
		}
		return s.download(ctx, c, format.ContentType(), name, body), nil
	})
}
