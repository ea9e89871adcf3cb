package corporate

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
)

var overseas = map[string]*place{
	"AE": {years: append([]year{{2023, 6, 1}}, calendar(2024, 2026)...), places: 2, read: read,
		grades: []grade{
			beta(2023, 2025, "The rates were read in a copy of the decree-law, the limit on a page of the authority and the relief of small "+
				"businesses in a copy of the decision, and independent secondary sources agree."),
			draft(2026, 2026, openEnded),
		},
		classes: []class{{small, "one that has elected small business relief (revenue of at most 3 million in this and every earlier period, " +
			"no part of a large group, no qualifying free zone person, in a period that ends by 2026)"}},
		scope: []string{"The top-up tax of large multinationals and the rate of 0 % of free zone persons are not computed."}},
	"AU": {years: from(2023, 2026, 7, 1), places: 2, read: read,
		grades: []grade{
			beta(2023, 2025, "The rates were read in the Act on the authority's page, and independent secondary sources agree."),
			draft(2026, 2026, openEnded),
		},
		classes: []class{{small, "a base rate entity (aggregated turnover under 50 million and at most 80 % passive income)"}}},
	"BR": {years: calendar(2023, 2026), places: 2, read: civil.Of(2026, 1, 31), short: wholeMonths,
		grades: []grade{draft(2023, 2026,
			"The income tax was read in a copy of the Act; the contribution rests on secondary sources that agree.")},
		scope: []string{"The company is taxed on its actual profit of the year (lucro real); presumed profit and Simples are not computed.",
			"The contribution on net profit (CSLL) has the same base and the ordinary rate; financial companies have others."}},
	"CA": {years: calendar(2023, 2026), places: 2, read: read, short: by51Weeks,
		grades: []grade{beta(2023, 2026, "The rates and the business limit were read on the authority's pages, which name no end, and "+
			"independent secondary sources agree, one of them for 2026.").
			lower(tax.Draft, "How the business limit shrinks was read in the manual of a maker of tax software and in the like rule of Quebec, "+
				"not in the federal Act.", factCapital, factPassive)},
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
		scope: []string{"Computed is the federal tax; provincial and territorial taxes are not, nor the refundable tax on investment income: " +
			"all of the profit is active business income."}},
	"HK": {years: from(2023, 2026, 4, 1), places: 2, read: read,
		grades: []grade{
			beta(2023, 2024, "The rates were read on the Government's pages, one of them copied by an accountant, and independent secondary "+
				"sources agree; so was the reduction of the tax."),
			draft(2025, 2025, openEnded).note("The reduction of the tax of 2025/26 (100 %, at most 3,000), which the Budget of February 2026 " +
				"proposed, is not taken off: that it became law was not read."),
			draft(2026, 2026, openEnded).note("No reduction of the tax of this year is known."),
		},
		classes: []class{{small, "the one of its connected entities that takes the two-tiered rates"}}, usual: small},
	"IL": {years: calendar(2023, 2026), places: 2, read: civil.Of(2026, 1, 1),
		grades: []grade{beta(2023, 2026,
			"The rate was read on a page of the Government, without an end, and independent secondary sources agree for the year.")},
		scope: []string{"Preferred enterprises, the surtax on undistributed profits and the current taxation of closely held companies are not " +
			"computed."}},
	"IN": {years: from(2024, 2026, 4, 1), places: 2, read: read,
		grades: []grade{
			beta(2024, 2024, "Rates, surcharge and cess were read on the authority's page, and independent accounts of the Budget agree.").
				lower(tax.Draft, "The rates of sections 115BAA and 115BAB rest on secondary sources.", factClass),
			draft(2025, 2025, "Rates, surcharge and cess were read on the authority's page; an independent account of the surcharge was not; "+
				"those of sections 115BAA and 115BAB rest on secondary sources."),
			draft(2026, 2026, "The memorandum on the Finance Bill 2026, as a publisher gives it, changes neither rates nor surcharge; the Act was "+
				"not read."),
		},
		classes: []class{
			{small, "one with a turnover below a limit (at most 400 crore rupees in the year two before the financial year)"},
			{"concessional", "one that has chosen the rate of existing companies (section 115BAA)"},
			{"manufacturing", "one that has chosen the rate of new manufacturers (section 115BAB)"},
		},
		short: whole, rounded: true,
		scope: []string{"The company is a domestic one that has not chosen section 115BA; minimum alternate tax is not computed.",
			"At the second limit of the surcharge the relief compares with tax and surcharge at that limit."}},
	"JP": {years: calendar(2023, 2026), places: 0, read: civil.Of(2026, 7, 31), short: byMonths,
		grades: []grade{beta(2023, 2026,
			"The rates were read in mirrors of the official texts of the Acts, and independent secondary sources agree.")},
		classes: []class{{small, "one with little capital (at most 100 million yen) that is not held by a large company"}},
		begins:  true, turns: []civil.Date{civil.Of(2025, 4, 1), civil.Of(2026, 4, 1)},
		scope: []string{"Computed is the national corporation tax; local corporation tax, enterprise tax and inhabitant taxes are not.",
			"A period that begins in April 2025 or later has another reduced rate of small companies where the profit is above 1 billion yen, and " +
				"one that begins in April 2026 or later the special defence tax."}},
	"KR": {years: calendar(2023, 2026), places: 0, read: civil.Of(2026, 6, 8), begins: true, short: wholeMonths,
		grades: []grade{beta(2023, 2026, "National and local rates were read in a mirror of the official texts of the Acts, and independent "+
			"secondary sources agree; the tax that the Acts print at each edge comes out, and no worked example of the authority was run.")},
		classes: []class{{"leasing", "a closely held company that mainly lets real estate (Corporate Tax Act, article 60-2(1) no. 1)"}},
		scope:   []string{"Local income tax is at the standard rates, which a municipality may change by half."}},
	"MX": {years: calendar(2023, 2026), places: 2, read: read,
		grades: []grade{
			beta(2023, 2025, "The rate was read in copies of the Act, and independent secondary sources agree."),
			draft(2026, 2026, openEnded),
		},
		scope: []string{"The sharing of profit with employees is not computed."}},
	"NZ": {years: from(2023, 2026, 4, 1), places: 2, read: read,
		grades: []grade{
			beta(2023, 2025, "The rate was read in the Act and on the authority's page, and independent secondary sources agree."),
			draft(2026, 2026, openEnded),
		}},
	"QA": {years: calendar(2023, 2026), places: 2, read: read,
		grades: []grade{
			beta(2023, 2025, "The rate was read on the authority's page, and a secondary source agrees."),
			draft(2026, 2026, openEnded),
		},
		scope: []string{"The profit is that of foreign partners or of an exempted company's taxed part; oil and gas have another rate, and the " +
			"top-up tax of large multinationals is not computed."}},
	"SG": {years: calendar(2022, 2026), places: 2, read: read, short: whole,
		grades: []grade{
			beta(2022, 2022, "Rate and exemptions were read on the authority's pages, and independent secondary sources agree; the year has no "+
				"rebate."),
			beta(2023, 2023, "Rate, exemptions and rebate were read on the authority's pages, and independent secondary sources agree."),
			draft(2024, 2025, "Rate and exemptions were read on the authority's pages; the rebate rests on accounts of the Budget that agree."),
			draft(2026, 2026, openEnded).note("No rebate of the tax of this year is known."),
		},
		classes: []class{{"startup", "a new company that claims the start-up exemption (one of its first three years of assessment, at most 20 " +
			"shareholders, no holding of investments or property development)"}},
		grant: factEmployee,
		more: []tax.Fact{{
			Name: factEmployee, Type: "boolean", Since: civil.Of(2023, 1, 1), Until: civil.Of(2025, 12, 31),
			Prompt:  "Did the company make CPF contributions in the year of the income for a local employee who is no shareholding director?",
			Reason:  "Such a company gets a cash grant, which comes off the rebate of the tax.",
			Assumed: "false", Assumption: "The company gets no cash grant in place of a part of the rebate.",
		}},
		scope: []string{"All of the income is normal chargeable income at the ordinary rate; a company that is not a start-up takes the " +
			"partial exemption."}},
	"ZA": {years: from(2023, 2026, 3, 1), places: 2, read: read,
		grades: []grade{
			covered(2023, 2025, "The rates were read on the authority's page, whose tables the results meet to the rand, and a secondary source "+
				"agrees."),
			draft(2026, 2026, "The company rate was read on the authority's page, from 2024 without an end; the table of small business "+
				"corporations of this year was not read, and is refused."),
		},
		classes: []class{{small, "a small business corporation (gross income of at most 20 million, held by persons only, at most 20 % " +
			"investment and personal service income)"}},
		scope: []string{"The tax at the edges of the bands is computed to the cent; the tables print it to the rand."}},
}

// factEmployee gates Singapore's cash grant.
const factEmployee = "local_employee"
