package payroll

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// A certificate is what the flow chart reads beside the wage.
type certificate struct {
	class     int
	factor    money.Dec // 1 without one
	children  money.Dec // child allowances
	allowance money.Dec // of the payment
	addition  money.Dec
	insured   cover
}

// cover is how the employee is insured.
type cover struct {
	noPension, noUnemployment bool
	east, saxony, childless   bool
	reliefs                   int       // children beyond the first who relieve care insurance
	additional                money.Dec // rate of the health insurance fund
	private                   bool
	premium, subsidy          money.Dec // of private insurance, a month; from 2026 what the employer adds
	subsidised                bool      // until 2025: the employer adds its half
}

// part is the payment's share of a year: weeks and days of a year of 360 days.
type part struct{ of, in money.Dec }

var parts = map[string]part{
	"annually": {money.One, money.One}, "monthly": {money.One, money.FromInt(12)},
	"weekly": {money.FromInt(7), money.FromInt(360)}, "daily": {money.One, money.FromInt(360)},
}

// year takes an amount of the payment for a year.
func (s part) year(x money.Dec) money.Dec { return x.Mul(s.in).QuoRound(s.of, 2, money.Down) }

// payment is the payment's part of a year's amount.
func (s part) payment(x money.Dec) money.Dec { return x.Mul(s.of).QuoRound(s.in, 2, money.Down) }

// yearly are the taxes of a year: wage tax, surcharge, and the base of church
// tax, which the child allowances lower.
type yearly struct{ tax, surcharge, base money.Dec }

var (
	two         = money.FromInt(2)
	twelve      = money.FromInt(12)
	tenThousand = money.FromInt(10000)
	upper       = money.MustParse("1.25")
	lower       = money.MustParse("0.75")
)

// year is the tax on a year's wage.
func (p *plan) year(w *tax.Work, c *certificate, wage, allowance, addition money.Dec) yearly {
	net := wage.Sub(allowance).Add(addition).Positive()
	fixed := money.Zero
	if c.class == 2 {
		fixed = p.singleParent
	}
	if c.class < 6 {
		fixed = fixed.Add(p.special).Add(money.Min(p.expenses, net.Whole(money.Up)))
	}
	provision := p.provision(c, wage)
	taxable := net.Sub(fixed).Sub(provision)
	w.Step("provision", "Provision for insurance", provision, p.cite, "of a wage of {}", wage)
	w.Step("taxable", "Wage of the year less allowances and provision", taxable, p.cite, "{} − {} − {}", net, fixed, provision)
	due := p.due(c, taxable)
	out := yearly{tax: due.Mul(c.factor).Whole(money.Down)}
	w.Step("year_tax", "Wage tax of the year", out.tax, p.cite, "{} × {}", due, c.factor)
	out.base = out.tax
	if c.children.Sign() > 0 {
		each := p.child
		switch c.class {
		case 4:
			each = p.child.Quo(two)
		case 5, 6:
			each = money.Zero
		}
		less := c.children.Mul(each).Whole(money.Down)
		out.base = p.due(c, taxable.Sub(less)).Mul(c.factor).Whole(money.Down)
		w.Step("base", "Wage tax of the year with child allowances", out.base, p.cite, "tax on {} − {}", taxable, less)
	}
	free := p.surchargeFree.Mul(splits(c.class))
	if out.base.Greater(free) {
		out.surcharge = money.Min(out.base.Mul(p.surcharge).Round(2, money.Down), out.base.Sub(free).Mul(p.surchargeZone).Round(2, money.Down))
	}
	return out
}

// splits is how many times the tariff is applied: twice in class III.
func splits(class int) money.Dec {
	if class == 3 {
		return two
	}
	return money.One
}

// due is the tax of a class on a taxable wage.
func (p *plan) due(c *certificate, taxable money.Dec) money.Dec {
	n := splits(c.class)
	x := money.Zero
	if !taxable.Less(money.One) {
		x = taxable.QuoRound(n, 0, money.Down)
	}
	if c.class < 5 {
		return p.tariff.of(x).Mul(n)
	}
	return p.alone(x)
}

// of is the tariff on whole euros.
func (t *tariff) of(x money.Dec) money.Dec {
	part := func(from money.Dec) money.Dec { return x.Sub(from).QuoRound(tenThousand, 6, money.Down) }
	switch {
	case x.Less(t.free.Add(money.One)):
		return money.Zero
	case x.Less(t.second):
		y := part(t.free)
		return t.firstA.Mul(y).Add(t.firstB).Mul(y).Whole(money.Down)
	case x.Less(t.third):
		y := part(t.secondFrom)
		return t.secondA.Mul(y).Add(t.secondB).Mul(y).Add(t.secondC).Whole(money.Down)
	case x.Less(t.top):
		return x.Mul(t.thirdRate).Sub(t.thirdLess).Whole(money.Down)
	}
	return x.Mul(t.topRate).Sub(t.topLess).Whole(money.Down)
}

// alone is the tax of classes V and VI, which know no allowance
// (§ 39b (2) sentence 7 EStG).
func (p *plan) alone(x money.Dec) money.Dec {
	if x.Greater(p.second) {
		due := p.doubled(p.second)
		if x.Greater(p.third) {
			due = due.Add(p.third.Sub(p.second).Mul(p.high)).Whole(money.Down)
			return due.Add(x.Sub(p.third).Mul(p.top)).Whole(money.Down)
		}
		return due.Add(x.Sub(p.second).Mul(p.high)).Whole(money.Down)
	}
	due := p.doubled(x)
	if x.Greater(p.first) {
		due = money.Min(due, p.doubled(p.first).Add(x.Sub(p.first).Mul(p.high)).Whole(money.Down))
	}
	return due
}

// doubled is twice what the tariff takes between three and five quarters of a
// wage, at least the least rate of it.
func (p *plan) doubled(x money.Dec) money.Dec {
	between := p.tariff.of(x.Mul(upper).Round(p.classPlaces, money.Down)).Sub(p.tariff.of(x.Mul(lower).Round(p.classPlaces, money.Down)))
	return money.Max(between.Mul(two), x.Mul(p.least).Whole(money.Down))
}

// provision is the allowance for insurance on a year's wage.
func (p *plan) provision(c *certificate, wage money.Dec) money.Dec {
	i, in := &p.insured, &c.insured
	pensionable := money.Min(wage, i.pensionCeiling(in.east))
	pension := money.Zero
	if !in.noPension {
		pension = pensionable.Mul(i.pension).Round(2, money.Down)
	}
	basic := p.basicCover(c, wage)
	provision := basic.Add(pension).Whole(money.Up)
	switch {
	case !p.ceilings:
		most := p.most
		if c.class == 3 {
			most = p.mostJoint
		}
		if in.noPension {
			pensionable = wage
		}
		other := money.Min(most, pensionable.Mul(p.share).Round(2, money.Down))
		return money.Max(provision, pension.Add(other).Whole(money.Up))
	case in.noUnemployment || c.class == 6:
		return provision
	}
	jobless := money.Min(wage, i.pensionCeiling(in.east)).Mul(p.jobless).Round(2, money.Down)
	other := money.Min(p.most, jobless.Add(basic).Round(2, money.Down))
	return money.Max(provision, pension.Add(other).Whole(money.Up))
}

// basicCover is the part of the provision for health and care insurance.
func (p *plan) basicCover(c *certificate, wage money.Dec) money.Dec {
	i, in := &p.insured, &c.insured
	wage = money.Min(wage, i.healthCeiling)
	switch {
	case !in.private:
		rate := in.additional.Quo(two).Add(p.halfHealth).Add(i.careRate(in))
		return wage.Mul(rate).Round(2, money.Down)
	case c.class == 6:
		return money.Zero
	}
	premium := in.premium.Mul(twelve)
	switch {
	case p.ceilings:
		return premium.Round(2, money.Down).Sub(in.subsidy.Mul(twelve).Round(2, money.Down)).Positive()
	case in.subsidised:
		employer := i.additional.Quo(two).Add(p.halfHealth).Add(i.employerCare(in))
		return premium.Sub(wage.Mul(employer)).Round(2, money.Down)
	}
	return premium
}

func (i *insurance) pensionCeiling(east bool) money.Dec {
	if east {
		return i.pensionEast
	}
	return i.pensionWest
}

// careRate is the employee's rate of care insurance.
func (i *insurance) careRate(in *cover) money.Dec {
	rate := i.care
	if in.saxony {
		rate = rate.Add(i.saxony)
	}
	if in.childless {
		return rate.Add(i.childless)
	}
	return rate.Sub(i.child.Mul(money.FromInt(int64(in.reliefs))))
}

func (i *insurance) employerCare(in *cover) money.Dec {
	if in.saxony {
		return i.care.Sub(i.saxony)
	}
	return i.care
}
