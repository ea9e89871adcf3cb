package state

import (
	"fmt"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// arkansas takes an amount for the lower brackets off one rate on the whole
// income, and a smaller one at high incomes (Ark. Code § 26-51-201). Those of
// low income may read their tax from a table by adjusted gross income, without
// a deduction (§ 26-51-301); couples may be taxed apart on one return.
var arkansas = &Entry{Code: "ar", Slug: "arkansas", Name: "Arkansas", Dependents: true, Children: true, OneEarner: true,
	Apart: true, Strict: true, couple: arkansasCouple, rules: readArkansas, refuse: refuseArkansas}

func arkansasCouple(r reader) couple {
	return couple{known: r.says("separate_on_same_return"), pensions: true, business: true, spouseBusiness: true}
}

// refuseArkansas refuses early distributions of retirement accounts, which have no
// exemption, gains beyond what is exempt in full, and student loan interest of
// couples who may be taxed apart, whose it is not being known.
func refuseArkansas(in *form1040.Return) string {
	const retired, allExemptFrom = 60, 10_000_000
	switch {
	case in.You.Age < retired && !in.IRADistributions.IsZero():
		return fmt.Sprintf("distributions of a retirement account before the age of %d are not modelled for this state", retired)
	case in.LongTermGain.Greater(money.FromInt(allExemptFrom)):
		return "gains above 10,000,000 are not modelled for this state"
	case !in.StudentLoanInterest.IsZero() && TwoIncomes(in):
		return "student loan interest of couples who both have income is not modelled for this state: it is not known whose it is"
	}
	return ""
}

// arkansasWay is one way to find the tax, with the personal and additional
// credits that belong to it.
type arkansasWay struct{ tax, credits money.Dec }

func (w arkansasWay) left(care money.Dec) money.Dec { return w.tax.Sub(w.credits).Sub(care).Positive() }

// arkansasLaw holds the parameters of one year.
type arkansasLaw struct {
	adjustment, additional *block.Schedule
	// low is the Low Income Tax Table by filing status, for up to one and for
	// more dependents; nil = none.
	low            [5][2]*block.Schedule
	limit, atLimit money.Dec
	each, special  money.Dec
	persons        [5]money.Dec
}

func readArkansas(r reader) own {
	law := readArkansasLaw(r)
	return own{
		tax: func(c *filing) money.Dec {
			way := law.best(c)
			c.ownCredit = way.credits
			return way.tax
		},
		credit: func(c *filing) money.Dec { return c.ownCredit },
	}
}

func readArkansasLaw(r reader) *arkansasLaw {
	law := &arkansasLaw{
		adjustment: r.schedule("bracket_adjustment"), additional: r.schedule("additional_credit"),
		limit: r.num("table_limit"), atLimit: r.num("tax_at_table_limit"),
		each: r.num("personal_credit"), persons: r.status("personal_credits"), special: r.num("aged_special_credit"),
	}
	single := r.schedule("low_income_single")
	heads := [2]*block.Schedule{r.schedule("low_income_head"), r.schedule("low_income_head_two")}
	joint := [2]*block.Schedule{r.schedule("low_income_joint"), r.schedule("low_income_joint_two")}
	law.low = [5][2]*block.Schedule{form1040.Single: {single, single}, form1040.Joint: joint, form1040.Head: heads,
		form1040.SurvivingSpouse: heads}
	return law
}

// personal are the personal tax credits but that of those of 65 who claim no
// exemption of retirement income.
func (l *arkansasLaw) personal(c *filing) money.Dec {
	return l.persons[c.in.Status].Add(dependents(c.in)).Mul(l.each).Add(c.p.aged.count(c.in).Mul(c.p.aged.personal))
}

// arkansasClaim says what of the exemptions of retirement income is claimed: back
// is what is not, of both and of the spouse, and special the credits for those of
// 65 who claim none.
type arkansasClaim struct {
	back, spouseBack, special money.Dec
	none                      bool // no exemption is claimed
}

// best is the way with the least tax after credits, the regular one where two
// are equal. Each taxpayer may leave the exemption of retirement income for the
// credit of those of 65 or the Low Income Tax Table.
func (l *arkansasLaw) best(c *filing) arkansasWay {
	personal, care := l.personal(c), c.p.care.credit(c)
	yours, spouses := c.p.pension.of(c, &c.in.You), money.Zero
	if c.in.Status == form1040.Joint {
		spouses = c.p.pension.of(c, &c.in.Spouse)
	}
	special := func(who *form1040.Person, claimed money.Dec) money.Dec {
		if who.Age < agedFrom || !claimed.IsZero() || who == &c.in.Spouse && c.in.Status != form1040.Joint {
			return money.Zero
		}
		return l.special
	}
	var way arkansasWay
	for leave := range 4 {
		kept, spouseKept := yours, spouses
		if leave&1 != 0 {
			kept = money.Zero
		}
		if leave&2 != 0 {
			spouseKept = money.Zero
		}
		if leave&1 != 0 && yours.IsZero() || leave&2 != 0 && spouses.IsZero() {
			continue
		}
		back := spouses.Sub(spouseKept)
		claim := arkansasClaim{back: yours.Sub(kept).Add(back), spouseBack: back, none: kept.IsZero() && spouseKept.IsZero(),
			special: special(&c.in.You, kept).Add(special(&c.in.Spouse, spouseKept))}
		if other := l.claimed(c, &claim, personal, care); leave == 0 || other.left(care).Less(way.left(care)) {
			way = other
		}
	}
	return way
}

// claimed is the best way with a claim of exemptions.
func (l *arkansasLaw) claimed(c *filing, claim *arkansasClaim, personal, care money.Dec) arkansasWay {
	personal = personal.Add(claim.special)
	net := c.taxable
	if !claim.back.IsZero() {
		net = c.start.Add(claim.back).Sub(c.p.deduction(c)).Sub(c.p.itemize.beyondStandard(c)).Positive()
	}
	way := l.regular(c, net)
	way.credits = way.credits.Add(personal)
	choose := func(other arkansasWay, open bool) {
		other.credits = other.credits.Add(personal)
		if open && other.left(care).Less(way.left(care)) {
			way = other
		}
	}
	if claim.none {
		choose(l.lowIncome(c, c.start.Add(claim.back)))
	}
	if c.both() {
		choose(l.apart(c, claim, false))
		if mayItemize(c.in) {
			choose(l.apart(c, claim, true))
		}
	}
	return way
}

// regular is the tax on a net income by the regular table.
func (l *arkansasLaw) regular(c *filing, net money.Dec) arkansasWay {
	return arkansasWay{l.table(c, net), l.credit(c, net)}
}

// credit is the additional tax credit for qualified individuals.
func (l *arkansasLaw) credit(c *filing, net money.Dec) money.Dec {
	return amountAt(l.additional, net).Mul(persons(c.in))
}

// apart taxes each spouse's income with a standard deduction of its own, or
// with itemised deductions prorated by income. A spouse whose income is negative
// cannot be taxed apart.
func (l *arkansasLaw) apart(c *filing, claim *arkansasClaim, itemised bool) (out arkansasWay, open bool) {
	spouse := c.ofSpouse().Add(claim.spouseBack)
	all := c.start.Add(claim.back)
	yours := all.Sub(spouse)
	if spouse.Sign() < 0 || yours.Sign() < 0 || all.IsZero() {
		return out, false
	}
	each := c.p.standard[form1040.Separate]
	off := [2]money.Dec{each, each}
	if itemised {
		sum := c.p.itemize.sum(c)
		part := yours.Quo(all)
		if c.in.Method == form1040.AsForm {
			part = part.Mul(hundred).Whole(money.HalfUp).Quo(hundred)
		}
		off[0] = c.whole(sum.Mul(part))
		off[1] = sum.Sub(off[0])
	}
	for i, income := range [2]money.Dec{yours, spouse} {
		net := income.Sub(off[i]).Positive()
		out.tax = out.tax.Add(l.table(c, net))
		out.credits = out.credits.Add(amountAt(l.additional, net))
	}
	return out, true
}

// lowIncome is the tax by the Low Income Tax Table on an adjusted gross income
// without exemptions, which is open up to its last row to the total income,
// untaxed social security too.
func (l *arkansasLaw) lowIncome(c *filing, agi money.Dec) (arkansasWay, bool) {
	more := 0
	if dependents(c.in).Greater(money.One) {
		more = 1
	}
	rows := l.low[c.in.Status][more]
	total := c.f.At(form1040.F9).Add(c.in.SocialSecurity).Sub(c.f.At(form1040.F6b))
	if rows == nil || holding(rows, total) == len(rows.Bands)-1 {
		return arkansasWay{}, false
	}
	return arkansasWay{amountAt(rows, agi), l.credit(c, agi)}, true
}

var (
	arkansasShift = money.FromInt(75000) // rows end with their upper end from here on
	one50         = money.FromInt(50)
	one51         = money.FromInt(51)
)

// table is the tax of the Regular Income Tax Table: that of the middle of a row
// of 100, and above the last row a rate on the excess.
func (l *arkansasLaw) table(c *filing, net money.Dec) money.Dec {
	if c.in.Method != form1040.AsForm {
		return l.formula(c, net)
	}
	if net.Greater(l.limit) {
		over := net.Sub(l.limit)
		return l.atLimit.Add(over.Mul(c.schedule.Entered(net).Rate)).Whole(money.HalfUp)
	}
	middle := net.QuoRound(hundred, 0, money.Floor).Mul(hundred).Add(one50)
	if !net.Less(arkansasShift) {
		middle = net.Sub(money.One).QuoRound(hundred, 0, money.Floor).Mul(hundred).Add(one51)
	}
	return l.formula(c, middle).Whole(money.HalfUp)
}

// formula is the rate of the bracket on the whole income less the adjustment.
func (l *arkansasLaw) formula(c *filing, net money.Dec) money.Dec {
	return net.Mul(c.schedule.Entered(net).Rate).Sub(amountAt(l.adjustment, net)).Positive()
}
