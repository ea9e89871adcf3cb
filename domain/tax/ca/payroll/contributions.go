package payroll

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// payment is what a request says of one payment.
type payment struct {
	pay, registered, dues, annual, additional              money.Dec
	pensionPaid, secondPaid, earned, insured, parentalPaid money.Dec
	claim, provincialClaim                                 *money.Dec // nil = none filed
	dependants                                             money.Dec
	pensionable, insurable                                 bool
	periods                                                money.Dec
}

// contributed is what the payment bears of contributions and premiums, and
// whether the year's maximum is reached with it.
type contributed struct {
	pension, second, insurance, parental          money.Dec
	parentalEmployer                              money.Dec
	pensionFull, insuranceFull, parentalFull      bool
	additional                                    money.Dec // what is deducted: F5, CSA
	pensionCredit, insuranceCredit, premiumCredit money.Dec // a year's
	employerInsurance                             money.Dec
}

// contribute works out the contributions of the payment.
func (p *edition) contribute(w *tax.Work, x *payment) (c contributed) {
	if x.pensionable {
		exempt := p.exemption.Quo(x.periods).Round(2, money.Down)
		most := p.pensionMost()
		c.pension = cent(x.pay.Sub(exempt).Mul(p.pensionRate())).Clamp(money.Zero, most.Sub(x.pensionPaid).Positive())
		c.pensionFull = !x.pensionPaid.Add(c.pension).Less(most)
		w.Step("pension", "Contribution to the pension plan", c.pension, p.contributionsCite, "min({} − {}, ({} − {}) × {})",
			most, x.pensionPaid, x.pay, exempt, p.pensionRate())
		above := money.Max(x.earned, p.maximum)
		secondMost := p.secondMaximum.Sub(p.maximum).Mul(p.secondRate)
		c.second = cent(x.earned.Add(x.pay).Sub(above).Mul(p.secondRate)).Clamp(money.Zero, secondMost.Sub(x.secondPaid).Positive())
		w.Step("second_pension", "Second additional contribution", c.second, p.contributionsCite, "min({} − {}, ({} + {} − {}) × {})",
			secondMost, x.secondPaid, x.earned, x.pay, above, p.secondRate)
	}
	if x.insurable {
		most := cent(p.insurable.Mul(p.insuranceRate))
		c.insurance = money.Min(cent(x.pay.Mul(p.insuranceRate)), most.Sub(x.insured).Positive())
		c.insuranceFull = !x.insured.Add(c.insurance).Less(most)
		c.employerInsurance = cent(c.insurance.Mul(p.employerMultiple))
		w.Step("insurance", "Premium of employment insurance", c.insurance, p.contributionsCite, "min({} − {}, {} × {})", most, x.insured, x.pay,
			p.insuranceRate)
		p.parentalInsurance(w, x, &c)
	}
	c.additional = cent(c.pension.Mul(p.firstRate).Quo(p.pensionRate())).Add(c.second)
	c.credits(p, x)
	return c
}

// parentalInsurance is Quebec's plan: both sides up to the same earnings.
func (p *edition) parentalInsurance(w *tax.Work, x *payment, c *contributed) {
	if !p.quebec {
		return
	}
	most := cent(p.parentalMaximum.Mul(p.parentalRate))
	whole := cent(x.pay.Mul(p.parentalRate))
	c.parental = money.Min(whole, most.Sub(x.parentalPaid).Positive())
	c.parentalFull = !x.parentalPaid.Add(c.parental).Less(most)
	c.parentalEmployer = cent(x.pay.Mul(p.parentalEmployer))
	if c.parental.Less(whole) {
		c.parentalEmployer = cent(c.parental.Mul(p.parentalEmployer).Quo(p.parentalRate))
	}
	w.Step("parental_insurance", "Premium of parental insurance", c.parental, p.contributionsCite, "min({} − {}, {} × {})", most,
		x.parentalPaid, x.pay, p.parentalRate)
}

// credits are the year's base contributions and premiums that are credited:
// those of the payment times the periods or, if more, those paid earlier in the
// year; and the maximum once it is reached.
func (c *contributed) credits(p *edition, x *payment) {
	year := func(part, paid, most money.Dec, full bool) money.Dec {
		if full {
			return cent(most)
		}
		return cent(money.Min(money.Max(part.Mul(x.periods), paid), most))
	}
	base := p.pensionRate().Sub(p.firstRate)
	if x.pensionable {
		ofBase := func(all money.Dec) money.Dec { return all.Mul(base).Quo(p.pensionRate()) }
		c.pensionCredit = year(ofBase(c.pension), ofBase(x.pensionPaid), p.maximum.Sub(p.exemption).Mul(base), c.pensionFull)
	}
	if x.insurable {
		c.insuranceCredit = year(c.insurance, x.insured, p.insurable.Mul(p.insuranceRate), c.insuranceFull)
		c.premiumCredit = year(c.parental, x.parentalPaid, p.parentalMaximum.Mul(p.parentalRate), c.parentalFull && p.quebec)
	}
}

type side struct {
	code               string
	employee, employer money.Dec
}

func (c *contributed) list(p *edition) []side {
	out := []side{{p.plan, c.pension, c.pension}, {p.plan + "2", c.second, c.second}, {"ei", c.insurance, c.employerInsurance}}
	if p.quebec {
		out = append(out, side{"qpip", c.parental, c.parentalEmployer})
	}
	return out
}

func (p *edition) pensionRate() money.Dec { return p.baseRate.Add(p.firstRate) }
func (p *edition) pensionMost() money.Dec { return p.maximum.Sub(p.exemption).Mul(p.pensionRate()) }

func cent(x money.Dec) money.Dec { return x.Round(2, money.HalfUp) }
