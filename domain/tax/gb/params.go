package gb

import (
	"fmt"
	"slices"
	"sync"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year and region, resolved once. A group of
// citations stands beside the parameters that are used together.
type params struct {
	scottish  bool
	welsh     bool
	allowance law.Num
	taper     block.Taper
	taperCite []law.Citation
	scales    scales
	baseCite  []law.Citation

	startingLimit law.Num // of the starting rate for savings
	savingsNil    map[string]money.Dec
	savingsCite   []law.Citation
	dividendNil   law.Num
	dividendCite  []law.Citation
	allocateCite  []law.Citation

	trading     law.Num // allowance against receipts of a trade
	property    law.Num // and of a property business
	blind       law.Num // zero where no amount is known for the year
	marriage    marriage
	grossUp     divisor // 1 less the basic rate
	raiseCite   []law.Citation
	child       childCharge
	class1      class1
	class4      class4
	loans       loans
	gainsExempt law.Num
	gains       gainRates

	merged sync.Map // groups → []law.Citation
}

// scales are the three schedules that an individual's income is stacked on.
type scales struct {
	nonSavings, savings, dividends block.Schedule
}

type marriage struct {
	transferable, relief money.Dec
	cite                 []law.Citation
}

type childCharge struct {
	threshold money.Dec
	step      divisor
	rounding  block.Rounding
	cite      []law.Citation
}

// divisor divides by multiplying, where its inverse is a finite decimal: a
// tenth of the time, and the same quotient.
type divisor struct {
	money.Dec
	inverse money.Dec
	finite  bool
}

func newDivisor(by money.Dec) divisor {
	d := divisor{Dec: by}
	if !by.IsZero() {
		d.inverse = money.One.Quo(by).Trim(0)
		d.finite = d.inverse.Mul(by).Equal(money.One)
	}
	return d
}

// into is x ÷ d.
func (d *divisor) into(x money.Dec) money.Dec {
	if d.finite {
		return x.Mul(d.inverse)
	}
	return x.Quo(d.Dec)
}

type class1 struct {
	threshold, limit, main, upper money.Dec
	rounding                      block.Rounding
	cite                          []law.Citation
}

type class4 struct {
	lower, limit, main, upper, class2 money.Dec
	cite                              []law.Citation
}

type loans struct {
	thresholds              map[string]money.Dec
	rate                    money.Dec
	postThreshold, postRate money.Dec
	cite, postCite          []law.Citation
}

type key struct{ year, region string }

var resolved = tax.ResolveYears("gb", &yearForm, incomeCoverage, keyOf,
	func(book *law.Book, row *tax.CoverageRow, from civil.Date) (*params, error) {
		return resolve(book, from, row.Region)
	})

func keyOf(row *tax.CoverageRow) key { return key{row.TaxYear, row.Region} }

// paramsOf finds the parameters of a row; a row for all regions reads those
// outside Scotland.
func paramsOf(row *tax.CoverageRow) *params {
	region := row.Region
	if region == "" {
		region = restOfUK
	}
	return resolved.In(row.Law)[key{row.TaxYear, region}]
}

func resolve(book *law.Book, day civil.Date, region string) (*params, error) {
	p := &params{scottish: region == scotland, welsh: region == wales}
	var faults []error
	// group resolves parameters that are cited together.
	group := func(cite *[]law.Citation, read func(r *law.Reader)) {
		r := book.On(day)
		read(r)
		if cite != nil {
			*cite = r.Citations()
		}
		if err := r.Err(); err != nil {
			faults = append(faults, err)
		}
	}
	p.resolveIncome(group)
	p.resolveReliefs(group)
	p.resolveBeside(group)
	p.resolveGains(group)
	if len(faults) > 0 {
		return nil, faults[0]
	}
	return p, nil
}

type grouper func(cite *[]law.Citation, read func(r *law.Reader))

func rounding(r *law.Reader, name string) block.Rounding {
	text, _ := r.Text(name)
	if text == "" {
		return block.Rounding{} // the Reader keeps the fault
	}
	return block.MustRounding(text)
}

// rely holds the formula to a rule of law in words: where the rule changes, a
// new formula is due, and the old one must not answer.
func rely(r *law.Reader, name, rule string) {
	if text, _ := r.Text(name); text != "" && text != rule {
		panic(fmt.Sprintf("gb: %s is now %q, which no formula here computes", name, text))
	}
}

func (p *params) resolveIncome(group grouper) {
	group(&p.baseCite, func(r *law.Reader) {
		p.allowance = r.Num("personal_allowance")
		threshold := r.Num("allowance_taper_threshold")
		p.taper = block.Taper{Above: threshold.Dec, Rate: r.Num("allowance_taper_rate").Dec, Round: rounding(r, "allowance_rounding")}
		p.taperCite = threshold.Cite
		switch {
		case p.scottish:
			p.scales.nonSavings = block.NewSchedule(r.Schedule("scottish_bands"))
		case p.welsh:
			p.scales.nonSavings = block.NewSchedule(welshBands(r))
		default:
			p.scales.nonSavings = block.NewSchedule(r.Schedule("main_bands"))
		}
	})
	group(&p.savingsCite, func(r *law.Reader) {
		p.scales.savings = block.NewSchedule(r.Schedule("savings_bands"))
		p.startingLimit = r.Num("savings_starting_limit")
		if rate := r.Num("savings_starting_rate"); !rate.IsZero() {
			panic("gb: a starting rate for savings above 0 needs a formula of its own")
		}
		p.savingsNil, _ = r.Table("savings_allowance")
	})
	group(&p.dividendCite, func(r *law.Reader) {
		p.scales.dividends = block.NewSchedule(r.Schedule("dividend_bands"))
		p.dividendNil = r.Num("dividend_nil_limit")
	})
	group(&p.allocateCite, func(r *law.Reader) { rely(r, "allowance_allocation", "greatest reduction") })
}

// welshBands are the main bands with each rate less 10 points plus the rate
// that the Senedd has set for it (s. 6B, s. 11B).
func welshBands(r *law.Reader) law.Schedule {
	main, less := r.Schedule("main_bands"), r.Num("welsh_deduction")
	out := law.Schedule{Cite: slices.Concat(main.Cite, less.Cite)}
	for i, name := range []string{"basic", "higher", "additional"} {
		if i >= len(main.Bands) {
			break // the Reader keeps the fault
		}
		band, plus := main.Bands[i], r.Entry("welsh_rates", name)
		band.Label = "Welsh " + name + " rate"
		band.Rate = band.Rate.Sub(less.Dec).Add(plus.Dec)
		out.Bands = append(out.Bands, band)
		if i == 0 {
			out.Cite = append(out.Cite, plus.Cite...)
		}
	}
	return out
}

func (p *params) resolveReliefs(group grouper) {
	group(nil, func(r *law.Reader) { p.trading, p.property = r.Num("trading_allowance"), r.Num("property_allowance") })
	group(nil, func(r *law.Reader) {
		if r.Has("blind_allowance") {
			p.blind = r.Num("blind_allowance")
		}
	})
	group(&p.marriage.cite, func(r *law.Reader) {
		round := rounding(r, "marriage_rounding")
		p.marriage.transferable = round.Apply(p.allowance.Mul(r.Num("marriage_share").Dec))
		p.marriage.relief = p.marriage.transferable.Mul(r.Num("marriage_relief_rate").Dec)
	})
	group(&p.raiseCite, func(r *law.Reader) {
		p.grossUp = newDivisor(money.One.Sub(r.Num("gift_aid_rate").Dec))
		rely(r, "limits_raised", "basic rate limit and above; Scottish basic rate limit and above")
	})
	group(&p.child.cite, func(r *law.Reader) {
		p.child.threshold, p.child.step = r.Num("hicbc_threshold").Dec, newDivisor(r.Num("hicbc_step").Dec)
		p.child.rounding = rounding(r, "hicbc_rounding")
	})
}

func (p *params) resolveBeside(group grouper) {
	group(&p.class1.cite, func(r *law.Reader) {
		p.class1.threshold, p.class1.limit = r.Num("ni_class_1_primary_threshold").Dec, r.Num("ni_class_1_upper_limit").Dec
		p.class1.main, p.class1.upper = r.Num("ni_class_1_main_rate").Dec, r.Num("ni_class_1_upper_rate").Dec
		p.class1.rounding = rounding(r, "ni_rounding")
	})
	group(&p.class4.cite, func(r *law.Reader) {
		p.class4.lower, p.class4.limit = r.Num("ni_class_4_lower_limit").Dec, r.Num("ni_class_4_upper_limit").Dec
		p.class4.main, p.class4.upper = r.Num("ni_class_4_main_rate").Dec, r.Num("ni_class_4_upper_rate").Dec
		p.class4.class2 = r.Num("ni_class_2_year").Dec
	})
	group(&p.loans.cite, func(r *law.Reader) {
		p.loans.thresholds, _ = r.Table("student_loan_thresholds")
		p.loans.rate = r.Num("student_loan_rate").Dec
	})
	group(&p.loans.postCite, func(r *law.Reader) {
		p.loans.postThreshold = r.Num("postgraduate_loan_threshold").Dec
		p.loans.postRate = r.Num("postgraduate_loan_rate").Dec
	})
}
