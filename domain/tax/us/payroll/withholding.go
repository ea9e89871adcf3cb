package payroll

import (
	"slices"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// StateIncomeTax is the code of the income tax withheld for a state.
const StateIncomeTax = "state_income_tax"

// flatRate is the rate of a state that withholds one part of all wages: a fixed
// one, or one of those that the employee may elect.
type flatRate struct {
	rate    money.Dec   // what is withheld without an election
	choices []money.Dec // what may be elected; none of a fixed rate
	cite    []law.Citation
}

// electedStates let the employee choose the rate.
var electedStates = []string{"az"}

// fixedStates withhold one rate from everyone.
var fixedStates = []string{"pa"}

func readFlatRates(r *law.Reader) map[string]flatRate {
	rates := map[string]flatRate{}
	for _, state := range fixedStates {
		if name := "withholding_" + state; r.Has(name) {
			n := r.Num(name)
			rates[state] = flatRate{rate: n.Dec, cite: n.Cite}
		}
	}
	for _, state := range electedStates {
		if name := "withholding_" + state; r.Has(name) {
			table, cite := r.Table(name)
			f := flatRate{cite: cite}
			for key, x := range table {
				if key == "default" {
					f.rate = x
				} else {
					f.choices = append(f.choices, x)
				}
			}
			rates[state] = f
		}
	}
	return rates
}

// offers reports whether an employee may elect a rate.
func (f *flatRate) offers(rate money.Dec) bool {
	for _, x := range f.choices {
		if x.Equal(rate) {
			return true
		}
	}
	return false
}

// stateIncomeTax is the income tax that a state has withheld: by its rate or by
// its formula. Of a state of which neither is known nothing is.
func (p *params) stateIncomeTax(w *tax.Work, in *Payment, t taken, add func(string, string, money.Dec, bool)) {
	if f, known := p.flatRates[in.State]; known {
		rate := f.rate
		if in.StateElected != nil {
			rate = *in.StateElected
		}
		w.Cite(f.cite)
		due := w.Round(in.StateIncomeTaxWages.Mul(rate).Add(in.StateExtra), cent)
		w.Step(StateIncomeTax, "State income tax to withhold", due, f.cite, "{} × {} + {}", in.StateIncomeTaxWages, rate, in.StateExtra)
		add(StateIncomeTax, tax.LevyTax, due, true)
		return
	}
	f, err := formulaOf(in.State, in.PayDate)
	if err != nil || f == nil {
		return
	}
	w.Cite(f.cite)
	due := money.Zero
	if !in.StateExempt {
		due = w.Round(f.withheld(w, in, t), f.rounding)
	}
	due = w.Round(due.Add(in.StateExtra), cent)
	w.Step(StateIncomeTax, "State income tax to withhold", due, f.cite, "state formula at {} + {}", in.StateIncomeTaxWages, in.StateExtra)
	add(StateIncomeTax, tax.LevyTax, due, true)
}

// untaxed are the states that tax no wages.
var untaxed = []string{"ak", "fl", "nh", "nv", "sd", "tn", "tx", "wa", "wy"}

// checkState refuses a certificate or a frequency that the state's formula
// does not know.
func (in *Payment) checkState() error {
	f, err := formulaOf(in.State, in.PayDate)
	if err != nil {
		return err
	}
	if f == nil || in.StateExempt {
		return nil
	}
	var faults tax.InputError
	if field, why := f.lacks(in); field != "" {
		faults.Add(field, "%s", why)
	}
	return faults.Err()
}

// incomeTaxAssumptions say what the state's income tax rests on.
func (p *params) incomeTaxAssumptions(in *Payment) []string {
	f, err := formulaOf(in.State, in.PayDate)
	_, flat := p.flatRates[in.State]
	switch {
	case slices.Contains(untaxed, in.State) || flat:
		return nil
	case err != nil || f == nil:
		return []string{"No income tax of the state is withheld: its formula for the pay date is not known."}
	}
	notes := []string{"The state's income tax is withheld by its formula for regular wages, by the allowances of the state's certificate; " +
		"without any it is withheld as from an employee without a certificate. The payroll period ends on the pay date."}
	if f.note != "" {
		notes = append(notes, f.note)
	}
	return notes
}
