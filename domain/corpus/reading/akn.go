package reading

import (
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/corpus"
)

// aknUnits are the numbered units that stand by themselves, with how they are named.
var aknUnits = map[string]string{"section": "s. ", "article": "art. ", "rule": "r. ", "regulation": "reg. ", "proviso": "proviso "}

// aknParts are what a unit is cut into.
var aknParts = map[string]bool{"subsection": true, "paragraph": true, "clause": true}

type aknWork struct {
	*collector
	work, title, language, address string
	events                         map[string]civil.Date
	periods                        map[string][2]civil.Date
}

// akn reads a work of Akoma Ntoso 3.
func (c *collector) akn(root *node) {
	w := &aknWork{collector: c, title: c.o.Title, language: c.o.Language, address: c.o.URL, events: map[string]civil.Date{},
		periods: map[string][2]civil.Date{}}
	if id := root.find("identification"); id != nil {
		work := id.kid("FRBRWork")
		w.work = value(work.kid("FRBRuri"))
		if alias := value(work.kid("FRBRalias")); alias != "" {
			w.title = alias
		}
		if e := id.kid("FRBRExpression"); e != nil {
			if l := e.kid("FRBRlanguage"); l != nil {
				w.language = tagOf(l.at("language"))
			}
		}
	}
	if w.work == "" {
		w.work = workOf(c.o.URL, c.o.Title)
	}
	if t := root.find("shortTitle"); t.textOf() != "" {
		w.title = t.textOf()
	} else if t := root.find("docTitle"); w.title == c.o.Title && t.textOf() != "" {
		w.title = t.textOf()
	}
	w.times(root)
	w.walk(root, "", [2]civil.Date{})
}

func value(n *node) string {
	if n == nil {
		return ""
	}
	return n.at("value")
}

// tagOf is the BCP 47 tag of a language of ISO 639-2.
func tagOf(code string) string {
	if two, ok := map[string]string{"eng": "en", "deu": "de", "ger": "de", "fra": "fr", "fre": "fr", "spa": "es", "ita": "it", "nld": "nl",
		"dut": "nl",
		"por": "pt", "pol": "pl", "swe": "sv", "dan": "da", "nor": "no", "fin": "fi", "gle": "ga", "cym": "cy"}[code]; ok {
		return two
	}
	return code
}

func (w *aknWork) times(root *node) {
	if l := root.find("lifecycle"); l != nil {
		for _, e := range l.kids {
			w.events["#"+e.at("eId")+e.at("id")] = day(e.at("date"))
		}
	}
	if t := root.find("temporalData"); t != nil {
		for _, g := range t.kids {
			if i := g.kid("timeInterval"); i != nil {
				to := w.events[i.at("end")]
				if !to.IsZero() {
					to = to.AddDays(-1) // an interval ends before the event that ends it
				}
				w.periods["#"+g.at("eId")+g.at("id")] = [2]civil.Date{w.events[i.at("start")], to}
			}
		}
	}
}

func (w *aknWork) walk(n *node, heading string, days [2]civil.Date) {
	if n.name == "" || n.name == "meta" || unread[n.name] || n.at("status") == "removed" {
		return
	}
	if p, ok := w.periods[n.at("period")]; ok {
		days = p
	}
	if h := n.kid("heading").textOf(); h != "" {
		heading = h
	}
	if prefix, ok := aknUnits[n.name]; ok && n.kid("num") != nil {
		w.unit(n, prefix, heading, days)
		return
	}
	for _, k := range n.kids {
		w.walk(k, heading, days)
	}
}

func (w *aknWork) unit(n *node, prefix, heading string, days [2]civil.Date) {
	number := strings.TrimRight(strings.TrimSpace(n.kid("num").textOf()), ".")
	for _, word := range []string{"Section", "section", "Article", "article", "Artikel", "Art.", "Sec.", "§", "s.", "Regulation", "Rule"} {
		number = strings.TrimSpace(strings.TrimPrefix(number, word))
	}
	locator := prefix + number
	var subs []*node
	for _, k := range n.kids {
		if aknParts[k.name] && k.kid("num") != nil {
			subs = append(subs, k)
		}
	}
	skip := append([]*node{n.kid("num"), n.kid("heading")}, subs...)
	w.keep(n, locator, heading, n.words(skip...), days)
	for _, s := range subs {
		if s.at("status") == "removed" {
			continue
		}
		here := days
		if p, ok := w.periods[s.at("period")]; ok {
			here = p
		}
		num := strings.Trim(strings.TrimRight(s.kid("num").textOf(), "."), "()")
		w.keep(s, locator+"("+num+")", heading, s.words(s.kid("num")), here)
	}
}

func (w *aknWork) keep(n *node, locator, heading, text string, days [2]civil.Date) {
	p := corpus.Passage{Work: w.work, Document: w.title, Locator: locator, Heading: heading, Text: text, Language: w.language, From: days[0],
		To:    days[1],
		Dated: !days[0].IsZero(), URL: w.address}
	if id := n.at("eId"); id != "" && w.address != "" {
		p.URL = w.address + "#" + id
	}
	w.add(p)
}
