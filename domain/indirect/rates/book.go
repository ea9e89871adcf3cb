package rates

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

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

// countries holds what was opened: a map that is replaced, never changed.
var (
	countriesMu sync.Mutex // of writers
	countries   atomic.Pointer[map[string]*country]
)

func init() { countries.Store(&map[string]*country{}) }

// open returns the index of a country, or nil when nothing is held of it.
func open(code string) *country {
	if c, known := (*countries.Load())[code]; known {
		return c
	}
	folder := strings.ToLower(code)
	if len(code) != 2 || !slices.Contains(law.Folders(), folder) {
		return nil
	}
	countriesMu.Lock()
	defer countriesMu.Unlock()
	held := *countries.Load()
	if c, known := held[code]; known {
		return c
	}
	next := maps.Clone(held)
	next[code] = index(law.MustOpen(folder))
	countries.Store(&next)
	return next[code]
}

// index sorts the parameters of VAT and GST out of a Book.
func index(b *law.Book) *country {
	c := &country{rates: map[string][]dated{}, levies: map[string][]dated{}, categories: map[string][]dated{}, rules: map[string][]dated{}}
	for _, name := range b.Names() {
		rest, isVAT := strings.CutPrefix(name, "vat_")
		if !isVAT {
			var isGST bool
			if rest, isGST = strings.CutPrefix(name, "gst_"); !isGST {
				continue
			}
		}
		values := read(b, name)
		switch {
		case strings.HasPrefix(rest, "category_"):
			c.categories[strings.TrimPrefix(rest, "category_")] = values
		case strings.HasPrefix(rest, "levy_"):
			c.levies[strings.TrimPrefix(rest, "levy_")] = values
		case strings.HasPrefix(rest, "rate_"):
			c.rates[strings.TrimPrefix(rest, "rate_")] = values
		case strings.Contains(rest, "_rate_"):
			territory, class, _ := strings.Cut(rest, "_rate_")
			c.rates[territory+"/"+class] = values
		default:
			c.rules[rest] = values
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
