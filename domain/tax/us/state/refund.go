package state

import (
	"strings"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// refund is the refundable credits: parts of the federal earned income credit,
// and of care where it is refundable.
type refund struct {
	known, none  bool
	are          string // the sentence that names them
	others       string // names of those that the return states, if it has them
	earnedIncome money.Dec
	each         [5]*block.Schedule // amounts for each person by federal adjusted gross income
	byChildren   [4]money.Dec       // parts by the number of qualifying children, 3 = more too
	// tentativeCare is a part of the federal credit for care before the federal
	// tax limits it.
	tentativeCare money.Dec
	own           *ownRefund // nil = none
	group, every  groupSet   // what it cites where it stands, and on every return
}

// ownRefund is what a state's law refunds by rules of its own.
type ownRefund struct {
	are string // names what amount counts beside parts of federal credits
	// amount is in place of earnedIncome where alone, else beside it.
	amount func(c *filing) money.Dec
	alone  bool
	// wants names what a return does not say and the credits turn on, "" = nothing.
	wants func(c *filing) string
	// stands reports what a return has of them that neither children nor a low income
	// tells; every are the citations of what each return has, which are read first.
	stands func(c *filing) bool
	every  []law.Citation
}

// readRefund reads what is refundable.
func (p *params) readRefund(e *Entry, r reader) error {
	f := refund{earnedIncome: r.num("earned_income_refund"), none: r.says("refundable_none"), tentativeCare: r.num("care_refund_of_tentative")}
	f.byChildren = [4]money.Dec{1: r.num("earned_income_refund_one"), 2: r.num("earned_income_refund_two"),
		3: r.num("earned_income_refund_more")}
	if f.each = r.schedules("food_credit"); f.each[form1040.Single] != nil {
		f.each[form1040.Separate] = nil // the incomes of both spouses count, which are not known
	}
	if e.refunds != nil {
		f.own = e.refunds(r)
	}
	cited := 0
	if f.own != nil && len(f.own.every) > 0 {
		f.every, cited = p.law.add(f.own.every), len(f.own.every)
	}
	if r.Has("refundable_others") {
		f.others, _ = r.Text("refundable_others")
	}
	f.known = f.none || r.Has("earned_income_refund") || r.Has("earned_income_refund_one") || p.own.refund != nil || f.own != nil
	f.group = p.law.add(r.Citations()[cited:])
	p.refund = f
	p.refund.are = "Of refundable credits its net_payable counts " + p.refund.name(p) + "."
	return r.Err()
}

// name names the refundable credits that are modelled, and those that the return states.
func (f *refund) name(p *params) string {
	if f.none && f.others == "" {
		return "none"
	}
	var names []string
	switch {
	case f.none:
		names = append(names, "none by itself")
	case p.own.refundsAlone:
		names = append(names, p.own.refundsAre)
	default:
		if f.own == nil || !f.own.alone {
			names = append(names, "the earned income credit")
		}
		if p.care.refundable || f.tentativeCare.Sign() > 0 {
			names = append(names, "that for care")
		}
		if f.own != nil && f.own.are != "" {
			names = append(names, f.own.are)
		}
		if p.own.refundsAre != "" {
			names = append(names, p.own.refundsAre)
		}
	}
	said := strings.Join(names, ", ")
	if f.others != "" {
		said += "; others (" + f.others + ") as state_refundable_credits gives them"
	}
	return said
}

// perPerson is what is paid out for each person at an income.
func (f *refund) perPerson(c *filing) money.Dec {
	each := f.each[c.in.Status]
	if each == nil {
		return money.Zero
	}
	return amountFrom(each, c.agi).Mul(c.heads())
}

// stands reports whether the return has what refundable credits are for: others cite
// nothing of them.
func (f *refund) stands(c *filing) bool {
	in := c.in
	const childless = 30_000 // no earned income credit of those without a child, whatever their age, reaches it
	return f.known && (f.own != nil && f.own.stands != nil && f.own.stands(c) || !c.f.At(form1040.F27).IsZero() ||
		in.Children+in.OtherDependents > 0 || !in.CareExpenses.IsZero() ||
		!in.PropertyTaxes.IsZero() || !in.StateCredits.IsZero() || !f.perPerson(c).IsZero() ||
		c.agi.Less(money.FromInt(childless)))
}

// wants says why the refundable credits of a return are not known, "" if they are.
func (e *Entry) wants(c *filing) string {
	f := &c.p.refund
	switch {
	case f.known && (f.own == nil || f.own.wants == nil):
		return ""
	case f.known:
		return f.own.wants(c)
	case e.unread != "":
		return e.unread
	}
	return "its refundable credits are not modelled in this year"
}

// of is the refundable credits of a return.
func (f *refund) of(c *filing) money.Dec {
	if c.forfeits {
		return money.Zero
	}
	sum := c.in.StateCredits.Add(f.perPerson(c))
	if f.own == nil || !f.own.alone {
		part := f.earnedIncome.Add(f.byChildren[min(c.in.EICChildren, len(f.byChildren)-1)])
		sum = sum.Add(c.whole(c.f.At(form1040.F27).Mul(part)))
	}
	if c.p.care.refundable {
		sum = sum.Add(c.p.care.amount(c))
	}
	if f.tentativeCare.Sign() > 0 && !c.in.CareExpenses.IsZero() {
		sum = sum.Add(c.whole(c.f.At(form1040.K9).Mul(f.tentativeCare)))
	}
	if f.own != nil {
		sum = sum.Add(c.whole(f.own.amount(c)))
	}
	if c.p.own.refund != nil {
		sum = sum.Add(c.whole(c.p.own.refund(c)))
	}
	return sum
}

// adult reports whether a taxpayer has reached an age.
func (c *filing) adult(age money.Dec) bool {
	old := func(who *form1040.Person) bool { return !money.FromInt(int64(who.Age)).Less(age) }
	return old(&c.in.You) || c.in.Status == form1040.Joint && old(&c.in.Spouse)
}

// ageless is the federal earned income credit, of those without a qualifying
// child whatever their age, from one on.
func (c *filing) ageless(from money.Dec) money.Dec {
	if credit := c.f.At(form1040.F27); !credit.IsZero() || c.in.EICChildren > 0 || !c.adult(from) {
		return credit
	}
	return c.f.EarnedIncomeOfAnyAge()
}

// Refunding are the slugs of the states whose refundable credits are modelled in some year.
func Refunding() (slugs []string) {
	for _, e := range Entries {
		if !e.Untaxed() && e.refundsKnown() {
			slugs = append(slugs, e.Slug)
		}
	}
	return slugs
}

func (e *Entry) refundsKnown() bool {
	for year := e.Held().From; year <= e.Held().To; year++ {
		if p, err := e.params(year); err == nil && p.refund.known {
			return true
		}
	}
	return false
}
