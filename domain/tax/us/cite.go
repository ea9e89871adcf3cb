package us

import (
	"slices"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
	"github.com/tallystick/tallystick/domain/tax/us/state"
)

// citations are what a result cites: the lists of the federal return, the state
// and the locality, with the day on which the first of them was last read.
type citations struct {
	list   []law.Citation
	oldest civil.Date
}

// citedBy holds the first citation of each list: lists are made once, by the
// law of a year or by what a return uses of it, and never change.
type citedBy [3]*law.Citation

var cited tax.Memo[citedBy, citations]

// cite fills the citations of a result with lists that are shared.
func cite(out *tax.Result, lists ...[]law.Citation) {
	var by citedBy
	for i, list := range lists {
		if len(list) > 0 {
			by[i] = &list[0]
		}
	}
	c, ok := cited.Find(by)
	if !ok {
		c.list = slices.Concat(lists...)
		c.oldest = tax.OldestCheck(c.list)
		const most = 2048
		cited.Keep(by, c, most)
	}
	out.Citations, out.SourceLastChecked = slices.Clip(c.list), c.oldest
}

const earnedIncome = "earned_income_credit"

// owes are parameters, by the beginning of their names, that decide about one component and
// nothing else: where there is no such component they only tell that.
var owes = []struct{ head, component string }{
	{"us:eic_", earnedIncome},
	{"us:amt_", "alternative_minimum_tax"},
	{"us:additional_medicare_", "additional_medicare_tax"},
	{"us:niit_", "net_investment_income_tax"},
}

// youngMost is an age up to which no state gives anything for age.
const youngMost = 50

// lacks are parameters of states, by the beginning of their names, that are for what a return
// may lack.
var lacks = []struct {
	heads []string
	lacks func(*Return) bool
}{
	{[]string{"benefits_", "social_security_"}, func(r *Return) bool { return r.SocialSecurity.IsZero() }},
	{[]string{"pensions_", "private_pension_"}, lacksPensions},
	// From an age on, some states take these off other incomes too.
	{[]string{"pension_", "retirement_"}, func(r *Return) bool { return lacksPensions(r) && young(r) }},
	{[]string{"senior_", "elderly_", "aged_"}, func(r *Return) bool { return young(r) && !r.You.Blind && !r.Spouse.Blind }},
	{[]string{"unemployment_"}, func(r *Return) bool { return r.Unemployment.IsZero() }},
	{[]string{"student_loan_"}, func(r *Return) bool { return r.StudentLoanInterest.IsZero() }},
	{[]string{"self_employment_"}, func(r *Return) bool { return r.You.SelfEmployment.IsZero() && r.Spouse.SelfEmployment.IsZero() }},
	{[]string{"dependent_", "child_", "credit_dependent", "credit_child", "young_child_"},
		func(r *Return) bool { return r.Children == 0 && r.OtherDependents == 0 }},
}

func lacksPensions(r *Return) bool { return r.Pensions.IsZero() && r.IRADistributions.IsZero() }

func young(r *Return) bool { return r.You.Age <= youngMost && r.Spouse.Age <= youngMost }

// ofStatus are the endings of parameters of states that are for one filing status, in its
// order. The federal return cites the tariffs that it uses, the parents' of a child among them.
var ofStatus = []string{"_single", "_joint", "_separate", "_head"}

// unowedBy is what decides which citations the amounts of a result do not rest on: bits of
// owes, of the wage base and of lacks; code "" = no state. Of a couple both of whom have
// income some states reckon the tax of single persons too.
type unowedBy struct {
	code   string
	status form1040.Status
	couple bool
	bits   uint32
}

var unowedLists tax.Memo[unowedBy, []string]

// unowed is what the amounts of a result do not rest on; see tax.Result. Results of one kind
// share the list: it must not be changed.
func (w *work) unowed(code string, parts []tax.Levy) []string {
	by := unowedBy{code: code, status: w.in.Status, couple: code != "" && state.TwoIncomes(&w.in)}
	bit := uint32(1)
	note := func(missing bool) {
		if missing {
			by.bits |= bit
		}
		bit <<= 1
	}
	for _, o := range owes {
		owed := slices.ContainsFunc(parts, func(l tax.Levy) bool { return l.Code == o.component })
		note(!owed && (o.component != earnedIncome || !w.sheet.EarnedOfAnyAge()))
	}
	note(w.sheet.BelowWageBase())
	for i := range lacks {
		note(code != "" && lacks[i].lacks(&w.in))
	}
	heads, known := unowedLists.Find(by)
	if !known {
		heads = by.list()
		const most = 2048
		unowedLists.Keep(by, heads, most)
	}
	return heads
}

func (by unowedBy) list() (heads []string) {
	bit := uint32(1)
	note := func(list ...string) {
		if by.bits&bit != 0 {
			heads = append(heads, list...)
		}
		bit <<= 1
	}
	for _, o := range owes {
		note(o.head)
	}
	note("us:social_security_wage_base")
	for _, l := range lacks {
		of := make([]string, len(l.heads))
		for i, head := range l.heads {
			of[i] = "us-" + by.code + ":" + head
		}
		note(of...)
	}
	if by.code == "" || by.couple || int(by.status) >= len(ofStatus) {
		return heads
	}
	for i, ending := range ofStatus {
		if i != int(by.status) {
			heads = append(heads, "us-"+by.code+":"+ending)
		}
	}
	return heads
}
