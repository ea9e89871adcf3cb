package tax

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/money"
)

// Need says when a fact that a request may otherwise leave out is required.
// Regions, Is, Holds, Basis, Above or Kinds decides; Is, Basis and Above may stand together.
type Need struct {
	When    string   // the condition as a clause: "health_insurance is statutory"
	Of      string   // the fact that decides, for Is and Holds
	Regions []string // slugs under which it is required
	Is      []string // values of the deciding fact under which it is
	Basis   Basis    // of the income, under which it is; beside Of, both must hold
	Kinds   []Kind   // of income: under which it is, where a component of one has an amount
	// Above is the income of a tax year above which it is; beside Of, both must hold.
	Above func(*CoverageRow) money.Dec
	Holds func(*Request) bool // asked once the deciding fact is given or assumed
}

// NeedWhen is required where a choice or boolean has one of the values.
func NeedWhen(of string, values ...string) *Need {
	return &Need{When: of + " is " + strings.Join(values, " or "), Of: of, Is: values}
}

// NeedGross is required where the income is gross.
var NeedGross = &Need{When: "income_basis is gross", Basis: Gross}

// NeedTaxable is required where the income is taxable.
var NeedTaxable = &Need{When: "income_basis is taxable", Basis: Taxable}

// NeedKind is required where some of the income is of a kind.
func NeedKind(kind Kind) *Need {
	return &Need{When: "there are components of the kind " + string(kind), Kinds: []Kind{kind}}
}

// paid reports whether a component of one of the kinds has an amount.
func (n *Need) paid(req *Request) bool {
	return slices.ContainsFunc(req.Components, func(c Component) bool { return c.Amount.Sign() > 0 && slices.Contains(n.Kinds, c.Kind) })
}

// May reports whether a fact may turn out to be needed, in a request of which the values
// given are known so far; open names facts, and "income_basis", that are still asked for.
func (n *Need) May(req *Request, row *CoverageRow, open func(name string) bool) bool {
	switch {
	case n == nil || n.Is == nil && n.Basis == "" && n.Above == nil && n.Kinds == nil:
		return false
	case n.Kinds != nil:
		return n.paid(req)
	case n.Is != nil && !open(n.Of) && !slices.Contains(n.Is, req.Facts[n.Of]):
		return false
	case n.Basis != "" && req.IncomeBasis != n.Basis && !open("income_basis"):
		return false
	}
	return n.Above == nil || req.HasIncome && req.Income.Greater(n.Above(row))
}

// needed reports whether a request must give the fact. While the deciding fact
// is itself wanting it must, so that everything is asked for at once.
func (f *factInfo) needed(req *Request) bool {
	n := f.Needed
	switch {
	case n == nil:
		return false
	case n.Regions != nil:
		return req.SubRegion == "" || slices.Contains(n.Regions, req.SubRegion)
	case n.Kinds != nil:
		return n.paid(req)
	case n.Basis != "" && req.IncomeBasis != n.Basis, n.Above != nil: // what is above, the calculator asks
		return false
	case n.Of == "":
		return true
	}
	of := req.fact(n.Of)
	if of.text == "" && of.fact.Assumed == "" {
		return true
	}
	text := of.text
	if text == "" {
		text = of.fact.Assumed
	}
	if n.Holds != nil {
		return n.Holds(req)
	}
	return slices.Contains(n.Is, text)
}

// Faults is everything that is wrong with a request and everything that it
// lacks, in one answer; nil when a calculation has all that it asks for. What
// the facts say together is checked where whole is true; else the income and
// what else is not known yet are taken for absent.
func (r *Registry) Faults(in *Request, whole bool) error {
	q, err := r.questionOf(in)
	if err != nil {
		return err
	}
	p, faults := q.place, &q.faults
	named := map[string]bool{}
	for _, f := range faults.Fields {
		named[f.Field] = true
	}
	row := q.row
	if row == nil && q.region == nil && named["sub_region"] {
		row = p.anyRow(q.TaxYear, q.TaxType)
	}
	if row == nil {
		return faults.Err()
	}
	if whole && q.gap == "" && p.Check != nil && in.Law.Fault(strings.ToLower(p.Code)) == nil {
		var more InputError
		p.Check(&q.Request, &more)
		for _, f := range more.Fields {
			if !named[f.Field] {
				named[f.Field] = true
				faults.Fields = append(faults.Fields, f)
			}
		}
	}
	for _, f := range row.facts {
		field := "facts." + f.Name
		if named[field] || isGiven(q.given, f) {
			continue
		}
		switch {
		case f.Required:
			faults.Add(field, "is required: %s", f.Prompt)
		case f.needed(&q.Request):
			faults.Add(field, "is required where %s: %s", f.Needed.When, f.Prompt)
		}
	}
	return faults.Err()
}

// anyRow is the row of some region of a year: facts are those of the place.
func (p *place) anyRow(year, taxType string) *row {
	for i := range p.Regions {
		if r := p.row(year, taxType, &p.Regions[i]); r != nil {
			return r
		}
	}
	return nil
}
