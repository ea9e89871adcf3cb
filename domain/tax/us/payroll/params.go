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

// held is what was read of one Book, by the day on which a stretch of its law begins.
type held struct {
	book *law.Book
	kept sync.Map // of func() (*params, error)
}

var books = law.Resolve("us", func(b *law.Book) *held { return &held{book: b} })

// resolver tries a Book on each day on which its law is read.
type resolver struct{}

// Law is what payments are read by.
var Law law.Resolver = resolver{}

func (resolver) Folder() string { return "us" }

// Try reads the years that the embedded law has, each month and from each day on which
// a tenant's value begins.
func (resolver) Try(b *law.Book) error {
	for _, row := range Coverage() {
		turns := b.LaidTurns(row.Period)
		for month := 1; month <= 12; month++ {
			turns = append(turns, civil.Of(row.Period.From.Year(), month, 1))
		}
		for _, day := range turns {
			if _, err := read(b, day); err != nil {
				return err
			}
		}
	}
	return nil
}

// onDate are the figures of a pay date as a tenant reads the law: those of its month,
// since contributions of some states began or changed on July 1, or from the day on
// which a tenant's value begins in it.
func onDate(o *law.Overlay, date civil.Date) (*params, error) {
	h := books.In(o)
	from := civil.Of(date.Year(), date.Month(), 1)
	for _, turn := range h.book.LaidTurns(civil.Period{From: from, To: date}) {
		if turn.After(from) {
			from = turn
		}
	}
	kept, ok := h.kept.Load(from)
	if !ok {
		kept, _ = h.kept.LoadOrStore(from, sync.OnceValues(func() (*params, error) { return read(h.book, from) }))
	}
	return kept.(func() (*params, error))()
}

// read are the figures of a day.
func read(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
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
		return nil, fmt.Errorf("payroll %s: %w", day, err)
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
		return nil, fmt.Errorf("payroll %s: %w", day, err)
	}
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
