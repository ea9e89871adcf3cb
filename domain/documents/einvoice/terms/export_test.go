package terms

import "strings"

// Sample is an invoice with every term: each says its own name, but for those that others
// rest on.
func Sample() *Group {
	g := &Group{}
	fill(g, table)
	return g
}

func fill(g *Group, of *entry) {
	fixed := map[string]string{"BT-3": "380", "BT-5": "EUR", "BT-6": "SEK", "BT-8": "29", "BT-84": "DE89370400440532013000", "BT-21": "AAI"}
	for _, e := range of.of {
		if e.group {
			for n := range map[bool]int{true: 1, false: 2}[e.name == "BG-4" || e.name == "BG-7" || e.name == "BG-10" || e.name == "BG-11" || e.name == "BG-15"] {
				inner := &Group{Name: e.name}
				if fill(inner, e); n == 1 && e.name == "BG-16" {
					inner.Terms = inner.Terms[:3] // the same way to pay, to another account
					inner.Terms[2].Value = "12345678"
				}
				g.Groups = append(g.Groups, inner)
			}
			continue
		}
		t := Term{Name: e.name, Value: "of " + strings.ToLower(e.name)}
		switch {
		case fixed[e.name] != "":
			t.Value = fixed[e.name]
		case len(e.places[UBL]) > 0 && e.places[UBL][0].day:
			t.Value = "2026-03-04"
		case e.name == "BT-125":
			t.Value, t.Attributes = "JVBERi0=", map[string]string{"mimeCode": "application/pdf", "filename": "a.pdf"}
		case e.name == "BT-46" || e.name == "BT-71" || e.name == "BT-157":
			t.Attributes = map[string]string{"schemeID": "0088"}
		case e.name == "BT-158":
			t.Attributes = map[string]string{"listID": "STI", "listVersionID": "1"}
		case e.name == "BT-129" || e.name == "BT-149":
			t.Attributes = map[string]string{"unitCode": "C62"}
		}
		g.Terms = append(g.Terms, t)
		if e.name == "BT-158" || e.name == "BT-29" {
			t.Value += " and more"
			g.Terms = append(g.Terms, t)
		}
	}
}
