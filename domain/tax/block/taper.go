package block

import "github.com/tallystick/tallystick/domain/money"

// Taper shrinks an allowance, credit or relief as a measure of income rises
// above a threshold.
type Taper struct {
	Above money.Dec // the measure at which it begins
	Rate  money.Dec // how much is lost per unit of excess: 0.5 is 1 for every 2
	// Step, where set, counts the excess in whole steps: those completed when
	// StepHow is Down ("for every 200"), those begun when Up ("or part of it").
	Step    money.Dec
	StepHow money.Rounding
	Round   Rounding // of what remains
}

// Lost returns what a measure takes away, without the allowance's own limit.
func (t *Taper) Lost(m Mode, measure money.Dec) money.Dec {
	excess := measure.Sub(t.Above)
	if excess.Sign() <= 0 {
		return money.Zero
	}
	if m == Rounded && t.Step.Sign() > 0 {
		excess = excess.ToMultiple(t.Step, t.StepHow)
	}
	return excess.Mul(t.Rate)
}

// Reduce returns what remains of allowance at a measure; never below 0.
func (t *Taper) Reduce(m Mode, allowance, measure money.Dec) money.Dec {
	lost := t.Lost(m, measure)
	if lost.IsZero() {
		return allowance
	}
	return t.Round.In(m, allowance.Sub(lost).Positive())
}

// Phase is a relief that grows at Rate above From until it reaches Max, and
// shrinks again by Out. It models earned-income credits and shade-ins.
type Phase struct {
	From, Rate, Max money.Dec
	Out             Taper
}

// At returns the relief for a measure that grows it and one that shrinks it
// (often the same income).
func (p *Phase) At(m Mode, grows, shrinks money.Dec) money.Dec {
	in := money.Min(grows.Sub(p.From).Positive().Mul(p.Rate), p.Max)
	return p.Out.Reduce(m, in, shrinks)
}

// ShadeIn limits a charge that begins at a threshold to rate times the excess
// over it, so that no cliff arises: marginal relief.
func ShadeIn(charge, measure, threshold, rate money.Dec) money.Dec {
	return money.Min(charge, measure.Sub(threshold).Positive().Mul(rate))
}
