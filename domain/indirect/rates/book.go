package rates

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// dated is one value of a parameter, with what stands behind it.
type dated struct {
	period civil.Period
	rate   money.Dec
	text   string
	note   string
	cite   []law.Citation
	tier   tax.Tier
}

// country is what is held of one place, indexed for look-up.
type country struct {
	rates      map[string][]dated // "standard", "madeira/standard", "on/hst"
	levies     map[string][]dated // what is charged beside the standard rate, on the same base, by code
	categories map[string][]dated // by category code
	rules      map[string][]dated // "rounding", "split", …
	memo       *memo
}

// countries is what each country's law is read by, by its code.
var countries = sync.OnceValue(func() map[string]*law.Resolved[*country] {
	all := map[string]*law.Resolved[*country]{}
	for _, folder := range law.Folders() {
		if len(folder) == 2 {
			all[strings.ToUpper(folder)] = law.Resolve(folder, index)
		}
	}
	return all
})

// Law is the rates as a tenant reads them; the zero Law is the embedded law alone.
type Law struct{ laid *law.Overlay }

// Under is the rates of the embedded law with what a tenant has laid over it.
func Under(o *law.Overlay) Law { return Law{o} }

// open returns the index of a country, or nil when nothing is held of it, or when
// what is laid over its law does not fit.
func (l Law) open(code string) *country {
	r := countries()[code]
	if r == nil || l.laid.Fault(r.Folder()) != nil {
		return nil
	}
	return r.In(l.laid)
}

func open(code string) *country { return Law{}.open(code) }

// resolver is what a country's rates and levies are read by: what a tenant may lay
// over them. Classes and rules are words, and the Union's thresholds are read of the
// embedded law alone.
type resolver struct{ folder string }

func (r resolver) Folder() string { return r.folder }

func (r resolver) Try(b *law.Book) error {
	for _, name := range b.Names() {
		kind, _ := kindOf(name)
		if kind != aRate && kind != aLevy {
			continue
		}
		for _, v := range b.Parameters[name].Values {
			at := b.On(v.From)
			at.Num(name)
			if err := at.Err(); err != nil {
				return err
			}
		}
	}
	return nil
}

// Resolvers are those by which VAT and GST are read, for rule packs.
func Resolvers() (all []law.Resolver) {
	for _, code := range slices.Sorted(maps.Keys(countries())) {
		if code != "EU" {
			all = append(all, resolver{countries()[code].Folder()})
		}
	}
	return all
}

// Kinds of the parameters of VAT and GST.
const (
	aRule = iota + 1
	aRate
	aLevy
	aCategory
)

// kindOf is what a parameter of VAT or GST is, and its key; 0 = it is none.
func kindOf(name string) (kind int, key string) {
	rest, isVAT := strings.CutPrefix(name, "vat_")
	if !isVAT {
		var isGST bool
		if rest, isGST = strings.CutPrefix(name, "gst_"); !isGST {
			return 0, ""
		}
	}
	switch {
	case strings.HasPrefix(rest, "category_"):
		return aCategory, strings.TrimPrefix(rest, "category_")
	case strings.HasPrefix(rest, "levy_"):
		return aLevy, strings.TrimPrefix(rest, "levy_")
	case strings.HasPrefix(rest, "rate_"):
		return aRate, strings.TrimPrefix(rest, "rate_")
	case strings.Contains(rest, "_rate_"):
		territory, class, _ := strings.Cut(rest, "_rate_")
		return aRate, territory + "/" + class
	}
	return aRule, rest
}

// index sorts the parameters of VAT and GST out of a Book.
func index(b *law.Book) *country {
	c := &country{rates: map[string][]dated{}, levies: map[string][]dated{}, categories: map[string][]dated{}, rules: map[string][]dated{}}
	for _, name := range b.Names() {
		switch kind, key := kindOf(name); kind {
		case aCategory:
			c.categories[key] = read(b, name)
		case aLevy:
			c.levies[key] = read(b, name)
		case aRate:
			c.rates[key] = read(b, name)
		case aRule:
			c.rules[key] = read(b, name)
		}
	}
	if len(c.rates) == 0 && len(c.rules) == 0 {
		return nil
	}
	c.memo = newMemo(c.rates, c.levies, c.categories, c.rules)
	return c
}

func read(b *law.Book, name string) []dated {
	p := b.Parameters[name]
	out := make([]dated, len(p.Values))
	for i, v := range p.Values {
		r := b.On(v.From)
		d := dated{period: civil.Period{From: v.From, To: v.To}, text: v.Text, note: v.Note}
		if v.Value != nil {
			n := r.Num(name)
			d.rate, d.cite = n.Dec, n.Cite
		} else {
			_, d.cite = r.Text(name)
		}
		d.tier = tierOf(b, d.cite)
		out[i] = d
	}
	return out
}

// tierOf is beta where an official and an independent source agree, else
// draft: two accounts of others, or a single one.
func tierOf(b *law.Book, cites []law.Citation) tax.Tier {
	official, independent := false, false
	for _, c := range cites {
		if b.Sources[c.SourceID].Kind == law.Primary {
			official = true
		} else {
			independent = true
		}
	}
	if official && independent {
		return tax.Beta
	}
	return tax.Draft
}

func at(values []dated, on civil.Date) *dated {
	for i := len(values) - 1; i >= 0; i-- {
		if values[i].period.Contains(on) {
			return &values[i]
		}
	}
	return nil
}

func worse(a, b tax.Tier) tax.Tier {
	if a == tax.Draft || b == tax.Draft {
		return tax.Draft
	}
	return a
}
