package filing

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
)

// Source is where a form's boxes were read.
type Source struct {
	Title   string `json:"title"`
	URL     string `json:"url"`
	Checked string `json:"checked_at"`
}

// Entry is what a line adds to a box.
type Entry struct {
	EntryID string    `json:"entry_id"`
	Line    int32     `json:"line"`
	Amount  money.Dec `json:"amount"`
}

// Box is a figure of a form.
type Box struct {
	Box     string    `json:"box" doc:"As the form numbers it."`
	Name    string    `json:"name,omitempty" doc:"As the authority's interface calls it."`
	Label   string    `json:"label"`
	Value   money.Dec `json:"value"`
	Period  string    `json:"period,omitempty" doc:"Of a correction: the month it is about."`
	Entries []Entry   `json:"entries,omitempty" doc:"With explain: what it is made of."`
}

// rounding of a box.
type rounding func(money.Dec) money.Dec

func cents(x money.Dec) money.Dec   { return x.Round(2, money.HalfUp).Pad(2) }
func whole(x money.Dec) money.Dec   { return x.Round(0, money.Down) }
func nearest(x money.Dec) money.Dec { return x.Round(0, money.HalfUp) }

// boxDef declares a box: what a line adds to it, or what it is computed from. Of
// the sums that from gets, those of declared boxes are rounded.
type boxDef struct {
	box, name, label string
	round            rounding
	of               func(l Line) (money.Dec, bool)
	from             func(b map[string]money.Dec) money.Dec
}

// Form is a return.
type Form struct {
	ID       string
	Country  string // whose lines it is made of; "" = any home
	Currency string // that it is filed in; "" = any
	Title    string
	Tier     string // covered | beta | draft
	Sources  []Source
	boxes    []boxDef
	// rows makes the boxes of a form that has one a state, customer or region; nil =
	// it has none.
	rows func(lines []Line) ([]boxDef, fault.Blockers)
	// outside reports that a line is of another return.
	outside func(l Line) bool
	// needs names what a line lacks for its box; "" = nothing.
	needs func(l Line) (code, message string)
	// NeedsPartner reports whether the form asks who is on a line's other side.
	NeedsPartner func(l Line) bool
}

// Takes reports whether a line is of the form's return.
func (f *Form) Takes(l Line) bool { return f.outside == nil || !f.outside(l) }

// Result is what a form comes to.
type Result struct {
	Boxes       []Box
	Corrections []Box
	Blockers    fault.Blockers
}

// Make computes a form from the lines of a period, those that correct earlier
// ones among them.
func (f *Form) Make(lines []Line, first string, explain bool) Result {
	var own, late []Line
	for _, l := range lines {
		if !f.Takes(l) {
			continue
		}
		if l.Own < first {
			late = append(late, l)
		} else {
			own = append(own, l)
		}
	}
	boxes, blockers := f.compute(own, explain)
	r := Result{Boxes: boxes, Corrections: []Box{}, Blockers: blockers}
	byMonth := map[string][]Line{}
	var months []string
	for _, l := range late {
		if byMonth[l.Own] == nil {
			months = append(months, l.Own)
		}
		byMonth[l.Own] = append(byMonth[l.Own], l)
	}
	slices.Sort(months)
	for _, m := range months {
		boxes, blockers := f.compute(byMonth[m], explain)
		for _, b := range boxes {
			if !b.Value.IsZero() {
				b.Period = m
				r.Corrections = append(r.Corrections, b)
			}
		}
		r.Blockers = append(r.Blockers, blockers...)
	}
	r.Blockers = distinct(r.Blockers)
	return r
}

func distinct(all fault.Blockers) (out fault.Blockers) {
	for _, b := range all {
		if !slices.ContainsFunc(out, b.Same) {
			out = append(out, b)
		}
	}
	return out
}

func (f *Form) compute(lines []Line, explain bool) (out []Box, blockers fault.Blockers) {
	defs := f.boxes
	if f.rows != nil {
		defs, blockers = f.rows(lines)
	}
	sums, made := map[string]money.Dec{}, map[string][]Entry{}
	placed := make([]bool, len(lines))
	for _, d := range defs {
		if d.of == nil {
			continue
		}
		for i, l := range lines {
			amount, ok := d.of(l)
			if !ok {
				continue
			}
			placed[i] = true
			sums[d.box] = sums[d.box].Add(amount)
			if explain {
				made[d.box] = append(made[d.box], Entry{l.EntryID, l.Line, amount})
			}
		}
		sums[d.box] = d.round(sums[d.box])
	}
	for i, l := range lines {
		entry := "journal_entry/" + l.EntryID
		if f.needs != nil {
			if code, message := f.needs(l); code != "" {
				blockers.On(entry, code, "line %d: %s", l.Line, message)
				continue
			}
		}
		if !placed[i] && f.rows == nil {
			blockers.On(entry, "scheme_not_covered", "line %d, %s at %s: the form has no box for it that this service knows", l.Line, l.Code,
				l.Rate)
		}
	}
	for _, d := range defs {
		if d.from != nil {
			sums[d.box] = d.round(d.from(sums))
		}
		out = append(out, Box{Box: d.box, Name: d.name, Label: d.label, Value: sums[d.box], Entries: made[d.box]})
	}
	return out, distinct(blockers)
}

// Find returns a form by its id.
func Find(id string) (*Form, bool) {
	i, ok := slices.BinarySearchFunc(forms, id, func(f *Form, id string) int { return cmp.Compare(f.ID, id) })
	if !ok {
		return nil, false
	}
	return forms[i], true
}

// IDs lists the forms.
func IDs() (out []string) {
	for _, f := range forms {
		out = append(out, f.ID)
	}
	return out
}

// forms in the order of their ids.
var forms = func() []*Form {
	all := []*Form{auBAS, deUStVA, euSales, euOSS, frCA3, gbVAT, ieVAT3, nzGST, usSummary}
	slices.SortFunc(all, func(a, b *Form) int { return cmp.Compare(a.ID, b.ID) })
	for i := 1; i < len(all); i++ {
		if all[i].ID == all[i-1].ID {
			panic(fmt.Sprintf("filing: two forms %s", all[i].ID))
		}
	}
	return all
}()

// elsewhere keeps lines of another country out of a country's return.
func elsewhere(country string) func(l Line) bool {
	return func(l Line) bool {
		c, _ := l.Code.Country()
		return c != country
	}
}

// Selectors of what a line adds to a box.

// base of supplies made: what their tax is on.
func base(treatments ...string) func(l Line) (money.Dec, bool) {
	return func(l Line) (money.Dec, bool) { return l.Amount, !l.TaxLine && l.output(treatments...) }
}

// owed is tax on supplies made, or that the customer owes.
func owed(treatments ...string) func(l Line) (money.Dec, bool) {
	return func(l Line) (money.Dec, bool) { return l.Amount, l.TaxLine && l.output(treatments...) }
}

// owedOn is what that tax is on.
func owedOn(treatments ...string) func(l Line) (money.Dec, bool) {
	return func(l Line) (money.Dec, bool) { return l.Base, l.TaxLine && l.output(treatments...) }
}

// spent is what tax on purchases is on.
func spent(treatments ...string) func(l Line) (money.Dec, bool) {
	return func(l Line) (money.Dec, bool) { return l.Base, !l.TaxLine && l.input(treatments...) }
}

// reclaimed is tax on purchases.
func reclaimed(treatments ...string) func(l Line) (money.Dec, bool) {
	return func(l Line) (money.Dec, bool) { return l.Amount, l.TaxLine && l.input(treatments...) }
}

type selector = func(l Line) (money.Dec, bool)

// oneOf adds what the first of some selectors that takes a line gives.
func oneOf(all ...selector) selector {
	return func(l Line) (money.Dec, bool) {
		for _, s := range all {
			if x, ok := s(l); ok {
				return x, true
			}
		}
		return money.Zero, false
	}
}

// when limits a selector.
func when(s selector, holds func(l Line) bool) selector {
	return func(l Line) (money.Dec, bool) {
		x, ok := s(l)
		return x, ok && holds(l)
	}
}

func at(r string) func(l Line) bool { return func(l Line) bool { return l.Rate.Equal(rate(r)) } }

func not(all ...string) func(l Line) bool {
	return func(l Line) bool {
		for _, r := range all {
			if l.Rate.Equal(rate(r)) {
				return false
			}
		}
		return true
	}
}

// fromUnion limits to partners in other Member States, beyond to others.
func fromUnion(l Line) bool { member, known := l.union(); return known && member }
func beyond(l Line) bool    { member, known := l.union(); return known && !member }

func sum(boxes ...string) func(b map[string]money.Dec) money.Dec {
	return func(b map[string]money.Dec) money.Dec {
		t := money.Zero
		for _, x := range boxes {
			t = t.Add(b[x])
		}
		return t
	}
}

func less(plus, minus []string) func(b map[string]money.Dec) money.Dec {
	return func(b map[string]money.Dec) money.Dec { return sum(plus...)(b).Sub(sum(minus...)(b)) }
}

func zeroFloor(f func(b map[string]money.Dec) money.Dec) func(b map[string]money.Dec) money.Dec {
	return func(b map[string]money.Dec) money.Dec {
		if x := f(b); x.Sign() > 0 {
			return x
		}
		return money.Zero
	}
}
