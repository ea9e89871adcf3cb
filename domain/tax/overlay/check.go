package overlay

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Env is what a pack is checked against.
type Env struct {
	// Resolvers are those by which calculators read the law.
	Resolvers []law.Resolver
	// Standing are the tenant's other packs in force, by name.
	Standing map[string]Standing
}

// Standing is a pack in force.
type Standing struct {
	Version int
	Pack    Pack
}

// Lay makes one Overlay of packs in force, and tries it. A pack that does not fit
// any more is a Fault of its folder, not of the whole.
func Lay(standing map[string]Standing, resolvers []law.Resolver) (*law.Overlay, error) {
	if len(standing) == 0 {
		return nil, nil
	}
	var layers []law.Layer
	for _, name := range slices.Sorted(maps.Keys(standing)) {
		s := standing[name]
		layers = append(layers, s.Pack.Layer(LayerName(name, s.Version)))
	}
	o, err := law.NewOverlay(layers...)
	if o != nil {
		o.Try(resolvers)
	}
	return o, err
}

// check lists everything that keeps a pack from being published.
func check(name string, p Pack, env Env) fault.Blockers {
	c := &checking{name: name, pack: p, env: env}
	book, err := law.Open(p.Folder())
	if err != nil {
		c.block("place", "parameter_unknown", "no law of %q is held", p.Place)
		return c.blockers
	}
	c.book = book
	if c.reads, err = law.Reads(p.Folder(), env.Resolvers); err != nil {
		c.block("place", "parameter_unknown", "no calculator reads the law of %s", p.Place)
		return c.blockers
	}
	if len(p.Parameters) == 0 {
		c.block("parameters", "parameter_unknown", "the pack sets nothing")
	}
	c.sources()
	for _, n := range slices.Sorted(maps.Keys(p.Parameters)) {
		c.parameter(n, p.Parameters[n])
	}
	if len(c.blockers) == 0 {
		c.fits()
	}
	return c.blockers
}

type checking struct {
	name     string
	pack     Pack
	env      Env
	book     *law.Book
	reads    map[string]bool
	blockers fault.Blockers
}

func (c *checking) block(field, code, format string, args ...any) {
	c.blockers = append(c.blockers, fault.Blocker{Code: code, Message: fmt.Sprintf(format, args...), Field: field})
}

func (c *checking) sources() {
	for _, id := range slices.Sorted(maps.Keys(c.pack.Sources)) {
		s := c.pack.Sources[id]
		at := "sources." + id
		var lacks []string
		for _, f := range []struct {
			name string
			ok   bool
		}{
			{"title", !fault.Blank(s.Title)}, {"publisher", !fault.Blank(s.Publisher)},
			{"kind (primary or secondary)", s.Kind == string(law.Primary) || s.Kind == string(law.Secondary)},
			{"url", strings.HasPrefix(s.URL, "https://") || strings.HasPrefix(s.URL, "http://")},
			{"checked", s.Checked != ""},
		} {
			if !f.ok {
				lacks = append(lacks, f.name)
			}
		}
		if len(lacks) > 0 {
			c.block(at, "source_incomplete", "the source %s lacks %s", id, strings.Join(lacks, ", "))
		}
	}
}

func (c *checking) parameter(name string, q PackParameter) {
	at := "parameters." + name
	under := c.book.Parameters[name]
	switch {
	case under == nil:
		c.block(at, "parameter_unknown", "the law of %s has no parameter %s", c.pack.Place, name)
		return
	case !c.reads[name]:
		c.block(at, "parameter_unknown", "no calculator that packs reach reads %s", name)
		return
	case under.Unit == "rule" || slices.ContainsFunc(under.Values, func(v *law.Value) bool { return v.Text != "" }):
		c.block(at, "parameter_locked", "%s is a rule in words, such as a rounding: it is part of the formula", name)
		return
	case q.Unit != "" && q.Unit != under.Unit:
		c.block(at+".unit", "unit_mismatch", "%s is counted in %s, not in %s", name, under.Unit, q.Unit)
	}
	if len(q.Values) == 0 {
		c.block(at+".values", "effective_date_missing", "%s has no dated value", name)
	}
	for i, v := range q.Values {
		c.value(fmt.Sprintf("%s.values[%d]", at, i), under, v)
	}
	c.overlaps(at, name, q)
}

// value checks one value against the shape that the parameter has in the law.
func (c *checking) value(at string, under *law.Parameter, v PackValue) {
	if v.From == "" {
		c.block(at+".from", "effective_date_missing", "the value does not say from when it holds")
	}
	if len(v.Cite) == 0 {
		c.block(at+".cite", "citation_missing", "the value cites nothing")
	}
	for i, cite := range v.Cite {
		if _, ok := c.pack.Sources[cite.Source]; !ok {
			c.block(fmt.Sprintf("%s.cite[%d].source", at, i), "citation_missing", "%q is none of the pack's sources", cite.Source)
		}
		if fault.Blank(cite.At) {
			c.block(fmt.Sprintf("%s.cite[%d].at", at, i), "citation_missing", "the provision is not named")
		}
	}
	c.shape(at, under, v)
}

func (c *checking) shape(at string, under *law.Parameter, v PackValue) {
	model := under.Values[len(under.Values)-1]
	switch {
	case model.Value != nil:
		if v.Value == nil || len(v.Table) > 0 || len(v.Bands) > 0 {
			c.block(at, "schedule_invalid", "%s is one number: give value alone", under.Name)
			return
		}
		c.number(at+".value", under, *v.Value)
	case len(model.Table) > 0:
		if len(v.Table) == 0 || v.Value != nil || len(v.Bands) > 0 {
			c.block(at, "schedule_invalid", "%s is a table: give table alone", under.Name)
			return
		}
		got := slices.Sorted(maps.Keys(v.Table))
		if !slices.ContainsFunc(under.Values, func(u *law.Value) bool { return slices.Equal(slices.Sorted(maps.Keys(u.Table)), got) }) {
			c.block(at+".table", "schedule_invalid", "%s has the entries %s", under.Name, strings.Join(slices.Sorted(maps.Keys(model.Table)), ", "))
			return
		}
		for _, k := range slices.Sorted(maps.Keys(v.Table)) {
			c.number(at+".table."+k, under, v.Table[k])
		}
	default:
		if len(v.Bands) == 0 || v.Value != nil || len(v.Table) > 0 {
			c.block(at, "schedule_invalid", "%s is a schedule: give bands alone", under.Name)
			return
		}
		c.bands(at+".bands", v.Bands)
	}
}

// number holds a rate to a fraction, and an amount to what is not negative.
func (c *checking) number(at string, under *law.Parameter, n money.Dec) {
	switch {
	case n.Sign() < 0 && !hasNegative(under):
		c.block(at, "unit_mismatch", "%s is never negative in the law", under.Name)
	case under.Unit == "rate" && n.Abs().Greater(money.FromInt(1)) && !hasAboveOne(under):
		c.block(at, "unit_mismatch", "%s is a fraction: 20 per cent is 0.20", under.Name)
	}
}

func hasNegative(p *law.Parameter) bool {
	return anyNumber(p, func(n money.Dec) bool { return n.Sign() < 0 })
}

func hasAboveOne(p *law.Parameter) bool {
	return anyNumber(p, func(n money.Dec) bool { return n.Greater(money.FromInt(1)) })
}

// anyNumber reports whether is holds of a number that the law gives, alone or in a table.
func anyNumber(p *law.Parameter, is func(money.Dec) bool) bool {
	return slices.ContainsFunc(p.Values, func(v *law.Value) bool {
		return v.Value != nil && is(*v.Value) || slices.ContainsFunc(slices.Collect(maps.Values(v.Table)), is)
	})
}

func (c *checking) bands(at string, bands []PackBand) {
	for i, b := range bands {
		field := fmt.Sprintf("%s[%d]", at, i)
		switch last := i == len(bands)-1; {
		case fault.Blank(b.Label):
			c.block(field+".label", "schedule_invalid", "the band has no label")
		case last && b.To != nil:
			c.block(field+".to", "schedule_invalid", "the last band is open")
		case !last && b.To == nil:
			c.block(field+".to", "schedule_invalid", "the band has no upper edge")
		case !last && i > 0 && bands[i-1].To != nil && !b.To.Greater(*bands[i-1].To):
			c.block(field+".to", "schedule_invalid", "the band ends where the one before it does, or lower")
		case !last && b.To.Sign() <= 0:
			c.block(field+".to", "schedule_invalid", "the band ends at 0 or lower")
		}
		if b.Rate.Sign() < 0 || b.Rate.Greater(money.FromInt(1)) {
			c.block(field+".rate", "unit_mismatch", "a rate is a fraction: 20 per cent is 0.20")
		}
	}
}

// overlaps finds days for which two values are given, within the pack or with
// another pack of the tenant.
func (c *checking) overlaps(at, name string, q PackParameter) {
	own := Pack{Place: c.pack.Place, Parameters: map[string]PackParameter{name: q}}.Layer("").Parameters[name]
	for i, v := range own {
		field := fmt.Sprintf("%s.values[%d]", at, i)
		switch {
		case v.From.IsZero():
			continue
		case !v.To.IsZero() && v.To.Before(v.From):
			c.block(field, "dates_overlap", "the value ends on %s, before it begins", v.To)
			continue
		case i > 0 && (!v.From.After(own[i-1].From) || !v.From.After(own[i-1].To)):
			c.block(field, "dates_overlap", "the value from %s overlaps the one before it", v.From)
		}
		for _, other := range slices.Sorted(maps.Keys(c.env.Standing)) {
			if other == c.name || c.env.Standing[other].Pack.Folder() != c.pack.Folder() {
				continue
			}
			for _, u := range c.env.Standing[other].Pack.Layer("").Parameters[name] {
				if v.Meets(u) {
					c.block(field, "dates_overlap", "the pack %s sets %s from %s, too", other, name, u.From)
				}
			}
		}
	}
}

// fits tries the pack on the calculators: alone first, to name the parameter that
// they cannot read, then with all that stands.
func (c *checking) fits() {
	for _, n := range slices.Sorted(maps.Keys(c.pack.Parameters)) {
		one := c.pack
		one.Parameters = map[string]PackParameter{n: c.pack.Parameters[n]}
		o, err := Lay(map[string]Standing{c.name: {1, one}}, c.env.Resolvers)
		if err != nil || o.Fault(c.pack.Folder()) != nil {
			c.block("parameters."+n, "schedule_invalid", "no formula here computes %s with these values: its structure is part of the formula", n)
			continue
		}
		for _, v := range o.PassedOver(c.pack.Folder(), c.env.Resolvers)[n] {
			c.block("parameters."+n, "parameter_unknown", "no calculator reads %s from %s to %s: an annual tax reads the law of one day "+
				"of its year, the first, and in the United States the last", n, v.From, v.To)
		}
	}
	if len(c.blockers) > 0 {
		return
	}
	all := maps.Clone(c.env.Standing)
	if all == nil {
		all = map[string]Standing{}
	}
	all[c.name] = Standing{1, c.pack}
	if c.faulty(all) {
		c.block("parameters", "schedule_invalid", "no formula here computes these values together")
	}
}

func (c *checking) faulty(standing map[string]Standing) bool {
	o, err := Lay(standing, c.env.Resolvers)
	return err != nil || o.Fault(c.pack.Folder()) != nil
}
