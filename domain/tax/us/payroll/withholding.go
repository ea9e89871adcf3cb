package payroll

import (
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

// stateIncomeTax is the income tax that a state with a flat rate has withheld;
// of other states nothing is.
func (p *params) stateIncomeTax(w *tax.Work, in *Payment, add func(string, string, money.Dec, bool)) {
	f, known := p.flatRates[in.State]
	if !known {
		return
	}
	rate := f.rate
	if in.StateElected != nil {
		rate = *in.StateElected
	}
	w.Cite(f.cite)
	due := w.Round(in.StateIncomeTaxWages.Mul(rate).Add(in.StateExtra), cent)
	w.Step(StateIncomeTax, "State income tax to withhold", due, f.cite, "{} × {} + {}", in.StateIncomeTaxWages, rate, in.StateExtra)
	add(StateIncomeTax, tax.LevyTax, due, true)
}
