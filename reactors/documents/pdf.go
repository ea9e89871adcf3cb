package documents

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/reactors/jobs"
	"github.com/tallystick/tallystick/reactors/sandbox"
)

func (x *work) readPDF(ctx context.Context, t *jobs.Task, s docs.State, content []byte) (docs.Outcome, error) {
	if x.Tools.PDFInfo == "" || x.Tools.PDFToText == "" {
		return docs.Outcome{}, jobs.Final("reader_unavailable", "this node has no poppler-utils")
	}
	layer, giveUp := x.textLayer(ctx, content)
	defer giveUp()
	head, err := x.examinePDF(ctx, content)
	if err != nil {
		return docs.Outcome{}, err
	}
	count := head.pages
	t.Progress(0, int64(count))
	if packedObjects.Match(content) {
		p, err := x.parse(ctx, parseScripted, content)
		if err != nil || p.Refused != "" {
			return docs.Outcome{}, errors.Join(err, refusal(p.Refused))
		}
	}
	if bytes.Contains(content, []byte("/EmbeddedFile")) {
		p, err := x.parse(ctx, parseAttached, content)
		if err != nil || p.Refused != "" {
			return docs.Outcome{}, errors.Join(err, refusal(p.Refused))
		}
		if len(p.Fields) > 0 {
			t.Progress(int64(count), int64(count))
			o := docs.Outcome{Type: docs.Type(p.Kind), Extraction: "embedded_xml", Pages: count, Found: p.Fields}
			o.Invoice, err = x.keepTerms(ctx, t.Tenant, s.Subject(), p.Invoice)
			return o, err
		}
	}
	pages, err := layer(head, time.Duration(count)*pageTimeout)
	if err != nil {
		return docs.Outcome{}, err
	}
	scanned := map[int]bool{}
	for n := 1; n <= count; n++ {
		scanned[n] = true
	}
	for _, p := range pages {
		if len(p.Words) >= wordsFew {
			delete(scanned, p.Number)
		}
	}
	if len(scanned) == 0 {
		t.Progress(int64(count), int64(count))
		return x.outcome(pages, s.Language, "text_layer"), nil
	}
	return x.readScans(ctx, t, s, content, count, pages, scanned)
}

// textLayer begins to read the text layer of a PDF while its head is examined. layer waits
// for the words, for so long at most; giveUp ends the reading of what is not taken.
func (x *Extractor) textLayer(ctx context.Context, content []byte) (layer func(pdfHead, time.Duration) ([]reading.Page, error),
	giveUp func()) {
	type answer struct {
		table []byte
		err   error
	}
	begun, cancel := context.WithCancelCause(ctx)
	answers := make(chan answer, 1)
	go func() {
		table, err := x.tool(begun, x.Tools.PDFToText, content, pagesMax*pageTimeout, "-l", strconv.Itoa(pagesMax), "-tsv", "-", "-")
		answers <- answer{table, err}
	}()
	layer = func(head pdfHead, atMost time.Duration) ([]reading.Page, error) {
		late := time.AfterFunc(atMost, func() { cancel(sandbox.ErrTimeout) })
		defer late.Stop()
		a := <-answers
		if errors.Is(context.Cause(begun), sandbox.ErrTimeout) {
			return nil, sandbox.ErrTimeout
		}
		return wordsOf(a.table, head.aside), a.err
	}
	return layer, func() { cancel(nil) }
}

func refusal(code string) error {
	if code == "" {
		return nil
	}
	return rejection{code}
}

// readScans recognises the pages that have no text layer.
func (x *work) readScans(ctx context.Context, t *jobs.Task, s docs.State, content []byte, count int, pages []reading.Page,
	scanned map[int]bool) (docs.Outcome, error) {
	if x.Tools.Tesseract == "" || x.Tools.PDFToPPM == "" {
		return docs.Outcome{}, jobs.Final("ocr_unavailable", "this node cannot recognise letters: tesseract-ocr is missing")
	}
	byNumber := map[int]reading.Page{}
	for _, p := range pages {
		byNumber[p.Number] = p
	}
	language := s.Language
	x.turned = map[int]turned{}
	for n := 1; n <= count; n++ {
		if scanned[n] {
			page := strconv.Itoa(n)
			p, spoken, err := x.recognise(ctx, onceMade(func(ctx context.Context) ([]byte, error) {
				picture, err := x.tool(ctx, x.Tools.PDFToPPM, content, pageTimeout, "-r", strconv.Itoa(scanDPI), "-gray", "-f", page, "-l", page, "-")
				if g, ok := grayOf(picture); err == nil && ok { // telephones make PDFs of photographs too
					straight, turn := level(evenly(g))
					picture, x.turned[n] = pgm(straight), turn
				}
				return picture, err
			}), language, n)
			if err != nil {
				return docs.Outcome{}, err
			}
			byNumber[n], language = p, spoken
		}
		t.Progress(int64(n), int64(count))
	}
	var all []reading.Page
	for n := 1; n <= count; n++ {
		all = append(all, byNumber[n])
	}
	return x.outcome(all, language, "ocr"), nil
}

// pdfHead is what is known of a PDF before its pages are read.
type pdfHead struct {
	pages int
	// aside are the pages that are shown turned by a quarter. The table of words gives
	// their size as they lie in the file, and the places of words as they are shown.
	aside map[int]bool
}

// examinePDF reads the head of a PDF: how many pages it has, how they are turned, and
// whether it is one that is not taken.
func (x *Extractor) examinePDF(ctx context.Context, content []byte) (head pdfHead, err error) {
	text, err := x.tool(ctx, x.Tools.PDFInfo, content, pageTimeout, "-f", "1", "-l", strconv.Itoa(pagesMax), "-")
	if err != nil {
		return head, err
	}
	head.aside = map[int]bool{}
	for _, line := range strings.Split(string(text), "\n") {
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch name {
		case "Pages":
			head.pages, err = strconv.Atoi(value)
		case "Encrypted":
			if strings.HasPrefix(value, "yes") {
				return head, rejection{"encrypted"}
			}
		case "JavaScript":
			if value == "yes" {
				return head, rejection{"scripted"}
			}
		default:
			if page := strings.Fields(name); len(page) == 3 && page[0] == "Page" && page[2] == "rot" {
				n, _ := strconv.Atoi(page[1])
				head.aside[n] = value == "90" || value == "270"
			}
		}
	}
	switch {
	case err != nil:
		return head, fmt.Errorf("documents: pdfinfo: %w", err)
	case head.pages > pagesMax:
		return head, rejection{"too_complex"}
	case head.pages < 1:
		return head, rejection{"unreadable"}
	}
	return head, nil
}
