package payroll

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// a reduction is an annual amount, so many times.
type reduction struct{ each, times money.Dec }

// ofYear taxes the year's wages and divides the tax.
func (f *formula) ofYear(w *tax.Work, in *Payment, table string, n money.Dec, t taken) money.Dec {
	annual := in.StateIncomeTaxWages.Mul(n)
	off := money.Zero
	for _, p := range f.reductions(in, table, annual, n, t) {
		off = off.Add(p.each.Mul(p.times))
	}
	taxable := annual.Sub(off).Positive()
	due := f.scheduleAt(in, table, annual).tentative(taxable)
	for _, more := range f.added {
		due = due.Add(more[table].at(annual))
	}
	due = due.Sub(due.Mul(f.shareCredited[table].at(annual)))
	due = w.Round(due.Add(f.ofLocality(in, table, taxable)), f.annual)
	credits := f.credits(in, table, annual)
	due = due.Sub(credits).Positive()
	w.Step("state_annual", "Annual state income tax", due, f.cite, "schedule at {}, less {}", taxable, credits)
	return due.Quo(n).Sub(f.periodCredits(in)).Positive()
}

// scheduleAt is the annual schedule of a table at annual wages.
func (f *formula) scheduleAt(in *Payment, table string, annual money.Dec) *schedule {
	table = f.rated(in, table)
	if s := f.high[table]; s != nil && !annual.Less(f.highFrom) {
		return s
	}
	s, _ := pick(f.schedules, table)
	return s
}

// rated is the table whose schedule and deduction apply: in Oregon a single
// employee of several allowances has those of the married.
func (f *formula) rated(in *Payment, table string) string {
	if table == single && !f.marriedFrom.IsZero() && !money.FromInt(int64(in.StateAllowances)).Less(f.marriedFrom) {
		return married
	}
	return table
}

// ofLocality is the annual income tax of the locality, which the state's tables
// include.
func (f *formula) ofLocality(in *Payment, table string, taxable money.Dec) money.Dec {
	name := in.StateLocality + "_" + table
	switch bands, slab := f.localBands[name], f.onBand[name]; {
	case bands != nil:
		return bands.tentative(taxable)
	case slab != nil:
		return taxable.Mul(slab.reached(taxable).rate)
	}
	return taxable.Mul(f.local[in.StateLocality])
}

// ofPeriod divides the year's deductions and credits into the period and taxes
// what is left of the wages at one rate.
func (f *formula) ofPeriod(w *tax.Work, in *Payment, table string, n money.Dec, t taken) money.Dec {
	wages := in.StateIncomeTaxWages
	taxable := wages.Sub(f.divided(w, in, table, n, t)).Positive()
	due := w.Round(taxable.Mul(f.scheduleAt(in, table, wages.Mul(n)).rows[0].rate), f.parts)
	due = due.Sub(w.Round(f.credits(in, table, wages.Mul(n)).Quo(n), f.parts))
	if most, ok := pick(f.personal, table); ok {
		from, _ := pick(f.personalFrom, table)
		above := wages.Sub(w.Round(from.Quo(n), f.parts)).Positive()
		credit := w.Round(most.Quo(n), f.parts).Sub(w.Round(above.Mul(f.personalFor), f.parts)).Positive()
		w.Step("state_credit", "Credit of the period", credit, f.cite, "credit less {} of {} above the threshold", f.personalFor, above)
		due = due.Sub(credit)
	}
	return due.Positive()
}

// divided are the year's reductions, each divided into the period and rounded.
func (f *formula) divided(w *tax.Work, in *Payment, table string, n money.Dec, t taken) money.Dec {
	off := money.Zero
	for _, part := range f.reductions(in, table, in.StateIncomeTaxWages.Mul(n), n, t) {
		if f.how == byPeriod {
			part = reduction{part.each.Mul(part.times), money.One}
		}
		off = off.Add(w.Round(part.each.Quo(n), f.parts).Mul(part.times))
	}
	return off
}

// scaled divides the annual schedule into one of the payroll period; above an
// income New York takes one rate on all wages.
func (f *formula) scaled(w *tax.Work, in *Payment, table string, n money.Dec, t taken) money.Dec {
	if f.names == nil && (table == twoIncomes || table == headStatus) {
		if _, has := f.schedules[table]; !has {
			table = single
		}
	}
	frequency := string(in.Frequency)
	count := money.FromInt(f.counted(in, table, in.StateIncomeTaxWages.Mul(n)))
	net := in.StateIncomeTaxWages.Sub(f.perPeriod.deduction[table][frequency]).Sub(f.perPeriod.allowance[frequency].Mul(count))
	net = net.Sub(f.divided(w, in, table, n, t)).Positive()
	if top := f.whole[table]; top != nil && !net.Mul(n).Less(top.rows[1].from) {
		return net.Mul(n).Mul(top.entered(net.Mul(n)).rate).Quo(n)
	}
	s, _ := pick(f.schedules, table)
	at := row{}
	for _, r := range s.rows {
		if from := r.from.QuoRound(n, 0, money.HalfUp); !net.Less(from) {
			at = row{from, r.base.QuoRound(n, 2, money.HalfUp), r.rate}
		}
	}
	due := at.base.Add(w.Round(net.Sub(at.from).Mul(at.rate), cent))
	w.Step("state_net", "Net wages of the period", net, f.cite, "wages − deduction and exemption allowances")
	return due
}

// counted is how many allowances count at annual wages.
func (f *formula) counted(in *Payment, table string, annual money.Dec) int64 {
	if ends, ok := pick(f.allowanceEnds, table); ok && annual.Greater(ends) {
		return 0
	}
	return int64(in.StateAllowances)
}

// credits are what the year's tax is reduced by.
func (f *formula) credits(in *Payment, table string, annual money.Dec) money.Dec {
	credits := f.credit.Mul(money.FromInt(f.counted(in, table, annual)))
	if f.amount == amountCredits {
		credits = credits.Add(in.StateAmount)
	}
	return credits
}

// periodCredits are what the period's tax is reduced by.
func (f *formula) periodCredits(in *Payment) money.Dec {
	frequency := string(in.Frequency)
	credit := f.perPeriod.furtherCredit[frequency].Mul(money.FromInt(int64(in.StateFurther)))
	if in.status() == headStatus {
		credit = credit.Add(f.perPeriod.headCredit[frequency])
	}
	return credit
}

// reductions are what the year's wages are reduced by.
func (f *formula) reductions(in *Payment, table string, annual, n money.Dec, t taken) []reduction {
	off := append([]reduction{{f.standard(in, table, annual), money.One}}, f.allowances(in, table, annual, n)...)
	switch f.federal {
	case federalDeducts:
		off = append(off, reduction{t.federal.Mul(n), money.One})
	case federalLimited:
		off = append(off, reduction{money.Min(t.federal.Mul(n), f.federalMost[table].at(annual)), money.One})
	}
	if !f.contributionsMost.IsZero() {
		off = append(off, reduction{money.Min(t.contributions, f.contributionsMost.Sub(t.earlier).Positive()).Mul(n), money.One})
	}
	return off
}

// standard is the deduction that does not depend on the allowances.
func (f *formula) standard(in *Payment, table string, annual money.Dec) money.Dec {
	standard, _ := pick(f.deduction, f.few(in, f.rated(in, table)))
	if from, ok := pick(f.deductionFrom, table); ok {
		span, _ := pick(f.deductionSpan, table)
		standard = standard.Sub(standard.Mul(annual.Sub(from).Positive()).Quo(span)).Positive()
	}
	standard = standard.Add(f.deductionSteps[table].at(annual))
	switch {
	case f.amount == amountReplaces && in.StateAmount.Sign() > 0:
		standard = in.StateAmount
	case f.amount == amountDeducts:
		standard = standard.Add(in.StateAmount)
	}
	if in.StateAllowances > 0 {
		standard = standard.Add(money.Min(annual.Mul(f.percent), f.percentMost))
	}
	return standard
}

// allowances are what the allowances of the certificate deduct.
func (f *formula) allowances(in *Payment, table string, annual, n money.Dec) []reduction {
	claimed := f.counted(in, table, annual)
	count, further := money.FromInt(claimed), money.FromInt(int64(in.StateFurther))
	if printed := f.perPeriod.allowance; printed != nil {
		if f.how != byYear || claimed == 0 {
			return nil
		}
		frequency := string(in.Frequency)
		each := printed[frequency].Mul(count).Add(f.perPeriod.ifClaimed[frequency])
		return []reduction{{each.Mul(n), money.One}}
	}
	each := f.allowance
	if by := f.allowanceSteps[anyStatus]; by != nil {
		each = by.at(annual)
	}
	var own []reduction
	if first, ok := f.ownCount[table]; ok {
		have := money.Min(count, first)
		own = []reduction{{f.own[table].Mul(have).Quo(first), money.One}}
		count = count.Sub(have)
	}
	if f.how == byPeriod && each.Sign() > 0 {
		return append(own, reduction{each.Mul(count).Add(f.further.Mul(further)), money.One})
	}
	return append(own, reduction{each, count}, reduction{f.further, further})
}
