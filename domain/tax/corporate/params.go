package corporate

import (
	"fmt"
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the rates of one place on one day.
type params struct {
	classes map[string]schedule // by company class
	local   *block.Schedule     // second tax on the same profit
	second  string              // its code
	charge  *surcharge
	relief  *relief
	tiers   *tiers
}

type schedule struct {
	block.Schedule
	cite  []law.Citation  // what a computation of the class uses
	flat  *law.Num        // surcharge of the class whatever the profit; nil = by tiers
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

type key struct {
	code string
	day  civil.Date
}

// resolved holds the rates by place and first day of each covered year.
var resolved = sync.OnceValue(func() map[key]*params {
	all := map[key]*params{}
	for code, p := range places {
		for _, year := range p.years {
			got, err := resolve(p, code, year.from())
			if err != nil {
				panic(fmt.Sprintf("corporate: %s %s: %v", code, year.from(), err))
			}
			all[key{code, year.from()}] = got
		}
		for _, day := range p.turns {
			got, err := resolve(p, code, day)
			if err != nil {
				panic(fmt.Sprintf("corporate: %s %s: %v", code, day, err))
			}
			all[key{code, day}] = got
		}
	}
	return all
})

func resolve(p *place, code string, day civil.Date) (*params, error) {
	book := law.MustOpen(strings.ToLower(code))
	out := &params{classes: map[string]schedule{}}
	for _, class := range p.classes() {
		r := book.On(day)
		name := "corporate_bands"
		if class != standard {
			name += "_" + class
		}
		s := schedule{Schedule: block.NewSchedule(r.Schedule(name))}
		if limit := "corporate_" + class + "_above"; r.Has(limit) {
			high := block.NewSchedule(r.Schedule(name + "_above"))
			s.high, s.above = &high, r.Num(limit).Dec
		}
		if name := "corporate_surcharge_" + class; r.Has(name) {
			flat := r.Num(name)
			s.flat = &flat
		}
		if name := "corporate_local_bands"; r.Has(name) {
			local := block.NewSchedule(r.Schedule(name))
			out.local, out.second = &local, localCode
			if code == "BR" {
				out.second = "social_contribution_on_profit"
			}
		}
		if name := "corporate_surcharge"; r.Has(name) {
			out.charge = &surcharge{rate: r.Entry(name, "rate"), free: r.Entry(name, "free").Dec}
		}
		if name := "corporate_small_profits"; r.Has(name) {
			out.relief = &relief{lower: r.Entry(name, "lower").Dec, upper: r.Entry(name, "upper").Dec, fraction: r.Entry(name, "fraction").Dec, rate: r.Entry(name, "rate")}
		}
		if r.Has("corporate_surcharge_tiers") {
			out.tiers = readTiers(r)
		}
		if err := r.Err(); err != nil {
			return nil, err
		}
		s.cite = r.Citations()
		out.classes[class] = s
	}
	return out, nil
}

// same reports whether two days have the same rates, so that a period that
// reaches over a new year may be computed with either.
func (p *params) same(o *params) bool {
	for class := range p.classes {
		a, b := p.classes[class], o.classes[class]
		if !equal(&a.Schedule, &b.Schedule) || a.flat != nil && (b.flat == nil || !a.flat.Dec.Equal(b.flat.Dec)) {
			return false
		}
	}
	return (p.local == nil || o.local != nil && equal(p.local, o.local)) &&
		(p.charge == nil || o.charge != nil && p.charge.rate.Dec.Equal(o.charge.rate.Dec) && p.charge.free.Equal(o.charge.free)) &&
		(p.relief == nil || o.relief != nil && p.relief.equal(o.relief)) &&
		(p.tiers == nil || o.tiers != nil && p.tiers.same(o.tiers))
}

func (r *relief) equal(o *relief) bool {
	return r.lower.Equal(o.lower) && r.upper.Equal(o.upper) && r.fraction.Equal(o.fraction) && r.rate.Dec.Equal(o.rate.Dec)
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
