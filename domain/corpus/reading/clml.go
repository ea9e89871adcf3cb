package reading

import (
	"encoding/xml"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/corpus"
)

// clml reads an act or instrument of legislation.gov.uk. P1 is a section, P2 a
// subsection; what the publisher marks as repealed (words within a sentence too),
// prospective or not of this version is left out. Text of a part or schedule that stands in no section is a
// passage of that part. What is attached, or stands beside the text and is put into it, is read
// with it.
// struck says that the file holds repealed words that are shown.
func (c *collector) clml(root *node, struck bool) {
	meta := root.kid("Metadata")
	w := &clmlWork{collector: c, work: workOf(root.at("IdURI"), root.at("DocumentURI"), c.o.URL, c.o.Title), title: c.o.Title,
		language: c.o.Language}
	if meta != nil {
		if t := meta.kid("title").textOf(); t != "" {
			w.title = t
		}
		if l := meta.kid("language").textOf(); l != "" {
			w.language = l
		}
	}
	w.prefix = "s. "
	for _, part := range strings.Split(w.work, "/") {
		switch part {
		case "uksi", "ssi", "wsi", "nisr", "ukmo", "uksro":
			w.prefix = "reg. "
		case "eur", "eudn", "eudr", "eut":
			w.prefix = "art. "
		}
	}
	if struck {
		strike(root, "")
	}
	punctuate(root)
	w.resources = resources(root)
	w.walk(root, place{from: root.at("RestrictStartDate"), to: root.at("RestrictEndDate")})
}

// strike takes out words that are repealed and that the publisher shows all the same.
// Those that are repealed in a part of the land alone stay: elsewhere they are law.
// extent is that of what n stands in.
func strike(n *node, extent string) {
	if e := n.at("RestrictExtent"); e != "" {
		extent = e
	}
	n.kids = slices.DeleteFunc(n.kids, func(k *node) bool {
		e := k.at("Extent")
		return k.name == "Repeal" && k.at("RetainText") == "true" && (e == "" || e == extent)
	})
	for _, k := range n.kids {
		strike(k, extent)
	}
}

// punctuate writes the brackets and points of numbers, which the publisher implies.
func punctuate(n *node) {
	for _, k := range n.kids {
		if k.name == "Pnumber" && len(n.name) == 2 && n.name[0] == 'P' && n.name != "P1" && len(k.kids) > 0 {
			around := &[2]node{{text: punctuation(k, "PuncBefore", "(")}, {text: punctuation(k, "PuncAfter", ")")}}
			kids := make([]*node, 0, len(k.kids)+2)
			k.kids = append(append(append(kids, &around[0]), k.kids...), &around[1])
		}
		punctuate(k)
	}
}

func punctuation(n *node, name, implied string) string {
	if i := slices.IndexFunc(n.attr, func(a xml.Attr) bool { return a.Name.Local == name }); i >= 0 {
		return n.attr[i].Value
	}
	return implied
}

// workOf is the first of some identifiers that is one, without its version.
func workOf(identifiers ...string) string {
	for _, id := range identifiers {
		if id != "" {
			if p := corpus.Provision(id); p != "" {
				return p
			}
			return id
		}
	}
	return "unnamed"
}

type clmlWork struct {
	*collector
	work, title, language, prefix string
	first                         map[string]place // where a name without an identifier stood first
	resources                     map[string]*node // documents that the work holds beside its text, by name, until they are read
	days                          map[string]civil.Date
}

// place is where in a work the reader stands.
type place struct {
	heading, schedule string
	attached          string // title of the attachment, such as a protocol, that bears numbers of its own; "" = the work itself
	part              string // "Pt. 2 Ch. 1"; "" = of none that has a number
	block             string // the cross-heading
	division          string // "A 9": numbers of the divisions that it stands in, of a work that has no sections there
	from, to          string
	extent            string // of one of several versions that hold at once; "" = there is one
	version           bool   // among those that stand beside the text
}

// clmlAside is what stands in a work and is no law: who signed it, and what explains it.
var clmlAside = map[string]bool{"PrimaryPrelims": true, "SecondaryPrelims": true, "EUPrelims": true, "SignedSection": true,
	"ExplanatoryNotes": true, "EarlierOrders": true, "Resources": true, "Correction": true}

// clmlParts are what a work is divided into above its sections.
var clmlParts = func() map[string]bool {
	out := map[string]bool{}
	for _, n := range strings.Fields(`Legislation Primary Secondary EURetained Body EUBody Schedules Schedule ScheduleBody Group Part Chapter Pblock
		PsubBlock EUPart EUTitle EUChapter EUSection EUSubsection Attachments AttachmentGroup Attachment Versions Version P1group
		Appendix AppendixBody XMLcontent Division`) {
		out[n] = true
	}
	return out
}()

// clmlNames are what names a part, and is no text of it.
var clmlNames = map[string]bool{"Number": true, "Title": true, "Subtitle": true, "TitleBlock": true, "Reference": true}

func (w *clmlWork) walk(n *node, at place) {
	if n.name == "" || unread[n.name] || clmlAside[n.name] || outOfForce(n) {
		return
	}
	at = at.within(n)
	if n.name == "P1" {
		w.section(n, at)
		return
	}
	var loose strings.Builder
	for _, k := range n.kids {
		switch {
		case clmlNames[k.name]:
		case clmlParts[k.name] && (k.name != "P1group" || sectioned(k)) || sectioned(k):
			w.walk(k, at)
		case k.name != "" && !clmlAside[k.name] && !outOfForce(k) && !at.version:
			loose.WriteString(k.words() + " ")
			w.included(k, at)
		}
	}
	if text := loose.String(); strings.TrimSpace(text) != "" {
		w.keep(at, w.numbered(w.work, w.partLocator(n, at)), w.address(n), text)
	}
}

// quoted are elements whose provisions are another work's: what an act inserts into one, or
// a declaration that repeats the draft of a decision.
var quoted = map[string]bool{"BlockAmendment": true, "BlockExtract": true}

// sectioned reports whether sections stand in an element, quoted ones aside.
func sectioned(n *node) bool {
	return n.name == "P1" || !quoted[n.name] && slices.ContainsFunc(n.kids, sectioned)
}

// within is the place of an element in another.
func (at place) within(n *node) place {
	if s := n.at("RestrictStartDate"); s != "" {
		at.from, at.to = s, n.at("RestrictEndDate")
	} else if e := n.at("RestrictEndDate"); e != "" {
		at.to = e
	}
	if n.at("Concurrent") == "true" {
		at.extent = n.at("RestrictExtent")
	}
	if n.name == "Part" || n.name == "Chapter" || n.name == "EUPart" || n.name == "EUChapter" {
		at.part = partName(n, at.part)
	}
	switch n.name {
	case "Versions":
		at.version = true
	case "Attachment":
		at.attached, at.part, at.division = attachment(n), "", ""
	case "Schedule", "Appendix":
		at.part, at.division = "", ""
		at.schedule = strings.TrimSpace(n.kid("Number").textOf())
		if t := n.kid("TitleBlock"); t != nil {
			at.heading = t.kid("Title").textOf()
		}
	case "P1group", "Part", "Chapter", "Pblock", "PsubBlock", "Division":
		if t := n.kid("Title").textOf(); t != "" {
			at.heading = t
		}
	}
	if n.name == "Division" {
		at.division = divided(at.division, strings.Trim(n.kid("Number").textOf(), "(). "))
	}
	switch n.name {
	case "Pblock":
		at.block = corpus.Cut(Normal(n.kid("Title").textOf()), 120)
	case "Part", "Chapter", "Schedule", "Appendix", "Attachment":
		at.block = ""
	}
	return at
}

func outOfForce(n *node) bool {
	switch n.at("Status") {
	case "Prospective", "Repealed", "Discarded", "Dead":
		return true
	}
	return n.at("Match") == "false"
}

// sub is a subsection with the title that it shares with others.
type sub struct {
	*node
	heading string
}

// subsections are those of a section, and what of it is not its own text.
func subsections(n *node) (subs []sub, skip []*node) {
	var gather func(in *node, heading string)
	gather = func(in *node, heading string) {
		for _, k := range in.kids {
			switch k.name {
			case "P1para":
				gather(k, heading)
			case "P2group":
				title := k.kid("Title")
				skip = append(skip, title)
				gather(k, title.textOf())
			case "P2":
				subs, skip = append(subs, sub{k, heading}), append(skip, k)
			}
		}
	}
	gather(n, "")
	return subs, skip
}

func (w *clmlWork) section(n *node, at place) {
	if at.version && at.extent == "" {
		return // another language, or a picture, of what stands in the text
	}
	subs, skip := subsections(n)
	number := n.kid("Pnumber")
	locator, address := w.locator(n, at, strings.Trim(number.textOf(), ". ")), w.address(n)
	w.keep(at, locator, address, n.words(append(skip, number)...))
	for _, s := range subs {
		if outOfForce(s.node) {
			continue
		}
		here := at.within(s.node)
		if s.heading != "" {
			here.heading = s.heading
		}
		pnumber := s.kid("Pnumber")
		label := strings.Trim(pnumber.textOf(), "(). ")
		own := w.address(s.node)
		if own == "" && address != "" && label != "" {
			own = address + "/" + label
		}
		w.keep(here, w.sub(locator, label), own, s.words(pnumber))
	}
}

// sub is a subsection's locator; one that bears no number is told from its sisters.
func (w *clmlWork) sub(locator, label string) string {
	if label == "" {
		return w.numbered(w.work, locator+" (unnumbered)")
	}
	return locator + "(" + label + ")"
}

func (w *clmlWork) keep(at place, locator, address, text string) {
	if strings.Trim(text, " .\n\t\u00a0") == "" { // repealed text is dots
		return
	}
	if at.extent != "" {
		locator += " (" + at.extent + ")"
	}
	p := corpus.Passage{Work: w.work, Document: w.title, Locator: locator, Heading: at.heading, Text: text, Language: w.language, URL: address,
		From: w.day(at.from), To: w.day(at.to)}
	if p.Dated = !p.From.IsZero(); !p.Dated {
		p.To = civil.Date{}
	}
	if !p.To.IsZero() {
		if p.To = p.To.AddDays(-1); p.To.Before(p.From) { // the publisher's end is the first day of what comes after
			return
		}
	}
	if p.URL == "" {
		p.URL = w.o.URL
	}
	w.add(p)
}

// day is that of the same name; most provisions of a work have few between them.
func (w *clmlWork) day(text string) civil.Date {
	d, known := w.days[text]
	if !known {
		if w.days == nil {
			w.days = map[string]civil.Date{}
		}
		d = day(text)
		w.days[text] = d
	}
	return d
}

// publisher is how identifiers of legislation.gov.uk begin.
const publisher = "http://www.legislation.gov.uk/id/"

func (w *clmlWork) address(n *node) string {
	if path, ok := strings.CutPrefix(n.at("IdURI"), publisher); ok {
		return "https://www.legislation.gov.uk/" + path
	}
	if p := corpus.Provision(n.at("DocumentURI")); p != "" {
		return "https://www." + p
	}
	return ""
}
