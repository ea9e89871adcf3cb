package corporate

import "github.com/tallystick/tallystick/domain/tax"

var european = map[string]*place{
	"AT": {places: 2},
	"BE": {places: 2,
		classes: []class{{small, "a small company that meets the conditions of the reduced rate (shares held for the most part by persons, the " +
			"least pay of a director, no financial company)"}},
	},
	"CH": {places: 2},
	"DE": {places: 2, more: tradeFacts},
	"DK": {places: 2},
	"ES": {places: 2, begins: true, short: byDays365,
		classes: []class{
			{small, "one with little turnover (under 1 million in the year before)"},
			{"medium", "one of reduced size (a turnover of the year before under 10 million)"},
			{"new", "a new company with its own business, in no group (in the first period with a profit, or the next)"},
		},
	},
	"FI": {places: 2},
	"FR": {places: 2, short: byDays,
		classes: []class{{small, "one that has the reduced rate (turnover of at most 10 million, capital paid up and held to 75 % by persons)"}},
		gate:    factContribution,
		more: []tax.Fact{{
			Name: factContribution, Type: "boolean",
			Prompt: "Does the company owe the social contribution (turnover of 7.63 million or more, or capital not paid up or not held to 75 % " +
				"by persons)?",
			Reason:  "It is a share (3.3 %) of the tax above a free part (763,000).",
			Assumed: "false", Assumption: "The company owes no social contribution on the tax.",
		}},
	},
	"GB": {places: 2, relief: true, splits: true, short: byDays},
	"IE": {places: 2, other: &tax.Fact{
		Name: "non_trading_profit", Type: "decimal",
		Prompt:  "How much of the profit is not trading income, or that of an excepted trade?",
		Reason:  "Such income has the higher rate (25 %).",
		Assumed: "0", Assumption: "All of the profit is trading income at the lower rate.",
	},
		otherCode: "higher_rate_tax",
	},
	"IT": {places: 2, seldom: true,
		classes: []class{{"premiale", "one that has the lower rate of IRES of 2025 (for profit kept, invested and jobs added)"}},
	},
	"NL": {places: 2},
	"NO": {places: 2},
	"PL": {places: 2,
		classes: []class{{small, "a small taxpayer (sales with tax of the year before, and revenue of this year, of at most 2 million euros; " +
			"no company made by conversion or division within two years)"}},
		other: &tax.Fact{
			Name: "capital_gains_profit", Type: "decimal",
			Prompt:  "How much of the profit is from capital gains, which the Act taxes as a source of its own?",
			Reason:  "Capital gains never have the rate of small taxpayers.",
			Assumed: "0", Assumption: "None of the profit is from capital gains.",
		},
		otherCode: "tax_on_capital_gains",
	},
	"PT": {places: 2, begins: true,
		classes: []class{{small, "a small or medium company, from 2024 also a small mid cap"}},
	},
	"SE": {places: 2},
}

// factContribution gates France's social contribution on the tax.
const factContribution = "owes_social_contribution"
