package http

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
)

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
		h.Set("X-Content-SHA256", commands.Hash(content))
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
