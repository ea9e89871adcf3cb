package payroll

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of France.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(resolved, shares),
		Code: "FR", Name: "France", Authority: "Direction générale des finances publiques; Urssaf", Currency: "EUR",
		TimeZone: "Europe/Paris", Languages: []string{"fr", "en"},
		Regions: regions, RegionRule: tax.RegionAlways,
		Check:   check,
		Compute: compute,
	}, []string{payroll.Monthly}, append(payroll.YearToDate("gross pay"), facts...)...)
}

const (
	metropole = "metropole"
	antilles  = "guadeloupe" // and Martinique and La Réunion
	guyane    = "guyane"
)

var regions = []tax.Region{
	{Slug: metropole, Name: "Metropolitan France, or abroad"},
	{Slug: antilles, Code: "FR-971", Name: "Guadeloupe"},
	{Slug: "martinique", Code: "FR-972", Name: "Martinique", Same: antilles},
	{Slug: guyane, Code: "FR-973", Name: "French Guiana"},
	{Slug: "la_reunion", Code: "FR-974", Name: "Réunion", Same: antilles},
	{Slug: "mayotte", Code: "FR-976", Name: "Mayotte", Uncovered: "the contributions of Mayotte, which are its own, are not modelled"},
}

// Where the rate of withholding comes from.
const (
	personal = "personal"
	neutral  = "neutral"
)

var facts = []tax.Fact{
	{
		Name: "rate_kind", Type: "choice", Choices: []string{personal, neutral}, Section: "Withholding", Required: true, Example: personal,
		Prompt: "Has the administration sent a rate of withholding for the employee (personal), or does the neutral rate apply?",
		Reason: "Without a rate that was sent, that of the grid applies.",
	},
	{
		Name: "withholding_rate", Type: "rate", Section: "Withholding", Example: "0.042",
		Prompt: "Which rate of withholding did the administration send?", Reason: "The tax is this part of the net taxable pay.",
		Needed: tax.NeedWhen("rate_kind", personal),
	},
	{
		Name: "working_time_share", Type: "rate", Section: "Employment",
		Prompt: "Which part of full time does the employee work?", Reason: "The ceilings are reduced with it.",
		Assumed: "1", Assumption: "The employee works full time, and every day of the month is paid.",
	},
	{
		Name: "executive", Type: "boolean", Section: "Employment",
		Prompt: "Is the employee an executive (cadre)?", Reason: "Executives contribute to Apec.",
		Assumed: "false", Assumption: "The employee is no executive (cadre).",
	},
	{
		Name: "local_scheme", Type: "boolean", Section: "Employment",
		Prompt: "Does the local scheme of Alsace-Moselle apply?", Reason: "It has a contribution of its own.",
		Assumed: "false", Assumption: "The local scheme of Alsace-Moselle does not apply.",
	},
	{
		Name: "supplementary_employee", Type: "decimal", Section: "Supplementary insurance",
		Prompt:  "How much of this pay does the employee contribute to compulsory supplementary health and provident insurance?",
		Reason:  "It lowers the net taxable pay.",
		Assumed: "0", Assumption: "The employee contributes to no supplementary insurance.",
	},
	{
		Name: "supplementary_health_employer", Type: "decimal", Section: "Supplementary insurance",
		Prompt: "How much does the employer contribute to supplementary health insurance?", Reason: "It is taxed, and bears CSG and CRDS.",
		Assumed: "0", Assumption: "The employer contributes to no supplementary health insurance.",
	},
	{
		Name: "supplementary_provident_employer", Type: "decimal", Section: "Supplementary insurance",
		Prompt: "How much does the employer contribute to provident insurance?", Reason: "It bears CSG and CRDS.",
		Assumed: "0", Assumption: "The employer contributes to no provident insurance.",
	},
	{
		Name: "headcount", Type: "integer", Min: "1", Max: "10000000", Section: "Employer", Since: civil.Of(2026, 1, 1),
		Prompt: "How many employees has the business (effectif)? Leave it out to compute the employee's side alone.",
		Reason: "The employer's contributions and the general reduction follow from it.",
	},
	{
		Name: "accident_rate", Type: "rate", Max: "0.5", Section: "Employer", Since: civil.Of(2026, 1, 1), Example: "0.0208",
		Prompt: "At which rate does the business contribute for accidents at work (taux AT/MP notified to it), as a fraction?",
		Reason: "It depends on the activity and the business's own record.",
		Needed: &tax.Need{When: "headcount is given", Of: payroll.PayDate, Holds: withHeadcount},
	},
	{
		Name: "mobility_rate", Type: "rate", Max: "0.05", Section: "Employer", Since: civil.Of(2026, 1, 1),
		Prompt:  "At which rate is the mobility contribution (versement mobilité) levied at the place of work, as a fraction?",
		Reason:  "Businesses of 11 employees or more owe it where a place levies it.",
		Assumed: "0", Assumption: "The place of work levies no mobility contribution (versement mobilité).",
	},
}

func withHeadcount(req *tax.Request) bool { return req.Given("headcount") }

func check(req *tax.Request, faults *tax.InputError) {
	payroll.CheckYearToDate(req, faults)
	if req.Given("working_time_share") && req.Num("working_time_share").Sign() == 0 {
		faults.Add("facts.working_time_share", "must be more than 0")
	}
	if req.Num("supplementary_employee").Greater(req.Income) {
		faults.Add("facts.supplementary_employee", "exceeds the pay")
	}
	for _, name := range []string{"accident_rate", "mobility_rate"} {
		if req.Given(name) && !req.Given("headcount") {
			faults.Add("facts."+name, "is only for the employer's side, which needs headcount")
		}
	}
	if req.Choice("rate_kind") == neutral && req.Given("withholding_rate") {
		faults.Add("facts.withholding_rate", "goes with the rate that the administration sent")
	}
}

func compute(req *tax.Request, _ tax.CoverageRow) (tax.Result, error) {
	region := req.SubRegion
	if region != metropole && region != guyane {
		region = antilles
	}
	p := resolved.On(req.Law, req.Date(payroll.PayDate))[region]
	w := tax.NewWork(req.Explain)
	w.Cite(p.cite)
	months, share := int64(req.Int(payroll.MonthsToDate)), req.Num("working_time_share")
	ceilings := [2]money.Dec{p.ceiling.Mul(money.FromInt(months)).Mul(share), p.ceiling.Mul(money.FromInt(months + 1)).Mul(share)}
	before := p.contributions(req.Num(payroll.PayToDate), ceilings[0], req.Bool("executive"))
	now := p.contributions(req.Num(payroll.PayToDate).Add(req.Income), ceilings[1], req.Bool("executive"))
	due := now.less(before)
	health, provident := req.Num("supplementary_health_employer"), req.Num("supplementary_provident_employer")
	base := due.base.Add(health).Add(provident)
	local := money.Zero
	if req.Bool("local_scheme") {
		local = cent(req.Income.Mul(p.local))
	}
	deductible, other, debt := cent(base.Mul(p.deductible)), cent(base.Mul(p.other)), cent(base.Mul(p.debt))
	taxable := req.Income.Sub(money.Sum(due.pension, due.complementary, due.executive, local, deductible,
		req.Num("supplementary_employee"))).Add(health).Positive()
	w.Step("pension", "Pension insurance of the year to date, less the earlier months'", due.pension, p.cite, "{} − {}", now.pension,
		before.pension)
	w.Step("complementary_pension", "Complementary pension, likewise", due.complementary, p.cite, "{} − {}", now.complementary,
		before.complementary)
	w.Step("csg_base", "Base of CSG and CRDS", base, p.cite, "{} + {} + {}", due.base, health, provident)
	w.Step("net_taxable", "Net taxable pay", taxable, p.cite, "{} − {} − {} − {} − {} − {} − {} + {}", req.Income, due.pension,
		due.complementary,
		due.executive, local, deductible, req.Num("supplementary_employee"), health)
	rate := req.Num("withholding_rate")
	if req.Choice("rate_kind") == neutral {
		rate = p.neutralRate(taxable)
	}
	withheld := cent(taxable.Mul(rate))
	w.Step("income_tax", "Tax withheld at source", withheld, p.cite, "{} × {}", taxable, rate)
	levies := []tax.Levy{
		{Code: "income_tax", Kind: tax.LevyTax, Amount: withheld, InTotal: true},
		{Code: "pension", Kind: tax.LevySocial, Amount: due.pension, InTotal: true},
		{Code: "complementary_pension", Kind: tax.LevySocial, Amount: due.complementary, InTotal: true},
		{Code: "csg_deductible", Kind: tax.LevySocial, Amount: deductible, InTotal: true},
		{Code: "csg_not_deductible", Kind: tax.LevySocial, Amount: other, InTotal: true},
		{Code: "crds", Kind: tax.LevySocial, Amount: debt, InTotal: true},
	}
	if req.Bool("executive") {
		levies = append(levies, tax.Levy{Code: "apec", Kind: tax.LevySocial, Amount: due.executive, InTotal: true})
	}
	if req.Bool("local_scheme") {
		levies = append(levies, tax.Levy{Code: "local_scheme", Kind: tax.LevySocial, Amount: local, InTotal: true})
	}
	levies, err := p.employer(&w, req, levies, ceilings)
	if err != nil {
		return tax.Result{}, err
	}
	out := payroll.Withholding(&w, levies)
	out.TaxableIncome = taxable
	return out, nil
}
