package corporate

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
)

var european = map[string]*place{
	"AT": {years: calendar(2023, 2026), places: 2, read: civil.Of(2025, 12, 31),
		grades: []grade{
			beta(2023, 2025, "The rates were read in the text of the Republic's portal, and independent secondary sources agree."),
			draft(2026, 2026, "The rate from 2024 on was read without an end, on the Republic's portal and in secondary sources, none of which "+
				"names the year."),
		},
		scope: []string{"The minimum tax is not computed; a period over the turn of a year with two rates is refused."}},
	"BE": {years: calendar(2023, 2026), places: 2, read: read, grades: []grade{draft(2023, 2026, twoSecondary)},
		classes: []class{{small, "a small company that meets the conditions of the reduced rate (shares held for the most part by persons, the " +
			"least pay of a director, no financial company)"}},
		scope: []string{"The tax year is that of the income; the surcharge for too little prepaid tax is not computed."}},
	"CH": {years: calendar(2023, 2026), places: 2, read: read,
		grades: []grade{
			draft(2023, 2025, "The federal rate was read on a canton's page, and secondary sources agree; cantonal and communal taxes are missing."),
			draft(2026, 2026, "The federal rate was read without an end, on a canton's page and in a secondary source; cantonal and communal "+
				"taxes are missing."),
		},
		scope: []string{"Computed is the direct federal tax on the profit after tax; cantonal and communal taxes are not."}},
	"DE": {years: calendar(2023, 2027), places: 2, read: civil.Of(2025, 7, 18),
		grades: []grade{draft(2023, 2027, "Rates and roundings were read in republications of the Acts, up to the amendment of July 2025; "+
			"trade tax is missing unless the multiplier is given.")},
		more: tradeFacts, rounded: true,
		scope: []string{"Trade tax (Gewerbesteuer), which most companies owe, is computed where the multiplier is given, of a company in one " +
			"municipality only.", "The rate falls by a point a year from 2028 on; those years are not computed."}},
	"DK": {years: calendar(2023, 2026), places: 2, read: read,
		grades: []grade{
			beta(2023, 2025, "The rate was read in a copy of the consolidated Act and follows from the authority's page, and independent "+
				"secondary sources agree."),
			beta(2026, 2026, "The rate was read in a copy of the consolidated Act, without an end, and a firm of auditors gives it for the year."),
		},
		scope: []string{"Financial companies owe more (their income counts 26/22-fold), which is not computed."}},
	"ES": {years: calendar(2023, 2027), places: 2, read: civil.Of(2026, 8, 7), begins: true, short: byDays365,
		grades: []grade{
			beta(2023, 2024, "The rates were read in a mirror of the official text of the Act as it stood then, and independent secondary sources "+
				"agree."),
			beta(2025, 2027, "The rates were read on the authority's page and in a mirror of the official text of the Act, and independent "+
				"secondary sources agree; the rate of new companies was read in the Act alone."),
		},
		classes: []class{
			{small, "one with little turnover (under 1 million in the year before)"},
			{"medium", "one of reduced size (a turnover of the year before under 10 million)"},
			{"new", "a new company with its own business, in no group (in the first period with a profit, or the next)"},
		},
		scope: []string{"The regimes of the Basque Country, Navarre and the Canary Islands and the rate of emerging companies are not " +
			"computed."}},
	"FI": {years: calendar(2023, 2026), places: 2, read: civil.Of(2026, 8, 17), grades: []grade{beta(2023, 2026, actMirror)},
		scope: []string{"A period that ends in 2027 is refused: its rate is not known here."}},
	"FR": {years: calendar(2023, 2026), places: 2, read: read, short: byDays,
		grades: []grade{
			beta(2023, 2025, "The reduced rate was read in the authority's doctrine and the normal one in a document of the National Assembly "+
				"that quotes the Act, and independent secondary sources agree.").
				lower(tax.Draft, "The social contribution rests on secondary sources.", factContribution),
			draft(2026, 2026, "The rates of the years before were read without an end; no source that names the year was."),
		},
		classes: []class{{small, "one that has the reduced rate (turnover of at most 10 million, capital paid up and held to 75 % by persons)"}},
		gate:    factContribution,
		more: []tax.Fact{{
			Name: factContribution, Type: "boolean",
			Prompt: "Does the company owe the social contribution (turnover of 7.63 million or more, or capital not paid up or not held to 75 % " +
				"by persons)?",
			Reason:  "It is a share (3.3 %) of the tax above a free part (763,000).",
			Assumed: "false", Assumption: "The company owes no social contribution on the tax.",
		}},
		scope: []string{"The exceptional contribution of companies with a turnover of a billion or more, and the CVAE, are not computed."}},
	"GB": {years: from(2022, 2026, 4, 1), places: 2, read: read, relief: true, splits: true, short: byDays,
		grades: []grade{
			beta(2022, 2022, "The rate was read in the Finance Act 2021, and a secondary source agrees."),
			covered(2023, 2026, "Rates, limits and fraction were read in the Acts and in HM Revenue and Customs' manual and calculator, whose "+
				"worked examples pass."),
		},
		scope: []string{
			"The year is the financial year from 1 April to 31 March; a period over 1 April 2023 is split by days.",
			"The profit is not from oil and gas (ring fence profit).",
		}},
	"IE": {years: calendar(2023, 2026), places: 2, read: read,
		grades: []grade{beta(2023, 2026,
			"The rates were read on the authority's page and in a mirror of the Acts to the end of 2025, and independent secondary sources agree.")},
		other: &tax.Fact{
			Name: "non_trading_profit", Type: "decimal",
			Prompt:  "How much of the profit is not trading income, or that of an excepted trade?",
			Reason:  "Such income has the higher rate (25 %).",
			Assumed: "0", Assumption: "All of the profit is trading income at the lower rate.",
		},
		otherCode: "higher_rate_tax",
		scope:     []string{"Chargeable gains, the relief of new companies and the top-up tax are not computed."}},
	"IT": {years: calendar(2023, 2026), places: 2, read: read,
		grades: []grade{
			draft(2023, 2025, "The rate was read on the authority's page, and independent secondary sources agree; IRAP is missing."),
			draft(2026, 2026, "The rate was read on the authority's page, without an end, and in a table of December 2025; IRAP is missing."),
		},
		classes: []class{{"premiale", "one that has the lower rate of IRES of 2025 (for profit kept, invested and jobs added)"}},
		scope:   []string{"Computed is IRES; IRAP is not."}},
	"NL": {years: calendar(2023, 2026), places: 2, read: read, grades: []grade{draft(2023, 2026, twoSecondary)}},
	"NO": {years: calendar(2023, 2026), places: 2, read: civil.Of(2026, 3, 7),
		grades: []grade{
			draft(2023, 2024, "The rate rests on secondary sources that agree; finance and petroleum have other rates."),
			beta(2025, 2025, "The rate was read on the ministry's page, and a secondary source agrees; finance and petroleum have other rates."),
			draft(2026, 2026, "The rate was read on the ministry's page, as proposed, and a secondary source agrees; finance and petroleum have "+
				"other rates."),
		}},
	"PL": {years: calendar(2023, 2026), places: 2, read: read,
		grades: []grade{
			draft(2023, 2025, "The law was read as it stands in 2026; for these years the rates rest on secondary sources that agree."),
			beta(2026, 2026, "The rates were read in a copy of the Act, and independent secondary sources agree."),
		},
		classes: []class{{small, "a small taxpayer (sales with tax of the year before, and revenue of this year, of at most 2 million euros; " +
			"no company made by conversion or division within two years)"}},
		other: &tax.Fact{
			Name: "capital_gains_profit", Type: "decimal",
			Prompt:  "How much of the profit is from capital gains, which the Act taxes as a source of its own?",
			Reason:  "Capital gains never have the rate of small taxpayers.",
			Assumed: "0", Assumption: "None of the profit is from capital gains.",
		},
		otherCode: "tax_on_capital_gains",
		scope:     []string{"The Estonian model, the minimum tax and the rates of banks from 2026 on are not computed."}},
	"PT": {years: calendar(2023, 2027), places: 2, read: civil.Of(2025, 11, 7), begins: true,
		grades: []grade{
			draft(2023, 2024, "The rates rest on secondary sources that agree; municipal and state surtaxes are missing."),
			draft(2025, 2025, "The rates were read in the Code on the authority's portal, and independent secondary sources agree; municipal and "+
				"state surtaxes are missing."),
			draft(2026, 2027, "The rates were read in a mirror of the gazette, and independent secondary sources agree; municipal and state "+
				"surtaxes are missing."),
		},
		classes: []class{{small, "a small or medium company, from 2024 also a small mid cap"}},
		scope:   []string{"Municipal and state surtaxes (derramas), autonomous taxation, Madeira and the Azores are not computed."}},
	"SE": {years: calendar(2023, 2026), places: 2, read: read,
		grades: []grade{
			beta(2023, 2025, actMirror),
			beta(2026, 2026, "The rate was read in a mirror of the official text of the Act of September 2025, without an end, and a secondary "+
				"source gives it for the year."),
		}},
}

// factContribution gates France's social contribution on the tax.
const factContribution = "owes_social_contribution"
