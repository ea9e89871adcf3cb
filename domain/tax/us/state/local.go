package state

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Localities outside the tables of counties.
const (
	NewYorkCity        = "new_york_city"
	Yonkers            = "yonkers"
	YonkersNonresident = "yonkers_nonresident" // lives elsewhere in the state and earns all wages there
)

// Filing is a return with what the state's computation found.
type Filing struct {
	In    *form1040.Return
	Sheet *form1040.Sheet
	State Result
}

// countyStates are the states whose counties tax the state's taxable income;
// the file local.yaml of each holds one parameter a county.
var countyStates = []string{"in", "md"}

const ratePrefix, bandsPrefix, singleSuffix, jointSuffix = "rate_", "bands_", "_single", "_joint"

// localities are the slugs of localities by the state's slug, in order.
var localities = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{"new_york": {NewYorkCity, Yonkers, YonkersNonresident}}
	for _, code := range countyStates {
		slugs := []string(nil)
		for name := range law.MustOpen("us-" + code).Parameters {
			slug, flat := strings.CutPrefix(name, ratePrefix)
			banded, bands := strings.CutPrefix(name, bandsPrefix)
			if bands {
				slug = strings.TrimSuffix(strings.TrimSuffix(banded, singleSuffix), jointSuffix)
			}
			if (flat || bands) && strings.HasSuffix(slug, "_"+code) {
				slugs = append(slugs, slug)
			}
		}
		slices.Sort(slugs)
		e := ofCode(code)
		out[e.Slug] = slices.Compact(slugs)
	}
	return out
})

// Localities lists every locality, in order of the alphabet.
func Localities() []string {
	var out []string
	for _, slugs := range localities() {
		out = append(out, slugs...)
	}
	slices.Sort(out)
	return out
}

// Has reports whether a locality is one of the state's.
func (e *Entry) Has(locality string) bool { return slices.Contains(localities()[e.Slug], locality) }

// HasLocalities reports whether the state's residents owe a tax to the county
// or city that they live in, which the state's own tax does not include.
func (e *Entry) HasLocalities() bool { return len(localities()[e.Slug]) > 0 }

func ofCode(code string) *Entry {
	for _, e := range Entries {
		if e.Code == code {
			return e
		}
	}
	panic("state: no entry " + code)
}

// local is the law of one locality and year.
type local struct {
	rate      money.Dec // on the state's taxable income, wages or tax
	bands     [5]*block.Schedule
	from      money.Dec // wages that have no exclusion
	credit    money.Dec // Maryland: multiple of the rate, of the federal earned income credit
	household [2]*block.Schedule
	cite      []law.Citation
}

var localCache = struct {
	sync.Mutex
	of map[key]*local
}{of: map[key]*local{}}

func (e *Entry) local(locality string, year int) (*local, error) {
	localCache.Lock()
	defer localCache.Unlock()
	k := key{locality, year}
	if l := localCache.of[k]; l != nil {
		return l, nil
	}
	r := reader{law.MustOpen("us-" + e.Code).On(civil.Of(year, 12, 31))}
	l := &local{}
	switch locality {
	case NewYorkCity:
		l.bands = r.schedules("city")
		l.household = [2]*block.Schedule{r.schedule("city_household_single"), r.schedule("city_household_each")}
	case Yonkers:
		l.rate = r.Num("yonkers_surcharge").Dec
	case YonkersNonresident:
		l.rate, l.from = r.Num("yonkers_earnings").Dec, r.Num("yonkers_earnings_from").Dec
	default:
		l.rate, l.bands = r.num(ratePrefix+locality), r.schedules(bandsPrefix+locality)
		l.credit = r.num("local_earned_income")
		if l.rate.IsZero() && l.bands[0] == nil {
			return nil, nil
		}
	}
	if err := r.Err(); err != nil {
		return nil, fmt.Errorf("local income tax of %s %d: %w", locality, year, err)
	}
	l.cite = r.Citations()
	localCache.of[k] = l
	return l, nil
}

// Local is the income tax of a locality of the state; a reason says why it is
// not modelled for the return.
func (e *Entry) Local(locality string, x *Filing, explain bool) (out Result, reason string, err error) {
	l, err := e.local(locality, x.In.Year)
	if err != nil {
		return Result{}, "", err
	}
	if l == nil {
		return Result{}, "no rate of the locality is known for the year", nil
	}
	name := strings.ReplaceAll(locality, "_", " ")
	w := steps{explain: explain, form: strings.ToUpper(e.Code) + "/" + locality, cite: l.cite}
	switch locality {
	case NewYorkCity:
		if selfEmployed(x.In) {
			return Result{}, "the credit of New York City for its unincorporated business tax is not modelled", nil
		}
		if x.In.Year >= cityEliminationCredit && x.In.Children+x.In.OtherDependents > 0 {
			return Result{}, "the credit of New York City for low incomes with dependents is not modelled", nil
		}
		out.Tax = l.newYorkCity(x)
		w.add("tax", "Income tax of "+name, "rate schedule on the state's taxable income − household credit", out.Tax)
	case Yonkers:
		if x.In.Children+x.In.OtherDependents > 0 || !x.Sheet.At(form1040.F27).IsZero() {
			return Result{}, "the surcharge of Yonkers is not modelled for returns with refundable credits of the state", nil
		}
		out.Tax = x.whole(x.State.Tax.Mul(l.rate))
		w.add("surcharge", "Resident income tax surcharge of "+name, "state tax × rate", out.Tax)
	case YonkersNonresident:
		if selfEmployed(x.In) {
			return Result{}, "the nonresident earnings tax of Yonkers on self-employment is not modelled", nil
		}
		if excluded(x.In.You.Wages, l.from) || excluded(x.In.Spouse.Wages, l.from) {
			return Result{}, "the exclusion of the nonresident earnings tax of Yonkers is not modelled", nil
		}
		out.Tax = x.whole(x.Sheet.At(form1040.F1z).Mul(l.rate))
		w.add("tax", "Nonresident earnings tax of Yonkers", "wages × rate", out.Tax)
	default:
		out.Tax = l.county(x)
		w.add("tax", "Income tax of "+name, "state taxable income × rate, less the county's own earned income and poverty level credits", out.Tax)
	}
	out.Taxable, out.Citations, out.Steps = x.State.Taxable, l.cite, w.out
	return out, "", nil
}

// cityEliminationCredit is the first year of the credit that eliminates the
// city's tax on low incomes with dependents.
const cityEliminationCredit = 2025

// excluded reports whether wages have an exclusion.
func excluded(wages, from money.Dec) bool { return wages.Sign() > 0 && !wages.Greater(from) }

func (x *Filing) whole(amount money.Dec) money.Dec {
	if x.In.Method == form1040.AsForm {
		return amount.Whole(money.HalfUp)
	}
	return amount
}

// newYorkCity is lines 47 to 49 of Form IT-201: the table below 65,000, the
// schedule above, less the household credit.
func (l *local) newYorkCity(x *Filing) money.Dec {
	taxable := x.State.Taxable
	if x.In.Method == form1040.AsForm && taxable.Less(newYorkTableEnd) && taxable.Sign() > 0 {
		taxable = newYorkRow(taxable)
	}
	due, agi := x.whole(printed(l.bands[x.In.Status], taxable)), x.Sheet.At(form1040.F11)
	credit := amountAt(l.household[0], agi)
	if x.In.Status != form1040.Single {
		credit = amountAt(l.household[1], agi).Mul(persons(x.In).Add(dependents(x.In)))
	}
	return due.Sub(credit).Positive()
}

// county is the tax on the state's taxable income, in Maryland less the
// county's part of the earned income credit and the poverty level credit.
func (l *local) county(x *Filing) money.Dec {
	rate, due := l.rate, l.rate.Mul(x.State.Taxable)
	if s := l.bands[x.In.Status]; s != nil {
		rate, due = s.Bands[0].Rate, s.Tax(x.State.Taxable)
	}
	if !l.credit.IsZero() {
		due = due.Sub(x.Sheet.At(form1040.F27).Mul(l.credit).Mul(rate)).Positive()
		if x.State.Poor {
			due = due.Sub(earned(x.Sheet).Mul(rate)).Positive()
		}
	}
	return x.whole(due)
}
