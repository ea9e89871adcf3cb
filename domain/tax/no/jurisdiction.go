package no

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Norway.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "NO", Name: "Norway", Authority: "Skatteetaten", Currency: "NOK", TimeZone: "Europe/Oslo", Languages: []string{"nb", "nn", "en"},
		Version: "1.1.0",
		Words: tax.Words{
			Names:    []string{"norway", "norge", "noreg", "kingdom of norway"},
			Demonyms: []string{"norwegian", "norsk"},
			Cities:   []string{"oslo", "bergen", "trondheim", "stavanger", "drammen", "kristiansand", "fredrikstad", "ålesund", "bodø", "sandnes"},
			Currency: []string{"nok", "kr", "kroner", "krone", "norwegian kroner"},
		},
		YearForm:    yearForm,
		IncomeMeans: "Income is the gross annual wages of a full-year resident in tax class 1, before any deduction.",
		TotalMeans:  "Total tax is the tax on general income and the bracket tax; the national insurance contribution stands beside it.",
		Kinds:       []tax.Kind{tax.Employment},
		RegionRule:  tax.RegionOptional,
		Regions: []tax.Region{
			{Slug: "mainland", Name: "Norway outside the action zone", Words: tax.Words{Names: []string{"mainland norway"}}},
			{Slug: actionZone, Name: "Action zone: Finnmark and northern Troms",
				Aliases: []string{"innsatssonen", "tiltakssonen", "finnmark", "nord-troms", "NO-56"},
				Words: tax.Words{Names: []string{"finnmark", "nord-troms", "northern troms", "tiltakssonen", "innsatssonen"},
					Cities: []string{"alta", "hammerfest", "kirkenes", "vadsø"}}},
			{Slug: "svalbard", Code: "NO-21", Name: "Svalbard",
				Words:     tax.Words{Names: []string{"svalbard", "spitsbergen"}, Cities: []string{"longyearbyen"}},
				Uncovered: "Svalbard has its own tax law, which is not modelled"},
		},
		Facts:    facts,
		Coverage: coverage(),
		BandsOf:  "bracket_tax",
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var yearForm = tax.YearForm{Pattern: "2025", Prefixes: []string{"calendar year", "inntektsår", "inntektsåret"}}

// krone is the presentation of tax: the statute sets no rounding for it.
var krone = block.Minor(0, money.HalfUp)

var facts = []tax.Fact{{
	Name: "other_deductions", Type: "decimal", Section: "Deductions",
	Prompt:  "How much are your other deductions from general income, such as interest, union dues and travel?",
	Reason:  "They reduce the general income, but not the base of the bracket tax.",
	Assumed: "0", Assumption: "No deduction but the minimum standard deduction and the personal allowance is made.",
	Hints: []string{"interest", "renter", "union", "fagforening", "travel", "reisefradrag", "deduction", "fradrag"},
}}

const actionZone = "action_zone"

func coverage() []tax.CoverageRow { return tax.CoverageOf("no", tax.IndividualIncome) }
