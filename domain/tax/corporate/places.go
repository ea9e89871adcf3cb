package corporate

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
)

// place is what differs between places.
type place struct {
	years          []year
	places         int // digits after the point to which tax is computed
	tier           tax.Tier
	why            string
	small, medium  string // what a company of the class is; "" = no such class
	chosen         string // and one that has chosen rates of its own
	smallByDefault bool
	associated     bool // the limits are divided among associated companies
	scope          []string
	read           civil.Date   // state of the law that was read for years that have not ended
	begins         bool         // a period has the rates of the day on which it begins, to its end
	turns          []civil.Date // days within tax years from which periods that begin have other rates
}

// year is a tax year by the day on which it begins.
type year struct{ begins, month, day int }

func (y year) from() civil.Date { return civil.Of(y.begins, y.month, y.day) }

func (y year) period() civil.Period {
	return civil.Period{From: y.from(), To: yearFrom(y.from()).AddDays(-1)}
}

// asOf is the end of the year, or the state of the law that was read where
// that is earlier.
func (p *place) asOf(y year) civil.Date {
	if end := y.period().To; p.read.IsZero() || end.Before(p.read) {
		return end
	}
	return p.read
}

// from lists years that begin on a day, from one to another.
func from(first, last, month, day int) (out []year) {
	for y := first; y <= last; y++ {
		out = append(out, year{y, month, day})
	}
	return out
}

func calendar(first, last int) []year { return from(first, last, 1, 1) }

const (
	twoSecondary = "The rates rest on secondary sources that agree; the law was not read."
	noLocal      = "Local taxes on profit are not computed."
)

var places = map[string]*place{
	"AE": {years: calendar(2024, 2025), places: 2, tier: tax.Draft, why: twoSecondary,
		scope: []string{"The top-up tax of large multinationals, small business relief and the rate of 0 % of free zone persons are not computed."}},
	"AT": {years: calendar(2023, 2026), places: 2, tier: tax.Draft, read: civil.Of(2025, 12, 31), why: "The rate from 2024 on was read without an end, on the Republic's portal and in secondary sources of earlier years.",
		scope: []string{"The minimum tax is not computed; a period over the turn of a year with two rates is refused."}},
	"AU": {years: from(2023, 2025, 7, 1), places: 2, tier: tax.Draft, why: twoSecondary,
		small: "a base rate entity (aggregated turnover under 50 million and at most 80 % passive income)"},
	"BE": {years: calendar(2024, 2025), places: 2, tier: tax.Draft, why: twoSecondary,
		small: "a small company that meets the conditions of the reduced rate, among them the least pay of a director",
		scope: []string{"The tax year is that of the income; the surcharge for too little prepaid tax is not computed."}},
	"BR": {years: calendar(2023, 2026), places: 2, tier: tax.Draft, read: civil.Of(2026, 1, 31), why: twoSecondary,
		scope: []string{"The company is taxed on its actual profit of the year (lucro real); presumed profit and Simples are not computed.", "The contribution on net profit (CSLL) has the same base and the ordinary rate."}},
	"CA": {years: calendar(2023, 2025), places: 2, tier: tax.Draft, why: "The federal rates were read on the authority's page, which names no year.",
		small: "a Canadian-controlled private corporation whose income is active business income with the small business deduction",
		scope: []string{"Computed is the federal tax; provincial and territorial taxes are not. The business limit is the full one, not shared with associated corporations or reduced by capital."}},
	"CH": {years: calendar(2023, 2025), places: 2, tier: tax.Draft, why: "The federal rate was read on a canton's page, and secondary sources agree; cantonal and communal taxes are missing.",
		scope: []string{"Computed is the direct federal tax on the profit after tax; cantonal and communal taxes are not."}},
	"DE": {years: calendar(2023, 2027), places: 2, tier: tax.Draft, read: civil.Of(2025, 7, 18), why: "The rates were read in republications of the Acts, up to the amendment of July 2025; trade tax is missing.",
		scope: []string{"Trade tax (Gewerbesteuer), which most companies owe, is not computed.", "The rate falls by a point a year from 2028 on; those years are not computed."}},
	"DK": {years: calendar(2023, 2025), places: 2, tier: tax.Draft, why: twoSecondary},
	"ES": {years: calendar(2024, 2027), places: 2, tier: tax.Draft, read: civil.Of(2026, 2, 28), begins: true, why: twoSecondary,
		small: "one with a turnover of the year before under 1 million", medium: "one with a turnover of the year before under 10 million",
		scope: []string{"The rate of new companies and the regimes of the Basque Country, Navarre and the Canary Islands are not computed."}},
	"FI": {years: calendar(2023, 2026), places: 2, tier: tax.Draft, read: civil.Of(2026, 8, 17), why: actAndSecondary},
	"FR": {years: calendar(2023, 2025), places: 2, tier: tax.Draft, why: twoSecondary,
		small: "one that has the reduced rate (turnover under 10 million, capital paid up and held to 75 % by persons)",
		scope: []string{"The social contribution of large companies and the exceptional contribution of 2025 are not computed."}},
	"GB": {years: from(2023, 2025, 4, 1), places: 2, tier: tax.Draft, why: "Rates, limits and fraction rest on secondary sources that agree.", associated: true,
		scope: []string{"The year is the financial year from 1 April to 31 March.", "The company has no exempt distributions and is not close investment-holding."}},
	"HK": {years: from(2023, 2024, 4, 1), places: 2, tier: tax.Draft, why: twoSecondary,
		small: "the one of its connected entities that takes the two-tiered rates", smallByDefault: true,
		scope: []string{"The one-off reduction of tax of the year is not taken off."}},
	"IE": {years: calendar(2023, 2025), places: 2, tier: tax.Draft, why: twoSecondary,
		scope: []string{"The profit is that of a trade; the rate on other income and the top-up tax are not computed."}},
	"IL": {years: calendar(2023, 2025), places: 2, tier: tax.Draft, why: twoSecondary, scope: []string{"Preferred enterprises and the surtax on undistributed profits are not computed."}},
	"IN": {years: from(2024, 2025, 4, 1), places: 2, tier: tax.Draft, why: "Rates, surcharge and cess were read on the authority's page; an independent account of the surcharge was not; those of section 115BAA rest on secondary sources.",
		small:  "one whose turnover in the year two before the financial year was at most 400 crore rupees",
		chosen: "one that has chosen the rate of section 115BAA",
		scope: []string{"The company is a domestic one that has not chosen section 115BA or 115BAB; minimum alternate tax is not computed.",
			"At the second limit of the surcharge the relief compares with tax and surcharge at that limit."}},
	"IT": {years: calendar(2023, 2025), places: 2, tier: tax.Draft, why: twoSecondary, scope: []string{"Computed is IRES at the ordinary rate; IRAP is not, nor the reduced rate of IRES in 2025."}},
	"JP": {years: calendar(2023, 2026), places: 0, tier: tax.Draft, read: civil.Of(2026, 7, 31), why: twoSecondary,
		small:  "one with a capital of at most 100 million yen that is not held by a large company",
		begins: true, turns: []civil.Date{civil.Of(2025, 4, 1), civil.Of(2026, 4, 1)},
		scope: []string{"Computed is the national corporation tax; local corporation tax, enterprise tax and inhabitant taxes are not.",
			"A period that begins in April 2025 or later has another reduced rate of small companies where the profit is above 1 billion yen, and one that begins in April 2026 or later the special defence tax."}},
	"KR": {years: calendar(2023, 2026), places: 0, tier: tax.Draft, read: civil.Of(2026, 4, 21), why: actAndSecondary, begins: true},
	"MX": {years: calendar(2023, 2025), places: 2, tier: tax.Draft, why: twoSecondary, scope: []string{"The sharing of profit with employees is not computed."}},
	"NL": {years: calendar(2023, 2025), places: 2, tier: tax.Draft, why: twoSecondary},
	"NO": {years: calendar(2023, 2026), places: 2, tier: tax.Draft, read: civil.Of(2026, 3, 7), why: "The rate rests on secondary sources that agree, for 2025 and 2026 also on the ministry's page; finance and petroleum have other rates."},
	"NZ": {years: from(2023, 2025, 4, 1), places: 2, tier: tax.Draft, why: twoSecondary},
	"PL": {years: calendar(2023, 2025), places: 2, tier: tax.Draft, why: twoSecondary,
		small: "a small taxpayer with revenue under 2 million euros, for income other than capital gains",
		scope: []string{"The Estonian model and the minimum tax are not computed."}},
	"PT": {years: calendar(2024, 2027), places: 2, tier: tax.Draft, read: civil.Of(2025, 11, 3), why: "The rates of 2026 and 2027 were read in a mirror of the gazette, those before in secondary sources that agree; municipal surtax is missing.",
		small: "a small or medium company, from 2025 also a small mid cap", scope: []string{"Municipal and state surtaxes (derramas), autonomous taxation, Madeira and the Azores are not computed."}},
	"QA": {years: calendar(2023, 2025), places: 2, tier: tax.Beta, why: "The rate was read on the authority's page, and a secondary source agrees.",
		scope: []string{"The profit is that of foreign partners or of an exempted company's taxed part; oil and gas have another rate, and the top-up tax of large multinationals is not computed."}},
	"SE": {years: calendar(2023, 2025), places: 2, tier: tax.Draft, why: actAndSecondary},
	"SG": {years: calendar(2022, 2025), places: 2, tier: tax.Draft, why: "Rate and partial exemption were read on the authority's pages, for this and later years of assessment; the rebates of the years are missing.",
		scope: []string{"The company takes the partial exemption; the exemption of new companies and the yearly rebate of tax are not computed."}},
	"ZA": {years: from(2023, 2025, 3, 1), places: 2, tier: tax.Beta, why: "The rates were read on the authority's page, and a secondary source agrees.",
		small: "a small business corporation: gross income of at most 20 million, held by persons only"},
}
