package documents

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/reactors/sandbox"
)

const ublInvoice = `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID>U-1</ID><IssueDate>2026-05-04</IssueDate>` +
	`<DocumentCurrencyCode>EUR</DocumentCurrencyCode><TaxTotal><TaxAmount currencyID="EUR">19.00</TaxAmount></TaxTotal><LegalMonetaryTotal>` +
	`<TaxExclusiveAmount>100.00</TaxExclusiveAmount><TaxInclusiveAmount>119.00</TaxInclusiveAmount></LegalMonetaryTotal></Invoice>`

// streamOf is an object of a PDF that holds a file, packed or plain.
func streamOf(file []byte, packed bool) string {
	filter := ""
	if packed {
		var out bytes.Buffer
		z := zlib.NewWriter(&out)
		z.Write(file)
		z.Close()
		file, filter = out.Bytes(), " /Filter /FlateDecode"
	}
	return fmt.Sprintf("<< /Type /EmbeddedFile%s /Length %d >>\nstream\n%s\nendstream", filter, len(file), file)
}

// wide are the letters of a text in two bytes each, the higher first, with their mark.
func wideText(text string) []byte {
	out := []byte{0xfe, 0xff}
	for _, r := range text {
		out = append(out, byte(r>>8), byte(r))
	}
	return out
}

func holdsInvoice(t *testing.T, o docs.Outcome, err error) {
	t.Helper()
	gross := slices.IndexFunc(o.Found, func(f reading.Found) bool { return f.Name == reading.Gross })
	if err != nil || o.Extraction != "embedded_xml" || o.Type != "invoice" || gross < 0 || o.Found[gross].Value != "119.00" {
		t.Errorf("%v %s %s %+v", err, o.Extraction, o.Type, o.Found)
	}
}

// The invoice that a PDF embeds is found wherever the PDF may name it, and is read before
// what is printed.
func TestInvoicesWithinPDFs(t *testing.T) {
	x := &Extractor{Box: &sandbox.Box{}, Tools: FindTools("")}
	const spec = "<< /Type /Filespec /F (factur-x.xml) /UF (factur-x.xml) /EF << /F 5 0 R >> >>"
	const tree = "/Names << /EmbeddedFiles "
	for name, c := range map[string]struct{ catalog, spec string }{
		"in a tree of one node":       {tree + "<< /Names [(factur-x.xml) 4 0 R] >> >>", spec},
		"in a tree of two nodes":      {tree + "<< /Kids [<< /Names [(a) 4 0 R] /Limits [(a) (a)] >>] >> >>", spec},
		"beside the catalogue":        {"/AF [4 0 R]", spec},
		"by the name of ZUGFeRD":      {"/AF [4 0 R]", "<< /F (ZUGFeRD-invoice.xml) /EF << /F 5 0 R >> >>"},
		"by a name of wide letters":   {"/AF [4 0 R]", "<< /UF <" + fmt.Sprintf("%x", wideText("factur-x.xml")) + "> /EF << /UF 5 0 R >> >>"},
		"within the tree, by a value": {tree + "<< /Names [(factur-x.xml) " + spec + "] >> >>", "null"},
	} {
		for _, packed := range []bool{false, true} {
			t.Run(fmt.Sprint(name, ", packed ", packed), func(t *testing.T) {
				file := pdfWith("<< /Type /Catalog /Pages 2 0 R "+c.catalog+" >>", onePage, page, c.spec, streamOf([]byte(ublInvoice), packed))
				o, err := x.Outcome(t.Context(), "application/pdf", "eng", file)
				holdsInvoice(t, o, err)
			})
		}
	}
	catalog := "<< /Type /Catalog /Pages 2 0 R /AF [4 0 R] >>"
	for name, c := range map[string]struct{ spec, file, code string }{
		"another file":     {"<< /F (terms.xml) /EF << /F 5 0 R >> >>", ublInvoice, ""},
		"a document type":  {spec, `<!DOCTYPE x SYSTEM "file:///etc/passwd">` + ublInvoice, "xml_refused"},
		"no file":          {"<< /F (factur-x.xml) >>", ublInvoice, ""},
		"a picture":        {spec, "\x89PNG\r\n\x1a\n", "xml_refused"},
		"nothing":          {spec, "", "xml_refused"},
		"another XML":      {spec, "<terms/>", ""},
		"a bomb":           {spec, strings.Repeat("<a/>", attachedMax/4+1), "unreadable"},
		"a tree of itself": {"<< /Kids [4 0 R 4 0 R] >>", ublInvoice, ""},
	} {
		t.Run(name, func(t *testing.T) {
			at := catalog
			if name == "a tree of itself" {
				at = "<< /Type /Catalog /Pages 2 0 R " + tree + "4 0 R >> >>"
			}
			o, err := x.Outcome(t.Context(), "application/pdf", "eng", pdfWith(at, onePage, page, c.spec, streamOf([]byte(c.file), true)))
			var refused rejection
			if !errors.As(err, &refused) && err != nil {
				t.Fatal(err)
			}
			if refused.code != c.code || o.Extraction == "embedded_xml" {
				t.Errorf("%q, not %q: %+v", refused.code, c.code, o)
			}
		})
	}
}

// Of files that are embedded, the invoice is found behind what is none, wherever it stands;
// what is not taken of one by the name of an invoice is not passed over for another.
func TestInvoicesAmongOtherFiles(t *testing.T) {
	x := &Extractor{Box: &sandbox.Box{}, Tools: FindTools("")}
	const first, second = "<< /F (%s) /EF << /F 6 0 R >> >>", "<< /F (factur-x.xml) /EF << /F 7 0 R >> >>"
	other := strings.Replace(ublInvoice, ">119.00<", ">999.00<", 1)
	for _, c := range []struct{ says, name, file, code string }{
		{"an invoice by another name", "terms.xml", other, ""},
		{"an invoice that is another", "xrechnung.xml", other, "invoices_differ"},
		{"the same invoice again", "xrechnung.xml", ublInvoice, ""},
		{"the same invoice, that says less", "xrechnung.xml", strings.Replace(ublInvoice, "IssueDate>", "Comment>", 2), ""},
		{"no invoice by that name", "factur-x.xml", "<terms/>", ""},
		{"no XML by another name", "terms.pdf", "%PDF-", ""},
		{"no XML by that name", "xrechnung.xml", "%PDF-", "xml_refused"},
		{"a bomb by another name", "terms.xml", strings.Repeat(" ", attachedMax+1), ""},
		{"a bomb by that name", "xrechnung.xml", strings.Repeat(" ", attachedMax+1), "unreadable"},
	} {
		t.Run(c.says, func(t *testing.T) {
			o, err := x.Outcome(t.Context(), "application/pdf", "eng", pdfWith("<< /Type /Catalog /Pages 2 0 R /AF [4 0 R 5 0 R] >>", onePage, page,
				fmt.Sprintf(first, c.name), second, streamOf([]byte(c.file), true), streamOf([]byte(ublInvoice), true)))
			if c.code == "" {
				holdsInvoice(t, o, err)
				return
			}
			var refused rejection
			if !errors.As(err, &refused) || refused.code != c.code {
				t.Errorf("%+v, %v, not %s", o, err, c.code)
			}
		})
	}
}

// XML is known by what it is, also where its first bytes do not say so; what it must not
// hold is refused by the same name.
func TestXMLWithoutADeclaration(t *testing.T) {
	x := &Extractor{Box: &sandbox.Box{}, Tools: FindTools("")}
	for name, file := range map[string][]byte{
		"none":                 []byte(ublInvoice),
		"a mark of byte order": []byte("\ufeff" + ublInvoice),
		"white space":          []byte("\r\n\t " + ublInvoice),
		"letters of two bytes": wideText(`<?xml version="1.0" encoding="UTF-16"?>` + ublInvoice),
	} {
		t.Run(name, func(t *testing.T) {
			o, err := x.Outcome(t.Context(), "text/plain", "", file)
			holdsInvoice(t, o, err)
		})
	}
	for name, file := range map[string][]byte{
		"a document type":                 []byte(`<!DOCTYPE x SYSTEM "file:///etc/passwd">` + ublInvoice),
		"one in letters of two bytes":     wideText(`<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE x [<!ENTITY a "b">]><Invoice>&a;</Invoice>`),
		"depth":                           bytes.Repeat([]byte("<a>"), 101),
		"an end too soon":                 []byte("<Invoice><ID>1"),
		"a name of OFX, and nothing else": []byte(`<x:OFX xmlns:x="y">`),
	} {
		t.Run(name, func(t *testing.T) {
			o, err := x.Outcome(t.Context(), "text/plain", "", file)
			var refused rejection
			if !errors.As(err, &refused) || refused.code != "xml_refused" {
				t.Errorf("%+v, %v", o, err)
			}
		})
	}
}
