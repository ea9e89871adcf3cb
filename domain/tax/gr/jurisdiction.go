package gr

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Greece.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "GR", Name: "Greece", Authority: "Ανεξάρτητη Αρχή Δημοσίων Εσόδων",
		Currency: "EUR", TimeZone: "Europe/Athens", Languages: []string{"el"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"greece", "ελλάδα", "ελλάδας", "hellas", "hellenic republic"},
			Demonyms: []string{"greek", "έλληνας", "ελληνίδα", "greek resident", "greek taxpayer"},
			Cities: []string{"athens", "αθήνα", "αθήνας", "thessaloniki", "θεσσαλονίκη", "piraeus", "πειραιάς", "patras", "πάτρα", "heraklion",
				"ηράκλειο", "larissa", "λάρισα", "volos", "βόλος", "ioannina", "ιωάννινα", "chania", "χανιά"},
			Currency: []string{"€", "eur", "euro", "euros", "ευρώ"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "φορολογικό έτος"}},
		IncomeMeans: "Income is the taxable income from wages of one person, after contributions to social security; it is not the gross wage, " +
			"which income_basis gross says that it is.",
		TotalMeans: "Total tax is income tax by the scale after the credit on wages; the employee's contributions stand beside it where the " +
			"income is a gross wage.",
		Kinds:    []tax.Kind{tax.Employment},
		Bases:    []tax.Basis{tax.Taxable, tax.Gross},
		Facts:    facts,
		Coverage: coverage(),
		BandsOf:  "income_tax",
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

var facts = []tax.Fact{{
	Name: "children", Type: "integer", Max: "15", Section: "You",
	Prompt:  "How many dependent children (εξαρτώμενα τέκνα) do you have?",
	Reason:  "They raise the credit and, from 2026 on, lower the rates.",
	Assumed: "0", Assumption: "The person has no dependent children.",
	Hints: []string{"children", "child", "kids", "τέκνα", "παιδιά", "παιδί"},
}}

func coverage() []tax.CoverageRow { return tax.CoverageOf("gr", tax.IndividualIncome) }

// cent is the presentation of tax.
var cent = block.Minor(2, money.HalfUp)

var grossScope = []string{
	"Income is the gross wage of a private employee for the whole year, bonuses included, whose contributions are those of most employees.",
}
