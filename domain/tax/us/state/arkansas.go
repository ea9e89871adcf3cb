package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// arkansas takes an amount for the lower brackets off one rate on the whole
// income, and a smaller one at high incomes (Ark. Code § 26-51-201). Those of
// low income may read their tax from a table by adjusted gross income, without
// a deduction (§ 26-51-301); couples may be taxed apart on one return.
var arkansas = &Entry{Code: "ar", Slug: "arkansas", Name: "Arkansas", Dependents: true, Children: true, OneEarner: true,
	Apart: true, Strict: true, couple: arkansasCouple, rules: readArkansas}

func arkansasCouple(r reader) couple { return couple{known: r.says("separate_on_same_return")} }

// arkansasWay is one way to find the tax: the tax, and the additional credit
// that depends on the net income of the way.
type arkansasWay struct{ tax, additional money.Dec }

func (w arkansasWay) left(credits money.Dec) money.Dec {
	return w.tax.Sub(w.additional).Sub(credits).Positive()
}

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
		tax:    func(c *filing) money.Dec { return law.best(c).tax },
		credit: func(c *filing) money.Dec { return law.personal(c).Add(law.best(c).additional) },
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

// personal are the personal tax credits.
func (l *arkansasLaw) personal(c *filing) money.Dec {
	old, _ := oldAndBlind(c.in)
	return l.persons[c.in.Status].Add(dependents(c.in)).Mul(l.each).Add(c.p.aged.count(c.in).Mul(c.p.aged.personal)).Add(old.Mul(l.special))
}

// best is the way with the least tax after credits, the regular one where two
// are equal.
func (l *arkansasLaw) best(c *filing) arkansasWay {
	credits := l.personal(c)
	way := l.regular(c, c.taxable)
	choose := func(other arkansasWay, open bool) {
		if open && other.left(credits).Less(way.left(credits)) {
			way = other
		}
	}
	choose(l.lowIncome(c))
	if c.both() {
		choose(l.apart(c), true)
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

// apart taxes each spouse's income with a standard deduction of its own.
func (l *arkansasLaw) apart(c *filing) arkansasWay {
	each := c.p.standard[form1040.Separate]
	low := c.lower()
	out := arkansasWay{}
	for _, net := range [2]money.Dec{low.Sub(each).Positive(), c.start.Sub(low).Sub(each).Positive()} {
		out.tax = out.tax.Add(l.table(c, net))
		out.additional = out.additional.Add(amountAt(l.additional, net))
	}
	return out
}

// lowIncome is the tax by the Low Income Tax Table, which is open up to its
// last row to the total income, untaxed social security too.
func (l *arkansasLaw) lowIncome(c *filing) (arkansasWay, bool) {
	more := 0
	if dependents(c.in).Greater(money.One) {
		more = 1
	}
	rows := l.low[c.in.Status][more]
	total := c.f.At(form1040.F9).Add(c.in.SocialSecurity).Sub(c.f.At(form1040.F6b))
	if rows == nil || holding(rows, total) == len(rows.Bands)-1 {
		return arkansasWay{}, false
	}
	return arkansasWay{amountAt(rows, c.start), l.credit(c, c.start)}, true
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
