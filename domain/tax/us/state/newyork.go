package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// newYork holds what New York has beside a schedule and a standard deduction.
type newYork struct {
	base, benefit                   [5]*block.Schedule // by taxable income
	from, length                    money.Dec
	householdSingle, household, one block.Schedule // by federal adjusted gross income
}

func readNewYork(r *law.Reader) *newYork {
	by := func(name string) [5]*block.Schedule {
		return byStatus(r, name+"_single", name+"_joint", name+"_head")
	}
	return &newYork{
		base: by("supplement_base"), benefit: by("supplement_benefit"),
		from: r.Num("supplement_income").Dec, length: r.Num("supplement_length").Dec,
		householdSingle: block.NewSchedule(r.Schedule("household_single")),
		household:       block.NewSchedule(r.Schedule("household_base")),
		one:             block.NewSchedule(r.Schedule("household_each")),
	}
}

// holding is the band of a schedule that holds x, its upper end included.
func holding(s *block.Schedule, x money.Dec) int {
	i := 0
	for i+1 < len(s.Bands) && x.Greater(s.Bands[i+1].From) {
		i++
	}
	return i
}

// fromFoot is the tax that the law prints at the foot of the band that holds x,
// and the band's rate on what is above it. foot has the amounts for rates.
func fromFoot(foot, s *block.Schedule, x money.Dec) money.Dec {
	i := holding(s, x)
	return foot.Bands[i].Rate.Add(x.Sub(s.Bands[i].From).Mul(s.Bands[i].Rate))
}

// printed is the tax of a schedule whose law prints the tax at the foot of
// each band in whole dollars.
func printed(s *block.Schedule, x money.Dec) money.Dec {
	foot, i := money.Zero, holding(s, x)
	for n := range i {
		width := s.Bands[n+1].From.Sub(s.Bands[n].From)
		foot = foot.Add(width.Mul(s.Bands[n].Rate))
	}
	return foot.Whole(money.HalfUp).Add(x.Sub(s.Bands[i].From).Mul(s.Bands[i].Rate))
}

// stepped is the same where the law rounds the foot of each band before it adds
// the next.
func stepped(s *block.Schedule, x money.Dec) money.Dec {
	foot, i := money.Zero, holding(s, x)
	for n := range i {
		width := s.Bands[n+1].From.Sub(s.Bands[n].From)
		foot = foot.Add(width.Mul(s.Bands[n].Rate)).Whole(money.HalfUp)
	}
	return foot.Add(x.Sub(s.Bands[i].From).Mul(s.Bands[i].Rate))
}

// newYorkStepped is the first year whose schedules are so (Tax Law
// § 601(a)(1)(B)(vii)).
const newYorkStepped = 2026

// newYorkTax is line 39 of Form IT-201: the tax table below 65,000, the
// schedule above, and above an adjusted gross income the tax computation
// worksheets, which take back the benefit of the lower rates.
func newYorkTax(p *params, in *form1040.Return, agi, taxable money.Dec) money.Dec {
	schedule, ny, printed := p.tariff[in.Status], p.newYork, printed
	if in.Year >= newYorkStepped {
		printed = stepped
	}
	if !agi.Greater(ny.from) {
		if in.Method == form1040.AsForm && taxable.Less(newYorkTableEnd) {
			return printed(schedule, newYorkRow(taxable)).Whole(money.HalfUp)
		}
		return printed(schedule, taxable)
	}
	bands := schedule.Bands
	if top := bands[len(bands)-1]; agi.Greater(top.From) {
		return taxable.Mul(top.Rate)
	}
	due := printed(schedule, taxable)
	i := holding(ny.benefit[in.Status], taxable)
	band := ny.benefit[in.Status].Bands[i]
	benefit := band.Rate
	if i == 0 { // the worksheets find it for incomes on which it is not yet whole
		flat := bands[holding(schedule, ny.benefit[in.Status].Bands[1].From)].Rate
		benefit = taxable.Mul(flat).Sub(due)
	}
	part := money.Min(agi.Sub(money.Max(band.From, ny.from)), ny.length).Quo(ny.length)
	if in.Method == form1040.AsForm {
		const places = 4
		part = part.Round(places, money.HalfUp)
	}
	base := ny.base[in.Status].Bands[holding(ny.base[in.Status], taxable)].Rate
	return due.Add(base).Add(benefit.Mul(part))
}

var (
	newYorkTableEnd = money.FromInt(65000)
	twentyFive      = money.FromInt(25)
	firstRow        = money.MustParse("12.5")
)

// newYorkRow is the middle of a row of the New York State Tax Table: rows of
// 50, below 50 of 25, below 25 of 12.50.
func newYorkRow(taxable money.Dec) money.Dec {
	width := fifty
	switch {
	case taxable.Less(twentyFive):
		width = firstRow
	case taxable.Less(fifty):
		width = twentyFive
	}
	return taxable.QuoRound(width, 0, money.Floor).Add(money.MustParse("0.5")).Mul(width)
}

// newYorkHousehold is the household credit.
func newYorkHousehold(c *filing) money.Dec {
	p, in, f := c.p, c.in, c.f
	agi, ny := f.At(form1040.F11), p.newYork
	at := func(s *block.Schedule) money.Dec { return s.Bands[holding(s, agi)].Rate }
	if in.Status == form1040.Single {
		return at(&ny.householdSingle)
	}
	others := persons(in).Sub(money.One).Add(money.FromInt(int64(in.Children + in.OtherDependents)))
	return at(&ny.household).Add(at(&ny.one).Mul(others))
}

// rareNewYork reduces itemised deductions by income (Tax Law § 615(f)), and pays
// out what the earned income credit leaves after the household credit (Tax Law
// § 606(d)).
func rareNewYork(r reader, o *own) {
	start, width, share := r.status("itemized_reduced_from"), r.num("itemized_reduced_width"), r.num("itemized_reduced_share")
	if !width.IsZero() {
		o.itemizedLost = func(c *filing, all money.Dec) money.Dec {
			above := money.Min(c.start.Sub(start[c.in.Status]).Positive(), width)
			return all.Mul(above).Mul(share).Quo(width)
		}
	}
	if r.Has("earned_income_refund") {
		o.refund = func(c *filing) money.Dec {
			credit := c.f.At(form1040.F27).Mul(c.p.refund.earnedIncome)
			return money.Min(credit, money.Min(newYorkHousehold(c), c.before)).Neg()
		}
	}
}

// refuseNewYork refuses the retirement income of those of 59, of whom it is not
// known whether they were 59 and a half (Tax Law § 612(c)(3-a)).
func refuseNewYork(in *form1040.Return) string {
	const half = 59
	if !pensioned(in).IsZero() && (in.You.Age == half || in.Status == form1040.Joint && in.Spouse.Age == half) {
		return "retirement income of those who are 59, and may have been 59 and a half, is not modelled for this state"
	}
	return ""
}
