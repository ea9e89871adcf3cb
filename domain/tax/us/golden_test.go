package us

import (
	"testing"

	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

// incomes stand at what the law of a year turns on: the standard deduction,
// the ends of brackets above it, the wage base and the thresholds of credits.
var incomes = []string{"15750", "16750", "24225", "41675", "64225", "100000", "119100", "150000", "176100", "200000", "213050", "250000",
	"400000", "642100", "1000000"}

// rich adds other incomes to a request.
func rich(req tax.Request) tax.Request {
	return earning(req, "self_employment", "40000", "dividends", "12000", "capital_gains", "30000", "interest", "3000")
}

func TestGolden(t *testing.T) {
	for _, year := range []string{"2022", "2023", "2024", "2025", "2026"} {
		family := filer(year, "", "married_joint", "spouse_age", "38", "children", "2", "other_dependents", "1")
		parent := filer(year, "", "head_of_household", "children", "1", "care_persons", "1", "care_expenses", "5000")
		owner := rich(filer(year, "", "single", "qualified_dividends", "10000", "state_income_taxes", "15000", "mortgage_interest", "14000"))
		old := earning(filer(year, "", "married_separate", "age", "70", "social_security_benefits", "24000"), "pension", "20000")
		taxtest.Golden(t, FederalRegistry(), year,
			taxtest.Table{Title: "single, wages", Request: filer(year, "", "single"), Incomes: incomes, Kind: tax.Employment},
			taxtest.Table{Title: "joint, two children and another dependent, wages", Request: family, Incomes: incomes, Kind: tax.Employment},
			taxtest.Table{Title: "head of household, a child in care, wages", Request: parent, Incomes: incomes, Kind: tax.Employment},
			taxtest.Table{Title: "single, wages beside self-employment 40,000, dividends 12,000, long-term gains 30,000, interest 3,000; itemised " +
				"24,000 or more", Request: owner, Incomes: incomes, Kind: tax.Employment},
			taxtest.Table{Title: "separate, 70, wages beside a pension of 20,000 and benefits of 24,000", Request: old, Incomes: incomes,
				Kind: tax.Employment},
		)
	}
}

func TestGoldenStates(t *testing.T) {
	var tables []taxtest.Table
	for _, row := range Jurisdiction().Coverage {
		if row.TaxYear != "2025" && !(row.TaxYear == "2024" && endsIn2024(row.Region)) || row.Region == "" {
			continue
		}
		tables = append(tables, taxtest.Table{Title: row.Region + " " + row.TaxYear + ", single, wages", Kind: tax.Employment,
			Request: filer(row.TaxYear, row.Region, "single"), Incomes: []string{"20000", "50000", "100000", "250000", "1000000"}})
	}
	for _, at := range [][3]string{{"indiana", factLocality, "marion_county_in"}, {"maryland", factLocality, "anne_arundel_county_md"},
		{"maryland", factLocality, "howard_county_md"},
		{"new_york", factLocality, "new_york_city"}, {"new_york", factLocality, "yonkers"}, {"ohio", factMunicipalRate, "0.025"}} {
		tables = append(tables, taxtest.Table{Title: at[0] + " 2025, single, wages, " + at[1] + " " + at[2], Kind: tax.Employment,
			Request: filer("2025", at[0], "single", at[1], at[2]), Incomes: []string{"20000", "50000", "100000", "250000", "1000000"}})
	}
	taxtest.Golden(t, registry, "states", tables...)
}

func endsIn2024(region string) bool { return region == "vermont" || region == "district_of_columbia" }

func TestGoldenCompanies(t *testing.T) {
	var tables []taxtest.Table
	for _, year := range []string{"2025", "2026"} {
		req := tax.Request{Jurisdiction: "US", TaxYear: year, TaxType: tax.CorporateIncome,
			Facts: map[string]string{"charitable_contributions": "20000", "net_operating_loss": "150000", "corporate_credits": "5000"}}
		tables = append(tables, taxtest.Table{Title: year + ", corporation, contributions 20,000, losses 150,000, credits 5,000", Request: req,
			Incomes: []string{"10000", "100000", "200000", "500000", "10000000"}})
	}
	taxtest.Golden(t, FederalRegistry(), "companies", tables...)
}
