// Package payroll computes what a Brazilian employer withholds from a month's
// wages as social security and income tax, and what a company contributes.
//
// # Sources
//
// The monthly table of Lei 15.191/2025, the reduction of Lei 15.270/2025 (Lei
// 9.250/1995, art. 3-A), the contribution table of the year, Lei 8.212/1991,
// art. 22.
//
// # Rules, in their order
//
//  1. The employee's contribution by bands up to the ceiling, to the centavo.
//  2. From the pay are taken the contribution, the dependants, and other deductions
//     of the law, or the simplified discount where it is more.
//  3. The table: the rate of the band on the whole base, less its fixed part.
//  4. The reduction, which depends on the pay before deductions and takes no more
//     than the tax.
//
// # Not computed
//
// The thirteenth salary, holidays and profit shares, which are taxed apart;
// several employers; the guarantee fund (FGTS), contributions of third parties
// and of companies under Simples or with rates of their own.
package payroll

import (
	"fmt"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of Brazil.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved),
		Code: "BR", Name: "Brazil", Authority: "Receita Federal do Brasil", Currency: "BRL", TimeZone: "America/Sao_Paulo",
		Languages: []string{"pt", "en"},
		Check:     check,
		Compute:   compute,
	}, []string{payroll.Monthly}, facts...)
}

var facts = []tax.Fact{
	{
		Name: "dependants", Type: "integer", Max: "30", Section: "Tax", Required: true, Example: "0",
		Prompt: "How many dependants has the employee declared to the employer for income tax?",
		Reason: "Each takes an amount from the pay that is taxed.",
	},
	{
		Name: "other_deductions", Type: "decimal", Section: "Tax",
		Prompt:  "How much of the month's pay is deducted otherwise (alimony by judgment, private pension within its limit)?",
		Reason:  "It lowers the pay that is taxed, where it is more than the simplified discount with the rest.",
		Assumed: "0", Assumption: "No alimony or private pension is deducted.",
	},
	{
		Name: "ordinary_company", Type: "boolean", Section: "Employer", Required: true, Example: "true",
		Prompt: "Is the employer a company that contributes on its payroll at the ordinary rate (not under Simples, no bank, not relieved)?",
		Reason: "Others contribute at other rates, or on their revenue.",
	},
	{
		Name: "accident_rate", Type: "rate", Max: "0.06", Section: "Employer", Example: "0.02",
		Prompt: "At which rate does the company contribute for accidents at work (RAT adjusted by FAP), as a fraction?",
		Reason: "It depends on the risk and on the company's own record.",
		Needed: tax.NeedWhen("ordinary_company", "true"),
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.Num("other_deductions").Greater(req.Income) {
		faults.Add("facts.other_deductions", "exceeds the pay")
	}
	if req.Given("accident_rate") && req.Given("ordinary_company") && !req.Bool("ordinary_company") {
		faults.Add("facts.accident_rate", "is only for a company that contributes at the ordinary rate")
	}
}

type params struct {
	insurance, bands block.Schedule
	less             map[string]money.Dec // of each band
	dependant        money.Dec
	simplified       money.Dec
	reduction        map[string]money.Dec
	employer         money.Dec
	insuranceCite    []law.Citation
	cite             []law.Citation
	employerCite     []law.Citation
}

var resolved = payroll.ByYear("br", tax.Calendar, func(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	insurance, employer := r.Schedule("payroll_inss_bands"), r.Num("payroll_employer_rate")
	p := &params{
		insurance: block.NewSchedule(insurance), bands: block.NewSchedule(r.Schedule("payroll_irrf_bands")),
		dependant:  r.Entry("payroll_irrf_deductions", "dependant").Dec,
		simplified: r.Entry("payroll_irrf_deductions", "simplified").Dec,
		employer:   employer.Dec, insuranceCite: insurance.Cite, employerCite: employer.Cite,
	}
	p.less, _ = r.Table("payroll_irrf_less")
	p.reduction, _ = r.Table("payroll_irrf_reduction")
	p.cite = r.Citations()
	return p, r.Err()
})

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	p := resolved.On(req.Law, req.Date(payroll.PayDate))
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	insurance := cents(p.insurance.Tax(req.Income))
	w.Step("social_security", "Contribution of the employee by bands", insurance, p.insuranceCite, "bands of {}", req.Income)
	due := p.tax(&w, req, insurance)
	levies := []tax.Levy{
		{Code: "income_tax", Kind: tax.LevyTax, Amount: due, InTotal: true},
		{Code: "social_security", Kind: tax.LevySocial, Amount: insurance, InTotal: true},
	}
	if req.Bool("ordinary_company") {
		own, accident := cents(req.Income.Mul(p.employer)), cents(req.Income.Mul(req.Num("accident_rate")))
		w.Step("social_security_employer", "Contribution of the company", own, p.employerCite, "{} × {}", req.Income, p.employer)
		w.Step("accident_insurance_employer", "For accidents at work", accident, p.employerCite, "{} × {}", req.Income,
			req.Num("accident_rate"))
		levies = append(levies, tax.Levy{Code: "social_security_employer", Kind: tax.LevySocial, Amount: own},
			tax.Levy{Code: "accident_insurance_employer", Kind: tax.LevySocial, Amount: accident})
	}
	return payroll.Withholding(&w, levies), nil
}

// tax is the income tax withheld from the month's pay.
func (p *params) tax(w *tax.Work, req *tax.Request, insurance money.Dec) money.Dec {
	legal := money.Sum(insurance, p.dependant.Mul(money.FromInt(int64(req.Int("dependants")))), req.Num("other_deductions"))
	off := money.Max(legal, p.simplified)
	base := req.Income.Sub(off).Positive()
	w.Step("base", "Pay less the deductions of the law, or the simplified discount if more", base, p.cite, "{} − max({}, {})",
		req.Income, legal, p.simplified)
	i := 0
	for i+1 < len(p.bands.Bands) && base.Greater(p.bands.Bands[i+1].From) {
		i++
	}
	rate, less := p.bands.Bands[i].Rate, p.less[fmt.Sprintf("band_%d", i+1)]
	by := cents(base.Mul(rate).Sub(less)).Positive()
	w.Step("table_tax", "Tax by the table", by, p.cite, "{} × {} − {}", base, rate, less)
	var reduction money.Dec
	switch pay := req.Income; {
	case !pay.Greater(p.reduction["full_to"]):
		reduction = p.reduction["most"]
	case !pay.Greater(p.reduction["to"]):
		reduction = cents(p.reduction["amount"].Sub(p.reduction["rate"].Mul(pay))).Positive()
	}
	reduction = money.Min(reduction, by)
	w.Step("reduction", "Reduction by the pay, at most the tax", reduction, p.cite, "")
	due := by.Sub(reduction)
	w.Step("tax", "Tax withheld", due, p.cite, "{} − {}", by, reduction)
	return due
}

func cents(x money.Dec) money.Dec { return x.Round(2, money.HalfUp) }
