package tax

import (
	"fmt"
	"slices"
)

// standing is what the assumptions of a row depend on: most requests give one
// of few sets of facts.
type standing struct {
	given        factSet
	defaultBasis bool
	explain      bool
	idle         factSet // facts that cannot change the result
	remarks      uint64  // which of the row's ScopeBeside are said
}

const (
	// standingMax is how many lists of assumptions a row keeps.
	standingMax = 64
	// sentencesMax is how many amounts and numbers that are taken for 0 have a sentence each;
	// of more, one says it of all, unless the request asks to explain.
	sentencesMax = 12
)

// standing is the list of assumptions; it must not be changed.
func (p *place) standing(r *row, t *told, defaultBasis bool) []string {
	k := standing{given: t.set, defaultBasis: defaultBasis, explain: t.req.Explain}
	for i, b := range r.remarks {
		if k.explain || b.held(t) {
			k.remarks |= 1 << i
		}
	}
	if !k.explain {
		for _, f := range r.beside {
			if !f.beside.held(t) {
				k.idle.add(f.at)
			}
		}
	}
	if k == (standing{defaultBasis: true}) {
		return r.assumptions
	}
	list, ok := r.standing.Find(k)
	if !ok {
		list = p.assumptions(r, t.given, k)
		r.standing.Keep(k, list, standingMax)
	}
	return list
}

// assumptions lists what stands in a result: what income and total mean, the
// row's scope, and the sentence of every fact that was not given.
func (p *place) assumptions(r *row, given []factValue, k standing) []string {
	out := make([]string, 0, len(r.Scope)+len(r.facts)+2)
	if k.defaultBasis && p.IncomeMeans != "" && r.TaxType == IndividualIncome {
		out = append(out, p.IncomeMeans)
	}
	if p.TotalMeans != "" && r.TaxType == IndividualIncome {
		out = append(out, p.TotalMeans)
	}
	out = append(out, r.Scope...)
	for i := range r.ScopeBeside {
		if k.remarks&(1<<i) != 0 {
			out = append(out, r.ScopeBeside[i].Text)
		}
	}
	var zero []*factInfo
	for _, f := range r.facts {
		if f.Assumption != "" && (f.Type == "decimal" || f.Type == "integer") && f.Assumed == "0" && !k.idle.has(f.at) && !isGiven(given, f) {
			zero = append(zero, f)
		}
	}
	joined := !k.explain && len(zero) > sentencesMax
	for _, f := range r.facts {
		switch {
		case f.Assumption == "" || k.idle.has(f.at) || isGiven(given, f):
		case !joined || !slices.Contains(zero, f):
			out = append(out, f.Assumption)
		case f == zero[0]:
			out = append(out, allZero)
		}
	}
	return out
}

// allZero is the sentence of several facts that are taken for 0.
const allZero = "Every amount and number that is not given is taken to be 0."

// checkBeside refuses conditions on what the place does not declare.
func (p *place) checkBeside(r *row) error {
	const remarksMax = 64
	if len(r.ScopeBeside) > remarksMax {
		return fmt.Errorf("more than %d remarks", remarksMax)
	}
	conditions := make([]*Beside, 0, len(r.beside)+len(r.ScopeBeside))
	for _, f := range r.beside {
		if f.Required {
			return fmt.Errorf("fact %s is required, and yet only beside others", f.Name)
		}
		conditions = append(conditions, f.Beside)
	}
	for i := range r.ScopeBeside {
		conditions = append(conditions, &r.ScopeBeside[i].Beside)
	}
	for _, b := range conditions {
		for _, name := range append(slices.Clone(b.Facts), b.Of) {
			if name != "" && p.facts[name] == nil {
				return fmt.Errorf("%s is beside %s, which is no fact", r.Region, name)
			}
		}
	}
	return nil
}
