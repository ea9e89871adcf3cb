package gb

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
)

// years are those that are covered, with the day up to which their law is held
// and what of the year every result rests on.
var years = []struct{ label, asOf, note string }{
	{"2022-23", "2023-04-05", "National Insurance rates and thresholds changed within the year; the annual figures for an annual earnings " +
		"period (12.73 %, 2.73 %, from 11,908) are used."},
	{"2023-24", "2024-04-05", "The National Insurance main rate changed on 6 January 2024; the annual rate of 11.5 % for an annual earnings " +
		"period is used."},
	{"2024-25", "2025-04-05", ""},
	{"2025-26", "2026-04-05", ""},
	{"2026-27", "2026-11-20", ""},
}

// scope is what every result of the income tax rests on.
var scope = []string{
	"The tax is the annual liability, not what PAYE withholds by tax code.",
	"The personal allowance is claimed; reliefs, losses and deductions that are not listed as facts are not.",
	"Pension contributions lie within the annual allowance and the person's earnings; residential finance costs, foreign income and tax " +
		"already paid abroad are not considered.",
	"Income is taken to the penny, and the tax on each kind of it is rounded to the nearest penny, half a penny up.",
	"National Insurance is employee Class 1, category A, over an annual earnings period of one employment, or Class 4 on one trade.",
}

var gainsScope = []string{
	"Income means the chargeable gains of the year after allowable losses and before the annual exempt amount, of a full-year UK resident.",
	"Total tax is capital gains tax alone.",
	"No business asset disposal relief, investors' relief or carried interest is included, and the basic rate band is not raised by pension " +
		"contributions or gifts.",
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
			row.Region, row.Scope, row.Tier, row.Except = region, standing, tax.Covered, exceptions(y.label, region)
			row.Why = agreed + examples(y.label, region) + " No human reviewer."
			if region == restOfUK {
				row.Scope = append(append([]string(nil), standing...),
					"The rates are those of England and Northern Ireland; Wales has set rates that come to the same.")
			}
			rows = append(rows, row)
		}
		rows = append(rows, tax.CoverageRow{
			TaxYear: y.label, TaxType: capitalGains, Taxpayer: "individual", Kinds: []tax.Kind{tax.CapitalGains}, Tier: tax.Beta,
			Why: "Exempt amount and rates are read in statute or HMRC's pages and agree with a second source; HMRC's published example was " +
				"for another year; no human reviewer.",
			Dataset: "gb-gains-" + y.label + "/2026.11", LawAsOf: civil.MustParse(y.asOf), Scope: gainsScope, BandsOf: "capital_gains_tax",
		})
	}
	return rows
}

// agreed is what all rows of the income tax rest on.
const agreed = "Each parameter, exceptions aside, was read in statute, a Parliament's resolution, or a page or the published calculator " +
	"of the authority. "

// examples say which computations of the year that an authority published pass
// for pay and the kinds of income that are taxed as pay is.
func examples(year, region string) string {
	computations := "The computations of the year's tax that HMRC publishes with its calculator pass"
	var more string
	switch {
	case year == "2023-24" && region == scotland:
		more = ", and so does the income that the Scottish Government names, at which the tax equals that elsewhere"
	case year == "2023-24" && region == restOfUK:
		more = ", and so does the example on its page of the year's rates"
	case year == "2023-24":
		more = ", and so does the example on its page of the year's rates, which is for Wales too"
	case year == "2024-25" && region != scotland:
		more = ", and so do examples by HMRC and the Student Loans Company"
	case year == "2025-26" && region == scotland:
		more = ", and so do the Scottish Parliament's table of 18 earnings, which gives the difference to the year, and HMRC's examples of " +
			"National Insurance"
	case year == "2025-26":
		more = ", and so do its examples of National Insurance"
	case year == "2026-27" && region == scotland:
		more = ", and so does the Scottish Parliament's table of 18 earnings"
	case year == "2026-27":
		more = ", and so does the Scottish Parliament's table of 18 earnings, which gives the tax elsewhere in the United Kingdom too"
	}
	if year <= "2023-24" {
		more += "; of National Insurance over the whole year, within which rates changed, none was found"
	}
	return computations + more + "."
}

// exceptions are what a covered row does not vouch for: kinds of income with
// law of their own but without a published computation of the year, and facts
// whose parameters were not read in an official text.
func exceptions(year, region string) []tax.Exception {
	kinds, named := []tax.Kind{tax.SelfEmployment, tax.Interest, tax.Dividends}, "profits of a trade, interest or dividends"
	if year == "2024-25" && region != scotland {
		kinds, named = []tax.Kind{tax.SelfEmployment, tax.Dividends}, "profits of a trade or dividends"
	}
	out := []tax.Exception{{Kinds: kinds, Facts: []string{tradingReceipts, propertyReceipts}, Tier: tax.Beta,
		Why: "No computation of the year that an authority published was found for " + named +
			", nor with the trading or property allowance, though their law was read in official texts."}}
	switch year {
	case "2025-26":
		out = append(out, tax.Exception{Facts: []string{"blind_person"}, Tier: tax.Beta,
			Why: "The blind person's allowance of the year was read in a faithful copy of the Order, with which a tax publisher agrees; no " +
				"computation with it was found."})
	case "2026-27":
		out = append(out, tax.Exception{Facts: []string{"blind_person"}, Tier: tax.Draft,
			Why: "The blind person's allowance of the year rests on one account of the Order, which agrees with the index that the Order follows."})
	}
	return out
}
