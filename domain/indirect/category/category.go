// Package category is the catalogue of tax categories that the sales
// calculator, the commerce configuration and the catalogue endpoint share.
//
// # Vocabulary
//
// A Category names a kind of goods or services by a stable code. What it is
// taxed at is law and differs by place and date: package rates maps a category
// to a rate class of the place, package ussales to a state's taxability. The
// codes follow the groups of Annex III to Directive 2006/112/EC where it has
// one (field Annex), because most countries' reduced rates are cut along
// those lines; the rest are the groups that exemptions (art. 132 and 135) and
// US state law name.
//
// A category marked Standard is what is left when no exception is claimed: it
// carries the standard rate of every place by definition. Every other
// category needs a mapping in the place, and without one the calculator
// refuses rather than assume the standard rate.
//
// A place may tax parts of a category differently. The parts that laws cut by
// are narrower categories, which name the whole that they lie Within: bread
// within food. One that is not Apart has the class of the whole wherever a
// place taxes the whole alike and says nothing of the part. One that is Apart
// is where such laws make their exceptions (sweets, lobster), so that the
// class of the whole says nothing of it.
package category

import "sort"

// Nature says whether a category is of goods or of services.
type Nature string

const (
	Goods    Nature = "goods"
	Services Nature = "services"
)

// Category is one entry of the catalogue. Codes are never renamed or reused.
type Category struct {
	Code     string `json:"code"`
	Name     string `json:"name"`
	Nature   Nature `json:"nature"`
	Group    string `json:"group"`
	Standard bool   `json:"standard"`        // the standard rate everywhere, by definition
	Annex    string `json:"annex,omitempty"` // point of Annex III, or article, of Directive 2006/112/EC
	Note     string `json:"note,omitempty"`  // where the category ends

	Within string `json:"within,omitempty"` // code of the category that it is a part of
	Apart  bool   `json:"apart,omitempty"`  // the class of the whole says nothing of it
}

var byCode = func() map[string]Category {
	m := make(map[string]Category, len(catalogue))
	for _, c := range catalogue {
		if _, twice := m[c.Code]; twice {
			panic("category " + c.Code + " stands twice in the catalogue")
		}
		m[c.Code] = c
	}
	return m
}()

// Get returns the category of a code.
func Get(code string) (Category, bool) {
	c, ok := byCode[code]
	return c, ok
}

// Whole returns the category that a narrower one lies within, or itself.
func (c Category) Whole() Category {
	if whole, ok := byCode[c.Within]; ok {
		return whole
	}
	return c
}

// Parts returns the narrower categories of one, in the order of the catalogue.
func Parts(code string) (parts []Category) {
	for _, c := range catalogue {
		if code != "" && c.Within == code {
			parts = append(parts, c)
		}
	}
	return parts
}

// All returns the catalogue, ordered by group and code.
func All() []Category {
	out := append([]Category(nil), catalogue...)
	sort.Slice(out, func(i, j int) bool {
		if out[i].Group != out[j].Group {
			return out[i].Group < out[j].Group
		}
		return out[i].Code < out[j].Code
	})
	return out
}
