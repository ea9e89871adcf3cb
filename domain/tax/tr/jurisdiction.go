package tr

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Türkiye.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "TR", Name: "Türkiye", Authority: "Gelir İdaresi Başkanlığı",
		Currency: "TRY", TimeZone: "Europe/Istanbul", Languages: []string{"tr"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"turkey", "türkiye", "turkiye"},
			Demonyms: []string{"turkish", "turkish resident", "turkish taxpayer"},
			Cities:   []string{"istanbul", "ankara", "izmir", "antalya", "bursa", "adana", "konya", "gaziantep"},
			Currency: []string{"₺", "tl", "turkish lira", "turkish liras", "türk lirası"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "vergi yılı", "takvim yılı"}},
		IncomeMeans: "Income is the gross annual wage of one person from employment, resident the whole year and paid in twelve equal months; " +
			"income_basis taxable says that it is the year's tax base (gelir vergisi matrahı).",
		TotalMeans: "Total tax is income tax after the exemption of the minimum wage; the employee's social security and unemployment premiums " +
			"stand beside it where the income is a gross wage. Stamp duty is not part of it.",
		Kinds:    []tax.Kind{tax.Employment},
		Bases:    []tax.Basis{tax.Gross, tax.Taxable},
		Facts:    facts,
		Coverage: coverage(),
		BandsOf:  "income_tax",
		Check:    check,
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var facts = []tax.Fact{{
	Name: "deductions", Type: "decimal", Section: "Reliefs",
	Prompt: "What is the sum of your other deductions from the wage in the year, each within its limit, such as the disability deduction " +
		"(engellilik indirimi), private insurance premiums and union dues?",
	Reason:  "They lower the base.",
	Assumed: "0", Assumption: "No other deduction from the wage is claimed (disability, private insurance, union dues).",
	Hints: []string{"disability", "disabled", "union dues", "engellilik", "sendika aidatı"},
}}

func check(req *tax.Request, faults *tax.InputError) {
	if req.IncomeBasis == tax.Taxable && req.Num("deductions").Sign() > 0 {
		faults.Add("facts.deductions", "are already off a tax base; give them with a gross wage")
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("tr", tax.IndividualIncome) }

// kurus is the presentation of amounts.
var kurus = block.Minor(2, money.HalfUp)

var grossScope = []string{
	"The wage is paid in twelve equal months by one employer to an insured person who draws no pension, each month not below the minimum wage.",
}
