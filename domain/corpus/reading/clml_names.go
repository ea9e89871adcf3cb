package reading

import (
	"strings"

	"github.com/tallystick/tallystick/domain/corpus"
)

// provisionKinds are the words of an identifier of legislation.gov.uk, as lawyers
// write them.
var provisionKinds = map[string]string{"section": "s.", "regulation": "reg.", "article": "art.", "rule": "r.", "schedule": "Sch.",
	"part": "Pt.", "chapter": "Ch.", "paragraph": "para.", "annex": "Annex", "title": "Title", "appendix": "Appendix"}

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
		return w.apart(scheduled(at.schedule)+" ", "para. "+number, at.part)
	}
	for _, word := range []string{"Article ", "Regulation ", "Rule ", "Section "} {
		if rest, ok := strings.CutPrefix(number, word); ok {
			return w.apart("", provisionKinds[strings.ToLower(strings.TrimSpace(word))]+" "+rest, at.part)
		}
	}
	return w.apart("", w.prefix+number, at.part)
}

// apart names a provision that has no identifier: where its number stood in another
// part before, because numbers begin anew, it bears its own part.
func (w *clmlWork) apart(within, name, part string) string {
	if w.first == nil {
		w.first = map[string]string{}
	}
	before, stood := w.first[within+name]
	switch {
	case !stood:
		w.first[within+name] = part
	case part != "" && before != part:
		return within + part + " " + name
	}
	return within + name
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

func scheduled(schedule string) string {
	return strings.Replace(strings.Replace(schedule, "SCHEDULE", "Sch.", 1), "Schedule", "Sch.", 1)
}

// partLocator names a part whose own text is kept.
func (w *clmlWork) partLocator(n *node, at place) string {
	if name := identified(n.at("IdURI"), w.work, ""); name != "" {
		return name
	}
	switch {
	case at.schedule != "":
		return scheduled(at.schedule)
	case at.heading != "":
		return corpus.Cut(at.heading, 150)
	}
	return "text"
}
