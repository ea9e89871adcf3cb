package terms

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/documents/markup"
)

// Group is a group of business terms; the whole invoice is one without a name.
type Group struct {
	Name   string   `json:"group,omitempty" doc:"Such as BG-25, an invoice line; left out: the invoice itself." example:"BG-25"`
	Terms  []Term   `json:"terms" nullable:"false" doc:"Business terms of the group."`
	Groups []*Group `json:"groups,omitempty" doc:"Groups within, in their order."`
}

// Term is a business term with its value: text as the invoice says it, days as ISO dates.
type Term struct {
	Name       string            `json:"term" doc:"Such as BT-1, the number of the invoice." example:"BT-1"`
	Value      string            `json:"value" doc:"As the invoice says it; days as 2026-11-22."`
	Attributes map[string]string `json:"attributes,omitempty" doc:"Such as schemeID, listID, unitCode, mimeCode and filename."`
}

// Get is the first value of a term, "" where there is none.
func (g *Group) Get(term string) string {
	for _, t := range g.Terms {
		if t.Name == term {
			return t.Value
		}
	}
	return ""
}

// All are the groups of a name.
func (g *Group) All(name string) (out []*Group) {
	for _, x := range g.Groups {
		if x.Name == name {
			out = append(out, x)
		}
	}
	return out
}

// credit names elements of UBL's credit note as its invoice calls them.
var credit = map[string]string{"CreditNoteLine": "InvoiceLine",
	"CreditedQuantity": "InvoicedQuantity", "CreditNoteTypeCode": "InvoiceTypeCode"}

// Read reads an invoice; ok is false where root is none of these syntaxes.
func Read(root *markup.Node) (g *Group, s Syntax, ok bool) {
	switch {
	case root.Name == "CrossIndustryInvoice":
		s = CII
	case (root.Name == "Invoice" || root.Name == "CreditNote") && strings.Contains(root.Space, "oasis:names:specification:ubl"):
		s = UBL
	default:
		return nil, 0, false
	}
	r := reader{syntax: s}
	r.currencies = map[string]string{"$document": r.first(root, "BT-5"), "$tax": r.first(root, "BT-6")}
	g = &Group{Terms: []Term{}}
	r.read(g, table, root)
	return g, s, true
}

// noteSubject is how UBL says what a note is about: #AAI#what it says.
var noteSubject = regexp.MustCompile(`(?s)^#([A-Z]{3})#(.*)$`)

// subject parts a note of UBL from the code of its subject.
func (g *Group) subject() {
	for i, t := range g.Terms {
		if m := noteSubject.FindStringSubmatch(t.Value); m != nil {
			g.Terms[i].Value = strings.TrimSpace(m[2])
			g.Terms = append(g.Terms, Term{Name: "BT-21", Value: m[1]})
		}
	}
}

type reader struct {
	syntax     Syntax
	currencies map[string]string
}

// first is the value of a term of the whole invoice.
func (r reader) first(root *markup.Node, term string) string {
	for _, e := range table.of {
		if e.name == term {
			for _, n := range r.find(root, e.places[r.syntax][0]) {
				return n.Text
			}
		}
	}
	return ""
}

func (r reader) read(g *Group, of *entry, at *markup.Node) {
	for _, e := range of.of {
		for _, p := range e.places[r.syntax] {
			for _, n := range r.find(at, p) {
				if e.group {
					inner := &Group{Name: e.name, Terms: []Term{}}
					r.read(inner, e, n)
					if e.name == "BG-1" && r.syntax == UBL {
						inner.subject()
					}
					if len(inner.Terms)+len(inner.Groups) > 0 {
						g.Groups = append(g.Groups, inner)
					}
					continue
				}
				if t, ok := r.term(e.name, p, n); ok && !once(g, t) {
					g.Terms = append(g.Terms, t)
				}
			}
		}
	}
}

// several are the terms that may stand more than once in their group.
var several = []string{"BT-29", "BT-158", "BT-127"}

// once reports whether a term stands in its group already, where one is all there is: what
// some syntax repeats with each payment is said once.
func once(g *Group, t Term) bool {
	return !slices.Contains(several, t.Name) && slices.ContainsFunc(g.Terms, func(x Term) bool { return x.Name == t.Name })
}

func (r reader) term(name string, p place, n *markup.Node) (Term, bool) {
	t := Term{Name: name, Value: n.Text}
	if p.attribute != "" {
		t.Value = n.Attributes[p.attribute]
		return t, t.Value != ""
	}
	if p.day {
		t.Value = dayOf(n.Text)
	}
	if r.syntax == UBL && name == "BT-8" {
		t.Value = mapped(taxPoints, t.Value)
	}
	drop := []string{"currencyID", "format", "name", "schemaLocation"}
	if name == "BT-128" {
		drop = append(drop, "schemeID") // which is a term of its own
	}
	for _, s := range p.steps {
		for _, c := range s.only {
			if last := c.path[len(c.path)-1]; last[0] == '@' && !c.not {
				drop = append(drop, last[1:])
			}
		}
	}
	for key, value := range n.Attributes {
		if !slices.Contains(drop, key) && value != "" {
			if t.Attributes == nil {
				t.Attributes = map[string]string{}
			}
			t.Attributes[key] = value
		}
	}
	return t, t.Value != ""
}

// taxPoints are codes of when a tax falls due: UNTDID 2005 as UBL has them, and 2475 as
// CII and here.
var taxPoints = map[string]string{"3": "5", "35": "29", "432": "72"}

func mapped(codes map[string]string, code string) string {
	if to, ok := codes[code]; ok {
		return to
	}
	return code
}

// dayOf is a day as ISO writes it: CII says 20261122 (format 102).
func dayOf(text string) string {
	if len(text) == 8 && strings.Trim(text, "0123456789") == "" {
		text = text[:4] + "-" + text[4:6] + "-" + text[6:]
	}
	if d, err := civil.Parse(text); err == nil {
		return d.String()
	}
	return text
}

// find are the elements of a place.
func (r reader) find(at *markup.Node, p place) []*markup.Node {
	found := []*markup.Node{at}
	for _, s := range p.steps {
		var next []*markup.Node
		for _, n := range found {
			for _, c := range n.Children {
				name := c.Name
				if r.syntax == UBL && credit[name] != "" {
					name = credit[name]
				}
				if name == s.name && !slices.ContainsFunc(s.only, func(x condition) bool { return !r.holds(x, c) }) {
					next = append(next, c)
				}
			}
		}
		found = next
	}
	return found
}

func (r reader) holds(c condition, n *markup.Node) bool {
	is := ""
	for i, name := range c.path {
		if name[0] == '@' {
			is = n.Attributes[name[1:]]
			break
		}
		at := slices.IndexFunc(n.Children, func(x *markup.Node) bool { return x.Name == name })
		if at < 0 {
			break
		}
		if n = n.Children[at]; i == len(c.path)-1 {
			is = n.Text
		}
	}
	has := slices.ContainsFunc(c.value, func(v string) bool {
		if strings.HasPrefix(v, "$") {
			v = r.currencies[v]
			return v != "" && (is == v || is == "" && c.value[0] == "$document")
		}
		return is == v
	})
	return has != c.not
}

// Equal reports whether two groups say the same: their terms in any order, repeated groups
// in theirs.
func (g *Group) Equal(o *Group) bool {
	key := func(t Term) string {
		keys := slices.Sorted(maps.Keys(t.Attributes))
		text := t.Name + "\x00" + t.Value
		for _, k := range keys {
			text += "\x00" + k + "=" + t.Attributes[k]
		}
		return text
	}
	sorted := func(all []Term) (out []string) {
		for _, t := range all {
			out = append(out, key(t))
		}
		slices.Sort(out)
		return out
	}
	if g.Name != o.Name || !slices.Equal(sorted(g.Terms), sorted(o.Terms)) || len(g.Groups) != len(o.Groups) {
		return false
	}
	for i := range g.Groups {
		if !g.Groups[i].Equal(o.Groups[i]) {
			return false
		}
	}
	return true
}
