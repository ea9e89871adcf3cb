package tax

import (
	"slices"

	"github.com/tallystick/tallystick/domain/money"
)

// told is what a request says, in the form in which conditions are held
// against it: those of exceptions, of facts and of remarks.
type told struct {
	req   *Request
	given []factValue
	set   factSet // the facts that are given
	moved factSet // of these, those with another value than the assumed one
	worth factSet // of these, those that are not 0
	kinds kindSet // of the components; without any, what income is in the row
	paid  kindSet // of these, those of an amount; income without components counts
	basis Basis
}

// kindSet is a set of kinds of income, by their places in kinds.
type kindSet uint16

func setOf(ks ...Kind) (s kindSet) {
	for _, k := range ks {
		if i := slices.Index(kinds, k); i >= 0 {
			s |= 1 << i
		}
	}
	return s
}

// tell puts a request whose facts have been read into that form.
func (j *Jurisdiction) tell(row *CoverageRow, req *Request, given []factValue) (t told) {
	t.req, t.given, t.basis = req, given, req.IncomeBasis
	if t.basis == "" {
		t.basis = j.defaultBasis()
	}
	for i := range given {
		v := &given[i]
		at := v.fact.at
		t.set.add(at)
		if v.isAssumed() {
			continue
		}
		t.moved.add(at)
		if !v.fact.isNumber() || !v.num.IsZero() {
			t.worth.add(at)
		}
	}
	for i := range req.Components {
		c := &req.Components[i]
		kind := setOf(c.Kind)
		t.kinds |= kind
		if !c.Amount.IsZero() {
			t.paid |= kind
		}
	}
	if len(req.Components) == 0 {
		t.kinds = setOf(j.bareKind(row))
		t.paid = t.kinds
	}
	return t
}

// value finds what was given of a fact, or nil.
func (t *told) value(at int) *factValue {
	for i := range t.given {
		if t.given[i].fact.at == at {
			return &t.given[i]
		}
	}
	return nil
}

// isNumber reports a fact whose value is a number, whatever it counts.
func (f *factInfo) isNumber() bool {
	switch f.Type {
	case "decimal", "number", "rate", "integer":
		return true
	}
	return false
}

// isAssumed reports whether a value is the one that is taken without it.
func (v *factValue) isAssumed() bool {
	switch f := v.fact; {
	case f.Assumed == "":
		return false
	case f.isNumber():
		return v.num.Equal(f.assumed.num)
	default:
		return v.text == f.Assumed
	}
}

// factsOf reads the facts of a request of which it is not known whether they are
// well formed; those that are not are left out.
func (j *Jurisdiction) factsOf(req *Request) (given []factValue) {
	minor, _ := money.MinorUnitsEver(j.Currency)
	for i := range j.Facts {
		text, named := req.Facts[j.Facts[i].Name]
		if !named {
			continue
		}
		info, err := newFactInfo(&j.Facts[i], minor, i)
		if err != nil {
			continue // a registry refuses such a declaration
		}
		if v, err := info.read(text); err == nil {
			given = append(given, v)
		}
	}
	return given
}

// placesOf is the set of the facts of a declaration that have names; a name that
// it lacks is left out, and refused where the condition is checked.
func (j *Jurisdiction) placesOf(names []string) (s factSet) {
	for _, name := range names {
		if at := j.factAt(name); at >= 0 {
			s.add(at)
		}
	}
	return s
}

func (j *Jurisdiction) factAt(name string) int {
	return slices.IndexFunc(j.Facts, func(f Fact) bool { return f.Name == name })
}

// besides is a Beside by places instead of names.
type besides struct {
	*Beside
	kinds kindSet
	facts factSet
	of    int // -1: no fact decides
}

func (j *Jurisdiction) besides(b *Beside) *besides {
	if b == nil {
		return nil
	}
	return &besides{b, setOf(b.Kinds...), j.placesOf(b.Facts), j.factAt(b.Of)}
}

// held reports whether a request holds what a fact or remark needs beside it.
func (b *besides) held(t *told) bool {
	switch {
	case len(b.Regions) > 0 && !slices.Contains(b.Regions, t.req.SubRegion):
		return false
	case b.kinds&t.paid != 0, b.facts.meets(&t.worth):
		return true
	case b.of >= 0 && t.set.has(b.of) && slices.Contains(b.Is, t.value(b.of).text):
		return true
	}
	return len(b.Kinds) == 0 && len(b.Facts) == 0 && b.of < 0
}
