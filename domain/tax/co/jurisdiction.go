package co

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Colombia.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "CO", Name: "Colombia", Authority: "Dirección de Impuestos y Aduanas Nacionales",
		Currency: "COP", TimeZone: "America/Bogota", Languages: []string{"es"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"colombia"},
			Demonyms: []string{"colombian", "colombian resident", "colombian taxpayer", "colombiano", "colombiana"},
			Cities:   []string{"bogota", "bogotá", "medellin", "medellín", "cali", "barranquilla", "bucaramanga", "pereira", "cúcuta"},
			Currency: []string{"cop", "colombian peso", "colombian pesos", "pesos colombianos"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "año gravable"}},
		IncomeMeans: "Income is taxable income of the general schedule (renta líquida gravable) of one resident employee; it is not gross " +
			"wages, which income_basis gross says that it is.",
		TotalMeans:  "Total tax is the income tax of the year, before credits, withholding and advances; contributions are not in it.",
		Kinds:       []tax.Kind{tax.Employment},
		Bases:       []tax.Basis{tax.Taxable, tax.Gross},
		Facts:       facts,
		Check:       check,
		Coverage:    coverage(),
		BandsOf:     "income_tax",
		BandsWithin: tableWithin,
		Compute:     compute,
		Law:         []law.Resolver{resolved},
	}
}

// tableWithin is what the fixed parts of the table, which are whole UVT, differ
// from the sum of the rows below them: a tenth of an UVT, and the rounding of the rows.
var tableWithin = money.MustParse("5237.50")

// Names of the facts.
const (
	contributionsFact = "contributions"
	deductionsFact    = "deductions"
	dependantsFact    = "dependants"
	purchasesFact     = "electronic_purchases"
)

var facts = []tax.Fact{
	{
		Name: contributionsFact, Type: "decimal", Section: "Your wages", Needed: tax.NeedGross,
		Prompt:     "How much did you yourself contribute in the year to mandatory pension, the solidarity fund and mandatory health, together?",
		Reason:     "Mandatory contributions are no income; what of the wage they are taken on differs by contract.",
		Assumption: "The income is given after mandatory contributions, deductions and exempt income.",
		Example:    "10368000.00",
		Hints:      []string{"pensión obligatoria", "salud", "social security", "eps"},
	},
	{
		Name: deductionsFact, Type: "decimal", Section: "Deductions",
		Prompt: "What is the sum of your deductions and other exempt income within their own limits: the tenth for dependants, interest on a " +
			"home loan, prepaid health, voluntary pension and AFC accounts, exempt severance (cesantías)?",
		Reason:  "They come off, together with the exempt quarter, up to a limit.",
		Assumed: "0", Assumption: "No deductions and no exempt income other than the exempt quarter of wages are claimed.",
		Hints: []string{"mortgage", "afc", "medicina prepagada", "cesantías", "voluntary pension"},
	},
	{
		Name: dependantsFact, Type: "integer", Max: "4", Section: "Deductions",
		Prompt:  "For how many dependants do you claim the further deduction, of four at most?",
		Reason:  "It stands outside the limit of the other deductions.",
		Assumed: "0", Assumption: "No further deduction for dependants is claimed.",
		Hints: []string{"dependants", "dependents", "children", "child", "hijos", "hijo"},
	},
	{
		Name: purchasesFact, Type: "decimal", Section: "Deductions",
		Prompt:  "For what you bought with electronic invoices, paid by card or bank, what is the sum of the year?",
		Reason:  "A part of it is deducted outside the limit.",
		Assumed: "0", Assumption: "No deduction for purchases with electronic invoices is claimed.",
		Hints: []string{"factura electrónica", "electronic invoice"},
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.IncomeBasis == tax.Gross {
		return
	}
	for i := range facts {
		if name := facts[i].Name; req.Given(name) && req.Num(name).Sign() > 0 {
			faults.Add("facts."+name, "belongs to gross wages: taxable income has it left out already")
		}
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("co", tax.IndividualIncome) }
