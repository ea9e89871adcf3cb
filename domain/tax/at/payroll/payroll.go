// Package payroll computes wage tax and contributions on a month's current pay
// in Austria, and what the employer owes beside them.
//
// # Sources
//
// EStG 1988 §§ 33, 62 and 66 (wage tax of a month: a twelfth of the tax on
// twelve times the pay); ASVG and AlVG for contributions, whose rates are those
// of the annual law.
//
// # Rules
//
// Each contribution is rounded to the cent, half up, and ends at the month's
// ceiling; unemployment insurance has lower rates at low pay. Pay less
// contributions, the allowances of the month and a twelfth of the lump sum for
// expenses is taxed by the scale; a twelfth of the transport credit, and what the
// employer takes into account of other credits, is taken off. The supplement to
// the transport credit is given by assessment alone.
//
// # Not computed
//
// Special payments (13th and 14th pay), marginal employment, overtime, benefits
// in kind, apprentices and older employees; the supplement of the Chamber (DZ)
// where its rate is not given.
package payroll

import (
	"fmt"
	"sync"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of Austria.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "AT", Name: "Austria", Authority: "Finanzamt Österreich; Österreichische Gesundheitskasse", Currency: "EUR",
		TimeZone: "Europe/Vienna", Languages: []string{"de", "en"},
		Version:  "1.0.0",
		YearForm: tax.YearForm{Pattern: "2026"},
		Kinds:    []tax.Kind{tax.Employment},
		Facts:    payroll.Facts([]string{payroll.Monthly}, facts...),
		Coverage: payroll.Rows("AT", scope, rows),
		Compute:  compute,
	}
}

var facts = []tax.Fact{
	{
		Name: "in_vienna", Type: "boolean", Section: "Contributions", Required: true, Example: "false",
		Prompt: "Is the place of work in Vienna?", Reason: "The housing levy is higher there from 2026.",
	},
	{
		Name: "allowances_month", Type: "decimal", Section: "Tax",
		Prompt:  "How much does the employer take into account a month as allowances (commuting, notice of the tax office)?",
		Reason:  "They lower the pay that is taxed.",
		Assumed: "0", Assumption: "No allowance for commuting or by notice is taken into account.",
	},
	{
		Name: "credits_month", Type: "decimal", Section: "Tax",
		Prompt:  "How much does the employer take into account a month as credits (family bonus, single earner or parent, commuter euro)?",
		Reason:  "They lower the tax.",
		Assumed: "0", Assumption: "No family bonus, single earner's or parent's credit or commuter euro is taken into account.",
	},
	{
		Name: "chamber_supplement_rate", Type: "rate", Section: "Employer",
		Prompt: "At which rate does the employer owe the supplement of the Chamber (DZ)?", Reason: "The Länder differ.",
		Assumed: "0", Assumption: "The supplement to the family fund's contribution (DZ) is left out.",
	},
}

var scope = []string{
	"Total tax is wage tax and the employee's contributions; the employer's contributions and levies stand beside it.",
	"The pay is current pay of a month of an employee insured in full; special payments (13th and 14th), overtime and benefits in kind are " +
		"not modelled.",
}

const why = "Scale, credits and the employee's rates as in the annual law; "

var rows = []tax.YearRow{
	{Year: "2025", AsOf: "2025-01-01", Tier: tax.Draft,
		Why: why + "the employer's branches are those of 2023, and no example of the year was run."},
	{Year: "2026", AsOf: "2026-01-01", Tier: tax.Beta, Why: why + "the employer's rates from sources that agree; " +
		"an independent calculator's answers pass to the cent, an authority's were not found."},
}

type params struct {
	bands                   block.Schedule
	lump, transport         money.Dec
	ceiling, marginal       money.Dec
	rates, employer, levies map[string]money.Dec
	unemployment            block.Schedule
	cite                    []law.Citation
}

var resolved = sync.OnceValue(func() map[string]*params {
	out := map[string]*params{}
	for _, row := range rows {
		day, _ := civil.Parse(row.Year + "-01-01")
		r := law.MustOpen("at").On(day)
		p := &params{bands: block.NewSchedule(r.Schedule("income_tariff")), lump: r.Num("wages_expenses_lump").Dec,
			transport: r.Num("income_transport_credit").Dec, ceiling: r.Num("wages_ceiling_month").Dec,
			marginal: r.Num("wages_marginal_month").Dec, unemployment: block.NewSchedule(r.Schedule("wages_unemployment_steps"))}
		p.rates, _ = r.Table("wages_rates")
		p.employer, _ = r.Table("payroll_employer_rates")
		p.levies, _ = r.Table("payroll_levies")
		if p.cite = r.Citations(); r.Err() != nil {
			panic(fmt.Sprintf("at payroll: %v", r.Err()))
		}
		out[row.Year] = p
	}
	return out
})

var twelve = money.FromInt(12)

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := resolved()[row.TaxYear]
	if req.Income.Sign() > 0 && !req.Income.Greater(p.marginal) {
		return tax.Result{}, &tax.Unavailable{Jurisdiction: "AT", TaxYear: row.TaxYear, TaxType: payroll.TaxType, Taxpayer: "employer",
			Reason: "marginal employment, up to " + p.marginal.String() + " a month, is not modelled"}
	}
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	levies, paid := p.contributions(&w, req)
	base := req.Income.Sub(paid).Sub(req.Num("allowances_month")).Sub(p.lump.Quo(twelve)).Positive()
	due := cent(p.bands.Tax(base.Mul(twelve)).Sub(p.transport).Quo(twelve).Sub(req.Num("credits_month"))).Positive()
	w.Step("wage_tax", "Wage tax of the month", due, p.cite, "(tax on {} × 12 − {}) ÷ 12 − {}, not below 0", base, p.transport,
		req.Num("credits_month"))
	out := payroll.Withholding(&w, append([]tax.Levy{{Code: "wage_tax", Kind: tax.LevyTax, Amount: due, InTotal: true}}, levies...))
	out.TaxableIncome = base.Round(2, money.HalfUp)
	if req.Bool("in_vienna") {
		out.Assumptions = append(out.Assumptions, "The levy of Vienna on employers (Dienstgeberabgabe) is left out of the employer's levies.")
	}
	return out, nil
}

// contributions are those of both sides, and the sum of the employee's.
func (p *params) contributions(w *tax.Work, req *tax.Request) (out []tax.Levy, paid money.Dec) {
	base := money.Min(req.Income, p.ceiling)
	housing := "housing"
	if req.Bool("in_vienna") {
		housing = "housing_vienna"
	}
	add := func(code string, of, rate money.Dec, own bool) {
		amount := cent(of.Mul(rate))
		w.Step(code, "Contribution", amount, p.cite, "{} × {}", of, rate)
		out = append(out, tax.Levy{Code: code, Kind: tax.LevySocial, Amount: amount, InTotal: own})
		if own {
			paid = paid.Add(amount)
		}
	}
	add("pension", base, p.rates["pension"], true)
	add("health", base, p.rates["health"], true)
	add("unemployment", base, p.unemployment.Holding(req.Income).Rate, true)
	add("chamber", base, p.rates["chamber"], true)
	add("housing", base, p.rates[housing], true)
	add("pension_employer", base, p.employer["pension"], false)
	add("health_employer", base, p.employer["health"], false)
	add("accident_employer", base, p.employer["accident"], false)
	add("unemployment_employer", base, p.rates["unemployment"], false)
	add("housing_employer", base, p.employer[housing], false)
	add("insolvency_employer", base, p.employer["insolvency"], false)
	add("provision_employer", req.Income, p.levies["provision"], false)
	add("family_fund_employer", req.Income, p.levies["family_fund"], false)
	add("municipal_employer", req.Income, p.levies["municipal"], false)
	if rate := req.Num("chamber_supplement_rate"); rate.Sign() > 0 {
		add("chamber_supplement_employer", req.Income, rate, false)
	}
	return out, paid
}

func cent(x money.Dec) money.Dec { return x.Round(2, money.HalfUp) }
