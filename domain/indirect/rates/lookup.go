package rates

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/category"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// The classes that carry no figure.
const (
	Standard = "standard"
	Zero     = "zero"
	Exempt   = "exempt"
	None     = "none" // a place without VAT, GST or a general sales tax
)

// untaxed is the rule of a place that charges none of these taxes.
const untaxed = "none"

// temporary is the class of a relief that a law grants for some months.
const temporary = "temporary"

// Component is one tax of a rate.
type Component struct {
	Code string    // "VAT", "GST", "HST", "QST", "PST"
	Rate money.Dec // fraction
}

// Rate is what a place charges on a category on a day.
type Rate struct {
	Location   Location
	Category   string
	Class      string
	Components []Component // none for exempt
	Citations  []law.Citation
	Tier       tax.Tier
	Assumption string // not empty: what was taken without a mapping of law
	Note       string // what the parameter says beside its figure
}

// Total returns the sum of the components' rates.
func (r Rate) Total() money.Dec {
	sum := money.Zero
	for _, c := range r.Components {
		sum = sum.Add(c.Rate)
	}
	return sum
}

// Lookup returns the rate of a category at a place on a day. Class, when not
// empty, is the caller's own choice of class and overrides the mapping; the
// place must have it. Field names the category's field in the answer's error.
// The slices of the answer are shared: they may be appended to, not changed.
func Lookup(loc Location, code, class, field string, on civil.Date) (Rate, *refusal.Blocked) {
	return Law{}.Lookup(loc, code, class, field, on)
}

// Lookup is the rate as a tenant reads the law.
func (l Law) Lookup(loc Location, code, class, field string, on civil.Date) (Rate, *refusal.Blocked) {
	code = category.Code(code)
	if l.laid.Fault(strings.ToLower(loc.Country)) != nil {
		return Rate{}, refusal.New(refusal.RateNotCovered, field,
			"what is laid over the law of %s by a rule pack does not fit it any more", loc.Country)
	}
	c := l.open(loc.Country)
	if c == nil {
		return find(nil, loc, code, class, field, on)
	}
	key, keep := c.memo.key(loc, code, class, on)
	if kept := c.memo.get(key); kept != nil {
		r := *kept
		r.Location = loc
		return r, nil
	}
	r, b := find(c, loc, code, class, field, on)
	if b == nil && keep {
		c.memo.put(key, r)
	}
	return r, b
}

// find works out what Lookup answers.
func find(c *country, loc Location, code, class, field string, on civil.Date) (Rate, *refusal.Blocked) {
	t := territoryBySlug[loc.Territory]
	if t != nil && t.Uncovered != "" {
		return Rate{}, refusal.New(refusal.TerritoryNotCovered, field, "%s: %s", t.Name, t.Uncovered)
	}
	if c == nil {
		return Rate{}, refusal.New(refusal.RateNotCovered, field, "no VAT or GST of %s is held", loc.Country)
	}
	r := Rate{Location: loc, Category: code, Class: class, Tier: tax.Beta}
	if d := at(c.rules[untaxed], on); d != nil {
		return r.without(d, field)
	}
	if class == "" {
		if b := r.classify(c, t, field, on); b != nil {
			return Rate{}, b
		}
	}
	switch r.Class {
	case Exempt:
		return r, nil
	case Zero:
		r.Components = []Component{{taxCode(loc.Country), money.Zero}}
		return r, nil
	}
	return r.priced(c, t, field, on)
}

// without answers for a place that charges no tax on sales: nothing, whatever
// is sold, with the source that says so.
func (r Rate) without(d *dated, field string) (Rate, *refusal.Blocked) {
	if _, known := category.Get(r.Category); !known {
		return Rate{}, refusal.New(refusal.CategoryNotMapped, field, "%q is no category of the catalogue", r.Category)
	}
	if r.Class != "" && r.Class != None {
		return Rate{}, refusal.New(refusal.RateNotCovered, field, "%s has no VAT, GST or general sales tax, and so no %s rate",
			r.place(), r.Class)
	}
	r.Class, r.Citations, r.Tier, r.Note = None, d.cite, d.tier, d.note
	return r, nil
}

// classify finds the class of the category.
func (r *Rate) classify(c *country, t *Territory, field string, on civil.Date) *refusal.Blocked {
	cat, known := category.Get(r.Category)
	if !known {
		return refusal.New(refusal.CategoryNotMapped, field, "%q is no category of the catalogue", r.Category)
	}
	if t == nil || t.Shares || t.As != "" {
		whole := cat.Whole()
		d, of := at(c.categories[r.Category], on), cat
		if d == nil && cat.Within != "" {
			d, of = at(c.categories[whole.Code], on), whole
		}
		inSeveral := d != nil && strings.Contains(d.text, "|")
		general := at(c.rules["general_"+of.Code], on)
		switch {
		case d == nil, inSeveral && of.Code != cat.Code && (general == nil || cat.Apart):
		case inSeveral && general != nil:
			r.atLarge(c, of, d, general, on)
			return nil
		case inSeveral:
			return r.inParts(c, cat, d, field, on)
		case of.Code != cat.Code && cat.Apart:
			return refusal.New(refusal.CategoryNotMapped, field,
				"the class of %s in %s on %s is not held, and that of %s (%s) says nothing of it: state rate_class, one of %s",
				lower(cat.Name), r.place(), on, lower(whole.Name), d.text, strings.Join(classesOn(c, r.Location.Territory, on), ", ")).
				With(r.choices(c, classesOn(c, r.Location.Territory, on), nil, field, on))
		default:
			r.Class, r.Citations, r.Tier = d.text, d.cite, d.tier
			if of.Code != cat.Code {
				r.Assumption = fmt.Sprintf("%s: %s is part of %s, and no rule apart is held of it", r.place(), lower(cat.Name), lower(whole.Name))
			}
			return nil
		}
	}
	if !cat.Standard {
		if r.Location.Country == "CA" && provinces[r.Location.Territory] == "pst" {
			return r.ofProvince(field)
		}
		classes := classesOn(c, r.Location.Territory, on)
		return refusal.New(refusal.CategoryNotMapped, field, "the class of %s in %s on %s is not held: state rate_class, one of %s",
			lower(cat.Name), r.place(), on, strings.Join(classes, ", ")).With(r.choices(c, classes, nil, field, on))
	}
	r.Class = Standard
	r.Assumption = fmt.Sprintf("%s: %s carries the standard rate; no special rate is claimed", r.place(), lower(cat.Name))
	return nil
}

// lower is a name within a sentence.
func lower(name string) string {
	if name == "" {
		return name
	}
	return strings.ToLower(name[:1]) + name[1:]
}

func (r Rate) place() string {
	if r.Location.Territory == "" {
		return r.Location.Country
	}
	return r.Location.Country + "/" + r.Location.Territory
}

// priced adds the figures of the class.
func (r Rate) priced(c *country, t *Territory, field string, on civil.Date) (Rate, *refusal.Blocked) {
	if r.Location.Country == "CA" {
		return r.canadian(c, field, on)
	}
	key := r.Class
	if t != nil && t.Own {
		key = t.Slug + "/" + key
	}
	d := at(c.rates[key], on)
	if d == nil {
		return Rate{}, refusal.New(refusal.RateNotCovered, field, "no %s rate of %s is held on %s; held are %s",
			r.Class, r.place(), on, strings.Join(classesOn(c, r.Location.Territory, on), ", "))
	}
	r.add(Component{taxCode(r.Location.Country), d.rate}, d)
	if r.Class == Standard {
		for _, code := range slices.Sorted(maps.Keys(c.levies)) {
			if levy := at(c.levies[code], on); levy != nil {
				r.add(Component{strings.ToUpper(code), levy.rate}, levy)
			}
		}
	}
	return r, nil
}

func (r *Rate) add(c Component, d *dated) {
	r.Components = append(r.Components, c)
	r.Citations = append(r.Citations[:len(r.Citations):len(r.Citations)], d.cite...)
	r.Tier = worse(r.Tier, d.tier)
	if d.note != "" {
		r.Note = d.note
	}
}

// The provinces and territories of Canada, by what they charge.
var provinces = map[string]string{
	"on": "hst", "nb": "hst", "nl": "hst", "pe": "hst", "ns": "hst",
	"qc": "qst", "bc": "pst", "mb": "pst", "sk": "pst",
	"ab": "", "nt": "", "nu": "", "yt": "",
}

// canadian adds GST, and what the province charges in its place or beside it.
// Provincial sales tax on services follows lists that are not held.
func (r Rate) canadian(c *country, field string, on civil.Date) (Rate, *refusal.Blocked) {
	kind, known := provinces[r.Location.Territory]
	if !known {
		return Rate{}, refusal.New(refusal.SubRegionRequired, field, "a province is needed: AB, BC, MB, NB, NL, NS, NT, NU, ON, PE, QC, SK or YT")
	}
	if cat, _ := category.Get(r.Category); kind == "pst" && (cat.Nature != category.Goods || !cat.Standard) {
		return Rate{}, r.ofProvince(field)
	}
	// A relief from GST lifts the whole of a harmonised tax; a province with a
	// tax of its own keeps it, and what it relieves is not held.
	if d := at(c.rates[temporary], on); kind == "hst" && r.Class == temporary && d != nil {
		r.add(Component{"HST", d.rate}, d)
		return r, nil
	}
	if kind != "hst" {
		d := at(c.rates[r.Class], on)
		if d == nil {
			return Rate{}, refusal.New(refusal.RateNotCovered, field, "no %s rate of CA is held on %s", r.Class, on)
		}
		r.add(Component{"GST", d.rate}, d)
	}
	if kind != "" {
		d := at(c.rates[r.Location.Territory+"/"+kind], on)
		if d == nil || r.Class != Standard {
			return Rate{}, refusal.New(refusal.RateNotCovered, field, "no %s %s of %s is held on %s", r.Class, strings.ToUpper(kind), r.place(), on)
		}
		r.add(Component{strings.ToUpper(kind), d.rate}, d)
	}
	return r, nil
}

// ofProvince refuses what a province with a sales tax of its own may tax.
func (r *Rate) ofProvince(field string) *refusal.Blocked {
	return refusal.New(refusal.CategoryNotMapped, field, "whether %s taxes %s is not held", strings.ToUpper(r.Location.Territory), r.Category)
}

func taxCode(country string) string {
	switch country {
	case "AU", "NZ", "SG", "IN", "CA", "BT", "MV", "JE", "PG", "SL":
		return "GST"
	}
	return "VAT"
}

// classesOn lists the classes that a place holds on a day.
func classesOn(c *country, territory string, on civil.Date) []string {
	prefix := ""
	if t := territoryBySlug[territory]; t != nil && t.Own {
		prefix = territory + "/"
	}
	var out []string
	for key, values := range c.rates {
		class, ok := strings.CutPrefix(key, prefix)
		if ok && !strings.Contains(class, "/") && at(values, on) != nil {
			out = append(out, class)
		}
	}
	sort.Strings(out)
	return append(out, Zero, Exempt)
}

// Rule returns a rule of a place in words, such as "rounding", and whether one
// is held.
func Rule(country, name string, on civil.Date) (string, []law.Citation, bool) {
	if c := open(country); c != nil {
		if d := at(c.rules[name], on); d != nil {
			return d.text, d.cite, true
		}
	}
	return "", nil, false
}

// RuleTier returns how far a rule of a place may be trusted.
func RuleTier(country, name string, on civil.Date) tax.Tier {
	if c := open(country); c != nil {
		if d := at(c.rules[name], on); d != nil {
			return d.tier
		}
	}
	return tax.UnavailableTier
}

// Figure returns a number of a place that is no rate, such as a threshold.
func Figure(country, name string, on civil.Date) (money.Dec, []law.Citation, bool) {
	if c := open(country); c != nil {
		if d := at(c.rules[name], on); d != nil && d.text == "" {
			return d.rate, d.cite, true
		}
	}
	return money.Zero, nil, false
}
