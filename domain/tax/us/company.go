package us

import (
	"strconv"

	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us/corporate"
)

var companyTypes = []string{tax.CorporateIncome}

var companyFacts = []tax.Fact{
	{Name: "charitable_contributions", Type: "decimal", Section: "Your company", TaxTypes: companyTypes, Assumed: "0",
		Prompt:     "What did the corporation give to charity?",
		Reason:     "Gifts are deducted up to a share of taxable income (10 %), IRC § 170(b)(2).",
		Assumption: "The corporation has no charitable contributions."},
	{Name: "net_operating_loss", Type: "decimal", Section: "Your company", TaxTypes: companyTypes, Assumed: "0",
		Prompt:     "What net operating losses of years after 2017 does the corporation carry forward?",
		Reason:     "They are deducted up to a share of taxable income (80 %), IRC § 172(a)(2).",
		Assumption: "The corporation carries no net operating loss forward."},
	{Name: "corporate_credits", Type: "decimal", Section: "Your company", TaxTypes: companyTypes, Assumed: "0",
		Prompt: "What credits against tax does the corporation have?", Reason: "They reduce tax (IRC § 38).",
		Assumption: "The corporation has no credits."},
}

var companyScope = []string{
	"Computed is the tax of IRC § 11 on a domestic C corporation with a calendar tax year; income is taxable income before the deductions " +
		"for charitable contributions and net operating losses (Form 1120, line 28, with the contributions of line 19 added back).",
	"The corporate alternative minimum tax, the base erosion tax, the accumulated earnings and personal holding company taxes, the " +
		"dividends-received deduction and state corporate taxes are not computed.",
}

var companyExceptions = []tax.Exception{
	{Facts: []string{"charitable_contributions", "net_operating_loss"}, Tier: tax.Draft,
		Why: "The limits on contributions and losses rest on secondary texts of the Code."},
}

func corporateCoverage() (out []tax.CoverageRow) {
	for year := firstYear; year <= lastYear; year++ {
		label := strconv.Itoa(year)
		out = append(out, tax.CoverageRow{
			TaxYear: label, TaxType: tax.CorporateIncome, Taxpayer: "company", Kinds: []tax.Kind{tax.OtherIncome}, Tier: tax.Beta,
			Why:     "the rate from the Public Law that set it and independent texts of the Code; no example of the authority was run",
			Except:  companyExceptions,
			Dataset: "us-corporate-" + label + "/2026.11", LawAsOf: lawAsOf, Scope: companyScope,
		})
	}
	return out
}

func computeCompany(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	year, _ := strconv.Atoi(row.TaxYear)
	return corporate.Compute(year, corporate.Company{
		Income: req.Income, Charity: req.Num("charitable_contributions"), Losses: req.Num("net_operating_loss"),
		Credits: req.Num("corporate_credits"),
	}, req.Explain)
}
