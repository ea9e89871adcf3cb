package corporate

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
)

var overseas = map[string]*place{
	"AE": {places: 2,
		classes: []class{{small, "one that has elected small business relief (revenue of at most 3 million in this and every earlier period, " +
			"no part of a large group, no qualifying free zone person, in a period that ends by 2026)"}},
	},
	"AU": {places: 2, classes: []class{{small, "a base rate entity (aggregated turnover under 50 million and at most 80 % passive income)"}}},
	"BR": {places: 2, short: wholeMonths},
	"CA": {places: 2, short: by51Weeks,
		classes: []class{{small, "a Canadian-controlled private corporation with income from an active business in Canada"}},
		more: []tax.Fact{
			{
				Name: factLimit, Type: "decimal", Max: "500000",
				Prompt:  "What part of the business limit (500,000) has the corporation, after what associated corporations were allocated?",
				Reason:  "Associated corporations share one business limit.",
				Assumed: "500000", Assumption: "The corporation has the whole business limit; no associated corporation shares it.",
			},
			{
				Name: factCapital, Type: "decimal",
				Prompt:  "What taxable capital had the corporation and its associated ones in the year before?",
				Reason:  "The business limit shrinks with it (from 10 to 50 million).",
				Assumed: "0", Assumption: "Taxable capital does not reduce the business limit.",
			},
			{
				Name: factPassive, Type: "decimal",
				Prompt:  "What adjusted aggregate investment income had the corporation and its associated ones in the year before?",
				Reason:  "The business limit shrinks with it (from 50,000 on, by five for each dollar).",
				Assumed: "0", Assumption: "Passive income does not reduce the business limit.",
			},
		},
	},
	"HK": {places: 2, classes: []class{{small, "the one of its connected entities that takes the two-tiered rates"}}, usual: small},
	"IL": {places: 2},
	"IN": {places: 2, classes: []class{
		{small, "one with a turnover below a limit (at most 400 crore rupees in the year two before the financial year)"},
		{"concessional", "one that has chosen the rate of existing companies (section 115BAA)"},
		{"manufacturing", "one that has chosen the rate of new manufacturers (section 115BAB)"},
	},
		short: whole},
	"JP": {places: 0, short: byMonths,
		classes: []class{{small, "one with little capital (at most 100 million yen) that is not held by a large company"}},
		begins:  true, turns: []civil.Date{civil.Of(2025, 4, 1), civil.Of(2026, 4, 1)},
	},
	"KR": {places: 0, begins: true, short: wholeMonths,
		classes: []class{{"leasing", "a closely held company that mainly lets real estate (Corporate Tax Act, article 60-2(1) no. 1)"}},
	},
	"MX": {places: 2},
	"NZ": {places: 2},
	"QA": {places: 2},
	"SG": {places: 2, short: whole,
		classes: []class{{"startup", "a new company that claims the start-up exemption (one of its first three years of assessment, at most 20 " +
			"shareholders, no holding of investments or property development)"}},
		grant: factEmployee,
		more: []tax.Fact{{
			Name: factEmployee, Type: "boolean", Since: civil.Of(2023, 1, 1), Until: civil.Of(2025, 12, 31),
			Prompt:  "Did the company make CPF contributions in the year of the income for a local employee who is no shareholding director?",
			Reason:  "Such a company gets a cash grant, which comes off the rebate of the tax.",
			Assumed: "false", Assumption: "The company gets no cash grant in place of a part of the rebate.",
		}},
	},
	"ZA": {places: 2,
		classes: []class{{small, "a small business corporation (gross income of at most 20 million, held by persons only, at most 20 % " +
			"investment and personal service income)"}},
	},
}

// factEmployee gates Singapore's cash grant.
const factEmployee = "local_employee"
