package documents

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tallystick/tallystick/reactors/sandbox"
)

// Nothing that a file refers to is fetched, whatever asks for it: a schema, a style sheet, an
// entity, a picture, a program's own request, another workbook.
func TestReferencesOutward(t *testing.T) {
	x := &Extractor{Box: &sandbox.Box{}, Tools: FindTools(os.Getenv("TALLYSTICK_TOOLS_DIR"))}
	if x.Tools.PDFInfo == "" || x.Tools.Tesseract == "" {
		t.Fatal("poppler-utils and tesseract-ocr, which scripts/setup.sh brings")
	}
	var asked atomic.Int32
	outside := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		fmt.Fprint(w, "<Invoice/>")
	}))
	defer outside.Close()
	at := outside.URL
	const declared = `<?xml version="1.0"?>`
	invoice := func(head, attributes, within string) []byte {
		return []byte(declared + head + `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"` + attributes + `><ID>U-1</ID>` +
			`<IssueDate>2026-05-04</IssueDate><DocumentCurrencyCode>EUR</DocumentCurrencyCode>` + within + `<LegalMonetaryTotal>` +
			`<TaxExclusiveAmount>100.00</TaxExclusiveAmount><TaxInclusiveAmount>119.00</TaxInclusiveAmount></LegalMonetaryTotal></Invoice>`)
	}
	catalog := "<< /Type /Catalog /Pages 2 0 R %s >>"
	opening := func(action string) []byte {
		return pdfWith(fmt.Sprintf(catalog, "/OpenAction << /Type /Action "+action+" >>"), onePage, page)
	}
	shown := "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>"
	picture := "<< /Type /XObject /Subtype /Image /Width 9 /Height 9 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 0 " +
		"/F << /FS /URL /F (" + at + "/picture) >> >>\nstream\n\nendstream"
	form := "/AcroForm << /Fields [] /XFA 4 0 R >>"
	xfa := `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><connectionSet><wsdlConnection><wsdlAddress>` + at +
		`</wsdlAddress></wsdlConnection></connectionSet></xdp:xdp>`
	book := bookOf(t, nil, []any{"Date", "Description", "Amount"}, []any{march(4), "Rent", -500})
	const parts = "http://schemas.openxmlformats.org/"
	elsewhere := declared + `<Relationships xmlns="` + parts + `package/2006/relationships"><Relationship Id="rId1" Type="` + parts +
		`officeDocument/2006/relationships/externalLinkPath" Target="` + at + `/b.xlsx" TargetMode="External"/></Relationships>`
	linked := map[string][]byte{"xl/externalLinks/_rels/externalLink1.xml.rels": []byte(elsewhere),
		"xl/externalLinks/externalLink1.xml": []byte(`<externalLink xmlns="` + parts + `spreadsheetml/2006/main"><ddeLink ddeService="cmd" ` +
			`ddeTopic="/c ` + at + `"/></externalLink>`)}
	const pdf, xml = "application/pdf", "text/xml"
	for name, c := range map[string]struct {
		media string
		file  []byte
		code  string // "" = it is taken
	}{
		"a schema": {xml, invoice("", ` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:x `+at+`/x.xsd"`, ""), ""},
		"a document of the invoice": {xml, invoice("", "", "<AdditionalDocumentReference><ID>1</ID><Attachment><ExternalReference><URI>"+at+
			"/more.pdf</URI></ExternalReference></Attachment></AdditionalDocumentReference>"), ""},
		"an inclusion":    {xml, invoice("", "", `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="`+at+`/part.xml"/>`), ""},
		"a style sheet":   {xml, invoice(`<?xml-stylesheet type="text/xsl" href="`+at+`/x.xsl"?>`, "", ""), ""},
		"a document type": {xml, invoice(`<!DOCTYPE Invoice SYSTEM "`+at+`/x.dtd">`, "", ""), "xml_refused"},
		"an entity":       {xml, invoice(`<!DOCTYPE Invoice [<!ENTITY x SYSTEM "`+at+`/x">]>`, "", "<Note>&x;</Note>"), "xml_refused"},
		"SVG as XML": {xml, []byte(declared + `<svg xmlns="http://www.w3.org/2000/svg"><image href="` + at + `/p.png"/></svg>`),
			"format_not_known"},
		"HTML as XML": {xml, []byte(declared + `<html xmlns="http://www.w3.org/1999/xhtml"><img src="` + at + `/p.png"/></html>`),
			"format_not_known"},
		"HTML as text":      {"text/plain", []byte(`<html><img src="` + at + `/p.png"></html>`), "xml_refused"},
		"an address":        {pdf, opening("/S /URI /URI (" + at + "/uri)"), ""},
		"a form to be sent": {pdf, opening("/S /SubmitForm /F << /FS /URL /F (" + at + "/form) >>"), ""},
		"another PDF":       {pdf, opening("/S /GoToR /F (" + at + "/r.pdf) /D [0 /Fit]"), ""},
		"data for a form":   {pdf, opening("/S /ImportData /F << /FS /URL /F (" + at + "/data.fdf) >>"), ""},
		"a picture": {pdf, pdfWith(fmt.Sprintf(catalog, ""), onePage, shown,
			"<< /Length 26 >>\nstream\nq 99 0 0 99 0 0 cm /X Do Q \nendstream", picture), ""},
		"a form's service": {pdf, pdfWith(fmt.Sprintf(catalog, form), onePage, page,
			fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(xfa), xfa)), ""},
	} {
		t.Run(name, func(t *testing.T) {
			o, err := x.Outcome(t.Context(), c.media, "eng", c.file)
			var refused rejection
			if err != nil && !errors.As(err, &refused) {
				t.Fatal(err)
			}
			if refused.code != c.code {
				t.Errorf("it ends as %q, not %q", refused.code, c.code)
			}
			for _, f := range o.Found {
				if strings.Contains(f.Value, at) {
					t.Errorf("%s is %q", f.Name, f.Value)
				}
			}
			if n := asked.Load(); n != 0 {
				t.Fatalf("%d requests came", n)
			}
		})
	}
	if p := readWorkbook(rezipped(t, book, linked)); p.Refused != "" || asked.Load() != 0 {
		t.Errorf("a workbook that names another: %q, %d requests", p.Refused, asked.Load())
	}
	answer, err := http.Get(at) // one that comes is counted
	if err != nil || asked.Load() != 1 {
		t.Fatalf("%v: %d requests counted", err, asked.Load())
	}
	answer.Body.Close()
}
