package tax

import (
	"fmt"
	"slices"
)

// Exception lowers the tier of a coverage row for some requests: what they
// alone need rests on less than what the row's other requests need.
//
// It applies when one of its kinds of income is among the components, of
// whatever amount (income without components is of the kind that the place
// declares it to be), or when one of its facts is given with a value other than
// the assumed one; a fact for which nothing is assumed counts as soon as it is
// given. A fact given as it is assumed changes no figure, and so no tier. It
// applies too when the income has one of its bases, and when a request
// gives none of the facts that it must not lack, or gives a whole number that
// reaches a bound.
//
// A result has the lowest tier of its row and of the exceptions that apply, and
// each of those says in the assumptions why.
type Exception struct {
	Facts []string
	Kinds []Kind
	Bases []Basis
	// Lacking: requests that give none of these facts.
	Lacking []string
	// AtLeast: requests that give one of these whole numbers at or above a bound,
	// an age say.
	AtLeast map[string]int
	// Others: Facts and Kinds list those that the exception is not for. A place
	// that declares such a row spells the others out.
	Others bool
	Tier   Tier   // below the row's
	Why    string // a sentence: what the lower tier rests on
}

// TierOf is the tier of a request that a row answers: the row's own, or that of
// the lowest exception that applies.
func (j *Jurisdiction) TierOf(row *CoverageRow, req *Request) Tier {
	tier := row.Tier
	if len(row.Except) == 0 {
		return tier
	}
	t := j.tell(row, req, j.factsOf(req))
	for i := range row.Except {
		if x := j.excepted(&row.Except[i]); x.applies(&t) {
			tier = Lowest(tier, x.Tier)
		}
	}
	return tier
}

// excepted is an Exception by places instead of names.
type excepted struct {
	*Exception
	facts, lacking factSet
	kinds          kindSet
	atLeast        []bound
}

// bound is a whole number that a fact reaches.
type bound struct{ at, from int }

func (j *Jurisdiction) excepted(e *Exception) excepted {
	x := excepted{Exception: e, facts: j.placesOf(e.Facts), lacking: j.placesOf(e.Lacking), kinds: setOf(e.Kinds...)}
	for name, from := range e.AtLeast {
		x.atLeast = append(x.atLeast, bound{j.factAt(name), from})
	}
	return x
}

// applies reports whether the exception applies to a request.
func (x *excepted) applies(t *told) bool {
	if x.kinds&t.kinds != 0 || x.facts.meets(&t.moved) || len(x.Lacking) > 0 && !x.lacking.meets(&t.set) {
		return true
	}
	for _, b := range x.atLeast {
		if v := t.value(b.at); v != nil && v.int >= b.from {
			return true
		}
	}
	return slices.Contains(x.Bases, t.basis)
}

// bareKind is what income without components is in a row.
func (j *Jurisdiction) bareKind(row *CoverageRow) Kind {
	k := j.defaultKind()
	if len(row.Kinds) > 0 && !slices.Contains(row.Kinds, k) {
		return row.Kinds[0]
	}
	return k
}

// lower gives a result the tier of the exceptions that apply, and says why.
func (r *row) lower(out *Result, t *told) {
	for i := range r.excepted {
		if x := &r.excepted[i]; x.applies(t) {
			out.CoverageStatus = Lowest(out.CoverageStatus, x.Tier)
			out.Assumptions = append(out.Assumptions, "Coverage of this request is "+string(x.Tier)+". "+x.Why)
		}
	}
}

// checkExceptions refuses exceptions that name what the row does not have,
// that lower nothing, or that leave nothing of the row's own tier.
func (p *place) checkExceptions(r *row) error {
	var facts []string
	var excepted []Kind
	for i := range r.Except {
		e := &r.Except[i]
		switch {
		case e.Why == "":
			return fmt.Errorf("exception %d gives no reason", i)
		case len(e.Facts)+len(e.Kinds)+len(e.Bases)+len(e.Lacking)+len(e.AtLeast) == 0:
			return fmt.Errorf("exception %d names neither facts nor kinds nor bases", i)
		case e.Tier != Beta && e.Tier != Draft || !e.Tier.Below(r.Tier):
			return fmt.Errorf("exception %d has tier %q, which is not below %q", i, e.Tier, r.Tier)
		}
		for _, name := range e.Facts {
			f := p.facts[name]
			switch {
			case f == nil || !f.appliesTo(r):
				return fmt.Errorf("exception %d: %s is not a fact of the row", i, name)
			case f.Required && f.Assumed == "":
				return fmt.Errorf("exception %d: %s stands in every request", i, name)
			case slices.Contains(facts, name):
				return fmt.Errorf("exception %d: %s is excepted already", i, name)
			}
			facts = append(facts, name)
		}
		for name := range e.AtLeast {
			if f := p.facts[name]; f == nil || f.Type != "integer" || !f.appliesTo(r) {
				return fmt.Errorf("exception %d: %s is not a whole number of the row", i, name)
			}
		}
		for _, name := range e.Lacking {
			if f := p.facts[name]; f == nil || !f.appliesTo(r) {
				return fmt.Errorf("exception %d: %s is not a fact of the row", i, name)
			}
		}
		for _, b := range e.Bases {
			if !slices.Contains(p.Bases, b) {
				return fmt.Errorf("exception %d: %s is not a basis of the place", i, b)
			}
		}
		for _, k := range e.Kinds {
			switch {
			case !slices.Contains(r.Kinds, k):
				return fmt.Errorf("exception %d: %s is not a kind of the row", i, k)
			case slices.Contains(excepted, k):
				return fmt.Errorf("exception %d: %s is excepted already", i, k)
			}
			excepted = append(excepted, k)
		}
	}
	if len(excepted) > 0 && len(excepted) == len(r.Kinds) {
		return fmt.Errorf("every kind of income is excepted")
	}
	return nil
}

// Below reports whether a tier is lower than another.
func (t Tier) Below(other Tier) bool { return t.rank() < other.rank() }

func (t Tier) rank() int {
	switch t {
	case Draft:
		return 1
	case Beta:
		return 2
	case Covered:
		return 3
	}
	return 0
}

// Lowest returns the lower of two tiers.
func Lowest(a, b Tier) Tier {
	if b.Below(a) {
		return b
	}
	return a
}
