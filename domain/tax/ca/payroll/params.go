package payroll

import (
	"fmt"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/ca"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Slugs that the formulas tell apart.
const (
	ontario = "ontario"
	quebec  = "quebec"
	yukon   = "yukon"
)

// edition is the formulas' parameters on a pay date in a province.
type edition struct {
	quebec, yukon bool
	federalBands  tariff
	federalBasic  basicAmount
	employment    money.Dec
	abatement     money.Dec
	bands         tariff
	basic         basicAmount
	supplement    *supplement // of Alberta
	reduction     *reduction  // of British Columbia
	ontario       *ontarioTax

	workerRate, workerMost money.Dec // Quebec's deduction for workers

	plan                                            string // "cpp" or "qpp"
	exemption, maximum, secondMaximum               money.Dec
	baseRate, firstRate, secondRate                 money.Dec
	insurable, insuranceRate, employerMultiple      money.Dec
	parentalMaximum, parentalRate, parentalEmployer money.Dec
	contributionsCite, cite                         []law.Citation
}

type supplement struct{ above, of, in money.Dec }

type reduction struct{ amount, above, rate money.Dec }

type ontarioTax struct {
	first, firstRate, second, secondRate money.Dec
	basicReduction, dependantReduction   money.Dec
	premium                              block.Schedule
	cite                                 []law.Citation
}

// tariff is bands as the formulas write them: a rate and a constant each.
type tariff struct {
	bands     []law.Band
	constants []money.Dec
}

// newTariff sums the constants up from the bands, in whole dollars.
func newTariff(s law.Schedule, how money.Rounding) tariff {
	t := tariff{bands: s.Bands, constants: make([]money.Dec, len(s.Bands))}
	sum := money.Zero
	for i := 1; i < len(s.Bands); i++ {
		sum = sum.Add(s.Bands[i-1].To.Mul(s.Bands[i].Rate.Sub(s.Bands[i-1].Rate)))
		t.constants[i] = sum.Whole(how)
	}
	return t
}

func (t *tariff) lowest() money.Dec { return t.bands[0].Rate }

// tax is the rate of the band that holds the income, less its constant.
func (t *tariff) tax(income money.Dec) money.Dec {
	i := 0
	for i < len(t.bands)-1 && income.Greater(*t.bands[i].To) {
		i++
	}
	return cent(income.Mul(t.bands[i].Rate)).Sub(t.constants[i])
}

// basicAmount is the claim of somebody who filed no form; it may shrink evenly
// from maximum to minimum between two incomes.
type basicAmount struct{ maximum, minimum, above, end money.Dec }

func (b *basicAmount) at(income money.Dec) money.Dec {
	switch {
	case b.end.IsZero() || !income.Greater(b.above):
		return b.maximum
	case !income.Less(b.end):
		return b.minimum
	}
	return cent(b.maximum.Sub(income.Sub(b.above).Mul(b.maximum.Sub(b.minimum)).Quo(b.end.Sub(b.above))))
}

// resolved holds the edition of each region; a year's formulas may change within it.
var resolved = payroll.ByDay("ca", tax.Calendar, func(book *law.Book, day civil.Date) (map[string]*edition, error) {
	out := map[string]*edition{}
	for _, g := range ca.Jurisdiction().Regions {
		p, err := resolve(book, day, g.Slug, strings.ToLower(g.Code[len(g.Code)-2:]))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.Slug, err)
		}
		out[g.Slug] = p
	}
	return out, nil
})

// resolve reads an edition: what payroll.yaml holds of it, and the annual law
// where they agree.
func resolve(book *law.Book, day civil.Date, slug, code string) (*edition, error) {
	r := book.On(day)
	own := func(name string) string {
		if r.Has("payroll_" + name) {
			return "payroll_" + name
		}
		return "income_" + name
	}
	p := &edition{quebec: slug == quebec, yukon: slug == yukon, plan: "cpp"}
	how := money.HalfUp
	if p.quebec {
		p.plan, how = "qpp", money.Down
	}
	p.federalBands = newTariff(r.Schedule(own("federal_bands")), money.HalfUp)
	entry := func(name, k string) money.Dec { return r.Entry(name, k).Dec }
	p.federalBasic = basicAmount{maximum: entry("income_federal_basic_amount", "maximum"),
		minimum: entry("income_federal_basic_amount", "minimum"),
		above:   entry("income_federal_basic_amount", "above"), end: entry("income_federal_basic_amount", "end")}
	p.employment = r.Num("income_canada_employment_amount").Dec
	p.bands = newTariff(r.Schedule(own(code+"_bands")), how)
	p.readBasic(r, own, code)
	switch {
	case p.quebec:
		p.abatement = r.Num("income_quebec_abatement").Dec
		p.workerRate, p.workerMost = entry("income_qc_worker_deduction", "rate"), entry("income_qc_worker_deduction", "maximum")
	case slug == ontario:
		p.ontario = readOntario(r)
	case r.Has("payroll_" + code + "_supplement"):
		name := "payroll_" + code + "_supplement"
		p.supplement = &supplement{entry(name, "above"), entry(name, "of"), entry(name, "in")}
	case code == "bc":
		name := own("bc_reduction")
		p.reduction = &reduction{entry(name, "amount"), entry(name, "threshold"), entry(name, "rate")}
	}
	p.cite = r.Citations()
	social := book.On(day)
	p.readContributions(social)
	p.contributionsCite = social.Citations()
	p.cite = tax.Merge(p.cite, p.contributionsCite)
	if err := social.Err(); err != nil {
		return nil, err
	}
	return p, r.Err()
}

func (p *edition) readBasic(r *law.Reader, own func(string) string, code string) {
	if p.yukon {
		p.basic = p.federalBasic
		return
	}
	p.basic.maximum = r.Num(own(code + "_basic_amount")).Dec
	if taper := own(code + "_basic_taper"); r.Has(taper) {
		p.basic.above, p.basic.end = r.Entry(taper, "above").Dec, r.Entry(taper, "end").Dec
		if code == "ns" {
			p.basic.minimum = r.Entry(taper, "minimum").Dec
		}
	}
}

func readOntario(r *law.Reader) *ontarioTax {
	entry := func(name, k string) money.Dec { return r.Entry(name, k).Dec }
	return &ontarioTax{
		first: entry("income_on_surtax", "first"), firstRate: entry("income_on_surtax", "first_rate"),
		second: entry("income_on_surtax", "second"), secondRate: entry("income_on_surtax", "second_rate"),
		basicReduction: r.Num("income_on_reduction").Dec, dependantReduction: r.Num("payroll_on_dependant_reduction").Dec,
		premium: block.NewSchedule(r.Schedule("income_on_health_premium")), cite: r.Num("income_on_reduction").Cite,
	}
}

func (p *edition) readContributions(r *law.Reader) {
	entry := func(name, k string) money.Dec { return r.Entry(name, k).Dec }
	plan := "income_" + p.plan
	p.exemption, p.maximum, p.secondMaximum = entry(plan, "basic_exemption"), entry(plan, "maximum_earnings"), entry(plan, "second_maximum")
	p.baseRate, p.firstRate, p.secondRate = entry(plan, "base_rate"), entry(plan, "first_rate"), entry(plan, "second_rate")
	rate := "rate"
	if p.quebec {
		rate = "quebec_rate"
		p.parentalMaximum, p.parentalRate = entry("income_qpip", "maximum_earnings"), entry("income_qpip", "rate")
		p.parentalEmployer = r.Num("payroll_qpip_employer").Dec
	}
	p.insurable, p.insuranceRate = entry("income_ei", "maximum_earnings"), entry("income_ei", rate)
	p.employerMultiple = r.Num("payroll_ei_employer").Dec
}
