package http

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/eventstore/blobs"
)

// UploadForm says what the multipart body of an operation holds beside its files.
type UploadForm struct {
	FilesMax int         // how many parts named file; 0 = 1
	Fields   []FormField // others
}

// FormField is one text of a form.
type FormField struct {
	Name, Doc string
	Enum      []string
	BytesMax  int
}

// Limits of an upload.
const (
	fileBytesMax = 20 << 20
	formBytesMax = 64 << 10 // all that is no file
)

// bodyMax of a form is what its files and fields may hold together.
func (f *UploadForm) bodyMax() int64 {
	return int64(max(f.FilesMax, 1))*(fileBytesMax+1024) + formBytesMax
}

// body documents the form.
func (f *UploadForm) body() *huma.RequestBody {
	file := &huma.Schema{Type: "string", Format: "binary", Description: "A PDF, picture (JPEG, PNG, TIFF, WebP), e-invoice (UBL, CII), " +
		"or bank statement (CAMT, MT940, OFX, CSV), of at most 20 MiB. Its type is told by its bytes."}
	form := &huma.Schema{Type: "object", Properties: map[string]*huma.Schema{"file": file}, Required: []string{"file"}, AdditionalProperties: false}
	if f.FilesMax > 1 {
		form.Properties["file"] = &huma.Schema{Type: "array", Items: file, MaxItems: &f.FilesMax, Description: "Several parts of this name."}
	}
	for _, field := range f.Fields {
		s := &huma.Schema{Type: "string", Description: field.Doc, MaxLength: &field.BytesMax}
		for _, e := range field.Enum {
			s.Enum = append(s.Enum, e)
		}
		form.Properties[field.Name] = s
	}
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: form}}}
}

// uploaded is what a form held. Its files are staged: whoever takes it discards
// them.
type uploaded struct {
	Files  []uploadedFile
	Fields map[string]string
}

type uploadedFile struct {
	*blobs.Staged
	Name string // as the sender calls it
}

// Discard removes what was not kept.
func (u *uploaded) Discard() {
	for _, f := range u.Files {
		f.Staged.Discard()
	}
}

// receive reads the form of an upload: files go to the blobs' staging, encrypted,
// as they come. Nothing stays when it fails.
//
// Errors: fault.Invalid that names every faulty field; fault.BodyTooLarge;
// fault.StoreUnavailable.
func (s *Server) receive(ctx context.Context, c *Call) (_ *uploaded, err error) {
	form := c.operation.Upload
	r := c.incoming
	_, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || params["boundary"] == "" {
		return nil, fault.Invalid("Content-Type", "names no boundary of multipart/form-data")
	}
	u := &uploaded{Fields: map[string]string{}}
	defer func() {
		if err != nil {
			u.Discard()
		}
	}()
	parts := multipart.NewReader(r.Body, params["boundary"])
	var faults fault.Fields
	for {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, uploadFault(err)
		}
		if err := s.part(ctx, u, form, part, &faults); err != nil {
			return nil, uploadFault(err)
		}
	}
	if len(u.Files) == 0 {
		faults.Add("file", "is missing")
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return u, nil
}

func (s *Server) part(ctx context.Context, u *uploaded, form *UploadForm, part *multipart.Part, faults *fault.Fields) error {
	name := part.FormName()
	if name == "file" {
		if len(u.Files) == max(form.FilesMax, 1) {
			faults.Add("file", "stands more than %d times", max(form.FilesMax, 1))
			_, err := io.Copy(io.Discard, part)
			return err
		}
		staged, err := s.Blobs.Receive(ctx, part, fileBytesMax)
		if err != nil {
			return err
		}
		u.Files = append(u.Files, uploadedFile{staged, part.FileName()})
		if staged.Bytes == 0 {
			faults.Add("file", "is empty")
		}
		return nil
	}
	i := slices.IndexFunc(form.Fields, func(f FormField) bool { return f.Name == name })
	if i < 0 {
		faults.Add(strings.ToValidUTF8(name[:min(len(name), 100)], "\ufffd"), "no such field")
		_, err := io.Copy(io.Discard, io.LimitReader(part, formBytesMax))
		return err
	}
	f := form.Fields[i]
	text, err := io.ReadAll(io.LimitReader(part, int64(f.BytesMax)+1))
	if err != nil {
		return err
	}
	_, twice := u.Fields[name]
	switch {
	case twice:
		faults.Add(name, "stands twice")
	case len(text) > f.BytesMax:
		faults.Add(name, "has more than %d bytes", f.BytesMax)
	case notText(string(text)):
		faults.Add(name, "is not text")
	case len(f.Enum) > 0 && len(text) > 0 && !slices.Contains(f.Enum, string(text)):
		faults.Add(name, "is none of %s", strings.Join(f.Enum, ", "))
	}
	u.Fields[name] = string(text)
	return nil
}

// uploadFault names what became of a body that could not be read to its end.
func uploadFault(err error) error {
	var large *http.MaxBytesError
	var away net.Error
	switch {
	case errors.As(err, &away) && away.Timeout():
		return fault.New(fault.BodyTooSlow, "the body stood still")
	case fault.As(err) != nil:
		return err
	case errors.As(err, &large), errors.Is(err, blobs.ErrTooLarge):
		return fault.New(fault.BodyTooLarge, "a file has more than %d bytes", fileBytesMax)
	}
	return fault.Invalid("body", "ended before its end, or is no form")
}

// holds reports whether a text stands in what r reads.
func holds(r io.Reader, text string) (bool, error) {
	buffer := make([]byte, 64<<10)
	kept := 0
	for {
		n, err := r.Read(buffer[kept:])
		if bytes.Contains(buffer[:kept+n], []byte(text)) {
			return true, nil
		}
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		keep := min(len(text)-1, kept+n)
		copy(buffer, buffer[kept+n-keep:kept+n])
		kept = keep
	}
}
