package state

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// pension is what a state leaves untaxed of each person's retirement income: an
// amount from an age on and another before it, or all of it from the age on.
type pension struct {
	most, young, from money.Dec
	all               bool
	lessBenefits      bool // the amount is less by all of the person's social security
	group             groupSet
}

// care is the credit for the care of children or dependents: a part of the
// federal credit by federal adjusted gross income (the upper end of a band
// belongs to it), or of the expenses that the federal credit counts.
type care struct {
	ofFederal, ofExpenses *block.Schedule
	// beforeLimit: of the federal credit before the federal tax limits it.
	beforeLimit, refundable bool
	deducted                money.Dec // part of the expenses that is deducted instead
	// own is a part of the federal credit as it would be with a limit of expenses
	// for each of up to two persons, and without that of the federal tax.
	own, ownMost money.Dec
	// ofOwn is parts of such expenses by the state's adjusted gross income.
	ofOwn *block.Schedule
	group groupSet
}

// loans is the part of the federal deduction for student loan interest that is
// added back, 0 where a state follows it; or a deduction of the state's own, of
// at most an amount, which falls to nothing over a width of the state's income.
type loans struct {
	known        bool
	part, most   money.Dec
	start, width [5]money.Dec
	group        groupSet
}

// readFurther reads what beside incomes and age changes few returns.
func (p *params) readFurther(e *Entry, open func() reader) (err error) {
	r := open()
	p.pension = pension{most: r.num("pension_exclusion"), young: r.num("pension_exclusion_young"), from: r.num("pension_exclusion_age"),
		all: r.says("pension_exempt_from_age"), lessBenefits: r.says("pension_exclusion_less_benefits")}
	if p.pension.group = p.law.add(r.Citations()); r.Err() != nil {
		return r.Err()
	}
	if p.itemize, err = readItemizedRule(open(), &p.law); err != nil {
		return err
	}
	r = open()
	p.care = care{ofFederal: r.schedule("care_credit_of_federal"), ofExpenses: r.schedule("care_credit_of_expenses"),
		deducted: r.num("care_deduction_of_expenses"), own: r.num("care_credit_own"), ownMost: r.num("care_expense_most"),
		ofOwn:       r.schedule("care_credit_of_own"),
		beforeLimit: r.says("care_credit_before_limit"), refundable: r.says("care_credit_refundable")}
	if p.care.group = p.law.add(r.Citations()); r.Err() != nil {
		return r.Err()
	}
	if err = p.readRefund(e, open()); err != nil {
		return err
	}
	r = open()
	p.loans = loans{known: r.Has("student_loan_interest_added"), part: r.num("student_loan_interest_added"),
		most: r.num("student_loan_most"), start: r.status("student_loan_start"), width: r.status("student_loan_width")}
	p.loans.group = p.law.add(r.Citations())
	return r.Err()
}

// furtherCited are the groups of what stands on the return.
func (p *params) furtherCited(c *filing) (cite groupSet) {
	in := c.in
	if !pensioned(in).IsZero() {
		cite |= p.pension.group
	}
	if p.itemize.contributions || mayItemize(in) {
		cite |= p.itemize.group
	}
	if p.own.group != 0 && (retired(in, georgiaExclusionFrom) || beyondWages(in)) {
		cite |= p.own.group
	}
	if !in.CareExpenses.IsZero() {
		cite |= p.care.group
	}
	if !in.StudentLoanInterest.IsZero() {
		cite |= p.loans.group
	}
	if p.refund.stands(c) {
		cite |= p.refund.group
	}
	return cite | p.refund.every
}

// pensionOf is the retirement income of one taxpayer. What is not said to be
// the spouse's is the taxpayer's.
func (c *filing) pensionOf(who *form1040.Person) money.Dec {
	if who == &c.in.Spouse {
		return c.in.SpousePensions
	}
	return pensioned(c.in).Sub(c.in.SpousePensions)
}

// exempt is what is left untaxed of both taxpayers' retirement income.
func (p *pension) exempt(c *filing) money.Dec {
	sum := p.of(c, &c.in.You)
	if c.in.Status == form1040.Joint {
		sum = sum.Add(p.of(c, &c.in.Spouse))
	}
	return sum
}

func (p *pension) of(c *filing, who *form1040.Person) money.Dec {
	most, own := p.most, c.pensionOf(who)
	old := !money.FromInt(int64(who.Age)).Less(p.from)
	switch {
	case own.IsZero():
		return money.Zero
	case old && p.all:
		return own
	case !old:
		most = p.young
	}
	if p.lessBenefits {
		most = most.Sub(c.received(who)).Positive()
	}
	return money.Min(most, own)
}

func (k *care) known() bool {
	return k.ofFederal != nil || k.ofExpenses != nil || !k.deducted.IsZero() || !k.own.IsZero() || k.ofOwn != nil
}

// expenses are those for care within the limit of the state and what each
// taxpayer earns.
func (k *care) expenses(c *filing) money.Dec {
	const personsMost = 2
	least := money.Min(c.in.CareExpenses, k.ownMost.Mul(money.FromInt(int64(min(c.in.CarePersons, personsMost)))))
	earned := func(p *form1040.Person, half form1040.ID) money.Dec {
		return p.Wages.Add(p.SelfEmployment).Sub(c.f.At(half)).Positive()
	}
	least = money.Min(least, earned(&c.in.You, form1040.SE13))
	if c.in.Status == form1040.Joint {
		least = money.Min(least, earned(&c.in.Spouse, form1040.OfSpouse(form1040.SE13)))
	}
	return least
}

// beyondWages reports whether a return has what laws of a state's own are about.
func beyondWages(in *form1040.Return) bool {
	long, _ := netLongTerm(in)
	return elderlyOrBlind(in) || anyOf(in) || mayItemize(in) || !long.IsZero() ||
		!in.CareExpenses.IsZero() || in.Children+in.OtherDependents > 0
}

// deduction is what is deducted for care.
func (k *care) deduction(c *filing) money.Dec {
	if k.deducted.IsZero() || c.in.CareExpenses.IsZero() {
		return money.Zero
	}
	return c.f.At(form1040.K6).Mul(k.deducted)
}

// amount is the credit.
func (k *care) amount(c *filing) money.Dec {
	switch {
	case c.in.CareExpenses.IsZero():
		return money.Zero
	case c.p.own.care != nil:
		return c.whole(c.p.own.care(c))
	case k.ofOwn != nil:
		return c.whole(k.expenses(c).Mul(amountAt(k.ofOwn, c.start)))
	case !k.own.IsZero():
		return c.whole(k.expenses(c).Mul(c.f.At(form1040.K8)).Mul(k.own))
	case k.ofExpenses != nil:
		return c.whole(c.f.At(form1040.K6).Mul(amountAt(k.ofExpenses, c.agi)))
	case k.ofFederal == nil:
		return money.Zero
	}
	federal := form1040.K11
	if k.beforeLimit {
		federal = form1040.K9
	}
	return c.whole(c.f.At(federal).Mul(amountAt(k.ofFederal, c.agi)))
}

// credit is the credit against the tax, 0 where it is refundable.
func (k *care) credit(c *filing) money.Dec {
	if k.refundable {
		return money.Zero
	}
	return k.amount(c)
}

// added is what the federal deduction for student loan interest exceeds that of
// the state by, below 0 where the state's is more.
func (l *loans) added(c *filing) money.Dec {
	federal := c.f.At(form1040.A1_21)
	s := c.in.Status
	switch {
	case c.in.StudentLoanInterest.IsZero():
		return money.Zero
	case l.width[s].IsZero():
		return federal.Mul(l.part)
	}
	most := money.Min(c.in.StudentLoanInterest, l.most)
	above := money.Min(c.start.Add(federal).Sub(l.start[s]).Positive(), l.width[s])
	return federal.Sub(most.Sub(c.whole(most.Mul(above.Quo(l.width[s])))))
}

// cares reports whether the credit for care is modelled.
func (e *Entry) cares(year int) bool {
	p, err := e.params(year)
	return err == nil && (p.care.known() || p.own.care != nil || p.own.careDeducted)
}

// received is all social security of one taxpayer, taxable or not.
func (c *filing) received(who *form1040.Person) money.Dec {
	if who == &c.in.Spouse {
		return c.in.SpouseSocialSecurity
	}
	return c.in.SocialSecurity.Sub(c.in.SpouseSocialSecurity)
}

// benefitsOf is the taxable social security of one taxpayer. What is not said to
// be the spouse's is the taxpayer's.
func (c *filing) benefitsOf(who *form1040.Person) money.Dec {
	taxed, all := c.f.At(form1040.F6b), c.in.SocialSecurity
	if taxed.IsZero() {
		return taxed
	}
	part := c.in.SpouseSocialSecurity
	if who == &c.in.You {
		part = all.Sub(part)
	}
	return taxed.Mul(part).Quo(all)
}

// AskingBenefits are the slugs of the states whose tax depends on whose the
// social security benefits of a couple are.
func AskingBenefits() (slugs []string) {
	for _, e := range Entries {
		if e.Benefits {
			slugs = append(slugs, e.Slug)
		}
	}
	return slugs
}

// AskingAges are the slugs of the states whose tax or refundable credits depend on how
// many children are under 6.
func AskingAges() (slugs []string) {
	for _, e := range Entries {
		if e.Ages || e.Young {
			slugs = append(slugs, e.Slug)
		}
	}
	return slugs
}
