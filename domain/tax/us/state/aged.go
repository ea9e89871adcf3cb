package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// aged is what a state gives to taxpayers who are 65 or older or blind. The
// file aged.yaml of a state holds it; a state that gives nothing says so with
// amounts of 0, and returns of such taxpayers are refused where there is no
// such file.
type aged struct {
	known             bool
	each              [5]money.Dec // exemption for each age and each blindness
	old               money.Dec    // exemption for each age alone; blindness is then not modelled
	oldOnly           bool
	low               money.Dec // further exemption for each age below an income
	lowLimit          [5]money.Dec
	credits, personal money.Dec // personal credits, or dollars of credit, for each age and each blindness
	cite              []law.Citation
}

func readAged(r reader) (a aged, err error) {
	a.oldOnly = r.Has("aged_exemption")
	a.known = a.oldOnly || r.Has("aged_blind_exemption") || r.Has("aged_blind_credits") || r.Has("aged_blind_credit")
	a.each, a.old = r.status("aged_blind_exemption"), r.num("aged_exemption")
	a.low, a.lowLimit = r.num("aged_low_exemption"), r.status("aged_low_limit")
	a.credits, a.personal = r.num("aged_blind_credits"), r.num("aged_blind_credit")
	a.cite = r.Citations()
	return a, r.Err()
}

const agedFrom = 65

// oldAndBlind counts the taxpayers of the age and those who are blind.
func oldAndBlind(in *form1040.Return) (old, blind money.Dec) {
	count := func(p *form1040.Person) {
		if p.Age >= agedFrom {
			old = old.Add(money.One)
		}
		if p.Blind {
			blind = blind.Add(money.One)
		}
	}
	count(&in.You)
	if in.Status == form1040.Joint {
		count(&in.Spouse)
	}
	return old, blind
}

// exemption is what is deducted for age and blindness.
func (a *aged) exemption(c *filing) money.Dec {
	if !a.known {
		return money.Zero
	}
	old, blind := oldAndBlind(c.in)
	sum := old.Add(blind).Mul(a.each[c.in.Status]).Add(old.Mul(a.old))
	if c.agi.Less(a.lowLimit[c.in.Status]) {
		sum = sum.Add(old.Mul(a.low))
	}
	return sum
}

// count is how many ages and blindnesses bring a credit.
func (a *aged) count(in *form1040.Return) money.Dec {
	old, blind := oldAndBlind(in)
	return old.Add(blind)
}

// unmodelled reports whether the return has an age or a blindness that the
// state's parameters say nothing of.
func (a *aged) unmodelled(in *form1040.Return) bool {
	_, blind := oldAndBlind(in)
	return !a.known || a.oldOnly && !blind.IsZero()
}
