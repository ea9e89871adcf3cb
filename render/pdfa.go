package render

import (
	"bytes"
	"crypto/sha256"
	"encoding/xml"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
)

// Attached is a file that an archival PDF carries as another form of itself.
type Attached struct {
	Name, Description string // ASCII
	Media             string // "text/xml"
	Content           []byte
	XMP               string // descriptions (RDF) that speak of it; "" = none
}

// Archival ends the document as PDF/A-3b (ISO 19005-3) that carries a file: what the
// library does not write is added as an incremental update (ISO 32000-1, 7.5.6).
// The same document gives the same bytes.
func (p *PDF) Archival(a Attached) ([]byte, error) {
	base, err := p.Bytes()
	if err != nil {
		return nil, err
	}
	return archived(base, p.about, a)
}

var (
	trailerForm = regexp.MustCompile(`trailer\n<<\n/Size ([0-9]+)\n/Root ([0-9]+) 0 R\n`)
	startForm   = regexp.MustCompile(`startxref\n([0-9]+)\n%%EOF`)
)

// update adds objects after a PDF.
type update struct {
	out     bytes.Buffer
	next    int
	written []int
	offsets map[int]int
}

func (u *update) object(n int, format string, args ...any) {
	u.offsets[n] = u.out.Len()
	u.written = append(u.written, n)
	fmt.Fprintf(&u.out, "%d 0 obj\n%s\nendobj\n", n, fmt.Sprintf(format, args...))
}

func (u *update) fresh(format string, args ...any) int {
	n := u.next
	u.next++
	u.object(n, format, args...)
	return n
}

func (u *update) stream(dictionary string, content []byte) int {
	return u.fresh("<< %s /Length %d >>\nstream\n%s\nendstream", dictionary, len(content), content)
}

// xref ends the update: a table of what it wrote, and its trailer.
func (u *update) xref(root, info, previous int, id string) {
	at := u.out.Len()
	u.out.WriteString("xref\n")
	for _, n := range u.written {
		fmt.Fprintf(&u.out, "%d 1\n%010d 00000 n \n", n, u.offsets[n])
	}
	fmt.Fprintf(&u.out, "trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R /Prev %d /ID [<%s> <%s>] >>\nstartxref\n%d\n%%%%EOF\n", u.next, root,
		info, previous, id, id, at)
}

func archived(base []byte, about About, a Attached) ([]byte, error) {
	trailer, start := trailerForm.FindSubmatch(base), startForm.FindSubmatch(base)
	if trailer == nil || start == nil {
		return nil, errors.New("render: the PDF has no trailer of the known form")
	}
	size, _ := strconv.Atoi(string(trailer[1]))
	root, _ := strconv.Atoi(string(trailer[2]))
	previous, _ := strconv.Atoi(string(start[1]))
	_, catalog, found := bytes.Cut(base, fmt.Appendf(nil, "\n%d 0 obj\n<<\n", root))
	catalog, _, ended := bytes.Cut(catalog, []byte("\n>>\nendobj"))
	if !found || !ended {
		return nil, errors.New("render: the PDF has no catalog of the known form")
	}
	u := &update{next: size, offsets: map[int]int{}}
	u.out.Write(base)
	if !bytes.HasSuffix(base, []byte("\n")) {
		u.out.WriteByte('\n')
	}
	day := "D:" + about.Created.UTC().Format("20060102150405") + "+00'00'"
	profile := u.stream("/N 3", screenProfile())
	meta := u.stream("/Type /Metadata /Subtype /XML", []byte(describe(about, a.XMP)))
	file := u.stream(fmt.Sprintf("/Type /EmbeddedFile /Subtype /%s /Params << /Size %d /ModDate (%s) >>", strings.ReplaceAll(a.Media, "/",
		"#2F"), len(a.Content), day), a.Content)
	spec := u.fresh("<< /Type /Filespec /F (%s) /UF (%s) /Desc (%s) /AFRelationship /Alternative /EF << /F %d 0 R /UF %d 0 R >> >>",
		a.Name, a.Name, a.Description, file, file)
	info := u.fresh("<< /Title %s /Producer (%s) /CreationDate (%s) /ModDate (%s) >>", utf16Text(about.Title), producer, day, day)
	u.object(root, "<<\n%s\n/Version /1.7\n/Metadata %d 0 R\n/OutputIntents [<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) "+
		"/Info (sRGB primaries, gamma 2.2) /DestOutputProfile %d 0 R >>]\n/AF [%d 0 R]\n/Names << /EmbeddedFiles << /Names [(%s) %d 0 R] >> >>\n>>",
		withoutNames(catalog), meta, profile, spec, a.Name, spec)
	sum := sha256.Sum256(u.out.Bytes())
	u.xref(root, info, previous, fmt.Sprintf("%X", sum[:16]))
	return u.out.Bytes(), nil
}

const producer = "Tallystick"

// withoutNames is a catalog without the entry that the library leaves empty.
func withoutNames(catalog []byte) string {
	var kept []string
	inside := false
	for _, line := range strings.Split(string(catalog), "\n") {
		if strings.HasPrefix(line, "/Names <<") {
			inside = true
		}
		if !inside {
			kept = append(kept, line)
		}
		if inside && strings.HasPrefix(line, ">>") {
			inside = false
		}
	}
	return strings.Join(kept, "\n")
}

// utf16Text is a text as PDF writes what is not ASCII.
func utf16Text(s string) string {
	var b strings.Builder
	b.WriteString("<FEFF")
	for _, u := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&b, "%04X", u)
	}
	return b.String() + ">"
}

// describe is the document's metadata (XMP), which say the same as its information
// dictionary, and more what more says.
func describe(about About, more string) string {
	var title bytes.Buffer
	_ = xml.EscapeText(&title, []byte(about.Title)) // into memory: cannot fail
	day := about.Created.UTC().Format(time.RFC3339)
	return `<?xpacket begin="` + "\uFEFF" + `" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description>
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">` + title.String() +
		`</rdf:li></rdf:Alt></dc:title></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"><pdf:Producer>` + producer + `</pdf:Producer></rdf:Description>
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:CreateDate>` + day + `</xmp:CreateDate><xmp:ModifyDate>` + day +
		`</xmp:ModifyDate></rdf:Description>
` + more + `</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`
}
