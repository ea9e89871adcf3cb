package fi

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Finland.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "FI", Name: "Finland", Authority: "Verohallinto", Currency: "EUR", TimeZone: "Europe/Helsinki",
		Languages: []string{"fi", "sv", "en"},
		Version:   "1.1.0",
		Words: tax.Words{
			Names:    []string{"finland", "suomi", "suomessa", "republic of finland"},
			Demonyms: []string{"finnish", "finn", "suomalainen", "finländsk"},
			Cities: []string{"helsinki", "helsingfors", "espoo", "esbo", "tampere", "tammerfors", "vantaa", "vanda", "oulu", "uleåborg", "turku",
				"åbo", "jyväskylä", "lahti", "kuopio", "pori", "vaasa", "rovaniemi",
				"helsingissä", "espoossa", "tampereella", "vantaalla", "oulussa", "turussa", "jyväskylässä", "lahdessa", "kuopiossa", "porissa",
				"vaasassa", "rovaniemellä"},
			Currency: []string{"€", "eur", "euro", "euros", "euroa"},
		},
		YearForm:    yearForm,
		IncomeMeans: "Income is the gross annual wages of a full-year resident, before any deduction.",
		TotalMeans: "Total tax is state, municipal and church tax after the work income credit, and the public broadcasting tax; social " +
			"insurance contributions stand beside it.",
		Kinds:      []tax.Kind{tax.Employment},
		Bases:      []tax.Basis{tax.Gross, tax.Taxable},
		RegionRule: tax.RegionOptional,
		Regions: []tax.Region{
			{Slug: "mainland", Name: "Mainland Finland", Words: tax.Words{Names: []string{"mainland finland", "manner-suomi"}}},
			{Slug: "aland", Code: "FI-01", Name: "Åland", Aliases: []string{"ax", "ahvenanmaa"},
				Words: tax.Words{Names: []string{"åland", "aland", "åland islands", "aland islands", "ahvenanmaa"},
					Cities: []string{"mariehamn", "maarianhamina"}},
				Uncovered: "Åland has its own municipal tax and a lower scale of the state tax, which are not modelled"},
		},
		Facts:    facts,
		Coverage: coverage(),
		BandsOf:  "state_income_tax",
		Check:    check,
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var yearForm = tax.YearForm{Pattern: "2025", Prefixes: []string{"calendar year", "verovuosi", "skatteåret"}}

// cent is the presentation of amounts.
var cent = block.Minor(2, money.HalfUp)

var facts = []tax.Fact{
	{
		Name: "municipal_rate", Type: "rate", Max: "0.15", Section: "Where you live",
		Prompt:   "What is the income tax rate of your municipality for the year, as a fraction (0.076 for 7.6 %)?",
		Reason:   "Each municipality sets its own rate.",
		Required: true, Example: "0.076",
		Hints: []string{"municipal tax", "kunnallisvero", "kommunalskatt", "helsinki", "espoo", "tampere"},
	},
	{
		Name: "church_rate", Type: "rate", Max: "0.03", Section: "Where you live",
		Prompt:  "If you belong to the Lutheran or the Orthodox church, what is the church tax rate of your parish, as a fraction?",
		Reason:  "Church members pay church tax at the rate of their parish.",
		Assumed: "0", Assumption: "The person is no member of a church that levies church tax.",
		Hints: []string{"church", "kirkollisvero", "kyrkoskatt", "lutheran", "orthodox"},
	},
	{
		Name: "age", Type: "integer", Min: "18", Max: "64", Section: "You",
		Prompt:  "How old were you at the beginning of the tax year (18 to 64)?",
		Reason:  "The pension contribution was higher from 53 to 62 years up to 2025.",
		Assumed: "40", Assumption: "The person is between 18 and 52 years old.",
		Hints: []string{"years old", "aged"},
	},
	{
		Name: "minor_children", Type: "integer", Max: "20", Section: "Your family", Since: civil.Of(2025, 1, 1),
		Prompt:  "How many minor children are in your custody at the end of the year?",
		Reason:  "Each raises the most of the work income credit; the doubled increase of a sole guardian is not modelled.",
		Assumed: "0", Assumption: "No minor child raises the work income credit.",
		Hints: []string{"children", "child", "kids", "lapsi", "lasta", "barn"},
	},
	{
		Name: "wages", Type: "decimal", Section: "Your wages",
		Prompt: "What are your gross wages of the year?",
		Reason: "The work income credit, the broadcasting tax and the contributions are computed from wages, which a taxable income does not say.",
		Needed: tax.NeedTaxable, Example: "48000", Assumption: "The income is the gross wages.",
	},
}

// check refuses what a year does not model, and wages beside wages.
func check(req *tax.Request, faults *tax.InputError) {
	switch {
	case req.TaxType != "" && req.TaxType != tax.IndividualIncome:
	case req.IncomeBasis != tax.Taxable && req.Given("wages"):
		faults.Add("facts.wages", "belongs to a taxable income: the income is the gross wages already")
	case req.IncomeBasis == tax.Taxable && !req.Given("wages"):
		faults.Add("facts.wages", "is required where income_basis is taxable")
	case req.IncomeBasis == tax.Taxable && req.Num("wages").Less(req.Income):
		faults.Add("facts.wages", "must be at least the taxable income, since the person has wages only")
	}
	if req.TaxYear == "2023" && req.Int("age") >= 60 {
		faults.Add("facts.age", "must be at most 59 in 2023: the higher credit from 60 years of that year is not modelled")
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("fi", tax.IndividualIncome) }
