// Package category is what a cost is for, as the tax form of a place asks: cited
// data, a tree a form. It follows the form's lines, so that what is classified
// adds up to the return.
//
// # Vocabulary
//
//   - tree: the categories of one form. A place without one takes the generic
//     tree, a draft.
//   - line: where on the form a category is entered, by year where it moved. It is
//     empty for a year that the tree was not read for.
//   - roles: of the accounts that a category takes (package chart); the first is
//     where it is booked unless what is bought says otherwise.
//   - share: how much of the cost counts for the tax on profits (deductible), or
//     of its VAT as input tax; absent where no source was read.
//
// A tenant may rename a category or disable it: an Override of its own. Past uses
// stay, and keep their id.
package category

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/yamldoc"

	"github.com/tallystick/tallystick/domain/chart"
	"github.com/tallystick/tallystick/domain/money"
)

// Source is where a tree was read.
type Source = chart.Source

// Tree is the categories of one form.
type Tree struct {
	ID      string   `yaml:"id"`
	Country string   `yaml:"country"` // "" = of no place: the generic one
	Form    string   `yaml:"form"`
	Title   string   `yaml:"title"`
	Tier    string   `yaml:"tier"`
	From    int      `yaml:"from"` // first tax year that its lines were read for
	To      int      `yaml:"to"`   // last; 0 = until it is known to change
	Sources []Source `yaml:"sources"`
	Rows    string   `yaml:"categories"`

	Categories []Category `yaml:"-"`
}

// Category is one of a tree.
type Category struct {
	ID         string // "<tree>_<code>", the same for ever
	Tree       string
	Code       string
	Label      string
	Roles      []string
	Deductible *money.Dec // share; nil = not known
	InputTax   *money.Dec // share; nil = as the cost
	lines      map[int]string
}

// Line is where the category is entered in the return of a year; "" = not known.
func (c Category) Line(year int) string {
	if line, ok := c.lines[year]; ok {
		return line
	}
	t := trees()[c.Tree]
	if year < t.From || t.To != 0 && year > t.To {
		return ""
	}
	return c.lines[0]
}

//go:embed data/*.yaml
var files embed.FS

var trees = sync.OnceValue(func() map[string]*Tree {
	entries, err := files.ReadDir("data")
	if err != nil {
		panic(err)
	}
	out := map[string]*Tree{}
	for _, e := range entries {
		text, err := files.ReadFile("data/" + e.Name())
		if err != nil {
			panic(err)
		}
		t, err := read(text)
		if err != nil {
			panic(fmt.Sprintf("category: %s: %v", e.Name(), err))
		}
		out[t.ID] = t
	}
	return out
})

// read parses one tree and refuses what a rule could trip over: a code that stands
// twice, a role in two categories, a share that is none, a missing source.
func read(text []byte) (*Tree, error) {
	var t Tree
	if err := yamldoc.Decode(text, &t); err != nil {
		return nil, err
	}
	if t.ID == "" || len(t.Sources) == 0 || t.From == 0 {
		return nil, fmt.Errorf("it has no id, no source or no first year")
	}
	codes, roles := map[string]bool{}, map[string]bool{}
	for _, row := range strings.Split(strings.TrimSpace(t.Rows), "\n") {
		f := strings.Split(row, "|")
		if len(f) != 6 {
			return nil, fmt.Errorf("%q has %d columns", row, len(f))
		}
		for i := range f {
			f[i] = strings.TrimSpace(f[i])
		}
		c := Category{ID: t.ID + "_" + f[0], Tree: t.ID, Code: f[0], Label: f[1], lines: linesOf(f[2]), Roles: strings.Split(f[3], ",")}
		var err error
		if c.Deductible, err = share(f[4]); err != nil {
			return nil, fmt.Errorf("%s: %w", c.ID, err)
		}
		if c.InputTax, err = share(f[5]); err != nil {
			return nil, fmt.Errorf("%s: %w", c.ID, err)
		}
		for _, role := range c.Roles {
			if roles[role] {
				return nil, fmt.Errorf("%s: %s stands in another category", c.ID, role)
			}
			roles[role] = true
		}
		if codes[c.Code] || c.Label == "" {
			return nil, fmt.Errorf("%s stands twice or has no label", c.ID)
		}
		codes[c.Code] = true
		t.Categories = append(t.Categories, c)
	}
	return &t, nil
}

// linesOf reads "27" or "2025=27 2026=29".
func linesOf(text string) map[int]string {
	lines := map[int]string{}
	if !strings.Contains(text, "=") {
		lines[0] = text
		return lines
	}
	for _, part := range strings.Fields(text) {
		year, line, _ := strings.Cut(part, "=")
		if n, err := strconv.Atoi(year); err == nil {
			lines[n] = line
		}
	}
	return lines
}

func share(text string) (*money.Dec, error) {
	if text == "" {
		return nil, nil
	}
	d, err := money.Parse(text)
	if err != nil || d.Sign() < 0 || d.Greater(money.One) {
		return nil, fmt.Errorf("%q is no share", text)
	}
	return &d, nil
}

// For is the tree of a country; the generic one where it has none.
func For(country string) *Tree {
	for _, t := range trees() {
		if t.Country == country && country != "" {
			return t
		}
	}
	return trees()["int"]
}

// Trees lists all, by id.
func Trees() []*Tree {
	out := make([]*Tree, 0, len(trees()))
	for _, id := range slices.Sorted(maps.Keys(trees())) {
		out = append(out, trees()[id])
	}
	return out
}

// Find returns a category by its id.
func Find(id string) (Category, bool) {
	c, ok := byID()[id]
	return c, ok
}

var byID = sync.OnceValue(func() map[string]Category {
	out := map[string]Category{}
	for _, t := range trees() {
		for _, c := range t.Categories {
			out[c.ID] = c
		}
	}
	return out
})

// Of is the category of the tree that takes an account's role.
func (t *Tree) Of(role string) (Category, bool) {
	for _, c := range t.Categories {
		if slices.Contains(c.Roles, role) {
			return c, true
		}
	}
	return Category{}, false
}
