package law

import "strings"

// Leading are the citations by which a text for readers rests on law, in their order: of
// a value that primary sources hold those alone, of any other all that it has. What is
// not of the embedded law stays.
func Leading(all []Citation) (out []Citation) {
	held := map[string]bool{} // by value: a primary source holds it
	value := func(c Citation) string {
		v, _, _ := strings.Cut(c.ID, "#")
		return v
	}
	kind := func(c Citation) Kind {
		folder, _, _ := strings.Cut(c.ID, ":")
		if b, err := Open(folder); err == nil {
			if s := b.Sources[c.SourceID]; s != nil {
				return s.Kind
			}
		}
		return ""
	}
	for _, c := range all {
		held[value(c)] = held[value(c)] || kind(c) == Primary
	}
	for _, c := range all {
		if !held[value(c)] || kind(c) != Secondary {
			out = append(out, c)
		}
	}
	return out
}
