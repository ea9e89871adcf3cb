package de

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// wageParams turn gross wages into taxable income; amounts are those of a year.
type wageParams struct {
	expenses, special law.Num
	pension           law.Num // the employee's rate
	deductible        money.Dec
	top               [2]money.Dec // ceiling of pension and unemployment insurance: west, east
	topCite           []law.Citation
	unemployment      money.Dec // the employee's rate

	general, additional, healthTop money.Dec // rates of both sides
	healthCite                     []law.Citation

	careHalf, careChildless, careChild, careSaxony, reliefsMost money.Dec
	careCite                                                    []law.Citation

	zone zone
	cut  money.Dec // share of health contributions that pays for sick pay
	most law.Num   // ceiling of other insurance, a person
	cite []law.Citation
}

// zone is the transition zone (§ 20 Abs. 2, 2a SGB IV): above lower, the
// employee pays on employee × excess, and both sides together on start +
// whole × excess.
type zone struct{ lower, upper, employee, start, whole money.Dec }

// quotientPlaces are those of the formulas the funds publish.
const quotientPlaces = 10

func readWages(book *law.Book, day civil.Date) (v wageParams, err error) {
	r := book.On(day)
	v.expenses, v.special = r.Num("wages_expenses_lump"), r.Num("wages_special_expenses_lump")
	v.pension, v.deductible = r.Num("wages_pension_rate"), r.Num("wages_pension_deductible").Dec
	west, eastern := r.Entry("wages_pension_ceiling", "west"), r.Entry("wages_pension_ceiling", "east")
	v.top, v.topCite = [2]money.Dec{west.Dec, eastern.Dec}, west.Cite
	v.unemployment = r.Num("wages_unemployment_rate").Dec
	general := r.Entry("wages_health_rate", "general")
	v.general, v.additional, v.healthCite = general.Dec, r.Entry("wages_health_rate", "additional").Dec, general.Cite
	v.healthTop = r.Num("wages_health_ceiling").Dec
	v.reliefsMost = r.Num("wages_care_children").Sub(money.One)
	v.cut, v.most = r.Num("wages_sick_pay_cut").Dec, r.Num("wages_other_insurance_most")
	limit := func(key string) money.Dec { return r.Entry("wages_transition_zone", key).Mul(monthsOfYear) }
	v.zone = zone{lower: limit("lower"), upper: limit("upper")}
	if room := v.zone.upper.Sub(v.zone.lower); room.Sign() > 0 {
		factor := r.Entry("wages_transition_zone", "factor").Dec
		v.zone.employee = v.zone.upper.QuoRound(room, quotientPlaces, money.HalfUp)
		v.zone.start = factor.Mul(v.zone.lower)
		v.zone.whole = v.zone.upper.Sub(v.zone.start).QuoRound(room, quotientPlaces, money.HalfUp)
	}
	// The rates of care insurance changed in the middle of 2023: a wage paid
	// in equal parts bears the mean of both halves of the year.
	late := book.On(civil.MustParse(day.String()[:4] + "-12-31"))
	mean := func(key string) money.Dec {
		early := r.Entry("wages_care_rate", key)
		return early.Add(late.Entry("wages_care_rate", key).Dec).Mul(half)
	}
	v.careHalf, v.careChildless, v.careChild, v.careSaxony = mean("half"), mean("childless"), mean("child"), mean("saxony")
	v.careCite = r.Entry("wages_care_rate", "half").Cite
	v.cite = r.Citations()
	if err := r.Err(); err != nil {
		return v, err
	}
	return v, late.Err()
}
