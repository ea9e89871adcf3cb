package de

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// taxAtSpecialRate is § 32b Abs. 2: the average rate of the tariff on the
// income with what raises the rate, applied to the income itself.
func (p *params) taxAtSpecialRate(w *tax.Work, who *taxpayer, code, label string, income money.Dec) money.Dec {
	w.Cite(p.progressionCite)
	taxed := w.Round(income, p.tariff.income)
	whole := w.Round(income.Add(who.progression), p.tariff.income)
	onWhole := p.tariff.on(w.Mode, who.share(whole)).Mul(who.parts)
	rate := p.specialRate(w, onWhole, whole)
	amount := w.Round(taxed.Mul(rate), p.tariff.tax)
	w.Step(code+"_special_rate", "Special rate of the progression proviso, four places of a percentage", rate, p.progressionCite, "{} ÷ {}",
		onWhole, whole)
	w.Step(code, label+" at the special rate", amount, p.tariff.cite, "{} × {}, rounded down to a euro", taxed, rate)
	return amount
}

// specialRate is the average rate on an income.
func (p *params) specialRate(w *tax.Work, due, whole money.Dec) money.Dec {
	if whole.IsZero() {
		return money.Zero
	}
	return w.Round(due.QuoRound(whole, exactPlaces, money.Down), p.specialRounding)
}

// exactPlaces is how far a rate that is not rounded is computed.
const exactPlaces = 20

// rawOf and slopeOf are the unrounded tax on a taxable income and its slope.
func (p *params) rawOf(who *taxpayer, income money.Dec) money.Dec {
	if who.progression.IsZero() {
		return p.tariff.raw(who.share(income)).Mul(who.parts)
	}
	exact := tax.ExactWork()
	whole := income.Add(who.progression)
	return income.Mul(p.specialRate(&exact, p.tariff.raw(who.share(whole)).Mul(who.parts), whole))
}

func (p *params) slopeOf(who *taxpayer, income money.Dec) money.Dec {
	whole := income.Add(who.progression)
	slope := p.tariff.slope(who.share(whole))
	if who.progression.IsZero() {
		return slope
	}
	// The rate itself rises with the income: d(x·r)/dx = r + x·(slope − r) ÷ whole.
	exact := tax.ExactWork()
	rate := p.specialRate(&exact, p.tariff.raw(who.share(whole)).Mul(who.parts), whole)
	return rate.Add(income.Mul(slope.Sub(rate)).QuoRound(whole, exactPlaces, money.HalfUp))
}

// bands are the tariff's zones, or the income at its special rate.
func (p *params) bands(who *taxpayer, due *liability) []tax.BandResult {
	if who.progression.IsZero() {
		return p.tariff.zones(due.income, who.parts)
	}
	income := p.tariff.income.Apply(due.income)
	band := tax.BandResult{Label: "Special rate of the progression proviso", Amount: income, Tax: due.tariff}
	if income.Sign() > 0 {
		band.Rate = due.tariff.QuoRound(income, 4, money.HalfUp)
	}
	return []tax.BandResult{band}
}
