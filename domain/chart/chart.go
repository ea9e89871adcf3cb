// Package chart holds the built-in charts of accounts: cited data, a file each.
//
// # Vocabulary
//
//   - class: asset, liability, equity, income or expense.
//   - role: what the rules of booking look an account up by: receivable,
//     output_tax, sales, expense.office. At most one account of a chart has a
//     role at a rate.
//   - rate: the tax rate that an account is for, as a fraction; an account
//     without one takes the rates that no other account of its role has.
//   - line: the line of the tax form that an account flows into, where the chart
//     follows a form.
//
// # Sources and tiers
//
// The numbers are facts of the charts that the sources carry; the names are in
// our words. No chart was read at its publisher's, so each is a draft: what a
// firm uses, its own adviser confirms. Accounts beside the published ones (the
// subdivisions 7072 to 7077, 44522, 445663 and 445664 of the French plan) and
// the own-number charts are ours.
package chart

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/yamldoc"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// Class is the kind of an account.
type Class string

// The classes.
const (
	Asset     Class = "asset"
	Liability Class = "liability"
	Equity    Class = "equity"
	Income    Class = "income"
	Expense   Class = "expense"
)

// Classes lists them.
func Classes() []Class { return []Class{Asset, Liability, Equity, Income, Expense} }

// Result reports whether accounts of the class begin each fiscal year at zero.
func (c Class) Result() bool { return c == Income || c == Expense }

// Account is one account of a chart.
type Account struct {
	Code  string
	Class Class
	Role  string
	Rate  *money.Dec // nil = any
	Name  string
	Line  string // of the chart's form; "" = none
}

// Source is where a chart was read.
type Source struct {
	Title   string     `yaml:"title" json:"title"`
	URL     string     `yaml:"url" json:"url"`
	Checked civil.Date `yaml:"checked" json:"checked_at"`
}

// Chart is a chart of accounts.
type Chart struct {
	ID       string   `yaml:"id"`
	Country  string   `yaml:"country"`  // "" = any
	Currency string   `yaml:"currency"` // "" = none by default
	Title    string   `yaml:"title"`
	Tier     string   `yaml:"tier"`
	Form     string   `yaml:"form"` // of its lines; "" = none
	Sources  []Source `yaml:"sources"`
	Rows     string   `yaml:"accounts"`

	Accounts []Account `yaml:"-"` // by code
}

//go:embed data/*.yaml
var files embed.FS

var load = sync.OnceValue(func() map[string]*Chart {
	entries, err := files.ReadDir("data")
	if err != nil {
		panic(err)
	}
	out := map[string]*Chart{}
	for _, e := range entries {
		text, err := files.ReadFile("data/" + e.Name())
		if err != nil {
			panic(err)
		}
		c, err := read(text)
		if err != nil {
			panic(fmt.Sprintf("chart: %s: %v", e.Name(), err))
		}
		out[c.ID] = c
	}
	return out
})

// read parses one chart and refuses what a rule could trip over: a code or a
// role at a rate that stands twice, an unknown class, a missing source.
func read(text []byte) (*Chart, error) {
	var c Chart
	if err := yamldoc.Decode(text, &c); err != nil {
		return nil, err
	}
	if c.ID == "" || len(c.Sources) == 0 {
		return nil, fmt.Errorf("it has no id or no source")
	}
	codes, roles := map[string]bool{}, map[string]bool{}
	for _, row := range strings.Split(strings.TrimSpace(c.Rows), "\n") {
		f := strings.Split(row, "|")
		for i := range f {
			f[i] = strings.TrimSpace(f[i])
		}
		if len(f) < 5 || len(f) > 6 {
			return nil, fmt.Errorf("row %q", row)
		}
		a := Account{Code: f[0], Class: Class(f[1]), Role: f[2], Name: f[4]}
		if f[3] != "" {
			rate, err := money.Parse(f[3])
			if err != nil {
				return nil, fmt.Errorf("row %q: %v", row, err)
			}
			a.Rate = &rate
		}
		if len(f) == 6 {
			a.Line = f[5]
		}
		key := a.Role + " " + f[3]
		if !slices.Contains(Classes(), a.Class) || a.Name == "" || codes[a.Code] || a.Role != "" && roles[key] {
			return nil, fmt.Errorf("row %q: unknown class, no name, or its code or role stands twice", row)
		}
		codes[a.Code], roles[key] = true, true
		c.Accounts = append(c.Accounts, a)
	}
	slices.SortFunc(c.Accounts, func(a, b Account) int { return strings.Compare(a.Code, b.Code) })
	return &c, nil
}

// Find returns a chart by its id.
func Find(id string) (*Chart, bool) {
	c, ok := load()[id]
	return c, ok
}

// IDs lists the charts in order.
func IDs() []string {
	var out []string
	for id := range load() {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}

// For is the chart that the books of a country begin with.
func For(country string) *Chart {
	for _, id := range IDs() {
		if c := load()[id]; c.Country == country && country != "" {
			return c
		}
	}
	return load()["int"]
}

// Account returns the account with a code.
func (c *Chart) Account(code string) (Account, bool) {
	at, ok := slices.BinarySearchFunc(c.Accounts, code, func(a Account, code string) int { return strings.Compare(a.Code, code) })
	if !ok {
		return Account{}, false
	}
	return c.Accounts[at], true
}
