package reading

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/corpus"
)

// absatz begins a numbered paragraph: "(1) Steuern sind …". One that has no text is its
// number alone.
var absatz = regexp.MustCompile(`^\((\d+)([a-z]{0,2})\)(?:\s|$)`)

// repealed is what is left of numbered paragraphs that are gone: "bis (4) (weggefallen)".
var repealed = regexp.MustCompile(`^((und|bis) \(\d+[a-z]{0,2}\) )?\(weggefallen\)$`)

// gii reads a law of gesetze-im-internet.de: a norm is a section, whose numbered
// paragraphs are passages.
func (c *collector) gii(root *node) {
	title, short := c.o.Title, ""
	for _, n := range root.kids {
		if n.name != "norm" {
			continue
		}
		meta := n.kid("metadaten")
		if meta == nil {
			continue
		}
		if t := meta.kid("langue").textOf(); t != "" {
			title = t
		}
		if s := meta.kid("jurabk").textOf(); s != "" && short == "" {
			short = s
		}
		name := meta.kid("enbez").textOf()
		if name == "" || name == "Inhaltsübersicht" || name == "Eingangsformel" {
			continue
		}
		c.norm(n, short, title, name, meta.kid("titel").textOf())
	}
}

func (c *collector) norm(n *node, short, title, name, heading string) {
	content := n.kid("textdaten").kid("text").kid("Content")
	if content == nil || repealed.MatchString(heading) {
		return
	}
	work := "de/" + short
	address := c.o.URL
	locator := c.numbered(work, name) // one number stands at two sections where the law itself has it so
	if base, ok := giiBase(c.o.URL); ok && locator == name {
		address = base + giiPage(name)
	}
	for _, p := range paragraphs(content, locator) {
		if text := Normal(p.text); text != "" && text != "-" && !repealed.MatchString(text) {
			c.add(corpus.Passage{Work: work, Document: title, Locator: p.locator, Heading: heading, Text: text, Language: "de", URL: address})
		}
	}
}

// paragraph is a numbered paragraph of a section, or the whole of one without any.
type paragraph struct{ locator, text string }

// paragraphs cuts a section into its numbered paragraphs. Their numbers rise: what
// goes back is the wording of another provision, which the paragraph before quotes.
func paragraphs(content *node, name string) []paragraph {
	out := []paragraph{{locator: name}}
	numbered := strings.HasPrefix(name, "§") || strings.HasPrefix(name, "Art")
	last, lastLetters := 0, ""
	for _, k := range content.kids {
		text := Normal(k.words())
		if m := absatz.FindStringSubmatch(text); m != nil && k.name == "P" && numbered {
			number, err := strconv.Atoi(m[1])
			if err == nil && (number > last || number == last && m[2] > lastLetters) {
				last, lastLetters = number, m[2]
				out = append(out, paragraph{name + " Abs. " + m[1] + m[2], text[len(m[0]):]})
				continue
			}
		}
		out[len(out)-1].text += " " + text
	}
	return out
}

// giiBase is the folder of a law's pages: its archive and its contents stand there.
func giiBase(address string) (string, bool) {
	i := strings.LastIndexByte(address, '/')
	if i < 0 || !strings.Contains(address, "gesetze-im-internet.de/") {
		return "", false
	}
	return address[:i+1], true
}

// giiPage is a section's page: "§ 32a" is __32a.html, "Art 3" art_3.html.
func giiPage(name string) string {
	first, number, _ := strings.Cut(name, " ")
	number = strings.ToLower(strings.ReplaceAll(number, " ", ""))
	switch first {
	case "§", "§§":
		return "__" + number + ".html"
	case "Art", "Art.", "Artikel":
		return "art_" + number + ".html"
	}
	return strings.ToLower(strings.ReplaceAll(name, " ", "_")) + ".html"
}
