package il

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction declares Israel.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "IL", Name: "Israel", Authority: "Israel Tax Authority", Currency: "ILS", TimeZone: "Asia/Jerusalem",
		Languages: []string{"he", "ar", "en"},
		Version:   "1.0.0",
		Words: tax.Words{
			Names:    []string{"israel", "ישראל", "בישראל", "إسرائيل", "state of israel"},
			Demonyms: []string{"israeli", "ישראלי", "ישראלית"},
			Cities: []string{"jerusalem", "tel aviv", "haifa", "rishon lezion", "petah tikva", "ashdod", "netanya", "beersheba", "herzliya",
				"תל אביב", "בתל אביב", "ירושלים", "בירושלים", "חיפה", "בחיפה"},
			Currency: []string{"₪", "ils", "nis", "shekel", "shekels", "new shekels", "שקל", "שקלים"},
		},
		YearForm:    yearForm,
		IncomeMeans: "Income is the gross annual wages of a full-year resident from personal exertion.",
		TotalMeans:  "Total tax is the income tax after credit points and the surtax; national insurance and health insurance are not in it.",
		Kinds:       []tax.Kind{tax.Employment},
		Facts:       facts,
		Coverage:    coverage(),
		BandsOf:     "income_tax",
		Compute:     compute,
		Law:         []law.Resolver{resolved},
	}
}

var yearForm = tax.YearForm{Pattern: "2025", Prefixes: []string{"calendar year", "שנת המס", "שנת מס"}}

// cent is the presentation of amounts.
var cent = block.Minor(2, money.HalfUp)

var facts = []tax.Fact{{
	Name: "credit_points", Type: "number", Max: "30", Section: "You",
	Prompt:  "How many credit points do you have (2.25 for a resident man, 2.75 for a woman, more with children or as a new immigrant)?",
	Reason:  "Each point reduces the tax by the same amount.",
	Assumed: "2.25", Assumption: "The person has the 2.25 credit points of a resident.",
	Hints: []string{"credit points", "נקודות זיכוי", "woman", "children", "immigrant", "oleh", "single parent"},
}}

func coverage() []tax.CoverageRow { return tax.CoverageOf("il", tax.IndividualIncome) }
