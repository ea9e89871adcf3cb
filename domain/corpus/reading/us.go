package reading

import (
	"regexp"
	"strings"

	"github.com/tallystick/tallystick/domain/corpus"
)

// uslm reads a title of the United States Code or another law of USLM.
func (c *collector) uslm(root *node) {
	title := c.o.Title
	if m := root.kid("meta"); m != nil {
		if t := m.kid("title").textOf(); t != "" {
			title = t
		}
	}
	c.uslmWalk(root, title, "", "")
}

func (c *collector) uslmWalk(n *node, title, from, to string) {
	if n.name == "" || unread[n.name] || n.name == "meta" || gone(n.at("status")) {
		return
	}
	if s := n.at("startPeriod"); s != "" {
		from = s
	}
	if e := n.at("endPeriod"); e != "" {
		to = e
	}
	if n.name == "section" && (n.at("identifier") != "" || n.kid("num") != nil) {
		c.uslmSection(n, title, from, to)
		return
	}
	for _, k := range n.kids {
		c.uslmWalk(k, title, from, to)
	}
}

func gone(status string) bool {
	switch status {
	case "repealed", "omitted", "transferred", "renumbered", "vacant", "reserved", "removed", "suspended":
		return true
	}
	return false
}

func (c *collector) uslmSection(n *node, title, from, to string) {
	work, number := uscWork(n.at("identifier"))
	if work == "" {
		work = workOf(c.o.URL, c.o.Title)
	}
	if v := n.kid("num"); number == "" && v != nil {
		number = strings.TrimSpace(v.at("value"))
		if number == "" {
			number = strings.Trim(sectionWord.ReplaceAllString(v.textOf(), ""), "§. ")
		}
	}
	locator, heading := "§ "+number, n.kid("heading").textOf()
	keep := func(x *node, locator, address, text string) {
		p := corpus.Passage{Work: work, Document: title, Locator: locator, Heading: heading, Text: text, Language: "en", URL: address,
			From: day(from), To: day(to)}
		if f := day(x.at("startPeriod")); !f.IsZero() {
			p.From = f
		}
		if p.Dated = !p.From.IsZero(); !p.Dated && Normal(text) != "" {
			p.Locator = c.numbered(work, locator) // the code has numbers twice, "so in original"
		}
		c.add(p)
	}
	address := uscAddress(n.at("identifier"))
	if address == "" {
		address = c.o.URL
	}
	var subs []*node
	for _, k := range n.kids {
		if k.name == "subsection" {
			subs = append(subs, k)
		}
	}
	keep(n, locator, address, n.words(append([]*node{n.kid("num"), n.kid("heading")}, subs...)...))
	for _, s := range subs {
		if gone(s.at("status")) {
			continue
		}
		num := s.kid("num")
		own := ""
		if num != nil {
			if own = num.at("value"); own == "" {
				own = strings.Trim(num.textOf(), "() ")
			}
		}
		keep(s, locator+"("+own+")", address+subPath(s.at("identifier")), s.words(num))
	}
}

var (
	uscSection = regexp.MustCompile(`^(/us/usc/t[0-9A-Za-z]+)/s([^/]+)`)
	actSection = regexp.MustCompile(`^(/us/[A-Za-z]+/[^/]+/[^/]+)/(?:.*/)?s([0-9][^/]*)`)
)

// sectionWord is what acts write before a section's number.
var sectionWord = regexp.MustCompile(`^(?i:section|sec\.)\s*`)

// uscWork is the title of an identifier such as /us/usc/t26/s63, or the act of one such
// as /us/pl/113/287/s3, and the section.
func uscWork(identifier string) (work, section string) {
	for _, form := range []*regexp.Regexp{uscSection, actSection} {
		if m := form.FindStringSubmatch(identifier); m != nil {
			return m[1], m[2]
		}
	}
	return "", ""
}

// uscAddress is where the publisher shows a section of the code.
func uscAddress(identifier string) string {
	rest, ok := strings.CutPrefix(identifier, "/us/usc/t")
	title, section, cut := strings.Cut(rest, "/s")
	if !ok || !cut || strings.Contains(section, "/") {
		return ""
	}
	return "https://uscode.house.gov/view.xhtml?req=granuleid:USC-prelim-title" + title + "-section" + section
}

// subPath is the fragment of a subsection: it stands on its section's page.
func subPath(identifier string) string {
	m := uscSection.FindString(identifier)
	if sub := strings.TrimPrefix(identifier[len(m):], "/"); m != "" && sub != "" {
		return "#" + strings.ReplaceAll(sub, "/", "_")
	}
	return ""
}

// cfrTitle is the number of a title. In the files that are published whole, N is that of
// a volume, and NODE begins with the title's.
func cfrTitle(n *node) string {
	if title, _, ok := strings.Cut(n.at("NODE"), ":"); ok {
		return title
	}
	return n.at("N")
}

// ecfr reads parts of the Code of Federal Regulations: DIV8 is a section, DIV9 an
// appendix.
func (c *collector) ecfr(root *node) {
	var walk func(n *node, title, part string)
	walk = func(n *node, title, part string) {
		if n.name == "" || unread[n.name] {
			return
		}
		switch {
		case n.at("TYPE") == "TITLE":
			title = cfrTitle(n)
		case n.at("TYPE") == "PART":
			part = n.kid("HEAD").textOf()
		case n.at("TYPE") == "APPENDIX" || n.name == "DIV9":
			c.cfrAppendix(n, title, part)
			return
		case n.at("TYPE") == "SECTION" || n.name == "DIV8":
			head := n.kid("HEAD")
			number := strings.TrimSpace(strings.TrimLeft(n.at("N"), "§ "))
			heading := strings.TrimSpace(strings.TrimPrefix(strings.TrimLeft(head.textOf(), "§ "), number))
			work, address := workOf(c.o.URL, c.o.Title), c.o.URL
			if title != "" {
				work, address = "cfr/"+title, "https://www.ecfr.gov/current/title-"+title+"/section-"+number
			}
			c.add(corpus.Passage{Work: work, Document: strings.TrimSpace(c.o.Title + " " + part), Locator: "§ " + number, Heading: heading,
				Text: n.words(head), Language: "en", URL: address})
			return
		}
		for _, k := range n.kids {
			walk(k, title, part)
		}
	}
	walk(root, "", "")
}

// cfrAppendix keeps an appendix whole; it stands on its part's page.
func (c *collector) cfrAppendix(n *node, title, part string) {
	head := n.kid("HEAD")
	locator := strings.TrimSpace(n.at("N"))
	if locator == "" {
		locator, _, _ = strings.Cut(head.textOf(), "—")
	}
	work, address := workOf(c.o.URL, c.o.Title), c.o.URL
	if title != "" {
		work = "cfr/" + title
	}
	c.add(corpus.Passage{Work: work, Document: strings.TrimSpace(c.o.Title + " " + part), Locator: locator, Heading: head.textOf(),
		Text: n.words(head), Language: "en", URL: address})
}
