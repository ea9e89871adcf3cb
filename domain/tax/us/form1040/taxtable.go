package form1040

import "github.com/tallystick/tallystick/domain/money"

// taxOn is the tax of § 1(j) on an amount: by the Tax Table of § 3 under its
// limit on a paper return, by the rate schedule otherwise.
func (s *Sheet) taxOn(amount money.Dec) money.Dec { return s.taxAs(s.in.Status, amount) }

// taxAs is taxOn at the rates of another filing status.
func (s *Sheet) taxAs(status Status, amount money.Dec) money.Dec {
	schedule := &s.p.schedules[status]
	s.cite(s.p.scheduleCite[status])
	if s.method() != AsForm || !amount.Less(s.num(s.p.tableLimit)) {
		return schedule.Tax(amount)
	}
	return schedule.Tax(s.p.tableMiddle(amount)).Whole(money.HalfUp)
}

// TableTax is the Tax Table's entry for a whole-dollar taxable income under
// the table's limit.
func (p *Params) TableTax(status Status, income money.Dec) money.Dec {
	return p.schedules[status].Tax(p.tableMiddle(income)).Whole(money.HalfUp)
}

// The first rows of the Tax Table, which are narrower than the others.
var (
	tableFirst  = [...]money.Dec{money.FromInt(5), money.FromInt(15), money.FromInt(25)}
	tableMiddle = [...]money.Dec{money.MustParse("2.5"), money.FromInt(10), money.FromInt(20)}
	half        = money.MustParse("0.5")
)

// tableMiddle is the middle of the row that holds an income; the table prints
// the tax on it.
func (p *Params) tableMiddle(income money.Dec) money.Dec {
	if income.Sign() <= 0 {
		return money.Zero
	}
	for i, top := range tableFirst {
		if income.Less(top) {
			return tableMiddle[i]
		}
	}
	row := p.tableRow.Dec
	if income.Less(p.tableSmallLimit.Dec) {
		row = p.tableSmallRow.Dec
	}
	return rowMiddle(income, row)
}

// rowMiddle is the middle of the row of a width that holds an amount.
func rowMiddle(amount, width money.Dec) money.Dec {
	return amount.ToMultiple(width, money.Floor).Add(width.Mul(half))
}
