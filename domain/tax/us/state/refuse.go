package state

import (
	"fmt"
	"slices"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
)

// Refuse says why a return is not modelled for the state, "" if it is.
func (e *Entry) Refuse(in *form1040.Return) string {
	switch {
	case in.Year < e.Held().From || in.Year > e.Held().To:
		return "the tax year is not covered"
	case !e.Children && max(in.Children, in.EICChildren) > 0:
		return "returns with qualifying children are not modelled for this state"
	case e.Ages && in.Children > 0 && !in.KnowsUnderSix:
		return "how many of the children are under 6 decides the tax of this state; state it as children_under_6"
	case !e.Dependents && in.OtherDependents > 0:
		return "returns with other dependents are not modelled for this state"
	case !e.Aged && elderlyOrBlind(in) && e.agedUnmodelled(in):
		return "returns of taxpayers who are 65 or older or blind are not modelled for this state"
	case e.HomeTax && !in.PropertyTaxes.IsZero() && !e.modelsHome(in.Year):
		return "what the state gives for property tax is not modelled in this year"
	case !e.itemizes(in) && (in.Itemizing == form1040.Itemized || in.SpouseItemizes || mayItemize(in)):
		return "itemised deductions are not modelled for this state"
	case e.Strict && e.adjusted(in):
		return "adjustments to income are not modelled for this state"
	case e.OneEarner && twoEarners(in) && !e.modelsCouple(in):
		return "returns on which both spouses have wages or self-employment are not modelled for this state"
	case e.Apart && in.Status == form1040.Joint && !e.knowsUnearned(in):
		return "income of the spouse other than wages, interest, dividends and rents is not modelled for this state"
	case e.Apart && TwoIncomes(in) && !e.modelsCouple(in):
		return "returns on which both spouses have income are not modelled for this state"
	case e.OneEarner && in.Status == form1040.Joint && !pensioned(in).IsZero() && !e.pensionsOfEach(in.Year):
		return "retirement income of couples is not modelled for this state"
	case slices.Contains(e.Without, in.Status):
		return "this filing status is not modelled for this state"
	case e.FederalTax && creditsApart(in):
		return "foreign tax, education and other credits of the federal return are not modelled for this state"
	case in.Claimable && !e.Untaxed():
		return "returns of taxpayers whom someone can claim as a dependent are not modelled for this state"
	}
	if e.refuse != nil {
		if why := e.refuse(in); why != "" {
			return why
		}
	}
	what := e.unmodelled(in)
	if what == "" && !e.Untaxed() && anyOf(in) {
		p, err := e.params(in.Year)
		if err != nil {
			return err.Error()
		}
		what = p.incomes.unmodelled(in, e.Base)
		if e.Unqualified && !p.incomes.part[qualified].known && !in.QualifiedDividends.IsZero() {
			what = "qualified dividends"
		}
	}
	if what != "" {
		return what + " is not modelled for this state"
	}
	return ""
}

// itemizes reports whether returns are modelled that state what could be
// itemised; of a separate filer whose spouse itemises only where it changes nothing.
func (e *Entry) itemizes(in *form1040.Return) bool {
	if e.Itemized {
		return true
	}
	p, err := e.params(in.Year)
	if err != nil || p.couple.standardEach && TwoIncomes(in) {
		return false
	}
	return p.home.itemized && !in.SpouseItemizes || p.itemize.models(in)
}

func (e *Entry) modelsHome(year int) bool {
	p, err := e.params(year)
	return err == nil && p.home.known
}

func (e *Entry) agedUnmodelled(in *form1040.Return) bool {
	p, err := e.params(in.Year)
	return err != nil || p.aged.unmodelled(in)
}

// modelsCouple reports whether the rules for two earners are known and both
// have wages alone, or a profit where the rules take it, whose person is known.
func (e *Entry) modelsCouple(in *form1040.Return) bool {
	p, err := e.params(in.Year)
	if err != nil || !p.couple.known || in.Status != form1040.Joint {
		return false
	}
	if in.You.SelfEmployment.Sign() < 0 || in.Spouse.SelfEmployment.Sign() < 0 {
		return false
	}
	return (p.couple.business || in.You.SelfEmployment.IsZero()) && (p.couple.spouseBusiness || in.Spouse.SelfEmployment.IsZero())
}

// pensionsOfEach reports whether the rules for couples know whose retirement
// income is whose, or ask for wages alone.
func (e *Entry) pensionsOfEach(year int) bool {
	p, err := e.params(year)
	return err == nil && p.couple.known && p.couple.pensions
}

// knowsUnearned reports whether what a spouse has beside wages, interest and
// dividends is rents, or retirement income that the rules for couples know.
func (e *Entry) knowsUnearned(in *form1040.Return) bool {
	return in.SpouseUnearned.Equal(in.SpousePensions.Add(in.SpouseRents)) && (in.SpousePensions.IsZero() || e.pensionsOfEach(in.Year))
}

// TwoIncomes reports whether both spouses of a joint return have income of
// their own; what is not said to be the spouse's is the taxpayer's.
func TwoIncomes(in *form1040.Return) bool {
	if in.Status != form1040.Joint {
		return false
	}
	invested := in.Interest.Add(in.OrdinaryDividends).Sub(in.SpouseInvested)
	yours := earns(&in.You) || invested.Sign() > 0 || pensioned(in).Greater(in.SpousePensions) || ofNobody(in) ||
		!in.RentalAndPassthrough.Equal(in.SpouseRents)
	return yours && (earns(&in.Spouse) || in.SpouseInvested.Sign() > 0 || in.SpousePensions.Sign() > 0 || in.SpouseRents.Sign() > 0)
}

// retired reports whether a taxpayer has reached an age.
func retired(in *form1040.Return, age int) bool {
	return in.You.Age >= age || in.Status == form1040.Joint && in.Spouse.Age >= age
}

func elderlyOrBlind(in *form1040.Return) bool {
	const aged = 65
	joint := in.Status == form1040.Joint
	return in.You.Age >= aged || in.You.Blind || joint && (in.Spouse.Age >= aged || in.Spouse.Blind)
}

// refuseInvestedFrom refuses incomes from investments of taxpayers of an age
// from which the state excludes a part of them.
func refuseInvestedFrom(age int) func(in *form1040.Return) string {
	return func(in *form1040.Return) string {
		invested := !in.Interest.IsZero() || !in.OrdinaryDividends.IsZero() || !in.ShortTermGain.IsZero() || !in.LongTermGain.IsZero() ||
			!in.RentalAndPassthrough.IsZero()
		if invested && retired(in, age) {
			return "the exclusion of retirement income from interest, dividends and gains is not modelled for this state"
		}
		return ""
	}
}

// refusePensionsBefore refuses retirement income where a taxpayer is younger
// than the age from which the state takes any plan's distributions as those of
// the retired: earlier ones are taxed unless the plan's own conditions are met.
func refusePensionsBefore(age int) func(in *form1040.Return) string {
	return func(in *form1040.Return) string {
		young := in.You.Age < age || in.Status == form1040.Joint && in.Spouse.Age < age
		if young && !pensioned(in).IsZero() {
			return fmt.Sprintf("retirement income before the age of %d is not modelled for this state", age)
		}
		return ""
	}
}

// mayItemize reports whether a return states anything that a state lets its
// taxpayers deduct instead of a standard deduction.
func mayItemize(in *form1040.Return) bool {
	return !(in.Medical.IsZero() && in.StateTaxes.IsZero() && in.PropertyTaxes.IsZero() && in.MortgageInterest.IsZero() &&
		in.InvestmentInterest.IsZero() && in.GiftsCash.IsZero() && in.GiftsProperty.IsZero() && in.CasualtyLoss.IsZero() &&
		in.OtherItemized.IsZero())
}

// adjusted reports whether a return states adjustments to income that the
// state's law could know; where it says that it has no provision for those of
// savings, loans and the self-employed, they change nothing.
func (e *Entry) adjusted(in *form1040.Return) bool {
	p, err := e.params(in.Year)
	loan := in.StudentLoanInterest
	if err == nil && p.loans.known {
		loan = money.Zero
	}
	known := in.HSA.Add(in.You.Educator).Add(in.Spouse.Educator).Add(in.OtherAdjustments)
	without := in.EarlyWithdrawal.Add(in.IRADeduction).Add(loan).Add(in.SelfEmployedRetirement).Add(in.SelfEmployedHealth)
	if without.IsZero() {
		return !known.IsZero()
	}
	return !known.IsZero() || err != nil || !p.noProvision
}

// creditsApart reports whether a return states federal credits or taxes that
// laws which deduct the federal tax treat apart.
func creditsApart(in *form1040.Return) bool {
	sum := in.ForeignTaxCredit.Add(in.OtherCredits).Add(in.NetPremiumCredit).Add(in.AdvancePremiumRepayment).Add(in.OtherTaxes).
		Add(in.AmericanOpportunity[0]).Add(in.AmericanOpportunity[1]).Add(in.LifetimeLearning)
	return !sum.IsZero() || in.Marketplace.Months > 0 || in.Parent.Applies
}

// refuseMinimumTax refuses what can bring a federal alternative minimum tax, on
// which the state's own tax or credit then depends.
func refuseMinimumTax(in *form1040.Return) string {
	if !in.AMTAdjustments.IsZero() {
		return "adjustments for the alternative minimum tax are not modelled for this state"
	}
	return ""
}

// unmodelled names what stands on the return beside the incomes that the
// state's entry models.
func (e *Entry) unmodelled(in *form1040.Return) string {
	if e.Untaxed() {
		return e.beyondKinds(in)
	}
	switch {
	case !in.StateRefunds.IsZero():
		return "a state refund"
	case !in.Alimony.IsZero() || !in.AlimonyPaid.IsZero():
		return "alimony"
	case !in.TaxExemptInterest.IsZero():
		return "tax-exempt interest"
	case in.RentalAndPassthrough.IsZero() && !in.PassiveBusinessIncome.IsZero():
		return "passive income that is not rental or passthrough income"
	case !in.OtherIncome.IsZero():
		return "other income"
	case e.Base == FederalTaxable && !in.OtherQualifiedBusinessIncome.Add(in.REITDividends).IsZero():
		return "the business income deduction of passthroughs and trusts"
	case !in.CareExpenses.IsZero() && !e.careless(in.Year) && !e.cares(in.Year):
		return "a credit for the care of children or dependents"
	case !in.You.ForeignIncome.IsZero() || !in.Spouse.ForeignIncome.IsZero() || !in.ForeignHousing.IsZero():
		return "foreign earned income"
	case !in.You.Tips.IsZero() || !in.You.Overtime.IsZero() || !in.CarLoanInterest.IsZero():
		return "a deduction for tips, overtime or car loan interest"
	}
	return ""
}

// beyondKinds names an income of a state without an income tax that a tax of
// another name may still reach.
func (e *Entry) beyondKinds(in *form1040.Return) string {
	investment := in.Interest.Add(in.OrdinaryDividends)
	if p, err := e.params(in.Year); err != nil || p.gainsFree.Sign() > 0 && in.LongTermGain.Greater(p.gainsFree) {
		return "the tax on large capital gains"
	}
	switch {
	case !e.Held().taxes(tax.CapitalGains, in.Year) && in.ShortTermGain.Add(in.LongTermGain).Sign() > 0:
		return "capital gain"
	case (in.Year < e.investedUntaxed || !e.Held().taxes(tax.Interest, in.Year)) && !investment.IsZero():
		return "investment income"
	}
	return ""
}

// Untaxed reports that the state has no income tax on what is modelled.
func (e *Entry) Untaxed() bool { return e.untaxed }
