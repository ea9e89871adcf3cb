package payroll

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// params are the parameters of one day.
type params struct {
	addition                  law.Num
	blockWeekly, blockMonthly money.Dec
	limit                     law.Num // share of the pay that the tax may not exceed
	bands                     [3]bands
	codeCite                  []law.Citation

	ni insurance

	plans                  map[string]money.Dec
	planRate               money.Dec
	graduate, graduateRate money.Dec
	planCite, postgradCite []law.Citation
}

// bands are the rates and cumulative bandwidths of a nation; the last rate is
// open. basic is the place of the basic rate.
type bands struct {
	rates []money.Dec
	upTo  []money.Dec // of each but the last
	due   []money.Dec // a year's tax up to each
	basic int
	// byBand: the tax up to an edge is added up band by band.
	byBand bool
	cite   []law.Citation
}

type insurance struct {
	weekly, monthly, annual        thresholds
	main, reduced, upper, employer money.Dec
	rounding                       block.Rounding
	cite                           []law.Citation
}

// thresholds of an earnings period.
type thresholds struct{ primary, secondary, zone, upper money.Dec }

var resolved = payroll.ByDay("gb", &yearForm, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	p := &params{}
	r := book.On(day)
	p.addition, p.limit = r.Num("payroll_code_addition"), r.Num("payroll_tax_limit")
	p.blockWeekly, p.blockMonthly = r.Entry("payroll_code_block", "weekly").Dec, r.Entry("payroll_code_block", "monthly").Dec
	p.codeCite = r.Citations()
	if err := r.Err(); err != nil {
		return nil, err
	}
	for n, name := range map[nation]string{restOfUK: "main_bands", scotland: "scottish_bands", wales: "main_bands"} {
		r := book.On(day)
		p.bands[n] = newBands(r.Schedule(name), n == scotland)
		if n == wales { // the main rates less the Welsh deduction, with the Welsh rates
			off := r.Num("welsh_deduction").Dec
			for i, rate := range []string{"basic", "higher", "additional"} {
				p.bands[n].rates[i] = p.bands[n].rates[i].Sub(off).Add(r.Entry("welsh_rates", rate).Dec)
			}
			p.bands[n].tax()
		}
		p.bands[n].cite = r.Citations()
		if err := r.Err(); err != nil {
			return nil, err
		}
	}
	if err := p.readInsurance(book.On(day)); err != nil {
		return nil, err
	}
	return p, p.readLoans(book, day)
}

func newBands(s law.Schedule, scottish bool) bands {
	var b bands
	for _, band := range s.Bands {
		b.rates = append(b.rates, band.Rate)
		if band.To != nil {
			b.upTo = append(b.upTo, *band.To)
		}
	}
	if scottish {
		b.basic, b.byBand = 1, true
	}
	b.tax()
	return b
}

// tax works out the year's tax up to each edge.
func (b *bands) tax() {
	b.due = b.due[:0]
	from, sum := money.Zero, money.Zero
	for i, to := range b.upTo {
		sum = sum.Add(to.Sub(from).Mul(b.rates[i]))
		b.due = append(b.due, sum)
		from = to
	}
}

func (p *params) readInsurance(r *law.Reader) error {
	of := func(name string) thresholds {
		return thresholds{r.Entry(name, "primary").Dec, r.Entry(name, "secondary").Dec, r.Entry(name, "zone").Dec, r.Entry(name, "upper").Dec}
	}
	rate := func(key string) money.Dec { return r.Entry("payroll_ni_rates", key).Dec }
	p.ni = insurance{weekly: of("payroll_ni_weekly"), monthly: of("payroll_ni_monthly"), annual: of("payroll_ni_annual"),
		main: rate("main"), reduced: rate("reduced"), upper: rate("upper"), employer: rate("employer")}
	text, _ := r.Text("payroll_ni_rounding")
	if err := r.Err(); err != nil {
		return err
	}
	p.ni.rounding, p.ni.cite = block.MustRounding(text), r.Citations()
	return nil
}

func (p *params) readLoans(book *law.Book, day civil.Date) error {
	r := book.On(day)
	p.plans, _ = r.Table("student_loan_thresholds")
	p.planRate = r.Num("student_loan_rate").Dec
	p.planCite = r.Citations()
	if err := r.Err(); err != nil {
		return err
	}
	r = book.On(day)
	p.graduate, p.graduateRate = r.Num("postgraduate_loan_threshold").Dec, r.Num("postgraduate_loan_rate").Dec
	p.postgradCite = r.Citations()
	return r.Err()
}
