// Package reading turns what publishers publish into passages: the XML of
// legislation.gov.uk (CLML), Akoma Ntoso, the United States Code (USLM), the Code of
// Federal Regulations and gesetze-im-internet.de, HTML, the text of a PDF, plain text
// and lines of JSON.
//
// # Rules
//
// A passage is the smallest numbered unit that stands by itself: a subsection, a
// section without any, an article's paragraph, a page of a PDF. What is longer than
// corpus.PassageRunesMax is cut at the end of a sentence. What the publisher marks as
// not in force, and notes, contents and footnotes, are left out. Nothing is fetched, and no document
// type of a file's own is accepted: the readers see the bytes that they are given.
package reading

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/tallystick/tallystick/domain/corpus"
)

// Options say what a file does not say itself.
type Options struct {
	Language string `json:"language"`
	URL      string `json:"url"`
	Title    string `json:"title"`
	File     string `json:"-"` // its name in an archive; "" = the text is no archive
}

// Refusal is why a file is not read.
type Refusal struct{ Code, Says string }

func (r *Refusal) Error() string { return r.Code + ": " + r.Says }

func refuse(code, format string, args ...any) error {
	return &Refusal{code, fmt.Sprintf(format, args...)}
}

// Reader is the version of each reader: the same bytes and version, the same passages.
func Reader(format string) string {
	switch format {
	case "clml":
		return "clml/6"
	case "gii", "uslm":
		return format + "/3"
	}
	return format + "/2"
}

// File reads one file of a format.
//
// Errors: *Refusal.
func File(format string, content []byte, o Options) ([]corpus.Passage, error) {
	c := &collector{o: o}
	var err error
	switch format {
	case "clml", "akn", "uslm", "ecfr", "gii":
		err = c.xml(format, content)
	case "html":
		err = c.html(content)
	case "text", "pdf":
		err = c.text(format, content)
	case "jsonl":
		err = c.lines(content)
	default:
		err = refuse(corpus.Unparsed, "no reader reads %s", format)
	}
	if err != nil {
		return nil, err
	}
	if len(c.out) == 0 {
		return nil, refuse(corpus.EmptyDocument, "no passage stands in it")
	}
	return c.out, nil
}

// collector gathers the passages of one file.
type collector struct {
	o    Options
	out  []corpus.Passage
	seen map[string]int // of passages without a number, by locator
	// Titles and headings as the last passage had them: many share them.
	document, heading said
}

// said is a text in form, and whether it instructs.
type said struct {
	raw, normal string
	told        bool
}

// of puts a text in form, unless it is the one before.
func (s *said) of(text string) string {
	if text != s.raw {
		normal := corpus.Cut(Normal(text), 300)
		*s = said{text, normal, corpus.Instructs(normal)}
	}
	return s.normal
}

// add keeps a passage, in parts where it is long; p's text is as it was found.
func (c *collector) add(p corpus.Passage) {
	p.Text = Normal(p.Text)
	if p.Text == "" {
		return
	}
	p.Heading, p.Document, p.Locator = c.heading.of(p.Heading), c.document.of(p.Document), corpus.Cut(Normal(p.Locator), 400)
	if p.Language == "" {
		p.Language = c.o.Language
	}
	p.Work = corpus.Cut(p.Work, 300)
	if !webAddress(p.URL) {
		p.URL = c.o.URL
	}
	p.Told = c.heading.told || c.document.told || corpus.Instructs(p.Text) || corpus.Instructs(p.Locator)
	parts := cutText(p.Text, corpus.PassageRunesMax)
	locator := p.Locator
	for i, text := range parts {
		p.Text = text
		if i > 0 {
			p.Locator = fmt.Sprintf("%s (part %d)", locator, i+1)
		}
		if len(c.out) == cap(c.out) {
			c.out = slices.Grow(c.out, len(c.out)+64) // a passage is large: seldom is all moved
		}
		c.out = append(c.out, p)
	}
}

// numbered gives a locator that has no number of its own one of its place.
func (c *collector) numbered(work, locator string) string {
	if c.seen == nil {
		c.seen = map[string]int{}
	}
	c.seen[work+"\x00"+locator]++
	if n := c.seen[work+"\x00"+locator]; n > 1 {
		return fmt.Sprintf("%s [%d]", locator, n)
	}
	return locator
}

// webAddress reports whether a reader may be sent to an address, or there is none.
func webAddress(address string) bool {
	if rest, is := strings.CutPrefix(address, "https://"); is && len(address) <= addressMax && plainAddress(rest) {
		return true
	}
	u, err := url.Parse(address)
	if address == "" || err != nil || len(address) > addressMax {
		return address == ""
	}
	return u.Host != "" && u.User == nil && (u.Scheme == "https" || u.Scheme == "http")
}

// plainAddress reports whether a host and path have nothing in them that needs a closer
// look, as nearly every publisher's have.
func plainAddress(rest string) bool {
	for i := range len(rest) {
		switch c := rest[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '.', c == '-', c == '/' && i > 0:
		default:
			return false
		}
	}
	return rest != ""
}

const addressMax = 500

// Normal is text in one form: composed letters, one space between words, and nothing
// that is not seen, or that has what is seen stand in another order.
func Normal(text string) string {
	if out, ok := normalASCII(text); ok {
		return out
	}
	return strings.Join(strings.Fields(norm.NFC.String(strings.Map(visible, text))), " ")
}

// normalASCII is Normal of a text of ASCII; not ok of any other. What is in form
// already, as most is, is not copied.
func normalASCII(text string) (out string, ok bool) {
	text = strings.Trim(text, " \n\t\r")
	for i := range len(text) {
		if c := text[i]; c < ' ' || c >= 0x7f || c == ' ' && text[i+1] == ' ' { // text does not end with a space
			return collapsed(text, i)
		}
	}
	return text, true
}

// collapsed goes on from a byte that is not in form.
func collapsed(text string, from int) (string, bool) {
	b := make([]byte, from, len(text))
	copy(b, text[:from])
	for i := from; i < len(text); i++ {
		switch c := text[i]; {
		case c >= utf8.RuneSelf:
			return "", false
		case c == ' ', c == '\n', c == '\t', c == '\r', c == '\v', c == '\f':
			if len(b) > 0 && b[len(b)-1] != ' ' {
				b = append(b, ' ')
			}
		case c > ' ' && c < 0x7f:
			b = append(b, c)
		}
	}
	return strings.TrimSuffix(string(b), " "), true
}

// visible drops what has no shape. A joiner and its opposite have one, in the scripts
// that use them.
func visible(r rune) rune {
	if r >= ' ' && r < 0x7f {
		return r
	}
	switch {
	case unicode.IsSpace(r), r == '\u200c', r == '\u200d':
		return r
	case unicode.In(r, unicode.Cc, unicode.Cf):
		return -1
	}
	return r
}

// cutText cuts at the end of a sentence, else at a space.
func cutText(text string, most int) (out []string) {
	for len(text) > most && utf8.RuneCountInString(text) > most {
		end := 0
		for n := 0; n < most; n++ {
			_, size := utf8.DecodeRuneInString(text[end:])
			end += size
		}
		cut := max(strings.LastIndex(text[:end], ". "), strings.LastIndex(text[:end], "; ")) + 1
		if cut < end/2 {
			if cut = strings.LastIndexByte(text[:end], ' '); cut < end/2 {
				cut = end
			}
		}
		out = append(out, strings.TrimSpace(text[:cut]))
		text = strings.TrimSpace(text[cut:])
	}
	return append(out, text)
}

// isUTF8 refuses letters of another encoding, and what is no text.
func isUTF8(content []byte) error {
	if !utf8.Valid(content) {
		return refuse(corpus.EncodingBroken, "its letters are not in UTF-8")
	}
	for _, b := range content {
		if b == 0 {
			return refuse(corpus.EncodingBroken, "it holds bytes that are no text")
		}
	}
	return nil
}

// RefusalOf is what a reader said; nil where it is none.
func RefusalOf(err error) *Refusal {
	var r *Refusal
	if errors.As(err, &r) {
		return r
	}
	return nil
}
