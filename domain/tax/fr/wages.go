package fr

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// cent is the rounding of contributions and of social levies.
var cent = block.Minor(2, money.HalfUp)

// wages turn the gross wage of an employee of the private sector into the
// declared salary (arts. 83 1° and 154 quinquies).
type wages struct {
	ceiling   money.Dec // of social security
	abated    money.Dec // wage up to which CSG and CRDS have their abatement
	executive money.Dec // wage up to which an executive contributes to Apec
	top       money.Dec // wage up to which the complementary pension is paid for

	pension       law.Num   // rate on the whole wage
	lower         law.Num   // rate of both pensions up to the ceiling, beside that on the whole wage
	upper         law.Num   // rate of the complementary pension above the ceiling
	technical     law.Num   // rate on the wage up to the top, where it is above the ceiling
	executiveRate law.Num   // of Apec
	abatement     money.Dec // rate
	deductible    law.Num   // CSG deducted from income
	other         law.Num   // CSG that is not, and CRDS
	cite          []law.Citation
}

// earner is what the facts say of one person's gross wage.
type earner struct {
	wage      money.Dec
	executive bool
}

// paid is what is taken from a gross wage before income tax.
type paid struct{ contributions, deductible, other money.Dec }

func (v *wages) resolve(r *law.Reader) {
	v.ceiling = r.Num("wages_ceiling").Dec
	multiple := func(key string) money.Dec { return r.Entry("wages_ceiling_multiples", key).Mul(v.ceiling) }
	v.abated, v.executive, v.top = multiple("abatement"), multiple("executive"), multiple("complementary")
	v.pension, v.lower = r.Entry("wages_pension_rates", "whole"), r.Entry("wages_pension_rates", "capped")
	complementary := func(key string) law.Num { return r.Entry("wages_complementary_rates", key) }
	v.lower.Dec = money.Sum(v.lower.Dec, complementary("lower").Dec, complementary("general_lower").Dec)
	v.upper = complementary("upper")
	v.upper.Dec = v.upper.Add(complementary("general_upper").Dec)
	v.technical, v.executiveRate = r.Num("wages_technical_rate"), r.Num("wages_executive_rate")
	v.abatement = r.Num("wages_social_abatement").Dec
	v.deductible, v.other = r.Entry("wages_social_rates", "deductible"), r.Entry("wages_social_rates", "other")
	v.other.Dec = v.other.Add(r.Entry("wages_social_rates", "debt").Dec)
	v.cite = r.Citations()
}

// declared is the salary that a person declares: the gross wage without
// contributions and the deductible CSG.
func (v *wages) declared(w *tax.Work, e earner, all *paid) money.Dec {
	if e.wage.Sign() <= 0 {
		return money.Zero
	}
	lower, within := money.Min(e.wage, v.ceiling), money.Min(e.wage, v.top)
	upper := within.Sub(lower)
	technical, executive := money.Zero, money.Zero
	if upper.Sign() > 0 {
		technical = within.Mul(v.technical.Dec)
	}
	if e.executive {
		executive = money.Min(e.wage, v.executive).Mul(v.executiveRate.Dec)
	}
	contributions := w.Round(money.Sum(e.wage.Mul(v.pension.Dec), lower.Mul(v.lower.Dec), upper.Mul(v.upper.Dec), technical, executive), cent)
	w.Step("contributions", "Contributions to both pensions and Apec", contributions, v.lower.Cite, "{} × {} + {} × {} + {} × {} + {} + {}",
		e.wage, v.pension.Dec, lower, v.lower.Dec, upper, v.upper.Dec, technical, executive)
	base := e.wage.Sub(money.Min(e.wage, v.abated).Mul(v.abatement))
	deductible := w.Round(base.Mul(v.deductible.Dec), cent)
	w.Step("csg_deductible", "CSG that is deducted from income", deductible, v.deductible.Cite, "{} × {}", base, v.deductible.Dec)
	all.contributions = all.contributions.Add(contributions)
	all.deductible = all.deductible.Add(deductible)
	all.other = all.other.Add(w.Round(base.Mul(v.other.Dec), cent))
	salary := e.wage.Sub(contributions).Sub(deductible)
	w.Step("declared_salary", "Salary declared (salaire net imposable)", salary, v.deductible.Cite, "{} − {} − {}", e.wage, contributions,
		deductible)
	return salary
}

var grossScope = []string{
	"Income is the gross annual wage of an employee of the private sector under the general scheme, outside Alsace-Moselle, for the whole " +
		"year; no employer's supplementary health, provident or pension plan, overtime or benefit in kind is counted.",
	"Contributions are computed on the year's wage and rounded to the cent; the technical equilibrium contribution (CET) is taken on both " +
		"tranches of a wage above the ceiling, as the agreement of 17 November 2017 has it.",
}

var executiveFact = tax.Fact{
	Name: "executive", Type: "boolean", Section: "Your income",
	Prompt:  "Are you an executive (cadre), who contributes to Apec?",
	Reason:  "Executives contribute a little more of their gross wage.",
	Assumed: "false", Assumption: "No earner is an executive who contributes to Apec.",
}
