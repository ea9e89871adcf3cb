package http

import (
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
	// JSON is the body that may come instead of a form; nil = none may.
	JSON     func(r huma.Registry) *huma.Schema
	BytesMax int64 // of the whole body; 0 = what its files and fields may hold
	FileMax  int64 // of a file; 0 = fileBytesMax
	AnyType  bool  // what a file is, its reader finds
	FileDoc  string
	// Check names what is wrong with the fields together; it is asked where one is
	// faulty by itself, so that all faults are named at once. nil = nothing can be.
	Check func(fields map[string]string) error

	json *huma.Schema // what JSON gave, once the operation is declared
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

// names lists the parts that the form may have.
func (f *UploadForm) names() []string {
	all := []string{"file"}
	for _, field := range f.Fields {
		all = append(all, field.Name)
	}
	return all
}

// partsMax is how many parts are read: all that the form may have, and as many wrong ones
// as an answer lists.
func (f *UploadForm) partsMax() int { return max(f.FilesMax, 1) + len(f.Fields) + faultsMax }

func (f *UploadForm) fileMax() int64 {
	if f.FileMax > 0 {
		return f.FileMax
	}
	return fileBytesMax
}

// bodyMax of a form is what its files and fields may hold together.
func (f *UploadForm) bodyMax() int64 {
	if f.BytesMax > 0 {
		return f.BytesMax
	}
	return int64(max(f.FilesMax, 1))*(fileBytesMax+1024) + formBytesMax
}

// body documents the form.
func (f *UploadForm) body(r huma.Registry) *huma.RequestBody {
	file := &huma.Schema{Type: "string", Format: "binary", Description: "A PDF, picture (JPEG, PNG, TIFF, WebP, HEIC), e-invoice (UBL, CII), " +
		"bank statement (CAMT, MT940, OFX, CSV, XLSX without macros), or orders (CSV, JSON, JSON Lines), of at most 20 MiB. Its type is told by its bytes."}
	if f.FileDoc != "" {
		file.Description = f.FileDoc
	}
	form := &huma.Schema{Type: "object", Properties: map[string]*huma.Schema{"file": file}, Required: []string{"file"},
		AdditionalProperties: false}
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
	content := map[string]*huma.MediaType{"multipart/form-data": {Schema: form}}
	if f.JSON != nil {
		f.json = f.JSON(r)
		content["application/json"] = &huma.MediaType{Schema: f.json}
	}
	return &huma.RequestBody{Required: true, Content: content}
}

// uploaded is what a form held. Its files are staged: whoever takes it discards
// them.
type uploaded struct {
	Files  []uploadedFile
	Fields map[string]string
}

type uploadedFile struct {
	*blobs.Staged
	Name    string // as the sender calls it
	Media   string // told by its bytes; "" where it is refused
	Refused *fault.Error
}

// Discard removes what was not kept.
func (u *uploaded) Discard() {
	for _, f := range u.Files {
		if f.Staged != nil {
			f.Staged.Discard()
		}
	}
}

// receive reads the form of an upload: files go to the blobs' staging, encrypted,
// as they come. Nothing stays when it fails.
//
// Errors: fault.MediaNotAccepted of a form of one file; fault.Invalid that names
// every faulty field; fault.BodyTooLarge; fault.StoreUnavailable.
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
	for n, most := 0, form.partsMax(); ; n++ {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && n == most { // each costs more than the few bytes that it takes
			faults.Add("body", "has more than %d parts, and was read no further", most)
			break
		}
		if err != nil {
			return nil, s.uploadFault(form, err)
		}
		if err := s.part(ctx, u, form, part, &faults); err != nil {
			return nil, s.uploadFault(form, err)
		}
	}
	if form.FilesMax <= 1 && len(u.Files) == 1 && u.Files[0].Refused != nil {
		return nil, u.Files[0].Refused
	}
	if len(u.Files) == 0 {
		faults.Add("file", "is missing")
	}
	if len(faults) > 0 && form.Check != nil {
		known := doubts(faults)
		for _, f := range fieldsOf(form.Check(u.Fields)) {
			if !known.cover(f.Field) {
				faults = append(faults, f)
			}
		}
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
		var runs names
		staged, err := s.Blobs.Receive(ctx, part, form.fileMax(), &runs)
		if errors.Is(err, blobs.ErrTooLarge) && form.FilesMax > 1 { // it fails alone
			u.Files = append(u.Files, uploadedFile{Name: part.FileName(), Refused: fault.New(fault.BodyTooLarge, "the file has more than %d bytes",
				form.fileMax())})
			_, err = io.Copy(io.Discard, part)
			return err
		}
		if err != nil {
			return err
		}
		u.Files = append(u.Files, uploadedFile{Staged: staged, Name: part.FileName()})
		file := &u.Files[len(u.Files)-1]
		if staged.Bytes == 0 {
			file.Refused = fault.Invalid("file", "is empty")
			if form.FilesMax <= 1 {
				file.Refused = nil
				faults.Add("file", "is empty")
			}
			return nil
		}
		if form.AnyType {
			return nil
		}
		file.Media, err = sniff(*file, runs.found)
		if file.Refused = fault.As(err); file.Refused != nil && file.Refused.Code == fault.MediaNotAccepted {
			return nil
		}
		return err
	}
	i := slices.IndexFunc(form.Fields, func(f FormField) bool { return f.Name == name })
	if i < 0 {
		if name = strings.ToValidUTF8(name[:min(len(name), 100)], "\ufffd"); name == "" {
			name = "body" // it has no name, or is no form-data
		}
		faults.Add(name, "no part of this form: its parts are %s", strings.Join(form.names(), ", "))
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
func (s *Server) uploadFault(form *UploadForm, err error) error {
	var large *http.MaxBytesError
	var away net.Error
	switch {
	case errors.As(err, &away) && away.Timeout():
		return fault.New(fault.BodyTooSlow, "of the body, less than %d KiB arrived within %s", pieceMax>>10, s.ClientPatience)
	case fault.As(err) != nil:
		return err
	case errors.As(err, &large):
		return fault.New(fault.BodyTooLarge, "the body has more than %d bytes", large.Limit)
	case errors.Is(err, blobs.ErrTooLarge):
		return fault.New(fault.BodyTooLarge, "a file has more than %d bytes", form.fileMax())
	}
	return fault.Invalid("body", "ended before its end, or is no form")
}
