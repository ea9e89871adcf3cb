package payroll

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

var cent = block.Minor(2, money.HalfUp)

// A period is how a year is divided, and where a payment stands in it.
type period struct {
	perYear, number, weeks int // weeks: of a payment, 0 for a month
}

var perYear = map[string]period{
	payroll.Weekly: {52, 0, 1}, payroll.Biweekly: {26, 0, 2}, payroll.FourWeekly: {13, 0, 4}, payroll.Monthly: {12, 0, 0},
}

func periodOf(frequency string, day civil.Date) period {
	p := perYear[frequency]
	if p.weeks == 0 {
		p.number = int(day.Month())
		return p
	}
	p.number = civil.Of(day.Year(), 1, 1).DaysUntil(day)/(7*p.weeks) + 1
	return p
}

// part is a period's part of a year's amount, raised to places.
func (p period) part(x money.Dec, places int) money.Dec {
	return x.QuoRound(money.FromInt(int64(p.perYear)), places, money.Up)
}

// prsi is what a weekly amount is for the period.
func (p period) prsi(week money.Dec) money.Dec {
	if p.weeks > 0 {
		return week.Mul(money.FromInt(int64(p.weeks)))
	}
	return week.Mul(money.FromInt(52)).Quo(money.FromInt(12)).Whole(money.Down)
}

// params are the parameters of one day.
type params struct {
	standard, higher, single money.Dec
	bands, reduced           block.Schedule
	taxCite, uscCite         []law.Citation

	emergencyWeeks, emergencyUSC money.Dec
	emergencyCite                []law.Citation

	prsi, nilUpTo, credit, creditFrom, creditUpTo, divisor, least money.Dec
	lower, employer, lowerUpTo                                    money.Dec
	prsiCite                                                      []law.Citation
}

var resolved = payroll.ByDay("ie", tax.Calendar, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	p := &params{}
	var err error
	read := func(cites *[]law.Citation, of func(r *law.Reader)) {
		r := book.On(day)
		of(r)
		*cites = r.Citations()
		if err == nil {
			err = r.Err()
		}
	}
	read(&p.taxCite, func(r *law.Reader) {
		p.standard, p.higher = r.Entry("income_rates", "standard").Dec, r.Entry("income_rates", "higher").Dec
	})
	read(&p.uscCite, func(r *law.Reader) {
		p.bands, p.reduced = block.NewSchedule(r.Schedule("income_usc_bands")), block.NewSchedule(r.Schedule("income_usc_reduced_bands"))
	})
	read(&p.emergencyCite, func(r *law.Reader) {
		p.single = r.Entry("income_standard_band", "single").Dec
		p.emergencyWeeks, p.emergencyUSC = r.Entry("payroll_emergency", "weeks").Dec, r.Entry("payroll_emergency", "usc").Dec
	})
	read(&p.prsiCite, func(r *law.Reader) {
		weekly := func(key string) money.Dec { return r.Entry("income_prsi_weekly", key).Dec }
		p.prsi, p.least = r.Num("income_prsi_rate").Dec, r.Num("payroll_prsi_least").Dec
		p.nilUpTo, p.credit, p.creditFrom, p.creditUpTo, p.divisor = weekly("nil_up_to"), weekly("credit"), weekly("credit_from"),
			weekly("credit_up_to"), weekly("credit_divisor")
		p.lower, p.employer, p.lowerUpTo = r.Entry("payroll_employer_prsi", "lower").Dec, r.Entry("payroll_employer_prsi", "higher").Dec,
			r.Entry("payroll_employer_prsi", "up_to").Dec
	})
	return p, err
}

// incomeTax is what is withheld; on the cumulative basis it may be repaid.
func (p *params) incomeTax(w *tax.Work, req *tax.Request, at period) money.Dec {
	w.Cite(p.taxCite)
	on := func(pay, cutOff, credit money.Dec) money.Dec {
		below := money.Min(pay, cutOff)
		due := cent.Apply(below.Mul(p.standard).Add(pay.Sub(below).Mul(p.higher)).Sub(credit).Positive())
		w.Step("income_tax", "Tax at both rates, less credits", due, p.taxCite, "{} × {} + {} × {} − {}", below, p.standard, pay.Sub(below),
			p.higher, credit)
		return due
	}
	n := money.FromInt(int64(at.number))
	cutOff, credit := at.part(req.Num("cut_off_point"), 2), at.part(req.Num("tax_credits"), 2)
	switch req.Choice("basis") {
	case week1:
		return on(req.Income, cutOff, credit)
	case emergency:
		w.Cite(p.emergencyCite)
		weeks := money.FromInt(int64(max(at.weeks, 1) * req.Int("employment_period")))
		if at.weeks == 0 {
			weeks = money.FromInt(int64(4 * req.Int("employment_period")))
		}
		if weeks.Greater(p.emergencyWeeks) {
			return on(req.Income, money.Zero, money.Zero)
		}
		return on(req.Income, at.part(p.single, 0), money.Zero)
	case emergencyNoNumber:
		w.Cite(p.emergencyCite)
		return on(req.Income, money.Zero, money.Zero)
	}
	due := on(req.Income.Add(req.Num("pay_to_date")), cutOff.Mul(n), credit.Mul(n))
	return due.Sub(req.Num("tax_to_date"))
}

// usc is the universal social charge.
func (p *params) usc(w *tax.Work, req *tax.Request, at period, pay money.Dec) money.Dec {
	bands := &p.bands
	switch {
	case req.Choice("basis") == emergency || req.Choice("basis") == emergencyNoNumber:
		due := cent.Apply(pay.Mul(p.emergencyUSC))
		w.Step("usc", "Universal social charge on the emergency basis", due, p.emergencyCite, "{} × {}", pay, p.emergencyUSC)
		return due
	case req.Choice("usc_status") == "exempt":
		return money.Zero
	case req.Choice("usc_status") == "reduced":
		bands = &p.reduced
	}
	w.Cite(p.uscCite)
	n, before, withheld := money.FromInt(int64(at.number)), req.Num("usc_pay_to_date"), req.Num("usc_to_date")
	if req.Choice("basis") == week1 {
		n, before, withheld = money.One, money.Zero, money.Zero
	}
	all, due, from := before.Add(pay), money.Zero, money.Zero
	for i := range bands.Bands {
		b := &bands.Bands[i]
		to := all
		if !b.Open {
			to = money.Min(all, at.part(b.To, 2).Mul(n))
		}
		due = due.Add(to.Sub(from).Positive().Mul(b.Rate))
		from = money.Max(from, to)
	}
	due = cent.Apply(due)
	w.Step("usc", "Universal social charge to date, less what was withheld", due.Sub(withheld), p.uscCite, "bands × {} periods on {} − {}", n,
		all, withheld)
	return due.Sub(withheld)
}

// contributions are PRSI of class A of both sides.
func (p *params) contributions(w *tax.Work, at period, pay money.Dec) (employee, employer money.Dec) {
	w.Cite(p.prsiCite)
	if pay.Less(at.prsi(p.least)) {
		return money.Zero, money.Zero
	}
	if pay.Greater(at.prsi(p.nilUpTo)) {
		employee = cent.Apply(pay.Mul(p.prsi))
		credit := money.Zero
		if from := at.prsi(p.nilUpTo).Add(p.creditFrom.Sub(p.nilUpTo)); !pay.Greater(at.prsi(p.creditUpTo)) {
			most := p.credit.Mul(money.FromInt(int64(max(at.weeks, 1))))
			if at.weeks == 0 {
				most = p.credit.Mul(money.FromInt(52)).Quo(money.FromInt(12))
			}
			credit = most.Sub(cent.Apply(pay.Sub(from).Quo(p.divisor))).Positive()
		}
		employee = employee.Sub(credit).Positive()
		w.Step("prsi_employee", "PRSI of the employee, less the credit", employee, p.prsiCite, "{} × {} − {}", pay, p.prsi, credit)
	}
	rate := p.lower
	if pay.Greater(at.prsi(p.lowerUpTo)) {
		rate = p.employer
	}
	employer = cent.Apply(pay.Mul(rate))
	w.Step("prsi_employer", "PRSI of the employer", employer, p.prsiCite, "{} × {}", pay, rate)
	return employee, employer
}
