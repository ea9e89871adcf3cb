// Package answertest declares made-up jurisdictions for tests of planner and
// answers: they are called like real ones and label years as those do, so that
// questions read naturally, and their law is invented (a flat rate that is
// real nowhere), so that no test rests on a figure of law. Only tests import it.
package answertest

import (
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Checked is the day on which the invented sources were read.
var Checked = civil.MustParse("2026-11-01")

// Places returns the invented declarations, new ones at every call.
func Places() []*tax.Jurisdiction {
	return []*tax.Jurisdiction{britain(), ireland(), germany(), canada(), india(), southAfrica(), singapore(), zealand()}
}

// rates are flat and unreal.
var rates = map[string]string{"rest_of_uk": "0.11", "scotland": "0.13", "ontario": "0.21", "quebec": "0.23", "": "0.17"}

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	rate := money.MustParse(rates[row.Region])
	total := req.Income.Mul(rate)
	cite := law.Citation{
		ID: strings.ToLower(req.Jurisdiction) + ":rate@1990-01-01#1", SourceID: "act", Title: "Invented Tax Act", Locator: "s. 1",
		URL: "https://example.org/act", Excerpt: "The rate is flat.", EffectiveFrom: civil.MustParse("1990-01-01"), RetrievedAt: Checked,
		SHA256: strings.Repeat("0", 64),
	}
	return tax.Result{
		TaxableIncome: req.Income, TotalTax: total, MarginalRate: rate, StatutoryRate: rate,
		Bands:      []tax.BandResult{{Label: "All", Amount: req.Income, Rate: rate, Tax: total}},
		Components: []tax.Levy{{Code: "income_tax", Kind: "tax", Amount: total, InTotal: true}},
		Citations:  []law.Citation{cite},
	}, nil
}

func place(j tax.Jurisdiction, tier tax.Tier, regions []string, years ...string) *tax.Jurisdiction {
	j.Version, j.Compute, j.TimeZone, j.Authority = "1.0.0", compute, "UTC", "Authority of "+j.Name
	if j.Languages == nil {
		j.Languages = []string{"en"}
	}
	if j.Kinds == nil {
		j.Kinds = []tax.Kind{tax.Employment}
	}
	if j.Bases == nil {
		j.Bases = []tax.Basis{tax.Gross, tax.Taxable}
	}
	j.IncomeMeans, j.TotalMeans = "Income is gross annual pay.", "Total tax is the flat tax."
	for _, y := range years {
		for _, g := range regions {
			j.Coverage = append(j.Coverage, tax.CoverageRow{TaxYear: y, Region: g, TaxType: tax.IndividualIncome, Taxpayer: "individual",
				Tier: tier, Why: "Invented.", Dataset: strings.ToLower(j.Code) + "-income-" + y + "/test", LawAsOf: civil.MustParse("2026-10-01"),
				Scope: []string{"The law is invented."}})
		}
	}
	return &j
}

func britain() *tax.Jurisdiction {
	return place(tax.Jurisdiction{
		Code: "GB", Name: "United Kingdom", Currency: "GBP",
		Words: tax.Words{Names: []string{"united kingdom", "uk", "great britain"}, Demonyms: []string{"british", "uk taxpayer"},
			Currency: []string{"£", "quid"}},
		YearForm:   tax.YearForm{Pattern: "2025-26", Split: true, Start: [2]int{4, 6}, BareAsks: true, Prefixes: []string{"tax year"}},
		RegionRule: tax.RegionRequired,
		Regions: []tax.Region{
			{Slug: "rest_of_uk", Name: "England, Wales and Northern Ireland"},
			{Slug: "scotland", Code: "GB-SCT", Name: "Scotland", Words: tax.Words{Names: []string{"scotland"}, Demonyms: []string{"scottish"},
				Cities: []string{"glasgow", "edinburgh", "perth"}}},
			{Slug: "england", Code: "GB-ENG", Name: "England", Same: "rest_of_uk", Words: tax.Words{Names: []string{"england"},
				Demonyms: []string{"english"}, Cities: []string{"london", "leeds", "newcastle", "york", "newcastle upon tyne"}}},
			{Slug: "wales", Code: "GB-WLS", Name: "Wales", Same: "rest_of_uk", Words: tax.Words{Names: []string{"wales"},
				Demonyms: []string{"welsh"}, Cities: []string{"cardiff"}}},
			{Slug: "northern_ireland", Code: "GB-NIR", Name: "Northern Ireland", Same: "rest_of_uk",
				Words: tax.Words{Names: []string{"northern ireland"}, Cities: []string{"belfast"}}},
		},
		Facts: []tax.Fact{
			{Name: "over_state_pension_age", Type: "boolean", Section: "You", Prompt: "Were you over State Pension age for the whole year?",
				Reason:  "It changes a contribution.",
				Assumed: "false", Assumption: "Under State Pension age.", Hints: []string{"state pension age", "retired"}},
			{Name: "gift_aid", Type: "decimal", Section: "Reliefs", Prompt: "How much did you give under Gift Aid?", Reason: "It widens a band.",
				Assumed: "0", Assumption: "No gifts.", Hints: []string{"gift aid"}},
		},
	}, tax.Covered, []string{"rest_of_uk", "scotland"}, "2024-25", "2025-26", "2026-27")
}

func ireland() *tax.Jurisdiction {
	return place(tax.Jurisdiction{
		Code: "IE", Name: "Ireland", Currency: "EUR",
		Words: tax.Words{Names: []string{"ireland", "republic of ireland"}, Demonyms: []string{"irish"}, Cities: []string{"dublin", "cork"},
			Currency: []string{"€"}},
		YearForm: tax.YearForm{Pattern: "2025"},
		Kinds:    []tax.Kind{tax.Employment, tax.Dividends},
		Facts: []tax.Fact{{Name: "filing_status", Type: "choice", Choices: []string{"single", "married"}, Section: "You",
			Prompt: "Are you single or married?",
			Reason: "The bands differ.", Assumed: "single", Assumption: "Single.", Hints: []string{"married", "single", "wife", "husband",
				"spouse"}}},
	}, tax.Beta, []string{""}, "2024", "2025")
}

func germany() *tax.Jurisdiction {
	return place(tax.Jurisdiction{
		Code: "DE", Name: "Germany", Currency: "EUR", Languages: []string{"de"},
		Words: tax.Words{Names: []string{"germany", "deutschland"}, Demonyms: []string{"german"}, Cities: []string{"berlin", "munich",
			"münchen"}, Currency: []string{"€"}},
		YearForm: tax.YearForm{Pattern: "2025"},
	}, tax.Draft, []string{""}, "2024", "2025")
}

func canada() *tax.Jurisdiction {
	return place(tax.Jurisdiction{
		Code: "CA", Name: "Canada", Currency: "CAD",
		Words:      tax.Words{Names: []string{"canada"}, Demonyms: []string{"canadian"}, Currency: []string{"c$"}},
		YearForm:   tax.YearForm{Pattern: "2025"},
		RegionRule: tax.RegionRequired,
		Regions: []tax.Region{
			{Slug: "ontario", Code: "CA-ON", Name: "Ontario", Words: tax.Words{Names: []string{"ontario"}, Cities: []string{"toronto", "ottawa",
				"london"}}},
			{Slug: "quebec", Code: "CA-QC", Name: "Quebec", Words: tax.Words{Names: []string{"quebec", "québec"},
				Cities: []string{"montreal", "kingston"}}},
			{Slug: "nunavut", Code: "CA-NU", Name: "Nunavut", Words: tax.Words{Names: []string{"nunavut"}},
				Uncovered: "the territory has its own rates, which are not modelled"},
		},
	}, tax.Beta, []string{"ontario", "quebec"}, "2025")
}

func india() *tax.Jurisdiction {
	return place(tax.Jurisdiction{
		Code: "IN", Name: "India", Currency: "INR",
		Words: tax.Words{Names: []string{"india"}, Demonyms: []string{"indian"}, Cities: []string{"mumbai", "delhi"}, Currency: []string{"₹"}},
		YearForm: tax.YearForm{Pattern: "2025-26", Split: true, Start: [2]int{4, 1}, BareAsks: true, RangeAsks: true,
			Prefixes: []string{"fy", "financial year"}, AssessmentPrefixes: []string{"ay", "assessment year"}},
		Facts: []tax.Fact{{Name: "regime", Type: "choice", Choices: []string{"old", "new"}, Section: "You", Prompt: "Old or new regime?",
			Reason:   "They tax differently.",
			Required: true, Example: "new", Hints: []string{"old regime", "new regime"}}},
	}, tax.Beta, []string{""}, "2024-25", "2025-26")
}

func southAfrica() *tax.Jurisdiction {
	return place(tax.Jurisdiction{
		Code: "ZA", Name: "South Africa", Currency: "ZAR",
		Words: tax.Words{Names: []string{"south africa"}, Demonyms: []string{"south african"}, Cities: []string{"cape town"},
			Currency: []string{"rand"}},
		YearForm: tax.YearForm{Pattern: "2026", Start: [2]int{3, 1}, EndLabels: true, BareAsks: true, Prefixes: []string{"year of assessment"}},
	}, tax.Beta, []string{""}, "2025", "2026")
}

func singapore() *tax.Jurisdiction {
	return place(tax.Jurisdiction{
		Code: "SG", Name: "Singapore", Currency: "SGD",
		Words: tax.Words{Names: []string{"singapore"}, Demonyms: []string{"singaporean"}, Currency: []string{"s$"}},
		YearForm: tax.YearForm{Pattern: "YA 2026", Lag: 1, BareAsks: true, LabelPrefix: "YA ", Prefixes: []string{"ya", "year of assessment"},
			IncomePrefixes: []string{"income year"}},
	}, tax.Beta, []string{""}, "YA 2025", "YA 2026")
}

func zealand() *tax.Jurisdiction {
	return place(tax.Jurisdiction{
		Code: "NZ", Name: "New Zealand", Currency: "NZD",
		Words: tax.Words{Names: []string{"new zealand"}, Demonyms: []string{"kiwi"}, Cities: []string{"auckland"},
			Currency: []string{"nz$"}},
		YearForm:   tax.YearForm{Pattern: "2025-26", Split: true, Start: [2]int{4, 1}, BareAsks: true},
		RegionRule: tax.NoRegions,
	}, tax.Beta, []string{""}, "2024-25", "2025-26")
}
