package bench

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/tallystick/tallystick/domain/category"
	"github.com/tallystick/tallystick/domain/classification"
	"github.com/tallystick/tallystick/reactors/documents"
	"github.com/tallystick/tallystick/reactors/sandbox"
)

// What documents are measured by.
const (
	textPages          = 100
	linesOfPage        = 50
	uploadBytes        = 20 << 20
	classificationsMax = 50 * time.Microsecond
)

// documents measures the reading of text layers beside bare pdftotext, of scans beside
// bare tesseract, an upload beside a copy that is hashed and enciphered, and the
// classification of a cost.
func (r *run) documents() error {
	x := &documents.Extractor{Box: &sandbox.Box{}, Tools: documents.FindTools(r.service.Config.ToolsDir)}
	if x.Tools.PDFToText == "" || x.Tools.Tesseract == "" {
		return errors.New("poppler-utils and tesseract-ocr are missing: make setup")
	}
	pdf, err := textOf(textPages)
	if err != nil {
		return err
	}
	if err := r.reading(x, fmt.Sprintf("text layer of %d pages", textPages), "application/pdf", pdf, r.scale(10), .5,
		x.Tools.PDFToText, "-tsv", "-", "-"); err != nil {
		return err
	}
	page, err := scanned()
	if err != nil {
		return err
	}
	if err := r.reading(x, "scanned page", "image/png", page, r.scale(10), .85,
		x.Tools.Tesseract, "stdin", "stdout", "-l", "eng", "--psm", "4", "tsv"); err != nil {
		return err
	}
	r.classifying()
	return r.uploading()
}

// reading measures how often a second a file is read, beside the program that it is read
// by, alone and unconfined.
func (r *run) reading(x *documents.Extractor, name, media string, file []byte, times int, aim float64, program string,
	args ...string) error {
	alone := func() error {
		cmd := exec.CommandContext(r.ctx, program, args...)
		cmd.Env, cmd.Stdin, cmd.Stdout = append(x.Tools.Environment(), "OMP_THREAD_LIMIT=1"), bytes.NewReader(file), io.Discard
		return cmd.Run()
	}
	whole := func() error {
		o, err := x.Outcome(r.ctx, media, "eng", file)
		if err == nil && len(o.Found) == 0 {
			err = errors.New("nothing was found")
		}
		return err
	}
	var took [2]time.Duration
	for range times { // in turns: what else the machine does concerns both
		for i, read := range []func() error{alone, whole} {
			began := time.Now()
			if err := read(); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			took[i] += time.Since(began)
		}
	}
	rate := func(d time.Duration) float64 { return float64(times) / d.Seconds() * 60 }
	r.beside(name+" read", "/min", rate(took[1]), rate(took[0]), aim, "")
	return nil
}

// sumsOfBench are the lines of an invoice.
var sumsOfBench = []string{"ACME SUPPLIES LTD", "VAT Reg No GB980780684", "Invoice no INV-2026-118", "Invoice date 25/03/2026",
	"Due date 30/04/2026", "Net                          125.00", "VAT 20%                       25.00", "Total                  GBP   150.00"}

func benchLine(n int) string {
	if n < len(sumsOfBench) {
		return sumsOfBench[n]
	}
	return fmt.Sprintf("Article %04d of the list, as ordered          %d.%02d", n, 10+n%90, n%100)
}

// textOf is a PDF with a text layer.
func textOf(pages int) ([]byte, error) {
	f := fpdf.New("P", "mm", "A4", "")
	f.SetFont("Courier", "", 10)
	for range pages {
		f.AddPage()
		for n := range linesOfPage {
			f.Cell(0, 5, benchLine(n))
			f.Ln(5)
		}
	}
	var out bytes.Buffer
	err := f.Output(&out)
	return out.Bytes(), err
}

// scanned is a page of A4 at 300 points an inch.
func scanned() ([]byte, error) {
	parsed, err := opentype.Parse(gomono.TTF)
	if err != nil {
		return nil, err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: 42, DPI: 72})
	if err != nil {
		return nil, err
	}
	page := image.NewGray(image.Rect(0, 0, 2480, 3508))
	for i := range page.Pix {
		page.Pix[i] = 255
	}
	d := font.Drawer{Dst: page, Src: image.NewUniform(color.Gray{20}), Face: face}
	for n := range linesOfPage {
		d.Dot = fixed.P(200, 240+62*n)
		d.DrawString(benchLine(n))
	}
	var out bytes.Buffer
	err = png.Encode(&out, page)
	return out.Bytes(), err
}

// classifying measures the classification of a cost by words, of a merchant whose history
// is known.
func (r *run) classifying() {
	in := classification.Input{Text: "Rechnung 4711 Papier Schulz GmbH Druckerpapier A4 und Toner", Merchant: "Papier Schulz GmbH",
		MCC: "5943", Tree: category.For("DE"), Year: 2026}
	known := classification.Known{History: map[string]int{"deeuer_office": 2, "deeuer_it": 1}}
	for n := range 50 {
		known.Rules = append(known.Rules, classification.Rule{Contains: fmt.Sprintf("merchant %d", n), CategoryID: "deeuer_it"})
	}
	times := r.scale(20_000)
	began := time.Now()
	for range times {
		classification.Classify(in, known)
	}
	took := time.Since(began) / time.Duration(times)
	r.add(figure{name: "classification of a cost", measured: took.String(), aim: "< " + classificationsMax.String(), met: took < classificationsMax})
}

// uploading measures an upload through the API, beside a copy to a file that is hashed,
// enciphered and synced.
func (r *run) uploading() error {
	file := make([]byte, uploadBytes-1024)
	rand.Read(file) // never fails
	copy(file, "%PDF-1.4\n")
	var took [2]time.Duration
	times := r.scale(20)
	for n := range times {
		copy(file[100:], fmt.Sprintf("%020d", n)) // another document each time
		for i, send := range []func([]byte) error{r.enciphered, r.uploaded} {
			began := time.Now()
			if err := send(file); err != nil {
				return err
			}
			took[i] += time.Since(began)
		}
	}
	rate := func(d time.Duration) float64 { return float64(times) * uploadBytes / (1 << 20) / d.Seconds() }
	r.beside("upload of 20 MiB", "MiB/s", rate(took[1]), rate(took[0]), .5, "")
	return nil
}

func (r *run) enciphered(file []byte) error {
	key := make([]byte, 32)
	rand.Read(key)
	block, err := aes.NewCipher(key)
	if err != nil {
		return err
	}
	sealer, err := cipher.NewGCM(block)
	if err != nil {
		return err
	}
	out, err := os.CreateTemp(r.dir, "copy")
	if err != nil {
		return err
	}
	defer os.Remove(out.Name())
	defer out.Close()
	hash, nonce := sha256.New(), make([]byte, sealer.NonceSize())
	const chunk = 64 << 10
	for at := 0; at < len(file); at += chunk {
		part := file[at:min(at+chunk, len(file))]
		hash.Write(part)
		nonce[0], nonce[1] = byte(at/chunk), byte(at/chunk>>8)
		if _, err := out.Write(sealer.Seal(nil, nonce, part, nil)); err != nil {
			return err
		}
	}
	return out.Sync()
}

func (r *run) uploaded(file []byte) error {
	var head bytes.Buffer
	form := multipart.NewWriter(&head)
	if _, err := form.CreateFormFile("file", "bench.pdf"); err != nil {
		return err
	}
	tail := "\r\n--" + form.Boundary() + "--\r\n"
	body := io.MultiReader(bytes.NewReader(head.Bytes()), bytes.NewReader(file), strings.NewReader(tail))
	req, err := http.NewRequestWithContext(r.ctx, "POST", "http://"+r.service.Addr("api")+"/api/tax-assistant/documents/", body)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	req.Header.Set("Authorization", "Bearer "+r.key)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusCreated {
		err = fmt.Errorf("an upload answers %d: %.200s", res.StatusCode, text)
	}
	return err
}
