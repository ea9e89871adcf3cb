package state

import "github.com/tallystick/tallystick/domain/money"

// connecticut taxes by the Tax Calculation Schedule of Form CT-1040: an
// exemption that falls with income, an addition that takes back the lowest
// rate, additions that recapture the lower rates, and a credit that is a part
// of the tax (Conn. Gen. Stat. §§ 12-700, 12-702, 12-703).
var connecticut = &Entry{Code: "ct", Slug: "connecticut", Name: "Connecticut", Itemized: true, Dependents: true, Children: true,
	Strict: true, rules: readConnecticut, refuse: refuseConnecticut}

// ladder is an amount that grows by steps of income up to a limit.
type ladder struct{ start, step, amount, limit [5]money.Dec }

func (r reader) ladder(name string) ladder {
	return ladder{r.status(name + "_start"), r.status(name + "_step"), r.status(name + "_amount"), r.status(name + "_limit")}
}

func (l *ladder) at(c *filing) money.Dec {
	s := c.in.Status
	if l.step[s].IsZero() {
		return money.Zero
	}
	return money.Min(l.limit[s], stepsAbove(c.agi, l.start[s], l.step[s]).Mul(l.amount[s]))
}

func readConnecticut(r reader) own {
	exemption, exemptionStart := r.status("falling_exemption"), r.status("falling_exemption_start")
	step, each := r.num("falling_exemption_step"), r.num("falling_exemption_amount")
	additions := [4]ladder{r.ladder("add_back"), r.ladder("recapture_low"), r.ladder("recapture_middle"), r.ladder("recapture_high")}
	credit := r.schedules("personal_credit")
	return own{
		deduct: func(c *filing) money.Dec {
			lost := stepsAbove(c.agi, exemptionStart[c.in.Status], step).Mul(each)
			return exemption[c.in.Status].Sub(lost).Positive()
		},
		moreLabel: "Phase-out of the lowest rate and recapture",
		more: func(c *filing) money.Dec {
			sum := money.Zero
			for i := range additions {
				sum = sum.Add(additions[i].at(c))
			}
			return sum
		},
		credit: func(c *filing) money.Dec {
			return c.whole(c.due.Mul(amountAt(credit[c.in.Status], c.agi)))
		},
	}
}
