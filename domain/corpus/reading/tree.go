package reading

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"sync"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/corpus"
)

// Limits of a file of XML.
const (
	depthMax = 200
	nodesMax = 5_000_000
)

// node is an element, or text where name is "".
type node struct {
	name string
	text string
	attr []xml.Attr
	kids []*node
}

// giiDoctype is the one document type that is accepted: gesetze-im-internet.de names
// it in each file, by an address of either scheme (since 2026 that of https). It is not
// fetched, and declares nothing in the file itself.
var giiDoctype = regexp.MustCompile(`^DOCTYPE dokumente SYSTEM "https?://www\.gesetze-im-internet\.de/dtd/[\w./-]*"$`)

// parse reads XML into a tree, in the order of its text. doctype is the document type
// that it may declare; nil = none.
func parse(content []byte, doctype *regexp.Regexp) (*node, error) {
	d := xml.NewDecoder(bytes.NewReader(content))
	d.CharsetReader = func(label string, in io.Reader) (io.Reader, error) {
		e, err := htmlindex.Get(label)
		if err != nil {
			return nil, refuse(corpus.EncodingBroken, "its encoding %.40q is not known", label)
		}
		return e.NewDecoder().Reader(in), nil
	}
	var made []node // nodes not given out yet: they are made many at once
	give := func(n node) *node {
		if len(made) == 0 {
			made = make([]node, 256)
		}
		out := &made[0]
		*out, made = n, made[1:]
		return out
	}
	var texts strings.Builder // texts share what they stand in: most are short
	text := func(t []byte) string {
		if texts.Cap()-texts.Len() < len(t) {
			texts = strings.Builder{}
			texts.Grow(max(1<<16, len(t)))
		}
		from := texts.Len()
		texts.Write(t)
		return texts.String()[from:]
	}
	var room []*node // of children not given out yet: most elements have one or two
	adopt := func(parent, child *node) {
		if parent.kids == nil {
			if len(room) < 2 {
				room = make([]*node, 512)
			}
			parent.kids, room = room[:0:2], room[2:]
		}
		parent.kids = append(parent.kids, child)
	}
	root := &node{}
	open := []*node{root}
	nodes := 0
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, xmlRefusal(err, content)
		}
		if nodes++; nodes > nodesMax {
			return nil, refuse(corpus.TooComplex, "it has more than %d parts", nodesMax)
		}
		top := open[len(open)-1]
		switch t := token.(type) {
		case xml.Directive:
			if doctype == nil || !doctype.Match(t) {
				return nil, refuse(corpus.DTDRefused, "it declares a document type")
			}
		case xml.StartElement:
			if len(open) > depthMax {
				return nil, refuse(corpus.TooComplex, "its elements stand more than %d deep", depthMax)
			}
			n := give(node{name: t.Name.Local, attr: t.Attr}) // the decoder makes the attributes anew each time
			adopt(top, n)
			open = append(open, n)
		case xml.EndElement:
			if len(open) == 1 || top.name != t.Name.Local {
				return nil, refuse(corpus.Unparsed, "its elements do not close in order")
			}
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 1 {
				adopt(top, give(node{text: text(t)}))
			}
		}
	}
	if len(open) > 1 || len(root.kids) != 1 {
		return nil, refuse(corpus.Unparsed, "it is no XML of one element")
	}
	return root.kids[0], nil
}

func xmlRefusal(err error, content []byte) error {
	if r := RefusalOf(err); r != nil {
		return r
	}
	if bytes.HasPrefix(content, []byte("%PDF")) {
		return refuse(corpus.Unparsed, "it is a PDF")
	}
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		switch {
		case strings.Contains(syntax.Msg, "UTF-8"), strings.Contains(syntax.Msg, "character code"):
			return refuse(corpus.EncodingBroken, "line %d: its letters are not in the encoding that it names", syntax.Line)
		case strings.Contains(syntax.Msg, "entity"):
			return refuse(corpus.DTDRefused, "line %d: it uses an entity that XML does not have", syntax.Line)
		}
		return refuse(corpus.Unparsed, "line %d: %s", syntax.Line, syntax.Msg)
	}
	return refuse(corpus.EncodingBroken, "its letters are not in the encoding that it names")
}

// at is an attribute by its local name.
func (n *node) at(name string) string {
	for _, a := range n.attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// kid is the first child of one of some names.
func (n *node) kid(names ...string) *node {
	if n == nil {
		return nil
	}
	for _, k := range n.kids {
		for _, name := range names {
			if k.name == name {
				return k
			}
		}
	}
	return nil
}

// find is the first descendant of a name.
func (n *node) find(name string) *node {
	for _, k := range n.kids {
		if k.name == name {
			return k
		}
		if f := k.find(name); f != nil {
			return f
		}
	}
	return nil
}

// inline are elements that stand within a word or a line.
var inline = func() map[string]bool {
	out := map[string]bool{}
	for _, n := range strings.Fields(`Citation CitationSubRef Addition Substitution Repeal Term Emphasis Strong Superior Inferior SmallCaps Abbreviation
		Acronym Definition Span InternalLink ExternalLink Underline Proviso a b i u em strong sub sup span ref rref mref term def ins date entity inline
		quantity concept abbr small code B I U SUB SUP SP F small E T font`) {
		out[n] = true
	}
	return out
}()

// unread are elements whose text is no law: notes, contents, what was struck out.
var unread = func() map[string]bool {
	out := map[string]bool{}
	for _, n := range strings.Fields(`CommentaryRef Commentaries Contents Metadata MarginNoteRef FootnoteRef Footnotes Footnote del authorialNote remark
		notes note sourceCredit toc footnote ref-note FnR FnArea Footnotes fussnoten script style nav header footer aside form noscript template svg
		select button iframe head IMG img CITA EDNOTE EFFDNOT XREF-note`) {
		out[n] = true
	}
	return out
}()

// words is the text of n but for what is unread, and for the elements of skip.
func (n *node) words(skip ...*node) string {
	b := scratch.Get().(*bytes.Buffer)
	defer scratch.Put(b)
	b.Reset()
	n.write(b, skip)
	return b.String()
}

// scratch is where words are put together: once grown, it is not grown again.
var scratch = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func (n *node) write(b *bytes.Buffer, skip []*node) {
	for _, s := range skip {
		if s == n {
			return
		}
	}
	if n.name == "" {
		b.WriteString(n.text)
		return
	}
	if unread[n.name] || n.name == "SUP" && n.at("class") == "Rec" { // the number of a sentence, which Juris adds
		return
	}
	if raised[n.name] && digitsMeet(b.Bytes(), n) {
		b.WriteByte('^') // a power is no further digit
	}
	apart := !inline[n.name]
	if apart {
		b.WriteByte(' ')
	}
	for _, k := range n.kids {
		k.write(b, skip)
	}
	if apart {
		b.WriteByte(' ')
	}
}

// raised are elements whose words stand above the line.
var raised = map[string]bool{"SUP": true, "sup": true, "Superior": true}

// digitsMeet reports whether a number that is raised follows a digit at once.
func digitsMeet(before []byte, n *node) bool {
	isDigit := func(c byte) bool { return c >= '0' && c <= '9' }
	text := n.firstWords()
	return len(before) > 0 && text != "" && isDigit(before[len(before)-1]) && isDigit(text[0])
}

// firstWords is the text of n's own first words.
func (n *node) firstWords() string {
	for _, k := range n.kids {
		if k.name == "" {
			return k.text
		}
	}
	return ""
}

// textOf is the words of n in one form; "" of none.
func (n *node) textOf() string {
	if n == nil {
		return ""
	}
	return Normal(n.words())
}

// day reads a day that a publisher wrote; zero of what is none.
func day(text string) civil.Date {
	text = strings.TrimSpace(text)
	if len(text) > 10 {
		text = text[:10]
	}
	d, err := civil.Parse(text)
	if err != nil {
		return civil.Date{}
	}
	return d
}

func (c *collector) xml(format string, content []byte) error {
	var doctype *regexp.Regexp
	if format == "gii" {
		doctype = giiDoctype
	}
	root, err := parse(content, doctype)
	if err != nil {
		return err
	}
	want := map[string][]string{"clml": {"Legislation"}, "akn": {"akomaNtoso"}, "uslm": {"uscDoc", "lawDoc", "pLaw", "statuteCompilation",
		"statutesAtLarge", "bill"},
		"ecfr": {"ECFR", "DLPSTEXTCLASS", "DIV1", "DIV3", "DIV5", "DIV6", "DIV8"}, "gii": {"dokumente"}}[format]
	known := false
	for _, w := range want {
		known = known || root.name == w
	}
	if !known {
		return refuse(corpus.Unparsed, "its first element is %.60q, not that of %s", root.name, format)
	}
	switch format {
	case "clml":
		c.clml(root, bytes.Contains(content, []byte("RetainText")))
	case "akn":
		c.akn(root)
	case "uslm":
		c.uslm(root)
	case "ecfr":
		c.ecfr(root)
	case "gii":
		c.gii(root)
	}
	return nil
}
