package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// readColorado is the pension and annuity subtraction: of each taxpayer of an age
// the retirement income, up to an amount less the social security that is
// subtracted beside it, and a smaller amount from an earlier age on (C.R.S.
// § 39-22-104(4)(f)).
func readColorado(r reader) own {
	most, early, from := r.num("pension_subtraction"), r.num("pension_subtraction_early"), r.num("pension_subtraction_early_age")
	if most.IsZero() {
		return own{}
	}
	of := func(c *filing, who *form1040.Person) money.Dec {
		limit := most
		switch {
		case money.FromInt(int64(who.Age)).Less(from):
			return money.Zero
		case who.Age < agedFrom:
			limit = early
		}
		return money.Min(c.pensionOf(who), limit.Sub(c.benefitsOf(who)).Positive())
	}
	return own{subtractLabel: "Pension and annuity subtraction", subtract: func(c *filing) money.Dec {
		sum := of(c, &c.in.You)
		if c.in.Status == form1040.Joint {
			sum = sum.Add(of(c, &c.in.Spouse))
		}
		return sum
	}}
}

// rareColorado subtracts gifts above an amount where the federal return takes the
// standard deduction (C.R.S. § 39-22-104(4)(m)).
func rareColorado(r reader, o *own) {
	from := r.num("gifts_from")
	if from.IsZero() {
		return
	}
	pensions := o.subtract
	o.subtractLabel = "Pension and annuity subtraction, and that for gifts"
	o.subtract = func(c *filing) money.Dec {
		off := money.Zero
		if pensions != nil {
			off = pensions(c)
		}
		if c.f.At(form1040.FItem).IsZero() {
			off = off.Add(c.in.GiftsCash.Sub(from).Positive())
		}
		return off
	}
}
