package http

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/domain/fault"
)

// gateBody takes the body: its type, its size and, where it is JSON, all of it,
// looked through. What streams is left to its handler, piece by piece under the
// client's patience.
func (s *Server) gateBody(c *Call, w http.ResponseWriter, r *http.Request, ho *huma.Operation) error {
	o := c.operation
	limit := o.bodyMax()
	if r.ContentLength > limit {
		return fault.New(fault.BodyTooLarge, "the body has %d bytes; at most %d are taken", r.ContentLength, limit)
	}
	if ho.RequestBody == nil || r.Body == nil || r.Body == http.NoBody || r.ContentLength == 0 {
		r.Body = http.NoBody
		return nil
	}
	if err := gateMedia(r, ho); err != nil {
		return err
	}
	r.Body = http.MaxBytesReader(w, r.Body, limit)
	media := ho.RequestBody.Content["application/json"]
	if o.Upload != nil && strings.HasPrefix(strings.ToLower(strings.TrimSpace(r.Header.Get("Content-Type"))), "multipart/") {
		media = nil
	}
	if media == nil {
		r.Body = &paced{ReadCloser: r.Body, conn: http.NewResponseController(w), patience: s.ClientPatience}
		return nil
	}
	text, err := readAll(r, limit)
	if err != nil {
		return err
	}
	r.Body = io.NopCloser(bytes.NewReader(text))
	if o.readsItself || len(text) == 0 {
		return nil
	}
	return c.look(r.Context(), media.Schema, text)
}

// gateMedia takes the types that the operation declares, JSON under each of its
// names.
func gateMedia(r *http.Request, ho *huma.Operation) error {
	if encoding := r.Header.Get("Content-Encoding"); encoding != "" && !strings.EqualFold(encoding, "identity") {
		return fault.New(fault.MediaNotAccepted, "send the body without Content-Encoding")
	}
	name, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	name = strings.ToLower(strings.TrimSpace(name))
	content := ho.RequestBody.Content
	if content[name] != nil || name == "" {
		return nil
	}
	if content["application/json"] != nil && (name == "application/merge-patch+json" || name == "application/json") {
		return nil
	}
	return fault.New(fault.MediaNotAccepted, "send %s", strings.Join(slices.Sorted(maps.Keys(content)), " or "))
}

func readAll(r *http.Request, limit int64) ([]byte, error) {
	var b bytes.Buffer
	if r.ContentLength > 0 {
		b.Grow(int(r.ContentLength) + bytes.MinRead)
	}
	_, err := b.ReadFrom(r.Body)
	var tooLarge *http.MaxBytesError
	var away net.Error
	switch {
	case err == nil:
		return b.Bytes(), nil
	case errors.As(err, &tooLarge):
		return nil, fault.New(fault.BodyTooLarge, "at most %d bytes are taken", limit)
	case errors.As(err, &away) && away.Timeout():
		return nil, fault.New(fault.BodyTooSlow, "%d bytes of the body had arrived when the time for a request was over", b.Len())
	}
	return nil, fault.Wrap(err, fault.InvalidInput, "the body could not be read to its end")
}

// paced is a body of which each 64 KiB have to arrive within the client's
// patience, and the whole in its own time.
type paced struct {
	io.ReadCloser
	conn     *http.ResponseController
	patience time.Duration
	left     int // of the piece whose time runs
}

func (p *paced) Read(b []byte) (int, error) {
	if p.left <= 0 {
		p.left = pieceMax
		p.conn.SetReadDeadline(time.Now().Add(p.patience)) // unsupported by recorders in tests
	}
	n, err := p.ReadCloser.Read(b)
	p.left -= n
	return n, err
}
