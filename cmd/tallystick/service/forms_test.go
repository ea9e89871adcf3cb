package service_test

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"slices"
	"testing"
)

// formFile is a file of a form.
type formFile struct {
	name    string
	content []byte
}

// sendForm sends fields and files as a form.
func (w *world) sendForm(t *testing.T, as, path string, fields map[string]string, files []formFile, headers ...string) reply {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range fields {
		form.WriteField(name, value)
	}
	for _, f := range files {
		part, err := form.CreateFormFile("file", f.name)
		if err != nil {
			t.Fatal(err)
		}
		part.Write(f.content)
	}
	form.Close()
	return w.call(t, as, "POST", path, body.String(), slices.Concat(headers, []string{"Content-Type", form.FormDataContentType()})...)
}

// upload sends a form with one file and returns the answer.
func (w *world) upload(t *testing.T, as, path string, file []byte, fields map[string]string) (int, map[string]any, http.Header) {
	t.Helper()
	return w.sendForm(t, as, path, fields, []formFile{{"a file.bin", file}}).object(t)
}

func (w *world) get(t *testing.T, as, path string) (int, map[string]any, http.Header) {
	t.Helper()
	return w.call(t, as, "GET", path, nil).object(t)
}

// object is a reply whose body is a JSON object.
func (r reply) object(t *testing.T) (int, map[string]any, http.Header) {
	t.Helper()
	var answer map[string]any
	if err := json.Unmarshal(r.body, &answer); err != nil {
		t.Fatalf("%d %s", r.status, r.body)
	}
	return r.status, answer, r.header
}
