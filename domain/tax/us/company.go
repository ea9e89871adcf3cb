package us

import (
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

func computeCompany(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	return corporate.Compute(req.Law, row.TaxYear, corporate.Company{
		Income: req.Income, Charity: req.Num("charitable_contributions"), Losses: req.Num("net_operating_loss"),
		Credits: req.Num("corporate_credits"),
	}, req.Explain)
}
