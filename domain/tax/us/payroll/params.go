package payroll

import (
	"fmt"
	"sync"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// row is one row of an annual rate schedule of Publication 15-T: from column
// A, the tentative amount of column C, and the rate of column D.
type row struct{ from, base, rate money.Dec }

type schedule struct {
	rows []row
	cite []law.Citation
}

// tentative is the tentative annual withholding on adjusted wages.
func (s *schedule) tentative(x money.Dec) money.Dec {
	r := s.entered(x)
	return r.base.Add(x.Sub(r.from).Mul(r.rate))
}

// reached is the row whose upper edge taxable income has not passed.
func (s *schedule) reached(x money.Dec) *row {
	r := &s.rows[0]
	for i := range s.rows {
		if x.Greater(s.rows[i].from) {
			r = &s.rows[i]
		}
	}
	return r
}

// entered is the row that adjusted wages have reached.
func (s *schedule) entered(x money.Dec) *row {
	r := &s.rows[0]
	for i := range s.rows {
		if !x.Less(s.rows[i].from) {
			r = &s.rows[i]
		}
	}
	return r
}

type params struct {
	standard, checkbox map[string]*schedule // by "single", "joint", "head"

	adjustJoint, adjustOther, allowance law.Num
	base, oasdiEmployee, oasdiEmployer  law.Num
	medicareEmployee, medicareEmployer  law.Num
	additionalRate, additionalAbove     law.Num
	futaRate, futaBase                  law.Num
	contributionCite, futaCite          []law.Citation
	oldestCheck                         civil.Date

	funds                               map[string][]fund // by state
	flatRates                           map[string]flatRate
	reductions, unemploymentBases       map[string]money.Dec
	reductionCite, unemploymentBaseCite []law.Citation
}

var cache = struct {
	sync.Mutex
	years  map[int]*params
	months map[civil.Date]*params // by the first day
}{years: map[int]*params{}, months: map[civil.Date]*params{}}

// onDate are the figures of the year of a pay date, with the contributions of
// the states as they are in its month: some began or changed on July 1.
func onDate(date civil.Date) (*params, error) {
	ofYear, err := forYear(date.Year())
	if err != nil {
		return nil, err
	}
	first := civil.Of(date.Year(), date.Month(), 1)
	cache.Lock()
	defer cache.Unlock()
	if p := cache.months[first]; p != nil {
		return p, nil
	}
	r, p := law.MustOpen("us").On(first), *ofYear
	p.funds = readFunds(r, p.base)
	if err := r.Err(); err != nil {
		return nil, fmt.Errorf("payroll %s: %w", first, err)
	}
	cache.months[first] = &p
	return &p, nil
}

// forYear are the figures of a year, those that change within it as at its end.
func forYear(year int) (*params, error) {
	cache.Lock()
	defer cache.Unlock()
	if p := cache.years[year]; p != nil {
		return p, nil
	}
	r := law.MustOpen("us").On(civil.Of(year, 12, 31))
	p := &params{standard: map[string]*schedule{}, checkbox: map[string]*schedule{}}
	for _, status := range []string{"single", "joint", "head"} {
		p.standard[status] = readSchedule(r, "withholding_standard_"+status)
		if name := "withholding_checkbox_" + status; r.Has(name) {
			p.checkbox[status] = readSchedule(r, name)
		}
	}
	p.adjustJoint, p.adjustOther = r.Entry("withholding_adjustment", "joint"), r.Entry("withholding_adjustment", "other")
	if r.Has("withholding_allowance") {
		p.allowance = r.Num("withholding_allowance")
	}
	p.base, p.oasdiEmployee, p.oasdiEmployer = r.Num("social_security_wage_base"), r.Num("oasdi_rate_employee"), r.Num("oasdi_rate_employer")
	p.medicareEmployee, p.medicareEmployer = r.Num("medicare_rate_employee"), r.Num("medicare_rate_employer")
	p.additionalRate, p.additionalAbove = r.Num("additional_medicare_rate"), r.Num("additional_medicare_withholding_threshold")
	p.futaRate, p.futaBase = r.Num("futa_rate"), r.Num("futa_wage_base")
	if err := r.Err(); err != nil {
		return nil, fmt.Errorf("payroll %d: %w", year, err)
	}
	for _, n := range []law.Num{p.base, p.oasdiEmployee, p.oasdiEmployer, p.medicareEmployee, p.medicareEmployer, p.additionalRate,
		p.additionalAbove} {
		p.contributionCite = append(p.contributionCite, n.Cite...)
	}
	p.futaCite = append(append(p.futaCite, p.futaRate.Cite...), p.futaBase.Cite...)
	p.oldestCheck = r.OldestCheck()
	p.funds, p.flatRates = readFunds(r, p.base), readFlatRates(r)
	if r.Has("futa_credit_reduction") {
		p.reductions, p.reductionCite = r.Table("futa_credit_reduction")
	}
	if r.Has("state_unemployment_base") {
		p.unemploymentBases, p.unemploymentBaseCite = r.Table("state_unemployment_base")
	}
	if err := r.Err(); err != nil {
		return nil, fmt.Errorf("payroll %d: %w", year, err)
	}
	cache.years[year] = p
	return p, nil
}

func readSchedule(r *law.Reader, name string) *schedule {
	bands := r.Schedule(name)
	s := &schedule{cite: bands.Cite}
	from := money.Zero
	for i, b := range bands.Bands {
		base := money.Zero
		if entry := fmt.Sprintf("row_%d", i+1); i > 0 || hasEntry(r, name+"_base", entry) {
			base = r.Entry(name+"_base", entry).Dec
		}
		s.rows = append(s.rows, row{from, base, b.Rate})
		if b.To != nil {
			from = *b.To
		}
	}
	return s
}

// hasEntry reports whether a table has an entry: the first row of a schedule
// seldom has tax at its foot.
func hasEntry(r *law.Reader, name, key string) bool {
	table, _ := r.Table(name)
	_, has := table[key]
	return has
}

// schedule picks the rate schedule of a certificate.
func (p *params) schedule(w4 *Certificate) *schedule {
	key := map[string]string{"single": "single", "married_joint": "joint", "head_of_household": "head"}[w4.Status]
	if w4.TwoJobs && !w4.Before2020 {
		return p.checkbox[key]
	}
	return p.standard[key]
}
