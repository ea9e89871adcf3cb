package reading

import (
	"strings"

	"github.com/tallystick/tallystick/domain/corpus"
)

// provisionKinds are the words of an identifier of legislation.gov.uk, as lawyers
// write them.
var provisionKinds = map[string]string{"section": "s.", "regulation": "reg.", "article": "art.", "rule": "r.", "schedule": "Sch.",
	"part": "Pt.", "chapter": "Ch.", "paragraph": "para.", "annex": "Annex", "title": "Title", "appendix": "Appendix", "division": "div."}

// again takes an identifier's ending apart where one number stands several times: 1n3.
func again(own string) (number, time string, is bool) {
	i := strings.LastIndexByte(own, 'n')
	if i < 1 || i == len(own)-1 || strings.Trim(own[i+1:], "0123456789") != "" {
		return "", "", false
	}
	return own[:i], own[i+1:], true
}

// identified is how lawyers name what an identifier names within its work: "Sch. 1 Pt.
// II para. 3"; "" where it names no provision. The publisher puts parts into it where
// numbers begin anew in each. number is what stands in the text; "" = the identifier's.
func identified(identifier, work, number string) string {
	path, ok := strings.CutPrefix(identifier, publisher)
	if !ok {
		return ""
	}
	act := strings.TrimPrefix(work, "legislation.gov.uk/")
	if len(path) <= len(act) || !strings.EqualFold(path[:len(act)], act) {
		return ""
	}
	parts := strings.Split(strings.Trim(path[len(act):], "/"), "/")
	out := make([]string, 0, 4)
	for i := 0; i < len(parts); i++ {
		kind, known := provisionKinds[parts[i]]
		switch {
		case parts[i] == "crossheading" && i+1 < len(parts):
			i++
			out = append(out, "("+strings.ReplaceAll(parts[i], "-", " ")+")")
		case known && (i+1 == len(parts) || isKind(parts[i+1])):
			out = append(out, kind) // the only one of its kind bears no number
		case known:
			i++
			own := parts[i]
			if first, time, is := again(own); is {
				own = first + " [" + time + "]"
			} else if i == len(parts)-1 && number != "" {
				own = number
			}
			out = append(out, kind+" "+own)
		case len(out) > 0:
			out[len(out)-1] += "(" + parts[i] + ")"
		default:
			return ""
		}
	}
	return strings.Join(out, " ")
}

func isKind(word string) bool { return provisionKinds[word] != "" || word == "crossheading" }

// locator is how lawyers name a section: "s. 35", "Sch. 2 para. 3".
func (w *clmlWork) locator(n *node, at place, number string) string {
	if name := identified(n.at("IdURI"), w.work, number); name != "" {
		return name
	}
	if at.schedule != "" {
		return w.apart(at, at.attached+scheduled(at.schedule)+" ", "para. "+number)
	}
	for _, word := range []string{"Article ", "Regulation ", "Rule ", "Section "} {
		if rest, ok := strings.CutPrefix(number, word); ok {
			return w.apart(at, at.attached, provisionKinds[strings.ToLower(strings.TrimSpace(word))]+" "+rest)
		}
	}
	return w.apart(at, at.attached, w.prefix+number)
}

// apart names a provision that has no identifier: where its number stood in another
// part before, because numbers begin anew, it bears its own part; where that is the
// same, its cross-heading.
func (w *clmlWork) apart(at place, within, name string) string {
	if w.first == nil {
		w.first = map[string]place{}
	}
	before, stood := w.first[within+name]
	switch {
	case !stood:
		w.first[within+name] = at
	case before.part == at.part && before.block != at.block && at.block != "":
		return strings.TrimSpace(strings.TrimSpace(within+at.part) + " (" + at.block + ") " + name)
	case at.part != "" && before.part != at.part:
		return w.apart(place{part: at.part, block: at.block}, within+at.part+" ", name)
	}
	return within + name
}

// attachment names what is annexed to a work and bears numbers of its own: the title of a
// protocol, with a mark that its provisions follow.
func attachment(n *node) string {
	title := n.kid("EURetained").kid("EUPrelims").kid("MultilineTitle").textOf()
	if title == "" {
		return ""
	}
	return corpus.Cut(title, 120) + ", "
}

// included reads the documents that stand beside the text, in the place where n puts
// them: the convention that an order brings into force. Each is read once.
func (w *clmlWork) included(n *node, at place) {
	if len(w.resources) == 0 {
		return
	}
	if ref := n.at("ResourceRef"); n.name == "IncludedDocument" && w.resources[ref] != nil {
		document := w.resources[ref]
		delete(w.resources, ref)
		w.walk(document, at)
	}
	for _, k := range n.kids {
		w.included(k, at)
	}
}

// resources are the documents that a work holds beside its text, as far as they are text.
func resources(root *node) map[string]*node {
	out := map[string]*node{}
	beside := root.kid("Resources")
	if beside == nil {
		return out
	}
	for _, r := range beside.kids {
		if content := r.kid("InternalVersion").kid("XMLcontent"); content != nil && r.at("id") != "" {
			out[r.at("id")] = content
		}
	}
	return out
}

// partName is how lawyers name a part or chapter within what it stands in; "" of one
// without a number.
func partName(n *node, within string) string {
	words := strings.Fields(n.kid("Number").textOf())
	if len(words) == 0 {
		return within
	}
	kind := "Pt."
	if strings.HasSuffix(n.name, "Chapter") {
		kind = "Ch."
	}
	return strings.TrimSpace(within + " " + kind + " " + words[len(words)-1])
}

// divided names a division within another; "1.2" says of itself that it stands in 1.
func divided(within, own string) string {
	if i := strings.LastIndexByte(within, ' '); strings.HasPrefix(own, within[i+1:]+".") {
		within = within[:i+1]
	}
	return corpus.Cut(strings.TrimSpace(strings.TrimSpace(within)+" "+own), 120)
}

func scheduled(schedule string) string {
	return strings.Replace(strings.Replace(schedule, "SCHEDULE", "Sch.", 1), "Schedule", "Sch.", 1)
}

// partLocator names a part whose own text is kept.
func (w *clmlWork) partLocator(n *node, at place) string {
	if name := identified(n.at("IdURI"), w.work, ""); name != "" {
		return name
	}
	own := ""
	if n.name == "Pblock" {
		own = Normal(n.kid("Number").textOf()) // an article of a convention
	}
	switch {
	case at.division != "" && (at.schedule != "" || at.attached != ""):
		return at.attached + strings.TrimSpace(scheduled(at.schedule)+" "+at.division)
	case at.schedule != "" && own != "":
		return at.attached + strings.Join(strings.Fields(scheduled(at.schedule)+" "+at.part+" "+own), " ")
	case at.schedule != "":
		return at.attached + scheduled(at.schedule)
	case at.attached != "":
		return strings.TrimSuffix(at.attached, ", ")
	case at.heading != "":
		return corpus.Cut(at.heading, 150)
	}
	return "text"
}
