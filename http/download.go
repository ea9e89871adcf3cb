package http

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/render/invoice"
	"github.com/tallystick/tallystick/render/ledger"
)

// Content types of what is streamed.
const (
	csvMedia    = "text/csv; charset=utf-8; header=present"
	htmlMedia   = "text/html; charset=utf-8"
	ndjsonMedia = "application/x-ndjson"
	pdfMedia    = "application/pdf"
	sseMedia    = "text/event-stream"
	zipMedia    = "application/zip"
)

// contentHash is SHA-256 of what is answered.
const contentHash = "X-Content-SHA256"

// answered declares what a success answers in each of its content types: JSON of a type
// by its schema, other JSON as an object, texts and bytes as strings.
func (o *Operation) answered() *huma.Response {
	r := &huma.Response{Description: http.StatusText(http.StatusOK), Content: map[string]*huma.MediaType{}}
	if o.body != nil {
		r.Content["application/json"] = &huma.MediaType{Schema: o.body}
	}
	for _, media := range o.Media {
		bare, _, _ := strings.Cut(media, ";")
		schema := &huma.Schema{Type: huma.TypeString}
		switch {
		case strings.HasSuffix(bare, "json") && bare != ndjsonMedia:
			schema.Type = huma.TypeObject
		case !strings.HasPrefix(bare, "text/") && bare != ndjsonMedia:
			schema.Format = "binary"
		}
		r.Content[bare] = &huma.MediaType{Schema: schema}
	}
	if o.Hashed {
		r.Headers = map[string]*huma.Param{contentHash: {Required: true, Schema: &huma.Schema{Type: huma.TypeString, Pattern: "^[0-9a-f]{64}$"},
			Description: "SHA-256 of the body, in hex."}}
	}
	return r
}

// exportMedia and invoiceMedia are the types of the formats that there are.
func exportMedia() []string {
	all := []string{zipMedia}
	for _, f := range ledger.Formats() {
		all = append(all, f.ContentType())
	}
	return all
}

func invoiceMedia() (all []string) {
	for _, f := range invoice.Formats() {
		all = append(all, f.ContentType())
	}
	return all
}

// originalMedia are the types of files that are handed out as they came: packages, and what
// uploads are told to be. XML is always told as text/xml.
func originalMedia() []string {
	return append([]string{zipMedia}, slices.DeleteFunc(slices.Clone(taken), func(media string) bool { return media == "application/xml" })...)
}

// download streams bytes that are known whole, with their hash, to be kept.
func (s *Server) download(ctx context.Context, c *Call, contentType, name string, content []byte) *huma.StreamResponse {
	return s.deliver(ctx, c, "attachment", contentType, name, content)
}

// show streams a document that a browser may display where it stands.
func (s *Server) show(ctx context.Context, c *Call, contentType, name string, content []byte) *huma.StreamResponse {
	return s.deliver(ctx, c, "inline", contentType, name, content)
}

func (s *Server) deliver(ctx context.Context, c *Call, disposition, contentType, name string, content []byte) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		w := hc.BodyWriter().(*response)
		h := w.Header()
		h.Set("Content-Type", contentType)
		h.Set("Content-Disposition", disposition+`; filename="`+fileName(name)+`"`)
		h.Set("Content-Length", strconv.Itoa(len(content)))
		h.Set(contentHash, commands.Hash(content))
		documentHeaders(h)
		if err := s.beginStream(ctx, c, w); err != nil {
			h.Del("Content-Length")
			s.problem(c, err).write(w)
			return
		}
		w.Write(content)
	}}
}

// documentHeaders are what every download carries: an HTML document shares the
// origin of the API, and must neither run nor tell where it came from.
func documentHeaders(h http.Header) {
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:")
}

// fileName keeps what of a name may stand in a header and on any disk.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '.' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return '_'
	}, name)
}
