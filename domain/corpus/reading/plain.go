package reading

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/corpus"
)

// html reads a page: each heading with what stands under it.
func (c *collector) html(content []byte) error {
	in, err := charset.NewReader(bytes.NewReader(content), "text/html")
	if err != nil {
		return refuse(corpus.EncodingBroken, "its encoding is not known")
	}
	root, err := html.ParseWithOptions(in, html.ParseOptionEnableScripting(false))
	if err != nil {
		return refuse(corpus.TooComplex, "it is no page: %v", err)
	}
	p := &page{collector: c, work: c.work(), title: c.o.Title, language: c.o.Language}
	if c.o.File != "" { // each page of an archive has a title of its own
		p.title = ""
	}
	p.walk(root, 0)
	p.end()
	return nil
}

// work is that of a text that does not name itself: its address, and the file of an
// archive.
func (c *collector) work() string {
	if c.o.File != "" {
		return workOf(c.o.URL, c.o.Title) + "#" + c.o.File
	}
	return workOf(c.o.URL, c.o.Title)
}

// page is a page as it is read.
type page struct {
	*collector
	work, title, language string
	heading, fragment     string
	text                  strings.Builder
}

func (p *page) end() {
	text := Normal(p.text.String())
	p.text.Reset()
	if text == "" {
		return
	}
	locator := p.heading
	if locator == "" {
		locator = "top"
	}
	if p.title == "" {
		p.title = p.o.Title
	}
	address := p.o.URL
	if p.fragment != "" && address != "" {
		address += "#" + p.fragment
	}
	p.add(corpus.Passage{Work: p.work, Document: p.title, Locator: p.numbered(p.work, corpus.Cut(Normal(locator), 150)), Heading: p.heading,
		Text:     text,
		Language: p.language, URL: address})
}

func (p *page) walk(n *html.Node, depth int) {
	if n.Type == html.TextNode {
		p.text.WriteString(n.Data)
		return
	}
	if depth > depthMax*3 || n.Type == html.ElementNode && unread[n.Data] && n.Data != "head" && n.Data != "header" {
		return
	}
	if n.Type == html.ElementNode {
		switch n.Data {
		case "html":
			for _, a := range n.Attr {
				if a.Key == "lang" && languageTag.MatchString(a.Val) {
					p.language = a.Val
				}
			}
		case "head":
			for k := n.FirstChild; k != nil; k = k.NextSibling {
				if k.Type == html.ElementNode && k.Data == "title" && k.FirstChild != nil && p.title == "" {
					p.title = k.FirstChild.Data
				}
			}
			return
		case "h1", "h2", "h3", "h4", "h5", "h6":
			p.end()
			p.heading, p.fragment = Normal(wordsOf(n, 0)), ""
			for _, a := range n.Attr {
				if a.Key == "id" {
					p.fragment = a.Val
				}
			}
			return
		}
	}
	apart := n.Type == html.ElementNode && !inline[n.Data]
	if apart {
		p.text.WriteByte(' ')
	}
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		p.walk(k, depth+1)
	}
	if apart {
		p.text.WriteByte(' ')
	}
}

func wordsOf(n *html.Node, depth int) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var b strings.Builder
	for k := n.FirstChild; k != nil && depth < depthMax; k = k.NextSibling {
		b.WriteString(wordsOf(k, depth+1))
	}
	return b.String()
}

// text reads plain text: paragraphs, or the pages of a PDF, which a form feed ends.
func (c *collector) text(format string, content []byte) error {
	if err := isUTF8(content); err != nil {
		return err
	}
	work := c.work()
	if format == "pdf" {
		for i, sheet := range strings.Split(string(content), "\f") {
			c.add(corpus.Passage{Work: work, Document: c.o.Title, Locator: fmt.Sprintf("p. %d", i+1), Text: sheet, URL: c.o.URL})
		}
		return nil
	}
	n := 0
	for _, paragraph := range strings.Split(strings.ReplaceAll(string(content), "\r\n", "\n"), "\n\n") {
		if strings.TrimSpace(paragraph) != "" {
			n++
			c.add(corpus.Passage{Work: work, Document: c.o.Title, Locator: fmt.Sprintf("para. %d", n), Text: paragraph, URL: c.o.URL})
		}
	}
	return nil
}

// line is a passage as others write it.
type line struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Locator  string `json:"locator"`
	Heading  string `json:"heading"`
	Text     string `json:"text"`
	From     string `json:"from"`
	To       string `json:"to"`
	Language string `json:"language"`
	URL      string `json:"url"`
}

var languageTag = regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`)

// lines reads a JSON object a line. A day that is none is a fault of the file, with
// its line.
func (c *collector) lines(content []byte) error {
	if err := isUTF8(content); err != nil {
		return err
	}
	for i, raw := range bytes.Split(content, []byte("\n")) {
		if len(bytes.TrimSpace(raw)) == 0 {
			continue
		}
		var l line
		d := json.NewDecoder(bytes.NewReader(raw))
		d.DisallowUnknownFields()
		if err := d.Decode(&l); err != nil || len(bytes.TrimSpace(raw[d.InputOffset():])) > 0 {
			return refuse(corpus.Unparsed, "line %d is no passage", i+1)
		}
		if l.ID == "" || l.Locator == "" || strings.TrimSpace(l.Text) == "" {
			return refuse(corpus.Unparsed, "line %d lacks id, locator or text", i+1)
		}
		switch {
		case !webAddress(l.URL):
			return refuse(corpus.Unparsed, "line %d: url is no address of http or https of at most %d letters without credentials", i+1, addressMax)
		case l.Language != "" && !languageTag.MatchString(l.Language):
			return refuse(corpus.Unparsed, "line %d: language is no tag such as en", i+1)
		case utf8.RuneCountInString(l.ID) > 300:
			return refuse(corpus.Unparsed, "line %d: id has more than 300 letters", i+1)
		}
		p := corpus.Passage{Work: l.ID, Document: l.Title, Locator: l.Locator, Heading: l.Heading, Text: l.Text, Language: l.Language, URL: l.URL}
		for _, x := range []struct {
			text string
			to   *civil.Date
		}{{l.From, &p.From}, {l.To, &p.To}} {
			if x.text == "" {
				continue
			}
			var err error
			if *x.to, err = civil.Parse(x.text); err != nil {
				return refuse(corpus.DateImpossible, "line %d: %.20q is no day", i+1, x.text)
			}
		}
		if p.Dated = !p.From.IsZero(); !p.Dated && !p.To.IsZero() {
			return refuse(corpus.DateImpossible, "line %d ends without a beginning", i+1)
		}
		if p.URL == "" {
			p.URL = c.o.URL
		}
		c.add(p)
	}
	return nil
}
