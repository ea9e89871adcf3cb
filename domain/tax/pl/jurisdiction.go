package pl

import (
	"slices"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Poland.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "PL", Name: "Poland", Authority: "Krajowa Administracja Skarbowa",
		Currency: "PLN", TimeZone: "Europe/Warsaw", Languages: []string{"pl"},
		Version: "1.2.0",
		Words: tax.Words{
			Names:    []string{"poland", "polska", "republic of poland", "rzeczpospolita polska", "polsce", "polski"},
			Demonyms: []string{"polish", "pole", "polak", "polka", "polish resident", "polish taxpayer"},
			Cities: []string{"warsaw", "warszawa", "kraków", "krakow", "cracow", "łódź", "lodz", "wrocław", "wroclaw", "poznań", "poznan", "gdańsk",
				"gdansk",
				"szczecin", "bydgoszcz", "lublin", "białystok", "katowice", "gdynia", "częstochowa", "radom", "toruń", "rzeszów", "kielce", "olsztyn",
				"warszawie", "krakowie", "łodzi", "wrocławiu", "poznaniu", "gdańsku", "szczecinie", "bydgoszczy", "lublinie", "białymstoku",
				"katowicach", "gdyni", "toruniu", "rzeszowie"},
			Currency: []string{"zł", "pln", "zloty", "zlotys", "złoty", "złotych", "złote"},
		},
		YearForm: tax.YearForm{Pattern: "2025", Prefixes: []string{"tax year", "rok podatkowy", "rok", "pit za"}},
		IncomeMeans: "Income is the tax base (podstawa obliczenia podatku), of spouses assessed jointly the sum of theirs, after costs, social " +
			"insurance contributions and deductions; it is not the gross wage, which income_basis gross says that it is.",
		TotalMeans: "Total tax is income tax by the scale and the solidarity levy; health and social insurance contributions stand beside it " +
			"where the income is a gross wage.",
		Kinds:    []tax.Kind{tax.Employment},
		Bases:    []tax.Basis{tax.Taxable, tax.Gross},
		Facts:    slices.Concat(assessmentFacts, facts),
		Check:    check,
		Coverage: coverage(),
		BandsOf:  "income_tax",
		Compute:  compute,
		Law:      []law.Resolver{resolved},
	}
}

// Ways of being assessed.
const (
	alone = "alone"
	joint = "joint"
)

var spouseFact = tax.Fact{
	Name: "spouse_base", Type: "decimal", Section: "You",
	Prompt:     "How much of the joint tax base is your spouse's?",
	Reason:     "The solidarity levy is due on what each spouse has above a million.",
	Assumption: "No spouse has more than a million.",
	Example:    "400000",
	Needed: &tax.Need{When: "assessment is joint and the income is above what one person may have without the solidarity levy",
		Of: "assessment", Is: []string{joint}, Above: func(row *tax.CoverageRow) money.Dec { return paramsOf(row).solidary.above.Dec }},
}

var assessmentFacts = []tax.Fact{
	{
		Name: "assessment", Type: "choice", Choices: []string{alone, joint}, Section: "You",
		Prompt:  "Are you assessed alone, or jointly with your spouse (wspólne rozliczenie małżonków)?",
		Reason:  "Spouses assessed jointly owe twice the tax on half of their income.",
		Assumed: alone, Assumption: "The person is assessed alone.",
		Joint: []string{joint}, Says: map[string]string{"wspólne rozliczenie": joint, "jointly assessed": joint},
		Hints: []string{"married", "joint", "spouse", "wife", "husband", "małżonek", "małżonkowie", "małżonkiem", "żona", "mąż", "wspólnie"},
	},
	spouseFact,
}

func check(req *tax.Request, faults *tax.InputError) {
	pair, gross := req.Choice("assessment") == joint, req.IncomeBasis == tax.Gross
	if pair && gross {
		faults.Add("facts.assessment", "joint belongs to a tax base: the gross wages of two spouses are not computed together")
	}
	switch part := req.Num(spouseFact.Name); {
	case part.IsZero():
	case !pair:
		faults.Add("facts.spouse_base", "is only for the assessment joint")
	case part.Greater(req.Income):
		faults.Add("facts.spouse_base", "is a part of the income, and must not exceed it")
	}
}

func coverage() []tax.CoverageRow { return tax.CoverageOf("pl", tax.IndividualIncome) }

// cent is the presentation of contributions.
var cent = block.Minor(2, money.HalfUp)
