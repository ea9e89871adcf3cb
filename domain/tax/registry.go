package tax

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// IndividualIncome and the others are tax types: what a coverage row is for.
const (
	IndividualIncome = "individual_income"
	CorporateIncome  = "corporate_income"
)

// Registry is the set of jurisdictions that a service computes. It is built
// once and shared; it never changes.
type Registry struct {
	places map[string]*place
	codes  []string
}

// place is a Jurisdiction with everything that can be worked out before the
// first request.
type place struct {
	*Jurisdiction
	minor   int
	regions map[string]*Region
	facts   map[string]*factInfo
	ordered []*factInfo
	rows    map[rowKey]*row
	types   map[string]map[string]bool // tax type → years
}

type rowKey struct{ year, taxType, region string }

type row struct {
	CoverageRow
	calculator  string
	facts       []*factInfo // those that apply, in the order of the interview
	required    []*factInfo // of these, by the row or by a kind of income
	assumptions []string    // when no fact is given, no basis is named and nothing is left unsaid
	beside      []*factInfo // of these, those that change a result only beside others
	remarks     []*besides  // what each of ScopeBeside is about
	excepted    []excepted
	standing    Memo[standing, []string]
}

// NewRegistry indexes jurisdictions. The declarations are code, and a fault in
// one (a code twice, an unknown currency, a row without a period, a default
// that does not parse) is a broken build: it panics with the place and the
// fault.
func NewRegistry(js ...*Jurisdiction) *Registry {
	r := &Registry{places: make(map[string]*place, len(js))}
	for _, j := range js {
		if r.places[j.Code] != nil {
			panic("tax: two jurisdictions " + j.Code)
		}
		p, err := prepare(j)
		if err != nil {
			panic(fmt.Sprintf("tax: %s: %v", j.Code, err))
		}
		r.places[j.Code] = p
		r.codes = append(r.codes, j.Code)
	}
	sort.Strings(r.codes)
	return r
}

// Codes lists the jurisdictions in the order of their codes.
func (r *Registry) Codes() []string { return slices.Clone(r.codes) }

// All returns the jurisdictions in the order of their codes.
func (r *Registry) All() []*Jurisdiction {
	out := make([]*Jurisdiction, len(r.codes))
	for i, c := range r.codes {
		out[i] = r.places[c].Jurisdiction
	}
	return out
}

// Find returns the jurisdiction with an ISO 3166-1 alpha-2 code, or nil.
func (r *Registry) Find(code string) *Jurisdiction {
	if p := r.places[code]; p != nil {
		return p.Jurisdiction
	}
	return nil
}

// Resolvers are those by which the jurisdictions read the law.
func (r *Registry) Resolvers() []law.Resolver {
	var out []law.Resolver
	for _, c := range r.codes {
		out = append(out, r.places[c].Law...)
	}
	return out
}

// Row returns the coverage row of a canonical year, tax type and region slug,
// or nil.
func (r *Registry) Row(code, year, taxType, region string) *CoverageRow {
	p := r.places[code]
	if p == nil {
		return nil
	}
	if row := p.row(year, taxType, p.region(region)); row != nil {
		return &row.CoverageRow
	}
	return nil
}

// Region finds a region of a place by any accepted name, or nil.
func (r *Registry) Region(code, name string) *Region {
	if p := r.places[code]; p != nil {
		return p.region(name)
	}
	return nil
}

// Years lists the canonical tax years that a place covers for a tax type, the
// earliest first.
func (r *Registry) Years(code, taxType string) []string {
	p := r.places[code]
	if p == nil {
		return nil
	}
	years := make([]string, 0, len(p.types[taxType]))
	for y := range p.types[taxType] {
		years = append(years, y)
	}
	sort.Strings(years)
	return years
}

// Facts lists what a coverage row takes beside the income, in the order of the
// interview; nil when there is no such row.
func (r *Registry) Facts(code, year, taxType, region string) []Fact {
	p := r.places[code]
	if p == nil {
		return nil
	}
	row := p.row(year, taxType, p.region(region))
	if row == nil {
		return nil
	}
	var out []Fact
	for _, f := range row.facts {
		out = append(out, *f.Fact)
	}
	return out
}

func prepare(j *Jurisdiction) (*place, error) {
	minor, ok := money.MinorUnitsEver(j.Currency)
	if !ok {
		return nil, fmt.Errorf("currency %q is not known", j.Currency)
	}
	p := &place{
		Jurisdiction: j, minor: minor, regions: map[string]*Region{}, facts: map[string]*factInfo{},
		rows: map[rowKey]*row{}, types: map[string]map[string]bool{},
	}
	for i := range j.Regions {
		if err := p.addRegion(&j.Regions[i]); err != nil {
			return nil, err
		}
	}
	if len(j.Facts) > factsMax {
		return nil, fmt.Errorf("more than %d facts", factsMax)
	}
	for i := range j.Facts {
		info, err := newFactInfo(&j.Facts[i], minor, i)
		if err != nil {
			return nil, err
		}
		if p.facts[info.Name] != nil {
			return nil, fmt.Errorf("fact %s is declared twice", info.Name)
		}
		info.beside = j.besides(info.Beside)
		p.facts[info.Name] = info
		p.ordered = append(p.ordered, info)
	}
	for _, c := range j.Coverage {
		if err := p.addRow(c); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *place) addRegion(g *Region) error {
	names := append([]string{g.Slug, g.Code, strings.ToLower(g.Code), strings.ToLower(g.Name)}, g.Aliases...)
	for _, n := range names {
		if n == "" {
			continue
		}
		if other := p.regions[n]; other != nil && other != g {
			return fmt.Errorf("region name %q means both %s and %s", n, other.Slug, g.Slug)
		}
		p.regions[n] = g
	}
	return nil
}

func (p *place) addRow(c CoverageRow) error {
	if c.TaxType == "" {
		c.TaxType = IndividualIncome
	}
	if c.Kinds == nil {
		c.Kinds = p.Kinds
	}
	if c.Residence == nil {
		c.Residence = []string{"full_year"}
	}
	period, ok := p.YearForm.Period(c.TaxYear)
	if !ok {
		return fmt.Errorf("coverage row %q is no label of the form %s", c.TaxYear, p.YearForm.Pattern)
	}
	if c.Period == (civil.Period{}) {
		c.Period = period
	}
	if p.CurrencyOn(c.Period.To) != p.Currency {
		return fmt.Errorf("coverage row %q is of a year whose amounts are not in %s", c.TaxYear, p.Currency)
	}
	key := rowKey{c.TaxYear, c.TaxType, c.Region}
	if p.rows[key] != nil {
		return fmt.Errorf("two coverage rows for %v", key)
	}
	r := &row{CoverageRow: c, calculator: strings.ToLower(p.Code) + "-" + calculatorWord(c.TaxType)}
	for _, f := range p.ordered {
		if !f.appliesTo(r) {
			continue
		}
		r.facts = append(r.facts, f)
		if f.Required || f.Needed != nil && f.Needed.Kinds != nil {
			r.required = append(r.required, f)
		}
		if f.Beside != nil {
			r.beside = append(r.beside, f)
		}
	}
	if err := p.checkBeside(r); err != nil {
		return fmt.Errorf("coverage row %s %s: %w", c.TaxYear, c.Region, err)
	}
	r.assumptions = p.assumptions(r, nil, standing{defaultBasis: true})
	if err := p.checkExceptions(r); err != nil {
		return fmt.Errorf("coverage row %s %s: %w", c.TaxYear, c.Region, err)
	}
	for i := range r.ScopeBeside {
		r.remarks = append(r.remarks, p.besides(&r.ScopeBeside[i].Beside))
	}
	for i := range r.Except {
		r.excepted = append(r.excepted, p.excepted(&r.Except[i]))
	}
	p.rows[key] = r
	if p.types[c.TaxType] == nil {
		p.types[c.TaxType] = map[string]bool{}
	}
	p.types[c.TaxType][c.TaxYear] = true
	return nil
}

func calculatorWord(taxType string) string {
	switch taxType {
	case IndividualIncome:
		return "income"
	case CorporateIncome:
		return "corporate"
	}
	return strings.ReplaceAll(taxType, "_", "-")
}

// region finds a region by any of its accepted names.
func (p *place) region(name string) *Region {
	if name == "" {
		return nil
	}
	if g := p.regions[name]; g != nil {
		return g
	}
	name = strings.ToLower(strings.TrimSpace(name))
	if g := p.regions[name]; g != nil {
		return g
	}
	// The code of a part without its country: MD, SCT, ZH.
	i := slices.IndexFunc(p.Regions, func(g Region) bool { return len(g.Code) > 3 && strings.EqualFold(g.Code[3:], name) })
	if i < 0 {
		return nil
	}
	return &p.Regions[i]
}

// row finds the coverage row of a region, or the one for all regions.
func (p *place) row(year, taxType string, g *Region) *row {
	if g != nil {
		slug := g.Slug
		if g.Same != "" {
			slug = g.Same
		}
		if r := p.rows[rowKey{year, taxType, slug}]; r != nil {
			return r
		}
	}
	return p.rows[rowKey{year, taxType, ""}]
}
