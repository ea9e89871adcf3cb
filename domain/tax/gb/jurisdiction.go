package gb

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// Jurisdiction declares Great Britain and Northern Ireland.
func Jurisdiction() *tax.Jurisdiction {
	return &tax.Jurisdiction{
		Code: "GB", Name: "United Kingdom", Authority: "HM Revenue and Customs",
		Currency: "GBP", TimeZone: "Europe/London", Languages: []string{"en", "cy", "gd"},
		Version: "1.0.0",
		Words: tax.Words{
			Names:    []string{"united kingdom", "uk", "u.k.", "great britain", "britain", "gb", "y deyrnas unedig"},
			Demonyms: []string{"british", "uk resident", "uk taxpayer"},
			Currency: []string{"£", "gbp", "pound", "pounds", "pounds sterling", "sterling", "quid"},
		},
		YearForm:    yearForm,
		IncomeMeans: "Income is the gross annual employment income of a full-year UK resident, before any deduction, unless components name its kinds.",
		TotalMeans:  "Total tax is income tax for the whole tax year; it includes the high income child benefit charge; National Insurance and loan repayments are shown beside it, not in it.",
		Kinds: []tax.Kind{tax.Employment, tax.Pension, tax.SelfEmployment, tax.Property, tax.OtherIncome,
			tax.Interest, tax.Dividends},
		Bases:      []tax.Basis{tax.Gross, tax.Taxable},
		RegionRule: tax.RegionRequired,
		Regions:    regions,
		Facts:      facts,
		Coverage:   coverage(),
		BandsOf:    "income_tax",
		Check:      check,
		Compute:    compute,
	}
}

var yearForm = tax.YearForm{
	Pattern: "2025-26", Split: true, Start: [2]int{4, 6}, BareAsks: true,
	Prefixes: []string{"tax year", "fiscal year", "financial year"},
}

const (
	restOfUK = "rest_of_uk"
	scotland = "scotland"
	wales    = "wales"
)

// systems are the regions that have rates of their own.
var systems = []string{restOfUK, scotland, wales}

// regions echo the slug of what was named. England and Northern Ireland share
// the rates of rest_of_uk, the caller's word for all of the United Kingdom but
// Scotland; Wales sets its own rates, which have been the same.
var regions = []tax.Region{
	{Slug: restOfUK, Name: "England, Wales and Northern Ireland", Aliases: []string{"rest-of-uk", "ruk"},
		Words: tax.Words{Names: []string{"rest of the uk", "rest of uk"}}},
	{Slug: scotland, Code: "GB-SCT", Name: "Scotland",
		Words: tax.Words{
			Names: []string{"scotland", "alba"}, Demonyms: []string{"scottish", "scots", "scot"},
			Cities: []string{"glasgow", "edinburgh", "aberdeen", "dundee", "inverness", "stirling", "perth", "paisley", "kilmarnock"},
		}},
	{Slug: "england", Code: "GB-ENG", Name: "England", Same: restOfUK,
		Words: tax.Words{
			Names: []string{"england"}, Demonyms: []string{"english"},
			Cities: []string{"london", "birmingham", "manchester", "liverpool", "leeds", "sheffield", "bristol", "newcastle",
				"newcastle upon tyne", "nottingham", "leicester", "coventry", "southampton", "portsmouth", "brighton", "oxford", "cambridge", "york", "norwich", "plymouth"},
		}},
	{Slug: wales, Code: "GB-WLS", Name: "Wales", Aliases: []string{"cymru"},
		Words: tax.Words{
			Names: []string{"wales", "cymru"}, Demonyms: []string{"welsh"},
			Cities: []string{"cardiff", "swansea", "newport", "wrexham", "aberystwyth", "caerdydd", "abertawe"},
		}},
	{Slug: "northern_ireland", Code: "GB-NIR", Name: "Northern Ireland", Aliases: []string{"northern-ireland", "ni"}, Same: restOfUK,
		Words: tax.Words{
			Names: []string{"northern ireland", "ulster"}, Demonyms: []string{"northern irish"},
			Cities: []string{"belfast", "derry", "londonderry", "lisburn", "newry", "armagh"},
		}},
}

// years are those that are covered, with the day up to which their law is held.
var years = []struct{ label, asOf, note string }{
	{"2022-23", "2023-04-05", "National Insurance rates and thresholds changed within the year; the annual figures for an annual earnings period (12.73 %, 2.73 %, from 11,908) are used, which rest on professional tables; so do loan thresholds."},
	{"2023-24", "2024-04-05", "The National Insurance main rate changed on 6 January 2024; the annual rate of 11.5 % for an annual earnings period is used. Loan thresholds rest on secondary tables."},
	{"2024-25", "2025-04-05", ""},
	{"2025-26", "2026-04-05", "Loan thresholds of the year and the blind person's allowance rest on secondary accounts."},
	{"2026-27", "2026-11-20", "The blind person's allowance of the year rests on one account of the Order; National Insurance and loan thresholds of the year rest on professional tables."},
}

// scope is what every result of the income tax rests on.
var scope = []string{
	"The tax is the annual liability, not what PAYE withholds by tax code.",
	"The personal allowance is claimed; reliefs, losses and deductions that are not listed as facts are not.",
	"Pension contributions lie within the annual allowance and the person's earnings; residential finance costs, the property and trading allowances, foreign income and tax already paid abroad are not considered.",
	"Income is taken to the penny, and the tax on each kind of it is rounded to the nearest penny, half a penny up.",
	"National Insurance is employee Class 1, category A, over an annual earnings period of one employment, or Class 4 on one trade.",
}

var gainsScope = []string{
	"Income means the chargeable gains of the year after allowable losses and before the annual exempt amount, of a full-year UK resident.",
	"Total tax is capital gains tax alone.",
	"No business asset disposal relief, investors' relief or carried interest is included, and the basic rate band is not raised by pension contributions or gifts.",
	"The exempt amount and the unused basic rate band are set against the gains in the way that leaves the least tax.",
}

func coverage() (rows []tax.CoverageRow) {
	for _, y := range years {
		standing := scope
		if y.note != "" {
			standing = append(append([]string(nil), scope...), y.note)
		}
		row := tax.CoverageRow{
			TaxYear: y.label, TaxType: tax.IndividualIncome, Taxpayer: "individual",
			Dataset: "gb-income-" + y.label + "/2026.11", LawAsOf: civil.MustParse(y.asOf), Scope: standing,
		}
		for _, region := range systems {
			row.Region, row.Scope, row.Tier, row.Why = region, standing, tier(y.label, region), why(y.label, region)
			if region == restOfUK {
				row.Scope = append(append([]string(nil), standing...), "The rates are those of England and Northern Ireland; Wales has set rates that come to the same.")
			}
			rows = append(rows, row)
		}
		rows = append(rows, tax.CoverageRow{
			TaxYear: y.label, TaxType: capitalGains, Taxpayer: "individual", Kinds: []tax.Kind{tax.CapitalGains}, Tier: tax.Beta,
			Why:     "Exempt amount and rates are read in statute or HMRC's pages and agree with a second source; HMRC's published example was for another year; no human reviewer.",
			Dataset: "gb-gains-" + y.label + "/2026.11", LawAsOf: civil.MustParse(y.asOf), Scope: gainsScope, BandsOf: "capital_gains_tax",
		})
	}
	return rows
}

// tier is what a year and region has earned.
func tier(year, region string) tax.Tier {
	if year == "2024-25" && region != scotland {
		return tax.Covered
	}
	return tax.Beta
}

// why says what a tier rests on.
func why(year, region string) string {
	const agreed = "Statute, HMRC or Parliament and a second source agree on bands, rates and allowances; "
	switch year {
	case "2022-23":
		return agreed + "annual National Insurance figures come from professional tables; no human reviewer."
	case "2024-25":
		if region == scotland {
			return "Each parameter was read in statute, the Parliament's resolution or a page of the authority; no computation of the year's Scottish tax that an authority published was found, so it is not covered; no human reviewer."
		}
		return "Each parameter was read in statute or a page of the authority, and HMRC's examples of the year pass; no human reviewer."
	case "2026-27":
		return agreed + "the main rates of the year were read in a republished text of the Act, National Insurance and loan thresholds in secondary tables; no human reviewer."
	}
	return agreed + "loan thresholds come from secondary tables; no human reviewer."
}

// penny is the presentation of tax: the statute sets no rounding for it.
var penny = block.Minor(2, money.HalfUp)
