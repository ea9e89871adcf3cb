package corporate

import (
	"fmt"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the rates of one place on one day.
type params struct {
	classes map[string]schedule // by company class; one that is absent has no law that day
	second  string              // the code of the second tax on the same profit; "" = none
	charge  *surcharge
	relief  *relief
	tiers   *tiers
	rebate  *rebate
	limit   *businessLimit
	other   *law.Num // the rate of the part of the profit that has its own
	trade   *trade

	onTax, onCharge *block.Rounding // of the tax and its surcharge; nil = to the smallest unit
}

type schedule struct {
	block.Schedule
	cite  []law.Citation  // what a computation of the class uses
	flat  *law.Num        // surcharge of the class whatever the profit; nil = by tiers
	local *block.Schedule // second tax on the same profit
	high  *block.Schedule // the rates of the class where the profit is above
	above money.Dec
}

// surcharge is a share of the tax above a free part.
type surcharge struct {
	rate law.Num
	free money.Dec
}

// relief is the small profits rate and the marginal relief.
type relief struct {
	lower, upper, fraction money.Dec
	rate                   law.Num
}

// resolved holds the rates of each place by the first day of each covered year
// and by the days within years on which they change. A place's law is opened
// when it is first asked for.
var resolved = func() map[string]*law.Resolved[map[civil.Date]*params] {
	all := map[string]*law.Resolved[map[civil.Date]*params]{}
	for code, p := range places {
		all[code] = law.Resolve(strings.ToLower(code), func(book *law.Book) map[civil.Date]*params { return p.resolve(book, code) })
	}
	return all
}()

func (p *place) resolve(book *law.Book, code string) map[civil.Date]*params {
	days := p.turns[:len(p.turns):len(p.turns)]
	for _, row := range rowsOf(code) {
		days = append(days, row.Period.From)
	}
	out := map[civil.Date]*params{}
	for _, day := range days {
		got, err := resolve(book, p, code, day)
		if err != nil {
			panic(fmt.Sprintf("corporate: %s %s: %v", code, day, err))
		}
		out[day] = got
	}
	return out
}

func resolve(book *law.Book, p *place, code string, day civil.Date) (*params, error) {
	out := &params{classes: map[string]schedule{}}
	for _, class := range p.classNames() {
		r := book.On(day)
		name := "corporate_bands"
		if class != standard {
			if name += "_" + class; !r.Has(name) {
				continue
			}
		}
		s := readClass(r, name, class)
		if s.local != nil {
			out.second = localCode
			if code == "BR" {
				out.second = "social_contribution_on_profit"
			}
		}
		out.read(r, p)
		if err := r.Err(); err != nil {
			return nil, err
		}
		s.cite = r.Citations()
		out.classes[class] = s
	}
	r := book.On(day)
	if r.Has("corporate_other_rate") {
		other := r.Num("corporate_other_rate")
		out.other = &other
	}
	if p.gate != "" {
		out.charge = readCharge(r)
	}
	out.rebate, out.limit = readRebate(r), readLimit(r)
	var err error
	if out.trade, err = readTrade(book.On(day)); err != nil {
		return nil, err
	}
	return out, r.Err()
}

// readClass reads the schedules of a class.
func readClass(r *law.Reader, name, class string) schedule {
	s := schedule{Schedule: block.NewSchedule(r.Schedule(name))}
	if limit := "corporate_" + class + "_above"; r.Has(limit) {
		high := block.NewSchedule(r.Schedule(name + "_above"))
		s.high, s.above = &high, r.Num(limit).Dec
	}
	if name := "corporate_surcharge_" + class; r.Has(name) {
		flat := r.Num(name)
		s.flat = &flat
	}
	local := "corporate_local_bands"
	if own := local + "_" + class; r.Has(own) {
		local = own
	}
	if r.Has(local) {
		second := block.NewSchedule(r.Schedule(local))
		s.local = &second
	}
	return s
}

// read reads what every computation of the place uses, whatever its facts.
func (out *params) read(r *law.Reader, p *place) {
	if p.gate == "" {
		out.charge = readCharge(r)
	}
	if name := "corporate_small_profits"; r.Has(name) {
		out.relief = &relief{lower: r.Entry(name, "lower").Dec, upper: r.Entry(name, "upper").Dec, fraction: r.Entry(name, "fraction").Dec,
			rate: r.Entry(name, "rate")}
	}
	if r.Has("corporate_surcharge_tiers") {
		out.tiers = readTiers(r)
	}
	if name := "corporate_tax_rounding"; r.Has(name) {
		onTax := rounding(r, name)
		out.onTax = &onTax
	}
	if name := "corporate_surcharge_rounding"; r.Has(name) {
		onCharge := rounding(r, name)
		out.onCharge = &onCharge
	}
}

func readCharge(r *law.Reader) *surcharge {
	name := "corporate_surcharge"
	if !r.Has(name) {
		return nil
	}
	return &surcharge{rate: r.Entry(name, "rate"), free: r.Entry(name, "free").Dec}
}

// same reports whether two days have the same rates, so that a period that
// reaches over a new year may be computed with either.
func (p *params) same(o *params) bool {
	if (p.relief == nil) != (o.relief == nil) || (p.rebate == nil) != (o.rebate == nil) || (p.charge == nil) != (o.charge == nil) {
		return false
	}
	return (p.charge == nil || p.charge.rate.Dec.Equal(o.charge.rate.Dec) && p.charge.free.Equal(o.charge.free)) &&
		(p.relief == nil || p.relief.equal(o.relief)) &&
		(p.tiers == nil || o.tiers != nil && p.tiers.same(o.tiers)) &&
		(p.rebate == nil || p.rebate.same(o.rebate)) &&
		(p.other == nil || o.other != nil && p.other.Dec.Equal(o.other.Dec))
}

// same reports whether a class has the same schedules on two days.
func (s *schedule) same(o *schedule) bool {
	return equal(&s.Schedule, &o.Schedule) && both(s.local, o.local) && both(s.high, o.high) && s.above.Equal(o.above) &&
		(s.flat == nil || o.flat != nil && s.flat.Dec.Equal(o.flat.Dec))
}

func (r *relief) equal(o *relief) bool {
	return r.lower.Equal(o.lower) && r.upper.Equal(o.upper) && r.fraction.Equal(o.fraction) && r.rate.Dec.Equal(o.rate.Dec)
}

// both reports whether two schedules are absent, or equal.
func both(a, b *block.Schedule) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return equal(a, b)
}

func equal(a, b *block.Schedule) bool {
	if len(a.Bands) != len(b.Bands) {
		return false
	}
	for i := range a.Bands {
		if !a.Bands[i].From.Equal(b.Bands[i].From) || !a.Bands[i].Rate.Equal(b.Bands[i].Rate) {
			return false
		}
	}
	return true
}
