package terms

import (
	"bytes"
	"encoding/xml"
	"regexp"
	"slices"
	"strings"
)

// element is one of the text that is written.
type element struct {
	name       string
	text       string
	attributes [][2]string
	children   []*element
}

// writer makes the elements of an invoice.
type writer struct {
	syntax     Syntax
	currencies map[string]string
}

// creditNotes are the types of documents that UBL writes as a credit note (UNTDID 1001).
var creditNotes = []string{"81", "83", "261", "262", "296", "308", "381", "396", "420", "458", "502", "503", "532"}

// Write writes an invoice in a syntax.
func Write(g *Group, s Syntax) []byte {
	w := writer{s, map[string]string{"$document": g.Get("BT-5"), "$tax": g.Get("BT-6")}}
	root := &element{}
	w.group(root, table, g)
	root.name = "CrossIndustryInvoice"
	if s == UBL {
		if root.name = "Invoice"; slices.Contains(creditNotes, g.Get("BT-3")) {
			root.name = "CreditNote"
			root.credited()
		}
	} else {
		for _, name := range []string{"ApplicableHeaderTradeAgreement", "ApplicableHeaderTradeDelivery", "ApplicableHeaderTradeSettlement"} {
			w.child(w.child(root, step{name: "SupplyChainTradeTransaction"}), step{name: name}) // are there, also empty
		}
	}
	root.order()
	var b bytes.Buffer
	b.WriteString(xml.Header)
	w.print(&b, root, nil, 0)
	return b.Bytes()
}

// group writes the groups of one first, since terms beside them may stand within.
func (w writer) group(at *element, of *entry, g *Group) {
	for _, e := range of.of {
		if !e.group || len(e.places[w.syntax]) == 0 {
			continue
		}
		for _, inner := range g.All(e.name) {
			x := w.make(at, e.places[w.syntax][0], true)
			if w.group(x, e, inner); e.name == "BG-1" && w.syntax == UBL && inner.Get("BT-21") != "" {
				x.text = "#" + inner.Get("BT-21") + "#" + x.text
			}
		}
	}
	for _, e := range of.of {
		for _, t := range g.Terms {
			if t.Name != e.name || e.group || len(e.places[w.syntax]) == 0 {
				continue
			}
			if t.Name == "BT-111" && w.currencies["$tax"] == w.currencies["$document"] {
				continue // the total of the tax in one currency stands once, for both
			}
			w.term(at, w.place(e, t), t)
		}
	}
}

// account is what an IBAN begins with.
var account = regexp.MustCompile(`^[A-Z]{2}[0-9]{2}`)

// place chooses where a term that has two is written: with its scheme, or as no IBAN, in
// the second.
func (w writer) place(e *entry, t Term) place {
	all := e.places[w.syntax]
	if len(all) == 1 {
		return all[0]
	}
	if second := t.Attributes["schemeID"] != "" || t.Name == "BT-84" && !account.MatchString(t.Value); second {
		return all[1]
	}
	return all[0]
}

func (w writer) term(at *element, p place, t Term) {
	x := at
	if len(p.steps) > 0 {
		x = w.make(at, p, p.attribute == "")
	}
	value := t.Value
	switch {
	case p.attribute != "":
		x.attributes = append(x.attributes, [2]string{p.attribute, value})
		return
	case p.day && w.syntax == CII:
		value = strings.ReplaceAll(value, "-", "")
		x.attributes = append(x.attributes, [2]string{"format", "102"})
	case w.syntax == UBL && t.Name == "BT-8":
		for from, to := range taxPoints {
			if to == value {
				value = from
				break
			}
		}
	}
	x.text = value
	if w.syntax == UBL && strings.HasSuffix(x.name, "Amount") &&
		!slices.ContainsFunc(x.attributes, func(a [2]string) bool { return a[0] == "currencyID" }) {
		x.attributes = append(x.attributes, [2]string{"currencyID", w.currencies["$document"]})
	}
	for _, name := range sortedNames(t.Attributes) {
		x.attributes = append(x.attributes, [2]string{name, t.Attributes[name]})
	}
}

func sortedNames(m map[string]string) []string {
	names := make([]string, 0, len(m))
	for k := range m {
		names = append(names, k)
	}
	slices.Sort(names)
	return names
}

// make gives the element of a place; anew begins the last one in any case.
func (w writer) make(at *element, p place, anew bool) *element {
	for i, s := range p.steps {
		if s.anew || anew && i == len(p.steps)-1 {
			at = w.begin(at, s)
		} else {
			at = w.child(at, s)
		}
	}
	return at
}

// child is the first one that fits a step, else a new one.
func (w writer) child(at *element, s step) *element {
	for _, c := range at.children {
		if c.name == s.name && !slices.ContainsFunc(s.only, func(x condition) bool { return !w.fits(c, x) }) {
			return c
		}
	}
	return w.begin(at, s)
}

func (w writer) begin(at *element, s step) *element {
	x := &element{name: s.name}
	at.children = append(at.children, x)
	for _, c := range s.only {
		value := c.write
		if !c.not {
			value = c.value[0]
		}
		if of, ok := w.currencies[value]; ok {
			value = of
		}
		if value == "" {
			continue
		}
		n := x
		for _, name := range c.path {
			if name[0] == '@' {
				n.attributes = append(n.attributes, [2]string{name[1:], value})
				break
			}
			inner := &element{name: name}
			n.children = append(n.children, inner)
			n = inner
		}
		if c.path[len(c.path)-1][0] != '@' {
			n.text = value
		}
	}
	return x
}

func (w writer) fits(x *element, c condition) bool {
	is := ""
	for _, name := range c.path {
		if name[0] == '@' {
			for _, a := range x.attributes {
				if a[0] == name[1:] {
					is = a[1]
				}
			}
			break
		}
		at := slices.IndexFunc(x.children, func(y *element) bool { return y.name == name })
		if at < 0 {
			is = ""
			break
		}
		x = x.children[at]
		is = x.text
	}
	has := slices.ContainsFunc(c.value, func(v string) bool {
		if of, ok := w.currencies[v]; ok {
			v = of
		}
		return is == v
	})
	return has != c.not
}

// credited names elements as UBL's credit note does.
func (x *element) credited() {
	for _, c := range x.children {
		for of, as := range credit {
			if c.name == as {
				c.name = of
			}
		}
		if c.name == "CreditNoteLine" {
			c.credited()
		}
	}
	if at := slices.IndexFunc(x.children, func(c *element) bool { return c.name == "DueDate" }); at >= 0 {
		due := x.children[at]
		due.name = "PaymentDueDate"
		x.children = slices.Delete(x.children, at, at+1)
		means := slices.IndexFunc(x.children, func(c *element) bool { return c.name == "PaymentMeans" })
		if means < 0 {
			x.children = append(x.children, &element{name: "PaymentMeans"})
			means = len(x.children) - 1
		}
		x.children[means].children = append(x.children[means].children, due)
	}
}

// order puts children into the order of the schema.
func (x *element) order() {
	names := orders[x.name]
	slices.SortStableFunc(x.children, func(a, b *element) int { return slices.Index(names, a.name) - slices.Index(names, b.name) })
	for _, c := range x.children {
		c.order()
	}
}

const (
	ublSpace = "urn:oasis:names:specification:ubl:schema:xsd:"
	ciiSpace = "urn:un:unece:uncefact:data:standard:"
)

// print writes an element. In UBL what has children is an aggregate; in CII the first two
// levels, days and indicators have namespaces of their own.
func (w writer) print(b *bytes.Buffer, x, parent *element, depth int) {
	b.WriteString("<")
	name := w.prefix(x, parent, depth) + x.name
	b.WriteString(name)
	switch {
	case depth > 0:
	case w.syntax == UBL:
		b.WriteString(` xmlns="` + ublSpace + x.name + `-2" xmlns:cac="` + ublSpace + `CommonAggregateComponents-2" xmlns:cbc="` + ublSpace +
			`CommonBasicComponents-2"`)
	default:
		b.WriteString(` xmlns:rsm="` + ciiSpace + `CrossIndustryInvoice:100" xmlns:ram="` + ciiSpace +
			`ReusableAggregateBusinessInformationEntity:100" xmlns:udt="` + ciiSpace + `UnqualifiedDataType:100" xmlns:qdt="` + ciiSpace +
			`QualifiedDataType:100"`)
	}
	for _, a := range x.attributes {
		b.WriteString(" " + a[0] + `="`)
		xml.EscapeText(b, []byte(a[1]))
		b.WriteString(`"`)
	}
	b.WriteString(">")
	xml.EscapeText(b, []byte(x.text))
	for _, c := range x.children {
		b.WriteString("\n" + strings.Repeat(" ", depth+1))
		w.print(b, c, x, depth+1)
	}
	if len(x.children) > 0 {
		b.WriteString("\n" + strings.Repeat(" ", depth))
	}
	b.WriteString("</" + name + ">")
}

func (w writer) prefix(x, parent *element, depth int) string {
	switch {
	case w.syntax == UBL && depth == 0:
		return ""
	case w.syntax == UBL && len(x.children) > 0:
		return "cac:"
	case w.syntax == UBL:
		return "cbc:"
	case depth < 2:
		return "rsm:"
	case x.name == "DateTimeString" && parent.name == "FormattedIssueDateTime":
		return "qdt:"
	case x.name == "DateTimeString", x.name == "Indicator", x.name == "DateString":
		return "udt:"
	}
	return "ram:"
}
