package gb

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
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
		YearForm: yearForm,
		IncomeMeans: "Income is the gross annual employment income of a full-year UK resident, before any deduction, unless components name " +
			"its kinds.",
		TakeHome: true,
		TotalMeans: "Total tax is income tax for the whole tax year; it includes the high income child benefit charge; National Insurance and " +
			"loan repayments are shown beside it, not in it.",
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
		Law:        []law.Resolver{resolved},
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

// regions echo the slug of what was named. England and Northern Ireland share
// the rates of rest_of_uk, the caller's word for all of the United Kingdom but
// Scotland; Wales sets its own rates, which have been the same.
var regions = []tax.Region{
	{Slug: restOfUK, Name: "England, Wales and Northern Ireland", Aliases: []string{"rest-of-uk", "ruk"},
		Words: tax.Words{Names: []string{"rest of the uk", "rest of uk"}}},
	{Slug: scotland, Code: "GB-SCT", Name: "Scotland",
		Words: tax.Words{
			Names: []string{"scotland", "alba"}, Demonyms: []string{"scottish", "scots", "scot"},
			Cities: []string{"glasgow", "edinburgh", "aberdeen", "dundee", "inverness", "stirling", "perth", "paisley", "kilmarnock",
				"edimburgo", "édimbourg", "edinburgo", "edynburg", "edynburgu", "爱丁堡", "愛丁堡", "エディンバラ", "グラスゴー"},
		}},
	{Slug: "england", Code: "GB-ENG", Name: "England", Same: restOfUK,
		Words: tax.Words{
			Names: []string{"england"}, Demonyms: []string{"english"},
			Cities: []string{"london", "birmingham", "manchester", "liverpool", "leeds", "sheffield", "bristol", "newcastle",
				"newcastle upon tyne", "kingston upon hull", "nottingham", "leicester", "coventry", "southampton", "portsmouth",
				"brighton", "oxford", "cambridge", "york", "norwich", "plymouth",
				"londra", "londres", "londen", "lontoo", "lontoossa", "londyn", "londynie", "伦敦", "倫敦", "ロンドン", "런던", "曼彻斯特", "マンチェスター"},
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

// penny is the presentation of tax: the statute sets no rounding for it.
var penny = block.Minor(2, money.HalfUp)
