package ca

import (
	"slices"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Canada.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "CA", Name: "Canada", Authority: "Canada Revenue Agency; Revenu Québec for Quebec's tax",
		Currency: "CAD", TimeZone: "America/Toronto", Languages: []string{"en", "fr"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"canada"},
			Demonyms: []string{"canadian", "canadien", "canadienne", "canadian resident", "canadian taxpayer"},
			Currency: []string{"$", "c$", "ca$", "cad", "dollars", "canadian dollars", "dollars canadiens", "loonies"},
		},
		YearForm: yearForm,
		IncomeMeans: "Income is the gross annual employment income of a full-year resident of the province or territory on 31 December, before " +
			"any deduction, unless components name its kinds.",
		TotalMeans: "Total tax is federal and provincial or territorial income tax after non-refundable credits and the Quebec abatement, with " +
			"Ontario's surtax and health premium; pension plan contributions and insurance premiums are shown beside it, not in it.",
		Kinds:      append(kinds[:len(kinds):len(kinds)], tax.Dividends),
		Bases:      []tax.Basis{tax.Gross, tax.Taxable},
		RegionRule: tax.RegionRequired,
		Regions:    regions,
		Facts:      slices.Concat(facts, supportedFacts, dividendFacts),
		Coverage:   coverage(),
		Check:      check,
		Compute:    compute,
		Law:        []law.Resolver{resolved},
	}
}

var yearForm = tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "taxation year", "année d'imposition"}}

var facts = []tax.Fact{
	{
		Name: "rrsp_deduction", Type: "decimal", Section: "Reliefs",
		Prompt:  "How much do you deduct for contributions to registered retirement savings and pension plans?",
		Reason:  "The deduction reduces net and taxable income.",
		Assumed: "0", Assumption: "No contribution to a registered retirement savings or pension plan is deducted.",
		Hints: []string{"rrsp", "reer", "registered pension"},
	},
	{
		Name: "aged_65_or_over", Type: "boolean", Section: "You",
		Prompt:  "Were you 65 or over on 31 December of the year?",
		Reason:  "From 65 the age amounts apply, which are not modelled.",
		Assumed: "false", Assumption: "The taxpayer is from 18 to 64 years old.",
		Hints: []string{"senior", "retired", "pensioner", "over 65", "years old"},
	},
}

func check(req *tax.Request, faults *tax.InputError) {
	if req.IncomeBasis == tax.Taxable && req.Num("rrsp_deduction").Sign() > 0 {
		faults.Add("facts.rrsp_deduction", "is deducted from gross income; a taxable income was given")
	}
	checkSupported(req, faults)
	checkDividends(req, faults)
}

// kinds are those that every row knows.
var kinds = []tax.Kind{tax.Employment, tax.Interest, tax.Property, tax.OtherIncome}

// withDividends are the provinces whose dividend tax credit is held, by year,
// and why a result with dividends is of a lower tier than the row.
var withDividends = map[string]map[string]tax.Exception{
	quebec: {"2023": {}, "2024": {}, "2025": {}},
	ontarioSlug: {
		"2023": {},
		"2024": {Kinds: []tax.Kind{tax.Dividends}, Tier: tax.Beta,
			Why: "The dividend tax credits are those of the authority's and the province's pages; no computation with dividends that they " +
				"published was found."},
	},
}

// scope is what every result rests on.
var scope = []string{
	"The tax is the annual liability, not what is withheld by the payroll formulas.",
	"The taxpayer claims no credit beyond the basic personal amount, the amount for one supported spouse or eligible dependant where stated " +
		"and modelled, the Canada employment amount, and contributions and premiums; nothing is added for children.",
	"Contributions and premiums are those of one employment all year; other kinds of income owe none.",
	"Interest, rent after expenses and other income are Canadian and taxed in full; capital gains, pensions and self-employment are not " +
		"modelled, dividends in Ontario until 2024 and in Quebec until 2025 alone, and minimum tax is not computed.",
	"The law's formulas are computed without rounding, and the total is rounded to the cent; the forms round each line, and can differ by a " +
		"few cents.",
}

// notes is what a province's result rests on beside scope.
var notes = map[string]string{
	"alberta":                   "The Alberta supplemental tax credit is not reached by the credits modelled.",
	britishColumbia:             "The British Columbia tax reduction is in.",
	"manitoba":                  "Manitoba's family tax benefit and refundable credits are not in.",
	"new_brunswick":             "New Brunswick's low-income tax reduction is not in.",
	"newfoundland_and_labrador": "Newfoundland and Labrador's low-income tax reduction is not in.",
	"nova_scotia":               "Nova Scotia's low-income tax reduction is not in.",
	"northwest_territories":     "The refundable cost of living tax credit is not in.",
	"nunavut":                   "The refundable cost of living tax credit is not in.",
	ontarioSlug:                 "Ontario's surtax, tax reduction, low-income workers (LIFT) credit and health premium are in.",
	princeEdwardIsland:          "Prince Edward Island's low-income tax reduction is not in.",
	quebec: "Quebec's deduction for workers and basic amount are in; its other credits and the prescription drug " +
		"insurance premium are not, nor is the contribution to the health services fund on income other than pay.",
	"saskatchewan": "Saskatchewan's refundable low-income credit is not in.",
	yukon:          "Yukon's refundable credits are not in.",
}

// byForms are the regions whose provincial form was read.
var byForms = []string{"alberta", britishColumbia, "manitoba", ontarioSlug}

func coverage() (rows []tax.CoverageRow) {
	for _, y := range []struct{ year, asOf string }{
		{"2023", "2023-12-31"}, {"2024", "2024-12-31"}, {"2025", "2025-12-31"}, {"2026", "2026-02-18"},
	} {
		for i := range regions {
			slug := regions[i].Slug
			tier, why := rating(y.year, slug)
			all := append(append([]string(nil), scope...), notes[slug])
			if y.year == "2026" || !slices.Contains(byForms, slug) {
				all = append(all, "A claim for a spouse, a common-law partner or an eligible dependant is not modelled for the province and year, "+
					"and is refused.")
			}
			if y.year == "2026" {
				all = append(all, "Changes that provincial budgets made in 2026 are in only as far as the payroll formulas of July 2026 hold them: "+
					"British Columbia's, Newfoundland and Labrador's and Prince Edward Island's.")
			}
			known, except := kinds, []tax.Exception(nil)
			if e, held := withDividends[slug][y.year]; held {
				known = nil
				if e.Tier != "" {
					except = []tax.Exception{e}
				}
			}
			rows = append(rows, tax.CoverageRow{
				Kinds: known, Except: except,
				TaxYear: y.year, Region: slug, TaxType: tax.IndividualIncome, Taxpayer: "individual", Tier: tier, Why: why,
				Dataset: "ca-income-" + y.year + "/2026.11", LawAsOf: civil.MustParse(y.asOf), Scope: all,
			})
		}
	}
	return rows
}

// proven are the provinces whose form of the year, like the federal return, was
// read and is held against.
var proven = map[string][]string{
	"2024": {"alberta", britishColumbia, ontarioSlug},
	"2025": {"alberta", britishColumbia, "manitoba", ontarioSlug},
}

// rating is the tier that a year and province have earned, and why.
func rating(year, slug string) (tax.Tier, string) {
	switch {
	case year == "2026":
		return rating2026(slug)
	case slug == quebec && year == "2023":
		return tax.Draft, "Federal figures are the authority's own, and Quebec's bands and basic amount were read at Revenu Québec; the " +
			"deduction for workers rests on one account and the rate of its indexation."
	case slug == quebec:
		return tax.Beta, "Federal figures are the authority's own; Quebec's bands, amounts and deduction were read at Revenu Québec, in part " +
			"in reprints, and independent accounts agree; its worked example of the payroll formulas passes; no human reviewer has signed it off."
	case slices.Contains(proven[year], slug):
		return tax.Covered, "Each parameter was read in the authority's payroll formulas, returns or provincial form, and the tables that its " +
			"federal return and provincial form of the year print pass, with the most that an employee contributes; no human reviewer."
	case slices.Contains(byForms, slug):
		return tax.Beta, "The authority's payroll formulas and its provincial form agree on each figure, and the form's table passes where it " +
			"prints one; the amount for a supported person is in part the form's alone; no human reviewer has signed it off."
	}
	const formulas = "The authority's payroll formulas and an independent account agree on each figure"
	if year == "2025" {
		return tax.Beta, formulas + ", and answers of the authority's payroll calculator, as others keep them, pass; the provincial form was " +
			"not read; no human reviewer has signed it off."
	}
	return tax.Beta, formulas + "; the provincial form was not read; no human reviewer has signed it off."
}

// rating2026 is the tier of the year of which no return has been published.
func rating2026(slug string) (tax.Tier, string) {
	switch slug {
	case britishColumbia:
		return tax.Draft, "The lowest rate and the tax reduction are those of the 2026 Budget, collected since July 2026; their enactment was " +
			"not found."
	case "newfoundland_and_labrador":
		return tax.Draft, "The basic amount is that which the payroll formulas of July 2026, as one payroll program transcribes them, spread " +
			"over half a year; neither those formulas nor the Act was read."
	case princeEdwardIsland:
		return tax.Draft, "The rate above 200,000 is that which the payroll formulas of July 2026, as one payroll program transcribes them, " +
			"spread over half a year; that program and the formulas of January differ on the fourth threshold."
	case quebec:
		return tax.Beta, "Federal figures are the authority's own; Quebec's are those of 2025, read at Revenu Québec, indexed as its Ministry " +
			"of Finance announced, and accounts that quote Revenu Québec agree; its worked example of the payroll formulas passes; no human " +
			"reviewer has signed it off."
	}
	return tax.Beta, "The authority's payroll formulas of January 2026 and an independent transcription, which names no later change, agree " +
		"on each figure, and answers of the authority's payroll calculator, as others keep them, pass; the federal rate is enacted; no return " +
		"of 2026 has been published; no human reviewer has signed it off."
}

// cent is the rounding of the total.
var cent = block.Minor(2, money.HalfUp)
